// The page's half of a stepper: every step of the data that stand is here, so the slider of the step asks nobody.
// When a slider of the data moves, Python runs the derivation, and then its neighbours along that slider.

const RUNS = 400; // settings of the data whose steps are kept
const REST = 600; // milliseconds without a move after which the hand rests
let steppers = 0;

function render({ model, el }) {
  const id = `steps-${++steppers}-${Math.random().toString(36).slice(2, 7)}`;
  const controls = element("div", { className: "lab-controls" });
  const list = element("ol");
  const said = element("div", { className: "lab-said" }); // what was guessed
  const sentence = element("div", { className: "lab-sentence" });
  sentence.setAttribute("aria-live", "polite");
  const problem = element("div", { className: "lab-problem" });
  problem.setAttribute("role", "alert");
  const note = element("p", { className: "lab-note" }); // where a page without Python went instead
  note.setAttribute("role", "status");
  const reset = element("button", { type: "button", textContent: "Reset" });
  const root = element(
    "div",
    { className: "lab lab-steps" },
    controls,
    note,
    problem,
    list,
    said,
    sentence,
    reset,
  );
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", `Derivation: ${model.get("title")}`);
  root.setAttribute("aria-busy", "true");

  const specs = model.get("controls"); // the step comes first, then the data
  const runs = new Map(); // settings of the data → their steps
  const asked = new Map(); // turn → settings of the data
  let rungs = specs.map((spec) => spec.start);
  let run = null; // the steps that are shown
  let awaited = true; // whether they are still those of other data
  let untold = {}; // what Python does not know yet: name of a control → its rung
  let told = null; // what the question under way has told it, if there is one
  let hand = 0; // the control that moved last
  let turn = 0;
  let moved = false; // by a hand that has not rested since
  let width = 0; // of the page when room was kept
  let worrying, resting; // timers

  const rows = specs.map((spec, index) => {
    const each = controlRow(spec, `${id}-${spec.name}`, (rung) => move(index, rung));
    controls.append(each.row);
    return each;
  });
  const question = askedIn(model.get("question"), {
    id,
    said,
    controls: [controls, reset],
    changed: inform,
  });
  if (question) root.prepend(question.node);
  const key = (setting) => JSON.stringify(setting);
  const data = () => rungs.slice(1);

  function move(index, rung) {
    rungs = rungs.with(index, rung);
    hand = index;
    moved = true;
    if (index === 0) {
      untold.step = rung;
      note.textContent = "";
      show();
    } else go();
    tell();
  }

  function go() {
    untold = Object.fromEntries(specs.map(({ name }, index) => [name, rungs[index]]));
    const found = runs.get(key(data()));
    note.textContent = "";
    if (found) put(found);
    else {
      awaited = true;
      root.setAttribute("aria-busy", "true");
    }
  }

  function tell() {
    if (told) return;
    const settings = wanted();
    if (settings.length || Object.keys(untold).length)
      send({ kind: "set", rungs: untold, settings });
  }

  // The steps that are waited for; if there are none, those a hand on this slider may want next.
  function wanted() {
    if (awaited) return [data()];
    if (hand === 0) return [];
    const near = [1, -1, 2, -2]
      .map((way) => rungs[hand] + way)
      .filter((rung) => rung >= 0 && rung < rows[hand].rungs);
    return near
      .map((rung) => rungs.with(hand, rung).slice(1))
      .filter((setting) => !runs.has(key(setting)));
  }

  function send(message) {
    clearTimeout(worrying);
    worrying = setTimeout(silent, PATIENCE);
    told = message.rungs;
    untold = {};
    asked.set(++turn, message.settings);
    try {
      model.send({ ...message, view: id, turn });
    } catch {
      silent(); // the kernel that this lab belongs to is gone
    }
  }

  // What Python has to know, and what no answer is waited for: a guess, that it is to be asked again, or that the hand rests.
  function inform(message) {
    try {
      model.send({ ...message, view: id, turn: ++turn });
    } catch {
      silent();
    }
  }

  // Python keeps where the controls were left.
  function rest() {
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (told) return;
      moved = false;
      inform({ kind: "rest" });
    }, REST);
  }

  // The steps that are here can still be gone through; what stands on the page is right unless it was waited for.
  function silent() {
    answered();
    if (awaited) put({ problem: SILENCE }, true);
    if (Object.keys(untold).length) tell();
  }

  function answered() {
    clearTimeout(worrying);
    told = null;
  }

  function receive(message) {
    const mine = message.view === id;
    if (message.view !== undefined && !mine) return;
    if (message.kind === "moved") follow(message);
    else if (message.rungs === undefined) keep(asked.get(message.turn), message.runs);
    else {
      stepTo(message);
      keep([data()], message.runs);
    }
    if (message.note !== undefined) note.textContent = message.note;
    if (!mine) return;
    asked.delete(message.turn);
    answered();
    tell();
    if (moved) rest();
  }

  // A cell has moved the controls, or this view is new.
  function follow(message) {
    question?.hear(message.entry);
    const newer = { ...told, ...untold };
    if (Object.keys(newer).some((name) => name !== "step")) return;
    stepTo({
      ...message,
      rungs: [newer.step ?? message.rungs[0], ...message.rungs.slice(1)],
    });
    put(message.run);
  }

  function stepTo(message) {
    rungs = message.rungs;
    for (const [index, row] of rows.entries())
      row.put(rungs[index], index ? message.texts[index] : specs[0].texts[rungs[0]]);
  }

  // A page without Python may have nothing for a neighbour; that is kept too, or it would be asked for again and again.
  function keep(settings, found) {
    for (const [i, setting] of settings.entries()) runs.set(key(setting), found[i]);
    while (runs.size > RUNS) runs.delete(runs.keys().next().value);
    const here = runs.get(key(data()));
    if (awaited && here) put(here);
  }

  function put(found, stillAwaited = false) {
    run = found;
    awaited = stillAwaited;
    list.innerHTML = (run.rows ?? []).join("");
    if (problem.textContent !== (run.problem ?? ""))
      problem.textContent = run.problem ?? "";
    root.classList.toggle("lab-wrong", run.problem !== undefined);
    root.setAttribute("aria-busy", "false");
    show();
    reserve();
  }

  // The rows keep the room that the tallest of them took, so that nothing below them jumps.
  function reserve() {
    if (el.clientWidth !== width) list.style.minHeight = "";
    width = el.clientWidth;
    list.style.minHeight = `${list.offsetHeight}px`;
  }

  function show() {
    if (!run?.rows) return;
    const here = Math.min(rungs[0] + 1, run.rows.length);
    [...list.children].forEach((row, index) => {
      row.classList.toggle("lab-later", index >= here);
      if (index === here - 1) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    const words = question?.open ? "" : run.sentences[here - 1]; // why a step holds may be what is asked
    if (sentence.textContent !== words) sentence.textContent = words;
  }

  reset.dataset.lmSuppressShortcuts = "true";
  reset.addEventListener("click", () => {
    rungs = specs.map((spec) => spec.start);
    moved = true;
    for (const [index, row] of rows.entries())
      row.put(rungs[index], specs[index].texts[rungs[index]] ?? rungs[index]);
    go();
    tell();
  });
  model.on("msg:custom", receive);
  el.append(root);
  const sizes = new ResizeObserver(() => requestAnimationFrame(reserve));
  sizes.observe(el);
  send({ kind: "hello", rungs: {}, settings: [], guesses: guesses.all() });
  return () => {
    for (const timer of [worrying, resting]) clearTimeout(timer);
    sizes.disconnect();
    model.off("msg:custom", receive);
  };
}

export default { render };
