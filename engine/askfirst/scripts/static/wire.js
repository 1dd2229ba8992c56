// The messages to Python, and which of them have no answer yet.

const IN_FLIGHT = 2; // requests without an answer, at most

/** @param {Lab} lab */
function wired(lab) {
  /** Turn → the settings that it requested. @type {Map<number, Setting[]>} */
  const requested = new Map();
  /** Backgrounds that were dropped since the last message. @type {string[]} */
  let forgot = [];
  let turn = 0; // messages sent
  let inFlight = 0; // requests without an answer
  let wished = 0; // the turn of a wish without an answer
  let pending = false; // the newest setting is not sent yet
  let restTimer = 0;
  let answerTimer = 0;

  /**
   * Send; the number of the message, or 0 where the kernel of this lab is gone.
   * @param {FromLab} message
   */
  function send(message) {
    try {
      turn += 1;
      lab.model.send({ ...message, view: lab.id, turn, forgot });
      forgot = [];
      return turn;
    } catch {
      lab.mail.silence();
      return 0;
    }
  }

  function sendSetting() {
    if (!pending || inFlight >= IN_FLIGHT) return;
    const { positions, stage } = lab;
    const number = send({ kind: "set", positions, have: stage.has(positions) });
    if (!number) return;
    requested.set(number, [positions]);
    pending = false;
    inFlight += 1;
    clearTimeout(restTimer);
    waitForAnswer();
  }

  function waitForAnswer() {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(() => {
      inFlight = 0;
      lab.mail.silence();
      sendSetting();
    }, PATIENCE);
  }

  function stop() {
    clearTimeout(restTimer);
    clearTimeout(answerTimer);
  }

  return {
    send,
    sendSetting,
    waitForAnswer,
    stop,
    stopWaiting: () => clearTimeout(answerTimer),
    pending: () => pending,
    wished: () => wished,
    // Whether Python has answered all that was set.
    idle: () => !pending && inFlight === 0,
    /** @param {string} background */
    forget(background) {
      forgot.push(background);
    },
    set() {
      pending = true;
      sendSetting();
    },
    /** @param {Setting[]} settings */
    wish(settings) {
      const number = send({ kind: "wish", settings });
      if (!number) return;
      requested.set(number, settings);
      wished = number;
    },
    /** @param {number} turn */
    settings: (turn) => requested.get(turn) ?? [],
    /** All of them came. @param {number} turn */
    done: (turn) => requested.delete(turn),
    /** @param {number} turn */
    granted(turn) {
      if (turn === wished) wished = 0;
    },
    answered() {
      inFlight = Math.max(0, inFlight - 1);
    },
    /** What is on its way is of before. */
    outdate: () => requested.clear(),
    /** @param {() => void} rests */
    waitForRest(rests) {
      stop();
      restTimer = setTimeout(rests, REST);
    },
  };
}
