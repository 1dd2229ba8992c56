"""What a page without Python keeps of a lab: each control alone from the start, a grid
for each group of them that moves together, and with the room that is left all of them
together, so that a control finds the others where they were left.

A *setting* is a list of positions, one for each control. A prepared lab is plain data:
the state of its widget and a frame for each setting, the start first; ``prepared.js``
answers from it as Python would. A control without effect at a setting is at its start
there: the frame is that of all its positions.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

import numpy as np

from askfirst.labs.controls import Control
from askfirst.labs.playable import Playable

Setting = tuple[int, ...]
MOST = 350  # frames of controls alone, and again of all together, at most
# Base 64 letters of a lab that the frames of all controls together may fill up.
FULL = 700_000
# Positions of each of two controls in their grid together. With 22 a setting would be
# 1.4 % of a control's way from the nearest one kept, in the mean, in place of 1.7 %.
# Three controls never have as many: of each, MOST leaves room for seven.
FINE = 12
LEVEL = 7  # of deflating: 9 saves another 2 % and takes two to six times as long


@dataclass(frozen=True)
class Positions:
    """How many positions each control has (``counts``), the one where it starts
    (``start``), and which controls are without effect at a setting (``idle``).
    """

    counts: Sequence[int]
    start: Sequence[int]
    idle: Callable[[Setting], Iterable[int]] = lambda _: ()

    def settings(
        self, together: Sequence[Sequence[int]] = (), most: int = MOST
    ) -> list[Setting]:
        """The settings to prepare, the start first: each control alone, and those of
        each group of ``together`` on the finest grid that fits.

        Where the controls alone take more than ``most`` settings, each keeps evenly
        spread positions. A group within another one is refined by what all others
        leave.

        >>> Positions([3, 2], [1, 0]).settings()
        [(1, 0), (0, 0), (2, 0), (1, 1)]
        >>> len(Positions([3, 2], [1, 0]).settings([[0, 1]]))
        6
        >>> len(Positions([3, 3, 2], [1, 1, 0]).settings([[0, 1]], most=10))
        10
        >>> idle = lambda setting: [1] if setting[0] == 1 else []
        >>> Positions([3, 2], [1, 0], idle).settings()
        [(1, 0), (0, 0), (2, 0)]
        """
        few = min(max(self.counts), most)  # one control has no room for more
        while len(alone := self._alone(few)) > most:
            few -= 1
        found = dict.fromkeys(map(self._without_idle, alone))
        within = [one for one in together if any({*one} < {*each} for each in together)]
        for groups in ([one for one in together if one not in within], within):
            for left, group in zip(range(len(groups), 0, -1), groups, strict=True):
                room = (most - len(found)) // left
                found |= dict.fromkeys(self._grid(group, room, kept={*found}))
        return list(found)

    def all_together(
        self, together: Sequence[Sequence[int]], room: int, whole: Sequence[int] = ()
    ) -> list[Setting]:
        """Settings of all controls on the finest grid with no more than ``room`` of
        them; where there is none, of each group of ``together`` with each of the other
        controls. The controls of ``whole``, choices, have all their positions in it.

        >>> len(Positions([9, 9, 9], [4, 4, 4]).all_together([], room=30))
        27
        """
        moving = [i for i, count in enumerate(self.counts) if count > 1]
        if len(moving) < 2:
            return []
        if grid := self._grid(moving, room, whole):
            return grid
        pairs = product(together or [()], moving)
        groups = [[*group, each] for group, each in pairs if each not in group]
        found: dict[Setting, None] = {}
        for left, group in zip(range(len(groups), 0, -1), groups, strict=True):
            more = self._grid(group, (room - len(found)) // left, whole)
            found |= dict.fromkeys(more)
        return list(found)

    def _alone(self, few: int) -> dict[Setting, None]:
        found = {tuple(self.start): None}
        for index in range(len(self.counts)):
            found |= dict.fromkeys(product(*self._axes([index], few)))
        return found

    def _without_idle(self, setting: Setting) -> Setting:
        """The setting with the controls without effect at their start."""
        idle = {*self.idle(setting)}
        return tuple(self.start[i] if i in idle else at for i, at in enumerate(setting))

    def _grid(
        self,
        together: Sequence[int],
        room: int,
        whole: Sequence[int] = (),
        kept: Set[Setting] = frozenset(),
    ) -> list[Setting]:
        """The finest over ``together`` that adds ``room`` settings to the ``kept``."""
        grid: list[Setting] = []
        before = 0
        for few in range(2, max(self.counts[i] for i in together) + 1):
            axes = self._axes(together, few, whole)
            size = prod(map(len, axes))
            if size == before:
                continue
            if size > 20 * room:  # whatever is idle
                break
            before = size
            finer = list(dict.fromkeys(map(self._without_idle, product(*axes))))
            if len({*finer} - kept) > room:
                break
            grid = finer
        return grid

    def _axes(
        self, moving: Sequence[int], few: int, whole: Sequence[int] = ()
    ) -> list[list[int]]:
        """Positions of each control: the start of one that does not move, all of
        ``whole``, and else about ``few``, evenly, both ends and the start among them.
        """
        axes = []
        for i, count in enumerate(self.counts):
            many = 0 if i not in moving else count if i in whole else min(few, count)
            spread = np.linspace(0, count - 1, many).round().astype(int).tolist()
            axes.append(sorted({self.start[i], *spread}))
        return axes


def prepared(lab: Playable, most: int = MOST) -> dict[str, Any]:
    """A lab or a stepper as a page keeps it: plain data. It has no more than ``most``
    frames of single controls and of those that move together, and no more than as many
    of all controls, while the lab is small.

    The steps of a derivation come with its data, so its slider for the step takes no
    frames. A box to write in becomes a choice between the texts that its author
    prepared.
    """
    names = list(lab.controls)
    controls = [_offered(lab, name) for name in names]
    start = [control.values.index(control.start) for control in controls]
    free = [name in lab.instant for name in names]
    counts, pinned = [], []
    for control, position, instant in zip(controls, start, free, strict=True):
        counts.append(1 if instant else len(control.values))
        pinned.append(0 if instant else position)
    moved = [frozenset((*each.sets_first, *each.names)) for each in lab.handles]
    groups = {frozenset(lab.together): None}
    for group in moved:
        if len(group) > 1 and not any(group < other for other in moved):
            groups[group] = None
    together = [[*map(names.index, group)] for group in groups if group]

    def valued(setting: Setting) -> dict[str, Any]:
        return {
            name: control.values[position]
            for name, control, position in zip(names, controls, setting, strict=True)
        }

    def idle(setting: Setting) -> list[int]:
        known = lab.idle(**valued(setting))
        return [i for i, name in enumerate(names) if name in known]

    positions = Positions(counts, pinned, idle)
    chosen = positions.settings(together, most)
    frames = lab.frames([valued(each) for each in chosen])
    letters = sum(map(len, packed(frames))) / len(chosen)
    moving = sum(count > 1 for count in counts)
    room = min(most, FINE**moving, int(FULL / letters) - len(chosen))
    whole = [i for i, each in enumerate(controls) if each.kind in ("choice", "text")]
    grid = positions.all_together(together, room, whole)
    known = {*chosen}
    if more := [each for each in grid if each not in known]:
        chosen += more
        frames = lab.frames([valued(each) for each in more], frames)
    state = lab.widget_state()
    for spec, control, position in zip(state["controls"], controls, start, strict=True):
        spec["start"] = position
        if control.kind == "text":
            spec |= {"kind": "choice", "texts": list(control.values)}
        elif control.values != lab.controls[spec["name"]].values:
            spec["label"] += f" ({len(control.values)} of {len(spec['texts'])})"
            spec["texts"] = [control.text(value) for value in control.values]
    return {
        "state": state,
        "start": start,
        "free": free,
        "settings": chosen,
        "idle": [idle(each) for each in chosen],
        **frames,
    }


def _offered(lab: Playable, name: str) -> Control:
    """A control with the values that a page without Python has of it."""
    control = lab.controls[name]
    kept = {each.sets_first[name] for each in lab.handles if name in each.sets_first}
    if not kept:
        return control
    kept.add(control.start)
    return replace(control, values=tuple(v for v in control.values if v in kept))


def packed(made: dict[str, Any]) -> list[str]:
    """A prepared lab for a script: what its first picture needs, then all frames."""
    frames, veiled = made["frames"], made["veiled"]
    first = made | {"frames": frames[:1], "veiled": veiled[:1]}
    return [_deflated(first), _deflated("\n".join([*frames, *veiled]))]


def _deflated(data: Any) -> str:
    """Text, or plain data as JSON, deflated, in base 64."""
    text = data if isinstance(data, str) else json.dumps(data, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), LEVEL)).decode()
