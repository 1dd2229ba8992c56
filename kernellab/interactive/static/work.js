// The record of a student on a page without Python: counted as tally.py does, downloaded,
// brought back and forgotten.

const RECORD_FILES = ["progress.jsonl", "progress.json"]; // in a zip of JupyterLab
const KEPT = "What you answer is kept in this browser. Nothing is sent anywhere.";
const APART =
  " Firefox keeps it for each page alone where pages are opened from the disk. " +
  "Download my work and Bring it back carry it to another page.";

/** Where labs were left. @type {Places} */
const workPlaces = {
  of: (title) => journal.state().positions[title] ?? null,
  leave(title, values) {
    const before = workPlaces.of(title);
    if (title && JSON.stringify(values) !== JSON.stringify(before))
      journal.leave(title, values ?? {});
  },
};

/**
 * Keep how an answer was judged; once right, it stays right.
 * @param {string} name
 * @param {Answer} answer
 * @param {Judged} judged
 */
function keepCheck(name, answer, { state, mistake }) {
  const known = journal.state().checks[name]?.[""];
  if (known?.state === "right" && known.answer !== undefined) return;
  journal.add("check", { name, seed: null, state, mistake, answer });
}

/**
 * What is on record of an exercise: with the numbers of this page, or with others.
 * @param {WorkState} record
 * @param {string} name
 * @returns {Check | undefined}
 */
function checkOf({ checks }, name) {
  const { "": here, ...others } = checks[name] ?? {};
  const found = [here, ...Object.values(others)].filter(Boolean);
  return found.find(({ state }) => state === "right") ?? found[0];
}

/** @param {number} count @param {string} noun */
function countOf(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * How much is done of the core or the further part of a lecture.
 * @param {WorkState} record
 * @param {string[]} exercises
 * @param {string[]} questions
 */
function partOf(record, exercises, questions) {
  const checks = exercises.flatMap((name) => checkOf(record, name) ?? []);
  const guesses = questions.flatMap((name) => record.guesses[name] ?? []);
  const right = checks.filter(({ state }) => state === "right").length;
  const begun = checks.length + guesses.length > 0;
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
  const guessed = guesses.filter(({ state }) => state === "right").length;
  const noun = questions.length === 1 ? "guess" : "guesses";
  const text = `${done} and ${guessed} of ${questions.length} ${noun} are right`;
  return { begun, right, text };
}

/**
 * A lecture's core and its further part.
 * @param {WorkState} record
 * @param {string} number
 * @param {LectureSpec} lecture
 */
function partsOf(record, number, { exercises, questions, further }) {
  const [core, more] = exercises;
  const names = (/** @type {number} */ first, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => `${number}.${first + i}`);
  return [
    partOf(record, names(1, core), questions),
    partOf(record, names(core + 1, more), further),
  ];
}

/**
 * What is done of one lecture, or of all.
 * @param {WorkSpec} spec
 * @param {WorkState} record
 */
function doneOf({ lecture, lectures }, record) {
  if (lecture !== null) {
    const [core, further] = partsOf(record, lecture, lectures[lecture]);
    const more = further.begun ? ` Going further: ${further.text}.` : "";
    return element("p", { textContent: `Lecture ${lecture}: ${core.text}.${more}` });
  }
  // An object has "10" before "00".
  const rows = Object.entries(lectures)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([number, each]) => {
      const [core] = partsOf(record, number, each);
      const bar = element("progress", { max: each.exercises[0], value: core.right });
      bar.setAttribute("aria-hidden", "true");
      const name = element("th", { textContent: `${number} · ${each.title}` });
      name.scope = "row";
      const text = core.begun ? core.text : "not begun";
      const cells = [element("td", {}, bar), element("td", { textContent: text })];
      return element("tr", {}, name, ...cells);
    });
  const caption = element("caption", {
    textContent: "What is done, of the core of each lecture",
  });
  return element("table", {}, caption, element("tbody", {}, ...rows));
}

/**
 * The text of the first of these files that is in a zip archive, or null.
 * @param {ArrayBuffer} archive
 * @param {string[]} names
 */
async function unzipped(archive, names) {
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
    if (names.includes(path)) {
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
 * The lines in a file that was chosen. An Error says why there are none.
 * @param {File} file
 */
async function linesIn(file) {
  const bytes = await file.arrayBuffer();
  const isArchive = new Uint8Array(bytes)[0] === 0x50; // PK
  try {
    const text = isArchive
      ? await unzipped(bytes, RECORD_FILES).catch(() => null) // half a file
      : new TextDecoder().decode(bytes);
    if (!text?.trim()) throw new Error("it is no file of Download my work");
    return journalLines(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`${file.name} was not understood (${why}). Nothing is changed.`);
  }
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
  const file = element("input", { type: "file", hidden: true });
  file.accept = ".jsonl,.zip,.json";
  function show() {
    done.replaceChildren(doneOf(spec, journal.state()));
    if (journal.trouble()) status.textContent = journal.trouble();
  }
  download.addEventListener("click", () => {
    const day = new Date().toISOString().slice(0, 10);
    const name = `kernellab-work-${day}.jsonl`;
    saveFile(
      name,
      new Blob([
        journal
          .lines()
          .map((line) => `${line}\n`)
          .join(""),
      ]),
    );
    status.textContent =
      `Your answers and guesses are in ${name}. Bring it back takes it, here and in ` +
      "JupyterLab.";
  });
  restore.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      journal.restore(await linesIn(chosen));
      status.textContent =
        "Your answers and guesses are back; load the page again to see them in their " +
        `places. ${journal.trouble()}`;
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : `${error}`;
    }
  });
  forget.addEventListener("click", () => {
    if (!confirm("Forget all answers, guesses and positions in this browser?")) return;
    journal.forget();
    status.textContent = `All answers and guesses are forgotten. Load the page again. ${journal.trouble()}`;
  });
  const fromDisk = location.protocol === "file:";
  const apart = fromDisk && navigator.userAgent.includes("Firefox") ? APART : "";
  const note = element("small", { textContent: `${KEPT}${apart}` });
  const send = { className: "lab-send" };
  const buttons = element("div", send, download, restore, forget, file);
  const words = element("p", {}, note);
  const named = { className: "lab lab-progress" };
  const root = element("div", named, done, words, buttons, status);
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "My progress");
  place.replaceChildren(root);
  journal.listen(show);
  show();
}
