// Where a handle takes the controls.

const NUDGE = 6; // pixels of a pull that finds no other setting

/**
 * The control, or the two, that a handle moves, and the setting from which: another one
 * where the handle chooses what the present setting does not.
 * @param {ControlSpec[]} specs @param {Setting} positions @param {string} handle
 * @returns {{ indices: number[], from: Setting }}
 */
function aimed(specs, positions, handle) {
  const [names, chosen] = handle.split("|");
  const indices = names
    .split(" ")
    .map((name) => specs.findIndex((spec) => spec.name === name));
  if (chosen === undefined) return { indices, from: positions };
  const [choosing, ...moved] = indices;
  const position = specs[choosing].texts.indexOf(chosen);
  if (positions[choosing] === position) return { indices: moved, from: positions };
  const from = moved.reduce(
    (setting, index) => setting.with(index, specs[index].start),
    positions.with(choosing, position),
  );
  return { indices: moved, from };
}

/**
 * The setting whose handle is nearest to the hand, among those that differ in its
 * controls alone; where a page has none of these and `gives`, one beside it.
 * @param {{ indices: number[], from: Setting }} aim
 * @param {Whole[]} counts of the positions of its controls
 * @param {Setting} here
 * @param {(setting: Setting) => number} away from the hand; Infinity where not known
 * @param {boolean} gives
 */
function pulledTo({ indices, from }, counts, here, away, gives) {
  let best = here;
  let least = from === here ? away(here) : Infinity;
  let alone = true;
  const now = JSON.stringify(here);
  for (const setting of others(from, indices, counts)) {
    const distance = away(setting);
    if (distance < Infinity && JSON.stringify(setting) !== now) alone = false;
    if (distance >= least) continue;
    best = setting;
    least = distance;
  }
  const [index] = indices;
  if (gives && alone && best === here && least > NUDGE)
    best = from.with(index, Number(from[index]) + (from[index] === 0 ? 1 : -1));
  return best;
}
