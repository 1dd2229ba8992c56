// The page's half of a stepper. It has every step of the derivation it shows, so the
// slider of the step asks nobody. When a slider of the data moves, Python runs the
// derivation there, and then on the neighbours along that slider.

const CACHE_SIZE = 400; // settings of the data whose steps are kept
const REST = 600; // milliseconds without a move after which the controls rest
let steppers = 0;

/** @param {{ model: StepsModel, el: HTMLElement }} view */
function render({ model, el }) {
  const id = `steps-${++steppers}-${Math.random().toString(36).slice(2, 7)}`;
  const controls = element("div", { className: "lab-controls" });
  const list = element("ol");
  const {
    verdict,
    sentence,
    problem,
    note,
    run: runAgain,
    reset,
    left,
    pale,
  } = reports();
  sentence.setAttribute("aria-live", "polite");
  const root = element(
    "div",
    { className: "lab lab-steps" },
    controls,
    reset,
    left,
    pale,
    note,
    problem,
    ...(runAgain ? [runAgain] : []),
    list,
    verdict,
    sentence,
  );
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", `Derivation: ${model.get("title")}`);
  root.setAttribute("aria-busy", "true");

  const specs = model.get("controls"); // the step comes first, then the data
  /** Settings of the data → their steps. @type {Map<string, Run | null>} */
  const cache = new Map();
  /** Turn → settings of the data that it requested. @type {Map<number, Setting[]>} */
  const requested = new Map();
  let positions = specs.map((spec) => spec.start);
  /** The steps that are shown. @type {Run | null} */
  let run = null;
  let stale = true; // they are still those of other data
  let spoken = ""; // the sentence, as HTML
  /** Positions that Python does not know yet, by name. @type {Record<string, Position>} */
  let pending = {};
  /** Those that the request in flight has sent. @type {Record<string, Position> | null} */
  let inFlight = null;
  let active = 0; // the control that moved last
  let turn = 0; // messages sent
  let moved = false; // the controls have moved, and not rested since
  let width = 0; // of the page when the height was set
  /** @type {number | undefined} */
  let answerTimer;
  /** @type {number | undefined} */
  let restTimer;

  const rows = specs.map((spec, index) => {
    const each = controlRow(spec, `${id}-${spec.name}`, (position) =>
      move(index, position),
    );
    controls.append(each.row);
    return each;
  });
  const question = questionOf(model.get("question"), {
    id,
    verdict,
    controls: [controls, reset],
    changed: notify,
  });
  if (question) root.prepend(question.node);
  const key = (/** @type {Setting} */ setting) => JSON.stringify(setting);
  const data = () => positions.slice(1);
  const step = () => Number(positions[0]);

  /** @param {number} index @param {Position} position */
  function move(index, position) {
    positions = positions.with(index, position);
    active = index;
    moved = true;
    left.textContent = "";
    if (index === 0) {
      pending.step = position;
      note.textContent = "";
      show();
    } else update();
    sendPending();
  }

  function update() {
    pending = Object.fromEntries(
      specs.map(({ name }, index) => [name, positions[index]]),
    );
    const found = cache.get(key(data()));
    note.textContent = "";
    if (found) put(found);
    else {
      stale = true;
      root.setAttribute("aria-busy", "true");
    }
  }

  function sendPending() {
    if (inFlight) return;
    const settings = wanted();
    if (settings.length || Object.keys(pending).length)
      request({ kind: "set", positions: pending, settings });
  }

  // The steps that are waited for; if there are none, those of the neighbours.
  function wanted() {
    if (stale) return [data()];
    const here = positions[active];
    if (active === 0 || typeof here !== "number") return [];
    return [1, -1, 2, -2]
      .map((way) => here + way)
      .filter((position) => position >= 0 && position < rows[active].count)
      .map((position) => positions.with(active, position).slice(1))
      .filter((setting) => !cache.has(key(setting)));
  }

  /** @param {HelloSteps | SetSteps} message */
  function request(message) {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(reportSilence, PATIENCE);
    inFlight = message.positions;
    pending = {};
    requested.set(turn + 1, message.settings);
    notify(message);
  }

  /**
   * Send. Nothing more waits for an answer to a guess, or to rest.
   * @param {FromSteps} message
   */
  function notify(message) {
    try {
      turn += 1;
      model.send({ ...message, view: id, turn });
    } catch {
      reportSilence(); // the kernel of this stepper is gone
    }
  }

  // Python keeps where the controls were left.
  function waitForRest() {
    clearTimeout(restTimer);
    restTimer = setTimeout(() => {
      if (inFlight) return;
      moved = false;
      notify({ kind: "rest" });
    }, REST);
  }

  // Steps in the cache still play; what the page shows is right unless it is stale.
  function reportSilence() {
    endRequest();
    if (stale) put({ problem: SILENCE }, true);
    if (Object.keys(pending).length) sendPending();
  }

  function endRequest() {
    clearTimeout(answerTimer);
    inFlight = null;
  }

  /** @param {ToSteps} message */
  function receive(message) {
    const mine = message.view === id;
    if (message.view !== undefined && !mine) return;
    if (message.apart) showApart(specs, rows, pale, message.apart);
    if (message.kind === "moved") follow(message);
    else if ("note" in message) {
      apply(message);
      keep([data()], message.runs);
      note.replaceChildren(...lettered(message.note));
    } else keep(requested.get(message.turn) ?? [], message.runs);
    if (!mine) return;
    if ("turn" in message) requested.delete(message.turn);
    endRequest();
    sendPending();
    if (moved) waitForRest();
  }

  /**
   * A cell has moved the controls, or this view is new.
   * @param {StepsMoved} message
   */
  function follow(message) {
    question?.apply(message.entry);
    if (message.left) left.textContent = wordsOnLeft(message.left);
    const newer = { ...inFlight, ...pending };
    if (Object.keys(newer).some((name) => name !== "step")) return;
    const [theirs, ...others] = message.positions;
    apply({ ...message, positions: [newer.step ?? theirs, ...others] });
    put(message.run);
  }

  /** @param {Stand} stand */
  function apply(stand) {
    positions = stand.positions;
    for (const [index, row] of rows.entries())
      row.put(positions[index], index ? stand.texts[index] : specs[0].texts[step()]);
  }

  /**
   * Cache what was found, also that a page without Python has nothing for a neighbour:
   * it would be requested again and again.
   * @param {Setting[]} settings
   * @param {(Run | null)[]} found
   */
  function keep(settings, found) {
    for (const [i, setting] of settings.entries()) cache.set(key(setting), found[i]);
    for (const oldest of cache.keys()) {
      if (cache.size <= CACHE_SIZE) break;
      cache.delete(oldest);
    }
    const here = cache.get(key(data()));
    if (stale && here) put(here);
  }

  /** @param {Run} found @param {boolean} stillStale */
  function put(found, stillStale = false) {
    run = found;
    stale = stillStale;
    const failed = "problem" in found;
    list.innerHTML = failed ? "" : found.rows.join("");
    const reason = failed ? found.problem : "";
    if (problem.textContent !== reason) problem.textContent = reason;
    if (runAgain) runAgain.hidden = reason !== SILENCE;
    root.classList.toggle("lab-wrong", failed);
    root.setAttribute("aria-busy", "false");
    show();
    reserve();
  }

  // The list keeps the height of the tallest derivation, so that nothing below jumps.
  function reserve() {
    if (el.clientWidth !== width) list.style.minHeight = "";
    width = el.clientWidth;
    list.style.minHeight = `${list.offsetHeight}px`;
  }

  function show() {
    if (!run || "problem" in run) return;
    const here = Math.min(step() + 1, run.rows.length);
    for (const [index, row] of [...list.children].entries()) {
      row.classList.toggle("lab-later", index >= here);
      if (index === here - 1) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    // Why a step holds may be what the question asks.
    const words = question?.open ? "" : run.sentences[here - 1];
    if (words !== spoken) sentence.innerHTML = words;
    spoken = words;
  }

  reset.dataset.lmSuppressShortcuts = "true";
  reset.addEventListener("click", () => {
    positions = startOf(specs, rows);
    moved = true;
    left.textContent = "";
    update();
    sendPending();
  });
  model.on("msg:custom", receive);
  el.append(root);
  const sizes = new ResizeObserver(() => requestAnimationFrame(reserve));
  sizes.observe(el);
  request({ kind: "hello", positions: {}, settings: [], guesses: guesses.all() });
  return () => {
    for (const timer of [answerTimer, restTimer]) clearTimeout(timer);
    sizes.disconnect();
    model.off("msg:custom", receive);
  };
}

export default { render };
