// Frames that a lab keeps.

const CACHE_SIZE = 8e6; // characters of frames

/** The text that Python deflated. @param {DataView<ArrayBuffer>} bytes */
function inflated(bytes) {
  const stream = new Blob([bytes]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream("deflate"))).text();
}

/**
 * The operations of a frame that another one lacks.
 * @param {(string | undefined)[]} frames @returns {Op[]}
 */
function movedBetween([here, there]) {
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
  /** @type {Map<string, { frame: string, head: Partial<Drawing> }>} */
  const kept = new Map();
  let size = 0; // characters

  /** @param {string | undefined} background */
  function release(background) {
    const used = [...kept.values()].some(({ head }) => head.on === background);
    if (background && !used) dropBackground(background);
  }

  /** @param {string} name */
  function drop(name) {
    const found = kept.get(name);
    kept.delete(name);
    size -= found?.frame.length ?? 0;
    release(found?.head.on);
  }

  return {
    has: (/** @type {string} */ name) => kept.has(name),
    size: () => kept.size,
    /** Where the handles of a frame are. @param {string} name @returns {HandlePlaces} */
    places: (name) => kept.get(name)?.head.handles ?? {},
    /** @param {string} name */
    get(name) {
      const found = kept.get(name);
      kept.delete(name);
      if (found) kept.set(name, found);
      return found?.frame;
    },
    /** @param {string} name @param {string} frame */
    put(name, frame) {
      const before = kept.get(name);
      kept.delete(name);
      kept.set(name, { frame, head: headOf(frame) });
      size += frame.length - (before?.frame.length ?? 0);
      release(before?.head.on);
      for (const oldest of kept.keys()) {
        if (size <= CACHE_SIZE || kept.size === 1) break;
        drop(oldest);
      }
    },
    clear() {
      for (const name of [...kept.keys()]) drop(name);
    },
  };
}
