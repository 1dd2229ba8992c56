// Starts the labs of a page. Each has its frames in a script of its own, which calls
// `kernellabFrames(name, text)`.

/**
 * Name of a lab → its frames, until its place is on the page.
 * @type {Map<string, string>}
 */
const arrived = new Map();

/**
 * @param {string} name
 * @param {string} text a PreparedLab or PreparedSteps as JSON, deflated, in base 64
 */
function kernellabFrames(name, text) {
  arrived.set(name, text);
  start(name);
}

/** @param {string} name */
async function start(name) {
  /** @type {HTMLElement | null} */
  const place = document.querySelector(`[data-lab="${name}"]`);
  const text = arrived.get(name);
  if (!place || text === undefined) return;
  arrived.delete(name);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream();
  const json = stream.pipeThrough(new DecompressionStream("deflate"));
  /** @type {PreparedLab | PreparedSteps} */
  const made = JSON.parse(await new Response(json).text());
  const still = [...place.children];
  // Whoever shows slides begins at the start.
  const model = preparedModel(made, place.closest(".reveal") ? undefined : workPlaces);
  if ("runs" in made) kernellabSteps({ model, el: place });
  else kernellabLive({ model, el: place });
  for (const each of still) each.remove();
}

function startExercises() {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(".exercise-live:has(> script)");
  for (const place of places) {
    const text = place.querySelector("script")?.textContent ?? "";
    /** @type {ExerciseSpec} */
    const spec = JSON.parse(text);
    const answered = keepCheck.bind(null, spec.name);
    liveExercise(place, spec, answered, work.answerTo(spec.name));
  }
  /** @type {NodeListOf<HTMLElement>} */
  const counts = document.querySelectorAll(".work-live");
  for (const place of counts)
    liveWork(place, JSON.parse(place.querySelector("script")?.textContent ?? ""));
}

document.addEventListener("DOMContentLoaded", () => {
  for (const name of [...arrived.keys()]) start(name);
  startExercises();
});

// A page is printed in its light colours.
/** @type {string | undefined} */
let screenTheme;
addEventListener("beforeprint", () => {
  screenTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  if (screenTheme === undefined) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = screenTheme;
});

// A formula is copied whole, and as its TeX between dollars.

/** @param {Node} node */
function formulaAround(node) {
  const near = node instanceof Element ? node : node.parentElement;
  return near?.closest(".math");
}

addEventListener("copy", (event) => {
  const selection = getSelection();
  const typed = event.target instanceof Element && event.target.closest("input");
  if (!selection || selection.isCollapsed || typed) return;
  const range = selection.getRangeAt(0).cloneRange();
  const first = formulaAround(range.startContainer);
  const last = formulaAround(range.endContainer);
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const box = document.createElement("div");
  box.append(range.cloneContents());
  const formulas = box.querySelectorAll(".math");
  if (!formulas.length) return;
  for (const each of formulas) {
    const tex = [...each.querySelectorAll("annotation")].map(
      (part) => part.textContent,
    );
    const dollars = each.localName === "div" ? "$$" : "$";
    each.replaceWith(dollars + tex.join("") + dollars);
  }
  document.body.append(box);
  // biome-ignore lint/performance/useDomNodeTextContent: it keeps the lines apart
  event.clipboardData?.setData("text/plain", box.innerText);
  box.remove();
  event.preventDefault();
});
