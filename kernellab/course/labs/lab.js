// The page's half of a lab: sliders that speak, a canvas that listens.
// Python sends frames: the rectangle that changed (a PNG), the sentence, and where the sliders stand.

const TURNS_UNDER_WAY = 2; // the next question may leave before the last answer is painted, no more
const REST = 600; // milliseconds without a move after which the hand rests
const PATIENCE = 5000; // milliseconds after which an answer is given up for lost

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

let labs = 0;

function render({ model, el }) {
  const id = `lab-${++labs}-${Math.random().toString(36).slice(2, 7)}`;
  const canvas = element("canvas");
  canvas.setAttribute("role", "img");
  const context = canvas.getContext("2d");
  const sentence = element("p", { className: "lab-sentence" });
  const spoken = element("p", { className: "lab-spoken" }); // the sentence once more, for the ear, when the hand rests
  spoken.setAttribute("aria-live", "polite");
  const problem = element("div", { className: "lab-problem" });
  problem.setAttribute("role", "alert");
  const controls = element("div", { className: "lab-controls" });
  const reset = element("button", { type: "button", textContent: "Reset" });
  const root = element("div", { className: "lab-live" }, canvas, controls, sentence, problem, reset, spoken);
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", `Lab: ${model.get("title") || "a figure with sliders"}`);

  let turn = 0; // questions sent
  let answered = 0; // the last one answered
  let waiting = null; // the newest values not yet sent: newer ones replace older ones
  let painting = Promise.resolve();
  let resting, worrying; // timers
  let alive = true;
  let screen;

  const rows = model.get("controls").map((spec) => {
    const make = { choice: choiceRow, text: textRow }[spec.kind] ?? sliderRow;
    const row = make(spec, `${id}-${spec.name}`);
    controls.append(...row.nodes);
    return { spec, ...row };
  });

  function sliderRow(spec, key) {
    const input = element("input", { type: "range", id: key, min: 0, max: spec.texts.length - 1, step: 1, value: spec.start });
    const shown = element("output", { htmlFor: key, textContent: spec.texts[spec.start] });
    const say = (text) => {
      shown.textContent = text;
      input.setAttribute("aria-valuetext", text);
    };
    say(spec.texts[spec.start]);
    input.addEventListener("input", () => {
      say(spec.texts[input.valueAsNumber]);
      ask({ [spec.name]: input.valueAsNumber });
    });
    const put = (rung, text) => {
      input.value = rung;
      say(text);
    };
    return { nodes: [element("label", { htmlFor: key, textContent: spec.label }), input, shown], put };
  }

  function choiceRow(spec, key) {
    const inputs = spec.texts.map((text, rung) => {
      const input = element("input", { type: "radio", name: key, id: `${key}-${rung}`, checked: rung === spec.start });
      input.addEventListener("change", () => ask({ [spec.name]: rung }));
      return input;
    });
    const group = element("div", { className: "lab-choices" });
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-label", spec.label);
    inputs.forEach((input, rung) => group.append(element("label", {}, input, ` ${spec.texts[rung]}`)));
    const put = (rung) => (inputs[rung].checked = true);
    return { nodes: [element("span", { className: "lab-name", textContent: spec.label }), group], put };
  }

  function textRow(spec, key) {
    const input = element("input", { type: "text", id: key, maxLength: spec.most, value: spec.start, autocomplete: "off", spellcheck: false });
    input.addEventListener("input", () => ask({ [spec.name]: input.value }));
    const put = (text) => {
      if (input.value !== text) input.value = text; // writing the same again would move the cursor
    };
    return { nodes: [element("label", { htmlFor: key, textContent: spec.label }), input], put };
  }

  function ask(rungs) {
    waiting = { ...waiting, ...rungs };
    root.setAttribute("aria-busy", "true");
    send();
  }

  function settled() {
    if (waiting === null && turn === answered) root.setAttribute("aria-busy", "false");
  }

  function send() {
    if (waiting === null || turn - answered >= TURNS_UNDER_WAY) return;
    if (!tell({ kind: "set", rungs: waiting, turn: turn + 1 })) return;
    turn += 1;
    waiting = null;
    clearTimeout(resting);
    clearTimeout(worrying);
    worrying = setTimeout(() => {
      answered = turn;
      silent();
      send();
      settled();
    }, PATIENCE);
  }

  function tell(message) {
    try {
      model.send({ ...message, view: id });
      return true;
    } catch {
      silent(); // the kernel that this lab belongs to is gone
      return false;
    }
  }

  function silent() {
    root.setAttribute("aria-busy", "false");
    problem.textContent = "Python does not answer. If it was restarted, run the cell above again; if it is busy, wait.";
  }

  function rest() {
    clearTimeout(resting);
    clearTimeout(worrying);
    resting = setTimeout(() => {
      spoken.textContent = sentence.textContent;
      tell({ kind: "rest", turn });
    }, REST);
  }

  function hello() {
    tell({ kind: "hello", ratio: window.devicePixelRatio || 1, turn });
    screen = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    screen.addEventListener("change", hello, { once: true }); // the page was zoomed, or moved to another screen
  }

  function receive(frame, buffers) {
    const mine = frame.view === id; // the other frames answer another view, or lab.set() in a cell
    const picture = buffers?.length ? createImageBitmap(new Blob([buffers[0]], { type: "image/png" })) : null;
    const paint = async () => {
      const bitmap = await picture;
      if (!alive) return bitmap?.close();
      const [width, height, ratio] = frame.size;
      if (bitmap) {
        if (canvas.width !== width || canvas.height !== height) {
          Object.assign(canvas, { width, height });
          canvas.style.width = `${width / ratio}px`;
        }
        context.drawImage(bitmap, ...frame.at);
        bitmap.close();
      }
      sentence.textContent = frame.sentence;
      canvas.setAttribute("aria-label", frame.sentence);
      if (problem.textContent !== (frame.problem ?? "")) problem.textContent = frame.problem ?? "";
      // Sliders follow the frame unless this page is ahead of it.
      if (waiting === null && turn === answered && (!mine || frame.turn === turn)) {
        for (const { spec, put } of rows) put(frame.rungs[spec.name], frame.texts[spec.name]);
      }
      if (bitmap || !mine) canvas.dataset.frames = Number(canvas.dataset.frames ?? 0) + 1;
    };
    painting = painting.then(paint).catch((error) => console.error(error));
    if (mine && frame.turn > answered) {
      answered = frame.turn;
      if (answered === turn && waiting === null) rest();
    }
    send();
    painting.then(settled);
  }

  // JupyterLab reads arrows as moves between cells; on a focused control they belong to the control.
  for (const control of root.querySelectorAll("input, button")) control.dataset.lmSuppressShortcuts = "true";
  reset.addEventListener("click", () => ask(Object.fromEntries(rows.map(({ spec }) => [spec.name, spec.start]))));
  model.on("msg:custom", receive);
  el.append(root);
  hello();
  return () => {
    alive = false;
    clearTimeout(resting);
    clearTimeout(worrying);
    screen.removeEventListener("change", hello);
    model.off("msg:custom", receive);
  };
}

export default { render };
