// Which settings the hand may want next.

const PREFETCH = 60; // settings that one message wishes for, at most
const REACH = 8; // positions each way that are wished for around a handle in the plane

/**
 * The control in use, or the two that a handle moves, and the frames that are wished for
 * around it.
 * @param {Lab} lab
 */
function wishing(lab) {
  const { knows } = lab.model;
  /**
   * The way each control goes, the handle that moves them, and what was last wished.
   * @type {{ indices: number[], ways: number[], handle?: string, wish?: string } | null}
   */
  let active = null;
  /** The setting around which the page has no other. @type {string | null} */
  let lacking = null;
  let timer = 0;

  /** @param {number[]} indices @param {string} [handle] */
  const isActive = (indices, handle) =>
    String(active?.indices) === String(indices) && active?.handle === handle;

  /** @param {number[]} indices @param {string} [handle] the one that moves them */
  function activate(indices, handle) {
    if (!isActive(indices, handle)) {
      const { handles } = lab.view;
      if (!handles?.holds && handle !== handles?.pulled?.key) handles?.drop();
      active = { indices, handle, ways: indices.map(() => 1) };
      lacking = null; // that was said of other controls
    }
    prefetch();
  }

  function prefetch() {
    if (active !== null && !timer) timer = setTimeout(wish, 30);
  }

  // Wish for the other settings of the active controls, the nearest first.
  function wish() {
    timer = 0;
    if (active === null) return;
    const { positions: here, rows, stage } = lab;
    const { indices, ways, handle } = active;
    const counts = indices.map((index) => rows[index].count);
    const from = handle ? lab.moves.aim(handle).from : here;
    const first = from === here ? [] : [from];
    const reach = knows ? Math.max(...counts) : REACH;
    const around = neighbours(from, indices, counts, ways, reach);
    const lacked = [...first, ...around].filter((setting) => !stage.has(setting));
    // A page that has some of them, however far, is asked for no others.
    const known = lacked.filter((setting) => knows?.(setting) ?? true);
    const settings = (known.length ? known : lacked).slice(0, PREFETCH);
    const wish = String(settings.map(stage.key));
    if (!settings.length || wish === active.wish) return;
    active.wish = wish;
    lab.wire.wish(settings);
    lab.moves.waitForWish();
  }

  return {
    activate,
    prefetch,
    /**
     * The controls go from one setting to another.
     * @param {number[]} indices @param {Setting} from @param {Setting} to
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
