"""An exercise: a blank to fill, a check that answers at once and knows the usual mistakes, hints, a solution."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernellab._verdicts import GREEN, GREY, RED

# Code of tries for a function of a Gram matrix: one that is singular, and one that is not.
GRAM_MATRICES = (
    "rng = np.random.default_rng(0)\n"
    "Phis = [rng.normal(size=shape) + 0.5 for shape in ((4, 3), (6, 9))]\n"
    "tries = [(Phi @ Phi.T,) for Phi in Phis]"
)


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that many give, and what to say to it.

    ``code`` computes it (so that it is compared with what arrives, and tested): an expression for the answer, or for what
    the answer returns if that is a function, or lines that assign ``answer``. ``reply`` names the mistake.
    """

    code: str
    reply: str


@dataclass(frozen=True)
class Exercise:
    """One question of a notebook.

    ``name`` is its number; ``solution`` is code that assigns ``answer``; ``why`` says what the answer teaches;
    ``hints`` go from gentle to plain; ``mistakes`` are known wrong answers. Numbers and arrays are compared to
    ``tolerance`` (relative). An answer that is a function is judged by what it returns for ``tries``, a tuple of
    argument tuples made by the code in ``tries_code``.

    >>> twice = Exercise(
    ...     name="0",
    ...     solution="answer = 2 * 21",
    ...     why="Doubling is adding a number to itself.",
    ...     hints=("Add 21 to itself.",),
    ...     mistakes=(Mistake("21**2", "That is the square of 21, not its double."),),
    ... )
    >>> twice.check(...)
    Exercise 0: not answered yet. Put your answer in place of the three dots and run the cell again.
    >>> twice.check(441)
    Exercise 0: not yet. That is the square of 21, not its double.
    >>> twice.check(42)
    Exercise 0: right. Doubling is adding a number to itself.
    """

    name: str
    solution: str
    why: str
    hints: tuple[str, ...]
    mistakes: tuple[Mistake, ...] = ()
    tolerance: float = 1e-6
    tries_code: str = ""

    def check(self, answer: Any) -> Verdict:
        """Judge an answer; ``...`` is an answer not given yet."""
        if answer is ...:
            return Verdict(self, "open", "not answered yet. Put your answer in place of the three dots and run the cell again.")
        expected = run(self.solution)
        try:
            if self._same(answer, expected):
                return Verdict(self, "right", f"right. {self.why}")
            for mistake in self.mistakes:
                if self._same(answer, run(self.mistaken(mistake))):
                    return Verdict(self, "wrong", f"not yet. {mistake.reply}")
            return Verdict(self, "wrong", f"not yet. {self._difference(answer, expected)}")
        except Exception as error:  # a student's function may fail in any way; that is an answer too
            return Verdict(self, "wrong", f"not yet. Your answer stopped with {type(error).__name__}: {error}")

    def mistaken(self, mistake: Mistake) -> str:
        """The lines that compute a mistake; an expression takes the place of the last one of the solution."""
        try:
            compile(mistake.code, "a mistake", "eval")
        except SyntaxError:
            return mistake.code
        function = re.search(r"[\s\S]*^def answer\(.*\):\n", self.solution, re.MULTILINE)
        return f"{function[0]}    return {mistake.code}" if function else f"answer = {mistake.code}"

    def _same(self, answer: Any, expected: Any) -> bool:
        if callable(expected):
            return callable(answer) and all(self._same(*outcomes) for outcomes in self._try(answer, expected))
        answer, expected = _numbers(answer), np.asarray(expected, dtype=float)
        if answer is None or answer.shape != expected.shape:
            return False
        # Far beyond the tolerance of rounding, so a λ or a sign gone astray never passes.
        return bool(np.all(np.abs(answer - expected) <= self.tolerance * np.abs(expected).max(initial=1e-12)))

    def _try(self, answer: Callable, expected: Callable) -> Iterator[tuple[Any, Any]]:
        """What both functions return, each from arguments of its own: an answer may write into them."""
        for arguments in run(self.tries_code, "tries"):
            yield answer(*deepcopy(arguments)), expected(*deepcopy(arguments))

    def _difference(self, answer: Any, expected: Any) -> str:
        if callable(expected):
            if not callable(answer):
                return f"The answer should be a function; this is {_kind(answer)}."
            wrong = (self._difference(*pair) for pair in self._try(answer, expected) if not self._same(*pair))
            return next(wrong, "Asked twice, your function gave two different answers.")
        numbers, wanted = _numbers(answer), np.shape(expected)
        what = f"an array of {wanted[0]} numbers" if wanted else "one number"
        if numbers is None:
            return f"The answer should be {what}; this is {_kind(answer)}."
        if numbers.shape != wanted:
            found = f"an array of shape {numbers.shape}" if numbers.shape else "one number"
            return f"The answer should be {what}; this is {found}."
        if not np.isfinite(numbers).all():
            return (
                "It is the right kind of thing, but it holds NaN or infinity. Which step divides by zero, or grows too large?"
            )
        return "It is the right kind of thing, but the numbers differ. A hint may help."


@dataclass(frozen=True, repr=False)
class Verdict:
    """What a check says: words anywhere, and in a notebook folded hints beside them."""

    exercise: Exercise
    state: str  # "open", "right" or "wrong"
    words: str

    def __repr__(self) -> str:
        return f"Exercise {self.exercise.name}: {self.words}"

    def _repr_html_(self) -> str:
        sign = {"open": "○", "right": "✓", "wrong": "✗"}[self.state]
        color, ground = {"open": GREY, "right": GREEN, "wrong": RED}[self.state]
        style = f"color:{color};background:{ground};padding:.2em .5em"
        head = f'<p style="{style}"><b>{sign} Exercise {self.exercise.name}</b>: {html.escape(self.words)}</p>'
        solution = f"<pre>{html.escape(self.exercise.solution)}</pre>"
        if self.state == "right":
            return head + _folded("The solution", solution)
        fold = _folded("The solution", solution)
        for i, hint in reversed(list(enumerate(self.exercise.hints, start=1))):
            fold = _folded(f"Hint {i}", f"<p>{html.escape(hint)}</p>{fold}")
        return head + fold


def run(code: str, name: str = "answer") -> Any:
    """Run a few lines with numpy, kernellab's names and the stopping distances at hand; return what they call ``name``."""
    import kernellab

    names = {each: getattr(kernellab, each) for each in dir(kernellab) if each in code}  # some are slow to import
    X, y = kernellab.course.datasets.stopping()
    scope: dict[str, Any] = {**names, "np": np, "X": X, "y": y}
    exec(code, scope)
    return scope[name]


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{title}</summary>{body}</details>"


def _numbers(answer: Any) -> np.ndarray | None:
    """The numbers of an answer, a column or a single entry flattened; None for what holds no numbers."""
    if isinstance(answer, (bool, np.bool_, str)) or answer is None:
        return None
    try:
        if np.any(np.imag(answer)):
            return None
        numbers = np.asarray(np.real(answer), dtype=float)
    except (TypeError, ValueError, OverflowError):
        return None
    if numbers.size == 1:
        return numbers.reshape(())
    return numbers.ravel() if max(numbers.shape) == numbers.size else numbers


def _kind(value: Any) -> str:
    names = {bool: "True or False", str: "text", type(None): "None", list: "a list", tuple: "a tuple", dict: "a dictionary"}
    if callable(value):
        return "a function"
    if isinstance(value, (list, tuple)):
        return f"{names[type(value)]} of {len(value)} things" if type(value) in names else "a sequence"
    return names.get(type(value), f"of the type {type(value).__name__}")
