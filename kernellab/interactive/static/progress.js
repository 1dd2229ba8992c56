// What was answered, and three buttons: download the work, restore it, forget it.

const UPLOAD = 8e6; // bytes that one message to Python may have
const FORGET =
  "Forget all answers, guesses and positions of sliders, here and in this browser? " +
  "Notebooks stay as they are.";

/** @param {{ model: ProgressModel, el: HTMLElement }} view */
function render({ model, el }) {
  const answers = element("div");
  const status = element("p", { className: "lab-note" });
  status.setAttribute("role", "status");
  const file = element("input", { type: "file", hidden: true });
  file.accept = ".zip,.jsonl,.json";
  const download = element("button", {
    type: "button",
    textContent: "Download my work",
  });
  const restore = element("button", { type: "button", textContent: "Bring it back" });
  const forget = element("button", { type: "button", textContent: "Forget it all" });
  const forFiles = model.get("keeps") ? [download, restore] : [];
  const buttons = element("div", { className: "lab-send" }, ...forFiles, forget, file);
  const run = runButton();
  const root = element(
    "div",
    { className: "lab lab-progress" },
    answers,
    buttons,
    status,
    ...(run ? [run] : []),
  );
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "My progress");
  for (const button of [download, restore, forget])
    button.dataset.lmSuppressShortcuts = "true";
  /** @type {number | undefined} */
  let answerTimer;

  function reportSilence() {
    status.textContent = SILENCE;
    if (run) run.hidden = false;
  }

  /** @param {FromProgress} message @param {ArrayBuffer[]} [buffers] */
  function send(message, buffers) {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(reportSilence, PATIENCE);
    try {
      model.send(message, undefined, buffers);
    } catch {
      reportSilence(); // the kernel is gone
    }
  }

  // Save what is open; false where JupyterLab does not let a page do so.
  async function saveAll() {
    try {
      await window.jupyterapp?.commands.execute("docmanager:save-all");
      return window.jupyterapp !== undefined;
    } catch {
      return false;
    }
  }

  let unsaved = false;
  download.addEventListener("click", async () => {
    unsaved = !(await saveAll());
    send({ kind: "pack" });
  });
  restore.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > UPLOAD) {
      status.textContent =
        `${chosen.name} is too large for this way. ` +
        "Unzip it and drop its files into JupyterLab's list of files.";
      return;
    }
    send({ kind: "unpack" }, [await chosen.arrayBuffer()]);
  });
  forget.addEventListener("click", () => {
    if (!confirm(FORGET)) return;
    journal.forget();
    send({ kind: "forget" });
  });

  /** @param {ToProgress} message @param {Buffers} buffers */
  function receive(message, buffers = []) {
    clearTimeout(answerTimer);
    if (run) run.hidden = true;
    if (message.kind === "status") {
      status.textContent = message.text;
      return;
    }
    saveFile(message.name, new Blob(buffers, { type: "application/zip" }));
    const missing = unsaved ? " What you have not saved (Ctrl+S) is not in it." : "";
    const saved = `What you changed or added and your answers are in ${message.name}.`;
    const left = message.left.length
      ? ` Not in it, for it is too large or could not come back: ${message.left.join(", ")}.`
      : "";
    status.textContent = `${saved}${left}${missing}`;
  }

  function show() {
    answers.innerHTML = model.get("html");
  }
  show();
  model.on("change:html", show);
  model.on("msg:custom", receive);
  el.append(root);
  return () => {
    clearTimeout(answerTimer);
    model.off("change:html", show);
    model.off("msg:custom", receive);
  };
}

export default { render };
