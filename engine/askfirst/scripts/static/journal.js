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
  return ofOldRecord(found);
}

/**
 * The lines of a record as earlier courses wrote it; what was deleted has `when` alone.
 * A malformed entry is a line as it is, and no event.
 * @param {any} record @returns {string[]}
 */
function ofOldRecord({ seed, seed_when: when = 0, ...record }) {
  const told = (/** @type {string} */ name, /** @type {any} */ entry) => {
    const { when, guess, state = null } = Object(entry);
    return { when, kind: "guess", name, guess, state };
  };
  /** @type {Record<string, (name: string, entry: any) => object[]>} */
  const eventsOf = {
    guesses: (name, { first, ...last }) => [
      ...(first === undefined ? [] : [told(name, first)]),
      "guess" in last ? told(name, last) : { when: last.when, kind: "again", name },
    ],
    checks(key, { when, state, mistake = null, answer }) {
      const [name, ...rest] = key.split("@");
      const seed = rest.join("@") || null;
      const event = { when, kind: "check", name, seed, state, mistake, answer };
      return state === undefined ? [] : [event];
    },
  };
  const found =
    seed === undefined ? [] : [JSON.stringify({ when, kind: "seed", seed })];
  for (const [section, events] of Object.entries(eventsOf)) {
    const { [section]: table = {} } = record;
    if (!isTable(table)) throw new Error("it is no record");
    for (const [name, entry] of Object.entries(table)) {
      const made = "when" in Object(entry) ? events(name, entry) : [entry];
      const lines = made.map((each) => JSON.stringify(each));
      found.push(...(lines.every(eventIn) ? lines : [JSON.stringify(entry)]));
    }
  }
  return found;
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
