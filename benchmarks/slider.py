"""A slider of ours against ipywidgets' interact on the same figure, in Chromium: `python benchmarks/slider.py`.

The figure shows 62 points, a fit and 62 bars. With interact it is written as one writes it there, a new figure for
each value; with ours, artists that move. A lag is the time from the key press to the moment after the frame with the
new picture was painted.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

import nbformat

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.chromium import chromium, find
from tests.browser.lab_page import Course, Notebook
from tests.browser.server import jupyterlab

PRESSES, DRAGS = 60, 5

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
"""
OURS = (
    FIGURE
    + """
from matplotlib.figure import Figure
from kernellab.course.labs import Lab, log_slider

figure = Figure(figsize=(9, 3.5))
left, right = figure.subplots(1, 2)
frame(left, right)
f, alpha = fit(1.0)
line, bars = plots.curve(left, road, f), plots.stems(right, X, alpha)

def update(lam):
    f, alpha = fit(lam)
    line.set_ydata(f)
    plots.set_stems(bars, X, alpha)
    return f"λ = {lam:.3g}"

Lab(figure, update, lam=log_slider(0.01, 1000, start=1))
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
SIGNATURES = {
    "ours": "() => document.querySelector('.lab-live canvas').dataset.frames",
    "interact": """() => {
      const image = document.querySelector('.jp-OutputArea-output img');
      return image?.complete ? image.src.length + image.src.slice(-300) : window.probe?.last;
    }""",
}
PROBE = """(signature) => {
  const probe = (window.probe = { last: signature(), pressed: null, lags: [], painted: [] });
  const after = new MessageChannel(); // its message comes when the frame has been painted
  after.port1.onmessage = ({ data }) => probe.lags.push(performance.now() - data);
  const look = () => {
    const now = signature();
    if (now !== probe.last) {
      probe.last = now;
      probe.painted.push(performance.now());
      if (probe.pressed !== null) after.port2.postMessage(probe.pressed);
      probe.pressed = null;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  document.addEventListener('keydown', () => (probe.pressed = performance.now()), true);
}"""


def main() -> None:
    executable = find()
    if executable is None:
        sys.exit("There is no Chromium on this machine, so no slider was measured.")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        for name, code in (("ours", OURS), ("interact", INTERACT)):
            kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
            notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)], metadata=kernel)
            nbformat.write(notebook, Path(folder) / f"{name}.ipynb")
        with jupyterlab(Path(folder), Path(home)) as address, chromium(executable) as browser:
            lags, rates = {}, {}
            for name in SIGNATURES:
                with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
                    notebook = Course(context, address).open(f"{name}.ipynb")
                    notebook.run_all()
                    lags[name], rates[name] = measure(notebook, name)
    p50, p95 = ({name: f(values) for name, values in lags.items()} for f in (median, lambda v: quantiles(v, n=20)[-1]))
    print(
        f"{'from key press to painted picture, and a drag of one second':62}{'interact':>10}{'ours':>8}{'ours / interact':>17}"
    )
    for what, of in (("p50, ms", p50), ("p95, ms", p95), ("frames painted in a second", rates)):
        print(f"{what:62}{of['interact']:10.0f}{of['ours']:8.0f}{of['ours'] / of['interact']:17.2f}")


def measure(notebook: Notebook, name: str) -> tuple[list[float], float]:
    page = notebook.page
    handle = page.locator(".lab-live input[type=range]" if name == "ours" else ".noUi-handle").first
    handle.wait_for()
    page.wait_for_timeout(2000)
    page.evaluate(f"({PROBE})({SIGNATURES[name]})")
    handle.focus()
    for i in range(PRESSES):
        page.keyboard.press("ArrowRight" if i % 20 < 10 else "ArrowLeft")
        page.wait_for_timeout(400)
    return page.evaluate("window.probe.lags"), median(drag(page, name, there=i % 2 == 0) for i in range(DRAGS))


def drag(page, name: str, there: bool) -> float:
    """Frames painted per second of one drag along the slider."""
    track = page.locator(".lab-live input[type=range]" if name == "ours" else ".noUi-target").first.bounding_box()
    left, right, y = track["x"] + 10, track["x"] + track["width"] - 10, track["y"] + track["height"] / 2
    start, end = (left, right) if there else (right, left)
    if name == "interact":  # its handle has to be grabbed where it stands
        handle = page.locator(".noUi-handle").first.bounding_box()
        start, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(start, y)
    page.mouse.down()
    page.wait_for_timeout(600)
    began = page.evaluate("window.probe.painted.length = 0, performance.now()")
    for i in range(1, 41):
        page.mouse.move(start + (end - start) * i / 40, y)
        page.wait_for_timeout(max(0, began + 25 * i - page.evaluate("performance.now()")))
    seconds = (page.evaluate("performance.now()") - began) / 1000
    frames = page.evaluate("window.probe.painted.length")
    page.mouse.up()
    page.wait_for_timeout(800)
    return frames / seconds


if __name__ == "__main__":
    main()
