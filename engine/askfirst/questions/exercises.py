"""Exercises: a check that knows the usual mistakes, hints, a solution, own numbers."""

from __future__ import annotations

import html
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial, update_wrapper
from hashlib import sha256
from itertools import combinations
from typing import Any, TypeVar

import numpy as np

from askfirst.questions import calls
from askfirst.questions.diagnosis import differing, kind, numbers, what_is_wrong
from askfirst.record import record
from askfirst.words.course import current
from askfirst.words.signs import GREEN, GREY, RED

__all__ = [
    "Exercise",
    "Verdict",
    "exercise",
    "exercise_of",
    "lettered",
    "pick",
    "shuffled",
]

T = TypeVar("T")

VERSION = 1  # of the data on a check that a notebook keeps
MAX_ENTRIES = 100  # of an answer that is kept
MAX_DRAWS = 100  # of numbers, until all known mistakes have different results


class Exercise:
    """One question of a notebook.

    ``solution`` is a function without parameters that returns the answer or, if the
    answer is a function, that function itself; answers are then judged by what they
    return for ``tries``, a sequence of argument tuples. Its source is shown, so it
    begins with comments that give the reason in two sentences. ``why`` says what the
    answer teaches. The three hints say where to ``look``, then the ``idea``, then
    ``nearly`` the answer. ``mistakes`` are known wrong answers with their replies, each
    a pair or one after the other; a wrong answer may be a function that returns it.
    ``tolerance`` is relative to the largest number. ``asks`` names the numbers of the
    question if they vary, as "L = 2 and v = (15, 0)".

    ``items`` has the names of the answer's entries, in the order of the question. Each
    has its choices in words, as ``{"(a) x + z": {1: "one point", 2: "two points"}}``,
    or n for a choice among n numbered steps, or ``{}`` for any number; where all have
    the same choices, ``items`` is the pair of names and choices.

    >>> hints = "What does twice mean?", "Add it to itself.", "Add 21 to 21."
    >>> twice = Exercise(lambda: 2 * 21, "It is a sum.", *hints, (441, "A square."))
    >>> twice.judge(441).words
    'not yet. A square.'
    >>> twice.judge(1000).words
    'not yet. It is too large, by a factor of ten or more.'
    """

    name = ""  # its number, which ``exercise_of`` sets
    own_question = ""  # a sentence on how it differs from the notebook's

    def __init__(
        self,
        solution: Callable,
        why: str,
        look: str,
        idea: str,
        nearly: str,
        *mistakes: Any,
        tolerance: float = 1e-6,
        tries: Sequence[tuple] = ((),),
        asks: str = "",
        items: Mapping[str, Any] | tuple[Iterable[str], Mapping[Any, str]] = ((), {}),
    ) -> None:
        self.solution, self.why, self.hints = solution, why, (look, idea, nearly)
        self.mistakes, self.tolerance = [*_with_replies(mistakes)], tolerance
        self.asks, self.tries = asks, tuple(tries)
        self._parameters = [*inspect.signature(solution).parameters]
        if odd := [each for each in self.hints if not isinstance(each, str)]:
            raise TypeError(
                f"a hint is {odd[0]!r}, which is no text. There are three before the"
                " mistakes: where to look, the idea, and nearly the answer."
            )
        if not self.tries:
            raise ValueError("tries is empty, so any function is right. Try [(1,)].")
        if not isinstance(items, Mapping):
            items = dict.fromkeys(*items)
        self.items: dict[str, Mapping[Any, str]] = {
            thing: dict.fromkeys(range(1, of + 1), "") if isinstance(of, int) else of
            for thing, of in items.items()
        }

    def check(self, answer: Any) -> Verdict:
        """Judge an answer and record the result. For ``...``, which is no answer yet,
        the answer on record is judged, if there is one.
        """
        if answer is not ... or not (entry := on_record(self.name)):
            verdict = self.judge(answer)
            if (state := verdict.state) != "open":
                kept = verdict.mistake, _as_json(answer)
                record.student.checked(self.name, state, *kept)
            return verdict
        verdict = self.judge(entry.get("answer", ...))
        if verdict.state == entry["state"]:
            answer = calls.in_words(entry["answer"])
            words = f"{verdict.words} Your answer on record is {answer}."
            return replace(verdict, words=words)
        what = "right" if entry["state"] == "right" else "not right yet"
        again = "Put an answer in place of the three dots to have it judged."
        return Verdict(self, "open", f"{what} on your record. {again}")

    def judge(self, answer: Any) -> Verdict:
        """The verdict on an answer."""
        if answer is ...:
            how = "Put your answer in place of the three dots and run the cell again."
            return Verdict(self, "open", f"not answered yet. {how}")
        given, note = [answer], ""
        if names := self._parameters:
            if not callable(answer):
                reason = f"The answer should be a function; this is {kind(answer)}."
                return self._wrong(reason)
            try:
                given = [calls.call(answer, names, each) for each in self.tries]
            except calls.StoppedError as stopped:
                return self._wrong(str(stopped))
        wrong = differing(given, self.wanted, self.tolerance)
        if not wrong:
            return Verdict(self, "right", f"right. {self.why}")
        known = [not differing(given, each, self.tolerance) for each, _ in self._known]
        mistake = known.index(True) if any(known) else None
        if mistake is None:
            text = what_is_wrong(given, self.wanted, self.tolerance, self.items)
        else:
            text = self.mistakes[mistake][1]
        if names:
            said = calls.arguments_in_words(names, self.tries[wrong[0]])
            result = calls.in_words(given[wrong[0]])
            note = f"With {said} your function returned {result}."
        return self._wrong(text, mistake, note)

    def _wrong(self, text: str, mistake: int | None = None, note: str = "") -> Verdict:
        return Verdict(self, "wrong", f"not yet. {text}", mistake, note)

    @cached_property
    def wanted(self) -> list:
        """The results of the solution, one for each of the tries.

        Raises ValueError if ``items`` are not as many as the entries of the answer.
        """
        found = self.outcomes(self.solution)
        if self.items and len(self.items) != np.size(found[0]):
            raise ValueError(
                f"exercise {self.name} names {len(self.items)} things in items, and its"
                f" answer has {np.size(found[0])} entries. Give each entry a name."
            )
        return found

    @cached_property
    def _known(self) -> list[tuple[list, str]]:
        """The results of each known mistake, and its reply."""
        return [(self.outcomes(mistake), reply) for mistake, reply in self.mistakes]

    def indistinguishable(self) -> str:
        """The answer and a known mistake, or two mistakes, that have the same result
        within the tolerance, named by their replies; or "". Two mistakes with the same
        reply may have the same result.
        """
        mistakes = ((f"the mistake “{reply}”", each) for each, reply in self._known)
        known = [("the answer", self.wanted), *mistakes]
        for (one, first), (two, later) in combinations(known, 2):
            if one != two and not differing(later, first, self.tolerance):
                return f"{one} and {two}"
        return ""

    def outcomes(self, answer: Any) -> list:
        """The results of a trusted function for copies of the tries, or a value."""
        if not callable(answer):
            return [answer]
        return [calls.quietly(answer, arguments) for arguments in self.tries]

    def spec(self) -> dict[str, Any] | None:
        """What a page needs to judge an answer as ``judge`` does, or None if the answer
        cannot be typed into a box.
        """
        right = None if self._parameters else _as_json(self.wanted[0])
        if right is None:
            return None
        wanted = np.asarray(self.wanted[0])
        kinds = "numbers" if isinstance(right, list) else "number"
        return {
            "name": self.name,
            "kind": "switches" if wanted.dtype == bool else kinds,
            "wanted": right,
            "counts": wanted.dtype.kind in "iu",
            "tolerance": self.tolerance,
            "why": self.why,
            "items": [(name, [*each.items()]) for name, each in self.items.items()],
            "mistakes": [(_as_json(each[0]), reply) for each, reply in self._known],
        }

    def element(self, words: str) -> str:
        """The element of the exercise in a page; the HTML ``words`` are its status."""
        # Slow to import, and not needed to judge answers
        from askfirst.questions.boxes import embedded

        spec = self.spec()
        data = "" if spec is None else embedded(spec)
        question, name = html.escape(self.own_question), html.escape(self.name)
        return (
            f'<div class="exercise-live" data-exercise="{name}">'
            f"{question and f'<p>{question}</p>'}"
            f'<p class="exercise-said"><b>Exercise {name}</b>: {words}</p>'
            f"{self.folds()}{data}</div>"
        )

    def _ipython_display_(self) -> None:
        from askfirst.questions.boxes import show

        show(self)

    def folds(self, solved: bool = False) -> str:
        """The hints, each folded inside the one before it, and the solution, as HTML;
        only the solution if it is ``solved``.
        """
        solution = html.escape(self.shown())
        solution = f'<pre style="white-space:pre-wrap">{solution}</pre>'
        fold = f"<details><summary>The solution</summary>{solution}</details>"
        for i in () if solved else (3, 2, 1):
            hint = f"<p>{html.escape(self.hints[i - 1])}</p>"
            fold = f"<details><summary>Hint {i}</summary>{hint}{fold}</details>"
        return fold

    def shown(self) -> str:
        """The solution as code for a cell; first the numbers of the question."""
        source = textwrap.dedent(inspect.getsource(self.solution))
        if not self._parameters:
            source = textwrap.dedent(source.partition("\n")[2])
            source = re.sub("^return ", "answer = ", source, flags=re.MULTILINE)
        given = ""
        for name, value in inspect.getclosurevars(self.solution).nonlocals.items():
            is_array = isinstance(value, np.ndarray)
            code = f"np.array({value.tolist()})" if is_array else repr(value)
            given += f"{name} = {code}\n"
        return given + source


@dataclass(frozen=True, repr=False)
class Verdict:
    """The result of a check: a text and, in a notebook, folded hints."""

    exercise: Exercise
    state: str  # "open", "right" or "wrong"
    words: str
    mistake: int | None = None  # its index among the known ones
    note: str = ""  # about the call with a wrong result

    def __repr__(self) -> str:
        own = self.exercise.own_question
        text = f"Exercise {self.exercise.name}: {self.words} {own}".rstrip()
        return f"{text}\n{self.note}".rstrip()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        kept = {  # as data, for the report
            "exercise": self.exercise.name,
            "seed": record.student.seed,
            "state": self.state,
            "mistake": self.mistake,
            "version": VERSION,
        }
        shown = {"text/plain": repr(self), "text/html": self._repr_html_()}
        return shown | {current().mime("check"): kept}

    def _repr_html_(self) -> str:
        signs = {"open": ("○", GREY), "right": ("✓", GREEN), "wrong": ("✗", RED)}
        sign, ground = signs[self.state]
        texts = self.exercise.name, self.words, self.exercise.own_question, self.note
        name, words, own, note = map(html.escape, texts)
        if note:
            note = f'<pre style="white-space:pre-wrap;word-break:normal">{note}</pre>'
        return (
            f'<p style="background:{ground};padding:.2em .5em">'
            f"<b>{sign} Exercise {name}</b>: {words}</p>{own and f'<p>{own}</p>'}"
            f"{note}{self.exercise.folds(self.state == 'right')}"
        )


# What makes each exercise with the numbers of a seed or, for None, of the notebook
EXERCISES: dict[str, Callable[[str | None], Exercise]] = {}
Maker = Callable[..., Exercise]


def exercise_of(name: str) -> Callable[[Maker], Maker]:
    """Register a function of ``rng`` that makes the exercise with this number.

    ``rng`` is a generator that draws the numbers of the question (see ``pick``), or
    None for those of the notebook. A question whose numbers cannot vary calls it
    ``_rng``.

    Raises ValueError for a number that another file has, or another function of the
    same file. In a notebook, whose cells run again, the last one counts.
    """

    def register(make: Maker) -> Maker:
        is_cell = make.__module__ == "__main__"
        known = EXERCISES.get(name, make)
        same_place = known.__module__, is_cell or known.__qualname__
        if same_place != (make.__module__, is_cell or make.__qualname__):
            raise ValueError(
                f"{file_of(make)}: exercise {name} is in {file_of(known)} already. Give"
                " one of them another number."
            )
        # For as many seeds; a report has one a student
        drawn = lru_cache(maxsize=64)(partial(_draw, make, name))
        EXERCISES[name] = update_wrapper(drawn, make)
        return make

    return register


def _draw(make: Maker, name: str, seed: str | None) -> Exercise:
    """The exercise that ``make`` draws from a seed, or that of the notebook. A draw is
    repeated if the answer and a known mistake, or two of these, have the same result.

    Raises ValueError if they do in every draw.
    """
    same = ""
    for attempt in range(MAX_DRAWS if seed else 1):
        digest = sha256(f"{seed} {name} {attempt}".encode()).hexdigest()
        # Its bits never change.
        generator = np.random.Generator(np.random.PCG64(int(digest, 16)))
        made = make(generator if seed else None)
        made.name = name
        if same := made.indistinguishable():
            continue
        if (usual := make(None).asks) not in ("", made.asks):
            made.own_question = f"Your question has {made.asks}; the text has {usual}."
        return made
    raise ValueError(
        f"exercise {name}: {same} have the same result within the tolerance, so one"
        " reply never appears. Change the numbers, the tolerance or what pick is given."
    )


def file_of(make: Maker) -> str:
    """The file that a function of an exercise is written in."""
    return str(inspect.unwrap(make).__code__.co_filename)


def exercise(name: str) -> Exercise:
    """The exercise with this number, such as "09.1", with the student's own numbers
    (see ``own_numbers``) or, without those, the ones of the notebook.

    Raises ValueError for a number that is not in the course.

    >>> @exercise_of("pendulum.1")
    ... def seconds(_rng):
    ...     return Exercise(lambda: 2, "There and back.", "T.", "Two ways.", "1 + 1.")
    >>> exercise("pendulum.1").check(2)
    Exercise pendulum.1: right. There and back.
    """
    if name not in EXERCISES:
        known = ", ".join(sorted(EXERCISES)) or "none: run the cell that enters it"
        raise ValueError(f"there is no exercise {name!r}. There are {known}.")
    return EXERCISES[name](record.student.seed)


def asks_the_same(name: str, seed: str | None, now: str | None) -> bool:
    """Whether an answer with the numbers of one seed is valid with those of another:
    both ask the same, or the answer is a function.
    """
    make = EXERCISES.get(name)
    return seed == now or (make is not None and make(seed).asks == make(now).asks)


def on_record(name: str) -> dict[str, Any] | None:
    """What the record has of an exercise with the student's present numbers."""
    checks, now = record.student.state.checks.get(name, {}), record.student.seed
    found = [entry for seed, entry in checks.items() if asks_the_same(name, seed, now)]
    return max(found, key=lambda each: each["state"] == "right", default=None)


def pick(rng: np.random.Generator | None, usual: T, *others: T) -> T:
    """The usual number of a question or, with a generator, one of those given.

    It uses the bits of the generator, whose stream is the same in every version of
    numpy; that of the generator's methods may change.

    >>> pick(None, 2, 3, 4)
    2
    """
    if rng is None:
        return usual
    choices = list(dict.fromkeys((usual, *others)))
    return choices[rng.bit_generator.random_raw() % len(choices)]


def shuffled(rng: np.random.Generator | None, usual: Sequence[T]) -> list[T]:
    """Things in the usual order or, with a generator, in an order drawn as in ``pick``.

    >>> shuffled(None, "abc")
    ['a', 'b', 'c']
    """
    if rng is None:
        return list(usual)
    return sorted(usual, key=lambda _: rng.bit_generator.random_raw())


def lettered(things: Sequence[str]) -> list[str]:
    """Things with the letters of a question.

    >>> lettered(["x + z", "xz"])
    ['(a) x + z', '(b) xz']
    """
    return [f"({chr(ord('a') + i)}) {thing}" for i, thing in enumerate(things)]


def _with_replies(mistakes: Iterable[Any]) -> Iterator[tuple[Any, str]]:
    """Known mistakes as pairs with their replies, which may stand behind them."""
    rest = iter(mistakes)
    for each in rest:
        pair = each if isinstance(each, tuple) else (each, next(rest, None))
        if isinstance(each, str) or len(pair) != 2 or not isinstance(pair[1], str):
            raise TypeError(
                f"a known mistake is {each!r}. Try (wrong answer, 'what to reply')."
            )
        yield pair


def _as_json(answer: Any) -> Any:
    """A number, or a list of a few or of yes and no, as JSON has it, or None."""
    found = numbers(answer)
    is_short = found is not None and found.ndim < 2 and found.size <= MAX_ENTRIES
    if not is_short or not np.isfinite(found).all():  # JSON has no infinity and no NaN
        return None
    given = np.asarray(answer)
    kept = given if given.dtype.kind in "biu" else found
    return kept.reshape(found.shape).tolist()
