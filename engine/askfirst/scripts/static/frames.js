// Frames that a lab keeps.

const CACHE_SIZE = 8e6; // characters of frames

/** The text that Python deflated. @param {DataView<ArrayBuffer>} bytes */
function inflated(bytes) {
  const stream = new Blob([bytes]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream("deflate"))).text();
}

/**
 * The operations of a frame that another one lacks.
 * @param {string | undefined} here @param {string | undefined} there @returns {Op[]}
 */
function movedBetween(here, there) {
  if (here === undefined || there === undefined) return [];
  const ops = (/** @type {string} */ frame) =>
    /** @type {Partial<Drawing>} */ (JSON.parse(frame)).ops ?? [];
  const stays = new Set(ops(there).map((op) => JSON.stringify(op)));
  return ops(here).filter((op) => !stays.has(JSON.stringify(op)));
}

/**
 * What a frame says before its operations, which are long.
 * @param {string} frame @returns {Partial<Drawing>}
 */
function headOf(frame) {
  const end = frame.indexOf(', "ops": ');
  return JSON.parse(end < 0 ? frame : `${frame.slice(0, end)}}`);
}

/**
 * Frames as JSON by setting; what was used last is dropped last. A background goes with
 * the last frame that stands on it.
 * @param {(name: string) => void} dropBackground
 */
function frameCache(dropBackground) {
  /** @type {Map<string, string>} */
  const frames = new Map();
  /** Name of a background → how many frames stand on it. @type {Map<string, number>} */
  const users = new Map();
  let size = 0; // characters
  /** @type {Map<string, Partial<Drawing>>} */
  const heads = new Map();
  /** @param {string} name */
  function drop(name) {
    const frame = frames.get(name) ?? "";
    const background = heads.get(name)?.on;
    frames.delete(name);
    heads.delete(name);
    size -= frame.length;
    if (!background) return;
    const left = (users.get(background) ?? 0) - 1;
    users.set(background, left);
    if (left > 0) return;
    users.delete(background);
    dropBackground(background);
  }
  return {
    has: (/** @type {string} */ name) => frames.has(name),
    size: () => frames.size,
    /** Where the handles of a frame are. @param {string} name @returns {HandlePlaces} */
    places: (name) => heads.get(name)?.handles ?? {},
    /** @param {string} name */
    get(name) {
      const frame = frames.get(name);
      if (frame !== undefined) {
        frames.delete(name);
        frames.set(name, frame);
      }
      return frame;
    },
    /** @param {string} name @param {string} frame */
    put(name, frame) {
      const head = headOf(frame);
      const background = head.on;
      if (background) users.set(background, (users.get(background) ?? 0) + 1);
      if (frames.has(name)) drop(name);
      frames.set(name, frame);
      heads.set(name, head);
      size += frame.length;
      for (const oldest of frames.keys()) {
        if (size <= CACHE_SIZE || frames.size === 1) break;
        drop(oldest);
      }
    },
    clear() {
      for (const name of [...frames.keys()]) drop(name);
    },
  };
}
