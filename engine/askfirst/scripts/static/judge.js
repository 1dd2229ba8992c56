// The feedback on a guess. The specification of a question (see question.py) says what
// may be answered and what is replied; a guess is looked up in it, as in Python.

/** @param {QuestionSpec} spec @param {RawGuess} raw @returns {Feedback} */
function judge(spec, raw) {
  const { why, cases, skipped } = spec;
  const none = { why, shown: "", guess: null };
  if (raw === null) return { state: "skipped", text: skipped, ...none };
  const guess = spec.kind === "curve" ? whole(spec, raw) : readGuess(spec, raw);
  const text = refusal(spec, raw, guess);
  if (text) return { state: "refused", text, ...none, why: "" };
  let shown = `“${guess}”`;
  let applies = (/** @type {unknown} */ when) => when === guess;
  if (spec.kind === "number") {
    const number = Number(guess);
    shown = `${digits(number, spec.decimals)}${spec.unit}`;
    applies = (when) => liesIn(number, /** @type {[number, number]} */ (when));
  } else if (spec.kind === "curve") {
    const { off, features } = comparedCurve(spec, /** @type {number[]} */ (guess));
    shown = spec.off.replace("{off}", digits(off, spec.decimals));
    applies = (when) => features[/** @type {string} */ (when)];
  }
  // One of them applies, as question.py sees to.
  const found = /** @type {Case<unknown>[]} */ (cases).find(([when]) => applies(when));
  const [, state, said, reply] = /** @type {Case<unknown>} */ (found);
  return {
    state,
    text: said.replace("{guess}", shown),
    why: reply ? `${reply} ${why}` : why,
    shown,
    guess: /** @type {Guess} */ (guess),
  };
}

/** @param {number} number @param {[number, number]} range */
function liesIn(number, [low, high]) {
  return low <= number && number <= high;
}

/**
 * Why a guess is none, or "".
 * @param {QuestionSpec} spec @param {RawGuess} raw @param {RawGuess} guess
 */
function refusal(spec, raw, guess) {
  const quoted = typeof raw === "string" ? `“${raw}”` : "That";
  const odd = spec.odd.replace("{guess}", quoted);
  const isCurve = spec.kind === "curve";
  if (isCurve && Array.isArray(raw) && [raw[0], raw.at(-1)].includes(null))
    return spec.empty;
  if (typeof raw === "string" && !raw.trim()) return isCurve ? odd : spec.empty;
  if (spec.kind === "choice")
    return spec.choices.includes(/** @type {string} */ (guess)) ? "" : odd;
  const numbers = /** @type {unknown[]} */ (isCurve ? guess : [guess]);
  const count = isCurve ? spec.x.length : 1;
  if (!Array.isArray(numbers) || numbers.length !== count) return odd;
  const range = /** @type {[number, number]} */ ([spec.low, spec.high]);
  const inside = numbers.every(
    (each) => typeof each === "number" && liesIn(each, range),
  );
  return inside ? "" : odd;
}

/**
 * A number that was typed, perhaps with its unit or with commas; NaN if it is none.
 * @param {ChoiceSpec | NumberSpec} spec @param {RawGuess} raw @returns {RawGuess}
 */
function readGuess(spec, raw) {
  if (spec.kind === "choice" || typeof raw !== "string") return raw;
  const unit = spec.unit.trim();
  const bare =
    unit && raw.trim().endsWith(unit) ? raw.trim().slice(0, -unit.length) : raw;
  const plain = bare.trim().replaceAll("−", "-");
  const grouped = /^[+-]?\d{1,3}(,\d{3})+$/.test(plain);
  const number = plain.replaceAll(",", grouped ? "" : ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number) ? Number(number) : NaN;
}

/**
 * A curve in which what was not drawn lies on the line between its neighbours.
 * @param {CurveSpec} spec @param {RawGuess} raw @returns {RawGuess}
 */
function whole(spec, raw) {
  if (!Array.isArray(raw)) return raw;
  return raw.map((height, i) => {
    const left = raw.slice(0, i).findLastIndex((each) => each !== null);
    const right = raw.findIndex((each, j) => j > i && each !== null);
    if (height !== null || left < 0 || right < 0) return height;
    const [a, b] = [raw[left], raw[right]].map((each) => scaled(spec, Number(each)));
    return unscaled(spec, a + ((i - left) / (right - left)) * (b - a));
  });
}

/**
 * The distance of a curve from the true one, and which features it has.
 * @param {CurveSpec} spec @param {number[]} guess
 * @returns {{ off: number, features: Record<string, boolean> }}
 */
function comparedCurve(spec, guess) {
  const { slight, within } = spec;
  const heights = guess.map((each) => scaled(spec, each));
  const over = heights.map((each, i) => each - scaled(spec, spec.right[i]));
  const off = Math.sqrt(sum(over.map((each) => each * each)) / over.length);
  const moves = heights.slice(1).map((after, i) => after - heights[i]);
  const up = sum(moves.map((move) => Math.max(move, 0)));
  const down = sum(moves.map((move) => Math.max(-move, 0)));
  const lowest = Math.min(...heights);
  const highest = Math.max(...heights);
  const ends = [heights[0], heights[heights.length - 1]];
  const mean = sum(over) / over.length;
  const features = {
    close: off <= within,
    flat: highest - lowest <= slight,
    rising: down <= slight && slight < up,
    falling: up <= slight && slight < down,
    valley: Math.min(...ends) - lowest > slight,
    hill: highest - Math.max(...ends) > slight,
    above: mean > within,
    below: -mean > within,
    any: true,
  };
  return { off, features };
}

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);

/** A height as the axis scales it, and back. @param {CurveSpec} spec @param {number} height */
const scaled = (spec, height) => (spec.log ? Math.log10(height) : height);
/** @param {CurveSpec} spec @param {number} height */
const unscaled = (spec, height) => (spec.log ? 10 ** height : height);

/**
 * A number with so many decimals or fewer; halves are rounded up, as in question.py.
 * @param {number} value @param {Whole} decimals
 */
function digits(value, decimals) {
  const scale = 10 ** decimals;
  let text = (Math.floor(value * scale + 0.5) / scale).toFixed(decimals);
  if (text.includes(".")) text = text.replace(/0+$/, "").replace(/\.$/, "");
  return (text === "-0" ? "0" : text).replace("-", "−");
}
