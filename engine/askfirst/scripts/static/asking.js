// The messages of a stepper.

const RUNS = 400; // settings of the data whose steps are kept

/**
 * The steps of settings of the data, and that a page without Python has none for one: it
 * would be requested again and again.
 */
function runCache() {
  /** @type {Map<string, Run | null>} */
  const runs = new Map();
  const key = (/** @type {Setting} */ setting) => JSON.stringify(setting);
  return {
    has: (/** @type {Setting} */ setting) => runs.has(key(setting)),
    get: (/** @type {Setting} */ setting) => runs.get(key(setting)),
    /** @param {Setting} setting @param {Run | null} run */
    put(setting, run) {
      runs.set(key(setting), run);
      const [oldest] = runs.keys();
      if (runs.size > RUNS) runs.delete(oldest);
    },
  };
}

/**
 * The requests of a stepper, of which one is in flight at most.
 * @param {Pick<Stepper, "model" | "id">} stepper
 * @param {() => void} silence called when Python does not answer
 */
function requesting({ model, id }, silence) {
  /** Turn → settings of the data that it requested. @type {Map<number, Setting[]>} */
  const requested = new Map();
  /** Positions that Python does not know yet, by name. @type {Record<string, Position>} */
  let pending = {};
  /** Those that the request in flight has sent. @type {Record<string, Position> | null} */
  let inFlight = null;
  let turn = 0; // messages sent
  let answerTimer = 0;

  /**
   * Send. Nothing more waits for an answer to a guess, or to rest.
   * @param {FromSteps} message
   */
  function notify(message) {
    try {
      turn += 1;
      model.send({ ...message, view: id, turn });
    } catch {
      giveUp(); // the kernel of this stepper is gone
    }
  }

  /** @param {HelloSteps | SetSteps} message */
  function request(message) {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(giveUp, PATIENCE);
    inFlight = message.positions;
    pending = {};
    requested.set(turn + 1, message.settings);
    notify(message);
  }

  function end() {
    clearTimeout(answerTimer);
    inFlight = null;
  }

  function giveUp() {
    end();
    silence();
  }

  return {
    notify,
    request,
    end,
    /** @param {Record<string, Position>} positions */
    add: (positions) => Object.assign(pending, positions),
    /** Send what is pending, and ask for these. @param {() => Setting[]} wanted */
    send(wanted) {
      if (inFlight) return;
      const settings = wanted();
      if (settings.length || Object.keys(pending).length)
        request({ kind: "set", positions: pending, settings });
    },
    hasPending: () => Object.keys(pending).length > 0,
    isInFlight: () => inFlight !== null,
    /** What the last answer does not know. */
    newer: () => ({ ...inFlight, ...pending }),
    /** What was requested in that turn, which is answered. @param {number} turn */
    answered(turn) {
      const settings = requested.get(turn) ?? [];
      requested.delete(turn);
      return settings;
    },
  };
}

/**
 * What is asked of Python, and what it answers.
 * @param {Pick<Stepper, "model" | "id" | "specs" | "positions" | "rows" | "said" |
 *   "question" | "shown">} stepper
 */
function asking(stepper) {
  const { id, specs, shown } = stepper;
  const { note, left, pale } = stepper.said;
  const cache = runCache();
  const requests = requesting(stepper, reportSilence);
  let active = 0; // the control that moved last
  let moved = false; // the controls have moved, and not rested since
  let restTimer = 0;

  const data = () => stepper.positions.slice(1);
  const send = () => requests.send(wanted);

  /** @param {number} index @param {Position} position */
  function move(index, position) {
    stepper.positions = stepper.positions.with(index, position);
    active = index;
    if (index === 0) {
      requests.add({ [specs[0].name]: position });
      shown.show();
    } else update();
    tell();
  }

  function update() {
    const { positions } = stepper;
    requests.add(Object.fromEntries(specs.map(({ name }, i) => [name, positions[i]])));
    const found = cache.get(data());
    if (found) shown.put(found);
    else shown.outdate();
  }

  function tell() {
    moved = true;
    for (const each of [left, note]) each.textContent = "";
    send();
  }

  // The steps that are waited for; if there are none, those of the neighbours.
  function wanted() {
    if (shown.stale()) return [data()];
    const here = stepper.positions[active];
    if (active === 0 || typeof here !== "number") return [];
    return [1, -1, 2, -2]
      .map((way) => here + way)
      .filter((position) => position >= 0 && position < stepper.rows[active].count)
      .map((position) => stepper.positions.with(active, position).slice(1))
      .filter((setting) => !cache.has(setting));
  }

  // Steps in the cache still play; what the page shows is right unless it is stale.
  function reportSilence() {
    if (shown.stale()) shown.put({ problem: SILENCE }, true);
    if (requests.hasPending()) send();
  }

  // Python keeps where the controls were left.
  function waitForRest() {
    clearTimeout(restTimer);
    restTimer = setTimeout(() => {
      if (requests.isInFlight()) return;
      moved = false;
      requests.notify({ kind: "rest" });
    }, REST);
  }

  /** @param {ToSteps} message */
  function receive(message) {
    const mine = message.view === id;
    if (message.view !== undefined && !mine) return;
    if (message.apart) showApart(specs, stepper.rows, pale, message.apart);
    const settings = message.kind === "moved" ? [] : requests.answered(message.turn);
    if (message.kind === "moved") follow(message);
    else if ("note" in message) {
      apply(message);
      keep([data()], message.runs);
      note.replaceChildren(...lettered(message.note));
    } else keep(settings, message.runs);
    if (!mine) return;
    requests.end();
    send();
    if (moved) waitForRest();
  }

  /** A cell has moved the controls, or this view is new. @param {StepsMoved} message */
  function follow(message) {
    stepper.question?.apply(message.entry);
    if (message.left) left.textContent = wordsOnLeft(message.left);
    const newer = requests.newer();
    const [{ name: step }] = specs;
    if (Object.keys(newer).some((name) => name !== step)) return;
    const [theirs, ...others] = message.positions;
    apply({ ...message, positions: [newer[step] ?? theirs, ...others] });
    shown.put(message.run);
  }

  /** @param {Stand} stand */
  function apply({ positions, texts }) {
    stepper.positions = positions;
    const words = texts.with(0, specs[0].texts[Number(positions[0])]);
    for (const [i, row] of stepper.rows.entries()) row.put(positions[i], words[i]);
  }

  /** @param {Setting[]} settings @param {(Run | null)[]} found */
  function keep(settings, found) {
    for (const [i, setting] of settings.entries()) cache.put(setting, found[i]);
    const here = cache.get(data());
    if (shown.stale() && here) shown.put(here);
  }

  return {
    move,
    receive,
    notify: requests.notify,
    sayHello() {
      const asked = { positions: {}, settings: [], guesses: guesses.all() };
      requests.request({ kind: "hello", ...asked });
    },
    reset() {
      stepper.positions = startOf(specs, stepper.rows);
      update();
      tell();
    },
    stop() {
      requests.end();
      clearTimeout(restTimer);
    },
  };
}
