// A stepper's view of its frames: the rows of a derivation, and the sentence of a step.

/** @param {Lab} lab @returns {View} */
function listing(lab) {
  const { sentence, problem, run } = lab.said;
  const list = element("ol");
  let width = 0; // of the page when the height was set

  // The list keeps the height of the tallest derivation, so that nothing below jumps.
  function reserve() {
    const { clientWidth } = lab.root;
    if (clientWidth !== width) list.style.minHeight = "";
    width = clientWidth;
    list.style.minHeight = `${list.offsetHeight}px`;
  }
  const sizes = new ResizeObserver(() => requestAnimationFrame(reserve));

  return {
    ...{ above: [], below: [problem, run ?? "", list] },
    start: () => sizes.observe(lab.root),
    stop: () => sizes.disconnect(),
    begin() {},
    mark() {},
    /** @param {Derived} frame */
    show({ rows, sentences }) {
      list.innerHTML = rows.join("");
      const here = Math.min(Number(lab.positions[0]) + 1, rows.length);
      for (const [index, row] of [...list.children].entries()) {
        row.classList.toggle("lab-later", index >= here);
        row.ariaCurrent = index === here - 1 ? "step" : null;
      }
      sentence.innerHTML = sentences[here - 1] ?? ""; // it may be what is asked
      reserve();
      return true;
    },
  };
}
