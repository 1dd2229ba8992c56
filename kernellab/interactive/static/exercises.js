// An exercise that is answered in the page. It judges as diagnosis.py and exercises.py
// do, from what they worked out, with the sentences of diagnosis.py.

/**
 * The numbers of an answer: the lengths of its axes, and all of them in a row.
 * @typedef {{ shape: number[], flat: number[] }} Numbers
 */

/**
 * @typedef {object} Judged
 * @property {"open" | "right" | "wrong"} state
 * @property {string} text
 * @property {Whole | null} mistake its place among the known ones
 */

/**
 * A sentence with its parts in their places.
 * @param {string} key
 * @param {Record<string, string | number>} parts
 */
function sentence(key, parts = {}) {
  return SENTENCES[key].replace(/\{(\w+)\}/g, (_, name) => `${parts[name]}`);
}

/**
 * The numbers of an answer, or null if it holds no real numbers. A column and a single
 * entry are flattened.
 * @param {Answer} value
 * @returns {Numbers | null}
 */
function numbersIn(value) {
  if (value === null || typeof value === "boolean") return null;
  const found = tableOf(value);
  if (!found) return null;
  const { shape, flat } = found;
  if (flat.length === 1) return { shape: [], flat };
  return Math.max(...shape) === flat.length ? { shape: [flat.length], flat } : found;
}

/** @param {Answer} value @returns {Numbers | null} */
function tableOf(value) {
  if (value === null) return null;
  if (!Array.isArray(value)) return { shape: [], flat: [Number(value)] };
  const rows = value.map(tableOf);
  const [first] = rows;
  const shape = first?.shape ?? [];
  const flat = [];
  for (const each of rows) {
    if (!each || `${each.shape}` !== `${shape}`) return null;
    flat.push(...each.flat);
  }
  return { shape: [value.length, ...shape], flat };
}

/** @param {number[]} right @param {number} tolerance */
function reachOf(right, tolerance) {
  const largest = right.reduce((most, each) => Math.max(most, Math.abs(each)), 1e-12);
  return tolerance * largest;
}

/** @param {number[]} right @param {number} tolerance */
function closeTo(right, tolerance) {
  const reach = reachOf(right, tolerance);
  return (/** @type {number} */ each, /** @type {number} */ i) =>
    Math.abs(each - right[i]) <= reach;
}

/**
 * @param {Numbers | null} found
 * @param {Numbers | null} right
 * @param {number} tolerance
 */
function sameNumbers(found, right, tolerance) {
  return (
    found !== null &&
    right !== null &&
    `${found.shape}` === `${right.shape}` &&
    found.flat.every(closeTo(right.flat, tolerance))
  );
}

/**
 * @param {ExerciseSpec} spec
 * @param {Answer} given
 * @returns {Judged}
 */
function judgeAnswer(spec, given) {
  const found = numbersIn(given);
  const same = (/** @type {Answer} */ other) =>
    sameNumbers(found, numbersIn(other), spec.tolerance);
  if (same(spec.wanted))
    return { state: "right", text: `right. ${spec.why}`, mistake: null };
  const known = spec.mistakes.findIndex(([mistake]) => same(mistake));
  const reply = spec.mistakes[known]?.[1] ?? whatIsWrong(spec, given, found);
  return {
    state: "wrong",
    text: `not yet. ${reply}`,
    mistake: known < 0 ? null : known,
  };
}

/**
 * @param {ExerciseSpec} spec
 * @param {Answer} given
 * @param {Numbers | null} found
 */
function whatIsWrong(spec, given, found) {
  const right = numbersIn(spec.wanted);
  if (!right) throw new Error("an exercise whose answer holds no numbers");
  const place = missingPlace(given);
  if (place) return sentence("missing", { place });
  if (!found || `${found.shape}` !== `${right.shape}`)
    return sentence("kind", {
      subject: sentence("subject"),
      wanted: shapeInWords(right.shape),
      given: found?.shape.length
        ? sentence("shape", { shape: tuple(found.shape) })
        : kindOf(given, found),
    });
  if (!found.flat.every(Number.isFinite)) return sentence("not finite");
  const odd = notChosen(spec, found.flat, right.flat);
  if (odd) return odd;
  const chosen = spec.items.some(([, choices]) => choices.length);
  const relation =
    spec.kind === "switches" || chosen
      ? ""
      : relationOf(found.flat, right.flat, spec.tolerance);
  if (relation) return sentence("relation", { relation });
  if (!right.shape.length && chosen) return sentence("another");
  if (!right.shape.length)
    return sentence("number", {
      size: sizeOf(found.flat[0], right.flat[0], spec.counts),
    });
  return aboutEntries(spec, found.flat, right.flat);
}

/**
 * What is said of entries that are none of their choices, or "".
 * @param {ExerciseSpec} spec
 * @param {number[]} found
 * @param {number[]} right
 */
function notChosen({ kind, items, tolerance }, found, right) {
  if (kind === "switches") return "";
  const reach = reachOf(right, tolerance);
  const odd = items.filter(
    ([, choices], i) =>
      choices.length > 0 &&
      choices.every(([each]) => Math.abs(found[i] - Number(each)) > reach),
  );
  if (!odd.length) return "";
  const [[, choices]] = odd;
  const alike = odd.filter((item) => `${item[1]}` === `${choices}`);
  const words = choices.map(([each, text]) => (text ? `${each}, ${text}` : `${each}`));
  return sentence("not chosen", {
    items: listed(alike.map(([name]) => name)),
    choices: words.join("; "),
  });
}

/**
 * Words as a sentence lists them.
 * @param {(string | number)[]} words
 */
function listed(words) {
  const before = words.slice(0, -1).join(", ");
  return before ? `${before} and ${words.at(-1)}` : `${words.at(-1)}`;
}

/**
 * Which of several numbers are right, and what is wrong with another.
 * @param {ExerciseSpec} spec
 * @param {number[]} found
 * @param {number[]} right
 */
function aboutEntries(spec, found, right) {
  const close = found.map(closeTo(right, spec.tolerance));
  const places = close.flatMap((each, i) => (each ? [i + 1] : []));
  let count = counted(places.length, close.length);
  if (spec.kind === "switches") return `${count}.`; // which would be the answer
  if (0 < places.length && places.length < 6)
    count += sentence("places", {
      which: places.length > 1 ? "entries" : "entry",
      places: listed(places),
    });
  const first = close.indexOf(false);
  const isChoice = spec.items.map(([, choices]) => choices.length > 0);
  // No choice is larger than another.
  if (isChoice.includes(true) && (!places.length || isChoice[first]))
    return `${count}.`;
  if (!places.length) {
    const ways = new Set(found.map((each, i) => wayOf(each - right[i])));
    const [way] = ways;
    return ways.size > 1
      ? sentence("some", { count })
      : sentence("all", { count, way });
  }
  const turned = closeTo(right, spec.tolerance);
  if (found.every((each, i) => close[i] || turned(-each, i)))
    return sentence("rest", { count });
  const size = sizeOf(found[first], right[first], spec.counts);
  return sentence("first", { count, i: first + 1, size });
}

/** @param {number[]} shape */
function tuple(shape) {
  return `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
}

/** @param {number[]} shape */
function shapeInWords(shape) {
  if (!shape.length) return sentence("one number");
  if (shape.length > 1) return sentence("shape", { shape: tuple(shape) });
  return sentence("numbers", { count: inThousands(shape[0]), s: plural(shape[0]) });
}

/** @param {number} count */
function plural(count) {
  return count === 1 ? "" : "s";
}

/** @param {number} count */
function inThousands(count) {
  return count.toLocaleString("en-US");
}

/** @param {Answer} value @param {Numbers | null} found */
function kindOf(value, found) {
  if (found) return shapeInWords(found.shape);
  if (!Array.isArray(value)) return sentence(value === null ? "none" : "truth");
  return sentence("things", {
    count: inThousands(value.length),
    s: plural(value.length),
  });
}

/**
 * The place of the first None in a list, or "".
 * @param {Answer} value
 */
function missingPlace(value) {
  const rows = Array.isArray(value) ? value : [];
  for (const [i, row] of rows.entries()) {
    if (row === null) return sentence("place", { i: i + 1 });
    const j = Array.isArray(row) ? row.indexOf(null) : -1;
    if (j >= 0) return sentence("cell", { i: i + 1, j: j + 1 });
  }
  return "";
}

/**
 * The one relation of all numbers to those wanted, or "" if there is none.
 * @param {number[]} found
 * @param {number[]} right
 * @param {number} tolerance
 */
function relationOf(found, right, tolerance) {
  const close = closeTo(right, tolerance);
  const fits = (/** @type {(each: number) => number} */ mend) =>
    found.every((each, i) => close(mend(each), i));
  if (fits((each) => -each)) return sentence("sign");
  const n = right.length;
  if (n === 1) return "";
  const total = (/** @type {(i: number) => number} */ term) =>
    right.reduce((sum, _, i) => sum + term(i), 0);
  const square = total((i) => right[i] * right[i]);
  const factor = total((i) => found[i] * right[i]) / Math.max(square, 1e-300);
  if (factor && fits((each) => each / factor)) {
    const sign = factor < 0 ? sentence("turned") : "";
    // The last digits depend on the order of a sum.
    const about = aboutFactor(Math.abs(Number(factor.toPrecision(12))));
    return sentence("factor", { sign, about });
  }
  const shift = total((i) => found[i] - right[i]) / n;
  if (fits((each) => each - shift)) return sentence("shifted", { way: wayOf(shift) });
  const up = (/** @type {number[]} */ all) => [...all].sort((a, b) => a - b);
  const sorted = up(right);
  return up(found).every(closeTo(sorted, tolerance)) ? sentence("order") : "";
}

/** @param {number} right @param {number} of */
function counted(right, of) {
  const things = "entries";
  if (!right && of === 2) return sentence("neither", { things });
  return sentence("count", {
    right: right || "None",
    of: inThousands(of),
    things,
    is_or_are: right < 2 ? "is" : "are",
  });
}

/**
 * The size of a number relative to the right one.
 * @param {number} found
 * @param {number} right
 * @param {boolean} counts
 */
function sizeOf(found, right, counts) {
  if (found * right < 0) {
    const size = Math.abs(found / right);
    const times = timesOf(size, sentence("sense"));
    const also = Math.abs(size - 1) > 1e-6 ? sentence("also", { times }) : "";
    return sentence("wrong sign", { also });
  }
  const few = counts && Math.max(Math.abs(found), Math.abs(right)) < 10;
  if (!found || !right || few) return sentence("too", { way: wayOf(found - right) });
  return timesOf(found / right, right < 0 ? sentence("sense") : "");
}

/** @type {[number, string][]} */
const BOUNDS = [
  [1e6, "million"],
  [1e3, "thousand"],
  [100, "hundred"],
  [10, "ten"],
  [2, "two"],
];

/**
 * A factor in words too coarse to compute the right number from.
 * @param {number} factor
 * @param {string} sense
 */
function timesOf(factor, sense = "") {
  const way = wayOf(factor - 1);
  const times = factor > 1 ? factor : 1 / Math.max(factor, 1e-300);
  for (const [bound, words] of BOUNDS)
    if (times >= bound * (1 - 1e-9))
      return sentence("bound", { way, sense, words: sentence(words) });
  const size = times < 1.01 ? "nearly" : times < 1.5 ? "a little" : "below two";
  return sentence(size, { way, sense });
}

/**
 * A factor that many numbers have in common.
 * @param {number} factor
 */
function aboutFactor(factor) {
  for (const [way, times] of /** @type {[string, number][]} */ ([
    ["large", factor],
    ["small", 1 / factor],
  ]))
    if (1.05 < times && times < 100)
      return sentence("about", { times: toOneDecimal(times), way: sentence(way) });
  return timesOf(factor);
}

/**
 * As Python writes it: a tie goes to the even digit, as in 1.25.
 * @param {number} value
 */
function toOneDecimal(value) {
  return (value % 1 === 0.25 ? value - 0.05 : value).toFixed(1);
}

/** @param {number} difference */
function wayOf(difference) {
  return sentence(difference > 0 ? "large" : "small");
}

// The page

// Where the record holds no answer: it was given in a cell.
const ON_RECORD = {
  right: "right, as you answered it in JupyterLab.",
  wrong: "not right yet, as you answered it in JupyterLab.",
};
const NUMBER_HINT = "a number, such as 0.5, −3, 1/2 or sqrt(2)";
/** @type {Record<Judged["state"], string>} */
const MARKS = { open: "○", right: "✓", wrong: "✗" };

/**
 * Give an exercise its boxes, above its hints; `answered` is called for each answer
 * that was judged.
 * @param {HTMLElement} place
 * @param {ExerciseSpec} spec
 * @param {(answer: Answer, judged: Judged) => void} answered
 * @param {Check | null} [earlier] what is on record
 */
function liveExercise(place, spec, answered, earlier) {
  const { node, hint, read, put } = answerBoxes(spec);
  const check = element("button", { type: "submit", textContent: "Check" });
  const form = element("form", { noValidate: true }, node, check);
  if (hint) form.append(element("small", { textContent: hint }));
  form.setAttribute("aria-label", `Exercise ${spec.name}`);
  const status = element("p", { className: "exercise-said" });
  status.setAttribute("role", "status");
  /** @type {NodeListOf<HTMLElement>} */
  const focusable = form.querySelectorAll("input, button");
  for (const each of focusable) each.dataset.lmSuppressShortcuts = "true";

  /** @param {Judged["state"]} state @param {string} text */
  function say(state, text) {
    place.dataset.state = state;
    const name = element("b", {
      textContent: `${MARKS[state]} Exercise ${spec.name}`,
    });
    status.replaceChildren(name, ...lettered(`: ${text}`));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = read();
    if (typed.refused !== undefined) {
      say("open", typed.refused);
      return;
    }
    const judged = judgeAnswer(spec, typed.value);
    say(judged.state, judged.text);
    answered(typed.value, judged);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target === check) return;
    event.preventDefault(); // JupyterLab keeps an Enter from the form
    form.requestSubmit();
  });
  form.addEventListener("input", () => {
    if (place.dataset.state !== "open") say("open", "changed since it was checked.");
  });
  place.querySelector(".exercise-said")?.replaceWith(form, status);
  say("open", "not answered yet.");
  if (!earlier) return;
  if (earlier.answer === undefined) {
    say(earlier.state, ON_RECORD[earlier.state]);
    return;
  }
  put(earlier.answer);
  const judged = judgeAnswer(spec, earlier.answer);
  say(judged.state, judged.text);
}

/**
 * The inputs of an answer.
 * @typedef {object} AnswerBoxes
 * @property {HTMLElement} node
 * @property {string} hint
 * @property {() => Typed} read
 * @property {(answer: Answer) => void} put
 */

/**
 * @param {ExerciseSpec} spec
 * @returns {AnswerBoxes}
 */
function answerBoxes(spec) {
  if (spec.kind === "switches") return answerSwitches(spec);
  if (spec.items.length) return answerItems(spec);
  const hint =
    spec.kind === "number" ? NUMBER_HINT : "numbers in brackets, such as [1, 2]";
  const input = answerInput(hint);
  const label = element("label", {}, "my answer ", input);
  return {
    node: element("div", { className: "exercise-boxes" }, label),
    hint,
    read: () => typedAnswer(input.value),
    put(answer) {
      input.value = JSON.stringify(answer).replace(/,/g, ", ");
    },
  };
}

/** @param {string} hint */
function answerInput(hint) {
  const input = element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
  });
  input.setAttribute("aria-description", hint);
  return input;
}

/**
 * A switch for each yes or no.
 * @param {ExerciseSpec} spec
 * @returns {AnswerBoxes}
 */
function answerSwitches({ wanted, items }) {
  const names =
    numbersIn(wanted)?.flat.map((_, i) => items[i]?.[0] ?? `${i + 1}`) ?? [];
  const inputs = names.map(() => element("input", { type: "checkbox" }));
  const labels = inputs.map((input, i) =>
    element("label", {}, input, element("span", {}, ...lettered(names[i]))),
  );
  const says = (/** @type {boolean} */ tick) =>
    items[0]?.[1].find(([each]) => each === tick)?.[1] ?? (tick ? "True" : "False");
  const order = items.length ? "" : "In the order of the question. ";
  const legend = element(
    "legend",
    {},
    ...lettered(`${order}A tick says “${says(true)}”, no tick “${says(false)}”.`),
  );
  return {
    node: element(
      "fieldset",
      { className: `exercise-boxes${items.length ? " exercise-items" : ""}` },
      legend,
      ...labels,
    ),
    hint: "",
    read: () => ({ value: inputs.map((input) => input.checked) }),
    put(answer) {
      const entries = Array.isArray(answer) ? answer : [];
      for (const [i, input] of inputs.entries()) input.checked = entries[i] === true;
    },
  };
}

/**
 * A choice, or a box for a number, for each thing that the question names.
 * @param {ExerciseSpec} spec
 * @returns {AnswerBoxes}
 */
function answerItems({ kind, items }) {
  const rows = items.map(([name, choices]) =>
    choices.length ? choiceRow(name, choices) : numberRow(name),
  );
  const node = element(
    "div",
    { className: "exercise-boxes exercise-items" },
    ...rows.map((row) => row.node),
  );
  const longest = Math.max(...items.map(([name]) => name.length));
  node.style.setProperty("--longest", `${longest}ch`);
  /** @param {Answer} answer */
  function put(answer) {
    const entries = Array.isArray(answer) ? answer : [answer];
    for (const [i, row] of rows.entries()) row.put(entries[i] ?? null);
  }
  return {
    node,
    hint: items.every(([, choices]) => choices.length) ? "" : NUMBER_HINT,
    read() {
      const typed = rows.map((row) => row.read());
      // The whole list, as a cell has it, may stand in one of the boxes.
      const whole = typed
        .map((each) => (each.refused === undefined ? each.value : null))
        .find(
          (each) =>
            Array.isArray(each) &&
            each.length === rows.length &&
            !each.some(Array.isArray),
        );
      if (whole) {
        put(whole);
        return { value: whole };
      }
      const values = [];
      for (const [i, each] of typed.entries()) {
        if (each.refused !== undefined)
          return { refused: `${items[i][0]}: ${each.refused}` };
        if (Array.isArray(each.value))
          return { refused: `${items[i][0]}: One number goes in each box.` };
        values.push(each.value);
      }
      return { value: kind === "number" ? values[0] : values };
    },
    put,
  };
}

/**
 * @param {string} name
 * @param {[Choice, string][]} choices
 */
function choiceRow(name, choices) {
  const inputs = choices.map((_, i) =>
    element("input", { type: "radio", name, value: i }),
  );
  const labels = choices.map(([each, words], i) =>
    element(
      "label",
      {},
      inputs[i],
      element("span", {}, ...lettered(`${each} ${words}`.trim())),
    ),
  );
  return {
    node: element(
      "fieldset",
      {},
      element("legend", {}, ...lettered(name)),
      element("div", {}, ...labels),
    ),
    /** @returns {Typed} */
    read() {
      const chosen = choices[inputs.findIndex((input) => input.checked)];
      return chosen ? { value: chosen[0] } : { refused: "Nothing is chosen yet." };
    },
    /** @param {Answer} answer */
    put(answer) {
      for (const [i, input] of inputs.entries())
        input.checked = choices[i][0] === answer;
    },
  };
}

/** @param {string} name */
function numberRow(name) {
  const input = answerInput(NUMBER_HINT);
  return {
    node: element("label", {}, element("span", {}, ...lettered(name)), input),
    read: () => typedAnswer(input.value),
    /** @param {Answer} answer */
    put(answer) {
      input.value = answer === null ? "" : JSON.stringify(answer);
    },
  };
}
