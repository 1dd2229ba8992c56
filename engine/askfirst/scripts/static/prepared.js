// Python's half of a lab, on a page that has no Python: it answers from the frames that
// were drawn when the page was made.

/**
 * Where labs were left: the values of the controls by name, null at the start.
 * @typedef {object} Places
 * @property {(title: string) => Record<string, unknown> | null} of
 * @property {(title: string, values: Record<string, Value> | null) => void} leave
 */

/**
 * The model that live.js or steps.js takes, for what prepared.py packed.
 * @param {PreparedLab | PreparedSteps} made
 * @param {Places} [places]
 * @param {() => Promise<string[]>} [rest] all frames, where `made` has only the first
 */
function preparedModel(made, places, rest) {
  const FAR = 1 / 8; // of a control's way: farther, it goes back
  /** @typedef {ToLab | ToSteps} Message */
  /** @type {Set<(message: Message, buffers: Buffers) => void>} */
  const listeners = new Set();
  // Settings are known by the positions that have an effect.
  const masks = [...new Map(made.idle.map((each) => [String(each), each])).values()];
  const keyOf = (/** @type {Setting} */ setting, /** @type {Whole[]} */ idle) =>
    String(setting.map((each, i) => (made.free[i] || idle.includes(i) ? "" : each)));
  const known = new Map(
    made.settings.map((setting, i) => [keyOf(setting, made.idle[i]), i]),
  );
  const { controls, question, title } = made.state;
  const asked = question?.kind ? question : null;
  /** @type {Setting} */
  let positions = made.start;
  /** @type {Entry | null} */
  let entry = null;
  let hasGlyphs = false; // whether the player has them
  /** Names of the backgrounds that it has. @type {Set<string>} */
  const hasBackgrounds = new Set();

  /** @type {Promise<void> | undefined} */
  let whole;
  let answered = Promise.resolve();

  /** Have all frames. */
  function complete() {
    whole ??= (async () => {
      if (!rest || "runs" in made) return;
      const frames = await rest();
      made.veiled = frames.splice(made.settings.length);
      made.frames = frames;
    })();
    return whole;
  }

  /** @param {Message} message @param {string[]} buffers */
  function emit(message, ...buffers) {
    for (const listener of listeners) listener(message, buffers);
  }

  /**
   * The frame of a setting as the player takes it: what follows, backgrounds that it
   * lacks, the frame.
   * @param {PreparedLab} lab
   */
  function withFrame(lab, setting = positions) {
    const i = indexOf(setting);
    const open = asked !== null && entry === null;
    const frame = open ? lab.veiled[0] : lab.frames[i];
    const on = /"on": ?"(\w+)"/.exec(frame.slice(0, 200))?.[1];
    const names = on && !hasBackgrounds.has(on) ? [on] : [];
    /** @type {Contents} */
    const contents = { glyphs: [0, hasGlyphs ? [] : lab.glyphs], backgrounds: names };
    hasGlyphs = true;
    for (const name of names) hasBackgrounds.add(name);
    const backgrounds = names.map((name) => lab.backgrounds[name]);
    return [JSON.stringify(contents), ...backgrounds, frame].join("\n");
  }

  /** @param {Setting} setting */
  function indexOf(setting) {
    for (const mask of masks) {
      const found = known.get(keyOf(setting, mask));
      if (found !== undefined) return found;
    }
    return -1;
  }

  const isChoice = (/** @type {number} */ i) =>
    controls[i].kind === "choice" || controls[i].kind === "check";
  /** How far apart two positions of a control are, as a part of its way. */
  const gapOf = (
    /** @type {number} */ i,
    /** @type {Whole} */ a,
    /** @type {Whole} */ b,
  ) => (isChoice(i) ? Number(a !== b) : Math.abs(a - b) / controls[i].texts.length);

  /**
   * The names of the controls that cannot move unless others go far back.
   * @returns {{ apart: string[] }}
   */
  function apart() {
    const now = positions.map(Number);
    const least = controls.map(() => Infinity);
    for (const [k, setting] of made.settings.entries()) {
      const counts = (/** @type {number} */ i) =>
        !made.free[i] && !made.idle[k].includes(i);
      const gaps = setting.map((to, i) => (counts(i) ? gapOf(i, to, now[i]) : 0));
      for (const i of controls.keys()) {
        if (counts(i) && gaps[i] === 0) continue; // it does not move
        const most = gaps.reduce((a, b, j) => (j === i ? a : Math.max(a, b)), 0);
        least[i] = Math.min(least[i], most);
      }
    }
    const names = controls.flatMap(({ name }, i) => (least[i] > FAR ? [name] : []));
    return { apart: asked && entry === null ? [] : names };
  }

  /** @returns {Stand} */
  function stand() {
    const texts = positions.map((position, i) => controls[i].texts[Number(position)]);
    return { positions, texts, exact: true, entry, ...apart() };
  }

  /**
   * The setting to show for one that the page may lack: a control that was just moved
   * goes its way, as near as it can, and the others give way as little as they can.
   * @param {Setting} wanted
   * @returns {Setting}
   */
  function nearestTo(wanted) {
    const target = wanted.map(Number);
    const now = positions.map(Number);
    const away = made.settings.map((setting, k) =>
      setting.reduce((sum, position, i) => {
        if (made.free[i] || made.idle[k].includes(i)) return sum;
        const moved = target[i] !== now[i];
        const gap = gapOf(i, position, target[i]);
        // Else a key would never get past a gap.
        const back =
          moved && Math.sign(position - now[i]) !== Math.sign(target[i] - now[i]);
        const weight = !moved ? 1 : isChoice(i) ? 100 : 1.5;
        return sum + gap * weight + (back ? 1000 : 0);
      }, 0),
    );
    const best = away.reduce((a, gap, k) => (gap < away[a] ? k : a), 0);
    return made.settings[best].map((position, i) =>
      made.free[i] || made.idle[best].includes(i) ? wanted[i] : position,
    );
  }

  /** @param {Setting} wanted */
  function noteOn(wanted) {
    const gone = controls
      .filter((_, i) => positions[i] !== wanted[i])
      .map(({ label }) => label);
    return gone.length
      ? "This page has no picture of that setting. It shows the nearest one it has: " +
          `${gone.join(" and ")} moved.`
      : "";
  }

  /** @param {Record<string, Entry>} kept */
  function recall(kept) {
    const found = asked && kept?.[asked.name];
    const taken = asked && found && judge(asked, found.guess).state !== "refused";
    entry = taken ? found : null;
  }

  /**
   * Go where the controls were left, unless a question is open.
   * @returns {{ left?: Left }}
   */
  function goBack() {
    const values = places?.of(title);
    if (!values || (asked && entry === null)) return {};
    const wanted = controls.map(({ name }, i) => {
      const found = positionOf(made.values[i], values[name]);
      return found < 0 ? Number(made.start[i]) : found;
    });
    if (String(wanted) === String(made.start)) return {};
    positions = nearestTo(wanted);
    return { left: String(positions) === String(wanted) ? "at" : "near" };
  }

  function keepPlace() {
    const atStart = String(positions) === String(made.start);
    const value = (/** @type {number} */ i) => made.values[i][Number(positions[i])];
    const values = Object.fromEntries(controls.map(({ name }, i) => [name, value(i)]));
    places?.leave(title, atStart ? null : values);
  }

  /** @param {PreparedLab} lab @param {FromLab & FromLabView} message */
  async function answerLab(lab, message) {
    const { view, turn } = message;
    if (message.kind !== "hello") await complete();
    for (const name of message.forgot) hasBackgrounds.delete(name);
    if (message.kind === "hello") {
      hasBackgrounds.clear();
      hasGlyphs = false;
      recall(message.guesses);
      const { figure } = lab;
      const left = turn === 1 ? goBack() : {};
      // The frame of the start came first.
      if (indexOf(positions) > 0) await complete();
      emit({ kind: "hello", view, turn, figure, ...left, ...stand() }, withFrame(lab));
    } else if (message.kind === "set") {
      positions = nearestTo(message.positions);
      const note = noteOn(message.positions);
      if (note) emit({ kind: "answer", view, turn, note, ...stand() }, withFrame(lab));
      else {
        const frames = message.have ? [] : [withFrame(lab)];
        emit({ kind: "answer", view, turn, ...apart() }, ...frames);
      }
    } else if (message.kind === "rest") {
      keepPlace();
      emit({ kind: "answer", view, turn, healed: false });
    } else if (message.kind === "wish") {
      const head = /** @type {const} */ ({ kind: "ahead", view, turn });
      const { settings } = message;
      for (const [first, setting] of settings.entries())
        if (indexOf(setting) >= 0) emit({ ...head, first }, withFrame(lab, setting));
      emit({ ...head, first: settings.length });
    } else {
      take(message);
      emit({ kind: "asked", ...stand() }, withFrame(lab));
    }
  }

  /** @param {PreparedSteps} steps @param {FromSteps & FromView} message */
  function answerSteps(steps, message) {
    const { view, turn } = message;
    if (message.kind === "set") {
      const wanted = controls.map(
        ({ name }, i) => message.positions[name] ?? positions[i],
      );
      positions = nearestTo(wanted);
      const note = noteOn(wanted);
      const head = /** @type {const} */ ({ kind: "answer", view, turn });
      if (note)
        emit({ ...head, note, ...stand(), runs: [steps.runs[indexOf(positions)]] });
      else {
        const found = message.settings.map((each) => indexOf([0, ...each]));
        emit({ ...head, runs: found.map((i) => steps.runs[i] ?? null), ...apart() });
      }
      return;
    }
    if (message.kind === "rest") {
      keepPlace();
      return;
    }
    if (message.kind === "hello") recall(message.guesses);
    else take(message);
    const to = message.kind === "hello" ? { view, ...goBack() } : {};
    emit({ kind: "moved", ...to, run: steps.runs[indexOf(positions)], ...stand() });
  }

  /** @param {FromQuestion} message */
  function take(message) {
    entry = message.kind === "guess" ? message.entry : null;
    if (message.kind === "again") positions = made.start;
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
        .then(() =>
          "runs" in made ? answerSteps(made, message) : answerLab(made, message),
        )
        .catch((error) => console.error(error));
    },
    complete,
    /** @param {Setting} setting */
    knows: (setting) => indexOf(setting) >= 0,
  };
}

/**
 * The position of a value, that of the nearest number, or -1.
 * @param {Value[]} values
 * @param {unknown} value
 */
function positionOf(values, value) {
  const numbers = values.filter((each) => typeof each === "number");
  if (typeof value !== "number" || !numbers.length)
    return values.indexOf(/** @type {Value} */ (value));
  if (value < numbers[0] || value > numbers[numbers.length - 1]) return -1;
  const gaps = numbers.map((each) => Math.abs(each - value));
  return gaps.indexOf(Math.min(...gaps));
}
