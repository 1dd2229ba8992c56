// Python's half of a lab, on a page that has no Python: it answers from the frames that
// were drawn when the page was made.

/** Which settings a page has. @param {Prepared} made */
function settingsOf({ state: { controls }, free, idle, settings }) {
  // Settings are known by the positions that have an effect.
  const masks = [...new Map(idle.map((each) => [String(each), each])).values()];
  const keyOf = (/** @type {Setting} */ setting, /** @type {Whole[]} */ mask) =>
    String(setting.map((each, i) => (free[i] || mask.includes(i) ? "" : each)));
  const known = new Map(settings.map((setting, k) => [keyOf(setting, idle[k]), k]));
  /** Whether a control has an effect at a setting. @param {Whole} i @param {Whole} k */
  const counts = (i, k) => !free[i] && !idle[k].includes(i);
  const isChoice = (/** @type {Whole} */ i) =>
    controls[i].kind === "choice" || controls[i].kind === "check";
  /**
   * How far apart two positions of a control are, as a part of its way.
   * @param {Whole} i @param {Whole} a @param {Whole} b
   */
  const gapOf = (i, a, b) =>
    isChoice(i) ? Number(a !== b) : Math.abs(a - b) / controls[i].texts.length;

  return {
    /** The place of a setting, or -1. @param {Setting} setting */
    indexOf(setting) {
      const found = masks.map((mask) => known.get(keyOf(setting, mask)));
      return found.find((k) => k !== undefined) ?? -1;
    },
    /**
     * The setting to show for one that the page may lack: a control that was just moved
     * goes its way, as near as it can, and the others give way as little as they can.
     * @param {Setting} wanted @param {Setting} here @returns {Setting}
     */
    nearestTo(wanted, here) {
      const target = wanted.map(Number);
      const now = here.map(Number);
      const away = settings.map((setting, k) => {
        const costs = setting.map((position, i) => {
          if (!counts(i, k)) return 0;
          const way = Math.sign(target[i] - now[i]);
          const weight = !way ? 1 : isChoice(i) ? 100 : 1.5;
          // Else a key would never get past a gap.
          const back = way !== 0 && Math.sign(position - now[i]) !== way;
          return gapOf(i, position, target[i]) * weight + (back ? 1000 : 0);
        });
        return costs.reduce((a, b) => a + b, 0);
      });
      const best = away.indexOf(Math.min(...away));
      return settings[best].map((position, i) =>
        counts(i, best) ? position : wanted[i],
      );
    },
  };
}

/**
 * Where the controls of a page stand, and whether its question is answered.
 * @param {Prepared} made
 */
function standing(made) {
  const { indexOf, nearestTo } = settingsOf(made);
  const { controls, question } = made.state;
  const asked = question?.kind ? question : null;
  /** @type {Setting} */
  let positions = made.start;
  /** @type {Entry | null} */
  let entry = null;

  const isOpen = () => asked !== null && entry === null;

  return {
    indexOf,
    isOpen,
    here: () => positions,
    /** @returns {Stand} */
    stand() {
      const texts = positions.map((position, i) => controls[i].texts[Number(position)]);
      return { positions, texts, exact: true, entry };
    },
    /** Go to the nearest setting, and say what else moved. @param {Setting} wanted */
    go(wanted) {
      positions = nearestTo(wanted, positions);
      const others = controls.filter((_, i) => positions[i] !== wanted[i]);
      return others.length
        ? "This page has no picture of that setting. It shows the nearest one it has: " +
            `${others.map(({ label }) => label).join(" and ")} moved.`
        : "";
    },
    /** Take the guess that the browser keeps. @param {Record<string, Entry>} kept */
    recall(kept) {
      const found = asked && kept?.[asked.name];
      const taken = asked && found && judge(asked, found.guess).state !== "refused";
      entry = taken ? found : null;
    },
    /** @param {FromQuestion} message */
    take(message) {
      entry = message.kind === "guess" ? message.entry : null;
      if (message.kind === "again") positions = made.start;
    },
  };
}

/**
 * The model that live.js takes, for what prepared.py packed.
 * @param {Prepared} made
 * @param {() => Promise<string[]>} [rest] all frames, where `made` has only the first
 */
function preparedModel(made, rest) {
  /** @type {Set<(message: ToLab, buffers: Buffers) => void>} */
  const listeners = new Set();
  const now = standing(made);
  let hasGlyphs = false; // whether the player has them
  /** Names of the backgrounds that it has. @type {Set<string>} */
  const hasBackgrounds = new Set();
  /** @type {Promise<void> | undefined} */
  let whole;
  let answered = Promise.resolve();

  /** Have all frames. */
  function complete() {
    whole ??= (async () => {
      if (!rest) return;
      const frames = await rest();
      made.veiled = frames.splice(made.settings.length);
      made.frames = frames;
    })();
    return whole;
  }

  /** @param {ToLab} message @param {string[]} buffers */
  function emit(message, ...buffers) {
    for (const listener of listeners) listener(message, buffers);
  }

  /**
   * The frame of a setting as the player takes it: what follows, backgrounds that it
   * lacks, the frame.
   */
  function withFrame(setting = now.here()) {
    const frame = now.isOpen() ? made.veiled[0] : made.frames[now.indexOf(setting)];
    const on = /"on": ?"(\w+)"/.exec(frame.slice(0, 200))?.[1];
    const names = on && !hasBackgrounds.has(on) ? [on] : [];
    /** @type {Contents} */
    const contents = { glyphs: [0, hasGlyphs ? [] : made.glyphs], backgrounds: names };
    hasGlyphs = true;
    for (const name of names) hasBackgrounds.add(name);
    const backgrounds = names.map((name) => made.backgrounds[name]);
    return [JSON.stringify(contents), ...backgrounds, frame].join("\n");
  }

  /** @param {FromLab & FromView} message */
  async function answer(message) {
    const { view, turn } = message;
    if (message.kind !== "hello") await complete();
    for (const name of message.forgot) hasBackgrounds.delete(name);
    if (message.kind === "hello") {
      hasBackgrounds.clear();
      hasGlyphs = false;
      now.recall(message.guesses);
      // The frame of the start came first.
      if (now.indexOf(now.here()) > 0) await complete();
      const begins = { figure: made.figure, ...now.stand() };
      emit({ kind: "hello", view, turn, ...begins }, withFrame());
    } else if (message.kind === "set") {
      const note = now.go(message.positions);
      const frames = message.have && !note ? [] : [withFrame()];
      const more = note ? { note, ...now.stand() } : {};
      emit({ kind: "answer", view, turn, ...more }, ...frames);
    } else if (message.kind === "rest") {
      emit({ kind: "answer", view, turn, healed: false });
    } else if (message.kind === "wish") {
      const head = /** @type {const} */ ({ kind: "ahead", view, turn });
      const { settings } = message;
      for (const [first, setting] of settings.entries())
        if (now.indexOf(setting) >= 0) emit({ ...head, first }, withFrame(setting));
      emit({ ...head, first: settings.length });
    } else {
      now.take(message);
      emit({ kind: "asked", ...now.stand() }, withFrame());
    }
  }

  return {
    /** @template {keyof PlayableState} K @param {K} key */
    get: (key) => made.state[key],
    /** @param {string} _ @param {(message: any, buffers: Buffers) => void} listener */
    on: (_, listener) => void listeners.add(listener),
    /** @param {string} _ @param {(message: any, buffers: Buffers) => void} listener */
    off: (_, listener) => void listeners.delete(listener),
    /** @param {any} message */
    send(message) {
      answered = answered
        .then(() => answer(message))
        .catch((error) => console.error(error));
    },
    complete,
    /** @param {Setting} setting */
    knows: (setting) => now.indexOf(setting) >= 0,
  };
}
