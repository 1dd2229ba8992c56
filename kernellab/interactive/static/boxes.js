// The boxes of an exercise in JupyterLab: the page judges, and tells Python the answer.

const UNHEARD = `This does not count yet. ${SILENCE}`;

/** @param {{ model: ExerciseModel, el: HTMLElement }} view */
function render({ model, el }) {
  el.innerHTML = model.get("html");
  /** @type {HTMLElement | null} */
  const place = el.querySelector(".exercise-live");
  if (!place) return;
  const note = element("small", { textContent: UNHEARD });
  /** @type {number | undefined} */
  let answerTimer;

  function reportSilence() {
    clearTimeout(answerTimer);
    place?.querySelector(".exercise-said")?.append(note);
  }

  liveExercise(place, model.get("spec"), (answer) => {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(reportSilence, PATIENCE);
    try {
      model.send({ kind: "check", answer });
    } catch {
      reportSilence(); // the kernel is gone
    }
  });

  function receive() {
    clearTimeout(answerTimer);
    note.remove();
  }
  model.on("msg:custom", receive);
  return () => {
    clearTimeout(answerTimer);
    model.off("msg:custom", receive);
  };
}

export default { render };
