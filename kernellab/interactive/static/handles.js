// The handles of a lab: places in its picture where the hand takes what it shows. They
// only say where the hand pulls; live.js finds the setting.

/**
 * A handle that a hand holds: its key in a frame, and where the hand wants its centre, in pixels of the page from the canvas's corner.
 * @typedef {{ key: string, pointer: number, x: number, y: number }} Held
 */

/**
 * @param {HTMLElement} viewport
 * @param {HTMLCanvasElement} canvas
 * @param {Player} play
 * @param {object} hand
 * @param {(key: string) => void} hand.near the hand comes near a handle
 * @param {(key: string) => void} hand.take the hand takes one
 * @param {() => void} hand.pull the hand holds one, and has moved
 */
function handlesOver(viewport, canvas, play, { near, take, pull }) {
  const layer = element("div", { className: "lab-handles" });
  layer.setAttribute("aria-hidden", "true"); // the sliders do the same by keyboard
  viewport.append(layer);
  /** @type {Map<string, HTMLElement>} */
  const nodes = new Map();
  /** @type {HandlePlaces} */
  let places = {};
  /** @type {Held | null} */
  let held = null;
  let offset = { x: 0, y: 0 }; // from the handle's centre to where the hand took it

  /** @param {HandlePlace} place */
  function onPage([x, y]) {
    const [left, top] = play.onPage([x / UNIT, y / UNIT, 0, 0]);
    return { x: left, y: top };
  }

  /** @param {string} key */
  function nodeOf(key) {
    let node = nodes.get(key);
    if (!node) {
      node = element("div", { className: "lab-handle" });
      const [names, chosen] = key.split("|");
      node.dataset.controls = names;
      if (chosen !== undefined) node.dataset.chosen = chosen;
      node.addEventListener("pointerenter", () => near(key));
      nodes.set(key, node);
      layer.append(node);
    }
    return node;
  }

  function put() {
    for (const [key, node] of nodes) node.hidden = !(key in places);
    for (const [key, place] of Object.entries(places)) {
      const { x, y } = onPage(place);
      Object.assign(nodeOf(key).style, { left: `${x}px`, top: `${y}px` });
    }
  }

  /** @param {PointerEvent} event */
  function pointOf(event) {
    const { left, top } = layer.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /**
   * Of the handles that the hand may mean, the nearest.
   * @param {{ x: number, y: number }} at
   */
  function nearestTo(at) {
    const found = Object.keys(places).map((key) => {
      const centre = onPage(places[key]);
      const away = Math.hypot(at.x - centre.x, at.y - centre.y);
      return { key, centre, away, reach: nodeOf(key).offsetWidth / 2 };
    });
    return found
      .filter(({ away, reach }) => away <= reach)
      .sort((a, b) => a.away - b.away)[0];
  }

  layer.addEventListener("pointerdown", (event) => {
    if (held || event.button !== 0) return;
    const at = pointOf(event);
    const taken = nearestTo(at);
    if (!taken) return;
    event.preventDefault();
    const { key, centre } = taken;
    // By the layer, since a handle may be hidden on its way.
    layer.setPointerCapture(event.pointerId);
    offset = { x: at.x - centre.x, y: at.y - centre.y };
    held = { key, pointer: event.pointerId, ...centre };
    layer.classList.add("lab-holds");
    nodeOf(key).classList.add("lab-held");
    take(key);
  });
  layer.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const at = pointOf(event);
    held = { ...held, x: at.x - offset.x, y: at.y - offset.y };
    pull();
  });
  for (const kind of /** @type {const} */ ([
    "pointerup",
    "pointercancel",
    "lostpointercapture",
  ])) {
    layer.addEventListener(kind, (event) => {
      if (event.pointerId !== held?.pointer) return;
      nodeOf(held.key).classList.remove("lab-held");
      layer.classList.remove("lab-holds");
      held = null;
    });
  }

  return {
    get held() {
      return held;
    },
    /** @param {HandlePlaces} now */
    show(now) {
      places = now;
      put();
    },
    /** Mark the handles of a control, or none. @param {string | null} name */
    mark(name) {
      for (const [key, node] of nodes)
        node.classList.toggle(
          "lab-marked",
          name !== null && key.split(" ").includes(name),
        );
    },
    resize() {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = canvas;
      Object.assign(layer.style, {
        left: `${offsetLeft}px`,
        top: `${offsetTop}px`,
        width: `${offsetWidth}px`,
        height: `${offsetHeight}px`,
      });
      put();
    },
    /**
     * How far a handle at this place would be from where the hand wants it.
     * @param {HandlePlace | undefined} place
     */
    away(place) {
      if (!held || !place) return Infinity;
      const { x, y } = onPage(place);
      return Math.hypot(held.x - x, held.y - y);
    },
  };
}
