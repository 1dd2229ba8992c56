// A student's work as a journal, as in journal.py. Each event is a line of JSON, and in
// the page's storage a key of its own: what two pages append at once, both keep.

const LINE_KEY = `${COURSE.name}:`; // begins the key of a line
const NOT_KEPT =
  "This browser keeps no more, so what you answer now is gone when you leave. Download " +
  "my work keeps it.";

/**
 * The event in a line, or null if there is none.
 * @param {string} line @returns {JournalEvent | null}
 */
function eventIn(line) {
  try {
    const event = JSON.parse(line);
    const { kind, when, name = "", seed = "", values = {}, state = null } = event;
    const states = kind === "check" ? ["right", "wrong"] : ["skipped", null];
    if (kind === "guess") states.push("right", "wrong");
    const valid =
      Number.isFinite(when) &&
      typeof name === "string" &&
      typeof (seed ?? "") === "string" &&
      typeof values === "object" &&
      (kind !== "guess" || "guess" in event) &&
      states.includes(state);
    return valid && typeof kind === "string" ? event : null;
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
  const found = { seed: null, guesses: {}, checks: {}, positions: {}, last: -1 };
  const { guesses, checks, positions } = found;
  /** @type {Record<string, First>} */
  const firsts = {};
  const events = [...lines]
    .sort()
    .flatMap((line) => eventIn(line) ?? [])
    .sort((a, b) => a.when - b.when);
  for (const { kind, when, name = "", seed = null, state, ...more } of events) {
    const { guess = null, mistake = null, answer, values = {} } = more;
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
    } else if (kind === "position") {
      delete positions[name];
      if (Object.keys(values).length) positions[name] = values;
    }
  }
  return found;
}

/**
 * The lines of a journal. An Error says why there are none.
 * @param {string} text @returns {string[]}
 */
function journalLines(text) {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  if (lines.length && !lines.some(eventIn)) throw new Error("it holds no record");
  return lines;
}

const journal = (() => {
  /** Lines that the storage does not take. @type {Set<string>} */
  const mine = new Set();
  let trouble = "";
  let told = ""; // of the trouble, beside an answer
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
        if (trouble === NOT_KEPT) trouble = "";
      } catch {
        mine.add(line);
        trouble = NOT_KEPT;
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

  /** @param {(event: JournalEvent) => boolean} which */
  function remove(which) {
    for (const line of lines()) {
      const event = eventIn(line);
      if (!event || !which(event)) continue;
      if (!mine.delete(line)) localStorage.removeItem(LINE_KEY + line);
    }
  }

  addEventListener("storage", notify);
  return {
    lines,
    state,
    add,
    append,
    /** Where a lab was left; its earlier positions are deleted. */
    leave(/** @type {string} */ name, /** @type {object} */ values) {
      remove((event) => event.kind === "position" && event.name === name);
      add("position", { name, values });
    },
    /** Delete all events but the seed. */
    forget() {
      remove(({ kind }) => kind !== "seed");
      notify();
    },
    trouble: () => trouble,
    /** The trouble, if it was not told beside an answer. */
    untold() {
      const news = trouble === told ? "" : trouble;
      told = trouble;
      return news;
    },
    listen: (/** @type {() => void} */ listener) => void listeners.add(listener),
  };
})();

const guesses = {
  /** The guesses by the names of their questions. */
  all: () => journal.state().guesses,
  /**
   * Keep a guess, or with undefined none, and return what is to be said of that: in
   * JupyterLab nothing, for Python keeps it, too.
   * @param {string} name @param {Entry | undefined} entry
   */
  put(name, entry) {
    const known = guesses.all()[name];
    const { guess, when, state = null } = entry ?? {};
    const isSame = JSON.stringify(known?.guess) === JSON.stringify(guess);
    if (!entry && known) journal.add("again", { name });
    else if (entry && (!isSame || (state && !known?.state)))
      journal.add("guess", { name, guess, state }, when);
    return "";
  },
};
