// Sets the formulas of a page a few at a time, once its first lab is there: a hand on a
// slider never waits for all of them.
(() => {
  if (!window.MathJax?.startup?.promise) return; // a page without formulas
  const TOGETHER = 12; // formulas between two frames
  const PATIENCE = 3000; // milliseconds that formulas wait for a lab
  const pause = (/** @type {number} */ ms) =>
    new Promise((next) => setTimeout(next, ms));
  const waits = () =>
    performance.now() < PATIENCE &&
    document.querySelector("[data-lab]") &&
    !document.querySelector(".lab-live canvas[data-frames], .lab-steps li");
  let left = [...document.querySelectorAll(".math")].filter(
    (each) => !each.parentElement?.closest(".math"),
  );
  // The next to be set. A lab that has come to life has taken its still away, with the
  // formulas in it.
  /** @param {number} count */
  function take(count) {
    left = left.filter((each) => each.isConnected);
    return left.splice(0, count);
  }

  async function setAll() {
    while (waits()) await pause(20);
    for (let some = take(TOGETHER); some.length; some = take(TOGETHER)) {
      await MathJax.typesetPromise(some);
      await pause(0);
    }
  }

  // Who waits for MathJax waits for its formulas; paper waits for nobody.
  MathJax.startup.promise = MathJax.startup.promise.then(setAll);
  addEventListener("beforeprint", () => {
    const rest = take(Infinity);
    if (rest.length) MathJax.typeset(rest);
  });
})();
