"""Every lab of the course: the CPU time of a frame, of the update in it, and of drawing
the figure by matplotlib: `python benchmarks/frames.py`.

Each lab goes to the same random settings of all its controls for each of the three.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.figures import keep
from kernellab import labs
from tests.every import LABS, of

SETTINGS = 60


def main() -> None:
    print(f"{'lab':24}{'frame, ms':>11}{'update':>9}{'matplotlib':>12}")
    rows = {}
    for name in sys.argv[1:] or LABS:
        rows[name] = cost(of(name))
        said(name, *rows[name])
    frame, update, drawn = map(median, zip(*rows.values(), strict=True))
    said("median", frame, update, drawn)
    if len(rows) == len(LABS):
        keep("frames", {"frame": frame, "update": update, "matplotlib": drawn})


def said(name: str, frame: float, update: float, drawn: float) -> None:
    print(f"{name:24}{frame:11.1f}{update:9.1f}{drawn:12.1f}", flush=True)


def cost(lab: labs.Lab) -> tuple[float, float, float]:
    """Milliseconds of CPU of a frame, of the update alone, and of the update and a
    drawing by matplotlib: means over the settings.
    """
    rng = np.random.default_rng(0)
    settings = [
        {n: c.values[rng.integers(len(c.values))] for n, c in lab.controls.items()}
        for _ in range(SETTINGS)
    ]
    canvas = FigureCanvasAgg(lab._figure)

    def draw(values: dict[str, Any]) -> None:
        lab._move_artists(values)
        canvas.draw()

    settings = [each for each in settings if works(lab, each)]
    frame, update = (
        milliseconds(each, settings) for each in (lab._frame, lab._move_artists)
    )
    return frame, update, milliseconds(draw, settings)


def works(lab: labs.Lab, values: dict[str, Any]) -> bool:
    try:
        lab._move_artists(values)
    except ValueError:
        return False
    return True


def milliseconds(work: Callable[..., object], settings: list[dict[str, Any]]) -> float:
    started = time.process_time()
    for values in settings:
        work(values)
    return 1e3 * (time.process_time() - started) / len(settings)


if __name__ == "__main__":
    main()
