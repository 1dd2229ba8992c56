// Starts the labs of a page. Each has its frames in a script of its own, which calls
// `askfirstFrames(name, first, rest)`. The first lab of a page starts as soon as it can;
// another when the reader comes near it.

const NEAR = "100%"; // of the window's height: so far from it a lab starts

/** Name of a lab → its texts, until it is started. @type {Map<string, string[]>} */
const arrived = new Map();
/** Labs that the reader came near. @type {Set<string>} */
const near = new Set();

const placeOf = (/** @type {string} */ name) =>
  document.querySelector(`[data-lab="${name}"]`);

/** @param {string} name @param {string[]} texts of a lab, as prepared.py packs it */
function askfirstFrames(name, ...texts) {
  arrived.set(name, texts);
  if (urgent(name)) start(name);
}

/** Whether a lab starts as soon as it can. @param {string} name */
function urgent(name) {
  const place = placeOf(name);
  const first = place === document.querySelector("[data-lab]");
  // A slide loads its labs when it is near.
  return first || near.has(name) || place?.closest(".reveal") != null;
}

/** @param {string} name */
async function start(name) {
  const place = placeOf(name);
  const texts = arrived.get(name);
  if (!place || !texts) return;
  arrived.delete(name);
  const [first, rest] = texts;
  /** @type {Prepared} */
  const made = JSON.parse(await unpacked(first));
  const still = [...place.children];
  const frames = async () => (await unpacked(rest)).split("\n");
  const model = preparedModel(made, frames);
  askfirstLive({ model, el: place });
  for (const each of still) each.remove();
  place.removeAttribute("tabindex");
  if (!near.has(name)) return;
  await new Promise((done) => setTimeout(done, 50)); // what the page does now comes first
  await model.complete();
}

/** The text that was deflated, and written in base 64. @param {string} text */
async function unpacked(text) {
  const { body } = await fetch(`data:;base64,${text}`);
  return new Response(body?.pipeThrough(new DecompressionStream("deflate"))).text();
}

/** Start each lab when the reader comes near it, or reaches its place by the Tab key. */
function startLabs() {
  const places = document.querySelectorAll("[data-lab]");
  /** @param {HTMLElement} place */
  const approach = (place) => {
    sight.unobserve(place);
    near.add(place.dataset.lab ?? "");
    start(place.dataset.lab ?? "");
  };
  const sight = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen)
        if (isIntersecting && target instanceof HTMLElement) approach(target);
    },
    { rootMargin: `${NEAR} 0px` },
  );
  for (const place of places) {
    const { lab = "" } = place.dataset;
    if (urgent(lab)) start(lab);
    else {
      place.tabIndex = 0;
      place.addEventListener("focus", () => approach(place), { once: true });
    }
    sight.observe(place);
  }
}

function startExercises() {
  for (const place of document.querySelectorAll(".exercise-live:has(> script)")) {
    const text = place.querySelector("script")?.textContent ?? "";
    /** @type {ExerciseSpec} */
    const spec = JSON.parse(text);
    /** @param {Answer} answer @param {Judged} judged */
    const answered = (answer, judged) => keepCheck(spec.name, answer, judged);
    liveExercise(place, spec, answered, checkOf(journal.state(), spec.name));
  }
  for (const place of document.querySelectorAll(".exercise-live:not(:has(> script))")) {
    const earlier = checkOf(journal.state(), place.dataset.exercise ?? "");
    if (!earlier) continue;
    place.dataset.state = earlier.state;
    const said = ` ${MARKS[earlier.state]} It is ${ON_RECORD[earlier.state]}`;
    place.querySelector(".exercise-said")?.append(said);
  }
  for (const place of document.querySelectorAll(".work-live"))
    liveWork(place, JSON.parse(place.querySelector("script")?.textContent ?? ""));
}

document.addEventListener("DOMContentLoaded", () => {
  startLabs();
  startExercises();
});

// A page is printed in its light colours.
let screenTheme = "light";
addEventListener("beforeprint", () => {
  screenTheme = document.documentElement.dataset.theme ?? "light";
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = screenTheme;
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
    const dollars = each.matches("div, .display") ? "$$" : "$";
    each.replaceWith(dollars + (tex.join("") || each.textContent) + dollars);
  }
  document.body.append(box);
  // biome-ignore lint/performance/useDomNodeTextContent: it keeps the lines apart
  event.clipboardData?.setData("text/plain", box.innerText);
  box.remove();
  event.preventDefault();
});
