"""Calls of a student's function: prints, failures, and their end after five seconds."""

import signal
import sys
import threading
import time

import numpy as np
import pytest

from askfirst.questions import calls
from askfirst.questions.calls import call
from askfirst.questions.exercises import exercise


def forever():
    print("begun")
    while True:
        time.sleep(0.01)


def swallows_once():
    try:
        forever()
    except:  # noqa: E722
        forever()


def fails(x):
    print("x is", x)
    y = x + 1
    return inner(y)


def inner(y):
    return [y][7]


def test_a_result_comes_with_what_was_printed():
    def answer(x):
        print("x is", x)
        return 2 * x

    assert call(answer, (3,)) == calls.Call(6, "x is 3")


def test_a_failure_has_the_line_of_the_student_s_code():
    found = call(fails, (1,))
    assert found.printed == "x is 1"
    assert found.failure.startswith("stopped with IndexError: list index out of range")
    line = inner.__code__.co_firstlineno + 1
    assert found.failure.endswith(f", in line {line}: return [y][7]")


def test_a_failure_in_a_library_has_the_line_that_called_it():
    def answer():
        return np.linalg.inv(np.zeros((2, 2)))

    found = call(answer, ())
    assert "LinAlgError: Singular matrix, in line" in found.failure
    assert found.failure.endswith("return np.linalg.inv(np.zeros((2, 2)))")
    assert "in line" not in call(np.linalg.inv, (np.zeros((2, 2)),)).failure


def test_a_function_that_ends_python_has_failed():
    assert call(sys.exit, (3,)).failure == "stopped with SystemExit: 3"


@pytest.mark.parametrize("function", [forever, swallows_once])
def test_a_function_that_does_not_return_is_stopped_and_its_prints_are_kept(function):
    before = signal.getsignal(signal.SIGINT)
    found = call(function, (), seconds=0.2)
    assert found.printed.startswith("begun")
    assert found.failure.startswith("had not returned after 0.2 seconds, in line")
    assert "while True" in found.failure or "time.sleep" in found.failure
    assert signal.getsignal(signal.SIGINT) is before


def test_in_another_thread_a_function_is_called_all_the_same():
    found = []
    thread = threading.Thread(target=lambda: found.append(call(lambda: 3, ())))
    thread.start()
    thread.join()
    assert found[0].result == 3


def test_of_what_is_printed_without_end_the_beginning_is_kept():
    def answer():
        for _ in range(10**5):
            print("0123456789")

    printed = call(answer, ()).printed
    assert len(printed) < calls.MOST_PRINTED + 50
    assert printed.endswith("… and 1,098,000 more characters")


def one_entry_too_far(A, y, share, out):
    print("the shape of A is", A.shape)
    return np.linalg.solve(A, y)[99]


def zeros(A, y, share, out):
    print("the group is", out)
    return np.zeros(len(out))


def test_a_check_shows_the_call_that_failed_its_line_and_its_prints():
    verdict = exercise("cats.3").check(one_entry_too_far)
    assert "With A of shape (8, 8) that begins 1, 0.5" in verdict.words
    assert "share = 0.62, out = [1, 2] your function stopped with" in verdict.words
    assert verdict.words.endswith("return np.linalg.solve(A, y)[99]")
    assert str(verdict).endswith("\nIt printed:\nthe shape of A is (8, 8)")
    assert "the shape of A is (8, 8)</pre>" in verdict._repr_html_()


def test_a_check_shows_what_the_call_that_went_wrong_returned_and_printed():
    verdict = exercise("cats.3").check(zeros)
    assert "out = [1, 2]: " in verdict.words
    assert str(verdict).endswith(
        "\nIt returned [0, 0]. It printed:\nthe group is [1, 2]"
    )
