// The colours of a picture on the page's ground.

const STRONG = 0.76; // the lightness of a strong colour on a dark page, at least

/** @param {Colour} hex @returns {Rgb} */
function rgb(hex) {
  const at = (/** @type {number} */ i) => parseInt(hex.slice(i, i + 2), 16);
  return [at(1), at(3), at(5)];
}

/**
 * Colours for a page. A light page keeps them. On a dark page white becomes the
 * background, black becomes nearly white, and any other colour keeps its hue. Its
 * lightness (in OKLab) is reversed, so that it contrasts as it did with white; a strong
 * colour, as of a curve or a word, gets light enough to be read.
 * @param {Rgb} ground @returns {(colour: Colour) => Colour}
 */
function inks(ground) {
  const base = oklab(ground);
  if (base[0] > 0.6) return (colour) => colour;
  /** @type {Map<Colour, Colour>} */
  const known = new Map();
  return (colour) => {
    const found = known.get(colour) ?? reversed(colour, base);
    known.set(colour, found);
    return found;
  };
}

// Between a byte of sRGB and linear light.
const linear = (/** @type {number} */ v) =>
  v <= 10.31 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4;
const coded = (/** @type {number} */ v) => {
  const part = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, part)));
};

/** @param {Rgb} colour */
function oklab(colour) {
  const [r, g, b] = colour.map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * @param {Colour} colour
 * @param {number[]} ground the page's background in OKLab
 * @returns {Colour}
 */
function reversed(colour, ground) {
  const [L, a0, b0] = oklab(rgb(colour));
  const white = Math.min(1, L) ** 1.75; // how much of the ground is in it
  const plain = 0.94 + (ground[0] - 0.94) * white;
  const clear = Math.min(1, Math.hypot(a0, b0) / 0.12, Math.max(0, 0.75 - L) / 0.12);
  const up = plain + clear * Math.max(0, STRONG - plain);
  const [a, b] = [a0 + ground[1] * white, b0 + ground[2] * white];
  const [l, m, s] = [
    (up + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (up - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (up - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const hex = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((v) => coded(v).toString(16).padStart(2, "0"));
  return `#${hex.join("")}${colour.slice(7)}`;
}

/**
 * The colour behind a node, as red, green and blue from 0 to 255: that of its first
 * ancestor that has one.
 * @param {Element} node @returns {Rgb}
 */
function backgroundOf(node) {
  /** @type {Element | null} */
  let each = node;
  for (; each; each = each.parentElement) {
    const css = getComputedStyle(each).backgroundColor;
    const [r, g, b, a = 1] = (css.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    if (a <= 0.5) continue;
    return css.startsWith("color(") ? [255 * r, 255 * g, 255 * b] : [r, g, b];
  }
  return [255, 255, 255];
}
