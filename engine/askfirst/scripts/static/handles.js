// The handles of a lab: places in its picture where the hand takes what it shows. They
// only say where the hand pulls; moves.js finds the setting.

const LINGER = 1000; // milliseconds in which a handle still comes to where it was let go

/** @typedef {{ x: number, y: number }} Spot in pixels of the page from the canvas's corner */

/**
 * The rings of the handles, in a layer over the picture.
 * @param {Canvas & { canvas: HTMLElement, moves: Lab["moves"] }} lab
 */
function ringsOver({ viewport, canvas, play, moves }) {
  // For the ear, the sliders do the same.
  const layer = element("div", { className: "lab-handles", ariaHidden: "true" });
  viewport.append(layer);
  /** @type {Map<string, HTMLElement>} */
  const nodes = new Map();
  /** @type {HandlePlaces} */
  let places = {};
  /** @type {Set<string>} */
  let sideways = new Set();

  /** @param {HandlePlace} place @returns {Spot} */
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

  return {
    layer,
    nodeOf,
    onPage,
    /** Of the handles that the hand may mean, the nearest. @param {Spot} at */
    nearestTo(at) {
      const found = Object.keys(places).map((key) => {
        const centre = onPage(places[key]);
        const away = Math.hypot(at.x - centre.x, at.y - centre.y);
        return { key, centre, away, reach: nodeOf(key).offsetWidth / 2 };
      });
      return found
        .filter(({ away, reach }) => away <= reach)
        .sort((a, b) => a.away - b.away)[0];
    },
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
    /** Cover the canvas. */
    resize() {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = canvas;
      const [left, top] = [`${offsetLeft}px`, `${offsetTop}px`];
      const [width, height] = [`${offsetWidth}px`, `${offsetHeight}px`];
      Object.assign(layer.style, { left, top, width, height });
      put();
    },
  };
}

/** @param {Canvas & { canvas: HTMLElement, moves: Lab["moves"] }} lab */
function handlesOver(lab) {
  const rings = ringsOver(lab);
  const { layer } = rings;
  /**
   * A handle that a hand pulls: its key in a frame, and where the hand wants its centre.
   * @type {Spot & { key: string } | null}
   */
  let pulled = null;
  /** The pointer that holds it, until it is let go. @type {number | null} */
  let pointer = null;
  let offset = { x: 0, y: 0 }; // from the handle's centre to where the hand took it
  /** Where in the window the hand was last. @type {PointerEvent | null} */
  let last = null;
  let release = new AbortController(); // of what is listened to while a hand holds one
  let lingering = 0;

  /** @param {PointerEvent} event @returns {Spot} */
  function pointOf({ clientX, clientY }) {
    const { left, top, width } = layer.getBoundingClientRect();
    const scale = width / layer.offsetWidth; // of a slide
    return { x: (clientX - left) / scale, y: (clientY - top) / scale };
  }

  /** The hand has moved over the picture, or the picture below the hand. */
  function follow() {
    if (!pulled || !last) return;
    const at = pointOf(last);
    pulled = { ...pulled, x: at.x - offset.x, y: at.y - offset.y };
    lab.moves.pull();
  }

  /** The hand is gone. What it pulled may still come. */
  function letGo() {
    if (!pulled) return;
    pointer = null;
    rings.nodeOf(pulled.key).classList.remove("lab-held");
    layer.classList.remove("lab-holds");
    release.abort();
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
    const taken = rings.nearestTo(at);
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
    release = new AbortController();
    const { signal } = release;
    addEventListener("scroll", follow, { capture: true, signal });
    addEventListener("resize", drop, { signal }); // a page that is zoomed, too
    layer.classList.add("lab-holds");
    rings.nodeOf(key).classList.add("lab-held");
    lab.moves.take(key);
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

  const { show, setSideways, mark, resize } = rings;
  return {
    ...{ show, setSideways, mark, resize, drop },
    /** What the hand pulls, or let go and is still to come. */
    get pulled() {
      return pulled;
    },
    /** Whether a hand holds a handle. */
    get holds() {
      return pointer !== null;
    },
    /**
     * How far a handle at this place would be from where the hand wants it.
     * @param {HandlePlace | undefined} place
     */
    away(place) {
      if (!pulled || !place) return Infinity;
      const { x, y } = rings.onPage(place);
      return Math.hypot(pulled.x - x, pulled.y - y);
    },
  };
}
