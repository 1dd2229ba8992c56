// What a lab does with the messages of Python.

/** @param {Lab} lab */
function receiving(lab) {
  const { id, report, stage, moves, wire, wishes } = lab;
  const { note } = lab.said;
  let silent = false; // Python was given up for lost
  let arriving = Promise.resolve();
  let alive = true;

  const sayHello = () => wire.send({ kind: "hello", guesses: guesses.all() });

  function endSilence() {
    if (!silent) return;
    silent = false;
    if (!stage.showKept()) report.setProblem("", true);
  }

  const waitForRest = () =>
    wire.waitForRest(() => {
      report.speak();
      wire.send({ kind: "rest", id: stage.shownId() });
    });

  /** @param {ToLab} message @param {Buffers} buffers */
  function receive(message, buffers) {
    arriving = arriving
      .then(async () => {
        const frames = buffers?.length ? await unpack(buffers[0]) : [];
        if (alive) handle(message, frames);
      })
      .catch((error) => console.error(error));
  }

  /** @param {string | DataView<ArrayBuffer>} buffer */
  async function unpack(buffer) {
    const text = typeof buffer === "string" ? buffer : await inflated(buffer);
    const [head, ...lines] = text.split("\n");
    /** @type {Contents} */
    const { glyphs, backgrounds } = JSON.parse(head);
    lab.view.figure?.play.addGlyphs(...glyphs);
    for (const [i, name] of backgrounds.entries())
      lab.view.figure?.play.addBackground(name, JSON.parse(lines[i]));
    return lines.slice(backgrounds.length);
  }

  /** @param {ToLab} message @param {string[]} frames */
  function handle(message, frames) {
    if ("view" in message && message.view !== id) return;
    if (message.kind !== "moved") endSilence();
    if (message.kind === "hello") begin(message, frames);
    else if (message.kind === "ahead") keepAhead(message, frames);
    else if (message.kind === "answer") take(message, frames);
    else if (wire.idle()) {
      if (message.kind === "asked") report.forget(); // the sentence is shown, or hidden
      moves.apply(message, frames);
      if (message.kind === "asked") waitForRest();
    }
  }

  /** @param {LabHello} message @param {string[]} frames */
  function begin(message, frames) {
    lab.view.begin(message.figure);
    moves.apply(message, frames);
    report.forget();
    report.reserve();
  }

  /** @param {LabAhead} message @param {string[]} frames */
  function keepAhead({ turn, first }, frames) {
    const settings = wire.settings(turn);
    for (const [i, frame] of frames.entries()) stage.keep(settings[first + i], frame);
    if (settings.length <= first + frames.length) {
      wire.done(turn);
      const none = settings.length && !settings.some(stage.has);
      wishes.setLacking(none ? stage.key() : null);
    }
    wire.granted(turn);
    if (wire.idle()) {
      wire.stopWaiting();
      stage.showMark();
    }
    moves.pull();
  }

  /** @param {LabAnswer | LabInstead} message @param {string[]} frames */
  function take(message, frames) {
    const [setting] = wire.settings(message.turn);
    wire.done(message.turn);
    if ("healed" in message) {
      if (!message.healed) return;
      stage.clear();
      if (wire.idle()) for (const frame of frames) stage.show(frame);
      return;
    }
    wire.answered();
    if ("note" in message) {
      if (!wire.pending()) moves.apply(message, frames);
      note.replaceChildren(...lettered(message.note));
    } else for (const frame of frames) stage.keep(setting, frame);
    if (wire.idle()) waitForRest();
    wire.sendSetting();
    wishes.prefetch();
    moves.pull();
  }

  return {
    receive,
    sayHello,
    /**
     * The question was answered, or is open again: frames that were requested before
     * this hide too much, or too little.
     * @param {FromQuestion} message
     */
    guessed(message) {
      wire.outdate();
      report.busy(true);
      if (wire.send(message)) wire.waitForAnswer();
    },
    /** Python does not answer. */
    silence() {
      report.silence();
      silent = true;
    },
    stop() {
      alive = false;
    },
  };
}
