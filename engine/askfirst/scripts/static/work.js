// The record of a student on a page without Python: downloaded, brought back
// and forgotten.

const NOT_TAKEN =
  "holds no answers that a page can read. Nothing is changed. Choose a .jsonl file: " +
  "JupyterLab's zip has progress.jsonl in it, and JupyterLab takes all older files.";
const KEPT = "What you answer is kept in this browser. Nothing is sent anywhere.";
const APART =
  " Firefox keeps it for each page alone where pages are opened from the disk. " +
  "Download my work and Bring it back carry it to another page.";
const OWN_NUMBERS =
  " You have numbers of your own in JupyterLab; here the questions have those of the " +
  "lecture.";

const EARLIER =
  " Work of an earlier course is kept, too. JupyterLab reads it: Download my work here, " +
  "and Bring it back there.";

let isWarned = false;
journal.listen(() => {
  if (isWarned || !journal.trouble()) return;
  isWarned = true;
  alert(journal.trouble());
});

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
 * The lines in a file that was chosen. An Error says why there are none.
 * @param {File} file
 */
async function linesIn(file) {
  const text = await file.text();
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  if (!lines.some(eventIn)) throw new Error(`${file.name} ${NOT_TAKEN}`);
  return lines;
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
  const isEarlier = (/** @type {string} */ line) => line.includes('"guesses"');
  const earlier = journal.lines().some(isEarlier) ? EARLIER : "";
  const note = element("small", { textContent: `${KEPT}${apart}${own}${earlier}` });
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
    const checks = Object.keys(record.checks).map((name) => [
      name,
      checkOf(record, name),
    ]);
    done.replaceChildren(
      doneOf(spec, { ...record, checks: Object.fromEntries(checks) }),
    );
    if (journal.trouble()) say(journal.trouble());
  }
  place.replaceChildren(root);
  journal.listen(show);
  show();
}
