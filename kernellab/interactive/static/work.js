// The record of a student on a page without Python, in the page's storage: guesses and
// answers, counted as tally.py does, merged and packed as record_file.py and backup.py do.

const WORK_KEY = "kernellab"; // where question.js keeps guesses
const ASIDE_KEY = "kernellab (not understood)";
const RECORD_FILE = "progress.json";
const SECTIONS = /** @type {const} */ (["guesses", "checks", "positions"]);
const FORBIDDEN =
  "This browser does not let the page keep anything, so what you answer is gone when " +
  "you leave. Download my work keeps it.";
const FULL =
  "This browser has no room left, so what you answer now is gone when you leave. " +
  "Download my work keeps it.";
const OTHER_VERSION =
  "This browser keeps the work of another version of the course. It is left as it is, " +
  "and what you answer here is gone when you leave.";
const KEPT = "What you answer is kept in this browser. Nothing is sent anywhere.";
const APART =
  " Firefox keeps it for each page alone where pages are opened from the disk. " +
  "Download my work and Bring it back carry it to another page.";
const NOT_UNDERSTOOD =
  "What this browser kept of your work cannot be read. It is set aside there, and a new " +
  "record begins.";

/** @returns {WorkRecord} */
function emptyRecord() {
  return {
    version: 1,
    seed: null,
    seed_when: 0,
    forgotten: 0,
    guesses: {},
    checks: {},
    positions: {},
  };
}

/**
 * The record in a text, without invalid entries, or why it holds none.
 * @param {string} text
 * @returns {WorkRecord | string}
 */
function understoodRecord(text) {
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    return "its JSON breaks off or goes wrong";
  }
  const isTable = (/** @type {unknown} */ each) =>
    typeof each === "object" && each !== null && !Array.isArray(each);
  if (!isTable(found)) return "it holds no record";
  const made = { ...emptyRecord(), ...found };
  if (made.version !== 1)
    return `its version is ${JSON.stringify(made.version)}, and this page writes 1`;
  if (!SECTIONS.every((section) => isTable(made[section]))) return "it is no record";
  for (const section of SECTIONS)
    made[section] = Object.fromEntries(
      Object.entries(made[section]).filter(
        ([, each]) => isTable(each) && Number.isFinite(each.when),
      ),
    );
  for (const name of ["seed_when", "forgotten"])
    if (!Number.isFinite(made[name])) return `${name} is no moment`;
  return made;
}

/** @param {WorkEntry} a @param {WorkEntry} b whether a is the better one */
function isBetter(a, b) {
  const right = (/** @type {WorkEntry} */ each) =>
    Number(each.state === "right" && "mistake" in each);
  if (right(a) !== right(b)) return right(a) > right(b);
  if (a.when !== b.when) return a.when > b.when;
  return Object.keys(a).length > Object.keys(b).length;
}

/**
 * Two records merged: the newer entry stays, but an exercise that was right stays right.
 * @param {WorkRecord} one
 * @param {WorkRecord} other
 */
function joinedRecords(one, other) {
  const newer = other.seed_when > one.seed_when ? other : one;
  const both = { ...emptyRecord(), seed: newer.seed, seed_when: newer.seed_when };
  const gone = Math.max(one.forgotten, other.forgotten);
  both.forgotten = gone;
  for (const section of SECTIONS)
    for (const side of [one, other])
      for (const [name, entry] of Object.entries(side[section])) {
        const known = both[section][name];
        if (entry.when > gone && (!known || isBetter(entry, known)))
          both[section][name] = entry;
      }
  for (const [name, entry] of Object.entries(both.guesses))
    for (const side of [one, other]) {
      const first = firstOf(side.guesses[name]);
      if (first && first.when > gone && first.when < (firstOf(entry) ?? entry).when)
        both.guesses[name] = withFirst(entry, first);
    }
  return both;
}

/**
 * The first guess on a question.
 * @param {WorkEntry | undefined} entry
 * @returns {WorkEntry | undefined}
 */
function firstOf(entry) {
  const first = /** @type {WorkEntry | undefined} */ (entry?.first);
  return first ?? (entry && "guess" in entry ? entry : undefined);
}

/**
 * An entry that holds the first guess too, if there was one before it.
 * @param {WorkEntry} entry
 * @param {WorkEntry | undefined} first
 * @returns {WorkEntry}
 */
function withFirst(entry, first) {
  if (!first || first.when >= entry.when) return entry;
  const { guess, when, state } = first;
  return { ...entry, first: { guess, when, ...(state && { state }) } };
}

/**
 * A record merged with a backup, even if everything was deleted in between.
 * @param {WorkRecord} now
 * @param {WorkRecord} backup
 */
function restoredRecord(now, backup) {
  const lifted = { ...backup, forgotten: 0 };
  for (const section of SECTIONS)
    lifted[section] = Object.fromEntries(
      Object.entries(backup[section]).map(([name, entry]) => [
        name,
        { ...entry, when: Math.max(entry.when, now.forgotten + 1) },
      ]),
    );
  return joinedRecords(now, lifted);
}

const work = (() => {
  let mine = emptyRecord(); // what this page knows, and another may overwrite
  let trouble = "";
  let told = ""; // of the trouble, beside an answer
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** @returns {WorkRecord | null} null where it must not be written */
  function stored() {
    let text = null;
    try {
      text = localStorage.getItem(WORK_KEY);
    } catch {
      trouble = FORBIDDEN;
      return null;
    }
    const found = text === null ? emptyRecord() : understoodRecord(text);
    if (typeof found !== "string") return found;
    if (found.startsWith("its version")) {
      trouble = OTHER_VERSION;
      return null;
    }
    trouble = NOT_UNDERSTOOD;
    try {
      localStorage.setItem(ASIDE_KEY, text ?? "");
      localStorage.removeItem(WORK_KEY);
    } catch {
      return null;
    }
    return emptyRecord();
  }

  const now = () => joinedRecords(stored() ?? emptyRecord(), mine);

  /** @param {(record: WorkRecord) => WorkRecord} change */
  function keep(change) {
    const writable = stored() !== null;
    mine = change(now());
    try {
      if (writable) localStorage.setItem(WORK_KEY, JSON.stringify(mine));
      if (writable && trouble === FULL) trouble = "";
    } catch {
      trouble = FULL;
    }
    for (const each of listeners) each();
  }

  addEventListener("storage", ({ key, newValue }) => {
    if (key !== WORK_KEY && key !== null) return;
    if (newValue === null) mine = emptyRecord(); // it was deleted
    const theirs = stored() ?? mine;
    const both = now();
    const isLost = (/** @type {(typeof SECTIONS)[number]} */ section) =>
      Object.entries(both[section]).some(
        ([name, entry]) =>
          JSON.stringify(theirs[section][name]) !== JSON.stringify(entry),
      );
    // Another page wrote before it had heard of what was kept here.
    if (SECTIONS.some(isLost)) keep((record) => record);
    for (const each of listeners) each();
  });
  return {
    now,
    keep,
    trouble: () => trouble,
    /** The trouble, if it was not told beside an answer. */
    untold() {
      const news = trouble === told ? "" : trouble;
      told = trouble;
      return news;
    },
    /** @param {string} name @returns {Answer | undefined} */
    answerTo(name) {
      const { answer } = now().checks[name] ?? {};
      const isAnswer = (/** @type {unknown} */ each) =>
        typeof each === "number" || typeof each === "boolean" || Array.isArray(each);
      return isAnswer(answer) ? /** @type {Answer} */ (answer) : undefined;
    },
    listen: (/** @type {() => void} */ listener) => void listeners.add(listener),
  };
})();

// A later moment than that of an entry: another clock may be ahead.
const after = (/** @type {WorkEntry | undefined} */ entry) =>
  Math.max(Date.now(), (entry?.when ?? 0) + 1);

/** Where labs were left. @type {Places} */
const workPlaces = {
  of(title) {
    const values = work.now().positions[title]?.values;
    const isTable = typeof values === "object" && values !== null;
    return isTable ? /** @type {Record<string, unknown>} */ (values) : null;
  },
  leave(title, values) {
    const before = workPlaces.of(title);
    if (!title || JSON.stringify(values) === JSON.stringify(before)) return;
    work.keep((record) => {
      const when = after(record.positions[title]);
      const entry = values ? { values, when } : { when };
      return { ...record, positions: { ...record.positions, [title]: entry } };
    });
  },
};

// Guesses are kept as all the rest is. One that is forgotten leaves when, and the first.
guesses.all = () => {
  const found = Object.entries(work.now().guesses).filter(
    ([, each]) => "guess" in each,
  );
  return /** @type {any} */ (Object.fromEntries(found));
};
guesses.put = (name, given) => {
  work.keep((record) => {
    const before = record.guesses[name];
    const when = Math.max(given?.when ?? after(before), (before?.when ?? -1) + 1);
    const entry = withFirst({ ...given, when }, firstOf(before));
    return { ...record, guesses: { ...record.guesses, [name]: entry } };
  });
  return work.untold();
};

/**
 * Keep how an answer was judged; once right, it stays right.
 * @param {string} name
 * @param {Answer} answer
 * @param {Judged} judged
 */
function keepCheck(name, answer, { state, mistake }) {
  work.keep((record) => {
    if (record.checks[name]?.state === "right") return record;
    const entry = { state, mistake, answer, when: after(record.checks[name]) };
    return { ...record, checks: { ...record.checks, [name]: entry } };
  });
}

// How much is done

/** @param {number} count @param {string} noun */
function countOf(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The state of an exercise, with whatever numbers it was answered.
 * @param {WorkRecord} record
 * @param {string} name
 */
function stateOf(record, name) {
  const states = Object.entries(record.checks)
    .filter(([key]) => key.split("@")[0] === name)
    .map(([, { state }]) => state);
  return states.includes("right") ? "right" : states[0];
}

/**
 * @param {WorkRecord} record
 * @param {string[]} exercises
 * @param {string[]} questions
 */
function tallied(record, exercises, questions) {
  const checks = exercises.map((name) => stateOf(record, name));
  const guesses = questions.map((name) => record.guesses[name]);
  const right = checks.filter((state) => state === "right").length;
  const begun = checks.some(Boolean) || guesses.some((each) => each && "guess" in each);
  const all = countOf(exercises.length, "exercise");
  if (!begun) {
    const waiting = [];
    if (exercises.length) waiting.push(all);
    if (questions.length) waiting.push(countOf(questions.length, "question"));
    return { begun, right, text: `nothing answered yet of ${waiting.join(" and ")}` };
  }
  const done = `${right} of ${all}`;
  if (!questions.length)
    return { begun, right, text: `${done} ${right === 1 ? "is" : "are"} right` };
  const guessed = guesses.filter((each) => each?.state === "right").length;
  const noun = questions.length === 1 ? "guess" : "guesses";
  const text = `${done} and ${guessed} of ${questions.length} ${noun} are right`;
  return { begun, right, text };
}

/**
 * The tallies of a lecture's core and of its further part.
 * @param {WorkRecord} record
 * @param {string} number
 * @param {LectureSpec} lecture
 */
function lectureTallies(record, number, { exercises, questions, further }) {
  const [core, more] = exercises;
  const names = (/** @type {number} */ first, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => `${number}.${first + i}`);
  return [
    tallied(record, names(1, core), questions),
    tallied(record, names(core + 1, more), further),
  ];
}

/**
 * What is done of one lecture, or of all.
 * @param {WorkSpec} spec
 * @param {WorkRecord} record
 */
function doneOf({ lecture, lectures }, record) {
  if (lecture !== null) {
    const [core, further] = lectureTallies(record, lecture, lectures[lecture]);
    const more = further.begun ? ` Going further: ${further.text}.` : "";
    return element("p", { textContent: `Lecture ${lecture}: ${core.text}.${more}` });
  }
  // An object has "10" before "00".
  const numbers = Object.keys(lectures).sort();
  const rows = numbers.map((number) => {
    const each = lectures[number];
    const [core] = lectureTallies(record, number, each);
    const bar = element("progress", {
      max: each.exercises[0],
      value: core.right,
    });
    bar.setAttribute("aria-hidden", "true");
    const name = element("th", { textContent: `${number} · ${each.title}` });
    name.scope = "row";
    const text = core.begun ? core.text : "not begun";
    return element(
      "tr",
      {},
      name,
      element("td", {}, bar),
      element("td", { textContent: text }),
    );
  });
  const caption = element("caption", {
    textContent: "What is done, of the core of each lecture",
  });
  return element("table", {}, caption, element("tbody", {}, ...rows));
}

// A zip archive of one file, and the record in one

/** @param {Uint8Array<ArrayBuffer>} bytes */
function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/**
 * @param {string} name
 * @param {string} text
 */
function zipped(name, text) {
  const [path, bytes] = [name, text].map((each) => new TextEncoder().encode(each));
  const head = [checksum(bytes), bytes.length, bytes.length];
  /** @param {number[]} sizes of 2 and 4 bytes @param {number[]} values */
  const packed = (sizes, values) => {
    const view = new DataView(new ArrayBuffer(sizes.reduce((a, b) => a + b, 0)));
    let at = 0;
    for (const [i, size] of sizes.entries()) {
      if (size === 2) view.setUint16(at, values[i], true);
      else view.setUint32(at, values[i], true);
      at += size;
    }
    return view;
  };
  const day = 33; // the first of January 1980, for want of a better one
  const common = [20, 0x800, 0, 0, day, ...head, path.length, 0];
  const local = packed([4, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2], [0x04034b50, ...common]);
  const entry = packed(
    [4, 2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4],
    [0x02014b50, 20, ...common, 0, 0, 0, 0, 0],
  );
  const begins = local.byteLength + path.length + bytes.length;
  const end = packed(
    [4, 2, 2, 2, 2, 4, 4, 2],
    [0x06054b50, 0, 0, 1, 1, entry.byteLength + path.length, begins, 0],
  );
  return new Blob([local, path, bytes, entry, path, end], { type: "application/zip" });
}

/**
 * The text of a file in a zip archive, or null.
 * @param {ArrayBuffer} archive
 * @param {string} name
 */
async function unzipped(archive, name) {
  const view = new DataView(archive);
  let end = view.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return null;
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; i -= 1) {
    const [length, extra, comment] = [28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    );
    const path = new TextDecoder().decode(new Uint8Array(archive, at + 46, length));
    if (path === name) {
      const begins = view.getUint32(at + 42, true);
      const skipped =
        view.getUint16(begins + 26, true) + view.getUint16(begins + 28, true);
      const size = view.getUint32(at + 20, true);
      const body = new Blob([new Uint8Array(archive, begins + 30 + skipped, size)]);
      if (view.getUint16(at + 10, true) === 0) return body.text();
      const open = body.stream().pipeThrough(new DecompressionStream("deflate-raw"));
      return new Response(open).text();
    }
    at += 46 + length + extra + comment;
  }
  return null;
}

/**
 * The record in a file that was chosen. An Error says why there is none.
 * @param {File} file
 */
async function recordIn(file) {
  let text = null;
  try {
    const bytes = await file.arrayBuffer();
    const isArchive = new Uint8Array(bytes)[0] === 0x50; // PK
    text = isArchive
      ? await unzipped(bytes, RECORD_FILE)
      : new TextDecoder().decode(bytes);
  } catch {} // half a file
  const found =
    text === null ? "it is no zip of Download my work" : understoodRecord(text);
  if (typeof found === "string")
    throw new Error(`${file.name} was not understood (${found}). Nothing is changed.`);
  return found;
}

/**
 * What was answered, and buttons to download it, to bring it back and to forget it.
 * @param {HTMLElement} place
 * @param {WorkSpec} spec
 */
function liveWork(place, spec) {
  const done = element("div");
  const status = element("p", { className: "lab-note" });
  status.setAttribute("role", "status");
  const button = (/** @type {string} */ text) =>
    element("button", { type: "button", textContent: text });
  const download = button("Download my work");
  const restore = button("Bring it back");
  const forget = button("Forget everything");
  const file = element("input", { type: "file", accept: ".zip,.json", hidden: true });
  function show() {
    done.replaceChildren(doneOf(spec, work.now()));
    if (work.trouble()) status.textContent = work.trouble();
  }
  download.addEventListener("click", () => {
    const day = new Date().toISOString().slice(0, 10);
    const archive = zipped(RECORD_FILE, JSON.stringify(work.now(), null, 1));
    const link = element("a", {
      href: URL.createObjectURL(archive),
      download: `kernellab-work-${day}.zip`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    status.textContent =
      `Your answers and guesses are in ${link.download}. Bring it back takes it, here ` +
      "and in JupyterLab.";
  });
  restore.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      const backup = await recordIn(chosen);
      work.keep((record) => restoredRecord(record, backup));
      status.textContent =
        "Your answers and guesses are back; load the page again to see them in their " +
        `places. ${work.trouble()}`;
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : `${error}`;
    }
  });
  forget.addEventListener("click", () => {
    if (!confirm("Forget all answers, guesses and positions in this browser?")) return;
    work.keep((record) => ({
      ...emptyRecord(),
      seed: record.seed,
      forgotten: Date.now(),
    }));
    status.textContent = `All answers and guesses are forgotten. Load the page again. ${work.trouble()}`;
  });
  const buttons = element(
    "div",
    { className: "lab-send" },
    download,
    restore,
    forget,
    file,
  );
  const fromDisk = location.protocol === "file:";
  const apart = fromDisk && navigator.userAgent.includes("Firefox") ? APART : "";
  const note = element("small", { textContent: `${KEPT}${apart}` });
  const root = element(
    "div",
    { className: "lab lab-progress" },
    done,
    element("p", {}, note),
    buttons,
    status,
  );
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "My progress");
  place.replaceChildren(root);
  work.listen(show);
  show();
}
