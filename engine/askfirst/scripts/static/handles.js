// The handles of a lab: places in its picture where the hand takes what it shows. They
// only say where the hand pulls; live.js finds the setting.

const LINGER = 1000; // milliseconds in which a handle still comes to where it was let go

/**
 * A handle that a hand pulls: its key in a frame, and where the hand wants its centre,
 * in pixels of the page from the canvas's corner.
 * @typedef {{ key: string, x: number, y: number }} Pulled
 */

/** @param {Pick<Lab, "viewport" | "canvas" | "play" | "moves">} lab */
function handlesOver({ viewport, canvas, play, moves }) {
  // For the ear, the sliders do the same.
  const layer = element("div", { className: "lab-handles", ariaHidden: "true" });
  viewport.append(layer);
  /** @type {Map<string, HTMLElement>} */
  const nodes = new Map();
  /** @type {HandlePlaces} */
  let places = {};
  /** @type {Set<string>} */
  let sideways = new Set();
  /** @type {Pulled | null} */
  let pulled = null;
  /** The pointer that holds it, until it is let go. @type {number | null} */
  let pointer = null;
  let offset = { x: 0, y: 0 }; // from the handle's centre to where the hand took it
  /** Where in the window the hand was last, where that is still true. @type {PointerEvent | null} */
  let last = null;
  let lingering = 0;

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
      node.classList.toggle("lab-sideways", sideways.has(key));
      node.addEventListener("pointerenter", () => moves.near(key));
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
  function pointOf({ clientX, clientY }) {
    const { left, top, width } = layer.getBoundingClientRect();
    const scale = width / layer.offsetWidth; // of a slide
    return { x: (clientX - left) / scale, y: (clientY - top) / scale };
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

  /** The hand has moved over the picture, or the picture below the hand. */
  function follow() {
    if (!pulled || !last) return;
    const at = pointOf(last);
    pulled = { ...pulled, x: at.x - offset.x, y: at.y - offset.y };
    moves.pull();
  }

  // A page that is zoomed has other pixels.
  function forget() {
    last = null;
  }

  /** The hand is gone. What it pulled may still come. */
  function letGo() {
    if (!pulled) return;
    pointer = null;
    nodeOf(pulled.key).classList.remove("lab-held");
    layer.classList.remove("lab-holds");
    removeEventListener("scroll", follow, true);
    removeEventListener("resize", forget);
  }

  /** Nothing is pulled any more. */
  function drop() {
    letGo();
    clearTimeout(lingering);
    pulled = null;
  }

  layer.addEventListener("pointerdown", (event) => {
    // Of a pointer that was lost, the page may never hear.
    const holds = pointer !== null && layer.hasPointerCapture(pointer);
    if (holds || event.button !== 0) return;
    const at = pointOf(event);
    const taken = nearestTo(at);
    if (!taken) return;
    event.preventDefault();
    drop();
    const { key, centre } = taken;
    // By the layer, since a handle may be hidden on its way.
    layer.setPointerCapture(event.pointerId);
    offset = { x: at.x - centre.x, y: at.y - centre.y };
    pointer = event.pointerId;
    pulled = { key, ...centre };
    last = event;
    addEventListener("scroll", follow, true);
    addEventListener("resize", forget);
    layer.classList.add("lab-holds");
    nodeOf(key).classList.add("lab-held");
    moves.take(key);
  });
  layer.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    if (event.buttons === 0) {
      drop(); // it was let go where the page did not hear of it
      return;
    }
    last = event;
    follow();
  });
  layer.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    letGo();
    lingering = setTimeout(drop, LINGER);
  });
  for (const kind of /** @type {const} */ (["pointercancel", "lostpointercapture"]))
    layer.addEventListener(kind, (event) => {
      if (event.pointerId === pointer) drop();
    });

  return {
    /** What the hand pulls, or let go and is still to come. */
    get pulled() {
      return pulled;
    },
    /** Whether a hand holds a handle. */
    get holds() {
      return pointer !== null;
    },
    drop,
    /** @param {HandlePlaces} now */
    show(now) {
      places = now;
      put();
    },
    /** Which of them move sideways. @param {string[]} keys */
    setSideways(keys) {
      sideways = new Set(keys);
    },
    /** Mark the handles of a control, or none. @param {string | null} name */
    mark(name) {
      for (const [key, node] of nodes)
        node.classList.toggle(
          "lab-marked",
          name !== null && key.split(/[ |]/).includes(name),
        );
    },
    resize() {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = canvas;
      const other =
        offsetWidth !== layer.offsetWidth || offsetHeight !== layer.offsetHeight;
      Object.assign(layer.style, {
        left: `${offsetLeft}px`,
        top: `${offsetTop}px`,
        width: `${offsetWidth}px`,
        height: `${offsetHeight}px`,
      });
      put();
      // Until the hand moves, it wants the handle where it is.
      if (other && pulled && pulled.key in places)
        pulled = { ...pulled, ...onPage(places[pulled.key]) };
    },
    /**
     * How far a handle at this place would be from where the hand wants it.
     * @param {HandlePlace | undefined} place
     */
    away(place) {
      if (!pulled || !place) return Infinity;
      const { x, y } = onPage(place);
      return Math.hypot(pulled.x - x, pulled.y - y);
    },
  };
}
