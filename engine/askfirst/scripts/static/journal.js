// A student's work as a journal, as in journal.py. Each event is a line of JSON, and in
// the page's storage a key of its own: what two pages append at once, both keep.

const LINE_KEY = `${COURSE.name}:`; // begins the key of a line
const NOT_KEPT =
  "This browser keeps no more, so what you answer now is gone when you leave. Download " +
  "my work keeps it.";

/** @param {unknown} value */
const isText = (value) => typeof value === "string";
/** @param {unknown} value */
const isTable = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether an event of each kind has its fields. */
const VALID = /** @type {Record<string, (event: JournalEvent) => boolean>} */ ({
  guess: ({ name, guess, state = null }) =>
    isText(name) &&
    guess !== undefined &&
    !isTable(guess) &&
    ["right", "wrong", "skipped", null].includes(state),
  again: ({ name }) => isText(name),
  check: ({ name, seed, state, mistake, answer }) =>
    isText(name) &&
    isText(seed ?? "") &&
    ["right", "wrong"].includes(state ?? "") &&
    Number.isInteger(mistake ?? 0) &&
    !isText(answer) &&
    !isTable(answer),
  position: ({ name, values }) => isText(name) && isTable(values),
  seed: ({ seed }) => isText(seed ?? ""),
});

/**
 * The event in a line, or null if there is none.
 * @param {string} line @returns {JournalEvent | null}
 */
function eventIn(line) {
  try {
    const event = JSON.parse(line);
    const { kind, when } = event;
    const isMoment = typeof when === "number" && Math.abs(when) < 2 ** 53;
    return isMoment && Object.hasOwn(VALID, kind) && VALID[kind](event) ? event : null;
  } catch {
    return null;
  }
}

/**
 * What the events in some lines amount to, in the order of time.
 * @param {string[]} lines
 */
function foldJournal(lines) {
  /** @type {WorkState} */
  const found = { seed: null, guesses: {}, checks: {}, last: -1 };
  const { guesses, checks } = found;
  /** @type {Record<string, First>} */
  const firsts = {};
  const events = [...lines]
    .sort()
    .flatMap((line) => eventIn(line) ?? [])
    .sort((a, b) => a.when - b.when);
  for (const { kind, when, name = "", seed = null, state, ...more } of events) {
    const { guess = null, mistake = null, answer } = more;
    found.last = when;
    if (kind === "seed") found.seed = seed;
    if (kind === "guess") {
      const known = guesses[name];
      if (known && JSON.stringify(known.guess) === JSON.stringify(guess)) {
        if (state) known.state = state; // told twice
        continue;
      }
      const entry = { guess, when, ...(state && { state }) };
      firsts[name] ??= entry;
      const isFirst = firsts[name] === entry;
      guesses[name] = isFirst ? entry : { ...entry, first: firsts[name] };
    } else if (kind === "again") delete guesses[name];
    else if (kind === "check") {
      checks[name] ??= {};
      const known = checks[name][seed ?? ""];
      const isBetter = state === "right" && known?.answer === undefined;
      if (known?.state === "right" && !isBetter) continue;
      const entry = /** @type {Check} */ ({ state, mistake });
      checks[name][seed ?? ""] = { ...entry, ...(answer != null && { answer }) };
    }
  }
  return found;
}

const journal = (() => {
  /** Lines that the storage does not take. @type {Set<string>} */
  const mine = new Set();
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const notify = () => {
    for (const each of listeners) each();
  };

  function lines() {
    try {
      const stored = Object.keys(localStorage)
        .filter((key) => key.startsWith(LINE_KEY))
        .map((key) => key.slice(LINE_KEY.length));
      return [...new Set([...stored, ...mine])];
    } catch {
      return [...mine];
    }
  }

  const state = () => foldJournal(lines());

  /** @param {string[]} added */
  function append(added) {
    for (const line of added)
      try {
        localStorage.setItem(LINE_KEY + line, "");
      } catch {
        mine.add(line);
      }
    notify();
  }

  /**
   * Append an event, later than all that are there: a clock may be slow.
   * @param {string} kind @param {object} [fields]
   */
  function add(kind, fields, when = Date.now()) {
    const { last } = state();
    append([JSON.stringify({ when: Math.max(when, last + 1), kind, ...fields })]);
  }

  /** @param {(event: JournalEvent | null) => boolean} which */
  function remove(which) {
    for (const line of lines().filter((each) => which(eventIn(each))))
      if (!mine.delete(line)) localStorage.removeItem(LINE_KEY + line);
  }

  // The record of an earlier course, which Python reads, goes with the lines.
  function takeOld() {
    const old = localStorage.getItem(COURSE.name);
    if (old === null) return;
    localStorage.setItem(LINE_KEY + old, "");
    localStorage.removeItem(COURSE.name);
  }

  addEventListener("storage", notify);
  try {
    takeOld();
  } catch {} // blocked or full, which is told when something is kept
  return {
    lines,
    state,
    add,
    append,
    /** Delete all but the seed. */
    forget() {
      remove((event) => event?.kind !== "seed");
      notify();
    },
    trouble: () => (mine.size ? NOT_KEPT : ""),
    listen: (/** @type {() => void} */ listener) => void listeners.add(listener),
  };
})();

const guesses = {
  /** The guesses by the names of their questions. */
  all: () => journal.state().guesses,
  /** Keep a guess, or none. @param {string} name @param {Entry | undefined} entry */
  put(name, entry) {
    const known = guesses.all()[name];
    const { guess, when, state = null } = entry ?? {};
    const isSame = JSON.stringify(known?.guess) === JSON.stringify(guess);
    if (!entry && known) journal.add("again", { name });
    else if (entry && (!isSame || (state && !known?.state)))
      journal.add("guess", { name, guess, state }, when);
  },
};
