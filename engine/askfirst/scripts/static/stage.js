// What a lab shows in its picture: the frames that it keeps, and what is marked in one.

/** @param {Lab} lab */
function staged(lab) {
  const { root, specs, report } = lab;
  const cache = frameCache((name) => {
    lab.view.figure?.play.dropBackground(name);
    lab.wire.forget(name);
  });
  /** The id of the frame on the canvas. @type {string | null} */
  let shownId = null;
  /** The control whose work is marked in the picture. @type {number | null} */
  let marked = null;

  // While the question is open, a setting has another frame. One frame holds all
  // positions of what the page moves alone.
  const key = (/** @type {Setting} */ setting = lab.positions) =>
    JSON.stringify([
      lab.question?.open ?? false,
      setting.map((each, i) => (specs[i].instant ? 0 : each)),
    ]);
  const has = (/** @type {Setting} */ setting) => cache.has(key(setting));

  /** @param {number | null} index */
  function mark(index) {
    marked = index;
    lab.view.handles?.mark(index === null ? null : specs[index].name);
    showMark();
  }

  // What another position of the control would draw elsewhere.
  function showMark() {
    const at = marked ?? 0;
    const away =
      marked === null || lab.question?.open
        ? []
        : nearest(Number(lab.positions[at]), lab.rows[at].count, 1);
    const there = away
      .map((position) => lab.positions.with(at, position))
      .find((setting) => has(setting));
    const frames = there ? [cache.get(key()), cache.get(key(there))] : [];
    lab.view.mark(movedBetween(frames));
  }

  function unmark() {
    marked = null;
    lab.view.mark([]);
  }

  /** @param {string} json */
  function show(json) {
    /** @type {Frame} */
    const frame = JSON.parse(json);
    if ("problem" in frame) report.setProblem(frame.problem);
    else {
      // Its background was dropped here while Python, unasked, sent it.
      if (!lab.view.show(frame)) {
        lab.mail.sayHello();
        return;
      }
      shownId = frame.id ?? null;
      for (const [index, row] of lab.rows.entries())
        row.idle(frame.idle?.includes(specs[index].name) ?? false);
      report.setProblem("");
    }
    report.busy(false);
  }

  /** Show the frame of where the controls stand; whether it was there. */
  function showKept() {
    const frame = cache.get(key());
    if (frame !== undefined) show(frame);
    return frame !== undefined;
  }

  /**
   * Cache a frame, and show it if it is the one that the controls stand for.
   * @param {Setting | undefined} setting @param {string} frame
   */
  function keep(setting, frame) {
    if (!setting) return;
    cache.put(key(setting), frame);
    root.dataset.frames = `${cache.size()}`;
    if (key(setting) === key() && report.stale()) show(frame);
  }

  return {
    key,
    has,
    mark,
    showMark,
    unmark,
    show,
    showKept,
    keep,
    shownId: () => shownId,
    /** Where the handles of a setting are. @param {Setting} setting */
    places: (setting) => cache.places(key(setting)),
    /** Keep the frame of where the controls stand. @param {string} frame */
    put: (frame) => cache.put(key(), frame),
    clear: cache.clear,
  };
}
