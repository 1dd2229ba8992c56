// What was answered, and three buttons: all work as one file, a file of it back again, and a clean slate.

const CARRIED = 8e6; // bytes that one message to Python may have
const FORGET =
  "Forget all answers, guesses and positions of sliders, here and in this browser? Notebooks stay as they are.";

function render({ model, el }) {
  const told = element("div");
  const status = element("p", { className: "lab-note" });
  status.setAttribute("role", "status");
  const file = element("input", { type: "file", accept: ".zip", hidden: true });
  const download = element("button", {
    type: "button",
    textContent: "Download my work",
  });
  const restore = element("button", { type: "button", textContent: "Bring it back" });
  const forget = element("button", { type: "button", textContent: "Forget it all" });
  const kept = model.get("keeps") ? [download, restore] : [];
  const root = element(
    "div",
    { className: "lab lab-progress" },
    told,
    element("div", { className: "lab-send" }, ...kept, forget, file),
    status,
  );
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "My progress");
  for (const button of [download, restore, forget])
    button.dataset.lmSuppressShortcuts = "true";
  let worrying;

  function tell(message, buffers) {
    clearTimeout(worrying);
    worrying = setTimeout(() => (status.textContent = SILENCE), PATIENCE);
    try {
      model.send(message, undefined, buffers);
    } catch {
      status.textContent = SILENCE; // the kernel is gone
    }
  }

  // JupyterLab, if it lets a page do so, saves what is open.
  async function saved() {
    try {
      await window.jupyterapp.commands.execute("docmanager:save-all");
      return true;
    } catch {
      return false;
    }
  }

  let unsaved = false;
  download.addEventListener("click", async () => {
    unsaved = !(await saved());
    tell({ kind: "pack" });
  });
  restore.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    file.value = "";
    if (!chosen) return;
    if (chosen.size > CARRIED) {
      status.textContent = `${chosen.name} is too large for this way. Unzip it and drop its files into JupyterLab's list of files.`;
      return;
    }
    tell({ kind: "unpack" }, [await chosen.arrayBuffer()]);
  });
  forget.addEventListener("click", () => {
    if (!confirm(FORGET)) return;
    try {
      localStorage.removeItem("kernellab"); // where question.js keeps guesses
    } catch {} // blocked, so there is nothing
    tell({ kind: "forget" });
  });

  function receive(message, buffers) {
    clearTimeout(worrying);
    if (message.kind === "said") {
      status.textContent = message.text;
      return;
    }
    const link = element("a", {
      href: URL.createObjectURL(new Blob(buffers, { type: "application/zip" })),
      download: message.name,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    const missing = unsaved ? " What you have not saved (Ctrl+S) is not in it." : "";
    status.textContent = `Your changed notebooks and your answers are in ${message.name}.${missing}`;
  }

  const show = () => (told.innerHTML = model.get("html"));
  show();
  model.on("change:html", show);
  model.on("msg:custom", receive);
  el.append(root);
  return () => {
    clearTimeout(worrying);
    model.off("change:html", show);
    model.off("msg:custom", receive);
  };
}

export default { render };
