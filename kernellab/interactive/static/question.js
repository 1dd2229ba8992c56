// The question above a lab: asks it, judges what was guessed, and keeps the guess. All it needs is the specification that
// question.py writes, so a page without Python can ask too; judge says what judge in question.py says.

const GUESS = { s: "#8f6200ff", f: "#8f6200ff", w: 3.5 }; // brown, dotted: no other curve of a lab is
const KEPT = "kernellab"; // the one record of a student, in the page's storage
const VERSION = 1;
const SLIGHT = 0.05; // of the height of the axes: a curve that moves less stands still
const RUNGS = 100; // of the slider of a height

// The guesses by name, as { guess, when }. Where storage is blocked or full, the page itself remembers.
const guesses = (() => {
  const mine = {};
  const read = () => {
    let record = null;
    try {
      record = JSON.parse(localStorage.getItem(KEPT));
    } catch {} // blocked, or no JSON
    return record &&
      typeof record === "object" &&
      record.guesses &&
      typeof record.guesses === "object"
      ? record
      : { version: VERSION, guesses: {} };
  };
  const put = (name, entry) => {
    mine[name] = entry;
    const record = read();
    if (record.version !== VERSION) return; // of a later course: not ours to change
    try {
      localStorage.setItem(
        KEPT,
        JSON.stringify({ ...record, guesses: { ...record.guesses, [name]: entry } }),
      );
      delete mine[name];
    } catch {}
  };
  const all = () => {
    const { version, guesses } = read();
    return JSON.parse(
      JSON.stringify({ ...(version === VERSION ? guesses : {}), ...mine }),
    );
  };
  return { all, put };
})();

// The question of a lab, or null; `changed(message)` is called when it was answered, or is to be asked again.
function askedIn(spec, { id, stage, play, said, controls, changed }) {
  if (!spec?.name) return null;
  const legend = element("legend", { textContent: spec.words });
  const refused = element("p", { className: "lab-refused" });
  refused.setAttribute("role", "alert");
  const answer = element("button", { type: "submit", textContent: "Answer" });
  const skip = element("button", { type: "button", textContent: "Skip" });
  const ways = { choice: choiceOf, number: numberOf, curve: curveOf };
  const way = ways[spec.kind](spec, id, {
    stage,
    play,
    touched: () => (refused.textContent = ""),
  });
  const form = element(
    "form",
    { noValidate: true },
    way.node,
    element("div", { className: "lab-send" }, answer, skip, refused),
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
  const ruler = element(
    "div",
    { className: "lab-ruler" },
    element("div", { textContent: longest(spec) }),
    again.cloneNode(true),
  );
  ruler.setAttribute("aria-hidden", "true");
  const node = element(
    "fieldset",
    { className: "lab-question" },
    legend,
    element("div", { className: "lab-ask" }, form, reply, ruler),
  );
  for (const control of node.querySelectorAll("input, button"))
    control.dataset.lmSuppressShortcuts = "true";
  let entry = null;

  function put(now) {
    const verdict = now && judge(spec, now.guess);
    entry = verdict && verdict.state !== "refused" ? now : null;
    node.dataset.state = entry ? verdict.state : "open";
    form.inert = entry !== null;
    again.hidden = entry === null;
    refused.textContent = "";
    words.textContent = entry ? verdict.text : "";
    said.textContent = entry ? verdict.short : "";
    for (const each of controls) each.inert = entry === null && !spec.free;
    way.put(entry ? verdict.guess : null, entry !== null);
  }

  function give(guess) {
    const verdict = judge(spec, guess);
    if (verdict.state === "refused") {
      refused.textContent = verdict.text;
      way.focus();
      return;
    }
    const inside = form.contains(document.activeElement);
    put({ guess: verdict.guess, when: Date.now() });
    if (inside) again.focus({ preventScroll: true }); // where the hand was, there is nothing left to press
    guesses.put(spec.name, entry);
    changed({ kind: "guess", entry });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    give(way.guess());
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault(); // JupyterLab keeps an Enter from the form
    form.requestSubmit();
  });
  skip.addEventListener("click", () => give(null));
  again.addEventListener("click", () => {
    put(null);
    way.focus();
    guesses.put(spec.name, undefined);
    changed({ kind: "again" });
  });
  put(guesses.all()[spec.name] ?? null);
  return {
    node,
    get open() {
      return entry === null;
    },
    letters:
      spec.kind === "choice"
        ? 12 + Math.max(...spec.choices.map((each) => each.length))
        : 54 + spec.unit.length,
    // What Python has on record; the answer tells whether the veil falls or rises by it.
    hear(now) {
      if (JSON.stringify(now) === JSON.stringify(entry)) return false;
      const open = entry === null;
      put(now);
      guesses.put(spec.name, entry ?? undefined);
      return open !== (entry === null);
    },
    fit: () => way.fit?.(),
  };
}

// A text as long as the longest that may be said, so that its room is there from the start; its letters give nothing away.
function longest(spec) {
  const most = (texts) => texts.reduce((a, b) => (b.length > a.length ? b : a), "");
  const said =
    spec.kind === "number"
      ? `You said ${spec.answer}; close enough: it is ${spec.answer}.`
      : `Your curve is 100${spec.unit} off (root mean square).`;
  const reply = most(spec.replies.map(([, text]) => text));
  const text =
    spec.kind === "choice"
      ? most(spec.choices.map((each) => judge(spec, each).text))
      : `${said} ${reply} ${spec.why}`;
  return text.replace(/\S/g, (_, i) => "eatonirs"[i % 8]);
}

function choiceOf(spec, id, { touched }) {
  const inputs = spec.choices.map((_, i) =>
    element("input", { type: "radio", name: `${id}-question`, value: i }),
  );
  const node = element(
    "div",
    { className: "lab-answers" },
    ...inputs.map((input, i) => element("label", {}, input, ` ${spec.choices[i]}`)),
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

function numberOf(spec, id, { touched }) {
  const input = element("input", {
    type: "text",
    inputMode: "decimal",
    autocomplete: "off",
    size: 8,
    id: `${id}-question`,
  });
  const span = element("small", {
    id: `${id}-span`,
    textContent: `from ${digits(spec.low, spec.decimals)} to ${told(spec.high, spec)}`,
  });
  input.setAttribute("aria-describedby", span.id);
  input.addEventListener("input", touched);
  const label = element("label", { htmlFor: input.id, textContent: "my guess" });
  return {
    node: element(
      "div",
      { className: "lab-answers" },
      label,
      element("span", {}, input, spec.unit),
      span,
    ),
    guess: () => input.value,
    put: (guess) => (input.value = guess === null ? "" : digits(guess, spec.decimals)),
    focus: () => input.focus(),
  };
}

// A curve is drawn in the picture, or its heights are set on a row of sliders.
function curveOf(spec, _id, { stage, play, touched }) {
  const [left, top, width, height] = spec.box;
  const low = scaled(spec, spec.low),
    high = scaled(spec, spec.high);
  const part = (h) => (scaled(spec, h) - low) / (high - low);
  const value = (part) =>
    unscaled(spec, low + Math.min(1, Math.max(0, part)) * (high - low));
  const X = (i) => left + spec.position[i] * width;
  const Y = (h) => top + (spec.over ? part(h) : 1 - part(h)) * height;
  const sheet = element("div", { className: "lab-sheet" }); // over the axes: what a pointer draws on
  sheet.setAttribute("aria-hidden", "true");
  stage.append(sheet);
  let heights = spec.x.map(() => null);
  let done = false;

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
      if (near != null) input.value = RUNGS * part(near); // set off from where the neighbour is
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
  const hint = element("p", {
    textContent: `Draw in the picture, from ${spec.at[0]} to ${spec.at.at(-1)}, or set the heights here:`,
  });

  function paint() {
    sliders.forEach((input, i) => {
      if (heights[i] !== null) input.value = RUNGS * part(heights[i]);
      input.classList.toggle("lab-unset", heights[i] === null);
      input.setAttribute(
        "aria-valuetext",
        heights[i] === null ? "not drawn yet" : told(heights[i], spec),
      );
    });
    play.over(ops());
  }

  // The guess as operations of the player: a line where it is drawn, its places while it is being drawn, a word beside it after.
  function ops() {
    const drawn = spec.x.map((_, i) => i).filter((i) => heights[i] !== null);
    if (!drawn.length) return [];
    const at = drawn.map((i) => [X(i), Y(heights[i])]);
    const line = { s: GUESS.s, w: GUESS.w, c: "round", d: [0, 0.1, 7] };
    const found = [["p", line, [`M${"L".repeat(at.length - 1)}`, steps(at)]]];
    if (!done) {
      const diamond = [
        "MLLLZ",
        steps([
          [0, -5],
          [5, 0],
          [0, 5],
          [-5, 0],
        ]),
      ];
      return [...found, ["m", { f: GUESS.f }, diamond, steps(at)]];
    }
    const [x, y] = free(at);
    const ground = [
      "MLLLZ",
      steps([
        [x - 3, y - 14],
        [x + 73, y - 14],
        [x + 73, y + 5],
        [x - 3, y + 5],
      ]),
    ];
    return [
      ...found,
      ["p", { f: "#ffffffd9" }, ground],
      [
        "w",
        { f: GUESS.f },
        Math.round(20 * x),
        Math.round(20 * y),
        0,
        20 * 15,
        "your guess",
      ],
    ];
  }

  // Where "your guess" can be read: near the guess, and where neither curve runs through it.
  function free(at) {
    const truth = spec.x.map((_, i) => [X(i), Y(spec.right[i])]);
    const heightAt = (points, x) => {
      const k = Math.max(
        1,
        points.findIndex(([each]) => each >= x),
      );
      const [[a, c], [b, d]] = [points[k - 1], points[k]];
      return c + ((x - a) / (b - a)) * (d - c);
    };
    let best = [left + 4, top + 16, -1];
    for (const [x, y] of at) {
      for (const middle of [y - 20, y + 20]) {
        const centre = Math.min(Math.max(x, left + 42), left + width - 42);
        if (middle < top + 10 || middle > top + height - 10) continue;
        const gaps = [-38, -19, 0, 19, 38].flatMap((dx) =>
          [at, truth].map((each) => Math.abs(heightAt(each, centre + dx) - middle)),
        );
        const gap = Math.min(16, ...gaps); // more than a letter's height is enough: the first such place is taken
        if (gap > best[2]) best = [centre - 35, middle + 5, gap];
      }
    }
    return best;
  }

  const steps = (points) =>
    points.flatMap(([x, y], i) => {
      const [a, b] = i ? points[i - 1] : [0, 0];
      return [
        Math.round(20 * x) - Math.round(20 * a),
        Math.round(20 * y) - Math.round(20 * b),
      ];
    });

  // One stroke: every place that it passes takes its height; where it begins and ends, the nearest place.
  let last = null,
    passed = new Set();
  const point = (event) => {
    const box = sheet.getBoundingClientRect();
    const y = (event.clientY - box.top) / box.height;
    return [
      (event.clientX - box.left) / box.width,
      Math.min(1, Math.max(0, spec.over ? y : 1 - y)),
    ];
  };
  const set = (i, y) => {
    heights[i] = value(y);
    passed.add(i);
  };
  const nearest = ([x, y]) => {
    const away = (i) => Math.abs(spec.position[i] - x);
    const i = spec.x.map((_, i) => i).reduce((a, b) => (away(b) < away(a) ? b : a));
    if (!passed.has(i)) set(i, y);
  };
  sheet.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    sheet.setPointerCapture(event.pointerId);
    passed = new Set();
    last = point(event);
    nearest(last);
    paint();
    touched();
  });
  sheet.addEventListener("pointermove", (event) => {
    if (last === null) return;
    const now = point(event),
      [a, b] = [last, now].sort((one, other) => one[0] - other[0]);
    spec.position.forEach((x, i) => {
      if (a[0] <= x && x <= b[0])
        set(
          i,
          a[0] === b[0] ? now[1] : a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]),
        );
    });
    last = now;
    paint();
  });
  for (const event of ["pointerup", "pointercancel"]) {
    sheet.addEventListener(event, () => {
      if (last === null) return;
      nearest(last);
      last = null;
      paint();
    });
  }

  return {
    node: element("div", { className: "lab-answers lab-draw" }, hint, row),
    guess: () => heights,
    put(guess, closed) {
      done = closed;
      heights = guess ? [...guess] : spec.x.map(() => null);
      sheet.hidden = closed;
      paint();
    },
    focus: () => sliders[Math.max(0, heights.indexOf(null))].focus(),
    fit() {
      const [x, y, w, h] = play.place(spec.box).map((v) => `${v}px`);
      Object.assign(sheet.style, { left: x, top: y, width: w, height: h });
    },
  };
}

// What is said to a guess: { state, text, short, guess }, as in question.py.
function judge(spec, guess) {
  if (guess === null) {
    const answer = spec.kind === "curve" ? "" : `; the answer is ${spec.answer}`;
    return {
      state: "skipped",
      text: `Skipped${answer}. ${spec.why}`,
      short: "",
      guess,
    };
  }
  const { refused, taken } = {
    choice: takeChoice,
    number: takeNumber,
    curve: takeCurve,
  }[spec.kind](spec, guess);
  if (refused) return { state: "refused", text: refused, short: "", guess: null };
  let right, short, said;
  if (spec.kind === "choice") {
    right = taken === spec.right;
    short = `You said “${taken}”`;
    said = `${short}; ${right ? "so it is" : `the answer is ${spec.answer}`}.`;
  } else if (spec.kind === "number") {
    const off = Math.abs(taken - spec.right);
    right = off <= spec.within;
    short = `You said ${told(taken, spec)}`;
    said = `${short}; ${right && off > 0 ? "close enough: " : ""}it is ${spec.answer}.`;
  } else {
    const off = distance(spec, taken);
    right = off <= spec.within;
    const how =
      spec.judged === "rms" ? "off (root mean square)" : "off at its worst place";
    const far = `${told(off, spec.log ? { ...spec, unit: " powers of ten" } : spec)} ${how}`;
    short = `Your guess, dotted, is ${far}`;
    said = `Your curve is ${far}${right ? ": close" : ""}.`;
  }
  const reply = right
    ? ""
    : (spec.replies.find(([when]) => fits(spec, taken, when))?.[1] ?? "");
  return {
    state: right ? "right" : "wrong",
    text: [said, reply, spec.why].filter(Boolean).join(" "),
    short: `${short}.`,
    guess: taken,
  };
}

function takeChoice(spec, guess) {
  if (guess === "")
    return { refused: "Nothing is chosen yet: choose an answer, or skip." };
  if (spec.choices.includes(guess)) return { taken: guess };
  const what = typeof guess === "string" ? `“${guess}”` : "That";
  return {
    refused: `${what} is not one of the answers. Choose one of: ${spec.choices.join("; ")}.`,
  };
}

function takeNumber(spec, guess) {
  const span = `from ${digits(spec.low, spec.decimals)} to ${told(spec.high, spec)}`;
  if (typeof guess === "string") {
    const text = guess.trim(),
      unit = spec.unit.trim();
    if (!text)
      return { refused: `Nothing is written yet: write a number ${span}, or skip.` };
    let plain = (unit && text.endsWith(unit) ? text.slice(0, -unit.length) : text)
      .trim()
      .replaceAll("−", "-");
    plain = plain.replaceAll(",", /^[+-]?\d{1,3}(,\d{3})+$/.test(plain) ? "" : ".");
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain))
      return {
        refused: `“${text}” is not a number. Write digits, for a number ${span}.`,
      };
    guess = Number(plain);
  }
  if (typeof guess !== "number" || Number.isNaN(guess))
    return { refused: `That is not a number. Write digits, for a number ${span}.` };
  if (!(spec.low <= guess && guess <= spec.high))
    return { refused: `The answer lies ${span}: try a number in that range.` };
  return { taken: guess };
}

function takeCurve(spec, guess) {
  const ends = `from ${spec.at[0]} to ${spec.at.at(-1)}`;
  if (!Array.isArray(guess) || guess.length !== spec.x.length)
    return { refused: `A guess is a curve of ${spec.x.length} heights, ${ends}.` };
  const heights = guess.map((h) => (h === null || typeof h === "number" ? h : NaN));
  if (heights.some((h) => h !== null && !(spec.low <= h && h <= spec.high))) {
    return {
      refused: `The curve leaves the axes: its heights go from ${digits(spec.low, spec.decimals)} to ${told(spec.high, spec)}.`,
    };
  }
  if (heights[0] === null || heights.at(-1) === null) {
    return {
      refused: `The curve does not reach ${ends} yet: draw it over the whole width, or skip.`,
    };
  }
  const drawn = heights.map((_, i) => i).filter((i) => heights[i] !== null);
  drawn.slice(1).forEach((right, k) => {
    const left = drawn[k];
    for (let i = left + 1; i < right; i++) {
      const part = (i - left) / (right - left);
      heights[i] = unscaled(
        spec,
        (1 - part) * scaled(spec, heights[left]) + part * scaled(spec, heights[right]),
      );
    }
  });
  return { taken: heights };
}

function fits(spec, guess, when) {
  if (spec.kind === "choice") return guess === when;
  if (spec.kind === "number") return when[0] <= guess && guess <= when[1];
  const heights = guess.map((h) => scaled(spec, h));
  const slight = SLIGHT * (scaled(spec, spec.high) - scaled(spec, spec.low));
  const moves = heights.slice(1).map((after, i) => after - heights[i]);
  const up = sum(moves.map((move) => Math.max(move, 0))),
    down = sum(moves.map((move) => Math.max(-move, 0)));
  const lowest = Math.min(...heights),
    highest = Math.max(...heights),
    ends = [heights[0], heights.at(-1)];
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
  }[when];
}

function distance(spec, heights) {
  const off = heights.map((h, i) =>
    Math.abs(scaled(spec, h) - scaled(spec, spec.right[i])),
  );
  return spec.judged === "max"
    ? Math.max(...off)
    : Math.sqrt(sum(off.map((each) => each * each)) / off.length);
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const scaled = (spec, height) => (spec.log ? Math.log10(height) : height);
const unscaled = (spec, height) => (spec.log ? 10 ** height : height);
const told = (value, spec) => `${digits(value, spec.decimals)}${spec.unit}`;

// A number with that many decimals or fewer; halves go up, as in question.py.
function digits(value, decimals) {
  const scale = 10 ** decimals;
  let text = (Math.floor(value * scale + 0.5) / scale).toFixed(decimals);
  if (text.includes(".")) text = text.replace(/0+$/, "").replace(/\.$/, "");
  return (text === "-0" ? "0" : text).replace("-", "−");
}
