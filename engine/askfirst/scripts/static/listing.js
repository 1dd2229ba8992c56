// What a stepper shows.

/**
 * The rows and the sentence of a derivation.
 * @param {Pick<Stepper, "el" | "root" | "list" | "said" | "positions" | "question">
 *   } stepper
 */
function listing(stepper) {
  const { el, root, list } = stepper;
  const { sentence, problem, run: runAgain } = stepper.said;
  /** The steps that are shown. @type {Run | null} */
  let run = null;
  let stale = true; // they are still those of other data
  let spoken = ""; // the sentence, as HTML
  let width = 0; // of the page when the height was set

  // The list keeps the height of the tallest derivation, so that nothing below jumps.
  function reserve() {
    if (el.clientWidth !== width) list.style.minHeight = "";
    width = el.clientWidth;
    list.style.minHeight = `${list.offsetHeight}px`;
  }

  function show() {
    if (!run || "problem" in run) return;
    const here = Math.min(Number(stepper.positions[0]) + 1, run.rows.length);
    for (const [index, row] of [...list.children].entries()) {
      row.classList.toggle("lab-later", index >= here);
      row.ariaCurrent = index === here - 1 ? "step" : null;
    }
    // Why a step holds may be what the question asks.
    const words = stepper.question?.open ? "" : run.sentences[here - 1];
    if (words !== spoken) sentence.innerHTML = words;
    spoken = words;
  }

  return {
    reserve,
    show,
    /** @param {Run} found @param {boolean} [stillStale] */
    put(found, stillStale = false) {
      run = found;
      stale = stillStale;
      const failed = "problem" in found;
      list.innerHTML = failed ? "" : found.rows.join("");
      const reason = failed ? found.problem : "";
      if (problem.textContent !== reason) problem.textContent = reason;
      if (runAgain) runAgain.hidden = reason !== SILENCE;
      root.classList.toggle("lab-wrong", failed);
      root.ariaBusy = "false";
      show();
      reserve();
    },
    outdate() {
      stale = true;
      root.ariaBusy = "true";
    },
    stale: () => stale,
  };
}
