// The controls of a lab, as the page's own inputs: a range, radio buttons, a tick, a box to write in.

const PATIENCE = 5000; // milliseconds after which an answer is given up for lost
const SILENCE =
  "Python does not answer. If it was restarted, run the cell above again; if it is busy, wait.";

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// A row for one control: `changed(rung)` is called when the hand moves it; `put(rung, text)` moves it without a call.
function controlRow(spec, key, changed) {
  const make =
    { choice: choiceRow, check: tickRow, text: boxRow }[spec.kind] ?? sliderRow;
  const { nodes, put } = make(spec, key, changed);
  const row = element("div", { className: "lab-row" }, ...nodes);
  // JupyterLab reads arrows as moves between cells; on a focused control they belong to the control.
  for (const control of row.querySelectorAll("input"))
    control.dataset.lmSuppressShortcuts = "true";
  const idle = (still) => row.classList.toggle("lab-idle", still);
  return { row, put, idle, rungs: spec.kind === "text" ? 0 : spec.texts.length };
}

function sliderRow(spec, key, changed) {
  const input = element("input", {
    type: "range",
    id: key,
    min: 0,
    max: spec.texts.length - 1,
    step: 1,
    value: spec.start,
  });
  const shown = element("output", { htmlFor: key });
  const say = (text) => {
    shown.textContent = text;
    input.setAttribute("aria-valuetext", text);
  };
  say(spec.texts[spec.start]);
  input.addEventListener("input", () => {
    say(spec.texts[input.valueAsNumber]);
    changed(input.valueAsNumber);
  });
  const put = (rung, text) => {
    input.value = rung;
    say(text);
  };
  // The widest text decides the column's width, so that nothing moves while the number changes.
  shown.style.minWidth = `${Math.max(...spec.texts.map((text) => text.length))}ch`;
  return {
    nodes: [element("label", { htmlFor: key, textContent: spec.label }), input, shown],
    put,
  };
}

function choiceRow(spec, key, changed) {
  const inputs = spec.texts.map((_, rung) => {
    const input = element("input", {
      type: "radio",
      name: key,
      id: `${key}-${rung}`,
      checked: rung === spec.start,
    });
    input.addEventListener("change", () => changed(rung));
    return input;
  });
  const group = element("div", { className: "lab-choices" });
  group.setAttribute("role", "radiogroup");
  group.setAttribute("aria-label", spec.label);
  for (const [rung, input] of inputs.entries())
    group.append(element("label", {}, input, ` ${spec.texts[rung]}`));
  const put = (rung) => (inputs[rung].checked = true);
  return {
    nodes: [element("span", { className: "lab-name", textContent: spec.label }), group],
    put,
  };
}

function tickRow(spec, key, changed) {
  const input = element("input", {
    type: "checkbox",
    id: key,
    checked: spec.start === 1,
  });
  input.addEventListener("change", () => changed(Number(input.checked)));
  return {
    nodes: [element("label", { htmlFor: key, textContent: spec.label }), input],
    put: (rung) => (input.checked = rung === 1),
  };
}

function boxRow(spec, key, changed) {
  const long = spec.most > 40; // a line shows about 40 letters
  const input = element(long ? "textarea" : "input", {
    ...(long ? { rows: Math.ceil(spec.most / 40) } : { type: "text" }),
    id: key,
    maxLength: spec.most,
    value: spec.start,
    autocomplete: "off",
    spellcheck: false,
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // it is one line of text
  });
  const room = element("small", { id: `${key}-room` });
  input.setAttribute("aria-describedby", room.id);
  const count = () =>
    (room.textContent = `${input.value.length} of ${spec.most} letters`);
  input.addEventListener("input", () => {
    count();
    changed(input.value);
  });
  const put = (text) => {
    if (input.value !== text) input.value = text; // writing the same again would move the cursor
    count();
  };
  count();
  return {
    nodes: [
      element("label", { htmlFor: key, textContent: spec.label }),
      element("div", { className: "lab-box" }, input, room),
    ],
    put,
  };
}
