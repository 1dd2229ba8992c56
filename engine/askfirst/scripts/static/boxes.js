// The boxes of an exercise in JupyterLab: the page judges, and tells Python the answer.

const UNHEARD = `This does not count yet. ${SILENCE}`;

/** @param {{ model: ExerciseModel, el: HTMLElement }} view */
function render({ model, el }) {
  el.innerHTML = model.get("html");
  const place = el.querySelector(".exercise-live");
  if (!place) return;
  const note = element("small");
  let answerTimer = 0;

  /** @param {string} text */
  function say(text) {
    clearTimeout(answerTimer);
    note.textContent = text;
    if (text) place?.querySelector(".exercise-said")?.append(note);
    else note.remove();
  }

  /** @param {Answer} answer */
  function answered(answer) {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(say, PATIENCE, UNHEARD);
    try {
      model.send({ kind: "check", answer });
    } catch {
      say(UNHEARD); // the kernel is gone
    }
  }
  /** @type {ExerciseSpec} */
  const spec = JSON.parse(place.querySelector("script")?.textContent ?? "");
  liveExercise(place, spec, answered, model.get("earlier"));

  /** @param {ToExercise} message */
  const receive = (message) => say(message.note);
  model.on("msg:custom", receive);
  return () => {
    clearTimeout(answerTimer);
    model.off("msg:custom", receive);
  };
}

export default { render };
