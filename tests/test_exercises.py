"""Each solution passes, each blank is met kindly, each known mistake gets its own reply."""

import numpy as np
import pytest

from kernellab.exercises import EXERCISES, Exercise, exercise
from kernellab.exercises.exercise import run

ALL = list(EXERCISES.values())
MISTAKES = [(each, mistake) for each in ALL for mistake in each.mistakes]


@pytest.mark.parametrize("each", ALL, ids=lambda e: e.name)
def test_the_solution_passes(each: Exercise):
    verdict = each.check(run(each.solution))
    assert verdict.state == "right"
    assert each.why in str(verdict)


@pytest.mark.parametrize("each", ALL, ids=lambda e: e.name)
def test_a_blank_is_met_kindly(each: Exercise):
    verdict = each.check(...)
    assert verdict.state == "open"
    assert "not answered yet" in str(verdict)


@pytest.mark.parametrize(("each", "mistake"), MISTAKES, ids=lambda x: getattr(x, "name", None))
def test_a_known_mistake_gets_its_own_reply(each: Exercise, mistake):
    verdict = each.check(run(mistake.code))
    assert verdict.state == "wrong"
    assert mistake.reply in str(verdict)


@pytest.mark.parametrize("each", ALL, ids=lambda e: e.name)
@pytest.mark.parametrize("nonsense", [None, "forty-two", [], {}, -1e9, np.full(5, np.nan), True, object(), lambda *a: 1 / 0])
def test_nonsense_is_wrong_and_never_an_exception(each: Exercise, nonsense):
    assert each.check(nonsense).state == "wrong"


@pytest.mark.parametrize("each", ALL, ids=lambda e: e.name)
def test_hints_unfold_one_at_a_time_and_the_solution_last(each: Exercise):
    page = each.check(...)._repr_html_()
    places = [
        page.index(f"<summary>{title}</summary>")
        for title in [*(f"Hint {i + 1}" for i in range(len(each.hints))), "The solution"]
    ]
    assert len(each.hints) >= 2
    assert places == sorted(places)
    assert "</details>" not in page[: places[-1]]  # each fold holds the next one


def test_an_almost_right_number_is_wrong():
    assert exercise("08.6").check(1.24 * 1.001).state == "wrong"


def test_an_unknown_number_says_which_there_are():
    with pytest.raises(ValueError, match=r"08\.1"):
        exercise("99.9")
