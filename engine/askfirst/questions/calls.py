"""Calls of a student's function: its arguments in words, and where it failed."""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from askfirst.questions.diagnosis import kind

MOST_ENTRIES = 16  # entries of an array that is shown in full
MOST_LETTERS = 80  # of a value
MOST_MESSAGE = 300  # letters of an error's message
STUDENT = "__main__"  # the module of what is written in a notebook


class StoppedError(Exception):
    """A call that returned nothing; the text says with what arguments, and where."""


def call(function: Callable, parameters: Sequence[str], arguments: tuple) -> Any:
    """What a student's function returns for copies of the arguments."""
    try:
        return quietly(function, arguments)
    except (Exception, SystemExit) as error:  # it may fail in any way
        said = arguments_in_words(parameters, arguments)
        text = traceback.TracebackException.from_exception(error)  # str may fail, too
        what = f"{type(error).__name__}: {text}".removesuffix(": ")
        raise StoppedError(
            f"With {said} your function stopped with {_cut(what, MOST_MESSAGE)}"
            f"{_where(error)}"
        ) from None


def quietly(function: Callable, arguments: tuple) -> Any:
    """What a function returns for copies of the arguments, without its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*deepcopy(arguments))


def arguments_in_words(parameters: Sequence[str], arguments: tuple) -> str:
    """The arguments of a call, as short as they can be said.

    >>> arguments_in_words(["K", "y"], (np.eye(2), np.arange(30.0)))
    'K = [[1, 0], [0, 1]], y = an array of shape (30,) that begins 0, 1, 2'
    """
    words = []
    for name, value in zip(parameters, arguments, strict=True):
        words.append(name if callable(value) else f"{name} = {in_words(value)}")
    return ", ".join(words)


def in_words(value: Any) -> str:
    """A value: numbers in full if they are few, else their shape and three of them."""
    try:
        if isinstance(value, np.ndarray | list | float | np.number):
            found = np.asarray(value)
            if found.dtype.kind in "iuf":
                return _numbers(found)
        return _cut(repr(value), MOST_LETTERS)
    except Exception:  # a thing of any kind may refuse in any way
        return kind(value)


def _numbers(found: np.ndarray) -> str:
    if found.size > MOST_ENTRIES:
        first = ", ".join(f"{each:.4g}" for each in found.ravel()[:3])
        return f"an array of shape {found.shape} that begins {first}"
    if not found.ndim:
        return f"{float(found):.4g}" if found.dtype.kind == "f" else str(found)
    return f"[{', '.join(map(_numbers, found))}]"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _where(error: BaseException) -> str:
    """The last line of the student's code before an error, or "" if there is none."""
    frames = traceback.walk_tb(error.__traceback__)
    own = [each for each in frames if each[0].f_globals.get("__name__") == STUDENT]
    if not own:
        return ""
    (last,) = traceback.StackSummary.extract(own[-1:])
    code = _cut(last.line or "", MOST_LETTERS)
    return f", in line {last.lineno}: {code}".removesuffix(": ")
