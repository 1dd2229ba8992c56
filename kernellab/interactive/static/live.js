// The page's half of a lab: controls, a cache of frames, and a player that draws them.
// A frame in the cache is drawn at once, and Python is only told; any other is
// requested. While the user is at a control, Python sends the frames that may come
// next.

const PREFETCH = 60; // settings that one message wishes for, at most
const IN_FLIGHT = 2; // requests without an answer, at most
const REACH = 8; // positions each way that are wished for around a handle in the plane
const PICTURE = 0.6; // of the window's height: as high as rows of panels are
const HIGH = 0.9; // of the window's height: a higher lab keeps its picture in view
const ASIDE = 270; // pixels that controls need beside a picture
const GAP = 32; // pixels between picture and controls
const NUDGE = 6; // pixels of a pull that finds no other setting
const REST = 600; // milliseconds without a move after which the controls rest

let labs = 0;

/** @param {{ model: LabModel, el: HTMLElement }} view */
function render({ model, el }) {
  const id = `lab-${++labs}-${Math.random().toString(36).slice(2, 7)}`;
  const canvas = element("canvas");
  canvas.setAttribute("role", "img");
  const viewport = element("div", { className: "lab-stage" }, canvas);
  const { verdict, sentence, problem, note, run, reset, left, pale } = reports();
  // The sentence once more for screen readers, when the controls rest.
  const spoken = element("div", { className: "lab-spoken" });
  spoken.setAttribute("aria-live", "polite");
  const text = element("div", {}, verdict, sentence, problem, ...(run ? [run] : []));
  const words = element("div", { className: "lab-words" }, text);
  const controls = element("div", { className: "lab-controls" });
  const root = element(
    "div",
    { className: "lab lab-live" },
    viewport,
    controls,
    reset,
    left,
    pale,
    note,
    words,
    spoken,
  );
  root.setAttribute("role", "group");
  root.setAttribute(
    "aria-label",
    `Lab: ${model.get("title") || "a figure with controls"}`,
  );

  const play = player(canvas);
  const specs = model.get("controls");
  const letters = specs.map(letterOf);
  /** Backgrounds that were dropped since the last message. @type {string[]} */
  let forgot = [];
  const cache = frameCache((name) => {
    play.dropBackground(name);
    forgot.push(name);
  });
  /** Turn → the settings that it requested. @type {Map<number, Setting[]>} */
  const requested = new Map();
  let positions = specs.map((spec) => spec.start);
  /** The id of the frame on the canvas. @type {string | null} */
  let shownId = null;
  let turn = 0; // messages sent
  let inFlight = 0; // requests without an answer
  let wished = 0; // the turn of a wish without an answer
  let stands = false; // where it was left, and so it says
  let silent = false; // Python was given up for lost
  let pending = false; // the newest setting is not sent yet
  /**
   * The control in use, or the two that a handle moves, the way each goes, that handle,
   * and what was last wished for them.
   * @type {{ indices: number[], ways: number[], handle?: string, wish?: string } | null}
   */
  let active = null;
  let arriving = Promise.resolve();
  /** The setting around which the page has no other. @type {string | null} */
  let lacking = null;
  /** @type {number | undefined} */
  let restTimer;
  /** @type {number | undefined} */
  let answerTimer;
  /** @type {number | undefined} */
  let prefetchTimer;
  let alive = true;
  /** @type {MediaQueryList | undefined} */
  let screen;

  /** The control whose work is marked in the picture. @type {number | null} */
  let marked = null;

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
      each.row.addEventListener(event, () => activate([index]));
    each.row.addEventListener("focusin", () => mark(index));
    each.row.addEventListener("focusout", () => mark(null));
    // The row has no box of its own (display: contents), so its children hear hovering.
    for (const node of each.row.children) {
      node.addEventListener("pointerenter", () => {
        activate([index]);
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

  /**
   * The control, or the two, that a handle moves, and the setting from which: another
   * one where the handle chooses what the present setting does not.
   * @param {string} handle
   * @returns {{ indices: number[], from: Setting }}
   */
  function aimOf(handle) {
    const [names, chosen] = handle.split("|");
    const indices = names
      .split(" ")
      .map((name) => specs.findIndex((spec) => spec.name === name));
    if (chosen === undefined) return { indices, from: positions };
    const [choosing, ...moved] = indices;
    const position = specs[choosing].texts.indexOf(chosen);
    if (positions[choosing] === position) return { indices: moved, from: positions };
    const from = moved.reduce(
      (setting, index) => setting.with(index, specs[index].start),
      positions.with(choosing, position),
    );
    return { indices: moved, from };
  }

  const handles = handlesOver(viewport, canvas, play, {
    near: (handle) => activate(aimOf(handle).indices, handle),
    take(handle) {
      note.textContent = "";
      activate(aimOf(handle).indices, handle);
      waitForWish();
      pull(); // what it chooses is chosen even if the hand stays
    },
    pull,
  });

  // While the question is open, a setting has another frame.
  const key = (/** @type {Setting | Setting[]} */ setting) =>
    JSON.stringify([question?.open ?? false, setting]);

  /** @param {number[]} indices @param {Setting} setting @param {string} [handle] */
  function move(indices, setting, handle) {
    if (!isActive(indices, handle)) activate(indices, handle);
    else if (active)
      active.ways = active.ways.map((way, i) => {
        const index = indices[i];
        return Math.sign(Number(setting[index]) - Number(positions[index])) || way;
      });
    positions = setting;
    update();
  }

  // Go to the setting whose handle is nearest to the hand, among those known that
  // differ in its controls alone.
  function pull() {
    if (!handles.pulled) return;
    const { key: handle } = handles.pulled;
    const { indices, from } = aimOf(handle);
    // Before the frame of what it chooses is there, others would take it elsewhere.
    const coming = !cache.has(key(from)) && (model.knows?.(from) ?? true);
    if (from !== positions && coming) {
      activate(indices, handle);
      return;
    }
    const away = (/** @type {Setting} */ setting) =>
      handles.away(cache.places(key(setting))[handle]);
    const counts = indices.map((index) => rows[index].count);
    let best = positions;
    let least = from === positions ? away(positions) : Infinity;
    let alone = true;
    for (const setting of others(from, indices, counts)) {
      const distance = away(setting);
      if (distance < Infinity && key(setting) !== key(positions)) alone = false;
      if (distance >= least) continue;
      best = setting;
      least = distance;
    }
    // A page that has none of them gives way with the other controls.
    const [index] = indices;
    const gives = alone && lacking === key(positions) && handles.holds;
    if (gives && best === positions && least > NUDGE)
      best = from.with(index, Number(from[index]) + (from[index] === 0 ? 1 : -1));
    if (best === positions) {
      activate(indices, handle);
      return;
    }
    const before = positions;
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
    else root.setAttribute("aria-busy", "true");
    pending = true;
    sendSetting();
    prefetch();
  }

  function sendSetting() {
    if (!pending || inFlight >= IN_FLIGHT) return;
    const have = cache.has(key(positions));
    const number = send({ kind: "set", positions, have });
    if (!number) return;
    requested.set(number, [positions]);
    pending = false;
    inFlight += 1;
    clearTimeout(restTimer);
    waitForAnswer();
  }

  function waitForAnswer() {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(() => {
      inFlight = 0;
      reportSilence();
      sendSetting();
    }, PATIENCE);
  }

  /**
   * The question was answered, or is open again: frames that were requested before this
   * hide too much, or too little.
   * @param {FromQuestion} message
   */
  function guessed(message) {
    requested.clear();
    root.setAttribute("aria-busy", "true");
    if (send(message)) waitForAnswer();
  }

  /** @param {number[]} indices @param {string} [handle] */
  const isActive = (indices, handle) =>
    String(active?.indices) === String(indices) && active?.handle === handle;

  /** @param {number[]} indices @param {string} [handle] the one that moves them */
  function activate(indices, handle) {
    if (!isActive(indices, handle)) {
      if (!handles.holds && handle !== handles.pulled?.key) handles.drop();
      active = { indices, handle, ways: indices.map(() => 1) };
      lacking = null; // that was said of other controls
    }
    prefetch();
  }

  // Wish for the other settings of the active controls, the nearest first.
  function prefetch() {
    if (active === null || prefetchTimer) return;
    prefetchTimer = setTimeout(() => {
      prefetchTimer = undefined;
      if (!alive || active === null) return;
      const { indices, ways, handle } = active;
      const counts = indices.map((index) => rows[index].count);
      const from = handle ? aimOf(handle).from : positions;
      const first = from === positions ? [] : [from];
      const reach = model.knows ? Math.max(...counts) : REACH;
      const lacked = [
        ...first,
        ...neighbours(from, indices, counts, ways, reach),
      ].filter((setting) => !cache.has(key(setting)));
      // A page that has some of them, however far, is asked for no others.
      const known = lacked.filter((setting) => model.knows?.(setting) ?? true);
      const settings = (known.length ? known : lacked).slice(0, PREFETCH);
      if (settings.length && key(settings) !== active.wish) {
        active.wish = key(settings);
        const number = send({ kind: "wish", settings });
        if (!number) return;
        requested.set(number, settings);
        wished = number;
        waitForWish();
      }
    }, 30);
  }

  // A hand that holds a handle may have nothing else to wait for.
  function waitForWish() {
    if (wished && handles.pulled && idle()) waitForAnswer();
  }

  const sayHello = () => send({ kind: "hello", guesses: guesses.all() });

  /**
   * Send; the number of the message, or 0 where the kernel of this lab is gone.
   * @param {FromLab} message
   */
  function send(message) {
    try {
      turn += 1;
      model.send({ ...message, view: id, turn, forgot });
      forgot = [];
      return turn;
    } catch {
      reportSilence();
      return 0;
    }
  }

  // Whether the canvas does not show yet what the controls say.
  const stale = () =>
    root.getAttribute("aria-busy") === "true" || root.classList.contains("lab-wrong");

  // Cached frames still play; what the canvas shows is right unless it is stale.
  function reportSilence() {
    const wrong = stale();
    root.setAttribute("aria-busy", "false");
    setProblem(SILENCE, wrong);
    silent = true;
  }

  function endSilence() {
    if (!silent) return;
    silent = false;
    const frame = cache.get(key(positions));
    if (frame !== undefined) show(frame);
    else setProblem("", true);
  }

  // Whether Python has answered all that was set.
  const idle = () => !pending && inFlight === 0;

  /** @param {string} text @param {boolean} wrong whether the picture is a wrong one */
  function setProblem(text, wrong = text !== "") {
    if (problem.textContent !== text) problem.textContent = text;
    if (run) run.hidden = text !== SILENCE;
    root.classList.toggle("lab-wrong", wrong);
    reserve();
  }

  /** @param {string} json */
  function show(json) {
    /** @type {Frame} */
    const frame = JSON.parse(json);
    if ("problem" in frame) setProblem(frame.problem);
    else {
      // Dropped here while Python, unasked, sent a frame on it.
      if (!play.hasBackground(frame.on)) {
        sayHello();
        return;
      }
      play.show(frame);
      handles.show(frame.handles ?? {});
      shownId = frame.id;
      if (sentence.textContent !== frame.sentence)
        sentence.replaceChildren(...lettered(frame.sentence, letters));
      canvas.setAttribute("aria-label", frame.sentence);
      for (const [index, row] of rows.entries())
        row.idle(frame.idle.includes(specs[index].name));
      setProblem("");
    }
    root.setAttribute("aria-busy", "false");
  }

  // The words keep the height of the longest of them and a line more, so that nothing
  // below them jumps.
  let height = 0;
  function reserve() {
    const line = parseFloat(getComputedStyle(words).lineHeight) || 24;
    const needed = text.getBoundingClientRect().height;
    if (height === 0 && sentence.textContent) height = Math.ceil(needed + line);
    height = Math.max(height, needed);
    words.style.minHeight = question?.open ? "" : `${height}px`;
  }

  function waitForRest() {
    clearTimeout(restTimer);
    clearTimeout(answerTimer);
    restTimer = setTimeout(() => {
      spoken.textContent = sentence.textContent;
      send({ kind: "rest", id: shownId });
    }, REST);
  }

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
      setTheme();
      resize();
      apply(message, frames);
      stands = message.left !== undefined;
      if (stands) left.textContent = wordsOnLeft(message.left);
      height = 0;
      reserve();
    } else if (message.kind === "asked") {
      if (idle()) {
        height = 0; // the hidden sentence is shown, or hidden
        apply(message, frames);
        waitForRest();
      }
    } else if (message.kind === "moved") {
      if (idle()) apply(message, frames);
    } else if (message.kind === "ahead") {
      const settings = requested.get(message.turn) ?? [];
      for (const [i, frame] of frames.entries())
        keep(settings[message.first + i], frame);
      if (settings.length <= message.first + frames.length) {
        requested.delete(message.turn);
        const none = settings.length && !settings.some((each) => cache.has(key(each)));
        lacking = none ? key(positions) : null;
      }
      if (message.turn === wished) wished = 0;
      if (idle()) {
        clearTimeout(answerTimer);
        showMark();
      }
      pull();
    } else {
      const [setting] = requested.get(message.turn) ?? [];
      requested.delete(message.turn);
      if ("healed" in message) {
        if (message.healed) {
          cache.clear();
          if (idle()) for (const frame of frames) show(frame);
        }
        return;
      }
      inFlight = Math.max(0, inFlight - 1);
      if ("note" in message) {
        if (!pending) apply(message, frames);
        note.replaceChildren(...lettered(message.note));
      } else for (const frame of frames) keep(setting, frame);
      if (idle()) waitForRest();
      sendSetting();
      prefetch();
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
    if (name === key(positions) && stale()) show(frame);
  }

  /**
   * Python has moved the controls, perhaps to a value between two positions.
   * @param {Stand} stand
   * @param {string[]} frames
   */
  function apply(stand, frames) {
    if (!handles.holds) handles.drop();
    // Where the question has opened or closed, frames on their way are of before.
    if (question?.apply(stand.entry)) requested.clear();
    positions = stand.positions;
    sayWhere();
    for (const [index, row] of rows.entries())
      row.put(positions[index], stand.texts[index]);
    for (const frame of frames) show(frame);
    const last = frames.at(-1);
    if (stand.exact && last !== undefined) cache.put(key(positions), last);
  }

  function resize() {
    // Before it is on the page it has its own size.
    const room = root.parentElement?.clientWidth || Infinity;
    const onSlide = getComputedStyle(viewport).getPropertyValue("--lab-fill") === "1";
    const { paddingLeft, paddingRight } = getComputedStyle(root);
    const inside =
      root.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const aside = inside - play.width() >= ASIDE + GAP;
    root.classList.toggle("lab-aside", aside && !onSlide);
    root.style.setProperty("--lab-figure", `${play.width()}px`);
    play.resize(
      viewport.clientWidth || room,
      window.devicePixelRatio || 1,
      onSlide && viewport.clientWidth > 0,
      PICTURE * document.documentElement.clientHeight,
    );
    question?.resize();
    handles.resize();
    keepInView();
  }

  // Where picture and controls are too high for the window (see lab.css).
  function keepInView() {
    const { offsetHeight } = viewport;
    const most = HIGH * document.documentElement.clientHeight;
    const below = root.classList.contains("lab-aside") ? 0 : controls.offsetHeight;
    const asked = question?.node.offsetHeight ?? 0;
    root.classList.toggle("lab-high", offsetHeight + below > most);
    root.classList.toggle("lab-long", asked + offsetHeight > most);
    root.style.setProperty("--lab-picture", `${offsetHeight}px`);
  }

  function setTheme() {
    play.setTheme(backgroundOf(root));
  }

  // The page was zoomed, or moved to another screen.
  function onZoom() {
    screen?.removeEventListener("change", onZoom);
    screen = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    screen.addEventListener("change", onZoom);
    resize();
  }

  reset.dataset.lmSuppressShortcuts = "true";
  reset.addEventListener("click", () => {
    handles.drop();
    positions = startOf(specs, rows);
    update();
  });
  model.on("msg:custom", receive);
  el.append(root);
  const sizes = new ResizeObserver(resize);
  for (const each of [root, viewport]) sizes.observe(each);
  let frame = 0;
  // Not at once: a page that comes to life changes them many times.
  const themes = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(setTheme);
  });
  for (const node of [document.documentElement, document.body])
    themes.observe(node, { attributes: true });
  onZoom();
  sayHello();
  return () => {
    alive = false;
    handles.drop();
    for (const timer of [restTimer, answerTimer, prefetchTimer]) clearTimeout(timer);
    sizes.disconnect();
    themes.disconnect();
    cancelAnimationFrame(frame);
    screen?.removeEventListener("change", onZoom);
    model.off("msg:custom", receive);
  };
}

export default { render };
