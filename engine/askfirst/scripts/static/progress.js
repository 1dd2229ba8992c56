// What was answered, in JupyterLab: Python has the record, packs and unpacks.

const UPLOAD = 8e6; // bytes that one message to Python may have
const CHANGES = ["change:answered", "change:note"];
const FORGET =
  "Forget all answers and guesses, here and in this browser? " +
  "Notebooks stay as they are.";

/** @param {{ model: ProgressModel, el: HTMLElement }} view */
function render({ model, el }) {
  const answers = element("div");
  let answerTimer = 0;
  let unsaved = false;

  /** @param {FromProgress} message @param {ArrayBuffer[]} [buffers] */
  function send(message, buffers) {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(say, PATIENCE, SILENCE);
    try {
      model.send(message, undefined, buffers);
    } catch {
      say(SILENCE); // the kernel is gone
    }
  }

  const { root, say } = workPanel(
    [answers],
    {
      async download() {
        try {
          await window.jupyterapp?.commands.execute("docmanager:save-all");
          unsaved = window.jupyterapp === undefined;
        } catch {
          unsaved = true; // JupyterLab does not let a page do so
        }
        send({ kind: "pack" });
      },
      async restore(file) {
        if (file.size <= UPLOAD) send({ kind: "unpack" }, [await file.arrayBuffer()]);
        else
          say(`${file.name} is too large for this way. Unzip it and drop its files \
into JupyterLab's list of files.`);
      },
      forget() {
        if (!confirm(FORGET)) return;
        journal.forget();
        send({ kind: "forget" });
      },
    },
    model.get("keeps"),
  );

  /** @param {ToProgress} message @param {Buffers} buffers */
  function receive(message, buffers = []) {
    clearTimeout(answerTimer);
    if (message.kind === "status") {
      say(message.text);
      return;
    }
    const { name } = message;
    saveFile(name, new Blob(buffers, { type: "application/zip" }));
    const late = unsaved ? " What you have not saved (Ctrl+S) is not in it." : "";
    say(
      `The notebooks that you changed or added, and your answers, are in ${name}.${late}`,
    );
  }

  function show() {
    const note = element("small", { textContent: model.get("note") });
    const done = doneOf(model.get("spec"), model.get("answered"));
    answers.replaceChildren(done, element("p", {}, note));
  }
  show();
  for (const name of CHANGES) model.on(name, show);
  model.on("msg:custom", receive);
  el.append(root);
  return () => {
    clearTimeout(answerTimer);
    for (const name of CHANGES) model.off(name, show);
    model.off("msg:custom", receive);
  };
}

export default { render };
