// A lab's view of its frames: the picture, with its handles.

/** @param {Lab} lab @returns {View} */
function pictured(lab) {
  const canvas = element("canvas", { role: "img" });
  const viewport = element("div", { className: "lab-stage" }, canvas);
  const play = player(canvas);
  const figure = { viewport, play };
  const handles = handlesOver({ canvas, moves: lab.moves, ...figure });
  const fit = fitted(lab, figure, handles);
  return {
    ...{ above: [viewport], below: [], figure, handles },
    start: fit.start,
    mark: play.mark,
    stop() {
      handles.drop();
      fit.stop();
    },
    begin(sizes) {
      if (!sizes) return;
      play.setFigure(sizes);
      handles.setSideways(sizes.sideways ?? []);
      fit.setTheme();
      fit.resize();
    },
    /** @param {Drawing} frame */
    show(frame) {
      if (!play.hasBackground(frame.on)) return false;
      play.show(frame);
      handles.show(frame.handles ?? {});
      lab.report.say(frame.sentence);
      canvas.ariaLabel = frame.sentence;
      return true;
    },
  };
}
