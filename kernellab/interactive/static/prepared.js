// Python's half of a lab, for a page that has none: it answers from what was drawn when the page was made.
// `made` is what prepared.py packed; the object returned is what live.js and steps.js take for their model.
function preparedModel(made) {
  const listeners = new Set();
  const known = new Map(made.settings.map((setting, i) => [String(setting), i]));
  const name = made.words.question?.name;
  let rungs = made.start;
  let entry = null;
  let lettered = false; // whether the player has the glyphs
  const grounded = new Set(); // names of the backgrounds that it has

  const tell = (message, frames = []) => {
    const buffers = frames.length ? [lines(frames)] : [];
    for (const listener of listeners) listener(message, buffers);
  };
  // Frames as the player takes them: a line that says what follows, backgrounds that it does not have, frames.
  function lines(frames) {
    const names = [...new Set(frames.map((frame) => JSON.parse(frame).on))].filter(
      (on) => on && !grounded.has(on),
    );
    const contents = JSON.stringify({
      glyphs: [0, lettered ? [] : made.glyphs],
      backgrounds: names,
    });
    lettered = true;
    for (const name of names) grounded.add(name);
    return [contents, ...names.map((name) => made.backgrounds[name]), ...frames].join(
      "\n",
    );
  }

  const pinned = (setting) => setting.map((rung, i) => (made.free[i] ? 0 : rung));
  const at = (setting) => known.get(String(pinned(setting)));
  const asks = () => name !== undefined && entry === null;
  const frame = () => {
    const i = at(rungs);
    return asks() ? (made.veiled[i] ?? made.veiled[0]) : made.frames[i];
  };
  const texts = () => rungs.map((rung, i) => made.words.controls[i].texts[rung]);
  const stand = () => ({ rungs, texts: texts(), exact: true, entry });

  // Where the page goes if it has nothing for these rungs: what was just moved goes that way, as near as it can, and the
  // others give way as little as they can.
  function nearest(wanted) {
    const moved = wanted.map((rung, i) => rung !== rungs[i]);
    const away = (setting) =>
      setting.reduce((sum, rung, i) => {
        if (made.free[i]) return sum;
        const { kind, texts } = made.words.controls[i];
        const gap =
          kind === "choice" || kind === "check"
            ? Number(rung !== wanted[i])
            : Math.abs(rung - wanted[i]) / texts.length;
        const back =
          moved[i] && Math.sign(rung - rungs[i]) !== Math.sign(wanted[i] - rungs[i]); // a key would never get on
        return sum + gap * (moved[i] ? 100 : 1) + (back ? 1000 : 0);
      }, 0);
    const best = made.settings.reduce((a, b) => (away(b) < away(a) ? b : a));
    return best.map((rung, i) => (made.free[i] ? wanted[i] : rung));
  }

  function note(wanted) {
    const gone = made.words.controls
      .filter((_, i) => rungs[i] !== wanted[i])
      .map(({ label }) => label);
    return gone.length
      ? `This page has no picture of that setting. It shows the nearest one it has: ${gone.join(" and ")} moved.`
      : "";
  }

  function recall(guesses) {
    const said = name === undefined ? undefined : guesses?.[name];
    entry =
      said && judge(made.words.question, said.guess).state !== "refused" ? said : null;
  }

  function answer(message) {
    const { kind, view, turn } = message;
    for (const on of message.forgot) grounded.delete(on);
    if (kind === "hello") {
      grounded.clear();
      lettered = false;
      recall(message.guesses);
      tell({ kind, view, turn, figure: made.figure, ...stand() }, [frame()]);
    } else if (kind === "set") {
      rungs = nearest(message.rungs);
      const why = note(message.rungs);
      if (why) tell({ kind: "answer", view, turn, note: why, ...stand() }, [frame()]);
      else tell({ kind: "answer", view, turn }, message.have ? [] : [frame()]);
    } else if (kind === "rest") {
      tell({ kind: "answer", view, turn, healed: false });
    } else if (kind === "guess" || kind === "again") {
      entry = kind === "guess" ? message.entry : null;
      if (kind === "again") rungs = made.start;
      tell({ kind: "asked", ...stand() }, [frame()]);
    }
  }

  function step(message) {
    const { kind, view, turn } = message;
    if (kind === "set") {
      const wanted = made.words.controls.map(
        ({ name }, i) => message.rungs[name] ?? rungs[i],
      );
      rungs = nearest(wanted);
      const why = note(wanted);
      if (why)
        tell({
          kind: "answer",
          view,
          turn,
          note: why,
          ...stand(),
          runs: [made.runs[at(rungs)]],
        });
      else
        tell({
          kind: "answer",
          view,
          turn,
          runs: message.settings.map((each) => made.runs[at([0, ...each])]),
        });
      return;
    }
    if (kind === "rest") return;
    if (kind === "hello") recall(message.guesses);
    else entry = kind === "guess" ? message.entry : null;
    if (kind === "again") rungs = made.start;
    tell({
      kind: "moved",
      ...(kind === "hello" ? { view } : {}),
      run: made.runs[at(rungs)],
      ...stand(),
    });
  }

  return {
    get: (key) => made.words[key],
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
    send: (message) => queueMicrotask(() => (made.runs ? step : answer)(message)),
  };
}
