// The controls of a lab as the page's own inputs: range, radio buttons, checkbox, text.

const PATIENCE = 5000; // milliseconds without an answer after which Python is not heard
const REST = 600; // milliseconds without a move after which the controls rest
const LINE = 40; // letters that a text box shows in a line, about
const SILENCE =
  "Python does not answer. If it is busy, wait. If it was restarted, run this cell " +
  "and those above it: Run → Run All Above Selected Cell, then Shift and Enter.";
// What JupyterLab runs for it; the first leaves the selected cell out.
const RUN = { commands: ["notebook:run-all-above", "notebook:run-cell"] };

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Properties<HTMLElementTagNameMap[Tag]>} properties
 * @param {(Node | string)[]} children @returns {HTMLElementTagNameMap[Tag]}
 */
function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/**
 * JupyterLab reads keys as moves between cells, but not those of a node that says so
 * itself: its selectors match the node in focus before they come to one around it.
 * @param {HTMLElement} root
 */
function keepKeys(root) {
  root.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) target.dataset.lmSuppressShortcuts = "true";
  });
}

/**
 * The root of a lab, a stepper or a panel.
 * @param {string} name @param {string} ariaLabel @param {(Node | string)[]} children
 */
function labRoot(name, ariaLabel, ...children) {
  const named = { className: `lab ${name}`, role: "group", ariaLabel };
  const root = element("div", named, ...children);
  keepKeys(root);
  return root;
}

/** A button that does something. @param {string} textContent @param {() => void} act */
function actButton(textContent, act, className = "") {
  const button = element("button", { type: "button", className, textContent });
  button.addEventListener("click", act);
  return button;
}

/**
 * One of a few: a radio button for each of these words.
 * @param {string} name @param {string[]} words
 */
function radios(name, words) {
  const inputs = words.map(() => element("input", { type: "radio", name }));
  return {
    inputs,
    labels: inputs.map((input, i) => {
      const text = element("span", {}, ...lettered(words[i]));
      return element("label", {}, input, text);
    }),
    chosen: () => inputs.findIndex((input) => input.checked),
    /** @param {number} chosen or -1 */
    put(chosen) {
      for (const [i, input] of inputs.entries()) input.checked = i === chosen;
    },
  };
}

/**
 * What a form does with an answer. JupyterLab keeps an Enter from it.
 * @param {HTMLFormElement} form @param {() => void} act
 */
function submitBy(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    form.requestSubmit();
  });
}

// A letter of the course, without an index.
const LETTER = new RegExp(`([${COURSE.letters}])(?![₀-₉ᵢⱼ])`);

/**
 * A text in which a number stays beside what it counts, and the letters of a lab's
 * controls have their colours.
 * @param {string} text @param {string[]} letters @returns {(Node | string)[]}
 */
function lettered(text, letters = []) {
  return text.split(/(\d \S+)/).flatMap((run, i) => {
    if (i % 2) {
      const counted = element("span", { textContent: run });
      counted.style.whiteSpace = "nowrap";
      return [counted];
    }
    return run.split(LETTER).map((part) => {
      if (!letters.includes(part)) return part;
      const letter = element("span", { textContent: part });
      letter.dataset.letter = part;
      return letter;
    });
  });
}

/** The letter that a control moves, or the first word of its label. @param {ControlSpec} spec */
function letterOf(spec) {
  return spec.label.split(/[ ,(]/)[0];
}

/**
 * A button by which JupyterLab, which asks its reader first, runs the cell of this lab
 * and those above it, for a kernel that was restarted; null where the page is not
 * Jupyter's. A lab that runs replaces its node.
 */
function runButton() {
  if (!document.getElementById("jupyter-config-data")) return null;
  const textContent = "Run what it needs (JupyterLab asks: choose Run)";
  const button = element("button", { type: "button", textContent, hidden: true });
  button.dataset.commandlinkerCommand = "apputils:run-all-enabled";
  button.dataset.commandlinkerArgs = JSON.stringify(RUN);
  return button;
}

/**
 * @param {ControlSpec} spec @param {string} key
 * @param {(position: Position) => void} changed
 */
function controlRow(spec, key, changed) {
  const { nodes, put } = inputsOf(spec, key, changed);
  const words = lettered(spec.label);
  const name =
    spec.kind === "choice"
      ? element("span", { className: "lab-name" }, ...words)
      : element("label", { htmlFor: key }, ...words);
  const row = element("div", { className: "lab-row" }, name, ...nodes);
  row.dataset.letter = letterOf(spec);
  return {
    row,
    put,
    idle: (/** @type {boolean} */ idle) => row.classList.toggle("lab-idle", idle),
    // Of those that have frames of their own
    count: spec.kind === "text" || spec.instant ? 0 : spec.texts.length,
  };
}

/** @type {MakesInputs<ControlSpec>} */
function inputsOf(spec, key, changed) {
  if (spec.kind === "text") return textInputs(spec, key, changed);
  if (spec.kind === "choice") return choiceInputs(spec, key, changed);
  if (spec.kind === "check") return checkInputs(spec, key, changed);
  return sliderInputs(spec, key, changed);
}

/** @type {MakesInputs<OptionsSpec>} */
function sliderInputs(spec, key, changed) {
  const input = element("input", {
    type: "range",
    id: key,
    min: 0,
    max: spec.texts.length - 1,
    step: 1,
    value: spec.start,
  });
  const output = element("output", { htmlFor: key });
  const setText = (/** @type {Position} */ text) => {
    output.textContent = `${text}`;
    input.ariaValueText = `${text}`;
    // How much of the track is full.
    const at = input.valueAsNumber / Math.max(1, Number(input.max));
    input.style.setProperty("--at", `${at}`);
  };
  setText(spec.texts[spec.start]);
  input.addEventListener("input", () => {
    setText(spec.texts[input.valueAsNumber]);
    changed(input.valueAsNumber);
  });
  // The widest text sets the column's width, so that nothing moves with the number.
  output.style.minWidth = `${Math.max(...spec.texts.map((text) => text.length))}ch`;
  return {
    nodes: [input, output],
    put(position, text) {
      input.value = `${position}`;
      setText(text);
    },
  };
}

/** @type {MakesInputs<OptionsSpec>} */
function choiceInputs(spec, key, changed) {
  const { labels, chosen, put } = radios(key, spec.texts);
  put(spec.start);
  const named = { className: "lab-choices", role: "radiogroup", ariaLabel: spec.label };
  const group = element("div", named, ...labels);
  group.addEventListener("change", () => changed(chosen()));
  return {
    nodes: [group],
    put: (position) => put(Number(position)),
  };
}

/** @type {MakesInputs<OptionsSpec>} */
function checkInputs(spec, key, changed) {
  const input = element("input", {
    type: "checkbox",
    id: key,
    checked: spec.start === 1,
  });
  input.addEventListener("change", () => changed(Number(input.checked)));
  return {
    nodes: [input],
    put(position) {
      input.checked = position === 1;
    },
  };
}

/** @type {MakesInputs<BoxSpec>} */
function textInputs(spec, key, changed) {
  const long = spec.most > LINE;
  const input = long
    ? element("textarea", { rows: Math.ceil(spec.most / LINE) })
    : element("input", { type: "text" });
  Object.assign(input, {
    id: key,
    maxLength: spec.most,
    value: spec.start,
    autocomplete: "off",
    spellcheck: false,
  });
  input.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && event.key === "Enter") event.preventDefault();
  });
  const counter = element("small", { id: `${key}-room` });
  input.setAttribute("aria-describedby", counter.id);
  const count = () => {
    counter.textContent = `${input.value.length} of ${spec.most} letters`;
  };
  input.addEventListener("input", () => {
    count();
    changed(input.value);
  });
  count();
  return {
    nodes: [element("div", { className: "lab-box" }, input, counter)],
    put(text) {
      // Writing the same text again would move the cursor.
      if (input.value !== text) input.value = `${text}`;
      count();
    },
  };
}
