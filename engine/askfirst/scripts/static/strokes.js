// Draws the operations of a display list that are paths and markers.

/**
 * Set the pen to a style. Returns the fraction of a pixel that is added to snapped
 * coordinates, or null if nothing snaps.
 * @param {Pen} pen @param {Style} style @param {Sheet} sheet
 */
function applyStyle(pen, style, { s, X, Y, ink }) {
  if (style.k) {
    pen.beginPath();
    if (style.k.length === 4) {
      const [x, y, w, h] = style.k;
      const [left, top] = [Math.round(X(x)), Math.round(Y(y))];
      pen.rect(left, top, Math.round(X(x + w)) - left, Math.round(Y(y + h)) - top);
    } else trace(pen, style.k, X, Y);
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

/** @param {NonNullable<Style["h"]>} hatch @param {Sheet} sheet */
function hatching([written, colour, width], { s, ink }) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = Math.round(100 * s);
  const pen = penOf(tile);
  const to = (/** @type {number} */ v) => (v * s) / UNIT;
  trace(pen, written, to, to);
  pen.fillStyle = pen.strokeStyle = ink(colour);
  pen.lineWidth = width * s;
  pen.fill();
  pen.stroke();
  return pen.createPattern(tile, "repeat") ?? "transparent";
}

/**
 * Fill, hatch and stroke a path; the current path of the pen if it is null.
 * @param {Pen} pen @param {Style} style @param {Path2D | null} shape @param {Sheet} sheet
 */
function fillAndStroke(pen, style, shape, sheet) {
  const fill = () => (shape ? pen.fill(shape) : pen.fill());
  if (style.f) fill();
  if (style.h) {
    pen.fillStyle = hatching(style.h, sheet);
    fill();
    if (style.f) pen.fillStyle = sheet.ink(style.f);
  }
  if (style.s) {
    if (shape) pen.stroke(shape);
    else pen.stroke();
  }
}

/** Paths, one after another. @type {Draws<PathOp>} */
function drawPaths(pen, [, style, ...paths], sheet) {
  const { X, Y } = sheet;
  const half = applyStyle(pen, style, sheet);
  const snap = (/** @type {Scale} */ to) =>
    half === null ? to : (/** @type {number} */ v) => Math.floor(to(v) + 0.5) + half;
  for (const each of paths) {
    pen.beginPath();
    trace(pen, each, snap(X), snap(Y));
    fillAndStroke(pen, style, null, sheet);
  }
}

/** One path at many places. @type {Draws<MarkerOp>} */
function drawMarkers(pen, [, style, marker, points], sheet) {
  const { s, X, Y } = sheet;
  const half = applyStyle(pen, style, sheet);
  const to = (/** @type {number} */ v) => (v * s) / UNIT;
  const corner = (/** @type {number} */ v) =>
    half === null ? to(v) + 0.5 : Math.floor(to(v) + 0.5) + half;
  const shape = trace(new Path2D(), marker, corner, corner);
  for (let i = 0, x = 0, y = 0; i < points.length; ) {
    x += points[i++];
    y += points[i++];
    pen.setTransform(1, 0, 0, 1, Math.round(X(x)), Math.round(Y(y)));
    fillAndStroke(pen, style, shape, sheet);
  }
}
