"""A lab's slider against what a notebook has otherwise, in Chromium, here and over a
long link: `python benchmarks/slider.py`.

The figure shows 62 points, a fit and 62 bars. With ipywidgets' interact it is drawn
anew for each value, or its artists move and it is shown anew; ipympl keeps the figure
in the page; a lab has frames. A lag is the time from the key press to the moment after
the frame with the new picture was painted. The link hands each piece of data on after a
delay, each way. A lab's handle is measured in the same way, from the move of the
pointer that holds it; with how far its middle is from the pointer in the drag; and once
more on a page of the site, opened from its file. Its peer is a point of bqplot, which
the page moves alone; the fit to the moved points comes from Python.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

import nbformat
from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(1, str(Path(__file__).parent.parent / "engine" / "tests"))

from askfirst.pages.chromium import chromium, find
from benchmarks.figures import keep
from benchmarks.link import far_away
from tests.browser.lab_page import Course, Notebook
from tests.browser.server import jupyterlab
from tests.browser.site_page import WAKE

Point = tuple[float, ...]  # in pixels of the page
PRESSES, DRAGS, MOVES = 60, 5, 40
DELAYS = (0.0, 0.075)  # seconds each way
WINDOW = {"width": 1280, "height": 900}
COURSE = Path(__file__).parent.parent / "notebooks"

FIGURE = """
import numpy as np
from kernellab import datasets, gram, RBF, ridge_dual
from kernellab import plots

X, y = datasets.stopping()
road = np.linspace(0, 50, 501)[:, None]

def fit(lam):
    alpha = ridge_dual(gram(RBF(3.0), X), y, lam)
    return gram(RBF(3.0), road, X) @ alpha, alpha

def frame(left, right):
    left.plot(X, y, "o", color=plots.DATA, markersize=4.5)
    left.set(xlim=(0, 50), ylim=(-25, 190))
    right.set(xlim=(0, 50), ylim=(-55, 55))

def drawn(left, right):
    frame(left, right)
    f, alpha = fit(1.0)
    return plots.curve(left, road, f), plots.stems(right, X, alpha)

def move(line, bars, lam):
    f, alpha = fit(lam)
    line.set_ydata(f)
    plots.set_stems(bars, X, alpha)
"""
OURS = (
    FIGURE
    + """
from matplotlib.figure import Figure
from kernellab.course.labs import Lab, log_slider

figure = Figure(figsize=(9, 3.5))
left, right = figure.subplots(1, 2)
line, bars = drawn(left, right)
(knob,) = left.plot([22], [170], "o")

def update(lam):
    move(line, bars, lam)
    knob.set_xdata([22 + 8 * np.log10(lam)])
    return f"λ = {lam:.3g}"

Lab(figure, update, handles={"lam": knob}, lam=log_slider(0.01, 1000, start=1))
"""
)
HANDLE = "lab, its handle"
BQPLOT = "bqplot, a moved point"
POINT = (
    FIGURE.replace("from kernellab import plots", "from ipywidgets import HBox, Layout")
    + """
from bqplot import Axis, Bars, Figure, LinearScale, Lines, Scatter

def scales(low, high):
    return {"x": LinearScale(min=0, max=50), "y": LinearScale(min=low, max=high)}

def shown(scales, *marks):
    x, y = scales.values()
    axes = [Axis(scale=x), Axis(scale=y, orientation="vertical")]
    size = Layout(width="450px", height="350px")
    return Figure(marks=marks, axes=axes, layout=size)

left, right = scales(-25, 190), scales(-55, 55)
f, alpha = fit(1.0)
line = Lines(x=road.ravel(), y=f, scales=left)
points = Scatter(
    x=X.ravel(),
    y=y,
    scales=left,
    enable_move=True,
    restrict_y=True,
    update_on_move=True,
)
bars = Bars(x=X.ravel(), y=alpha, scales=right)

def moved(change):
    global y
    y = change["new"]
    line.y, bars.y = fit(1.0)

points.observe(moved, "y")
HBox([shown(left, line, points), shown(right, bars)])
"""
)
INTERACT = (
    FIGURE
    + """
import matplotlib.pyplot as plt
from ipywidgets import FloatLogSlider, interact

def show(lam):
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5))
    frame(left, right)
    f, alpha = fit(lam)
    left.plot(road, f, color=plots.FIT, linewidth=2.2)
    right.bar(X.ravel(), alpha, width=0.3, color=plots.WEIGHTS)
    plt.show()

interact(show, lam=FloatLogSlider(1, min=-2, max=3, step=0.1));
"""
)
MOVING = (
    FIGURE
    + """
import matplotlib.pyplot as plt
from IPython.display import display
from ipywidgets import FloatLogSlider, interact

{magic}
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5))
{close}
line, bars = drawn(left, right)

def show(lam):
    move(line, bars, lam)
    {show}

interact(show, lam=FloatLogSlider(1, min=-2, max=3, step=0.1));
"""
)
IDIOMS = {
    "lab": OURS,
    HANDLE: OURS,
    "interact, new figure": INTERACT,
    "interact, moving artists": MOVING.format(
        magic="", close="plt.close()", show="display(figure)"
    ),
}
if importlib.util.find_spec("ipympl"):
    IDIOMS["ipympl"] = MOVING.format(
        magic="%matplotlib widget", close="", show="figure.canvas.draw_idle()"
    )
if importlib.util.find_spec("bqplot"):
    IDIOMS[BQPLOT] = POINT
IMAGE = """() => {
  const image = document.querySelector('.jp-OutputArea-output img');
  return image?.complete ?
    image.src.length + image.src.slice(-300) : window.probe?.last;
}"""
CANVAS = """() => {
  const canvas = document.querySelector('.jupyter-matplotlib-canvas-div canvas');
  window.small ??= Object.assign(document.createElement('canvas'), { width: 90,
    height: 35 });
  const pen = window.small.getContext('2d', { willReadFrequently: true });
  pen.clearRect(0, 0, 90, 35);
  if (canvas) pen.drawImage(canvas, 0, 0, 90, 35);
  return new Uint32Array(pen.getImageData(0, 0, 90, 35).data.buffer).reduce((a, b) =>
    (Math.imul(a, 31) + b) | 0, 7);
}"""
FRAMES = "() => document.querySelector('.lab-live canvas').dataset.frames"
SIGNATURES = {
    "lab": FRAMES,
    HANDLE: FRAMES,
    "interact, new figure": IMAGE,
    "interact, moving artists": IMAGE,
    "ipympl": CANVAS,
    BQPLOT: "() => document.querySelector('.bqplot path.line')?.getAttribute('d')",
}
# Of what is dragged: its place, the area of its picture, the way of a drag, and its
# ends, as parts of the area.
TAKEN = {
    HANDLE: (".lab-handle", ".lab-live canvas", (1, 0), (0.17, 0.45)),
    BQPLOT: (".bqplot .element >> nth=36", ".bqplot svg", (0, 1), (0.75, 0.35)),
}
HELD = {
    HANDLE: "() => document.querySelector('.lab-held')",
    BQPLOT: "() => document.querySelectorAll('.bqplot .element')[36]",
}
PROBE = """(signature, held) => {
  const probe = (window.probe = { last: signature(), pressed: null, lags: [],
    painted: [], away: [] });
  // Its message comes when the frame has been painted.
  const after = new MessageChannel();
  after.port1.onmessage = ({ data }) => probe.lags.push(performance.now() - data);
  const look = () => {
    const now = signature();
    if (now !== probe.last) {
      probe.last = now;
      probe.painted.push(performance.now());
      if (probe.pressed !== null) after.port2.postMessage(probe.pressed);
      probe.pressed = null;
    }
    const box = probe.at && held()?.getBoundingClientRect();
    if (box) probe.away.push(Math.hypot(box.left + box.width / 2 -
      probe.at.x, box.top + box.height / 2 - probe.at.y));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  document.addEventListener('keydown', () => (probe.pressed = performance.now()), true);
  document.addEventListener('pointermove', (event) => {
    if (!event.buttons || !held()) return;
    probe.pressed = performance.now();
    probe.at = { x: event.clientX, y: event.clientY };
  }, true);
}"""


def main() -> None:
    executable = find()
    if executable is None:
        sys.exit("There is no Chromium on this machine, so no slider was measured.")
    found = {}
    for peer, idiom in (("ipympl", "ipympl"), ("bqplot", BQPLOT)):
        if idiom not in IDIOMS:
            print(
                f"{peer} is not installed beside the course, so it was not measured:"
                f" pip install {peer}."
            )
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        for number, code in enumerate(IDIOMS.values()):
            write(Path(folder) / f"{number}.ipynb", nbformat.v4.new_code_cell(code))
        with (
            jupyterlab(Path(folder), Path(home)) as address,
            chromium(executable) as browser,
        ):
            for delay in DELAYS:
                head(f"{1000 * delay:.0f} ms each way")
                with far_away(address, delay) as far:
                    for number, name in enumerate(IDIOMS):
                        with browser.new_context(viewport=WINDOW) as context:
                            notebook = Course(context, far).open(f"{number}.ipynb")
                            notebook.run_all()
                            if name in TAKEN:
                                figures = measure_handle(notebook.page, name)
                            else:
                                figures = measure(notebook, name)
                        found |= said(name, f"{1000 * delay:.0f}", figures)
    with chromium(executable) as browser:
        head("a page from disk")
        found |= said(HANDLE, "disk", on_a_page(browser))
    keep("slider", found)


def write(path: Path, *cells) -> None:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(
        cells=list(cells), metadata={"kernelspec": kernel}
    )
    nbformat.write(notebook, path)


def head(where: str) -> None:
    print(
        f"\n{where:26}{'first move':>12}{'p50':>8}{'p95':>8}   ms{'pictures of 40':>18}"
        f"{'from the pointer, px':>22}"
    )


def said(
    name: str, where: str, figures: tuple[list[float], float, float | None]
) -> dict[str, float]:
    """The figures by name, after they were printed."""
    lags, pictures, away = figures
    first, p50, p95 = lags[0], median(lags[1:]), quantiles(lags[1:], n=20)[-1]
    numbers = f"{name:26}{first:12.0f}{p50:8.1f}{p95:8.1f}{pictures:23.0f}"
    print(numbers + (f"{away:22.1f}" if away is not None else ""), flush=True)
    found = {"first": first, "p50": p50, "p95": p95, "pictures": pictures}
    found |= {"away": away} if away is not None else {}
    return {f"{name}, {where}, {each}": value for each, value in found.items()}


def on_a_page(browser: Browser) -> tuple[list[float], float, float]:
    """The lab's handle on a page of the site, with the network refused."""
    with tempfile.TemporaryDirectory() as folder:
        title = nbformat.v4.new_markdown_cell("# A lab")
        write(
            Path(folder) / "00_lab.ipynb",
            title,
            nbformat.v4.new_code_cell(OURS.strip()),
        )
        shutil.copy(COURSE / "index.md", folder)
        site = Path(folder) / "site"
        command = [sys.executable, "-m", "kernellab", "site", folder, "--to", site]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with browser.new_context(viewport=WINDOW, offline=True) as context:
            page = context.new_page()
            page.goto((site / "00_lab.html").as_uri())
            page.evaluate(WAKE)
            return measure_handle(page, HANDLE)


def measure(notebook: Notebook, name: str) -> tuple[list[float], float, None]:
    """The lags of single moves, and how many pictures a drag of 40 moves in a second
    shows (the median of five).
    """
    page = notebook.page
    handle = page.locator(
        ".lab-controls input[type=range]" if name == "lab" else ".noUi-handle"
    ).first
    handle.wait_for()
    page.wait_for_timeout(2000)
    page.evaluate(f"({PROBE})({SIGNATURES[name]}, () => null)")
    handle.focus()
    for i in range(PRESSES):
        page.keyboard.press("ArrowRight" if i % 20 < 10 else "ArrowLeft")
        page.wait_for_timeout(600)
    lags = page.evaluate("window.probe.lags")
    pictures = median(drag(page, name, there=i % 2 == 0) for i in range(DRAGS))
    return lags, pictures, None


def measure_handle(page: Page, name: str) -> tuple[list[float], float, float]:
    """The same for what is dragged in the picture, and how far its middle is from the
    pointer in the drags, in pixels (the median of all animation frames).
    """
    selector, area, (right, down), parts = TAKEN[name]
    handle = page.locator(selector).first
    handle.wait_for()
    page.wait_for_timeout(2000)
    handle.scroll_into_view_if_needed()
    page.evaluate(f"({PROBE})({SIGNATURES[name]}, {HELD[name]})")
    box = page.locator(area).first.bounding_box()
    # As far as a handle of the lab goes from one setting to the next, or more
    step = 0.0057 * box["width"]
    x, y = take(page, handle)
    for i in range(PRESSES):
        way = 1 if i % 20 < 10 else -1
        x, y = x + step * way * right, y + step * way * down
        page.mouse.move(x, y)
        page.wait_for_timeout(600)
    lags = page.evaluate("window.probe.lags")
    page.mouse.up()
    pictures, away = [], []
    for i in range(DRAGS):
        here = take(page, handle)
        ends = [
            (box["x"] + part * box["width"], here[1])
            if right
            else (here[0], box["y"] + part * box["height"])
            for part in (parts if i % 2 == 0 else parts[::-1])
        ]
        for at in range(20):
            page.mouse.move(*between(here, ends[0], (at + 1) / 20))
            page.wait_for_timeout(20)
        page.wait_for_timeout(600)
        page.evaluate("window.probe.away.length = 0")
        pictures.append(moves(page, *ends))
        away += page.evaluate("window.probe.away")
        page.mouse.up()
        page.wait_for_timeout(800)
    return lags, median(pictures), median(away)


def between(start: Point, end: Point, part: float) -> Point:
    return tuple(a + (b - a) * part for a, b in zip(start, end, strict=True))


def take(page, handle) -> Point:
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_timeout(600)
    return x, y


def drag(page, name: str, there: bool) -> int:
    """Pictures shown in one drag along the slider, of 40 moves in a second."""
    track = page.locator(
        ".lab-controls input[type=range]" if name == "lab" else ".noUi-target"
    ).first.bounding_box()
    left, right, y = (
        track["x"] + 10,
        track["x"] + track["width"] - 10,
        track["y"] + track["height"] / 2,
    )
    start, end = (left, right) if there else (right, left)
    if name != "lab":  # its handle has to be grabbed where it stands
        handle = page.locator(".noUi-handle").first.bounding_box()
        start, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(start, y)
    page.mouse.down()
    page.wait_for_timeout(600)
    pictures = moves(page, (start, y), (end, y))
    page.mouse.up()
    page.wait_for_timeout(800)
    return pictures


def moves(page, start: Point, end: Point) -> int:
    """Pictures shown while the pointer, which holds something, goes there."""
    began = page.evaluate("window.probe.painted.length = 0, performance.now()")
    for i in range(1, MOVES + 1):
        page.mouse.move(*between(start, end, i / MOVES))
        page.wait_for_timeout(
            max(0, began + 1000 / MOVES * i - page.evaluate("performance.now()"))
        )
    return page.evaluate("window.probe.painted.length")


if __name__ == "__main__":
    main()
