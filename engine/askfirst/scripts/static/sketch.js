// A curve as a guess: drawn in the figure with a pointer, or its heights set on a row of
// sliders.

// Brown and dotted: no other curve of a lab is.
const GUESS = { s: "#8f6200ff", f: "#8f6200ff", w: 3.5 };
/** @type {WrittenPath} */
const DIAMOND = ["MLLLZ", [0, -100, 100, 100, -100, 100, -100, -100]];
const RUNGS = 100; // of the slider of a height

const clamped = (/** @type {number} */ part) => Math.min(1, Math.max(0, part));

/** @type {MakesAnswer<CurveSpec>} */
function curveAnswer(spec, lab, touched) {
  const figure = /** @type {Canvas} */ (lab.figure); // no stepper asks for a curve
  const low = scaled(spec, spec.low);
  const span = scaled(spec, spec.high) - low;
  const none = () => spec.x.map(() => null);
  /** @type {Sketch} */
  const sketch = {
    spec,
    heights: none(),
    part: (height) => (scaled(spec, height) - low) / span,
    value: (part) => unscaled(spec, low + clamped(part) * span),
    paint,
    touched,
  };
  let closed = false;
  const sheet = laidOver(figure, spec.box, "lab-sheet", "draw here");
  drawOn(sheet.node, sketch);
  const sliders = spec.x.map((_, i) => heightSlider(sketch, i));
  const row = element(
    "div",
    { className: "lab-heights", role: "group", ariaLabel: "my curve" },
    ...sliders.map((input, i) =>
      element("div", {}, input, element("small", { textContent: spec.at[i] })),
    ),
  );
  // Seen once they are used; the ear has them from the start.
  row.addEventListener("focusin", () => row.classList.add("lab-shown"));
  const how = element("span", {}, ...lettered(`Draw in the picture, ${spec.ends}.`));
  const toSliders = () => sliders[0].focus();
  const byKeyboard = actButton("Set the heights by keyboard", toSliders, "lab-keys");

  function paint() {
    for (const [i, input] of sliders.entries()) {
      const h = sketch.heights[i];
      if (h !== null) input.value = `${RUNGS * sketch.part(h)}`;
      input.classList.toggle("lab-unset", h === null);
      input.ariaValueText =
        h === null ? "not drawn yet" : `${digits(h, spec.decimals)}${spec.unit}`;
    }
    sheet.words.hidden = sketch.heights.some((h) => h !== null);
    figure.play.setOverlay(sketchOps(sketch, closed));
  }

  return {
    node: element("div", { className: "lab-answers lab-draw" }, how, byKeyboard, row),
    guess: () => sketch.heights,
    put(guess, isClosed) {
      closed = isClosed;
      sketch.heights = Array.isArray(guess) ? [...guess] : none();
      sheet.node.hidden = closed;
      paint();
    },
    focus() {
      const next = sliders[Math.max(0, sketch.heights.indexOf(null))];
      (row.classList.contains("lab-shown") ? next : byKeyboard).focus();
    },
    resize: sheet.resize,
  };
}

/** @param {Sketch} sketch @param {number} i */
function heightSlider(sketch, i) {
  const { spec } = sketch;
  const scale = { min: 0, max: RUNGS, step: 1, value: RUNGS / 2 };
  const input = element("input", {
    ...{ type: "range", ...scale, ariaOrientation: "vertical" },
    ariaLabel: `${spec.height} at ${spec.along} = ${spec.at[i]}`,
  });
  input.addEventListener("input", () => {
    sketch.heights[i] = sketch.value(input.valueAsNumber / RUNGS);
    sketch.paint();
    sketch.touched();
  });
  input.addEventListener("focus", () => {
    if (sketch.heights[i] !== null) return;
    const near = sketch.heights[i - 1] ?? sketch.heights[i + 1];
    if (near != null) input.value = `${RUNGS * sketch.part(near)}`; // start where it is
  });
  return input;
}

/**
 * Let a pointer draw on the sheet. A stroke sets the height of every place that it
 * passes and, where it begins and ends, of the nearest place.
 * @param {HTMLElement} sheet @param {Sketch} sketch
 */
function drawOn(sheet, sketch) {
  const { spec, value } = sketch;
  /** In parts of the axes, y upwards. @type {Point | null} */
  let last = null;
  let passed = new Set();
  /** @param {PointerEvent} event @returns {Point} */
  const pointOf = (event) => {
    const box = sheet.getBoundingClientRect();
    const y = (event.clientY - box.top) / box.height;
    const x = (event.clientX - box.left) / box.width;
    return [x, clamped(spec.over ? y : 1 - y)];
  };
  const set = (/** @type {number} */ i, /** @type {number} */ y) => {
    sketch.heights[i] = value(y);
    passed.add(i);
  };
  const setNearest = (/** @type {Point} */ [x, y]) => {
    const away = spec.position.map((each) => Math.abs(each - x));
    const i = away.indexOf(Math.min(...away));
    if (!passed.has(i)) set(i, y);
  };
  sheet.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    sheet.setPointerCapture(event.pointerId);
    passed = new Set();
    last = pointOf(event);
    setNearest(last);
    sketch.paint();
    sketch.touched();
  });
  sheet.addEventListener("pointermove", (event) => {
    if (last === null || !event.isPrimary) return;
    const now = pointOf(event);
    const [a, b] = last[0] <= now[0] ? [last, now] : [now, last];
    for (const [i, x] of spec.position.entries()) {
      if (x < a[0] || x > b[0]) continue;
      const along = (x - a[0]) / (b[0] - a[0]);
      set(i, a[0] === b[0] ? now[1] : a[1] + along * (b[1] - a[1]));
    }
    last = now;
    sketch.paint();
  });
  for (const event of /** @type {const} */ (["pointerup", "pointercancel"]))
    sheet.addEventListener(event, ({ isPrimary }) => {
      if (last === null || !isPrimary) return;
      setNearest(last);
      last = null;
      sketch.paint();
    });
}

/**
 * A sketch as a display list: a line; its points while it is open to change, a label
 * beside it after.
 * @param {Sketch} sketch @param {boolean} closed @returns {Op[]}
 */
function sketchOps({ spec, heights, part }, closed) {
  const [left, top, width, height] = spec.box;
  const pointAt = (/** @type {number} */ h, /** @type {number} */ i) =>
    /** @type {Point} */ ([
      left + spec.position[i] * width,
      top + (spec.over ? part(h) : 1 - part(h)) * height,
    ]);
  const points = heights.flatMap((h, i) => (h === null ? [] : [pointAt(h, i)]));
  if (!points.length) return [];
  /** @type {PathOp} */
  const line = [
    "p",
    { s: GUESS.s, w: GUESS.w, c: "round", d: [0, 0.1, 7] },
    [`M${"L".repeat(points.length - 1)}`, differences(points)],
  ];
  if (!closed) {
    return [line, ["m", { f: GUESS.f }, DIAMOND, differences(points)]];
  }
  const [x, y] = labelPlace(spec.box, points, spec.right.map(pointAt));
  const [X, Y] = [Math.round(20 * x), Math.round(20 * y)];
  const onHalo = { f: GUESS.f, s: "#ffffffe6", w: 5 };
  return [line, ["w", onHalo, X, Y, 0, 20 * 17, "your guess"]];
}

/**
 * Where the label stands: beside the point of the guess that lies farthest from the
 * true curve, on the side away from that.
 * @param {Box} box @param {Point[]} guess @param {Point[]} truth @returns {Point}
 */
function labelPlace([left, top, width, height], guess, truth) {
  const gaps = guess.map(([, y], i) => y - truth[i][1]);
  const size = gaps.map(Math.abs);
  const farthest = size.indexOf(Math.max(...size));
  const [x, y] = guess[farthest];
  const at = y + (gaps[farthest] > 0 ? 25 : -15);
  return [
    Math.min(Math.max(x - 39, left + 4), left + width - 84),
    Math.min(Math.max(at, top + 16), top + height - 6),
  ];
}

/** @param {Point[]} points */
function differences(points) {
  const rounded = points.map((point) => point.map((each) => Math.round(20 * each)));
  return rounded.flatMap(([x, y], i) => {
    const [a, b] = i ? rounded[i - 1] : [0, 0];
    return [x - a, y - b];
  });
}

/**
 * A sheet over the axes of a figure, with words in it.
 * @param {Canvas} figure @param {Box} box @param {string} className @param {string} text
 */
function laidOver({ viewport, play }, box, className, text) {
  const words = element("span", { textContent: text });
  const node = element("div", { className, ariaHidden: "true" }, words);
  viewport.append(node);
  return {
    node,
    words,
    resize() {
      const [left, top, width, height] = play.onPage(box).map((v) => `${v}px`);
      Object.assign(node.style, { left, top, width, height });
      const beside = viewport.firstElementChild?.clientWidth ?? 0;
      node.style.setProperty("--beside", `calc(${beside}px - ${left} - ${width})`);
    },
  };
}
