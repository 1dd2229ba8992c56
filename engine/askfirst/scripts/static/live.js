// The page's half of a lab: controls, a cache of frames, and a view that shows them: a
// picture, or the rows of a derivation. A frame in the cache is shown at once, and Python
// is only told; any other is requested. While the user is at a control, Python sends the
// frames that may come next.

/** @param {{ model: LabModel, el: HTMLElement }} view */
function render({ model, el }) {
  const specs = model.get("controls");
  const isStepper = specs.some((spec) => spec.instant);
  const title = model.get("title") || "a figure with controls";
  const root = isStepper
    ? labRoot("lab-steps", `Derivation: ${title}`)
    : labRoot("lab-live", `Lab: ${title}`);
  const controls = element("div", { className: "lab-controls" });
  const said = reports(() => lab.moves.reset());
  const { verdict, note, reset } = said;
  const id = `lab-${Math.random().toString(36).slice(2)}`;
  const lab = /** @type {Lab} */ ({ model, id, specs, said });
  Object.assign(lab, { root, controls });
  lab.positions = specs.map((spec) => spec.start);
  lab.report = reporting(lab);
  lab.stage = staged(lab);
  lab.moves = moving(lab);
  lab.wire = wired(lab);
  lab.wishes = wishing(lab);
  lab.mail = receiving(lab);
  lab.view = isStepper ? listing(lab) : pictured(lab);
  lab.rows = specs.map((spec, index) => rowIn(lab, spec, index));
  const { above, below } = lab.view;
  root.append(...above, controls, reset, note, ...below);
  root.append(...lab.report.nodes);
  lab.question = questionOf(model.get("question"), {
    id: lab.id,
    figure: lab.view.figure,
    verdict,
    controls: [controls, reset],
    changed: lab.mail.guessed,
  });
  if (lab.question) root.prepend(lab.question.node);

  model.on("msg:custom", lab.mail.receive);
  el.append(root);
  lab.view.start();
  lab.mail.sayHello();
  return () => {
    model.off("msg:custom", lab.mail.receive);
    for (const part of [lab.mail, lab.wire, lab.wishes, lab.view]) part.stop();
  };
}

/**
 * The row of a control, which is marked in the picture while a hand is near it.
 * @param {Lab} lab @param {ControlSpec} spec @param {number} index
 */
function rowIn(lab, spec, index) {
  const found = controlRow(spec, `${lab.id}-${spec.name}`, (position) =>
    lab.moves.move([index], lab.positions.with(index, position)),
  );
  const near = () => lab.wishes.activate([index]);
  const mark = () => lab.stage.mark(index);
  const unmark = () => lab.stage.mark(null);
  const { row } = found;
  row.addEventListener("pointerdown", near);
  row.addEventListener("focusin", near);
  row.addEventListener("focusin", mark);
  row.addEventListener("focusout", unmark);
  // The row has no box of its own (display: contents), so its children hear hovering.
  for (const node of row.children) {
    node.addEventListener("pointerenter", near);
    node.addEventListener("pointerenter", mark);
    node.addEventListener("pointerleave", unmark);
  }
  lab.controls.append(row);
  return found;
}

export default { render };
