// The record of a student on a page without Python: downloaded, brought back
// and forgotten.

const RECORD_FILES = ["progress.jsonl", "progress.json"]; // in a zip of JupyterLab
const KEPT = "What you answer is kept in this browser. Nothing is sent anywhere.";
const APART =
  " Firefox keeps it for each page alone where pages are opened from the disk. " +
  "Download my work and Bring it back carry it to another page.";
const OWN_NUMBERS =
  " You have numbers of your own in JupyterLab; here the questions have those of the " +
  "lecture.";

const putGuess = guesses.put;
guesses.put = (name, entry) => putGuess(name, entry) || journal.untold();

/**
 * Keep how an answer was judged; once right, it stays right.
 * @param {string} name @param {Answer} answer @param {Judged} judged
 */
function keepCheck(name, answer, { state, mistake }) {
  const known = journal.state().checks[name]?.[""];
  if (known?.state === "right" && known.answer !== undefined) return;
  journal.add("check", { name, seed: null, state, mistake, answer });
}

/**
 * What is on record of an exercise, with the numbers of this page or with others; an
 * answer to others is left out.
 * @param {WorkState} record @param {string} name @returns {Check | undefined}
 */
function checkOf({ checks }, name) {
  const { "": here, ...others } = checks[name] ?? {};
  const more = Object.values(others).map(({ state, mistake }) => ({ state, mistake }));
  const found = here ? [here, ...more] : more;
  return found.find(({ state }) => state === "right") ?? found[0];
}

/**
 * The text of the first of these files that is in a zip archive, or null.
 * @param {ArrayBuffer} archive @param {string[]} names
 */
async function unzipped(archive, names) {
  const view = new DataView(archive);
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const size = view.getUint32(at + 18, true);
    const [method, length, extra] = [8, 26, 28].map((i) =>
      view.getUint16(at + i, true),
    );
    const path = new TextDecoder().decode(new Uint8Array(archive, at + 30, length));
    const begins = at + 30 + length + extra;
    at = begins + size;
    if (!names.includes(path)) continue;
    const body = new Blob([new Uint8Array(archive, begins, size)]);
    if (method === 0) return body.text();
    const open = body.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(open).text();
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
 * @param {HTMLElement} place @param {WorkSpec} spec
 */
function liveWork(place, spec) {
  const done = element("div");
  const fromDisk = location.protocol === "file:";
  const apart = fromDisk && navigator.userAgent.includes("Firefox") ? APART : "";
  const own = journal.state().seed ? OWN_NUMBERS : "";
  const note = element("small", { textContent: `${KEPT}${apart}${own}` });
  const { root, say } = workPanel([done, element("p", {}, note)], {
    download() {
      const day = new Date().toISOString().slice(0, 10);
      const name = `${COURSE.name}-work-${day}.jsonl`;
      const lines = journal.lines().map((line) => `${line}\n`);
      saveFile(name, new Blob(lines));
      say(`Your answers and guesses are in ${name}. Bring it back takes it, here and in \
JupyterLab.`);
    },
    async restore(file) {
      try {
        journal.append(await linesIn(file));
        say(`Your answers and guesses are back; load the page again to see them in \
their places. ${journal.trouble()}`);
      } catch (error) {
        say(error instanceof Error ? error.message : `${error}`);
      }
    },
    forget() {
      if (!confirm("Forget all answers and guesses in this browser?")) return;
      journal.forget();
      say(`All answers and guesses are forgotten. Load the page again. \
${journal.trouble()}`);
    },
  });
  function show() {
    const record = journal.state();
    const checks = Object.keys(record.checks).flatMap((name) => {
      const found = checkOf(record, name);
      return found ? [[name, found]] : [];
    });
    done.replaceChildren(
      doneOf(spec, { guesses: record.guesses, checks: Object.fromEntries(checks) }),
    );
    if (journal.trouble()) say(journal.trouble());
  }
  place.replaceChildren(root);
  journal.listen(show);
  show();
}
