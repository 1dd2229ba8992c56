// The page's half of a stepper. It has every step of the derivation it shows, so the
// slider of the step asks nobody. When a slider of the data moves, Python runs the
// derivation there, and then on the neighbours along that slider.

/** @param {{ model: StepsModel, el: HTMLElement }} view */
function render({ model, el }) {
  const specs = model.get("controls"); // the step comes first, then the data
  const controls = element("div", { className: "lab-controls" });
  const list = element("ol");
  const said = reports();
  const { verdict, sentence, problem, note, run, reset, left, pale } = said;
  sentence.ariaLive = "polite";
  const title = `Derivation: ${model.get("title")}`;
  const above = [controls, reset, left, pale, note, problem, run ?? ""];
  const root = labRoot("lab-steps", title, ...above, list, verdict, sentence);
  root.ariaBusy = "true";

  const stepper = /** @type {Stepper} */ ({ model, id: newId("steps"), specs, said });
  Object.assign(stepper, { el, root, list });
  stepper.positions = specs.map((spec) => spec.start);
  stepper.shown = listing(stepper);
  stepper.mail = asking(stepper);
  stepper.rows = specs.map((spec, index) => {
    const found = controlRow(spec, `${stepper.id}-${spec.name}`, (position) =>
      stepper.mail.move(index, position),
    );
    controls.append(found.row);
    return found;
  });
  stepper.question = questionOf(model.get("question"), {
    id: stepper.id,
    verdict,
    controls: [controls, reset],
    changed: stepper.mail.notify,
  });
  if (stepper.question) root.prepend(stepper.question.node);

  reset.addEventListener("click", stepper.mail.reset);
  model.on("msg:custom", stepper.mail.receive);
  el.append(root);
  const sizes = new ResizeObserver(() => requestAnimationFrame(stepper.shown.reserve));
  sizes.observe(el);
  stepper.mail.sayHello();
  return () => {
    stepper.mail.stop();
    sizes.disconnect();
    model.off("msg:custom", stepper.mail.receive);
  };
}

export default { render };
