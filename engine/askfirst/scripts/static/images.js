// Draws the images of a display list, and marks what an operation has drawn.

const scratch = document.createElement("canvas");

/** An image of few colours, or of bytes. @type {Draws<ImageOp>} */
function drawImage(pen, op, sheet) {
  const { X, Y } = sheet;
  const [, style, matrix, width, height] = op;
  applyStyle(pen, style, sheet);
  const [a, b, c, d, e, f] = matrix;
  const [u, v] = [X(1) - X(0), Y(1) - Y(0)];
  Object.assign(scratch, { width, height });
  penOf(scratch).putImageData(unpacked(op, sheet), 0, 0);
  pen.globalAlpha = style.a ?? 1;
  pen.imageSmoothingEnabled = false;
  pen.setTransform(a * u, b * v, c * u, d * v, X(e), Y(f));
  pen.drawImage(scratch, 0, 0);
}

/** A broad pale line along what an operation has drawn. @param {Op} op @returns {Op[]} */
function halo(op) {
  if (op[0] !== "p" && op[0] !== "m") return [];
  const { s, f, w = 0, k } = op[1];
  const own = [s, f].find((each) => each && !each.startsWith("#ffffff"));
  const colour = `${(own ?? "#000000ff").slice(0, 7)}40`;
  /** @type {Style} */
  const style = { s: colour, w: w + 9, c: "round", ...(k ? { k } : {}) };
  return [/** @type {Op} */ ([op[0], style, ...op.slice(2)])];
}

const penOf = (/** @type {HTMLCanvasElement} */ canvas) =>
  /** @type {Pen} */ (canvas.getContext("2d"));

const bytes = (/** @type {string} */ base64) =>
  Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** The pixels of an image in the colours of the page. @param {ImageOp} op @param {Sheet} sheet */
function unpacked([, , , width, height, palette, pixels], { ink }) {
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
