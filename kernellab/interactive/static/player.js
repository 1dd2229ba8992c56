// Draws the frames of recorder.py on a canvas, sharp at any size and in the page's
// colours. A frame is a display list and the name of its background; messages.d.ts
// describes the format.

const UNIT = 20; // units in a pixel of the figure
const EM = 1000; // units in an em of a glyph
const STRONG = 0.76; // the lightness of a strong colour on a dark page, at least
const FACE = '"Source Sans 3", system-ui, sans-serif'; // of words that the page adds
const LEAST_TEXT = 13.6; // the smallest font size, in pixels of the page: a caption's
// How much larger than in the figure text may be drawn, while the panels stand beside
// or below each other
const GROWTH = { beside: 1.3, below: 1.96 };

/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * From 1/20 pixel of the figure to pixels of the screen.
 * @typedef {(v: number) => number} Scale
 */
/**
 * Where a panel goes: its columns in the figure, and the offset and scale that take it
 * to pixels of the screen. Across, the scale may be another.
 * @typedef {{ x0: number, x1: number, dx: number, dy: number, s: number,
 *   across: number }} Place
 */

/**
 * What something covers, from its left upper to its right lower corner.
 * @typedef {[left: number, top: number, right: number, bottom: number]} Corners
 */

/** @param {HTMLCanvasElement} canvas */
function player(canvas) {
  const pen = penOf(canvas);
  /** @type {Map<number, { written: WrittenPath, path?: Path2D, box?: Corners }>} */
  const glyphs = new Map();
  /** @type {Map<string, Op[]>} */
  const backgrounds = new Map();
  /**
   * Rendered backgrounds, at the present size and in the present colours.
   * @type {Map<string, HTMLCanvasElement>}
   */
  const drawn = new Map();
  const scratch = document.createElement("canvas");
  /** @type {Figure} */
  let figure = { width: 1, height: 1, panels: [[0, 1]], axes: [] };
  /** @type {Place[]} */
  let places = [];
  // The columns of the panel that is drawn, in pixels of the screen
  let [begin, end] = [-Infinity, Infinity];
  let stretch = 1; // how much larger its scale across is
  /** How far down texts go, in pixels of the screen. @type {Map<Op, number>} */
  let lowered = new Map();
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
  let laidOut = ""; // the size and the places that the canvas has
  const growth = (/** @type {number} */ size, /** @type {number} */ s) =>
    Math.max(1, (LEAST_TEXT * density * UNIT) / (size * s));

  /**
   * @template {Pen | Path2D} P
   * @param {P} pen
   * @param {WrittenPath} written
   * @param {Scale} X
   * @param {Scale} Y
   */
  function path(pen, [letters, n], X, Y) {
    let x = 0,
      y = 0,
      i = 0;
    for (const letter of letters) {
      if (letter === "Z") {
        pen.closePath();
        continue;
      }
      x += n[i++];
      y += n[i++];
      if (letter === "M") pen.moveTo(X(x), Y(y));
      else if (letter === "L") pen.lineTo(X(x), Y(y));
      else {
        /** @type {[number, number]} */
        const control = [X(x), Y(y)];
        x += n[i++];
        y += n[i++];
        /** @type {[number, number]} */
        const next = [X(x), Y(y)];
        if (letter === "Q") {
          pen.quadraticCurveTo(...control, ...next);
          continue;
        }
        x += n[i++];
        y += n[i++];
        pen.bezierCurveTo(...control, ...next, X(x), Y(y));
      }
    }
    return pen;
  }

  /**
   * Set the pen to a style. Returns the fraction of a pixel that is added to snapped
   * coordinates, or null if nothing snaps.
   * @param {Pen} pen
   * @param {Style} style
   * @param {number} s
   * @param {Scale} X
   * @param {Scale} Y
   */
  function applyStyle(pen, style, s, X, Y) {
    if (style.k) {
      pen.beginPath();
      if (style.k.length === 4) {
        const [x, y, w, h] = style.k;
        const left = Math.round(X(x)),
          top = Math.round(Y(y));
        pen.rect(left, top, Math.round(X(x + w)) - left, Math.round(Y(y + h)) - top);
      } else path(pen, style.k, X, Y);
      pen.clip();
    }
    if (style.f) pen.fillStyle = ink(style.f);
    if (style.s) {
      pen.strokeStyle = ink(style.s);
      pen.lineWidth = (style.w ?? 1) * s;
      pen.lineCap = style.c ?? "butt";
      pen.lineJoin = style.j ?? "round";
      const [offset, ...dashes] = style.d ?? [0];
      pen.setLineDash(dashes.map((each) => each * s));
      pen.lineDashOffset = offset * s;
    }
    if (!style.n) return null;
    return style.s && Math.round((style.w ?? 1) * s) % 2 ? 0.5 : 0;
  }

  /**
   * @param {NonNullable<Style["h"]>} hatch
   * @param {number} s
   */
  function hatching([written, colour, width], s) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = Math.round(100 * s);
    const pen = penOf(tile);
    const to = (/** @type {number} */ v) => (v * s) / UNIT;
    path(pen, written, to, to);
    pen.fillStyle = pen.strokeStyle = ink(colour);
    pen.lineWidth = width * s;
    pen.fill();
    pen.stroke();
    return pen.createPattern(tile, "repeat") ?? "transparent";
  }

  /**
   * Fill, hatch and stroke a path; the current path of the pen if it is null.
   * @param {Pen} pen
   * @param {Style} style
   * @param {Path2D | null} shape
   * @param {number} s
   */
  function paint(pen, style, shape, s) {
    const fill = () => (shape ? pen.fill(shape) : pen.fill());
    if (style.f) fill();
    if (style.h) {
      pen.fillStyle = hatching(style.h, s);
      fill();
      if (style.f) pen.fillStyle = ink(style.f);
    }
    if (style.s) {
      if (shape) pen.stroke(shape);
      else pen.stroke();
    }
  }

  /**
   * What the letters of a text cover, in 1/1000 em from its beginning.
   * @param {TextOp} op
   * @returns {Corners}
   */
  function inkOf([, , , , , , letters]) {
    /** @type {Corners} */
    const ink = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < letters.length; i += 4) {
      const glyph = glyphs.get(letters[i]);
      if (!glyph) continue;
      glyph.box ??= boxOf(glyph.written);
      const scale = letters[i + 3] / EM;
      const [left, top, right, bottom] = glyph.box.map(
        (v, side) => letters[i + 1 + (side % 2)] + v * scale,
      );
      ink[0] = Math.min(ink[0], left);
      ink[1] = Math.min(ink[1], top);
      ink[2] = Math.max(ink[2], right);
      ink[3] = Math.max(ink[3], bottom);
    }
    return ink[0] < ink[2] ? ink : [0, 0, 0, 0];
  }

  /**
   * Where a text goes at scale s: the scale and the turn of its letters, how narrow they
   * are, and where they begin. An enlarged text stays aligned as it is in the figure,
   * unless it would leave its panel; where the panel has no room for it, it is narrower.
   * @param {TextOp} op
   * @param {number} s
   * @param {Scale} X
   * @param {Scale} Y
   */
  function placed(op, s, X, Y) {
    const [, , x, y, angle, size, , , part, up] = op;
    const grown = growth(size, s);
    const k = (grown * size * s) / UNIT / EM;
    const turn = (-angle * Math.PI) / 180;
    const cos = k * Math.cos(turn);
    const sin = k * Math.sin(turn);
    const stretched = !angle && part > 0 && stretch !== 1;
    if (grown === 1 && !stretched)
      return { k, turn, narrow: 1, left: X(x), base: Y(y) };
    const more = 1 - 1 / grown;
    const [from, , to] = inkOf(op);
    // What it stands beside is moved across, and it keeps its width.
    const moved = stretched ? (part * to * k * (stretch - 1)) / grown : 0;
    const start = X(x) + moved;
    const long = part * more * to;
    const high = 0.7 * EM * more * (1 - up);
    const left = start - long * cos - high * sin;
    const base = Y(y) - long * sin + high * cos;
    const middle = start + ((from + to) * k) / grown / 2;
    if (angle || middle < begin || end < middle)
      return { k, turn, narrow: 1, left, base };
    const last = part === 1 ? Math.min(end, start + (k * to) / grown) : end;
    const narrow = Math.min(1, (last - begin) / (k * (to - from)));
    const least = begin - k * narrow * from;
    const most = last - k * narrow * to;
    return { k, turn, narrow, left: Math.max(least, Math.min(left, most)), base };
  }

  /**
   * How far down texts of a display list go: where enlarged letters would run into those
   * of a line above, from which they are apart in the figure, below these.
   * @param {Op[]} ops
   * @param {number} s
   * @param {Scale} X
   * @param {Scale} Y
   */
  function parted(ops, s, X, Y) {
    /** @type {Map<Op, number>} */
    const down = new Map();
    /** @type {{ now: Corners, before: Corners }[]} */
    const above = [];
    const texts = ops.filter((op) => op[0] === "t" && !op[4] && growth(op[5], s) > 1);
    for (const op of /** @type {TextOp[]} */ (texts).sort((a, b) => a[3] - b[3])) {
      const { k, narrow, left, base } = placed(op, s, X, Y);
      const plain = k / growth(op[5], s);
      const ink = inkOf(op);
      const [x, y] = [k * narrow, Y(op[3])];
      /** @type {Corners} */
      const now = [left + ink[0] * x, base + ink[1] * k, left + ink[2] * x, 0];
      const before = /** @type {Corners} */ (ink.map((v) => y + v * plain));
      const over = above.map((each) =>
        each.now[0] < now[2] && now[0] < each.now[2] && each.before[3] <= before[1]
          ? each.now[3] - now[1]
          : 0,
      );
      const by = Math.max(0, ...over);
      now[3] = base + by + ink[3] * k;
      above.push({ now, before });
      if (by) down.set(op, by);
    }
    return down;
  }

  /** How each operation is drawn, at scale s. */
  const draw = {
    /**
     * @param {Pen} pen
     * @param {PathOp} op
     * @param {number} s
     * @param {Scale} X
     * @param {Scale} Y
     */
    p(pen, [, style, ...paths], s, X, Y) {
      const half = applyStyle(pen, style, s, X, Y);
      const snap = (/** @type {Scale} */ to) =>
        half === null
          ? to
          : (/** @type {number} */ v) => Math.floor(to(v) + 0.5) + half;
      for (const each of paths) {
        pen.beginPath();
        path(pen, each, snap(X), snap(Y));
        paint(pen, style, null, s);
      }
    },
    /**
     * @param {Pen} pen
     * @param {MarkerOp} op
     * @param {number} s
     * @param {Scale} X
     * @param {Scale} Y
     */
    m(pen, [, style, marker, points], s, X, Y) {
      const half = applyStyle(pen, style, s, X, Y);
      const to = (/** @type {number} */ v) => (v * s) / UNIT;
      const corner = (/** @type {number} */ v) =>
        half === null ? to(v) + 0.5 : Math.floor(to(v) + 0.5) + half;
      const shape = path(new Path2D(), marker, corner, corner);
      for (let i = 0, x = 0, y = 0; i < points.length; ) {
        x += points[i++];
        y += points[i++];
        pen.setTransform(1, 0, 0, 1, Math.round(X(x)), Math.round(Y(y)));
        paint(pen, style, shape, s);
      }
    },
    /**
     * @param {Pen} pen
     * @param {TextOp} op
     * @param {number} s
     * @param {Scale} X
     * @param {Scale} Y
     */
    t(pen, op, s, X, Y) {
      applyStyle(pen, op[1], s, X, Y);
      const [, , , , , , letters, bars] = op;
      const { k, turn, narrow, ...at } = placed(op, s, X, Y);
      const cos = k * Math.cos(turn);
      const sin = k * Math.sin(turn);
      const left = Math.round(at.left);
      const base = Math.round(at.base + (lowered.get(op) ?? 0));
      const [across, along] = [cos * narrow, sin * narrow];
      for (let i = 0; i < letters.length; i += 4) {
        const [number, dx, dy, thousandths] = letters.slice(i, i + 4);
        const glyph = glyphs.get(number);
        if (!glyph) continue;
        glyph.path ??= path(new Path2D(), glyph.written, identity, identity);
        const scale = thousandths / EM;
        pen.setTransform(
          across * scale,
          along * scale,
          -sin * scale,
          cos * scale,
          left + dx * across - dy * sin,
          base + dx * along + dy * cos,
        );
        pen.fill(glyph.path);
      }
      pen.setTransform(across, along, -sin, cos, left, base);
      for (let i = 0; i < bars.length; i += 4) {
        const [x, y, width, height] = bars.slice(i, i + 4);
        pen.fillRect(x, y, width, height);
      }
    },
    /**
     * @param {Pen} pen
     * @param {WordsOp} op
     * @param {number} s
     * @param {Scale} X
     * @param {Scale} Y
     */
    w(pen, [, style, x, y, angle, size, words], s, X, Y) {
      applyStyle(pen, style, s, X, Y);
      const grown = growth(size, s);
      pen.font = `${(grown * size * s) / UNIT}px ${FACE}`;
      const { width } = pen.measureText(words);
      const middle = X(x) + width / grown / 2;
      const stays = grown === 1 || angle || middle < begin || end < middle;
      const left = Math.max(begin, Math.min(middle - width / 2, end - width));
      pen.translate(stays ? X(x) : left, Y(y));
      pen.rotate((-angle * Math.PI) / 180);
      if (style.s) pen.strokeText(words, 0, 0);
      pen.fillText(words, 0, 0);
    },
    /**
     * @param {Pen} pen
     * @param {ImageOp} op
     * @param {number} s
     * @param {Scale} X
     * @param {Scale} Y
     */
    i(pen, [, style, matrix, width, height, palette, pixels], s, X, Y) {
      applyStyle(pen, style, s, X, Y);
      const [a, b, c, d, e, f] = matrix;
      const [u, v] = [X(1) - X(0), Y(1) - Y(0)];
      Object.assign(scratch, { width, height });
      penOf(scratch).putImageData(unpacked(palette, pixels, width, height, ink), 0, 0);
      pen.globalAlpha = style.a ?? 1;
      pen.imageSmoothingEnabled = false;
      pen.setTransform(a * u, b * v, c * u, d * v, X(e), Y(f));
      pen.drawImage(scratch, 0, 0);
    },
  };

  /**
   * @param {Pen} pen
   * @param {Op} op
   * @param {number} s
   * @param {Scale} X
   * @param {Scale} Y
   */
  function drawOp(pen, op, s, X, Y) {
    if (op[0] === "p") draw.p(pen, op, s, X, Y);
    else if (op[0] === "m") draw.m(pen, op, s, X, Y);
    else if (op[0] === "t") draw.t(pen, op, s, X, Y);
    else if (op[0] === "w") draw.w(pen, op, s, X, Y);
    else draw.i(pen, op, s, X, Y);
  }

  /**
   * Draw the display list once for each panel, clipped to the columns of the panel.
   * @param {Pen} pen
   * @param {Op[]} ops
   */
  function play(pen, ops) {
    for (const { x0, x1, dx, dy, s, across } of places) {
      const X = (/** @type {number} */ v) => (v * across) / UNIT + dx;
      const Y = (/** @type {number} */ v) => (v * s) / UNIT + dy;
      [begin, end] = [Math.max(0, X(UNIT * x0)), X(UNIT * x1)];
      stretch = across / s;
      lowered = parted(ops, s, X, Y);
      pen.save();
      if (places.length > 1) {
        pen.beginPath();
        pen.rect(begin, dy, end - begin, figure.height * s);
        pen.clip();
      }
      for (const op of ops) {
        pen.save();
        drawOp(pen, op, s, X, Y);
        pen.restore();
      }
      pen.restore();
    }
  }

  /** @param {string} name */
  function background(name) {
    let picture = drawn.get(name);
    if (!picture) {
      if (drawn.size > 3) drawn.clear(); // a lab alternates between one or two
      picture = document.createElement("canvas");
      Object.assign(picture, { width: canvas.width, height: canvas.height });
      play(penOf(picture), backgrounds.get(name) ?? []);
      drawn.set(name, picture);
    }
    return picture;
  }

  /** @param {Drawing} frame */
  function show(frame) {
    shown = frame;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(background(frame.on), 0, 0);
    play(pen, frame.ops);
    play(pen, marks);
    play(pen, overlay);
    canvas.dataset.frames = `${Number(canvas.dataset.frames ?? 0) + 1}`;
  }

  function redraw() {
    if (shown) show(shown);
  }

  /**
   * Fit the figure to a width. It never exceeds its own size unless it is to `fill` the
   * width. If its text would be too small to read, the panels go into rows; if that is
   * not enough, the figure is wider than the room, and the page scrolls.
   * @param {number} room the width, in pixels of the page
   * @param {number} pixels of the screen per pixel of the page
   * @param {boolean} fill
   * @param {number} [most] pixels that rows of panels may be high together
   */
  function resize(room, pixels, fill, most = Infinity) {
    density = pixels;
    const { width, height, panels } = figure;
    const least = (/** @type {number} */ grown) =>
      Math.min(1, LEAST_TEXT / smallest / grown);
    const rows = fill ? [panels] : rowsOf(panels, room / least(GROWTH.beside));
    const widest = Math.max(...rows.map(widthOf));
    const stack = rows.length > 1;
    const smaller = Math.max(
      least(stack || panels.length === 1 ? GROWTH.below : GROWTH.beside),
      Math.min(
        1,
        room / widest,
        // Letters that grow much would run into each other.
        stack ? Math.max(most / rows.length / height, least(GROWTH.beside)) : Infinity,
      ),
    );
    const scale = fill ? room / width : smaller;
    const s = scale * density;
    const wide = stack ? Math.max(widest * scale, room) : widest * scale;
    const rowHeight = Math.ceil(height * scale);
    const across = acrossOf(rows, wide, scale);
    places = rows.map((row, i) => {
      const dx = across[i].dx * density;
      const x = across[i].scale * density;
      // Nothing lies beyond the last row, so that its words may take its room.
      const last = stack && i === rows.length - 1;
      return {
        x0: row[0][0],
        x1: last ? (wide * density - dx) / x : row[row.length - 1][1],
        s,
        across: x,
        dx,
        dy: Math.round(i * rowHeight * density),
      };
    });
    const shape = {
      width: Math.round(wide * density),
      height: Math.round(rows.length * rowHeight * density),
    };
    const now = JSON.stringify([places, shape, density]);
    if (now === laidOut) return;
    laidOut = now;
    drawn.clear();
    if (canvas.width !== shape.width || canvas.height !== shape.height)
      Object.assign(canvas, shape);
    canvas.style.width = `${shape.width / density}px`;
    canvas.style.height = `${shape.height / density}px`;
    redraw();
  }

  /**
   * The scale across of each row, and the offset, in pixels of the page. Rows below each
   * other have their axes between the same edges, as far apart as `wide` lets them; a
   * plane, whose axes have one scale, keeps it, and has the left edge.
   * @param {[number, number][][]} rows
   * @param {number} wide
   * @param {number} scale
   */
  function acrossOf(rows, wide, scale) {
    const { panels, axes } = figure;
    if (rows.length === 1)
      return rows.map((row) => ({ scale, dx: -row[0][0] * scale }));
    const spans = rows.map((row) => {
      const first = panels.indexOf(row[0]);
      const within = axes.slice(first, first + row.length);
      const [from, to] = [within[0][0], within[row.length - 1][1]];
      const around = [from - row[0][0], row[row.length - 1][1] - to];
      return { from, to, around, plane: within.some((each) => each[2]) };
    });
    // The numbers beside the axes may be enlarged.
    const [left, right] = [0, 1].map(
      (side) =>
        Math.max(scale, LEAST_TEXT / smallest) *
        Math.max(...spans.map(({ around }) => around[side])),
    );
    return spans.map(({ from, to, around, plane }) => {
      if (!plane) {
        const own = (wide - left - right) / (to - from);
        return { scale: own, dx: left - from * own };
      }
      // It may have no room beside a margin that another row needs.
      const most = wide - (to + around[1] - from) * scale;
      return { scale, dx: Math.min(left, most) - from * scale };
    });
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
    /**
     * Mark what these operations of the frame have drawn, or nothing.
     * @param {Op[]} ops
     */
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
      const { dx, dy, s, across } =
        places.find(({ x0, x1 }) => x0 <= x + width / 2 && x + width / 2 <= x1) ??
        places[0];
      return [x * across + dx, y * s + dy, width * across, height * s].map(
        (v) => v / density,
      );
    },
    /** @param {Whole} first @param {WrittenPath[]} paths */
    addGlyphs(first, paths) {
      for (const [i, written] of paths.entries()) glyphs.set(first + i, { written });
    },
    /** @param {string} name @param {Op[]} ops */
    addBackground(name, ops) {
      for (const op of ops)
        if (op[0] === "t" || op[0] === "w") smallest = Math.min(smallest, op[5] / UNIT);
      backgrounds.set(name, ops);
    },
    /** @param {string} name */
    dropBackground(name) {
      // The frame on the canvas may have to be drawn at another size.
      if (shown?.on === name) return;
      backgrounds.delete(name);
      drawn.delete(name);
    },
    hasBackground: (/** @type {string} */ name) => backgrounds.has(name),
    /** @param {Rgb} ground the background colour of the page */
    setTheme(ground) {
      if (String(ground) === String(theme)) return;
      theme = ground;
      ink = inks(ground);
      drawn.clear();
      redraw();
    },
  };
}

/** @typedef {ReturnType<typeof player>} Player */
/** Red, green and blue, from 0 to 255. @typedef {[number, number, number]} Rgb */

/**
 * The box of the points of a path.
 * @param {WrittenPath} path
 * @returns {Corners}
 */
function boxOf([, n]) {
  /** @type {Corners} */
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0, x = 0, y = 0; i < n.length; i += 2) {
    x += n[i];
    y += n[i + 1];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

const identity = (/** @type {number} */ v) => v;

/** @param {[number, number][]} row */
const widthOf = (row) => row[row.length - 1][1] - row[0][0];

/**
 * The panels in as few rows as fit into a width, of these the narrowest; a row for each
 * where none do.
 * @param {[number, number][]} panels
 * @param {number} room in pixels of the figure
 * @returns {[number, number][][]}
 */
function rowsOf(panels, room) {
  /** @type {[number, number][][][]} */
  let ways = [[]];
  for (const [i, panel] of panels.entries())
    ways = ways.flatMap((rows) =>
      i
        ? [
            [...rows.slice(0, -1), [...rows[rows.length - 1], panel]],
            [...rows, [panel]],
          ]
        : [[[panel]]],
    );
  const wide = (/** @type {[number, number][][]} */ rows) =>
    Math.max(...rows.map(widthOf));
  ways.sort((one, other) => one.length - other.length || wide(one) - wide(other));
  return ways.find((rows) => wide(rows) <= room) ?? ways[ways.length - 1];
}

/**
 * A broad pale line along what an operation has drawn.
 * @param {Op} op
 * @returns {Op[]}
 */
function halo(op) {
  if (op[0] !== "p" && op[0] !== "m") return [];
  const { s, f, w = 0, k } = op[1];
  const own = [s, f].find((each) => each && !each.startsWith("#ffffff"));
  const colour = `${(own ?? "#000000ff").slice(0, 7)}40`;
  /** @type {Style} */
  const style = { s: colour, w: w + 9, c: "round", ...(k ? { k } : {}) };
  return [/** @type {Op} */ ([op[0], style, ...op.slice(2)])];
}

/** @param {HTMLCanvasElement} canvas */
function penOf(canvas) {
  return /** @type {Pen} */ (canvas.getContext("2d"));
}

/** @param {string} base64 */
function bytes(base64) {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

/**
 * The pixels of an image in the colours of the page.
 * @param {string | 0} palette
 * @param {string} pixels
 * @param {Whole} width
 * @param {Whole} height
 * @param {(colour: Colour) => Colour} ink
 */
function unpacked(palette, pixels, width, height, ink) {
  const which = bytes(pixels);
  /** @type {Map<number, Rgb>} */
  const known = new Map();
  const inked = (/** @type {Rgb} */ [r, g, b]) => {
    const key = (r << 16) | (g << 8) | b;
    let found = known.get(key);
    if (!found) {
      found = rgb(ink(`#${(key | 0x1000000).toString(16).slice(1)}ff`));
      known.set(key, found);
    }
    return found;
  };
  const colours = palette === 0 ? which : bytes(palette);
  const out = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const from = 4 * (palette === 0 ? i : which[i]);
    out.set(inked([colours[from], colours[from + 1], colours[from + 2]]), 4 * i);
    out[4 * i + 3] = colours[from + 3];
  }
  return new ImageData(out, width, height);
}

/**
 * @param {Colour} hex
 * @returns {Rgb}
 */
function rgb(hex) {
  const at = (/** @type {number} */ i) => parseInt(hex.slice(i, i + 2), 16);
  return [at(1), at(3), at(5)];
}

/**
 * Colours for a page. A light page keeps them. On a dark page white becomes the
 * background, black becomes nearly white, and any other colour keeps its hue. Its
 * lightness (in OKLab) is reversed, so that it contrasts as it did with white; a strong
 * colour, as of a curve or a word, gets light enough to be read.
 * @param {Rgb} ground
 * @returns {(colour: Colour) => Colour}
 */
function inks(ground) {
  const base = oklab(ground);
  if (base[0] > 0.6) return (colour) => colour;
  /** @type {Map<Colour, Colour>} */
  const known = new Map();
  return (colour) => {
    const found = known.get(colour) ?? reversed(colour, base);
    known.set(colour, found);
    return found;
  };
}

// Between a byte of sRGB and linear light.
const linear = (/** @type {number} */ v) =>
  v <= 10.31 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4;
const coded = (/** @type {number} */ v) => {
  const part = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, part)));
};

/** @param {Rgb} colour */
function oklab(colour) {
  const [r, g, b] = colour.map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * @param {Colour} colour
 * @param {number[]} ground the page's background in OKLab
 * @returns {Colour}
 */
function reversed(colour, ground) {
  const [L, a0, b0] = oklab(rgb(colour));
  const white = Math.min(1, L) ** 1.75; // how much of the ground is in it
  const plain = 0.94 + (ground[0] - 0.94) * white;
  const clear = Math.min(1, Math.hypot(a0, b0) / 0.12, Math.max(0, 0.75 - L) / 0.12);
  const up = plain + clear * Math.max(0, STRONG - plain);
  const [a, b] = [a0 + ground[1] * white, b0 + ground[2] * white];
  const [l, m, s] = [
    (up + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (up - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (up - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const hex = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((v) => coded(v).toString(16).padStart(2, "0"));
  return `#${hex.join("")}${colour.slice(7)}`;
}
