"""An exercise: a blank to fill, a check that answers at once and knows the usual
mistakes, hints, a solution.
"""

from __future__ import annotations

import ast
import html
import inspect
import io
import re
import sys
import textwrap
import warnings
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from typing import Any, TypeVar

import numpy as np

from kernellab._verdicts import GREEN, GREY, RED
from kernellab.interactive import record
from kernellab.interactive.diagnosis import kind, same, what_is_wrong

__all__ = [
    "Exercise",
    "Verdict",
    "exercise",
    "exercise_of",
    "lettered",
    "pick",
    "shuffled",
    "written",
]

T = TypeVar("T")

# The type under which a notebook keeps what a check found, beside the words.
CHECK = "application/vnd.kernellab.check+json"
VERSION = 1  # of what stands there
DRAWS = 100  # attempts to draw numbers that keep the mistakes apart


@dataclass(frozen=True)
class Exercise:
    """One question of a notebook.

    ``solution`` is a function. Its source is shown, so it begins with comments that
    reason in two sentences. If the answer is a value, the function has no parameters
    and returns it; if the answer is a function, it is that function, and answers are
    judged by what they return for ``tries``, a sequence of argument tuples. ``why``
    says what the answer teaches, ``hints`` say where to look, then the idea, then what
    is nearly the answer. ``mistakes`` are known wrong answers, each with the reply to
    it; one that takes long to compute may be a function too. Numbers are compared to
    ``tolerance``, relative to the largest. ``asks`` are the numbers of the question
    where they vary, as "λ = 2 and y = (15, 0)". ``exercise_of`` gives ``name``, the
    number of the question, and ``text``, what ``asks`` is in the text of the notebook.

    >>> twice = Exercise(
    ...     lambda: 2 * 21,
    ...     why="Doubling is adding a number to itself.",
    ...     hints=("What does twice mean?", "Add it to itself.", "Add 21 to 21."),
    ...     mistakes=[(21**2, "That is the square of 21, not its double.")],
    ...     name="0",
    ... )
    >>> twice.check(...)  # doctest: +ELLIPSIS
    Exercise 0: not answered yet. Put your answer in place of the three dots ...
    >>> twice.check(441)
    Exercise 0: not yet. That is the square of 21, not its double.
    >>> twice.check(1000)
    Exercise 0: not yet. It is ten times too large or more.
    >>> twice.check(42)
    Exercise 0: right. Doubling is adding a number to itself.
    """

    solution: Callable
    why: str
    hints: tuple[str, str, str]
    mistakes: Sequence[tuple[Any, str]] = ()
    tolerance: float = 1e-6
    tries: Sequence[tuple] = ((),)
    asks: str = ""
    name: str = ""
    text: str = ""

    def check(self, answer: Any) -> Verdict:
        """Judge an answer, and keep in the record how it stood; ``...`` is an answer
        not given yet.
        """
        verdict = self.judge(answer)
        if verdict.state != "open":
            record.checked(self.name, verdict.state, verdict.mistake)
        return verdict

    def judge(self, answer: Any) -> Verdict:
        """What is said to an answer."""
        if answer is ...:
            return Verdict(
                self,
                "open",
                "not answered yet. Put your answer in place of the three dots and run"
                " the cell again.",
            )
        if earlier := _LAST.left_over(self.name, answer):
            said = (
                f"this is still your answer to {earlier}. Begin this cell with answer ="
                " …, and run it again."
            )
            return Verdict(self, "open", said)
        if self._parameters and not callable(answer):
            return Verdict(
                self,
                "wrong",
                f"not yet. The answer should be a function; this is {kind(answer)}.",
            )
        try:
            given = self.outcomes(answer) if self._parameters else [answer]
        except Exception as error:
            # A student's function may fail in any way; that is an answer too.
            return Verdict(
                self,
                "wrong",
                f"not yet. Your answer stopped with {type(error).__name__}: {error}",
            )
        if same(given, self.wanted, self.tolerance):
            return Verdict(self, "right", f"right. {self.why}")
        for i, (mistake, reply) in enumerate(self.mistakes):
            if same(given, self.outcomes(mistake), self.tolerance):
                return Verdict(self, "wrong", f"not yet. {reply}", mistake=i)
        calls = [self._call(arguments) for arguments in self.tries if self._parameters]
        return Verdict(
            self,
            "wrong",
            f"not yet. {what_is_wrong(given, self.wanted, self.tolerance, calls)}",
        )

    @cached_property
    def wanted(self) -> list:
        """What the solution returns, for each of the tries."""
        return self.outcomes(self.solution)

    @property
    def own_question(self) -> str:
        """How the question differs from that in the text of the notebook, in a
        sentence; nothing if it does not.
        """
        if self.text in ("", self.asks):
            return ""
        beside = (
            f"; the text has {self.text}"
            if len(self.text) < 80
            else ", in place of what the text has"
        )
        return f"Your question has {self.asks}{beside}."

    def told_apart(self) -> bool:
        """Whether no known mistake is the answer, nor another mistake with another
        reply.
        """
        met = [("", self.wanted)]
        for mistake, reply in self.mistakes:
            found = self.outcomes(mistake)
            for said, other in met:
                if said != reply and (
                    same(found, other, self.tolerance)
                    or same(other, found, self.tolerance)
                ):
                    return False
            met.append((reply, found))
        return True

    @property
    def _parameters(self) -> list[str]:
        return list(inspect.signature(self.solution).parameters)

    def outcomes(self, answer: Any) -> list:
        """What a function returns for each of the tries, in silence and from arguments
        of its own; else the value itself.
        """
        if not callable(answer):
            return [answer]
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [answer(*deepcopy(arguments)) for arguments in self.tries]

    def _call(self, arguments: tuple) -> str:
        """The arguments of one try in words, as far as they are short."""
        words = []
        for parameter, value in zip(self._parameters, arguments, strict=True):
            if isinstance(value, np.ndarray):
                words.append(f"{parameter} of shape {value.shape}")
            else:
                words.append(
                    f"{parameter} = {value!r}" if len(repr(value)) < 30 else parameter
                )
        return ", ".join(words)

    def shown(self) -> str:
        """The solution as lines for a cell: the numbers of the question, the reasons,
        the answer.
        """
        source = textwrap.dedent(inspect.getsource(self.solution))
        if not self._parameters:
            source = re.sub(
                "^return ",
                "answer = ",
                textwrap.dedent(source.partition("\n")[2]),
                flags=re.MULTILINE,
            )
        numbers = inspect.getclosurevars(self.solution).nonlocals
        return (
            "".join(f"{name} = {_typed(value)}\n" for name, value in numbers.items())
            + source
        )


@dataclass(frozen=True, repr=False)
class Verdict:
    """What a check says: words anywhere, and in a notebook folded hints beside them."""

    exercise: Exercise
    state: str  # "open", "right" or "wrong"
    words: str
    mistake: int | None = None  # its place among the known ones

    def __repr__(self) -> str:
        exercise = self.exercise
        return (
            f"Exercise {exercise.name}: {self.words} {exercise.own_question}".rstrip()
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {
            "text/plain": repr(self),
            "text/html": self._repr_html_(),
            CHECK: self.found(),
        }

    def found(self) -> dict[str, Any]:
        """What a notebook keeps for whoever counts: the exercise, whose numbers, how it
        stood and by which known mistake.
        """
        return {
            "exercise": self.exercise.name,
            "seed": record.seed(),
            "state": self.state,
            "mistake": self.mistake,
            "version": VERSION,
        }

    def _repr_html_(self) -> str:
        sign = {"open": "○", "right": "✓", "wrong": "✗"}[self.state]
        color, ground = {"open": GREY, "right": GREEN, "wrong": RED}[self.state]
        style = f"color:{color};background:{ground};padding:.2em .5em"
        head = (
            f'<p style="{style}"><b>{sign} Exercise {self.exercise.name}</b>:'
            f" {html.escape(self.words)}</p>"
        )
        if own_question := self.exercise.own_question:
            head += f"<p>{html.escape(own_question)}</p>"
        fold = _folded(
            "The solution",
            "<pre"
            f' style="white-space:pre-wrap">{html.escape(self.exercise.shown())}</pre>',
        )
        if self.state == "right":
            return head + fold
        for i, hint in reversed(list(enumerate(self.exercise.hints, start=1))):
            fold = _folded(f"Hint {i}", f"<p>{html.escape(hint)}</p>{fold}")
        return head + fold


EXERCISES: dict[str, Callable[..., Exercise]] = {}


def exercise_of(
    name: str,
) -> Callable[[Callable[..., Exercise]], Callable[..., Exercise]]:
    """Enter a function of ``rng`` that makes an exercise as the one with this number.

    ``rng`` is a generator that draws the numbers of the question (see ``pick``), or
    None for those of the notebook. A question whose numbers cannot vary calls it
    ``_rng``.
    """

    def enter(make: Callable[..., Exercise]) -> Callable[..., Exercise]:
        in_the_text = cache(lambda: make(None).asks)
        EXERCISES[name] = lambda rng=None: replace(
            make(rng), name=name, text="" if rng is None else in_the_text()
        )
        return make

    return enter


def exercise(name: str, rng: np.random.Generator | None = None) -> Exercise:
    """The exercise with this number, such as "09.1" or "9.1", with the numbers that
    ``rng`` draws.

    Without a generator they are the student's own (see ``own_numbers``), and without
    those the ones of the notebook. A generator draws others each time it is used: make
    one from the same seed for the question and for its check.

    Raises ValueError for a number that is not in the course.

    >>> exercise("09.1").name
    '09.1'
    """
    if name not in EXERCISES and f"0{name}" in EXERCISES:
        name = f"0{name}"
    if name not in EXERCISES:
        raise ValueError(
            f"there is no exercise {name!r}; the course has"
            f" {', '.join(sorted(EXERCISES))}."
        )
    make, seed = EXERCISES[name], record.seed()
    return make(rng) if rng is not None or seed is None else own(make, name, seed)


@lru_cache(maxsize=128)
def own(make: Callable[..., Exercise], name: str, seed: str) -> Exercise:
    """The exercise that ``make`` draws from a seed; drawn anew where a known mistake
    cannot be told from the answer.

    Raises ValueError where that does not help.
    """
    for attempt in range(DRAWS):
        if (drawn := make(generator(seed, name, attempt))).told_apart():
            return drawn
    raise ValueError(
        f"the answer to exercise {name} and a known mistake, or two of its mistakes,"
        f" are the same in each of {DRAWS} draws. Try more numbers in its pick, or"
        " leave the mistake out."
    )


def generator(seed: str, name: str, attempt: int) -> np.random.Generator:
    """A generator of its own for each exercise. numpy promises that its stream of bits
    never changes; see ``pick``.
    """
    return np.random.Generator(
        np.random.PCG64(
            int(sha256(f"{seed} {name} {attempt}".encode()).hexdigest(), 16)
        )
    )


def pick(rng: np.random.Generator | None, usual: T, *others: T) -> T:
    """The usual number of a question, or any of those given if there is a generator to
    draw it.

    It takes bits of the generator, whose stream is the same in every version of numpy,
    as those of its methods need not be.

    >>> pick(None, 2, 3, 4)
    2
    """
    choices = list(dict.fromkeys((usual, *others)))
    return (
        usual if rng is None else choices[rng.bit_generator.random_raw() % len(choices)]
    )


def shuffled(rng: np.random.Generator | None, usual: Sequence[T]) -> list[T]:
    """Things in the usual order, or in any other if there is a generator to draw it,
    from its bits as in ``pick``.

    >>> shuffled(None, "abc")
    ['a', 'b', 'c']
    """
    return (
        list(usual)
        if rng is None
        else sorted(usual, key=lambda _: rng.bit_generator.random_raw())
    )


def written(*numbers: float) -> str:
    """Numbers as a text has them.

    >>> written(3, -0.5)
    '3, −0.5'
    """
    return ", ".join(f"{number:g}" for number in numbers).replace("-", "−")


def lettered(things: Sequence[str]) -> str:
    """Things as a question lists them.

    >>> lettered(["x + z", "xz"])
    '(a) x + z, (b) xz'
    """
    return ", ".join(
        f"({letter}) {thing}" for letter, thing in zip("abcdef", things, strict=False)
    )


@dataclass
class _Last:
    """The answer that was judged last, the exercise it was for, and how many cells had
    been run by then.
    """

    answer: Any = None
    name: str = ""
    count: int = 0

    def left_over(self, name: str, answer: Any) -> str:
        """The exercise that this is still the answer to, if no cell since its check did
        more with ``answer`` than check it.
        """
        shell = sys.modules.get("IPython")
        shell = shell and shell.get_ipython()
        cells = shell.user_ns.get("In", []) if shell else []
        since = cells[self.count :]
        if since and answer is self.answer and name != self.name:
            checks = [_checks_alone(cell) for cell in since]
            if None not in checks and checks[-1]:
                return self.name
        self.answer, self.name, self.count = answer, name, len(cells)
        return ""


_LAST = _Last()


def _checks_alone(cell: str) -> int | None:
    """How often a cell checks ``answer``, or None if it may do more with it.

    The source has to tell, since equal small numbers are one object.
    """
    try:
        nodes = list(ast.walk(ast.parse(cell)))
    except SyntaxError:
        return None
    words = [
        getattr(node, field, None)
        for node in nodes
        for field in ("id", "name", "asname")
    ]
    calls = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "check"
    ]
    checks = sum(
        getattr(each, "id", "") == "answer" for call in calls for each in call.args
    )
    # A magic, exec or an import of everything may assign out of sight.
    return (
        checks
        if sum(
            word in ("answer", "get_ipython", "exec", "globals", "*") for word in words
        )
        == checks
        else None
    )


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{title}</summary>{body}</details>"


def _typed(value: Any) -> str:
    return (
        f"np.array({value.tolist()})" if isinstance(value, np.ndarray) else repr(value)
    )
