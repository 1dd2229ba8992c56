// What all operations of a display list are drawn by; messages.d.ts describes them.

const EM = 1000; // units in an em of a glyph
const UNIT = 20; // units in a pixel of the figure

/**
 * @template {Pen | Path2D} P
 * @param {P} pen @param {WrittenPath} written @param {Scale} X @param {Scale} Y
 */
function trace(pen, [letters, n], X, Y) {
  let [x, y, i] = [0, 0, 0];
  /** @returns {[number, number]} */
  const next = () => {
    x += n[i++];
    y += n[i++];
    return [X(x), Y(y)];
  };
  for (const letter of letters)
    if (letter === "Z") pen.closePath();
    else if (letter === "M") pen.moveTo(...next());
    else if (letter === "L") pen.lineTo(...next());
    else if (letter === "Q") pen.quadraticCurveTo(...next(), ...next());
    else pen.bezierCurveTo(...next(), ...next(), ...next());
  return pen;
}

/** A box around nothing yet. @returns {Corners} */
const nothing = () => [Infinity, Infinity, -Infinity, -Infinity];

/** Enlarge a box to hold another. @param {Corners} box @param {Corners} other */
function hold(box, [left, top, right, bottom]) {
  box[0] = Math.min(box[0], left);
  box[1] = Math.min(box[1], top);
  box[2] = Math.max(box[2], right);
  box[3] = Math.max(box[3], bottom);
}

/** The box of the points of a path. @param {WrittenPath} path */
function boxOf([, n]) {
  const box = nothing();
  for (let i = 0, x = 0, y = 0; i < n.length; i += 2) {
    x += n[i];
    y += n[i + 1];
    hold(box, [x, y, x, y]);
  }
  return box;
}

/**
 * What the letters of a text cover, in 1/1000 em from its beginning.
 * @param {TextOp} op @param {Glyphs} glyphs @returns {Corners}
 */
function inkOf([, , , , , , letters], glyphs) {
  const ink = nothing();
  for (let i = 0; i < letters.length; i += 4) {
    const glyph = glyphs.get(letters[i]);
    if (!glyph) continue;
    glyph.box ??= boxOf(glyph.written);
    const scale = letters[i + 3] / EM;
    const at = glyph.box.map((v, side) => letters[i + 1 + (side % 2)] + v * scale);
    hold(ink, /** @type {Corners} */ (at));
  }
  return ink[0] < ink[2] ? ink : [0, 0, 0, 0];
}
