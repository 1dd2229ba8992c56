"""What a page without Python keeps of a lab: each control alone from the start, and a
grid for each group of them that moves together.

A *setting* is a list of positions, one for each control. A prepared lab is plain data:
the state of its widget and a frame for each setting, the start first; ``prepared.js``
answers from it as Python would.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from kernellab.interactive.controls import Control
from kernellab.interactive.playable import Playable
from kernellab.interactive.site.command import MOST


def settings(
    counts: Sequence[int],
    start: Sequence[int],
    together: Sequence[Sequence[int]] = (),
    most: int = MOST,
) -> list[tuple[int, ...]]:
    """The settings to prepare, the start first: each control alone, and those of each
    group of ``together`` on the finest grid that fits.

    ``counts`` are the numbers of positions of the controls and ``start`` is a position
    of each. Where the controls alone take more than ``most`` settings, each keeps
    evenly spread positions. A group within another one is refined by what all others
    leave.

    >>> settings([3, 2], [1, 0])
    [(1, 0), (0, 0), (2, 0), (1, 1)]
    >>> len(settings([3, 2], [1, 0], together=[[0, 1]]))
    6
    """
    few = max(counts)
    while len(found := _alone(counts, start, few)) > most:
        few -= 1
    within = [any({*one} < {*other} for other in together) for one in together]
    for inner in (False, True):
        groups = [
            one for one, inside in zip(together, within, strict=True) if inside == inner
        ]
        for left, group in zip(range(len(groups), 0, -1), groups, strict=True):
            room = (most - len(found)) // left
            found |= dict.fromkeys(_grid(counts, start, group, room))
    return list(found)


def _alone(
    counts: Sequence[int], start: Sequence[int], few: int
) -> dict[tuple[int, ...], None]:
    found = {tuple(start): None}
    for index, count in enumerate(counts):
        for position in _spread(count, start[index], few):
            found[*start[:index], position, *start[index + 1 :]] = None
    return found


def _grid(
    counts: Sequence[int], start: Sequence[int], together: Sequence[int], room: int
) -> list[tuple[int, ...]]:
    """The finest grid over the controls ``together`` of at most ``room`` settings."""
    grid: list[tuple[int, ...]] = []
    for few in range(2, max(counts[i] for i in together) + 1):
        axes = [
            _spread(counts[i], start[i], few) if i in together else [start[i]]
            for i in range(len(counts))
        ]
        finer = list(product(*axes))
        if len(finer) > room:
            break
        grid = finer
    return grid


def _spread(count: int, start: int, few: int) -> list[int]:
    """About ``few`` of ``count`` positions, evenly spread, with both ends and start."""
    return sorted(
        {
            start,
            *np.linspace(0, count - 1, min(few, count)).round().astype(int).tolist(),
        }
    )


def prepared(lab: Playable, most: int = MOST) -> dict[str, Any]:
    """A lab or a stepper as a page keeps it, with no more than ``most`` frames: plain
    data.

    The steps of a derivation come with its data, so its slider for the step takes no
    frames. A box to write in becomes a choice between the texts that its author
    prepared.
    """
    names = list(lab.controls)
    controls = [_offered(lab, name) for name in names]
    start = [control.values.index(control.start) for control in controls]
    free = [name in lab.instant for name in names]
    counts = [
        1 if each else len(control.values)
        for control, each in zip(controls, free, strict=True)
    ]
    pinned = [
        0 if each else position for position, each in zip(start, free, strict=True)
    ]
    pairs = [pair for pair in lab.pairs if {*pair} != {*lab.together}]
    groups = [group for group in (lab.together, *pairs) if group]
    together = [[names.index(name) for name in group] for group in groups]
    chosen = settings(counts, pinned, together, most)
    values = [
        {
            name: control.values[position]
            for name, control, position in zip(names, controls, each, strict=True)
        }
        for each in chosen
    ]
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
        "values": [list(control.values) for control in controls],
        **lab.frames(values),
    }


def _offered(lab: Playable, name: str) -> Control:
    """A control with the values that a page without Python has of it."""
    control = lab.controls[name]
    if name not in lab.offered:
        return control
    kept = {control.start, *lab.offered[name]}
    return replace(control, values=tuple(v for v in control.values if v in kept))


def packed(made: dict[str, Any]) -> list[str]:
    """A prepared lab as texts of few letters, for a script of a page: first what its
    first picture needs; then, for a lab with frames, all of them, one a line.

    >>> len(packed({"frames": ["{}", "{}"], "veiled": []}))
    2
    >>> len(packed({"runs": []}))
    1
    """
    if "frames" not in made:
        return [_deflated(made)]
    frames, veiled = made["frames"], made["veiled"]
    first = made | {"frames": frames[:1], "veiled": veiled[:1]}
    return [_deflated(first), _deflated("\n".join([*frames, *veiled]))]


def _deflated(data: Any) -> str:
    """Text, or plain data as JSON, deflated, in base 64."""
    text = data if isinstance(data, str) else json.dumps(data, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
