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
  const model = preparedModel(made);
  if ("runs" in made) kernellabSteps({ model, el: place });
  else kernellabLive({ model, el: place });
  for (const each of still) each.remove();
}

document.addEventListener("DOMContentLoaded", () => {
  for (const name of [...arrived.keys()]) start(name);
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
