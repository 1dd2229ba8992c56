// Where the panels of a figure go on the page.

// How much larger than in the figure text may be drawn, while the panels stand beside
// or below each other
const GROWTH = { beside: 1.3, below: 1.96 };

/**
 * The places of the panels, and the size of the canvas in pixels of the screen. The
 * figure never exceeds its own size unless it is to fill the room. If its text would be
 * too small to read, the panels go into rows; if that is not enough, the figure is wider
 * than the room, and the page scrolls.
 * @param {Figure} figure
 * @param {number} smallest font size, in pixels of the figure
 * @param {number} room the width, in pixels of the page
 * @param {number} density pixels of the screen per pixel of the page
 * @param {boolean} fill
 * @param {number} most pixels that rows of panels may be high together
 */
function laidOut(figure, smallest, room, density, fill, most) {
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
  const across = acrossOf(figure, rows, wide, scale, smallest);
  const places = rows.map((row, i) => {
    const dx = across[i].dx * density;
    const x = across[i].scale * density;
    // Nothing lies beyond the last row, so that its words may take its room.
    const last = stack && i === rows.length - 1;
    // Its columns in the figure, and the offset and scale that take it to pixels of the
    // screen; across, the scale may be another.
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
  return { places, shape };
}

/**
 * The scale across of each row, and the offset, in pixels of the page. Rows below each
 * other have their axes between the same edges, as far apart as `wide` lets them; a
 * plane, whose axes have one scale, keeps it, and has the left edge.
 * @param {Figure} figure @param {[number, number][][]} rows @param {number} wide
 * @param {number} scale
 * @param {number} smallest font size, in pixels of the figure
 */
function acrossOf({ panels, axes }, rows, wide, scale, smallest) {
  if (rows.length === 1) return rows.map((row) => ({ scale, dx: -row[0][0] * scale }));
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
