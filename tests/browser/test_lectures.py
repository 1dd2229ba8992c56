"""Every notebook in a real browser, opened once: each slider by keyboard and by mouse, and the judge of accessibility."""

from pathlib import Path

import pytest

from tests.browser.judge import grave

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="class")
def lecture(request, desk):
    """A notebook that has been run; at the end, nothing may have gone wrong in page or console."""
    with desk.sitting() as course:
        notebook = course.open(request.param)
        assert not notebook.dirty()  # reading changes nothing
        notebook.run_all()
        yield notebook


@pytest.mark.parametrize("lecture", NOTEBOOKS, indirect=True, scope="class")
class TestLecture:
    """What a lecture has to stand. The judge comes last, for it takes the page apart."""

    def test_every_slider_moves_the_picture(self, lecture, request):
        notebook, name = lecture, request.node.callspec.params["lecture"]
        labs = notebook.labs()
        derivations = notebook.page.locator(".lab-steps").count()
        assert labs or derivations or name.startswith("A")  # an appendix is to be looked up, not played
        for lab in labs:
            lab.canvas.scroll_into_view_if_needed()
            lab.skip()
            lab.watch()
            for number, slider in enumerate(lab.sliders):
                lab.reset()
                if number:  # a slider such as the degree may rest while another kernel is chosen
                    _use_everything(lab)
                before, said, stood = lab.picture(), lab.sentence, slider.input_value()
                slider.focus()
                notebook.page.keyboard.press("ArrowRight" if stood != slider.get_attribute("max") else "ArrowLeft")
                lab.answered()
                assert slider.input_value() != stood
                by_keyboard = lab.picture()
                assert by_keyboard != before, f"{name}: {slider.get_attribute('id')} by keyboard"
                assert lab.sentence != said
                lab.drag(slider, 0.3, 0.0, moves=5, pause=1 / 60)
                lab.answered()
                assert lab.picture() != by_keyboard, f"{name}: {slider.get_attribute('id')} by mouse"
                assert lab.canvas.get_attribute("aria-label") == lab.sentence
                assert lab.problem == ""
            for chosen in lab.choices:
                lab.reset()
                if not chosen.is_checked():
                    before = lab.picture()
                    chosen.check()
                    lab.answered()
                    assert lab.picture() != before, f"{name}: {chosen.get_attribute('id')}"
            for box in lab.boxes:
                lab.reset()
                before = lab.picture()
                box.fill("")
                notebook.page.keyboard.type("bad dad abba")  # to JupyterLab b means a new cell, and dd one less
                lab.answered()
                assert box.input_value() == "bad dad abba"[: int(box.get_attribute("maxlength"))]
                assert lab.picture() != before, f"{name}: {box.get_attribute('id')}"
                assert lab.problem == ""
            lab.settle()
            assert lab.seen()["blank"] == 0
        assert len(notebook.labs()) == len(labs)
        assert notebook.errors() == []

    def test_nothing_serious_stands_between_a_reader_and_a_lecture(self, lecture):
        assert grave(lecture.page) == []


def _use_everything(lab) -> None:
    """Choose the richest kernel, in which every slider has a say."""
    both = lab.root.get_by_role("radio", name="SE + polynomial")
    if both.count():
        both.check()
        lab.answered()
