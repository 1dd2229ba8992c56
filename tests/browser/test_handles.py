"""Handles of labs in JupyterLab, taken by mouse."""

from askfirst_tests.hands import Mouse
from tests.browser.lab_page import Course


def test_in_jupyterlab_a_hand_takes_a_handle(browser, jupyter):
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        course = Course(context, jupyter)
        notebook = course.open("labs_with_handles.ipynb")
        notebook.run_all()
        hand = Mouse(notebook.page)
        lab = notebook.labs()[0]
        lab.skip()
        lab.settle()
        slider, said = lab.sliders[0], lab.sentence
        before, start = lab.picture(), int(slider.input_value())
        handle = lab.root.locator(".lab-handle")
        handle.scroll_into_view_if_needed()
        x, y = middle(handle)
        hand.down(x, y)
        for i in range(1, 13):
            hand.move(x + 3 * i, y)
            notebook.page.wait_for_timeout(50)
        moves(slider, start)
        hand.up()
        lab.settle()
        assert int(slider.input_value()) > start
        assert lab.picture() != before
        assert lab.sentence != said
        assert course.complaints == []


def moves(slider, start: int) -> None:
    """Wait until frames are there that a hand has asked for."""
    for _ in range(100):
        if int(slider.input_value()) != start:
            return
        slider.page.wait_for_timeout(100)
    raise AssertionError(f"it still stands at {start}")


def middle(handle) -> tuple[float, float]:
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
