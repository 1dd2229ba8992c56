// The page's half of a lab: controls that speak, a store of frames, a player that draws them.
// A frame that is in the store is drawn at once and Python is told; one that is not, Python is asked for. While a hand is
// on a control, Python sends the frames that the hand may want next.

const STORE = 8e6; // bytes of frames that a lab keeps
const AHEAD = 60; // settings to wish for at a time
const TURNS_UNDER_WAY = 2; // the next question may leave before the last answer is here, no more
const REST = 600; // milliseconds without a move after which the hand rests

let labs = 0;

function render({ model, el }) {
  const id = `lab-${++labs}-${Math.random().toString(36).slice(2, 7)}`;
  const canvas = element("canvas");
  canvas.setAttribute("role", "img");
  const stage = element("div", { className: "lab-stage" }, canvas);
  const sentence = element("div", { className: "lab-sentence" });
  const problem = element("div", { className: "lab-problem" });
  problem.setAttribute("role", "alert");
  const spoken = element("div", { className: "lab-spoken" }); // the sentence once more, for the ear, when the hand rests
  spoken.setAttribute("aria-live", "polite");
  const said = element("div", { className: "lab-said" }); // what was guessed
  const told = element("div", {}, said, sentence);
  const words = element("div", { className: "lab-words" }, told, problem);
  const controls = element("div", { className: "lab-controls" });
  const note = element("p", { className: "lab-note" }); // where a page without Python went instead
  note.setAttribute("role", "status");
  const reset = element("button", { type: "button", textContent: "Reset" });
  const root = element(
    "div",
    { className: "lab lab-live" },
    stage,
    controls,
    note,
    words,
    reset,
    spoken,
  );
  root.setAttribute("role", "group");
  root.setAttribute(
    "aria-label",
    `Lab: ${model.get("title") || "a figure with controls"}`,
  );

  const play = player(canvas);
  const specs = model.get("controls");
  const store = frameStore(
    (name) => play.drop(name),
    (name) => forgot.push(name),
  );
  const asked = new Map(); // turn → the settings that it asked for
  let rungs = specs.map((spec) => spec.start);
  let shown = null; // the name of the frame on the canvas
  let veiled = 0; // letters of the sentence that its question hides
  let turn = 0; // messages sent
  let underWay = 0; // questions without an answer
  let unheard = false; // whether Python was given up for lost
  let unsent = false; // whether the newest setting has not been told yet
  let forgot = []; // backgrounds that were dropped since the last message
  let hand = null; // the control in use, the way it goes, and what was last wished for it: { index, way, wished }
  let arriving = Promise.resolve();
  let resting, worrying, wishing; // timers
  let alive = true;
  let screen;

  const rows = specs.map((spec, index) => {
    const each = controlRow(spec, `${id}-${spec.name}`, (rung) => move(index, rung));
    for (const event of ["pointerdown", "focusin"])
      each.row.addEventListener(event, () => take(index));
    // The row itself has no box (display: contents), so hovering is heard from what is in it.
    for (const node of each.row.children)
      node.addEventListener("pointerenter", () => take(index));
    controls.append(each.row);
    return each;
  });

  const question = askedIn(model.get("question"), {
    id,
    stage,
    play,
    said,
    controls: [controls, reset],
    changed: guessed,
  });
  if (question) root.prepend(question.node);

  // A frame that is veiled by a question is another one.
  const key = (setting) => JSON.stringify([question?.open ?? false, setting]);

  function move(index, rung) {
    if (hand?.index === index && typeof rung === "number")
      hand.way = Math.sign(rung - rungs[index]) || hand.way;
    else take(index);
    rungs = rungs.with(index, rung);
    go();
  }

  function go() {
    const frame = store.get(key(rungs));
    note.textContent = "";
    if (frame) show(frame);
    else root.setAttribute("aria-busy", "true");
    unsent = true;
    tellSetting();
    wish();
  }

  function tellSetting() {
    if (!unsent || underWay >= TURNS_UNDER_WAY) return;
    const have = store.has(key(rungs));
    if (!tell({ kind: "set", rungs, have })) return;
    unsent = false;
    underWay += 1;
    clearTimeout(resting);
    clearTimeout(worrying);
    worrying = setTimeout(giveUp, PATIENCE);
  }

  // The question was answered, or is to be asked again; frames that were asked for before this are veiled otherwise.
  function guessed(message) {
    asked.clear();
    root.setAttribute("aria-busy", "true");
    if (!tell(message)) return;
    clearTimeout(worrying);
    worrying = setTimeout(giveUp, PATIENCE);
  }

  function giveUp() {
    underWay = 0;
    silent();
    tellSetting();
  }

  // What the hand on this control may want next: its other settings, nearest first, the way that it goes before the other.
  function take(index) {
    if (hand?.index !== index) hand = { index, way: 1 };
    wish();
  }

  function wish() {
    if (hand === null || wishing) return;
    wishing = setTimeout(() => {
      wishing = undefined;
      if (!alive) return;
      const { index, way } = hand;
      const settings = nearest(rungs[index], rows[index].rungs, way)
        .map((rung) => rungs.with(index, rung))
        .filter((setting) => !store.has(key(setting)))
        .slice(0, AHEAD);
      if (settings.length && key(settings) !== hand.wished) {
        hand.wished = key(settings);
        const number = tell({ kind: "wish", settings });
        if (number) asked.set(number, settings);
      }
    }, 30);
  }

  const greet = () => tell({ kind: "hello", guesses: guesses.all() });

  function tell(message) {
    try {
      turn += 1;
      model.send({ ...message, view: id, turn, forgot });
      forgot = [];
      if (message.kind === "set") asked.set(turn, rungs);
      return turn;
    } catch {
      silent(); // the kernel that this lab belongs to is gone
      return 0;
    }
  }

  // Whether what stands on the canvas is not yet what the controls say.
  const waits = () =>
    root.getAttribute("aria-busy") === "true" || root.classList.contains("lab-wrong");

  // Frames that are here can still be played; what stands on the canvas is right unless it was waited for.
  function silent() {
    const waited = waits();
    root.setAttribute("aria-busy", "false");
    complain(SILENCE, waited);
    unheard = true;
  }

  function heard() {
    if (!unheard) return;
    unheard = false;
    const frame = store.get(key(rungs));
    if (frame) show(frame);
    else complain("", true);
  }

  function complain(text, wrong = text !== "") {
    if (problem.textContent !== text) problem.textContent = text;
    root.classList.toggle("lab-wrong", wrong);
    reserve();
  }

  function show(text) {
    const frame = JSON.parse(text);
    if (frame.on && !play.knows(frame.on)) {
      greet(); // its background was dropped here when Python, unasked, sent a frame that stands on it
      return;
    }
    if (frame.problem === undefined) {
      play.show(frame);
      shown = frame.id;
      veiled = frame.veiled ?? 0;
      if (sentence.textContent !== frame.sentence)
        sentence.textContent = frame.sentence;
      canvas.setAttribute("aria-label", frame.sentence);
      for (const [index, row] of rows.entries())
        row.idle(frame.idle.includes(specs[index].name));
    }
    complain(frame.problem ?? "");
    root.setAttribute("aria-busy", "false");
  }

  // The words keep the room that the longest of them took, and a line more, so that nothing below them jumps.
  let room = 0;
  function reserve() {
    const line = parseFloat(getComputedStyle(words).lineHeight) || 24;
    const needed = Math.max(
      told.scrollHeight,
      problem.textContent ? problem.scrollHeight : 0,
      veiled ? tallness(veiled) : 0,
    );
    if (room === 0 && sentence.textContent) room = needed + line;
    room = Math.max(room, needed);
    words.style.minHeight = `${room}px`;
  }

  // How tall the words will be with a sentence of so many letters, and the guess beside it.
  function tallness(letters) {
    const shown = [said.textContent, sentence.textContent];
    [said.textContent, sentence.textContent] = [question.letters, letters].map(
      (count) => "eaton irs ".repeat(Math.ceil(count / 10)),
    );
    const tall = told.scrollHeight;
    [said.textContent, sentence.textContent] = shown;
    return tall;
  }

  function rest() {
    clearTimeout(resting);
    clearTimeout(worrying);
    resting = setTimeout(() => {
      spoken.textContent = sentence.textContent;
      tell({ kind: "rest", id: shown });
    }, REST);
  }

  function receive(message, buffers) {
    arriving = arriving
      .then(async () => {
        const frames = buffers?.length ? await unpack(buffers[0]) : [];
        if (alive) serve(message, frames);
      })
      .catch((error) => console.error(error));
  }

  async function unpack(buffer) {
    const [head, ...lines] = (
      typeof buffer === "string" ? buffer : await inflated(buffer)
    ).split("\n");
    const {
      glyphs: [first, paths],
      backgrounds,
    } = JSON.parse(head);
    play.learn(paths.map((path, i) => [first + i, path]));
    for (const [i, name] of backgrounds.entries())
      play.keep(name, JSON.parse(lines[i]));
    return lines.slice(backgrounds.length);
  }

  function serve(message, frames) {
    const mine = message.view === id;
    if (mine) heard();
    if (message.kind === "hello" && mine) {
      play.measure(message.figure);
      dress();
      fit();
      takeOver(message, frames);
      room = 0;
      reserve();
    } else if (message.kind === "asked") {
      heard();
      if (!unsent && underWay === 0) {
        takeOver(message, frames);
        rest();
      }
    } else if (message.kind === "moved") {
      if (!unsent && underWay === 0) takeOver(message, frames);
    } else if (message.kind === "ahead" && mine) {
      const settings = asked.get(message.turn) ?? [];
      for (const [i, frame] of frames.entries())
        keep(settings[message.first + i], frame);
      if (settings.length <= message.first + frames.length) asked.delete(message.turn);
    } else if (message.kind === "answer" && mine) {
      const setting = asked.get(message.turn);
      asked.delete(message.turn);
      if (message.healed !== undefined) {
        if (message.healed) {
          store.clear();
          if (!unsent && underWay === 0) frames.forEach(show);
        }
        return;
      }
      underWay = Math.max(0, underWay - 1);
      if (message.rungs === undefined) for (const frame of frames) keep(setting, frame);
      else if (!unsent) takeOver(message, frames);
      if (message.note !== undefined) note.textContent = message.note;
      if (underWay === 0 && !unsent) rest();
      tellSetting();
      wish();
    }
  }

  // Store a frame; if it is the one that the controls stand for, it was waited for.
  function keep(setting, frame) {
    if (!setting) return;
    const name = key(setting);
    store.put(name, frame);
    root.dataset.frames = store.size();
    if (name === key(rungs) && waits()) show(frame);
  }

  // Python has moved the controls, perhaps to a value between two rungs.
  function takeOver({ rungs: now, texts, entry, exact }, frames) {
    if (question?.hear(entry)) asked.clear(); // frames on their way are veiled, and should not be, or the other way round
    rungs = now;
    for (const [index, row] of rows.entries()) row.put(now[index], texts[index]);
    for (const frame of frames) show(frame);
    if (exact && frames.length) store.put(key(rungs), frames.at(-1));
  }

  function fit() {
    const room = root.parentElement?.clientWidth || Infinity; // not on the page yet: its own size, until it is
    const fill = getComputedStyle(stage).getPropertyValue("--lab-fill") === "1"; // on a slide
    play.fit(
      Math.min(room, stage.clientWidth || room),
      window.devicePixelRatio || 1,
      fill && stage.clientWidth > 0,
    );
    question?.fit();
  }

  function dress() {
    play.colours(groundOf(root));
  }

  function zoomed() {
    screen?.removeEventListener("change", zoomed);
    screen = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`); // the page was zoomed, or moved to another screen
    screen.addEventListener("change", zoomed);
    fit();
  }

  reset.dataset.lmSuppressShortcuts = "true";
  reset.addEventListener("click", () => {
    rungs = specs.map((spec) => spec.start);
    for (const [index, row] of rows.entries())
      row.put(rungs[index], specs[index].texts?.[rungs[index]] ?? rungs[index]);
    go();
  });
  model.on("msg:custom", receive);
  el.append(root);
  const sizes = new ResizeObserver(fit);
  sizes.observe(stage);
  const themes = new MutationObserver(dress);
  for (const node of [document.documentElement, document.body])
    themes.observe(node, { attributes: true });
  zoomed();
  greet();
  return () => {
    alive = false;
    for (const timer of [resting, worrying, wishing]) clearTimeout(timer);
    sizes.disconnect();
    themes.disconnect();
    screen.removeEventListener("change", zoomed);
    model.off("msg:custom", receive);
  };
}

// What Python deflated, as text.
function inflated(bytes) {
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")),
  ).text();
}

// The rungs of a ladder of `count`, nearest to `here` first, two ahead for each one behind.
function nearest(here, count, way) {
  const found = [];
  const inside = (rung) => rung >= 0 && rung < count;
  for (let step = 1; found.length < count - 1 && step <= 2 * count; step++) {
    for (const rung of [
      here + way * (2 * step - 1),
      here + way * 2 * step,
      here - way * step,
    ]) {
      if (inside(rung)) found.push(rung);
    }
  }
  return found;
}

// Frames by setting, as text, the oldest dropped where there are too many; a background goes with its last frame.
function frameStore(...whenBackgroundGoes) {
  const frames = new Map();
  const users = new Map(); // name of a background → how many frames stand on it
  let bytes = 0;
  const on = (text) => /"on": ?"(\w+)"/.exec(text.slice(0, 200))?.[1];
  const drop = (name) => {
    const text = frames.get(name);
    frames.delete(name);
    bytes -= text.length;
    const background = on(text);
    if (!background) return;
    users.set(background, users.get(background) - 1);
    if (users.get(background) > 0) return;
    users.delete(background);
    for (const tell of whenBackgroundGoes) tell(background);
  };
  return {
    has: (name) => frames.has(name),
    size: () => frames.size,
    get(name) {
      const text = frames.get(name);
      if (text !== undefined) {
        frames.delete(name);
        frames.set(name, text); // used last, dropped last
      }
      return text;
    },
    put(name, text) {
      const background = on(text);
      if (background) users.set(background, (users.get(background) ?? 0) + 1);
      if (frames.has(name)) drop(name);
      frames.set(name, text);
      bytes += text.length;
      while (bytes > STORE && frames.size > 1) drop(frames.keys().next().value);
    },
    clear() {
      for (const name of [...frames.keys()]) drop(name);
    },
  };
}

// The colour behind a node: the first of its ancestors that has one.
function groundOf(node) {
  for (let each = node; each; each = each.parentElement) {
    const said = getComputedStyle(each).backgroundColor;
    const [r, g, b, a = 1] = (said.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    if (a > 0.5)
      return said.startsWith("color(") ? [255 * r, 255 * g, 255 * b] : [r, g, b];
  }
  return [255, 255, 255];
}

export default { render };
