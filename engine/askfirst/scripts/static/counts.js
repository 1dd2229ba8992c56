// How much of a lecture, or of the whole course, is done, in JupyterLab and on pages.

const HAND_IN = "To hand this in: Download my work, and hand in that file.";

/**
 * How much is done of the core or the further part of a lecture: names of its exercises,
 * and its questions.
 * @param {Answered} record @param {string[]} names @param {string[]} questions
 */
function partOf(record, names, questions) {
  const checks = names.flatMap((name) => record.checks[name] ?? []);
  const guesses = questions.flatMap((name) => record.guesses[name] ?? []);
  const [right, guessed] = [checks, guesses].map(
    (all) => all.filter(({ state }) => state === "right").length,
  );
  const begun = checks.length + guesses.length > 0;
  /** @type {[number, number, string, string][]} */
  const counts = [
    [right, names.length, "exercise", "exercises"],
    [guessed, questions.length, "guess", "guesses"],
  ];
  const words = counts.flatMap(([n, of, one, many]) =>
    of ? `${n} of ${of} ${of === 1 ? one : many} right` : [],
  );
  return { begun, right, text: begun ? words.join(", ") : "not begun" };
}

/**
 * A lecture's core and its further part.
 * @param {Answered} record @param {string} number @param {LectureSpec} lecture
 */
function partsOf(record, number, { exercises: [core, more], questions, further }) {
  const names = Array.from({ length: core + more }, (_, i) => `${number}.${i + 1}`);
  return [
    partOf(record, names.slice(0, core), questions),
    partOf(record, names.slice(core), further),
  ];
}

/** What is done of one lecture, or of all. @param {WorkSpec} spec @param {Answered} record */
function doneOf({ lecture, lectures }, record) {
  if (!Object.keys(lectures).length) return element("p", { textContent: HAND_IN });
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
      const [max] = each.exercises;
      const bar = element("progress", { max, value: core.right, ariaHidden: "true" });
      return element(
        "tr",
        {},
        element("th", { scope: "row", textContent: `${number} · ${each.title}` }),
        element("td", {}, bar),
        element("td", { textContent: core.text }),
      );
    });
  const caption = element("caption", {
    textContent: "What is done, of the core of each lecture",
  });
  return element("table", {}, caption, element("tbody", {}, ...rows));
}
