// Draws the frames of recorder.py on a canvas, sharp at any size and in the page's
// colours. A frame is a display list and the name of its background.

/** @param {HTMLCanvasElement} canvas */
function player(canvas) {
  const pen = penOf(canvas);
  /** @type {Glyphs} */
  const glyphs = new Map();
  const grounds = groundsOf(canvas, play);
  /** @type {Figure} */
  let figure = { width: 1, height: 1, panels: [[0, 1]], axes: [] };
  /** @type {Place[]} */
  let places = [];
  // Takes a colour of the figure to the page's colours
  let ink = (/** @type {Colour} */ colour) => colour;
  /** The colour of the page. @type {Rgb} */
  let theme = [255, 255, 255];
  /** @type {Drawing | null} */
  let shown = null;
  /** The display list drawn over every frame. @type {Op[]} */
  let overlay = [];
  /** What is marked: drawn over the frame as a broad pale line. @type {Op[]} */
  let marks = [];
  let smallest = Infinity; // font size, in pixels of the figure
  let density = 1; // pixels of the screen to a pixel of the page
  let now = ""; // the present layout, as JSON, to see whether it changes

  /**
   * Draw the display list once for each panel, clipped to the columns of the panel.
   * @param {Pen} pen @param {Op[]} ops
   */
  function play(pen, ops) {
    for (const place of places) {
      const { dy, s } = place;
      const sheet = sheetOf(place, density, ink, glyphs);
      sheet.lowered = parted(ops, sheet);
      pen.save();
      if (places.length > 1) {
        pen.beginPath();
        pen.rect(sheet.begin, dy, sheet.end - sheet.begin, figure.height * s);
        pen.clip();
      }
      for (const op of ops) {
        pen.save();
        drawOp(pen, op, sheet);
        pen.restore();
      }
      pen.restore();
    }
  }

  /** @param {Drawing} frame */
  function show(frame) {
    shown = frame;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(grounds.drawn(frame.on), 0, 0);
    for (const ops of [frame.ops, marks, overlay]) play(pen, ops);
    canvas.dataset.frames = `${Number(canvas.dataset.frames ?? 0) + 1}`;
  }

  function redraw() {
    if (shown) show(shown);
  }

  /**
   * Lay the figure out in a width. It is enlarged only if it is to `fill` that width.
   * @param {number} room the width, in pixels of the page
   * @param {number} pixels of the screen per pixel of the page
   * @param {boolean} fill
   * @param {number} [most] the height of all rows of panels together, in pixels of the
   *   page
   */
  function resize(room, pixels, fill, most = Infinity) {
    density = pixels;
    const found = laidOut(figure, smallest, room, pixels, fill, most);
    const { shape } = found;
    places = found.places;
    const next = JSON.stringify([places, shape, density]);
    if (next === now) return;
    now = next;
    grounds.outdate();
    if (canvas.width !== shape.width || canvas.height !== shape.height)
      Object.assign(canvas, shape);
    canvas.style.width = `${shape.width / density}px`;
    canvas.style.height = `${shape.height / density}px`;
    redraw();
  }

  return {
    show,
    resize,
    /** @param {Figure} now */
    setFigure(now) {
      figure = now;
    },
    width: () => figure.width,
    /** @param {Op[]} ops */
    setOverlay(ops) {
      overlay = ops;
      redraw();
    },
    /** Mark what these operations of the frame have drawn, or nothing. @param {Op[]} ops */
    mark(ops) {
      if (!ops.length && !marks.length) return;
      marks = ops.flatMap(halo);
      redraw();
    },
    /**
     * Where a rectangle of the figure is on the page, from the canvas's corner.
     * @param {Box} box
     */
    onPage([x, y, width, height]) {
      const middle = x + width / 2;
      const { dx, dy, s, across } =
        places.find(({ x0, x1 }) => x0 <= middle && middle <= x1) ?? places[0];
      const found = [x * across + dx, y * s + dy, width * across, height * s];
      return found.map((v) => v / density);
    },
    /** @param {Whole} first @param {WrittenPath[]} paths */
    addGlyphs(first, paths) {
      for (const [i, written] of paths.entries()) glyphs.set(first + i, { written });
    },
    /** @param {string} name @param {Op[]} ops */
    addBackground(name, ops) {
      for (const op of ops)
        if (op[0] === "t" || op[0] === "w") smallest = Math.min(smallest, op[5] / UNIT);
      grounds.add(name, ops);
    },
    /** @param {string} name */
    dropBackground(name) {
      // The frame on the canvas may have to be drawn at another size.
      if (shown?.on !== name) grounds.drop(name);
    },
    hasBackground: grounds.has,
    /** @param {Rgb} ground the background colour of the page */
    setTheme(ground) {
      if (String(ground) === String(theme)) return;
      theme = ground;
      ink = inks(ground);
      grounds.outdate();
      redraw();
    },
  };
}

/** @typedef {ReturnType<typeof player>} Player */

/**
 * The backgrounds of a lab, rendered when they are needed, as large as the canvas, and
 * again after its size or the colours have changed.
 * @param {HTMLCanvasElement} canvas @param {(pen: Pen, ops: Op[]) => void} play
 */
function groundsOf(canvas, play) {
  /** @type {Map<string, Op[]>} */
  const lists = new Map();
  /** @type {Map<string, HTMLCanvasElement>} */
  const pictures = new Map();
  return {
    /** @param {string} name */
    drawn(name) {
      const found = pictures.get(name);
      if (found) return found;
      if (pictures.size > 3) pictures.clear(); // a lab alternates between one or two
      const { width, height } = canvas;
      const picture = Object.assign(document.createElement("canvas"), {
        width,
        height,
      });
      play(penOf(picture), lists.get(name) ?? []);
      pictures.set(name, picture);
      return picture;
    },
    /** @param {string} name @param {Op[]} ops */
    add: (name, ops) => void lists.set(name, ops),
    /** @param {string} name */
    drop(name) {
      lists.delete(name);
      pictures.delete(name);
    },
    has: (/** @type {string} */ name) => lists.has(name),
    outdate: () => pictures.clear(),
  };
}

/**
 * What the operations are drawn with in one panel. The scale of heights is `s`, that of
 * widths `across`.
 * @param {Place} place @param {number} density pixels of the screen to one of the page
 * @param {(colour: Colour) => Colour} ink the colours of the page
 * @param {Glyphs} glyphs
 */
function sheetOf({ x0, x1, dx, dy, s, across }, density, ink, glyphs) {
  const X = (/** @type {number} */ v) => (v * across) / UNIT + dx;
  const Y = (/** @type {number} */ v) => (v * s) / UNIT + dy;
  // The columns of the panel in pixels of the screen
  const [begin, end] = [Math.max(0, X(UNIT * x0)), X(UNIT * x1)];
  /** How far each enlarged text is moved down, in pixels of the screen, so that it does
   * not run into one above. @type {Map<Op, number>} */
  const lowered = new Map();
  return { s, X, Y, begin, end, stretch: across / s, density, ink, glyphs, lowered };
}

/** @type {Draws<Op>} */
function drawOp(pen, op, sheet) {
  if (op[0] === "p") drawPaths(pen, op, sheet);
  else if (op[0] === "m") drawMarkers(pen, op, sheet);
  else if (op[0] === "t") drawText(pen, op, sheet);
  else if (op[0] === "w") drawWords(pen, op, sheet);
  else drawImage(pen, op, sheet);
}
