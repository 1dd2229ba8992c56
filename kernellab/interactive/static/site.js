// Brings the labs of a page to life. Each has its frames in a script of its own, which calls `kernellabFrames(name, text)`.
const waiting = new Map(); // name of a lab → what was packed for it, until its place on the page is seen

function kernellabFrames(name, text) {
  waiting.set(name, text);
  start(name);
}

async function start(name) {
  const place = document.querySelector(`[data-lab="${name}"]`);
  const text = waiting.get(name);
  if (!place || text === undefined) return;
  waiting.delete(name);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const made = JSON.parse(await new Response(plain).text());
  const render = made.runs ? kernellabSteps : kernellabLive;
  const still = [...place.children];
  render({ model: preparedModel(made), el: place });
  for (const each of still) each.remove();
}

document.addEventListener("DOMContentLoaded", () => [...waiting.keys()].forEach(start));

// Paper is white, whatever the page is.
let screenTheme;
addEventListener("beforeprint", () => {
  screenTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = screenTheme;
});
