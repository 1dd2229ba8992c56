// Which settings the hand may want next.

const PREFETCH = 60; // settings that one message wishes for, at most
const REACH = 8; // positions each way that are wished for around a handle in the plane

/**
 * The control in use, or the two that a handle moves, and the frames that are wished for
 * around it.
 * @param {object} lab
 * @param {(index: number) => Whole} lab.count of the positions of a control
 * @param {() => Setting} lab.here
 * @param {(handle: string) => { from: Setting }} lab.aim
 * @param {(setting: Setting) => boolean} lab.has whether its frame is there
 * @param {((setting: Setting) => boolean) | undefined} lab.knows whether a page has it
 * @param {(settings: Setting[]) => string} lab.key
 * @param {(settings: Setting[]) => boolean} lab.wish
 * @param {(handle?: string) => void} lab.changed called when another control is in use
 */
function wishing({ count, here, aim, has, knows, key, wish, changed }) {
  /**
   * The way each control goes, the handle that moves them, and what was last wished.
   * @type {{ indices: number[], ways: number[], handle?: string, wish?: string } | null}
   */
  let active = null;
  /** The setting around which the page has no other. @type {string | null} */
  let lacking = null;
  /** @type {number | undefined} */
  let timer;

  /** @param {number[]} indices @param {string} [handle] */
  const isActive = (indices, handle) =>
    String(active?.indices) === String(indices) && active?.handle === handle;

  /** @param {number[]} indices @param {string} [handle] the one that moves them */
  function activate(indices, handle) {
    if (!isActive(indices, handle)) {
      changed(handle);
      active = { indices, handle, ways: indices.map(() => 1) };
      lacking = null; // that was said of other controls
    }
    prefetch();
  }

  // Wish for the other settings of the active controls, the nearest first.
  function prefetch() {
    if (active === null || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (active === null) return;
      const { indices, ways, handle } = active;
      const counts = indices.map(count);
      const from = handle ? aim(handle).from : here();
      const first = from === here() ? [] : [from];
      const reach = knows ? Math.max(...counts) : REACH;
      const lacked = [
        ...first,
        ...neighbours(from, indices, counts, ways, reach),
      ].filter((setting) => !has(setting));
      // A page that has some of them, however far, is asked for no others.
      const known = lacked.filter((setting) => knows?.(setting) ?? true);
      const settings = (known.length ? known : lacked).slice(0, PREFETCH);
      if (!settings.length || key(settings) === active.wish) return;
      active.wish = key(settings);
      wish(settings);
    }, 30);
  }

  return {
    activate,
    prefetch,
    /**
     * The controls go from one setting to another.
     * @param {number[]} indices
     * @param {Setting} from
     * @param {Setting} to
     * @param {string} [handle]
     */
    move(indices, from, to, handle) {
      if (!isActive(indices, handle)) activate(indices, handle);
      else if (active)
        active.ways = active.ways.map((way, i) => {
          const index = indices[i];
          return Math.sign(Number(to[index]) - Number(from[index])) || way;
        });
    },
    /** @param {string} setting */
    lacksAround: (setting) => lacking === setting,
    /** @param {string | null} setting */
    setLacking(setting) {
      lacking = setting;
    },
    stop() {
      active = null;
      clearTimeout(timer);
    },
  };
}
