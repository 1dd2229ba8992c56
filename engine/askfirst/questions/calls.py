"""Calls of a student's function: its arguments in words, what it printed, where it
failed, and an end to what does not return.
"""

from __future__ import annotations

import io
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from typing import Any

import numpy as np

from askfirst.words.text import counted

SECONDS = 5.0  # for one call
AGAIN = 0.5  # seconds until a function that caught the interruption is interrupted anew
MOST_ENTRIES = 16  # entries of an array that is shown in full
MOST_LETTERS = 80  # of a value
MOST_MESSAGE = 300  # letters of an error's message
MOST_PRINTED = 2000  # letters
LONG = "an array"  # begins the words on one that is not shown in full


@dataclass(frozen=True)
class Call:
    """One call: the result, or why there is none, and what was printed."""

    result: Any
    printed: str
    failure: str = ""


class _StoppedError(BaseException):
    """Time is up. It is no Exception, which a student's function may catch."""


def call(function: Callable, arguments: tuple, seconds: float = SECONDS) -> Call:
    """Call a student's function with copies of the arguments.

    It is stopped after some seconds where signals reach it, which is in the main
    thread: there Jupyter runs cells. It is not stopped on Windows, in another thread,
    in compiled code before that returns, or in a loop that catches every exception.
    """
    printed = _Printed()
    try:
        with redirect_stdout(printed), warnings.catch_warnings(), _limited(seconds):
            warnings.simplefilter("ignore")
            result = function(*deepcopy(arguments))
    except _StoppedError as error:
        failure = f"had not returned after {seconds:g} seconds{_where(error)}."
        return Call(None, printed.text(), f"{failure} Does a loop never end?")
    except (Exception, SystemExit) as error:  # it may fail in any way
        failure = f"stopped with {_named(error)}{_where(error)}"
        return Call(None, printed.text(), failure)
    return Call(result, printed.text())


def arguments_in_words(parameters: Sequence[str], arguments: tuple) -> str:
    """The arguments of a call, as short as they can be said.

    >>> arguments_in_words(["K", "y"], (np.eye(2), np.arange(30.0)))
    'K = [[1, 0], [0, 1]], y of shape (30,) that begins 0, 1, 2'
    """
    words = []
    for parameter, value in zip(parameters, arguments, strict=True):
        text = f"{parameter} = {in_words(value)}".replace(f" = {LONG}", "", 1)
        words.append(parameter if callable(value) else text)
    return ", ".join(words)


def in_words(value: Any) -> str:
    """A value: numbers in full if they are few, else their shape and the first three.

    >>> in_words([0.123456, 2])
    '[0.1235, 2]'
    """
    try:
        if isinstance(value, np.ndarray | list | float | np.number):
            found = np.asarray(value)
            if found.dtype.kind in "iuf":
                return _numbers(found)
        return _cut(repr(value), MOST_LETTERS)
    except Exception:  # a thing of any kind may refuse in any way
        if isinstance(value, list):  # arrays of different lengths, for example
            return f"a list of {counted(len(value), 'thing')}"
        return f"something of the type {type(value).__name__}"


def _numbers(found: np.ndarray) -> str:
    if found.size > MOST_ENTRIES:
        first = ", ".join(f"{each:.4g}" for each in found.ravel()[:3])
        return f"{LONG} of shape {found.shape} that begins {first}"
    if not found.ndim:
        return f"{float(found):.4g}" if found.dtype.kind == "f" else str(found)
    return f"[{', '.join(map(_numbers, found))}]"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _named(error: BaseException) -> str:
    """The type of an error, and its message if there is one."""
    try:
        message = f": {_cut(str(error), MOST_MESSAGE)}"
    except Exception:
        message = ""
    return f"{type(error).__name__}{message}".removesuffix(": ")


def _where(error: BaseException) -> str:
    """The line of the student's code where an error arose, or "" for that of others."""
    first = error.__traceback__ and error.__traceback__.tb_next
    if first is None:
        return ""
    package = first.tb_frame.f_globals.get("__name__", "").partition(".")[0]
    if package in sys.stdlib_module_names or package in packages_distributions():
        return ""
    frames = traceback.extract_tb(first)
    last = [each for each in frames if each.filename == frames[0].filename][-1]
    code = _cut(last.line or "", MOST_LETTERS)
    return f", in line {last.lineno}: {code}".removesuffix(": ")


class _Printed(io.StringIO):
    """What was printed, as far as somebody reads it."""

    more = 0

    def write(self, text: str) -> int:
        kept = text[: max(0, MOST_PRINTED - self.tell())]
        self.more += len(text) - len(kept)
        super().write(kept)
        return len(text)

    def text(self) -> str:
        cut = f"… and {self.more:,} more characters" if self.more else ""
        return f"{self.getvalue()}{cut}".strip("\n")


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise _StoppedError after some seconds, again and again; see ``call``."""
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or not hasattr(signal, "setitimer"):  # Windows has no such timer
        yield
        return

    def stop(*_: Any) -> None:
        raise _StoppedError

    before = signal.signal(signal.SIGALRM, stop)
    left = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *left)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
