// The buttons below what was answered, on a page and in JupyterLab.

/**
 * What to show, with buttons that download the work, bring it back and forget it; where
 * nothing is kept there is only the last.
 * @param {Node[]} shown @param {object} on
 * @param {() => void} on.download
 * @param {(file: File) => void} on.restore
 * @param {() => void} on.forget
 */
function workPanel(shown, { download, restore, forget }, keeps = true) {
  const status = element("p", { className: "lab-note", role: "status" });
  const accept = ".jsonl,.zip,.json";
  const file = element("input", { type: "file", hidden: true, accept });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (chosen) restore(chosen);
  });
  const forFiles = [
    actButton("Download my work", download),
    actButton("Bring it back", () => file.click()),
  ];
  const buttons = element(
    "div",
    { className: "lab-send" },
    ...(keeps ? forFiles : []),
    actButton("Forget everything", forget),
    file,
  );
  const root = labRoot("lab-progress", "My progress", ...shown, buttons, status);
  const say = (/** @type {string} */ text) => {
    status.textContent = text;
  };
  return { root, say };
}

/** Have the browser download a file. @param {string} name @param {Blob} content */
function saveFile(name, content) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
