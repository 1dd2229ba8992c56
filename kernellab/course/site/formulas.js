// Sets the formulas of a page a few at a time, once its first lab is there: a hand on a slider never waits for all of them.
(() => {
  if (!window.MathJax?.startup?.promise) return; // a page without formulas
  const TOGETHER = 12; // formulas between two frames
  const PATIENCE = 3000; // milliseconds that formulas wait for a lab
  const pause = (ms) => new Promise((next) => setTimeout(next, ms));
  const waits = () =>
    performance.now() < PATIENCE &&
    document.querySelector("[data-lab]") &&
    !document.querySelector(".lab-live canvas[data-frames], .lab-steps li");
  const left = [...document.querySelectorAll(".math")].filter((each) => !each.parentElement.closest(".math"));

  async function setAll() {
    while (waits()) await pause(20);
    while (left.length) {
      await MathJax.typesetPromise(left.splice(0, TOGETHER));
      await pause(0);
    }
  }

  // Who waits for MathJax waits for its formulas; paper waits for nobody.
  MathJax.startup.promise = MathJax.startup.promise.then(setAll);
  addEventListener("beforeprint", () => MathJax.typeset(left.splice(0)));
})();
