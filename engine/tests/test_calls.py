"""Calls of a student's function: what they return, and where they fail."""

import sys

import numpy as np
import pytest

from askfirst.questions import calls
from askfirst.questions.calls import StoppedError, call
from askfirst.questions.exercises import exercise


@pytest.fixture(autouse=True)
def in_a_notebook(monkeypatch):
    """What is written in this file is a student's."""
    monkeypatch.setattr(calls, "STUDENT", __name__)


def fails(x):
    y = x + 1
    return inner(y)


def inner(y):
    return [y][7]


def stopped(function, *arguments) -> str:
    with pytest.raises(StoppedError) as found:
        call(function, "abc"[: len(arguments)], arguments)
    return str(found.value)


def test_a_failure_has_the_line_of_the_student_s_code():
    line = inner.__code__.co_firstlineno + 1
    assert stopped(fails, 1) == (
        "With a = 1 your function stopped with IndexError: list index out of range, in"
        f" line {line}: return [y][7]"
    )


def test_a_failure_in_a_library_has_the_line_that_called_it():
    def answer():
        return np.linalg.inv(np.zeros((2, 2)))

    assert "LinAlgError: Singular matrix, in line" in stopped(answer)
    assert stopped(answer).endswith("return np.linalg.inv(np.zeros((2, 2)))")
    assert "in line" not in stopped(np.linalg.inv, np.zeros((2, 2)))


def test_a_function_that_ends_python_has_failed():
    assert stopped(sys.exit, 3).endswith("stopped with SystemExit: 3")


def one_entry_too_far(A, y, share, out):
    return np.linalg.solve(A, y)[99]


def zeros(A, y, share, out):
    return np.zeros(len(out))


def test_a_check_shows_the_call_that_failed_and_its_line():
    verdict = exercise("cats.3").check(one_entry_too_far)
    assert "With A = an array of shape (8, 8) that begins 1, 0.5" in verdict.words
    assert "share = 0.62, out = [1, 2] your function stopped with" in verdict.words
    assert verdict.words.endswith("return np.linalg.solve(A, y)[99]")


def test_a_check_shows_what_the_call_that_went_wrong_returned():
    verdict = exercise("cats.3").check(zeros)
    said = str(verdict).splitlines()[-1]
    assert said.endswith("out = [1, 2] your function returned [0, 0].")


def test_a_failure_is_said_without_its_notes():
    def noted():
        error = ValueError("the reason")
        error.add_note("a note")
        raise error

    assert "ValueError: the reason" in stopped(noted)


def test_an_error_that_cannot_be_said_is_named_by_its_type():
    class SilentError(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    def fail(x):
        raise SilentError

    assert "SilentError: <exception str() failed>" in stopped(fail, 1)
