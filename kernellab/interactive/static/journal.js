// A student's work as a journal, as in journal.py. Each event is a line of JSON, and in
// the page's storage a key of its own: what two pages append at once, both keep.

const LINE_KEY = "kernellab:"; // begins the key of a line
const OLD_KEY = "kernellab"; // of a record of an earlier course
const ASIDE_KEY = "kernellab (of an earlier course)";
const OLD_SECTIONS = /** @type {const} */ (["guesses", "checks", "positions"]);
const FORBIDDEN =
  "This browser does not let the page keep anything, so what you answer is gone when " +
  "you leave. Download my work keeps it.";
const FULL =
  "This browser has no room left, so what you answer now is gone when you leave. " +
  "Download my work keeps it.";
const LEFT_ASIDE =
  "Not all of the work that this browser kept could be read. It is set aside there.";

/**
 * The event in a line, or null if there is none.
 * @param {string} line
 * @returns {JournalEvent | null}
 */
function eventIn(line) {
  try {
    const event = JSON.parse(line);
    const { kind, when, name = "", seed = null, values = {}, state = "right" } = event;
    const valid =
      Number.isFinite(when) &&
      typeof name === "string" &&
      (seed === null || typeof seed === "string") &&
      typeof values === "object" &&
      ["right", "wrong", "skipped", null].includes(state) &&
      (kind !== "guess" || "guess" in event) &&
      (kind !== "check" || event.state === "right" || event.state === "wrong");
    return valid && typeof kind === "string" ? event : null;
  } catch {
    return null;
  }
}

/**
 * What the events in some lines amount to, in the order of time.
 * @param {string[]} lines
 * @returns {WorkState}
 */
function foldJournal(lines) {
  /** @type {WorkState} */
  const found = { seed: null, guesses: {}, checks: {}, positions: {}, last: -1 };
  /** @type {Record<string, First>} */
  const firsts = {};
  const events = [...lines]
    .sort()
    .flatMap((line) => eventIn(line) ?? [])
    .sort((a, b) => a.when - b.when);
  const mark = events.findLast(({ kind }) => kind === "forget" || kind === "restore");
  const forgotten = mark?.kind === "forget" ? mark.when : -Infinity;
  for (const event of events) {
    const { kind, when, name = "", state } = event;
    found.last = when;
    if (kind === "seed") found.seed = event.seed ?? null;
    else if (when <= forgotten) continue;
    else if (kind === "guess") {
      const known = found.guesses[name];
      const guess = event.guess ?? null;
      if (known && JSON.stringify(known.guess) === JSON.stringify(guess)) {
        if (state) known.state = state; // told twice
        continue;
      }
      /** @type {Entry} */
      const entry = { guess, when };
      if (state) entry.state = state;
      if (firsts[name]) entry.first = firsts[name];
      else firsts[name] = entry;
      found.guesses[name] = entry;
    } else if (kind === "again") delete found.guesses[name];
    else if (kind === "check" && (state === "right" || state === "wrong")) {
      found.checks[name] ??= {};
      const checks = found.checks[name];
      const { seed, mistake = null, answer } = event;
      const known = checks[seed ?? ""];
      const isBetter = state === "right" && known?.answer === undefined;
      if (known?.state === "right" && !isBetter) continue;
      checks[seed ?? ""] = { state, mistake, ...(answer != null && { answer }) };
    } else if (kind === "position") {
      const values = event.values ?? {};
      delete found.positions[name];
      if (Object.keys(values).length) found.positions[name] = values;
    }
  }
  return found;
}

/**
 * The lines of a journal, or of the record of an earlier course. An Error says why there
 * are none.
 * @param {string} text
 * @returns {string[]}
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
  const isTable = (/** @type {unknown} */ each) =>
    typeof each === "object" && each !== null && !Array.isArray(each);
  const made = { version: 1, guesses: {}, checks: {}, positions: {}, ...found };
  if (!isTable(found) || !OLD_SECTIONS.every((each) => isTable(made[each])))
    throw new Error("it holds no record");
  if (made.version !== 1)
    throw new Error(`its version is ${made.version}, which is unknown here`);
  return ofOldRecord(made).map((event) => JSON.stringify(event));
}

/**
 * The events of a record as earlier courses wrote it.
 * @param {any} record
 * @returns {object[]}
 */
function ofOldRecord({ seed, seed_when: when = 0, forgotten, ...sections }) {
  const events = forgotten ? [{ when: forgotten, kind: "forget" }] : [];
  /** @type {object[]} */
  const found = seed ? [...events, { when, kind: "seed", seed }] : events;
  for (const section of OLD_SECTIONS)
    for (const [name, entry] of Object.entries(sections[section])) {
      const { when, first, guess, values = {}, answer } = entry ?? {};
      const { state = null, mistake = null } = entry ?? {};
      if (section === "positions") found.push({ when, kind: "position", name, values });
      else if (section === "guesses") {
        if (first) found.push({ state: null, ...first, kind: "guess", name });
        if (guess === undefined) found.push({ when, kind: "again", name });
        else found.push({ when, kind: "guess", name, guess, state });
      } else if (state) {
        const [exercise, seed = null] = name.split("@");
        const given = answer === undefined ? {} : { answer };
        const head = { when, kind: "check", name: exercise, seed };
        found.push({ ...head, state, mistake, ...given });
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

  function stored() {
    try {
      const keys = Array.from({ length: localStorage.length }, (_, i) =>
        localStorage.key(i),
      );
      return keys.flatMap((key) =>
        key?.startsWith(LINE_KEY) ? [key.slice(LINE_KEY.length)] : [],
      );
    } catch {
      trouble = FORBIDDEN;
      return [];
    }
  }

  const lines = () => [...new Set([...stored(), ...mine])];

  /** @param {string[]} added */
  function append(added) {
    for (const line of added)
      try {
        localStorage.setItem(LINE_KEY + line, "");
        if (trouble === FULL) trouble = "";
      } catch {
        mine.add(line);
        trouble ||= FULL;
      }
    for (const each of listeners) each();
  }

  /** @param {(event: JournalEvent) => boolean} which */
  function remove(which) {
    for (const line of lines()) {
      const event = eventIn(line);
      if (!event || !which(event)) continue;
      mine.delete(line);
      try {
        localStorage.removeItem(LINE_KEY + line);
      } catch {} // it is not there
    }
  }

  function convert() {
    try {
      const old = localStorage.getItem(OLD_KEY);
      if (old === null) return;
      let found = [""];
      try {
        found = journalLines(old);
      } catch {} // it holds no record
      const events = found.filter(eventIn);
      append(events);
      if (events.length < found.length) {
        trouble = LEFT_ASIDE;
        localStorage.setItem(ASIDE_KEY, old);
      }
      if (!mine.size) localStorage.removeItem(OLD_KEY);
    } catch {} // blocked or full, which is told when something is kept
  }

  addEventListener("storage", ({ key }) => {
    if (key === null || key.startsWith(LINE_KEY)) for (const each of listeners) each();
  });
  convert();
  return {
    lines,
    append,
    state: () => foldJournal(lines()),
    /**
     * Append an event, later than all that are there: a clock may be slow.
     * @param {string} kind
     * @param {object} fields
     */
    add(kind, fields = {}, when = Date.now()) {
      const { last } = foldJournal(lines());
      append([JSON.stringify({ when: Math.max(when, last + 1), kind, ...fields })]);
    },
    /** Where a lab was left; its earlier positions are deleted. */
    leave(/** @type {string} */ name, /** @type {Record<string, unknown>} */ values) {
      remove((event) => event.kind === "position" && event.name === name);
      journal.add("position", { name, values });
    },
    /** Append the lines of a backup, and count what was forgotten since. */
    restore(/** @type {string[]} */ backup) {
      append(backup);
      if (lines().some((line) => eventIn(line)?.kind === "forget"))
        journal.add("restore");
    },
    /** Delete all events but the seed. */
    forget() {
      const { last } = foldJournal(lines());
      remove(({ kind }) => kind !== "seed");
      journal.add("forget", {}, Math.max(Date.now(), last + 1));
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
   * Keep a guess, or with undefined none, and return what is to be said of that.
   * @param {string} name
   * @param {Entry | undefined} entry
   */
  put(name, entry) {
    const known = guesses.all()[name];
    const { guess, when, state = null } = entry ?? {};
    const isSame = JSON.stringify(known?.guess) === JSON.stringify(guess);
    if (!entry && known) journal.add("again", { name });
    else if (entry && (!isSame || (state && !known?.state)))
      journal.add("guess", { name, guess, state }, when);
    return journal.untold();
  },
};

/**
 * Have the browser download a file.
 * @param {string} name
 * @param {Blob} content
 */
function saveFile(name, content) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
