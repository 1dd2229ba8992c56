// Draws what recorder.py wrote down, on one canvas: crisp at any size, in the colours of the page.
// A frame is { on: name of its background, ops: [...] }; see recorder.py for the operations.

const UNIT = 20; // of a pixel of the figure
const EM = 1000; // of the height of a letter
const LEAST_TEXT = 11; // pixels of the page: no letter is shown smaller
const GROWTH = { beside: 1.2, below: 1.8 }; // how much letters may grow against a figure that shrinks, before panels stack or scroll

function player(canvas) {
  const pen = canvas.getContext("2d");
  const glyphs = new Map(); // number → [path as written, Path2D]
  const backgrounds = new Map(); // name → operations
  const drawn = new Map(); // name → the background as pixels, at the present size and in the present colours
  const scratch = document.createElement("canvas");
  let size = { width: 1, height: 1, panels: [[0, 1]] }; // of the figure, in its pixels
  let places = []; // where each panel goes: { x0, x1, dx, dy, s } in pixels of the screen
  let ink = (colour) => colour;
  let shown = null;
  let above = []; // operations drawn over every frame
  let smallest = Infinity; // letters, in pixels of the figure
  let density = 1; // pixels of the screen to a pixel of the page
  const growth = (size, s) => Math.max(1, (LEAST_TEXT * density * UNIT) / (size * s));

  function path(pen, [letters, n], X, Y) {
    let x = 0,
      y = 0,
      i = 0;
    for (const letter of letters) {
      if (letter === "Z") {
        pen.closePath();
        continue;
      }
      x += n[i++];
      y += n[i++];
      if (letter === "M") pen.moveTo(X(x), Y(y));
      else if (letter === "L") pen.lineTo(X(x), Y(y));
      else {
        const at = [X(x), Y(y)];
        x += n[i++];
        y += n[i++];
        at.push(X(x), Y(y));
        if (letter === "Q") {
          pen.quadraticCurveTo(...at);
          continue;
        }
        x += n[i++];
        y += n[i++];
        pen.bezierCurveTo(...at, X(x), Y(y));
      }
    }
    return pen;
  }

  // Put the style on the pen; the answer is the half pixel by which snapped lines are moved, or null where nothing snaps.
  function dress(pen, style, s, X, Y) {
    if (style.k) {
      pen.beginPath();
      if (style.k.length === 4) {
        const [x, y, w, h] = style.k;
        const left = Math.round(X(x)),
          top = Math.round(Y(y));
        pen.rect(left, top, Math.round(X(x + w)) - left, Math.round(Y(y + h)) - top);
      } else path(pen, style.k, X, Y);
      pen.clip();
    }
    if (style.f) pen.fillStyle = ink(style.f);
    if (style.s) {
      pen.strokeStyle = ink(style.s);
      pen.lineWidth = style.w * s;
      pen.lineCap = style.c ?? "butt";
      pen.lineJoin = style.j ?? "round";
      const [offset, ...dashes] = style.d ?? [0];
      pen.setLineDash(dashes.map((each) => each * s));
      pen.lineDashOffset = offset * s;
    }
    if (!style.n) return null;
    return style.s && Math.round(style.w * s) % 2 ? 0.5 : 0;
  }

  function hatching([written, colour, width], s) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = Math.round(100 * s);
    const pen = tile.getContext("2d");
    const to = (v) => (v * s) / UNIT;
    path(pen, written, to, to);
    pen.fillStyle = pen.strokeStyle = ink(colour);
    pen.lineWidth = width * s;
    pen.fill();
    pen.stroke();
    return pen.createPattern(tile, "repeat");
  }

  function ink_path(pen, style, shape, s) {
    if (style.f) pen.fill(...shape);
    if (style.h) {
      pen.fillStyle = hatching(style.h, s);
      pen.fill(...shape);
      if (style.f) pen.fillStyle = ink(style.f);
    }
    if (style.s) pen.stroke(...shape);
  }

  const draw = {
    p(pen, [, style, ...paths], s, X, Y) {
      const half = dress(pen, style, s, X, Y);
      const snap = (to) => (half === null ? to : (v) => Math.floor(to(v) + 0.5) + half);
      for (const each of paths) {
        pen.beginPath();
        path(pen, each, snap(X), snap(Y));
        ink_path(pen, style, [], s);
      }
    },
    m(pen, [, style, marker, at], s, X, Y) {
      const half = dress(pen, style, s, X, Y);
      const to = (v) => (v * s) / UNIT;
      const corner =
        half === null ? (v) => to(v) + 0.5 : (v) => Math.floor(to(v) + 0.5) + half;
      const shape = path(new Path2D(), marker, corner, corner);
      for (let i = 0, x = 0, y = 0; i < at.length; ) {
        x += at[i++];
        y += at[i++];
        pen.setTransform(1, 0, 0, 1, Math.round(X(x)), Math.round(Y(y)));
        ink_path(pen, style, [shape], s);
      }
    },
    t(pen, [, style, x, y, angle, size, letters, bars], s, X, Y) {
      dress(pen, style, s, X, Y);
      const grown = growth(size, s);
      const k = (grown * size * s) / UNIT / EM;
      const turn = (-angle * Math.PI) / 180,
        cos = k * Math.cos(turn),
        sin = k * Math.sin(turn);
      // A text that grows does so about its middle.
      const long = letters.length
          ? ((letters.at(-3) + 0.6 * EM) * (1 - 1 / grown)) / 2
          : 0,
        high = 0.35 * EM * (1 - 1 / grown);
      const left = Math.round(X(x) - long * cos - high * sin),
        base = Math.round(Y(y) - long * sin + high * cos);
      for (let i = 0; i < letters.length; i += 4) {
        const [number, dx, dy, scale] = [
          letters[i],
          letters[i + 1],
          letters[i + 2],
          letters[i + 3] / EM,
        ];
        const glyph = glyphs.get(number);
        if (!glyph) continue;
        glyph[1] ??= path(
          new Path2D(),
          glyph[0],
          (v) => v,
          (v) => v,
        );
        pen.setTransform(
          cos * scale,
          sin * scale,
          -sin * scale,
          cos * scale,
          left + dx * cos - dy * sin,
          base + dx * sin + dy * cos,
        );
        pen.fill(glyph[1]);
      }
      pen.setTransform(cos, sin, -sin, cos, left, base);
      for (let i = 0; i < bars.length; i += 4) pen.fillRect(...bars.slice(i, i + 4));
    },
    w(pen, [, style, x, y, angle, size, words], s, X, Y) {
      dress(pen, style, s, X, Y);
      pen.translate(X(x), Y(y));
      pen.rotate((-angle * Math.PI) / 180);
      pen.font = `${(growth(size, s) * size * s) / UNIT}px sans-serif`;
      pen.fillText(words, 0, 0);
    },
    i(pen, [, style, matrix, width, height, palette, pixels], s, X, Y) {
      dress(pen, style, s, X, Y);
      const [a, b, c, d, e, f] = matrix,
        u = s / UNIT;
      Object.assign(scratch, { width, height });
      scratch
        .getContext("2d")
        .putImageData(unpacked(palette, pixels, width, height, ink), 0, 0);
      pen.globalAlpha = style.a ?? 1;
      pen.imageSmoothingEnabled = false;
      pen.setTransform(a * u, b * u, c * u, d * u, X(e), Y(f));
      pen.drawImage(scratch, 0, 0);
    },
  };

  // Every operation once for each panel's place, each panel within its own column.
  function play(pen, ops) {
    for (const { x0, x1, dx, dy, s } of places) {
      const X = (v) => (v * s) / UNIT + dx;
      const Y = (v) => (v * s) / UNIT + dy;
      pen.save();
      if (places.length > 1) {
        pen.beginPath();
        pen.rect(x0 * s + dx, dy, (x1 - x0) * s, size.height * s);
        pen.clip();
      }
      for (const op of ops) {
        pen.save();
        draw[op[0]](pen, op, s, X, Y);
        pen.restore();
      }
      pen.restore();
    }
  }

  function background(name) {
    let picture = drawn.get(name);
    if (!picture) {
      if (drawn.size > 3) drawn.clear(); // a lab has one or two that come and go
      picture = document.createElement("canvas");
      Object.assign(picture, { width: canvas.width, height: canvas.height });
      play(picture.getContext("2d"), backgrounds.get(name));
      drawn.set(name, picture);
    }
    return picture;
  }

  function show(frame) {
    shown = frame;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(background(frame.on), 0, 0);
    play(pen, frame.ops);
    play(pen, above);
    canvas.dataset.frames = Number(canvas.dataset.frames ?? 0) + 1;
  }

  // Give the figure the room there is: its own size, or smaller, or its panels below each other, or more than there is
  // (the page then scrolls), but never so small that its letters cannot be read. Or let it fill the room, whatever that is.
  function fit(room, pixels, fill) {
    density = pixels;
    const { width, height, panels } = size;
    const least = (grown) => Math.min(1, LEAST_TEXT / smallest / grown);
    const widest = Math.max(...panels.map(([x0, x1]) => x1 - x0));
    const stack = !fill && panels.length > 1 && room < width * least(GROWTH.beside);
    const smaller = Math.max(
      least(stack || panels.length === 1 ? GROWTH.below : GROWTH.beside),
      Math.min(1, room / (stack ? widest : width)),
    );
    const scale = fill ? room / width : smaller;
    const s = scale * density;
    const tall = Math.ceil(height * scale);
    places = stack
      ? panels.map(([x0, x1], i) => ({
          x0,
          x1,
          s,
          dx: -x0 * s,
          dy: Math.round(i * tall * density),
        }))
      : [{ x0: 0, x1: width, s, dx: 0, dy: 0 }];
    const shape = {
      width: Math.round((stack ? widest : width) * s),
      height: Math.round((stack ? panels.length : 1) * tall * density),
    };
    drawn.clear();
    if (canvas.width !== shape.width || canvas.height !== shape.height)
      Object.assign(canvas, shape);
    canvas.style.width = `${shape.width / density}px`;
    canvas.style.height = `${shape.height / density}px`;
    if (shown) show(shown);
  }

  function letters(ops) {
    for (const op of ops)
      if (op[0] === "t" || op[0] === "w") smallest = Math.min(smallest, op[5] / UNIT);
  }

  return {
    show,
    fit,
    measure: (figure) => (size = figure),
    over(ops) {
      above = ops;
      if (shown) show(shown);
    },
    // Where a rectangle of the figure is on the page, from the canvas's corner.
    place([x, y, width, height]) {
      const { dx, dy, s } =
        places.find(({ x0, x1 }) => x0 <= x + width / 2 && x + width / 2 <= x1) ??
        places[0];
      return [x * s + dx, y * s + dy, width * s, height * s].map((v) => v / density);
    },
    learn(more) {
      for (const [number, path] of more) glyphs.set(number, [path]);
    },
    keep(name, ops) {
      letters(ops);
      backgrounds.set(name, ops);
    },
    drop(name) {
      if (shown?.on === name) return; // it is needed for as long as the frame may be drawn at another size
      backgrounds.delete(name);
      drawn.delete(name);
    },
    knows: (name) => backgrounds.has(name),
    colours(ground) {
      ink = inks(ground);
      drawn.clear();
      if (shown) show(shown);
    },
  };
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

function unpacked(palette, pixels, width, height, ink) {
  const which = bytes(pixels);
  const seen = new Map();
  const dyed = (r, g, b, a) => {
    const key = (r << 16) | (g << 8) | b;
    if (!seen.has(key))
      seen.set(key, rgb(ink(`#${(key | 0x1000000).toString(16).slice(1)}ff`)));
    return [...seen.get(key), a];
  };
  const colours = palette === 0 ? which : bytes(palette);
  const out = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const from = 4 * (palette === 0 ? i : which[i]);
    out.set(dyed(...colours.subarray(from, from + 4)), 4 * i);
  }
  return new ImageData(out, width, height);
}

function rgb(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

// On a light page colours are what they are. On a dark one white becomes the ground, black the ink, and a colour keeps
// its hue while its lightness (in OKLab) is turned round, so that what stood out from paper stands out from the dark.
function inks(ground) {
  const lowest = lightness(...ground);
  if (lowest > 0.6) return (colour) => colour;
  const known = new Map();
  return (colour) => {
    if (!known.has(colour)) known.set(colour, turned(colour, lowest));
    return known.get(colour);
  };
}

const linear = (v) => (v <= 10.31 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
const coded = (v) =>
  Math.round(
    255 *
      Math.min(
        1,
        Math.max(0, v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055),
      ),
  );

function oklab(r, g, b) {
  [r, g, b] = [linear(r), linear(g), linear(b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function lightness(r, g, b) {
  return oklab(r, g, b)[0];
}

function turned(colour, lowest) {
  const [L, a, b] = oklab(...rgb(colour));
  const up = lowest + (0.94 - lowest) * (1 - Math.min(1, L) ** 1.75);
  const [l, m, s] = [
    (up + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (up - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (up - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const out = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return (
    "#" +
    out.map((v) => coded(v).toString(16).padStart(2, "0")).join("") +
    colour.slice(7)
  );
}
