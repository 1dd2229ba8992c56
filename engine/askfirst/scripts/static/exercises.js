// An exercise that is answered in the page: its boxes, and what is said to the answer.

// Where the record holds no answer: it was given in a cell.
const ON_RECORD = {
  right: "right, as you answered it in JupyterLab.",
  wrong: "not right yet, as you answered it in JupyterLab.",
};
const NUMBER_HINT = "a number, such as 0.5, −3, 1/2 or sqrt(2)";
const LIST_HINT = "numbers in brackets, such as [1, 2]";
/** @type {Record<Judged["state"], string>} */
const MARKS = { open: "○", right: "✓", wrong: "✗" };

/**
 * Give an exercise its boxes, above its hints; `answered` is called for each answer
 * that was judged.
 * @param {HTMLElement} place @param {ExerciseSpec} spec
 * @param {(answer: Answer, judged: Judged) => void} answered
 * @param {Check | null} [earlier] what is on record
 */
function liveExercise(place, spec, answered, earlier) {
  const boxes = spec.kind === "switches" ? answerSwitches : answerItems;
  const { node, hint, read, put } = boxes(spec);
  const check = element("button", { type: "submit", textContent: "Check" });
  const named = { noValidate: true, ariaLabel: `Exercise ${spec.name}` };
  const form = element("form", named, node, check);
  if (hint) form.append(element("small", { textContent: hint }));
  keepKeys(form);
  submitBy(form, judgeTyped);
  const status = element("p", { className: "exercise-said", role: "status" });

  /** @param {Judged["state"]} state @param {string} text */
  function say(state, text) {
    place.dataset.state = state;
    const name = element("b", { textContent: `${MARKS[state]} Exercise ${spec.name}` });
    status.replaceChildren(name, ...lettered(`: ${text}`));
  }

  function judgeTyped() {
    const typed = read();
    if (typed.refused !== undefined) {
      say("open", typed.refused);
      return;
    }
    const judged = judgeAnswer(spec, typed.value);
    say(judged.state, judged.text);
    answered(typed.value, judged);
  }
  form.addEventListener("input", () => {
    if (place.dataset.state !== "open") say("open", "changed since it was checked.");
  });
  place.querySelector(".exercise-said")?.replaceWith(form, status);
  say("open", "not answered yet.");
  if (!earlier) return;
  const { answer = null, state } = earlier;
  const judged = answer === null ? null : judgeAnswer(spec, answer);
  if (answer !== null) put(answer);
  say(state, judged?.state === state ? judged.text : ON_RECORD[state]);
}

/** A switch for each yes or no. @param {ExerciseSpec} spec */
function answerSwitches({ wanted, items }) {
  const names =
    numbersIn(wanted)?.flat.map((_, i) => items[i]?.[0] ?? `${i + 1}`) ?? [];
  const inputs = names.map(() => element("input", { type: "checkbox" }));
  const labels = inputs.map((input, i) =>
    element("label", {}, input, element("span", {}, ...lettered(names[i]))),
  );
  const says = (/** @type {boolean} */ tick) =>
    items[0]?.[1].find(([each]) => each === tick)?.[1] ?? (tick ? "True" : "False");
  const order = items.length ? "" : "In the order of the question. ";
  const how = `${order}A tick says “${says(true)}”, no tick “${says(false)}”.`;
  const legend = element("legend", {}, ...lettered(how));
  const className = `exercise-boxes${items.length ? " exercise-items" : ""}`;
  return {
    node: element("fieldset", { className }, legend, ...labels),
    hint: "",
    /** @returns {Typed} */
    read: () => ({ value: inputs.map((input) => input.checked) }),
    /** @param {Answer} answer */
    put(answer) {
      const entries = Array.isArray(answer) ? answer : [];
      for (const [i, input] of inputs.entries()) input.checked = entries[i] === true;
    },
  };
}

/**
 * A choice, or a box for a number, for each thing that the question names; one box for
 * all where it names none.
 * @param {ExerciseSpec} spec
 */
function answerItems({ kind, items }) {
  if (!items.length) {
    const hint = kind === "number" ? NUMBER_HINT : LIST_HINT;
    const { node: label, ...box } = boxRow("my answer", hint);
    return {
      node: element("div", { className: "exercise-boxes" }, label),
      hint,
      ...box,
    };
  }
  const rows = items.map(([name, choices]) =>
    choices.length ? choiceRow(name, choices) : boxRow(name, NUMBER_HINT),
  );
  const node = element(
    "div",
    { className: "exercise-boxes exercise-items" },
    ...rows.map((row) => row.node),
  );
  const longest = Math.max(...items.map(([name]) => name.length));
  node.style.setProperty("--longest", `${longest}ch`);
  /** @param {Answer} answer */
  function put(answer) {
    const entries = Array.isArray(answer) ? answer : [answer];
    for (const [i, row] of rows.entries()) row.put(entries[i] ?? null);
  }
  return {
    node,
    hint: items.every(([, choices]) => choices.length) ? "" : NUMBER_HINT,
    put,
    /** @returns {Typed} */
    read() {
      const typed = rows.map((row) => row.read());
      const values = typed.map((each) => each.value ?? null);
      for (const [i, { refused }] of typed.entries()) {
        const several = Array.isArray(values[i]) && "One number goes in each box.";
        if (refused || several)
          return { refused: `${items[i][0]}: ${refused || several}` };
      }
      return { value: kind === "number" ? values[0] : values };
    },
  };
}

/** @param {string} name @param {[Choice, string][]} choices */
function choiceRow(name, choices) {
  const words = choices.map(([each, text]) => `${each} ${text}`.trim());
  const { labels, chosen, put } = radios(name, words);
  const legend = element("legend", {}, ...lettered(name));
  return {
    node: element("fieldset", {}, legend, element("div", {}, ...labels)),
    /** @returns {Typed} */
    read() {
      const choice = choices[chosen()];
      return choice ? { value: choice[0] } : { refused: "Nothing is chosen yet." };
    },
    /** @param {Answer} answer */
    put: (answer) => put(choices.findIndex(([each]) => each === answer)),
  };
}

/** @param {string} name @param {string} ariaDescription */
function boxRow(name, ariaDescription) {
  const input = element("input", {
    ...{ type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false },
    ariaDescription,
  });
  return {
    node: element("label", {}, element("span", {}, ...lettered(name)), input),
    read: () => typedAnswer(input.value),
    /** @param {Answer} answer */
    put(answer) {
      input.value = answer === null ? "" : shownAnswer(answer);
    },
  };
}

/** An answer as one types it, to nine digits. @param {Answer} answer */
function shownAnswer(answer) {
  const rounded = (/** @type {string} */ _, /** @type {unknown} */ each) =>
    typeof each === "number" ? Number(each.toPrecision(9)) : each;
  return JSON.stringify(answer, rounded).replace(/,/g, ", ");
}
