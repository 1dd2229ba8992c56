// The boxes of an exercise in JupyterLab: the page judges, and tells Python the answer.

/** @param {{ model: ExerciseModel, el: HTMLElement }} view */
function render({ model, el }) {
  el.innerHTML = model.get("html");
  /** @type {HTMLElement | null} */
  const place = el.querySelector(".exercise-live");
  if (!place) return;
  liveExercise(place, model.get("spec"), (answer) => {
    model.send({ kind: "check", answer });
  });
}

export default { render };
