// What a lab says below its picture: its sentence, or why there is none.

/** The elements in which a lab or a stepper reports. @param {() => void} goBack */
function reports(goBack) {
  return {
    verdict: element("div", { className: "lab-said" }), // on the guess
    sentence: element("div", { className: "lab-sentence" }),
    problem: element("div", { className: "lab-problem", role: "alert" }),
    // On the nearest setting that a page without Python has.
    note: element("p", { className: "lab-note", role: "status" }),
    run: runButton(),
    reset: actButton("Reset", goBack),
  };
}

/**
 * The words keep the height of the longest of them and a line more, so that nothing
 * below them jumps.
 * @param {Lab} lab
 */
function reporting(lab) {
  const { root, specs } = lab;
  const { verdict, sentence, problem, run } = lab.said;
  const letters = specs.map(letterOf);
  // The sentence once more for screen readers, when the controls rest.
  const spoken = element("div", { className: "lab-spoken", ariaLive: "polite" });
  const text = element("div", {}, verdict, sentence, problem, run ?? "");
  const words = element("div", { className: "lab-words" }, text);
  let height = 0;

  function reserve() {
    const line = parseFloat(getComputedStyle(words).lineHeight) || 24;
    const needed = text.getBoundingClientRect().height;
    if (height === 0 && sentence.textContent) height = Math.ceil(needed + line);
    height = Math.max(height, needed);
    words.style.minHeight = lab.question?.open ? "" : `${height}px`;
  }

  /** @param {string} text @param {boolean} wrong whether the picture is a wrong one */
  function setProblem(text, wrong = text !== "") {
    if (problem.textContent !== text) problem.textContent = text;
    if (run) run.hidden = text !== SILENCE;
    root.classList.toggle("lab-wrong", wrong);
    reserve();
  }

  const busy = (/** @type {boolean} */ is) => {
    root.ariaBusy = `${is}`;
  };
  // Whether the canvas does not show yet what the controls say.
  const stale = () => root.ariaBusy === "true" || root.classList.contains("lab-wrong");

  return {
    nodes: [words, spoken],
    reserve,
    setProblem,
    busy,
    stale,
    /** Forget how high the words were. */
    forget() {
      height = 0;
    },
    /** @param {string} words */
    say(words) {
      if (sentence.textContent !== words)
        sentence.replaceChildren(...lettered(words, letters));
    },
    speak() {
      spoken.innerHTML = sentence.innerHTML;
    },
    // Cached frames still play; what the canvas shows is right unless it is stale.
    silence() {
      const wrong = stale();
      busy(false);
      setProblem(SILENCE, wrong);
    },
  };
}
