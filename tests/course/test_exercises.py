"""Each solution passes, each blank is met kindly, each known mistake gets its own reply."""

from math import comb

import numpy as np
import pytest

from kernellab.course.exercises import EXERCISES, Exercise, exercise
from kernellab.course.exercises.exercise import run

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
    verdict = each.check(run(each.mistaken(mistake)))
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
    assert exercise("08.1").check([4.001, -1]).state == "wrong"


def test_what_a_student_s_function_says_is_text_on_the_page_and_no_html():
    def breaks(*arguments):
        raise ValueError("<b>bold</b> & more")

    page = exercise("08.3").check(breaks)._repr_html_()
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; more" in page
    assert "<b>bold" not in page


def test_an_unknown_number_says_which_there_are():
    with pytest.raises(ValueError, match=r"08\.1"):
        exercise("99.9")


def leave_one_out_in_place(K, y, lam):
    K += lam * np.eye(len(y))
    Q = np.linalg.inv(K)
    return Q @ y / np.diag(Q)


def spoil_the_data(K, y, lam):
    y[:] = 0
    return y


def test_an_answer_that_writes_into_its_arguments_is_judged_by_what_it_returns():
    assert exercise("08.3").check(leave_one_out_in_place).state == "right"
    assert exercise("08.3").check(spoil_the_data).state == "wrong"


@pytest.mark.parametrize("answer", [[4, -1], (4.0, -1.0), np.array([[4.0], [-1.0]]), np.array([4, -1]), [np.float64(4), -1]])
def test_the_same_numbers_in_another_shape_are_right(answer):
    assert exercise("08.1").check(answer).state == "right"


@pytest.mark.parametrize("answer", [57, 57.0, [57], np.int64(57), np.array(57)])
def test_one_number_is_right_however_it_is_wrapped(answer):
    assert exercise("08.2").check(answer).state == "right"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("57", "text"),
        (None, "None"),
        (True, "True or False"),
        (lambda: 57, "a function"),
        ((57, [1]), "a tuple of 2 things"),
        ([1, 2], "shape (2,)"),
    ],
)
def test_an_answer_of_another_kind_is_told_what_it_is(answer, words):
    assert words in str(exercise("08.2").check(answer))


def test_the_precision_that_is_promised_is_granted():
    assert exercise("08.5").check(51).state == "right"
    assert exercise("08.5").check(50).state == "wrong"
    assert exercise("00.1").check(-0.13).state == "right"


def test_a_function_that_fails_on_a_later_try_hears_of_that_one():
    def forgetful(d, k):
        return comb(d + k - 1, k) if (d, k) == (2, 3) else None

    assert "this is None" in exercise("01.3").check(forgetful).words


def test_one_number_is_no_array_and_nan_no_number():
    assert "array of 2 numbers; this is one number" in exercise("01.2").check(57).words
    assert "NaN or infinity" in exercise("01.2").check([np.nan, 1.0]).words
