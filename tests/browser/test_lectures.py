"""Notebooks in a real JupyterLab: what they print, each control, and the judge."""

import re
from pathlib import Path

import nbformat
import pytest

from tests.browser.judge import grave

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
ALIKE = re.findall(
    r"^regex: (.*)\nreplace: (.*)$",
    (ROOT / "tests" / "nbval.cfg").read_text(encoding="utf-8"),
    re.MULTILINE,
)
# Its fonts; the number of a live view.
OF_THE_MACHINE = ("image/png", "application/vnd.jupyter.widget-view+json")


@pytest.mark.parametrize(
    "name",
    # `make test` opens one that begins, one of words that are typed, one of curves.
    [
        pytest.param(name, marks=() if name[:2] in ("00", "07", "09") else [whole])
        for whole in [pytest.mark.whole]
        for name in NOTEBOOKS
    ],
)
def test_a_lecture_prints_what_is_stored_and_each_control_moves_its_lab(desk, name):
    with desk.sitting() as course:
        notebook = course.open(name)
        assert not notebook.dirty()  # reading changes nothing
        notebook.run_all()
        stored = nbformat.read(ROOT / "notebooks" / name, 4)
        assert printed(nbformat.reads(notebook.content(), 4)) == printed(stored)
        for lab in notebook.labs():
            lab.canvas.scroll_into_view_if_needed()
            lab.skip()
            for control in [*lab.sliders, *lab.choices, *lab.boxes]:
                lab.reset()
                if not control.evaluate("each => each.closest('.lab-idle')"):
                    before = lab.picture()
                    move(notebook.page, control)
                    lab.answered()
                    changed = lab.picture() != before
                    assert changed, f"{name}: {control.get_attribute('id')}"
                    assert lab.problem == ""
        assert notebook.errors() == []
        assert grave(notebook.page) == []


def move(page, control) -> None:
    """By the keyboard."""
    kind = control.get_attribute("type")
    if kind == "radio":
        row = control.locator("xpath=ancestor::*[contains(@class, 'lab-row')][1]")
        control = row.locator("input:checked")
    control.focus()
    if kind in ("range", "radio"):
        at_end = control.evaluate("each => each.max !== '' && each.value === each.max")
        # One step of a fine scale may change no pixel.
        for _ in range(3 if kind == "range" else 1):
            page.keyboard.press("ArrowLeft" if at_end else "ArrowRight")
    else:
        control.fill("")
        page.keyboard.type("bad dad abba")  # to JupyterLab dd means one cell less


def printed(notebook) -> dict[str, list]:
    """What each cell of code shows, but for what hangs on the machine."""
    return {
        cell.id: [words(output) for output in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
        and "nbval-ignore-output" not in cell.metadata.get("tags", [])
    }


def words(output) -> dict:
    """What it says in each kind that it comes in."""
    found = dict(output.get("data") or {"": output.get("text", output.get("evalue"))})
    for kind, said in found.items():
        for pattern, word in ALIKE if isinstance(said, str) else ():
            found[kind] = re.sub(pattern, word, found[kind])
    return {kind: said for kind, said in found.items() if kind not in OF_THE_MACHINE}
