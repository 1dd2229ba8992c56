// Settings: a list of positions, one for each control.

/**
 * The other positions of `count`, nearest to `here` first, two ahead for each one behind.
 * @param {Whole} here @param {Whole} count
 * @param {number} way 1 up, -1 down
 */
function nearest(here, count, way) {
  const rank = (/** @type {Whole} */ position) => {
    const ahead = way * (position - here);
    return ahead < 0 ? -3 * ahead : ahead + Math.floor((ahead - 1) / 2);
  };
  return [...Array(count).keys()]
    .filter((position) => position !== here)
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * The settings that differ in these controls alone.
 * @param {Setting} setting
 * @param {number[]} indices one or two
 * @param {Whole[]} counts of their positions
 * @returns {Setting[]}
 */
function others(setting, [index, ...more], [count, ...counts]) {
  const line = [...Array(count).keys()].map((i) => setting.with(index, i));
  return more.length ? line.flatMap((each) => others(each, more, counts)) : line;
}

/**
 * Those of them that the hand may want next, the nearest first.
 * @param {Setting} setting @param {number[]} indices @param {Whole[]} counts
 * @param {number[]} ways
 * @param {Whole} reach of two controls, the positions each way
 * @returns {Setting[]}
 */
function neighbours(setting, indices, counts, ways, reach) {
  const here = indices.map((index) => Number(setting[index]));
  if (indices.some((index) => typeof setting[index] !== "number")) return []; // a text
  if (indices.length === 1)
    return nearest(here[0], counts[0], ways[0]).map((position) =>
      setting.with(indices[0], position),
    );
  const steps = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
  const away = (/** @type {number[]} */ [a, b]) =>
    Math.hypot(a - here[0] - ways[0], b - here[1] - ways[1]);
  return steps
    .flatMap((a) => steps.map((b) => [here[0] + a, here[1] + b]))
    .filter((pair) => pair.every((each, i) => each >= 0 && each < counts[i]))
    .sort((one, other) => away(one) - away(other))
    .map(([a, b]) => setting.with(indices[0], a).with(indices[1], b));
}
