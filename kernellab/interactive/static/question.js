// The question above a lab: asks it, judges the guess, and keeps it. All it needs is
// the specification that question.py writes, so a page without Python can ask too;
// judge says what judge in question.py says.

// Brown and dotted: no other curve of a lab is.
const GUESS = { s: "#8f6200ff", f: "#8f6200ff", w: 3.5 };
const SLIGHT = 0.05; // of the height of the axes: a curve that moves less is flat
const CURVE_IS = "Your guess, dotted, is";
const RUNGS = 100; // of the slider of a height

/**
 * A figure on the page, to be drawn on.
 * @typedef {{ viewport: HTMLElement, play: Player }} Canvas
 */

/**
 * What is said to a guess, as in question.py.
 * @typedef {object} Verdict
 * @property {State | "refused"} state
 * @property {string} text
 * @property {string} short
 * @property {string} [why] how the text ends: all but its first sentence
 * @property {Guess} guess
 */

/**
 * A guess as it comes, perhaps unfinished.
 * @typedef {Guess | (number | null)[]} RawGuess
 */

/**
 * What a guess was taken as, or why it is none.
 * @typedef {{ taken: Guess, refused?: undefined } | { refused: string }} Taken
 */

/**
 * One way to answer: its inputs; `put` shows a guess, closed or open to change.
 * @typedef {object} AnswerInputs
 * @property {HTMLElement} node
 * @property {() => RawGuess} guess
 * @property {(guess: Guess, closed: boolean) => void} put
 * @property {() => void} focus
 * @property {() => void} [resize]
 */

/**
 * The question of a lab, or null. `changed` is called when it was answered, or is open
 * again; the controls are inert while it is open, unless it leaves them free.
 * @param {QuestionSpec | Unasked | undefined} spec
 * @param {object} lab
 * @param {string} lab.id
 * @param {Canvas} [lab.figure]
 * @param {HTMLElement} lab.verdict
 * @param {HTMLElement[]} lab.controls
 * @param {(message: FromQuestion) => void} lab.changed
 */
function questionOf(spec, { id, figure, verdict: short, controls, changed }) {
  if (!spec?.kind) return null;
  const asked = spec;
  const { name } = asked;
  const legend = element("legend", {}, ...lettered(asked.words));
  const refused = element("p", { className: "lab-refused" });
  refused.setAttribute("role", "alert");
  const answer = element("button", { type: "submit", textContent: "Answer" });
  const skip = element("button", { type: "button", textContent: "Skip" });
  const inputs = answerInputs(asked, id, figure, () => {
    refused.textContent = "";
  });
  const form = element(
    "form",
    { noValidate: true },
    inputs.node,
    element("div", { className: "lab-send" }, answer, skip, refused),
  );
  const blanks = (asked.blank ?? []).flatMap((box) =>
    figure ? [laidOver(figure, box, "lab-blank", "your guess first")] : [],
  );
  const words = element("span");
  const again = element("button", {
    type: "button",
    className: "lab-again",
    textContent: "ask me again",
  });
  const spoken = element("div", {}, words);
  spoken.setAttribute("role", "status");
  spoken.setAttribute("aria-live", "polite");
  const reply = element("div", {}, spoken, again);
  const node = element(
    "fieldset",
    { className: "lab-question" },
    legend,
    element("div", { className: "lab-ask" }, form, reply),
  );
  /** @type {NodeListOf<HTMLElement>} */
  const focusable = node.querySelectorAll("input, button");
  for (const each of focusable) each.dataset.lmSuppressShortcuts = "true";
  /** @type {Entry | null} */
  let entry = null;
  /** The first guess, where this is another. @type {First | undefined} */
  let first;
  let inShort = ""; // what is said beside every setting
  let atStart = true; // the controls, where a curve was asked for

  function sayInShort() {
    const said =
      atStart || asked.kind !== "curve"
        ? inShort
        : inShort.replace(CURVE_IS, "At the start your guess, dotted, was");
    short.replaceChildren(...lettered(said));
  }

  /** @param {Entry | null} now */
  function put(now) {
    const verdict = now && judge(asked, now.guess);
    const taken = verdict && verdict.state !== "refused" ? verdict : null;
    const open = taken === null;
    entry = open ? null : now;
    node.dataset.state = taken?.state ?? "open";
    form.hidden = !open;
    again.hidden = open;
    refused.textContent = "";
    node.style.minHeight = "";
    first = now?.first ?? first;
    const why = taken?.why ?? "";
    words.replaceChildren(
      ...lettered(taken ? taken.text.slice(0, taken.text.length - why.length) : ""),
      // A slide without room leaves this to the ear.
      element(
        "span",
        { className: "lab-why" },
        ...lettered(taken ? `${why}${wordsOn(asked, first)}` : ""),
      ),
    );
    inShort = taken?.short ?? "";
    sayInShort();
    for (const each of controls) each.inert = open && !asked.free;
    for (const { node } of blanks) node.hidden = !open;
    inputs.put(taken?.guess ?? null, !open);
  }

  /** @param {RawGuess} guess */
  function submit(guess) {
    const verdict = judge(asked, guess);
    if (verdict.state === "refused") {
      refused.replaceChildren(...lettered(verdict.text));
      // It goes when the guess changes, and what is drawn on must not move then.
      node.style.minHeight = getComputedStyle(node).height;
      inputs.focus();
      return;
    }
    const inside = form.contains(document.activeElement);
    /** @type {Entry} */
    const given = { guess: verdict.guess, when: Date.now(), state: verdict.state };
    if (first) given.first = first;
    put(given);
    // The focused input is hidden now.
    if (inside) again.focus({ preventScroll: true });
    const note = guesses.put(name, given);
    if (note) words.append(element("small", { textContent: note }));
    changed({ kind: "guess", entry: given });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(inputs.guess());
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault(); // JupyterLab keeps an Enter from the form
    form.requestSubmit();
  });
  skip.addEventListener("click", () => submit(null));
  again.addEventListener("click", () => {
    if (entry) first ??= { guess: entry.guess, when: entry.when };
    put(null);
    inputs.focus();
    guesses.put(name, undefined);
    changed({ kind: "again" });
  });
  put(guesses.all()[name] ?? null);
  return {
    node,
    get open() {
      return entry === null;
    },
    /**
     * Take over what Python has on record; whether the question opens or closes by it.
     * @param {Entry | null} now
     */
    apply(now) {
      if (JSON.stringify(now) === JSON.stringify(entry)) return false;
      const open = entry === null;
      put(now);
      guesses.put(name, entry ?? undefined);
      return open !== (entry === null);
    },
    /** @param {boolean} start whether the controls are at their start */
    moved(start) {
      atStart = start;
      sayInShort();
    },
    resize() {
      for (const each of blanks) each.resize();
      inputs.resize?.();
    },
  };
}

/**
 * What is said of the first guess, beside another.
 * @param {QuestionSpec} spec
 * @param {First | undefined} first
 */
function wordsOn(spec, first) {
  const verdict = first && judge(spec, first.guess);
  if (!verdict || verdict.state === "refused") return "";
  if (verdict.state === "skipped") return " At first you skipped this question.";
  const sentence = verdict.short
    .replace(CURVE_IS, "")
    .replace("You said", "")
    .slice(0, -1);
  return ` Your first guess was${sentence}: ${verdict.state}.`;
}

/**
 * @param {QuestionSpec} spec
 * @param {string} id
 * @param {Canvas | undefined} figure
 * @param {() => void} touched is called when the guess changes
 * @returns {AnswerInputs}
 */
function answerInputs(spec, id, figure, touched) {
  if (spec.kind === "choice") return choiceAnswer(spec, id, touched);
  if (spec.kind === "number") return numberAnswer(spec, id, touched);
  if (!figure) throw new Error("a curve is drawn in a figure, and there is none");
  return curveAnswer(spec, figure, touched);
}

/**
 * @param {ChoiceSpec} spec
 * @param {string} id
 * @param {() => void} touched
 * @returns {AnswerInputs}
 */
function choiceAnswer(spec, id, touched) {
  const inputs = spec.choices.map((_, i) =>
    element("input", { type: "radio", name: `${id}-question`, value: i }),
  );
  const node = element(
    "div",
    { className: "lab-answers" },
    ...inputs.map((input, i) =>
      element("label", {}, input, " ", ...lettered(spec.choices[i])),
    ),
  );
  node.addEventListener("change", touched);
  return {
    node,
    guess: () => spec.choices[inputs.findIndex((input) => input.checked)] ?? "",
    put(guess) {
      for (const [i, input] of inputs.entries())
        input.checked = spec.choices[i] === guess;
    },
    focus: () => (inputs.find((input) => input.checked) ?? inputs[0]).focus(),
  };
}

/**
 * @param {NumberSpec} spec
 * @param {string} id
 * @param {() => void} touched
 * @returns {AnswerInputs}
 */
function numberAnswer(spec, id, touched) {
  const input = element("input", {
    type: "text",
    inputMode: "decimal",
    autocomplete: "off",
    size: 8,
    id: `${id}-question`,
  });
  const range = element("small", { id: `${id}-span` }, ...lettered(rangeOf(spec)));
  input.setAttribute("aria-describedby", range.id);
  input.addEventListener("input", touched);
  const label = element("label", { htmlFor: input.id, textContent: "my guess" });
  return {
    node: element(
      "div",
      { className: "lab-answers" },
      label,
      element("span", {}, input, spec.unit),
      range,
    ),
    guess: () => input.value,
    put(guess) {
      input.value = typeof guess === "number" ? digits(guess, spec.decimals) : "";
    },
    focus: () => input.focus(),
  };
}

/**
 * A curve is drawn in the viewport, or its heights are set on a row of sliders.
 * @param {CurveSpec} spec
 * @param {Canvas} figure
 * @param {() => void} touched
 * @returns {AnswerInputs}
 */
function curveAnswer(spec, figure, touched) {
  /** @typedef {[number, number]} Point x and y, in pixels of the figure */
  const [left, top, width, height] = spec.box;
  const low = scaled(spec, spec.low);
  const high = scaled(spec, spec.high);
  // A height as a part of the height of the axes, and back.
  const part = (/** @type {number} */ h) => (scaled(spec, h) - low) / (high - low);
  const value = (/** @type {number} */ part) =>
    unscaled(spec, low + Math.min(1, Math.max(0, part)) * (high - low));
  const pointAt = (/** @type {number} */ i, /** @type {number} */ h) =>
    /** @type {Point} */ ([
      left + spec.position[i] * width,
      top + (spec.over ? part(h) : 1 - part(h)) * height,
    ]);
  // What a pointer draws on.
  const {
    node: sheet,
    words: hint,
    resize,
  } = laidOver(figure, spec.box, "lab-sheet", "draw here");
  /** @type {(number | null)[]} */
  let heights = spec.x.map(() => null);
  let closed = false;

  const sliders = spec.x.map((_, i) => {
    const input = element("input", {
      type: "range",
      min: 0,
      max: RUNGS,
      step: 1,
      value: RUNGS / 2,
    });
    input.setAttribute("aria-label", `${spec.height} at ${spec.along} = ${spec.at[i]}`);
    input.setAttribute("aria-orientation", "vertical");
    input.addEventListener("input", () => {
      heights[i] = value(input.valueAsNumber / RUNGS);
      paint();
      touched();
    });
    input.addEventListener("focus", () => {
      if (heights[i] !== null) return;
      const near = heights[i - 1] ?? heights[i + 1];
      if (near != null) input.value = `${RUNGS * part(near)}`; // start where it is
    });
    return input;
  });
  const row = element(
    "div",
    { className: "lab-heights" },
    ...sliders.map((input, i) =>
      element("div", {}, input, element("small", { textContent: spec.at[i] })),
    ),
  );
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "my curve");
  // Seen once they are used; the ear has them from the start.
  row.addEventListener("focusin", () => row.classList.add("lab-shown"));
  const how = element("span", {}, ...lettered(`Draw in the picture, ${endsOf(spec)}.`));
  const byKeyboard = element("button", {
    type: "button",
    className: "lab-keys",
    textContent: "Set the heights by keyboard",
  });
  byKeyboard.addEventListener("click", () => sliders[0].focus());

  function paint() {
    for (const [i, input] of sliders.entries()) {
      const h = heights[i];
      if (h !== null) input.value = `${RUNGS * part(h)}`;
      input.classList.toggle("lab-unset", h === null);
      input.setAttribute(
        "aria-valuetext",
        h === null ? "not drawn yet" : withUnit(h, spec),
      );
    }
    hint.hidden = heights.some((h) => h !== null);
    figure.play.setOverlay(ops());
  }

  /**
   * The guess as a display list: a line; its points while it is open to change, a label
   * beside it after.
   * @returns {Op[]}
   */
  function ops() {
    const points = heights.flatMap((h, i) => (h === null ? [] : [pointAt(i, h)]));
    if (!points.length) return [];
    /** @type {PathOp} */
    const line = [
      "p",
      { s: GUESS.s, w: GUESS.w, c: "round", d: [0, 0.1, 7] },
      [`M${"L".repeat(points.length - 1)}`, differences(points)],
    ];
    if (!closed) {
      const diamond = polygon([
        [0, -5],
        [5, 0],
        [0, 5],
        [-5, 0],
      ]);
      return [line, ["m", { f: GUESS.f }, diamond, differences(points)]];
    }
    const [x, y] = labelPlace(points);
    const [X, Y] = [Math.round(20 * x), Math.round(20 * y)];
    /** @type {Style} */
    const letters = { f: GUESS.f, s: "#ffffffe6", w: 5 }; // on a halo
    return [line, ["w", letters, X, Y, 0, 20 * 17, "your guess"]];
  }

  /**
   * Where the label can be read: near the guess, where neither curve runs through it.
   * @param {Point[]} guess
   * @returns {Point}
   */
  function labelPlace(guess) {
    const truth = spec.right.map((h, i) => pointAt(i, h));
    const heightAt = (/** @type {Point[]} */ points, /** @type {number} */ x) => {
      const found = points.findIndex(([each]) => each >= x);
      const k = Math.max(1, found);
      const [[a, c], [b, d]] = [points[k - 1], points[k]];
      return c + ((x - a) / (b - a)) * (d - c);
    };
    /** @type {Point} */
    let best = [left + 4, top + 16];
    let widest = -1;
    for (const [x, y] of guess) {
      for (const middle of [y - 20, y + 20]) {
        const centre = Math.min(Math.max(x, left + 46), left + width - 46);
        if (middle < top + 10 || middle > top + height - 10) continue;
        const gaps = [-42, -21, 0, 21, 42].flatMap((dx) =>
          [guess, truth].map((each) => Math.abs(heightAt(each, centre + dx) - middle)),
        );
        // A gap of more than a letter's height is enough: the first such is taken.
        const gap = Math.min(16, ...gaps);
        if (gap <= widest) continue;
        best = [centre - 39, middle + 5];
        widest = gap;
      }
    }
    return best;
  }

  /** @param {Point[]} points @returns {WrittenPath} */
  function polygon(points) {
    return [`M${"L".repeat(points.length - 1)}Z`, differences(points)];
  }

  /** @param {Point[]} points */
  function differences(points) {
    return points.flatMap(([x, y], i) => {
      const [a, b] = i ? points[i - 1] : [0, 0];
      return [
        Math.round(20 * x) - Math.round(20 * a),
        Math.round(20 * y) - Math.round(20 * b),
      ];
    });
  }

  // A stroke sets the height of every place that it passes and, where it begins and
  // ends, of the nearest place. Points are parts of the axes here, y upwards.
  /** @type {Point | null} */
  let last = null;
  let passed = new Set();
  /** @param {PointerEvent} event @returns {Point} */
  const pointOf = (event) => {
    const box = sheet.getBoundingClientRect();
    const y = (event.clientY - box.top) / box.height;
    const x = (event.clientX - box.left) / box.width;
    return [x, Math.min(1, Math.max(0, spec.over ? y : 1 - y))];
  };
  const set = (/** @type {number} */ i, /** @type {number} */ y) => {
    heights[i] = value(y);
    passed.add(i);
  };
  const setNearest = (/** @type {Point} */ [x, y]) => {
    const away = (/** @type {number} */ i) => Math.abs(spec.position[i] - x);
    const places = spec.x.map((_, i) => i);
    const i = places.reduce((a, b) => (away(b) < away(a) ? b : a));
    if (!passed.has(i)) set(i, y);
  };
  sheet.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    sheet.setPointerCapture(event.pointerId);
    passed = new Set();
    last = pointOf(event);
    setNearest(last);
    paint();
    touched();
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
    paint();
  });
  for (const event of /** @type {const} */ (["pointerup", "pointercancel"])) {
    sheet.addEventListener(event, ({ isPrimary }) => {
      if (last === null || !isPrimary) return;
      setNearest(last);
      last = null;
      paint();
    });
  }

  return {
    node: element("div", { className: "lab-answers lab-draw" }, how, byKeyboard, row),
    guess: () => heights,
    put(guess, isClosed) {
      closed = isClosed;
      heights = Array.isArray(guess) ? [...guess] : spec.x.map(() => null);
      sheet.hidden = closed;
      paint();
    },
    focus() {
      const next = sliders[Math.max(0, heights.indexOf(null))];
      (row.classList.contains("lab-shown") ? next : byKeyboard).focus();
    },
    resize,
  };
}

/**
 * A sheet over the axes of a figure, with words in it.
 * @param {Canvas} figure
 * @param {Box} box
 * @param {string} className
 * @param {string} text
 */
function laidOver({ viewport, play }, box, className, text) {
  const words = element("span", { textContent: text });
  const node = element("div", { className }, words);
  node.setAttribute("aria-hidden", "true");
  viewport.append(node);
  return {
    node,
    words,
    resize() {
      const [left, top, width, height] = play.onPage(box).map((v) => `${v}px`);
      Object.assign(node.style, { left, top, width, height });
    },
  };
}

/**
 * @param {QuestionSpec} spec
 * @param {RawGuess} guess
 * @returns {Verdict}
 */
function judge(spec, guess) {
  if (guess === null) {
    const answer = spec.kind === "curve" ? "" : `; the answer is ${spec.answer}`;
    const text = `Skipped${answer}. ${spec.why}`;
    return { state: "skipped", text, short: "", why: spec.why, guess };
  }
  const found = take(spec, guess);
  if (found.refused !== undefined)
    return { state: "refused", text: found.refused, short: "", guess: null };
  const { taken } = found;
  const { right, short, sentence } = compared(spec, taken);
  const reply = right ? "" : replyTo(spec, taken);
  const why = [reply, spec.why].filter(Boolean).join(" ");
  return {
    state: right ? "right" : "wrong",
    text: [sentence, why].filter(Boolean).join(" "),
    short: `${short}.`,
    why,
    guess: taken,
  };
}

/**
 * Whether a guess holds, and what is said to it in short and at length.
 * @param {QuestionSpec} spec
 * @param {Guess} guess
 */
function compared(spec, guess) {
  if (spec.kind === "choice") {
    const right = guess === spec.right;
    const short = `You said “${guess}”`;
    const sentence = `${short}; ${right ? "so it is" : `the answer is ${spec.answer}`}.`;
    return { right, short, sentence };
  }
  if (spec.kind === "number") {
    const number = /** @type {number} */ (guess);
    const off = Math.abs(number - spec.right);
    const right = off <= spec.within;
    const short = `You said ${withUnit(number, spec)}`;
    const close = right && off > 0 ? "close enough: " : "";
    return { right, short, sentence: `${short}; ${close}it is ${spec.answer}.` };
  }
  const off = distance(spec, /** @type {number[]} */ (guess));
  const right = off <= spec.within;
  const how =
    spec.judged === "rms" ? "off (root mean square)" : "off at its worst place";
  const unit = spec.log ? " powers of ten" : spec.unit;
  const far = `${withUnit(off, { ...spec, unit })} ${how}`;
  const sentence = `Your curve is ${far}${right ? ": close" : ""}.`;
  return { right, short: `${CURVE_IS} ${far}`, sentence };
}

/**
 * @param {QuestionSpec} spec
 * @param {RawGuess} guess
 * @returns {Taken}
 */
function take(spec, guess) {
  if (spec.kind === "choice") return takeChoice(spec, guess);
  if (spec.kind === "number") return takeNumber(spec, guess);
  return takeCurve(spec, guess);
}

/** @param {ChoiceSpec} spec @param {RawGuess} guess @returns {Taken} */
function takeChoice(spec, guess) {
  if (guess === "")
    return { refused: "Nothing is chosen yet: choose an answer, or skip." };
  if (typeof guess === "string" && spec.choices.includes(guess))
    return { taken: guess };
  const what = typeof guess === "string" ? `“${guess}”` : "That";
  const choices = spec.choices.join("; ");
  return { refused: `${what} is not one of the answers. Choose one of: ${choices}.` };
}

/** @param {NumberSpec} spec @param {RawGuess} guess @returns {Taken} */
function takeNumber(spec, guess) {
  const range = rangeOf(spec);
  let number = guess;
  if (typeof guess === "string") {
    const text = guess.trim();
    const unit = spec.unit.trim();
    if (!text)
      return { refused: `Nothing is written yet: write a number ${range}, or skip.` };
    const bare = unit && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
    let plain = bare.trim().replaceAll("−", "-");
    plain = plain.replaceAll(",", /^[+-]?\d{1,3}(,\d{3})+$/.test(plain) ? "" : ".");
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain))
      return {
        refused: `“${text}” is not a number. Write digits, for a number ${range}.`,
      };
    number = Number(plain);
  }
  if (typeof number !== "number" || Number.isNaN(number))
    return { refused: `That is not a number. Write digits, for a number ${range}.` };
  if (!(spec.low <= number && number <= spec.high))
    return { refused: `The answer lies in the range ${range}: try a number in it.` };
  return { taken: number };
}

/** @param {CurveSpec} spec @param {RawGuess} guess @returns {Taken} */
function takeCurve(spec, guess) {
  const ends = endsOf(spec);
  if (!Array.isArray(guess) || guess.length !== spec.x.length)
    return { refused: `A guess is a curve of ${spec.x.length} heights, ${ends}.` };
  const heights = guess.map((h) => (h === null || typeof h === "number" ? h : NaN));
  if (heights.some((h) => h !== null && !(spec.low <= h && h <= spec.high))) {
    const range = rangeOf(spec);
    return { refused: `The curve leaves the axes: its heights go ${range}.` };
  }
  if (heights[0] === null || heights.at(-1) === null)
    return {
      refused:
        `The curve does not reach ${ends} yet: draw it over the whole width, ` +
        "or skip.",
    };
  const drawn = heights.flatMap((h, i) =>
    h === null ? [] : [{ i, scaled: scaled(spec, h) }],
  );
  for (const [k, right] of drawn.slice(1).entries()) {
    const left = drawn[k];
    for (let i = left.i + 1; i < right.i; i++) {
      const part = (i - left.i) / (right.i - left.i);
      heights[i] = unscaled(spec, (1 - part) * left.scaled + part * right.scaled);
    }
  }
  return { taken: /** @type {number[]} */ (heights) };
}

/**
 * What is said to a wrong guess: the first reply that fits.
 * @param {QuestionSpec} spec
 * @param {Guess} guess
 */
function replyTo(spec, guess) {
  if (spec.kind === "choice")
    return spec.replies.find(([when]) => guess === when)?.[1] ?? "";
  if (spec.kind === "number") {
    const number = /** @type {number} */ (guess);
    const fits = (/** @type {[number, number]} */ [low, high]) =>
      low <= number && number <= high;
    return spec.replies.find(([when]) => fits(when))?.[1] ?? "";
  }
  const features = featuresOf(spec, /** @type {number[]} */ (guess));
  return spec.replies.find(([when]) => features[when])?.[1] ?? "";
}

/**
 * @param {CurveSpec} spec
 * @param {number[]} guess
 * @returns {Record<Feature, boolean>}
 */
function featuresOf(spec, guess) {
  const heights = guess.map((h) => scaled(spec, h));
  const slight = SLIGHT * (scaled(spec, spec.high) - scaled(spec, spec.low));
  const moves = heights.slice(1).map((after, i) => after - heights[i]);
  const up = sum(moves.map((move) => Math.max(move, 0)));
  const down = sum(moves.map((move) => Math.max(-move, 0)));
  const lowest = Math.min(...heights);
  const highest = Math.max(...heights);
  const ends = [heights[0], heights[heights.length - 1]];
  const over =
    sum(heights.map((h, i) => h - scaled(spec, spec.right[i]))) / heights.length;
  return {
    flat: highest - lowest <= slight,
    rising: down <= slight && slight < up,
    falling: up <= slight && slight < down,
    valley: Math.min(...ends) - lowest > slight,
    hill: highest - Math.max(...ends) > slight,
    above: over > spec.within,
    below: -over > spec.within,
  };
}

/** @param {CurveSpec} spec @param {number[]} heights */
function distance(spec, heights) {
  const off = heights.map((h, i) =>
    Math.abs(scaled(spec, h) - scaled(spec, spec.right[i])),
  );
  return spec.judged === "max"
    ? Math.max(...off)
    : Math.sqrt(sum(off.map((each) => each * each)) / off.length);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

/**
 * A height as the axis scales it, and back.
 * @param {CurveSpec} spec
 * @param {number} height
 */
function scaled(spec, height) {
  return spec.log ? Math.log10(height) : height;
}

/** @param {CurveSpec} spec @param {number} height */
function unscaled(spec, height) {
  return spec.log ? 10 ** height : height;
}

/** @param {NumberSpec | CurveSpec} spec */
function rangeOf(spec) {
  return `from ${digits(spec.low, spec.decimals)} to ${withUnit(spec.high, spec)}`;
}

/** @param {CurveSpec} spec */
function endsOf(spec) {
  return `from ${spec.at[0]} to ${spec.at.at(-1)}`;
}

/** @param {number} value @param {NumberSpec | CurveSpec} spec */
function withUnit(value, spec) {
  return `${digits(value, spec.decimals)}${spec.unit}`;
}

/**
 * A number with so many decimals or fewer; halves are rounded up, as in question.py.
 * @param {number} value
 * @param {Whole} decimals
 */
function digits(value, decimals) {
  const scale = 10 ** decimals;
  let text = (Math.floor(value * scale + 0.5) / scale).toFixed(decimals);
  if (text.includes(".")) text = text.replace(/0+$/, "").replace(/\.$/, "");
  return (text === "-0" ? "0" : text).replace("-", "−");
}
