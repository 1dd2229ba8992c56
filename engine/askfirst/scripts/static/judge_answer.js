// Judges an answer to an exercise from what Python worked out, as diagnosis.py does and
// with its sentences.

/** @param {ExerciseSpec} spec @param {Answer} given @returns {Judged} */
function judgeAnswer(spec, given) {
  const found = numbersIn(given);
  const fits = (/** @type {Answer} */ other) =>
    agree(found, numbersIn(other), spec.tolerance);
  if (fits(spec.wanted))
    return { state: "right", text: `right. ${spec.why}`, mistake: null };
  const known = spec.mistakes.findIndex(([mistake]) => fits(mistake));
  const text = spec.mistakes[known]?.[1] ?? whatIsWrong(spec, given, found);
  return {
    state: "wrong",
    text: `not yet. ${text}`,
    mistake: known < 0 ? null : known,
  };
}

/**
 * A sentence with its parts in their places.
 * @param {string} text @param {Record<string, string | number>} parts
 */
function filled(text, parts = {}) {
  return text.replace(/\{(\w+)\}/g, (_, name) => `${parts[name]}`);
}

/** @param {string} key @param {Record<string, string | number>} parts */
function sentence(key, parts = {}) {
  return filled(SENTENCES[key], parts);
}

/**
 * The numbers of an answer, or null if it holds no real numbers. A column and a single
 * entry are flattened.
 * @param {Answer} value @returns {Numbers | null}
 */
function numbersIn(value) {
  const found = typeof value === "boolean" ? null : tableOf(value);
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
  const shape = rows[0]?.shape ?? [];
  if (rows.some((row) => `${row?.shape}` !== `${shape}`)) return null;
  return {
    shape: [value.length, ...shape],
    flat: rows.flatMap((row) => row?.flat ?? []),
  };
}

/**
 * Whether a number is close to the right one of its place, or to that of `places`.
 * @param {number[]} right @param {number} tolerance
 */
function closeTo(right, tolerance, places = right) {
  const largest = right.reduce((most, each) => Math.max(most, Math.abs(each)), 1e-12);
  return (/** @type {number} */ each, /** @type {number} */ i) =>
    Math.abs(each - places[i]) <= tolerance * largest;
}

/**
 * @param {Numbers | null} found @param {Numbers | null} right @param {number} tolerance
 */
function agree(found, right, tolerance) {
  if (!found || !right || `${found.shape}` !== `${right.shape}`) return false;
  return found.flat.every(closeTo(right.flat, tolerance));
}

/** @param {ExerciseSpec} spec @param {Answer} given @param {Numbers | null} found */
function whatIsWrong(spec, given, found) {
  const right = numbersIn(spec.wanted);
  if (!right) throw new Error("an exercise whose answer holds no numbers");
  if (!found || `${found.shape}` !== `${right.shape}`) {
    const arrives = found ? shapeInWords(found.shape) : kindOf(given);
    return sentence("kind", { wanted: shapeInWords(right.shape), given: arrives });
  }
  if (!found.flat.every(Number.isFinite)) return sentence("not finite");
  const isBool = spec.kind === "switches";
  const odd = isBool ? "" : notChosen(spec, found.flat, right.flat);
  if (odd) return odd;
  const chosen = spec.items.some(([, choices]) => choices.length);
  if (!isBool && !chosen) {
    const relation = relationOf(found.flat, right.flat, spec.tolerance);
    if (relation) return relation;
  }
  if (right.shape.length) return aboutEntries(spec, found.flat, right.flat);
  const size = sizeOf(found.flat[0], right.flat[0], spec.counts);
  return chosen ? sentence("another") : sentence("number", { size });
}

/**
 * What is said of entries that are none of their choices, or "".
 * @param {ExerciseSpec} spec @param {number[]} found @param {number[]} right
 */
function notChosen({ items, tolerance }, found, right) {
  const close = closeTo(right, tolerance, found);
  const odd = items.filter(
    ([, choices], i) =>
      choices.length && !choices.some(([each]) => close(Number(each), i)),
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

/** Words as a sentence lists them. @param {(string | number)[]} words */
function listed(words) {
  const before = words.slice(0, -1).join(", ");
  return before ? `${before} and ${words.at(-1)}` : `${words.at(-1)}`;
}

/**
 * What all numbers have in common with those wanted, or "".
 * @param {number[]} found @param {number[]} right @param {number} tolerance
 */
function relationOf(found, right, tolerance) {
  const close = closeTo(right, tolerance);
  const fits = (/** @type {(each: number) => number} */ mend) =>
    found.every((each, i) => close(mend(each), i));
  if (fits((each) => -each)) return sentence("sign");
  if (right.length === 1) return "";
  const total = (/** @type {(each: number, i: number) => number} */ term) =>
    found.reduce((sum, each, i) => sum + term(each, i), 0);
  const square = total((_, i) => right[i] * right[i]);
  const factor = total((each, i) => each * right[i]) / Math.max(square, 1e-300);
  if (factor && fits((each) => each / factor)) {
    const sign = factor < 0 ? sentence("turned") : "";
    // The last digits depend on the order of a sum.
    const size = factorInWords(Math.abs(Number(factor.toPrecision(12))));
    return sentence("factor", { sign, size });
  }
  const shift = total((each, i) => each - right[i]) / right.length;
  if (fits((each) => each - shift)) return sentence("shifted", { way: wayOf(shift) });
  const up = (/** @type {number[]} */ all) => [...all].sort((a, b) => a - b);
  return up(found).every(closeTo(up(right), tolerance)) ? sentence("order") : "";
}

/**
 * Which of several numbers are right, and what is wrong with another.
 * @param {ExerciseSpec} spec @param {number[]} found @param {number[]} right
 */
function aboutEntries(spec, found, right) {
  const close = found.map(closeTo(right, spec.tolerance));
  const places = close.flatMap((each, i) => (each ? [i + 1] : []));
  const first = close.indexOf(false);
  let count = sentence("count", {
    right: places.length || (close.length === 2 ? "Neither" : "None"),
    of: inThousands(close.length),
    verb: places.length < 2 ? "is" : "are",
  });
  if (spec.kind === "switches") return `${count}.`; // which would be the answer
  if (0 < places.length && places.length < 6) {
    const which = places.length > 1 ? "entries" : "entry";
    count += sentence("places", { which, places: listed(places) });
  }
  const isChoice = spec.items.map(([, choices]) => choices.length > 0);
  // No choice is larger than another.
  if (isChoice.includes(true) && (!places.length || isChoice[first]))
    return `${count}.`;
  const size = sizeOf(found[first], right[first], spec.counts);
  return sentence("first", { count, i: first + 1, size });
}

/** @param {number[]} shape */
function shapeInWords(shape) {
  if (!shape.length) return sentence("one number");
  if (shape.length > 1) return sentence("shape", { shape: `(${shape.join(", ")})` });
  const [count] = shape;
  return sentence("numbers", { count: inThousands(count), s: count === 1 ? "" : "s" });
}

/** @param {Answer} value what holds no numbers */
function kindOf(value) {
  if (!Array.isArray(value)) return sentence(value === null ? "none" : "truth");
  const count = inThousands(value.length);
  return sentence("things", { count, s: value.length === 1 ? "" : "s" });
}

/** @param {number} count */
function inThousands(count) {
  return count.toLocaleString("en-US");
}

/**
 * How much too large or small a number is, without a factor for small counts.
 * @param {number} found @param {number} right @param {boolean} counts
 */
function sizeOf(found, right, counts) {
  if (counts && found % 1) return sentence("whole");
  if (found * right < 0) {
    const quotient = Math.abs(found / right);
    if (Math.abs(quotient - 1) < 1e-6) return sentence("wrong sign");
    return sentence("also", { size: timesInWords(quotient, " in size") });
  }
  const few = counts && Math.max(Math.abs(found), Math.abs(right)) < 10;
  if (!found || !right || few) return sentence("too", { way: wayOf(found - right) });
  return timesInWords(found / right, right < 0 ? " in size" : "");
}

/**
 * A factor in words too coarse to compute the right number from.
 * @param {number} quotient @param {string} sense
 */
function timesInWords(quotient, sense = "") {
  const factor = quotient > 1 ? quotient : 1 / Math.max(quotient, 1e-300);
  const found = SIZES.find(([bound]) => factor >= bound * (1 - 1e-9));
  return filled(found?.[1] ?? "", { way: `${wayOf(quotient - 1)}${sense}` });
}

/**
 * A factor that many numbers have in common, to one decimal; halves go up.
 * @param {number} factor
 */
function factorInWords(factor) {
  const times = factor > 1 ? factor : 1 / factor;
  if (times <= 1.05 || times >= 100) return timesInWords(factor);
  const rounded = (Math.floor(10 * times + 0.5) / 10).toFixed(1);
  return sentence("about", { times: rounded, way: wayOf(factor - 1) });
}

/** @param {number} difference */
function wayOf(difference) {
  return difference > 0 ? "large" : "small";
}
