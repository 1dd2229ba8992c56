"""Every lab of the course: pictures in a drag of 40 moves in a second, on its first
slider: `python benchmarks/labs.py`.

Beside them: how many settings the slider has (a drag cannot show more), what a setting
costs Python, and what a frame weighs.
"""

from __future__ import annotations

import sys
import tempfile
import time
import zlib
from pathlib import Path
from statistics import median

import nbformat

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from askfirst.pages.chromium import chromium, find
from benchmarks.slider import MOVES, PROBE, SIGNATURES, drag
from kernellab import labs
from tests.browser.lab_page import Course
from tests.browser.server import jupyterlab
from tests.every import LABS, STEPPED, of

ENOUGH = 30  # pictures in a drag, below which the table says why


def main() -> None:
    executable = find()
    if executable is None:
        sys.exit("There is no Chromium on this machine, so no lab was measured.")
    names = sys.argv[1:] or [*LABS, *STEPPED]
    print(
        f"{'lab':24}{'of 40':>8}{'settings':>10}{'update, ms':>12}"
        f"{'frame, ms':>11}{'kB':>6}"
        f"   why below {ENOUGH} of 40"
    )
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        for name in names:
            code = (
                f"import sys\nsys.path.insert(0, {sys.path[0]!r})\nfrom"
                f" tests.every import of\nof({name!r})"
            )
            kernel = {
                "kernelspec": {
                    "name": "python3",
                    "display_name": "Python 3",
                    "language": "python",
                }
            }
            notebook = nbformat.v4.new_notebook(
                cells=[nbformat.v4.new_code_cell(code)], metadata=kernel
            )
            nbformat.write(notebook, Path(folder) / f"{name}.ipynb")
        with (
            jupyterlab(Path(folder), Path(home)) as address,
            chromium(executable) as browser,
        ):
            for name in names:
                print(
                    row(
                        name,
                        Course(
                            browser.new_context(
                                viewport={"width": 1280, "height": 900}
                            ),
                            address,
                        ),
                    ),
                    flush=True,
                )


def row(name: str, course: Course) -> str:
    lab = of(name)
    sliders = [
        each
        for each, control in lab.controls.items()
        if control.kind in ("linear", "log")
    ]
    if not sliders:
        return f"{name:24}   no slider"
    update, frame, weight = cost(lab, sliders[0])
    notebook = course.open(f"{name}.ipynb")
    notebook.run_all()
    for each in notebook.labs():
        each.skip()
    notebook.page.evaluate(f"({PROBE})({SIGNATURES['lab']})")
    handle = notebook.page.locator(".lab-controls input[type=range]").first
    handle.scroll_into_view_if_needed()
    handle.focus()
    notebook.page.wait_for_timeout(1500)
    pictures = median(drag(notebook.page, "lab", there=i % 2 == 0) for i in range(3))
    course.context.close()
    settings = len(lab.controls[sliders[0]].values)
    why = (
        ""
        if pictures >= ENOUGH
        else (
            "few settings"
            if settings < MOVES
            else "slow to compute"
            if update > 20
            else "slow to draw"
        )
    )
    return (
        f"{name:24}{pictures:8.0f}{settings:10d}{update:12.1f}{frame:11.1f}"
        f"{weight:6.1f}   {why}"
    )


def cost(lab: labs.Lab, slider: str) -> tuple[float, float, float]:
    """Milliseconds of update and of writing the frame, and the frame's kilobytes
    deflated: medians over the slider.
    """
    updates, frames, weights = [], [], []
    values = lab.controls[slider].values
    for value in values[:: max(1, len(values) // 25)]:
        try:
            started = time.perf_counter()
            lab._move_artists(lab.values | {slider: value})
            between = time.perf_counter()
            drawing = lab._painter.paint()
        except ValueError:
            continue
        updates.append(between - started)
        frames.append(time.perf_counter() - between)
        weights.append(len(zlib.compress(drawing.ops.encode(), 1)))
    return 1e3 * median(updates), 1e3 * median(frames), 1e-3 * median(weights)


if __name__ == "__main__":
    main()
