// Draws the texts of a display list: letters by their paths, or in the page's fonts.

const FACE = '"Source Sans 3", system-ui, sans-serif'; // of words that the page adds
const LEAST_TEXT = 13.6; // the smallest font size, in pixels of the page: a caption's

const identity = (/** @type {number} */ v) => v;

/** How much larger a text is drawn. @param {number} size @param {Sheet} sheet */
const growth = (size, { s, density }) =>
  Math.max(1, (LEAST_TEXT * density * UNIT) / (size * s));

/**
 * Where a text goes at scale s: the scale and the turn of its letters, how narrow they
 * are, and where they begin. An enlarged text stays aligned as it is in the figure,
 * unless it would leave its panel; where the panel has no room for it, it is narrower.
 * @param {TextOp} op @param {Sheet} sheet
 */
function placed(op, sheet) {
  const { s, X, Y, begin, end, stretch } = sheet;
  const [, , x, y, angle, size, , , part, up] = op;
  const grown = growth(size, sheet);
  const k = (grown * size * s) / UNIT / EM;
  const turn = (-angle * Math.PI) / 180;
  const cos = k * Math.cos(turn);
  const sin = k * Math.sin(turn);
  const stretched = !angle && part > 0 && stretch !== 1;
  if (grown === 1 && !stretched) return { k, turn, narrow: 1, left: X(x), base: Y(y) };
  const more = 1 - 1 / grown;
  const [from, , to] = inkOf(op, sheet.glyphs);
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
 * @param {Op[]} ops @param {Sheet} sheet
 */
function parted(ops, sheet) {
  /** @type {Map<Op, number>} */
  const down = new Map();
  /** @type {{ now: Corners, before: Corners }[]} */
  const above = [];
  const texts = ops.filter((op) => op[0] === "t" && !op[4] && growth(op[5], sheet) > 1);
  for (const op of /** @type {TextOp[]} */ (texts).sort((a, b) => a[3] - b[3])) {
    const { k, narrow, left, base } = placed(op, sheet);
    const plain = k / growth(op[5], sheet);
    const ink = inkOf(op, sheet.glyphs);
    const [x, y] = [k * narrow, sheet.Y(op[3])];
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

/** Letters by their paths, and bars. @type {Draws<TextOp>} */
function drawText(pen, op, sheet) {
  applyStyle(pen, op[1], sheet);
  const [, , , , , , letters, bars] = op;
  const { k, turn, narrow, ...at } = placed(op, sheet);
  const cos = k * Math.cos(turn);
  const sin = k * Math.sin(turn);
  const left = Math.round(at.left);
  const base = Math.round(at.base + (sheet.lowered.get(op) ?? 0));
  const [across, along] = [cos * narrow, sin * narrow];
  for (let i = 0; i < letters.length; i += 4) {
    const [number, dx, dy, thousandths] = letters.slice(i, i + 4);
    const glyph = sheet.glyphs.get(number);
    if (!glyph) continue;
    glyph.path ??= trace(new Path2D(), glyph.written, identity, identity);
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
}

/** Letters that the course's fonts lack. @type {Draws<WordsOp>} */
function drawWords(pen, [, style, x, y, angle, size, words], sheet) {
  const { s, X, Y, begin, end } = sheet;
  applyStyle(pen, style, sheet);
  const grown = growth(size, sheet);
  pen.font = `${(grown * size * s) / UNIT}px ${FACE}`;
  const { width } = pen.measureText(words);
  const middle = X(x) + width / grown / 2;
  const stays = grown === 1 || angle || middle < begin || end < middle;
  const left = Math.max(begin, Math.min(middle - width / 2, end - width));
  pen.translate(stays ? X(x) : left, Y(y));
  pen.rotate((-angle * Math.PI) / 180);
  if (style.s) pen.strokeText(words, 0, 0);
  pen.fillText(words, 0, 0);
}
