"""Every notebook in a real browser: what it prints, each slider by keys and one of each
lab by mouse, and the judge.
"""

import re
from pathlib import Path

import nbformat
import pytest

from kernellab.interactive.palette import LETTERS, MATHJAX, ROLES
from tests.browser.judge import grave

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
ALIKE = re.findall(
    r"^regex: (.*)\nreplace: (.*)$",
    (ROOT / "tests" / "nbval.cfg").read_text(encoding="utf-8"),
    re.MULTILINE,
)
whole = pytest.mark.whole
# Its fonts; the number of a live view.
OF_THE_MACHINE = ("image/png", "application/vnd.jupyter.widget-view+json")


@pytest.fixture(scope="class")
def lecture(request, desk):
    """A notebook that has been run; at the end, nothing may have gone wrong in page or
    console.
    """
    with desk.sitting() as course:
        notebook = course.open(request.param)
        assert not notebook.dirty()  # reading changes nothing
        notebook.run_all()
        yield notebook


def lectures(*quick: str) -> pytest.MarkDecorator:
    """Every lecture, of which `make test` opens those alone."""
    every = [
        pytest.param(name, marks=() if name[:2] in quick else whole)
        for name in NOTEBOOKS
    ]
    return pytest.mark.parametrize("lecture", every, indirect=True, scope="class")


class TestLecture:
    """What a lecture has to stand. `make test` opens one that begins, one of words
    that are typed and one of curves: nbval holds what the others print, and
    tests/course and test_same_picture.py each of their labs. The judge comes last, for
    it takes the page apart.
    """

    @lectures("00", "07", "09")
    def test_its_cells_print_what_is_stored(self, lecture, request):
        stored = nbformat.read(
            ROOT / "notebooks" / request.node.callspec.params["lecture"], 4
        )
        now = nbformat.reads(lecture.content(), 4)
        assert printed(now) == printed(stored)

    @lectures("00", "07", "09")
    def test_every_slider_moves_the_picture(self, lecture, request):
        notebook, name = lecture, request.node.callspec.params["lecture"]
        labs = notebook.labs()
        derivations = notebook.page.locator(".lab-steps").count()
        # An appendix is to be looked up, not played.
        assert labs or derivations or name.startswith("A")
        for turn, lab in enumerate(labs):
            lab.canvas.scroll_into_view_if_needed()
            lab.skip()
            lab.watch()
            for number, slider in enumerate(lab.sliders):
                lab.reset()
                # A slider such as the degree may rest while another kernel is chosen.
                if number:
                    _use_everything(lab)
                if _is_idle(slider, lab):
                    continue
                before, said, stood = lab.picture(), lab.sentence, slider.input_value()
                slider.focus()
                notebook.page.keyboard.press(
                    "ArrowRight"
                    if stood != slider.get_attribute("max")
                    else "ArrowLeft"
                )
                lab.answered()
                assert slider.input_value() != stood
                by_keyboard = lab.picture()
                assert by_keyboard != before, (
                    f"{name}: {slider.get_attribute('id')} by keyboard"
                )
                assert lab.sentence != said
                # Another one in each lab: the mouse takes long.
                if number == turn % len(lab.sliders):
                    lab.drag(slider, 0.3, 0.0, moves=5, pause=1 / 60)
                    lab.answered()
                    assert lab.picture() != by_keyboard, (
                        f"{name}: {slider.get_attribute('id')} by mouse"
                    )
                assert lab.canvas.get_attribute("aria-label") == lab.sentence
                assert lab.problem == ""
            for chosen in lab.choices:
                lab.reset()
                if not chosen.is_checked() and not _is_idle(chosen, lab):
                    before = lab.picture()
                    chosen.check()
                    lab.answered()
                    assert lab.picture() != before, (
                        f"{name}: {chosen.get_attribute('id')}"
                    )
            for box in lab.boxes:
                lab.reset()
                assert box.evaluate(
                    "b => b.scrollWidth <= b.clientWidth"
                    " && b.scrollHeight <= b.clientHeight"
                ), f"{name}: all words are seen"
                before = lab.picture()
                box.fill("")
                # To JupyterLab b means a new cell, and dd one less.
                notebook.page.keyboard.type("bad dad abba")
                lab.answered()
                assert (
                    box.input_value()
                    == "bad dad abba"[: int(box.get_attribute("maxlength"))]
                )
                assert lab.picture() != before, f"{name}: {box.get_attribute('id')}"
                assert lab.problem == ""
            lab.settle()
            assert lab.seen()["blank"] == 0
        assert len(notebook.labs()) == len(labs)
        assert notebook.errors() == []

    @pytest.mark.parametrize("lecture", NOTEBOOKS[9:10], indirect=True, scope="class")
    def test_a_letter_of_a_formula_has_its_colour(self, lecture):
        for letter, code in MATHJAX.items():
            red, green, blue = bytes.fromhex(ROLES[LETTERS[letter]].day[1:])
            colours = lecture.page.locator(f"mjx-mi > .mjx-c{code}").evaluate_all(
                "(all) => all.map((each) => getComputedStyle(each).color)"
            )
            assert set(colours) == {f"rgb({red}, {green}, {blue})"}

    @lectures("00", "09")
    def test_nothing_serious_stands_between_a_reader_and_a_lecture(self, lecture):
        assert grave(lecture.page) == []


def printed(notebook) -> dict[str, list]:
    """What each cell of code shows, but for what hangs on the machine."""
    cells = [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code"
        and "nbval-ignore-output" not in cell.metadata.get("tags", [])
    ]
    return {cell.id: [_words(output) for output in cell.outputs] for cell in cells}


def _words(output) -> dict:
    """What it says in each kind that it comes in."""
    kinds = (
        output.data
        if "data" in output
        else {output.get("name", "error"): output.get("text", output.get("evalue"))}
    )
    found = {kind: said for kind, said in kinds.items() if kind not in OF_THE_MACHINE}
    for pattern, word in ALIKE:
        found = {
            kind: re.sub(pattern, word, said) if isinstance(said, str) else said
            for kind, said in found.items()
        }
    return found


def _is_idle(control, lab) -> bool:
    """Whether a control is shown as without effect; a kernel of one's own, which a lab
    of 06 opens with, has no ℓ and stands alone.
    """
    idle = control.evaluate("node => node.closest('.lab-idle') !== null")
    assert not idle or "Overlap" in lab.sentence
    return idle


def _use_everything(lab) -> None:
    """Choose the richest kernel, in which every slider has a say."""
    both = lab.root.get_by_role("radio", name="SE + polynomial")
    if both.count():
        both.check()
        lab.answered()
