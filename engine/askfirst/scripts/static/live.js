// The page's half of a lab: controls, a cache of frames, and a player that draws them.
// A frame in the cache is drawn at once, and Python is only told; any other is
// requested. While the user is at a control, Python sends the frames that may come
// next.

let labs = 0;

/** @param {{ model: LabModel, el: HTMLElement }} view */
function render({ model, el }) {
  const id = `lab-${++labs}-${Math.random().toString(36).slice(2, 7)}`;
  const canvas = element("canvas");
  canvas.setAttribute("role", "img");
  const viewport = element("div", { className: "lab-stage" }, canvas);
  const controls = element("div", { className: "lab-controls" });
  const root = element("div", { className: "lab lab-live" });
  root.setAttribute("role", "group");
  root.setAttribute(
    "aria-label",
    `Lab: ${model.get("title") || "a figure with controls"}`,
  );
  const specs = model.get("controls");
  const said = reports();
  const { verdict, note, reset, left, pale } = said;
  const report = reporting(root, said, specs.map(letterOf), () => !!question?.open);
  root.append(viewport, controls, reset, left, pale, note, ...report.nodes);

  const play = player(canvas);
  const cache = frameCache((name) => {
    play.dropBackground(name);
    wire.forget(name);
  });
  let positions = specs.map((spec) => spec.start);
  /** The id of the frame on the canvas. @type {string | null} */
  let shownId = null;
  let stands = false; // where it was left, and so it says
  let silent = false; // Python was given up for lost
  let arriving = Promise.resolve();
  let alive = true;
  /** The control whose work is marked in the picture. @type {number | null} */
  let marked = null;

  // While the question is open, a setting has another frame.
  const key = (/** @type {Setting | Setting[]} */ setting) =>
    JSON.stringify([question?.open ?? false, setting]);
  const has = (/** @type {Setting} */ setting) => cache.has(key(setting));
  const aim = (/** @type {string} */ handle) => aimed(specs, positions, handle);

  const wire = wired(
    model,
    id,
    () => ({ positions, have: has(positions) }),
    () => {
      report.silence();
      silent = true;
    },
  );
  const wishes = wishing({
    count: (index) => rows[index].count,
    here: () => positions,
    aim,
    has,
    knows: model.knows,
    key,
    wish(settings) {
      const sent = wire.wish(settings);
      if (sent) waitForWish();
      return sent;
    },
    changed(handle) {
      if (!handles.holds && handle !== handles.pulled?.key) handles.drop();
    },
  });

  /** @param {number | null} index */
  function mark(index) {
    marked = index;
    handles.mark(index === null ? null : specs[index].name);
    showMark();
  }

  // What another position of the control would draw elsewhere.
  function showMark() {
    const here = marked === null ? undefined : cache.get(key(positions));
    const there =
      here === undefined || marked === null || question?.open
        ? undefined
        : nearest(Number(positions[marked]), rows[marked].count, 1)
            .map((position) => cache.get(key(positions.with(marked ?? 0, position))))
            .find((frame) => frame !== undefined);
    play.mark(movedBetween(here, there));
  }

  const rows = specs.map((spec, index) => {
    const each = controlRow(spec, `${id}-${spec.name}`, (position) =>
      move([index], positions.with(index, position)),
    );
    for (const event of ["pointerdown", "focusin"])
      each.row.addEventListener(event, () => wishes.activate([index]));
    each.row.addEventListener("focusin", () => mark(index));
    each.row.addEventListener("focusout", () => mark(null));
    // The row has no box of its own (display: contents), so its children hear hovering.
    for (const node of each.row.children) {
      node.addEventListener("pointerenter", () => {
        wishes.activate([index]);
        mark(index);
      });
      node.addEventListener("pointerleave", () => mark(null));
    }
    controls.append(each.row);
    return each;
  });

  const question = questionOf(model.get("question"), {
    id,
    figure: { viewport, play },
    verdict,
    controls: [controls, reset],
    changed: guessed,
  });
  if (question) root.prepend(question.node);

  const handles = handlesOver(viewport, canvas, play, {
    near: (handle) => wishes.activate(aim(handle).indices, handle),
    take(handle) {
      note.textContent = "";
      wishes.activate(aim(handle).indices, handle);
      waitForWish();
      pull(); // what it chooses is chosen even if the hand stays
    },
    pull,
  });

  const fit = fitted(
    { root, viewport, controls },
    play,
    () => question?.node.offsetHeight ?? 0,
    () => {
      question?.resize();
      handles.resize();
    },
  );

  /** @param {number[]} indices @param {Setting} setting @param {string} [handle] */
  function move(indices, setting, handle) {
    wishes.move(indices, positions, setting, handle);
    positions = setting;
    update();
  }

  // Go to the setting whose handle is nearest to the hand.
  function pull() {
    if (!handles.pulled) return;
    const { key: handle } = handles.pulled;
    const { indices, from } = aim(handle);
    // Before the frame of what it chooses is there, others would take it elsewhere.
    const coming = !has(from) && (model.knows?.(from) ?? true);
    const wait = from !== positions && coming;
    const counts = indices.map((index) => rows[index].count);
    // A page that has none of them gives way with the other controls.
    const gives = handles.holds && wishes.lacksAround(key(positions));
    const away = (/** @type {Setting} */ setting) =>
      handles.away(cache.places(key(setting))[handle]);
    const before = positions;
    const best = wait
      ? before
      : pulledTo({ indices, from }, counts, before, away, gives);
    if (best === before) {
      wishes.activate(indices, handle);
      return;
    }
    move(indices, best, handle);
    for (const [i, spec] of specs.entries())
      if (positions[i] !== before[i])
        rows[i].put(positions[i], spec.texts[Number(positions[i])]);
  }

  function sayWhere() {
    question?.moved(
      positions.every((position, index) => position === specs[index].start),
    );
  }

  function update() {
    if (stands) left.textContent = "";
    stands = false;
    marked = null; // marks would hide what moves
    play.mark([]);
    sayWhere();
    const frame = cache.get(key(positions));
    // Until a handle is let go, it stays said where its page went instead.
    if (!handles.pulled) note.textContent = "";
    if (frame !== undefined) show(frame);
    else report.busy(true);
    wire.set();
    wishes.prefetch();
  }

  /**
   * The question was answered, or is open again: frames that were requested before this
   * hide too much, or too little.
   * @param {FromQuestion} message
   */
  function guessed(message) {
    wire.outdate();
    report.busy(true);
    if (wire.send(message)) wire.waitForAnswer();
  }

  // A hand that holds a handle may have nothing else to wait for.
  function waitForWish() {
    if (wire.wished() && handles.pulled && wire.idle()) wire.waitForAnswer();
  }

  const sayHello = () => wire.send({ kind: "hello", guesses: guesses.all() });

  function endSilence() {
    if (!silent) return;
    silent = false;
    const frame = cache.get(key(positions));
    if (frame !== undefined) show(frame);
    else report.setProblem("", true);
  }

  /** @param {string} json */
  function show(json) {
    /** @type {Frame} */
    const frame = JSON.parse(json);
    if ("problem" in frame) report.setProblem(frame.problem);
    else {
      // Dropped here while Python, unasked, sent a frame on it.
      if (!play.hasBackground(frame.on)) {
        sayHello();
        return;
      }
      play.show(frame);
      handles.show(frame.handles ?? {});
      shownId = frame.id;
      report.say(frame.sentence);
      canvas.setAttribute("aria-label", frame.sentence);
      for (const [index, row] of rows.entries())
        row.idle(frame.idle.includes(specs[index].name));
      report.setProblem("");
    }
    report.busy(false);
  }

  const waitForRest = () =>
    wire.waitForRest(() => {
      report.speak();
      wire.send({ kind: "rest", id: shownId });
    });

  /** @param {ToLab} message @param {Buffers} buffers */
  function receive(message, buffers) {
    arriving = arriving
      .then(async () => {
        const frames = buffers?.length ? await unpack(buffers[0]) : [];
        if (alive) handle(message, frames);
      })
      .catch((error) => console.error(error));
  }

  /** @param {string | DataView<ArrayBuffer>} buffer */
  async function unpack(buffer) {
    const text = typeof buffer === "string" ? buffer : await inflated(buffer);
    const [head, ...lines] = text.split("\n");
    /** @type {Contents} */
    const { glyphs, backgrounds } = JSON.parse(head);
    const [first, paths] = glyphs;
    play.addGlyphs(first, paths);
    for (const [i, name] of backgrounds.entries())
      play.addBackground(name, JSON.parse(lines[i]));
    return lines.slice(backgrounds.length);
  }

  /** @param {ToLab} message @param {string[]} frames */
  function handle(message, frames) {
    const mine = !("view" in message) || message.view === id;
    if (!mine) return;
    if ("apart" in message && message.apart)
      showApart(specs, rows, pale, message.apart);
    if (message.kind !== "moved") endSilence();
    if (message.kind === "hello") {
      play.setFigure(message.figure);
      handles.setSideways(message.figure.sideways ?? []);
      fit.setTheme();
      fit.resize();
      apply(message, frames);
      stands = message.left !== undefined;
      if (stands) left.textContent = wordsOnLeft(message.left);
      report.forget();
      report.reserve();
    } else if (message.kind === "asked") {
      if (wire.idle()) {
        report.forget(); // the hidden sentence is shown, or hidden
        apply(message, frames);
        waitForRest();
      }
    } else if (message.kind === "moved") {
      if (wire.idle()) apply(message, frames);
    } else if (message.kind === "ahead") {
      const settings = wire.settings(message.turn);
      for (const [i, frame] of frames.entries())
        keep(settings[message.first + i], frame);
      if (settings.length <= message.first + frames.length) {
        wire.done(message.turn);
        const none = settings.length && !settings.some(has);
        wishes.setLacking(none ? key(positions) : null);
      }
      wire.granted(message.turn);
      if (wire.idle()) {
        wire.stopWaiting();
        showMark();
      }
      pull();
    } else {
      const [setting] = wire.settings(message.turn);
      wire.done(message.turn);
      if ("healed" in message) {
        if (message.healed) {
          cache.clear();
          if (wire.idle()) for (const frame of frames) show(frame);
        }
        return;
      }
      wire.answered();
      if ("note" in message) {
        if (!wire.pending()) apply(message, frames);
        note.replaceChildren(...lettered(message.note));
      } else for (const frame of frames) keep(setting, frame);
      if (wire.idle()) waitForRest();
      wire.sendSetting();
      wishes.prefetch();
      pull();
    }
  }

  /**
   * Cache a frame, and show it if it is the one that the controls stand for.
   * @param {Setting | undefined} setting
   * @param {string} frame
   */
  function keep(setting, frame) {
    if (!setting) return;
    const name = key(setting);
    cache.put(name, frame);
    root.dataset.frames = `${cache.size()}`;
    if (name === key(positions) && report.stale()) show(frame);
  }

  /**
   * Python has moved the controls, perhaps to a value between two positions.
   * @param {Stand} stand
   * @param {string[]} frames
   */
  function apply(stand, frames) {
    if (!handles.holds) handles.drop();
    // Where the question has opened or closed, frames on their way are of before.
    if (question?.apply(stand.entry)) wire.outdate();
    positions = stand.positions;
    sayWhere();
    for (const [index, row] of rows.entries())
      row.put(positions[index], stand.texts[index]);
    for (const frame of frames) show(frame);
    const last = frames.at(-1);
    if (stand.exact && last !== undefined) cache.put(key(positions), last);
  }

  reset.dataset.lmSuppressShortcuts = "true";
  reset.addEventListener("click", () => {
    handles.drop();
    positions = startOf(specs, rows);
    update();
  });
  model.on("msg:custom", receive);
  el.append(root);
  fit.start();
  sayHello();
  return () => {
    alive = false;
    handles.drop();
    wire.stop();
    wishes.stop();
    fit.stop();
    model.off("msg:custom", receive);
  };
}

export default { render };
