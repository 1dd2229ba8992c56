// What all operations of a display list are drawn by; messages.d.ts describes them.

const EM = 1000; // units in an em of a glyph
const UNIT = 20; // units in a pixel of the figure

/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * From 1/20 pixel of the figure to pixels of the screen.
 * @typedef {(v: number) => number} Scale
 */
/**
 * What something covers, from its left upper to its right lower corner.
 * @typedef {[left: number, top: number, right: number, bottom: number]} Corners
 */
/** @typedef {Map<number, { written: WrittenPath, path?: Path2D, box?: Corners }>} Glyphs */
/**
 * All by which a display list is drawn in a panel: the scale, where places go, the
 * columns of the panel in pixels of the screen, how much larger the scale across is,
 * the pixels of the screen to one of the page, the colours of the page, the letters,
 * and how far down texts go.
 * @typedef {{ s: number, X: Scale, Y: Scale, begin: number, end: number,
 *   stretch: number, density: number, ink: (colour: Colour) => Colour, glyphs: Glyphs,
 *   lowered: Map<Op, number> }} Sheet
 */

/**
 * @template {Pen | Path2D} P
 * @param {P} pen
 * @param {WrittenPath} written
 * @param {Scale} X
 * @param {Scale} Y
 */
function trace(pen, [letters, n], X, Y) {
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

/**
 * What the letters of a text cover, in 1/1000 em from its beginning.
 * @param {TextOp} op
 * @param {Glyphs} glyphs
 * @returns {Corners}
 */
function inkOf([, , , , , , letters], glyphs) {
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
