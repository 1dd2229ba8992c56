// Where the controls of a lab stand, and what moves them.

/** @param {Lab} lab */
function moving(lab) {
  const { model, specs, report, stage } = lab;
  const { note } = lab.said;

  const aim = (/** @type {string} */ handle) => aimed(specs, lab.positions, handle);

  /** @param {number[]} indices @param {Setting} setting @param {string} [handle] */
  function move(indices, setting, handle) {
    lab.wishes.move(indices, lab.positions, setting, handle);
    lab.positions = setting;
    update();
  }

  function update() {
    stage.unmark(); // marks would hide what moves
    // Until a handle is let go, it stays said where its page went instead.
    if (!lab.view.handles?.pulled) note.textContent = "";
    if (!stage.showKept()) report.busy(true);
    lab.wire.set();
    lab.wishes.prefetch();
  }

  // Go to the setting whose handle is nearest to the hand.
  function pull() {
    const { handles } = lab.view;
    if (!handles?.pulled) return;
    const { key: handle } = handles.pulled;
    const { indices, from } = aim(handle);
    const before = lab.positions;
    // Before the frame of what it chooses is there, others would take it elsewhere.
    const coming = !stage.has(from) && (model.knows?.(from) ?? true);
    const wait = from !== before && coming;
    const counts = indices.map((index) => lab.rows[index].count);
    // A page that has none of them gives way with the other controls.
    const gives = handles.holds && lab.wishes.lacksAround(stage.key());
    const away = (/** @type {Setting} */ setting) =>
      handles.away(stage.places(setting)[handle]);
    const best = wait
      ? before
      : pulledTo({ indices, from }, counts, before, away, gives);
    if (best === before) {
      lab.wishes.activate(indices, handle);
      return;
    }
    move(indices, best, handle);
    for (const [i, spec] of specs.entries())
      if (best[i] !== before[i]) lab.rows[i].put(best[i], spec.texts[Number(best[i])]);
  }

  // A hand that holds a handle may have nothing else to wait for.
  function waitForWish() {
    if (lab.wire.wished() && lab.view.handles?.pulled && lab.wire.idle())
      lab.wire.waitForAnswer();
  }

  /** The hand comes near a handle. @param {string} handle */
  function near(handle) {
    lab.wishes.activate(aim(handle).indices, handle);
  }

  return {
    aim,
    move,
    pull,
    near,
    waitForWish,
    /** The hand takes a handle. @param {string} handle */
    take(handle) {
      note.textContent = "";
      near(handle);
      waitForWish();
      pull(); // what it chooses is chosen even if the hand stays
    },
    reset() {
      lab.view.handles?.drop();
      lab.positions = specs.map((spec) => spec.start);
      for (const [i, { start, texts }] of specs.entries())
        lab.rows[i].put(start, typeof start === "string" ? start : texts[start]);
      update();
    },
    /**
     * Python has moved the controls, perhaps to a value between two positions.
     * @param {Stand} stand @param {string[]} frames
     */
    apply(stand, frames) {
      if (!lab.view.handles?.holds) lab.view.handles?.drop();
      // Where the question has opened or closed, frames on their way are of before.
      if (lab.question?.apply(stand.entry)) lab.wire.outdate();
      lab.positions = stand.positions;
      for (const [index, row] of lab.rows.entries())
        row.put(stand.positions[index], stand.texts[index]);
      for (const frame of frames) stage.show(frame);
      const last = frames.at(-1);
      if (stand.exact && last !== undefined) stage.put(last);
    },
  };
}
