// The question above a lab: asks it, says what its specification replies to the guess,
// and keeps it. A page without Python can ask too.

/**
 * The question of a lab, or null. `changed` is called when it was answered, or is open
 * again; the controls are inert while it is open.
 * @param {QuestionSpec | Unasked | undefined} spec @param {object} lab
 * @param {string} lab.id
 * @param {Canvas} [lab.figure]
 * @param {HTMLElement} lab.verdict
 * @param {HTMLElement[]} lab.controls
 * @param {(message: FromQuestion) => void} lab.changed
 */
function questionOf(spec, { id, figure, verdict: short, controls, changed }) {
  if (!spec?.kind) return null;
  const asked = spec;
  const { name } = asked;
  const touched = () => {
    form.refused.textContent = "";
  };
  const inputs = answerInputs(asked, { id, figure }, touched);
  const form = questionForm(asked, inputs.node, {
    answer: () => submit(inputs.guess()),
    skip: () => submit(null),
    askAgain() {
      if (entry) first ??= { guess: entry.guess, when: entry.when };
      put(null);
      inputs.focus();
      guesses.put(name, undefined);
      changed({ kind: "again" });
    },
  });
  const blanks = figure
    ? asked.blank.map((box) => laidOver(figure, box, "lab-blank", "your guess first"))
    : [];
  /** @type {Entry | null} */
  let entry = null;
  /** The first guess, where this is another. @type {First | undefined} */
  let first;

  /** @param {Entry | null} now */
  function put(now) {
    const found = now ? judge(asked, now.guess) : null;
    const feedback = found?.state === "refused" ? null : found;
    const open = feedback === null;
    entry = open ? null : now;
    first = now?.first ?? first;
    form.put(feedback, wordsOn(asked, first));
    const shown = feedback?.shown;
    short.replaceChildren(
      ...lettered(shown ? asked.short.replace("{guess}", shown) : ""),
    );
    for (const each of controls) each.inert = open;
    for (const { node } of blanks) node.hidden = !open;
    inputs.put(feedback?.guess ?? null, !open);
  }

  /** @param {RawGuess} guess */
  function submit(guess) {
    const { state, text, guess: taken } = judge(asked, guess);
    if (state === "refused") {
      form.refuse(text);
      inputs.focus();
      return;
    }
    const inside = form.node.contains(document.activeElement);
    /** @type {Entry} */
    const given = { guess: taken, when: Date.now(), state };
    if (first) given.first = first;
    put(given);
    // The focused input is hidden now.
    if (inside) form.again.focus({ preventScroll: true });
    guesses.put(name, given);
    changed({ kind: "guess", entry: given });
  }

  put(guesses.all()[name] ?? null);
  return {
    node: form.node,
    get open() {
      return entry === null;
    },
    /**
     * Take over what Python has on record; whether the question opens or closes by it.
     * @param {Entry | null} now
     */
    apply(now) {
      if (JSON.stringify(now) === JSON.stringify(entry)) return false;
      const open = entry === null;
      put(now);
      guesses.put(name, entry ?? undefined);
      return open !== (entry === null);
    },
    resize() {
      for (const each of blanks) each.resize();
      inputs.resize?.();
    },
  };
}

/**
 * What a question shows: its words, its inputs and buttons while it is open, and then
 * the feedback.
 * @param {QuestionSpec} spec @param {HTMLElement} inputs
 * @param {{ answer: () => void, skip: () => void, askAgain: () => void }} on
 */
function questionForm(spec, inputs, on) {
  const refused = element("p", { className: "lab-refused", role: "alert" });
  const answer = element("button", { type: "submit", textContent: "Answer" });
  const skip = actButton("Skip", on.skip);
  const send = element("div", { className: "lab-send" }, answer, skip, refused);
  const form = element("form", { noValidate: true }, inputs, send);
  const again = actButton("ask me again", on.askAgain, "lab-again");
  const words = element("span");
  const spoken = element("div", { role: "status", ariaLive: "polite" }, words);
  const reply = element("div", {}, spoken, again);
  const node = element(
    "fieldset",
    { className: "lab-question" },
    element("legend", {}, ...lettered(spec.words)),
    element("div", { className: "lab-ask" }, form, reply),
  );
  submitBy(form, on.answer);
  return {
    node,
    refused,
    again,
    /** @param {Feedback | null} feedback null: the question is open @param {string} more */
    put(feedback, more) {
      node.dataset.state = feedback?.state ?? "open";
      form.hidden = feedback !== null;
      again.hidden = feedback === null;
      refused.textContent = "";
      node.style.minHeight = "";
      // A slide without room leaves the reason to the ear.
      const why = element("span", { className: "lab-why" });
      if (feedback) why.append(...lettered(` ${feedback.why}${more}`));
      words.replaceChildren(...lettered(feedback?.text ?? ""), why);
    },
    /** @param {string} text */
    refuse(text) {
      refused.replaceChildren(...lettered(text));
      // It goes when the guess changes, and what is drawn on must not move then.
      node.style.minHeight = getComputedStyle(node).height;
    },
  };
}

/**
 * What is said of the first guess, beside another.
 * @param {QuestionSpec} spec @param {First | undefined} first
 */
function wordsOn(spec, first) {
  const verdict = first && judge(spec, first.guess);
  if (!verdict || verdict.state === "refused") return "";
  if (verdict.state === "skipped") return " At first you skipped this question.";
  return ` Your first guess was ${verdict.shown}: ${verdict.state}.`;
}

/** @type {MakesAnswer<QuestionSpec>} */
function answerInputs(spec, lab, touched) {
  if (spec.kind === "choice") return choiceAnswer(spec, lab, touched);
  if (spec.kind === "number") return numberAnswer(spec, lab, touched);
  return curveAnswer(spec, lab, touched);
}

/** @type {MakesAnswer<ChoiceSpec>} */
function choiceAnswer(spec, { id }, touched) {
  const { inputs, labels, chosen, put } = radios(`${id}-question`, spec.choices);
  const node = element("div", { className: "lab-answers" }, ...labels);
  node.addEventListener("change", touched);
  return {
    node,
    guess: () => spec.choices[chosen()] ?? "",
    put: (guess) => put(spec.choices.indexOf(`${guess}`)),
    focus: () => inputs[Math.max(0, chosen())].focus(),
  };
}

/** @type {MakesAnswer<NumberSpec>} */
function numberAnswer(spec, { id }, touched) {
  const input = element("input", {
    type: "text",
    inputMode: "decimal",
    autocomplete: "off",
    size: 8,
    id: `${id}-question`,
  });
  const range = element("small", { id: `${id}-span` }, ...lettered(spec.span));
  input.setAttribute("aria-describedby", range.id);
  input.addEventListener("input", touched);
  const label = element("label", { htmlFor: input.id, textContent: "my guess" });
  const box = element("span", {}, input, spec.unit);
  return {
    node: element("div", { className: "lab-answers" }, label, box, range),
    guess: () => input.value,
    put(guess) {
      input.value = typeof guess === "number" ? digits(guess, spec.decimals) : "";
    },
    focus: () => input.focus(),
  };
}
