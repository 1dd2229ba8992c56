// A student's work as a journal, as in journal.py. Each event is a line of JSON, and in
// the page's storage a key of its own: what two pages append at once, both keep.

const LINE_KEY = `${COURSE.name}:`; // begins the key of a line
const OLD_KEY = COURSE.name; // of a record of an earlier course
const ASIDE_KEY = `${COURSE.name} (of an earlier course)`;
const NOT_KEPT =
  "This browser keeps no more, so what you answer now is gone when you leave. Download " +
  "my work keeps it.";
const LEFT_ASIDE =
  "Not all of the work that this browser kept could be read. It is set aside there.";

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
 * The lines of a journal, or of the record of an earlier course. An Error says why there
 * are none.
 * @param {string} text @returns {string[]}
 */
function journalLines(text) {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  if (!lines.length || lines.some(eventIn)) return lines;
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error("its JSON breaks off or goes wrong");
  }
  if (typeof found !== "object" || found === null || Array.isArray(found))
    throw new Error("it holds no record");
  if ((found.version ?? 1) !== 1)
    throw new Error(`its version is ${found.version}, which is unknown here`);
  return ofOldRecord(found).map((event) => JSON.stringify(event));
}

/**
 * The events of a record as earlier courses wrote it; what was deleted has `when` alone.
 * @param {any} record @returns {object[]}
 */
function ofOldRecord({ seed, seed_when: when = 0, ...sections }) {
  const { guesses = {}, checks = {}, positions = {} } = sections;
  const each = Object.entries;
  return [
    ...(seed ? [{ when, kind: "seed", seed }] : []),
    ...each(positions).map(([name, { when, values = {} } = {}]) => ({
      ...{ when, kind: "position", name, values },
    })),
    ...each(guesses).flatMap(([name, { first, ...last } = {}]) => [
      ...(first ? [{ state: null, ...first, kind: "guess", name }] : []),
      { state: null, ...last, kind: "guess" in last ? "guess" : "again", name },
    ]),
    ...each(checks).flatMap(([key, entry]) => {
      const [name, seed = null] = key.split("@");
      return entry?.state ? { mistake: null, ...entry, kind: "check", name, seed } : [];
    }),
  ];
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

  /** Take over the record of an earlier course. */
  function convert() {
    const old = localStorage.getItem(OLD_KEY);
    if (old === null) return;
    let found = [""];
    try {
      found = journalLines(old);
    } catch {} // it holds no record
    append(found.filter(eventIn));
    if (!found.every(eventIn)) {
      localStorage.setItem(ASIDE_KEY, old);
      trouble = LEFT_ASIDE;
    }
    if (!mine.size) localStorage.removeItem(OLD_KEY);
  }

  addEventListener("storage", notify);
  try {
    convert();
  } catch {} // blocked or full, which is told when something is kept
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
