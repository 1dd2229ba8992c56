// The messages to Python, and which of them have no answer yet.

const IN_FLIGHT = 2; // requests without an answer, at most
const REST = 600; // milliseconds without a move after which the controls rest

/**
 * @param {LabModel} model
 * @param {string} id of the view
 * @param {() => { positions: Setting, have: boolean }} current the newest setting
 * @param {() => void} silence called when Python does not answer
 */
function wired(model, id, current, silence) {
  /** Turn → the settings that it requested. @type {Map<number, Setting[]>} */
  const requested = new Map();
  /** Backgrounds that were dropped since the last message. @type {string[]} */
  let forgot = [];
  let turn = 0; // messages sent
  let inFlight = 0; // requests without an answer
  let wished = 0; // the turn of a wish without an answer
  let pending = false; // the newest setting is not sent yet
  /** @type {number | undefined} */
  let restTimer;
  /** @type {number | undefined} */
  let answerTimer;

  /**
   * Send; the number of the message, or 0 where the kernel of this lab is gone.
   * @param {FromLab} message
   */
  function send(message) {
    try {
      turn += 1;
      model.send({ ...message, view: id, turn, forgot });
      forgot = [];
      return turn;
    } catch {
      silence();
      return 0;
    }
  }

  function sendSetting() {
    if (!pending || inFlight >= IN_FLIGHT) return;
    const { positions, have } = current();
    const number = send({ kind: "set", positions, have });
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
      silence();
      sendSetting();
    }, PATIENCE);
  }

  return {
    send,
    sendSetting,
    waitForAnswer,
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
    /** Whether it was sent. @param {Setting[]} settings */
    wish(settings) {
      const number = send({ kind: "wish", settings });
      if (number) {
        requested.set(number, settings);
        wished = number;
      }
      return number > 0;
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
      clearTimeout(restTimer);
      clearTimeout(answerTimer);
      restTimer = setTimeout(rests, REST);
    },
    stop() {
      for (const timer of [restTimer, answerTimer]) clearTimeout(timer);
    },
  };
}
