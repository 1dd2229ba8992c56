"""What a lab leaves on paper."""

from html import escape

import pytest

from askfirst.labs.steppers import Stepper
from askfirst.pages.paper import sheet
from tests.course.labs import EVERY, made


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.slow
def test_a_sheet_asks_what_the_lab_asks_and_keeps_the_answer_apart(name):
    lab = made(name)
    before, _, after = sheet(lab, name, 3, "VEILED", "SEEN").partition(
        '<div class="answer"'
    )
    asked = lab.question and lab.question.spec()
    if not asked:
        assert not after
        return
    assert escape(lab.question.words) in before
    assert escape(asked["why"]) in after
    assert escape(asked["why"]) not in before
    if not isinstance(lab, Stepper):
        assert ("VEILED" in before, "SEEN" in before) == (True, False)
        assert escape(lab.sentence) in after
    if asked["kind"] == "choice":
        assert f"({escape(' / '.join(asked['choices']))})" in before
