// Reads what a student types as an answer: numbers, arithmetic with them, lists.

const LONGEST_ANSWER = 1000; // letters
const EXAMPLES =
  "An answer is a number, such as 0.5, -3, 1/2, sqrt(2) or 1e-3, " +
  "or a list, such as [1, 2].";
/** @type {[RegExp, string][]} */
const SIGNS = [
  [/[−–—]/g, "-"],
  [/[×·⋅∗]/g, "*"],
  [/÷/g, "/"],
  [/√/g, " sqrt "],
  [/π/g, " pi "],
  [/∞/g, " inf "],
];
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const NUMBER = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** @type {Record<string, Answer>} */
const CONSTANTS = {
  pi: Math.PI,
  e: Math.E,
  inf: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
  true: true,
  yes: true,
  false: false,
  no: false,
  none: null,
};
/** @type {Record<string, (x: number) => number>} */
const FUNCTIONS = {
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
  ln: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  abs: Math.abs,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
};
// What Python writes around numbers that it shows.
const SHOWN_AS = new Set(["array", "asarray", "float", "float64", "int", "int64"]);

/** A word on a text that cannot be read. */
class UnreadError extends Error {}

/** @param {string} text @returns {Typed} */
function typedAnswer(text) {
  const plain = inPlainSigns(text);
  if (!plain) return { refused: "Nothing is written yet." };
  try {
    if (text.length > LONGEST_ANSWER)
      throw new UnreadError(
        `That is ${text.length.toLocaleString("en-US")} letters long, and an answer ` +
          `has at most ${LONGEST_ANSWER.toLocaleString("en-US")}.`,
      );
    refuseUnclearComma(plain);
    return { value: parsed(plain) };
  } catch (error) {
    if (error instanceof UnreadError) return { refused: error.message };
    throw error;
  }
}

/** @param {string} text */
function inPlainSigns(text) {
  // A text that was copied may hold signs that nobody sees.
  let plain = text
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/[٠-٩۰-۹０-９]/g, (digit) => `${digit.charCodeAt(0) % 16}`)
    .replace(/٫|\b(?<![.\d])0·(?=\d)/g, (point) => point.replace(/[٫·]/, "."))
    .replace(/^\w+\s*=\s*/, "");
  plain = plain.replace(/⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (power) => {
    const digits = [...power].map((each) => SUPERSCRIPTS.indexOf(each));
    return `^(${digits.map((each) => (each < 0 ? "-" : each)).join("")})`;
  });
  for (const [sign, ascii] of SIGNS) plain = plain.replace(sign, ascii);
  return plain.trim();
}

/**
 * UnreadError where a comma may be a decimal point. Between brackets it stands between
 * numbers, unless others in the text do so more clearly.
 * @param {string} text
 */
function refuseUnclearComma(text) {
  const tight = text.match(/\d,(?=\d)/g) ?? [];
  const clear = /;|[\w.)]\s*,\s+[-+.\w]|[\w.)]\s+,/.test(text);
  const alone = !/^[\w.]*[[(]/.test(text);
  const thousands = /^[-+]?\d{1,3}(,\d{3})+$/.test(text);
  if (!tight.length || !(clear || (alone && (tight.length === 1 || thousands)))) return;
  const [pair, whole, rest] = text.match(/(\d+),(\d+)/) ?? [];
  throw new UnreadError(
    `“${pair}” is unclear: a comma may be a decimal point or stand between two ` +
      `numbers. Write ${whole}.${rest} for the one, [${whole}, ${rest}] for the other.`,
  );
}

const TOKEN =
  /(\s*)(?:([\d.]+(?:e[+-][\w.]*|[\w.]*))|([a-z_][\w.]*)|(\*\*|[-+*/^()[\],;])|(\S))/giu;

/** @param {string} text */
function tokens(text) {
  return [...text.matchAll(TOKEN)].map(([, blank, number, word, sign, odd]) => {
    if (odd) throw new UnreadError(`“${odd}” is not understood here. ${EXAMPLES}`);
    if (number && !NUMBER.test(number))
      throw new UnreadError(
        `“${shortened(number)}” is not a number. Is something missing? Leave units ` +
          "off, and write a product with a *.",
      );
    const kind = number ? "number" : word ? "word" : "sign";
    return { kind, text: number ?? word ?? sign, apart: blank !== "" };
  });
}

const shortened = (/** @type {string} */ text) =>
  text.length > 30 ? `${text.slice(0, 30)}…` : text;

/** @param {Answer} value @returns {number} */
function single(value) {
  if (typeof value === "number") return value;
  throw new UnreadError(
    "Only numbers can be calculated with here, not lists, yes and no, or None. " +
      "Write down what comes out.",
  );
}

/** @type {Record<string, [binds: number, does: (a: number, b: number) => number]>} */
const OPERATORS = {
  "+": [1, (a, b) => a + b],
  "-": [1, (a, b) => a - b],
  "*": [2, (a, b) => a * b],
  "/": [2, (a, b) => a / b],
  "^": [4, (a, b) => a ** b],
  "**": [4, (a, b) => a ** b],
};
const SIGN = 3; // a sign before a number binds less than a power, and more than a product

/** The value of a text. UnreadError if it has none. @param {string} text @returns {Answer} */
function parsed(text) {
  const left = tokens(text);
  const inCells = !/[,;]/.test(text); // as numpy shows an array: [ 4. -1.]
  let deep = 0; // brackets that are open around it

  const breaksOff = () =>
    new UnreadError(
      `“${shortened(text)}” breaks off: something is missing at its end.`,
    );

  /** Whether a sign begins the next number of a row. */
  function beginsCell() {
    const [sign, next] = left;
    return deep > 0 && inCells && sign.apart && next !== undefined && !next.apart;
  }

  /** @param {number} least how tightly a sign has to bind @returns {Answer} */
  function expression(least) {
    let value = signed();
    for (;;) {
      const [binding, apply] = OPERATORS[left[0]?.text] ?? [0, null];
      if (!apply || binding < least || (binding === 1 && beginsCell())) return value;
      left.shift();
      // Powers are taken from the right.
      const other = expression(binding > SIGN ? SIGN : binding + 1);
      value = apply(single(value), single(other));
    }
  }

  /** @returns {Answer} */
  function signed() {
    const sign = left[0]?.text;
    if (sign !== "-" && sign !== "+") return atom();
    left.shift();
    const value = single(expression(SIGN));
    return sign === "-" ? -value : value;
  }

  /** @returns {Answer} */
  function atom() {
    const next = left.shift();
    if (!next) throw breaksOff();
    if (next.kind === "number") return Number(next.text);
    if (next.kind === "word") return named(next.text);
    if (next.text === "(") return bracket(")");
    if (next.text === "[") return bracket("]");
    throw new UnreadError(
      `“${next.text}” stands where a number should be. ${EXAMPLES}`,
    );
  }

  /** @param {string} word @returns {Answer} */
  function named(word) {
    const name = word.toLowerCase().replace(/^(np|numpy|math)\./, "");
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name];
    if (Object.hasOwn(FUNCTIONS, name)) return FUNCTIONS[name](single(atom()));
    if (SHOWN_AS.has(name)) return atom();
    throw new UnreadError(
      `“${shortened(word)}” is not known here. Leave words and units off. ${EXAMPLES}`,
    );
  }

  /** @param {string} closing @returns {Answer} */
  function bracket(closing) {
    deep += 1;
    const values = left[0]?.text === closing ? [] : row(closing);
    if (!left.shift()) throw breaksOff();
    deep -= 1;
    return closing === ")" && values.length === 1 ? values[0] : values;
  }

  /** @param {string} closing "" at the end of the text @returns {Answer[]} */
  function row(closing) {
    const values = [expression(1)];
    while (left.length && left[0].text !== closing) {
      const [next] = left;
      const isBetween = next.text === "," || next.text === ";";
      if (isBetween) left.shift();
      else if (!(next.apart && closing === "]" && inCells))
        throw new UnreadError(
          `“${shortened(next.text)}” does not go on from what stands before it. ` +
            EXAMPLES,
        );
      if ((left[0]?.text ?? "") === closing) break; // [1, 2,]
      values.push(expression(1));
    }
    return values;
  }

  const values = row("");
  return values.length === 1 ? values[0] : values;
}
