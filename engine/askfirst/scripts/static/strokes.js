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

/** Paths, one after another. @type {Draws<PathOp>} */
function drawPaths(pen, [, style, ...paths], sheet) {
  const { X, Y } = sheet;
  const half = applyStyle(pen, style, sheet);
  const snap = (/** @type {Scale} */ to) =>
    half === null ? to : (/** @type {number} */ v) => Math.floor(to(v) + 0.5) + half;
  for (const each of paths) {
    const shape = trace(new Path2D(), each, snap(X), snap(Y));
    if (style.f) pen.fill(shape);
    if (style.s) pen.stroke(shape);
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
    if (style.f) pen.fill(shape);
    if (style.s) pen.stroke(shape);
  }
}
