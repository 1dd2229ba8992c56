"""Read what a student handed in: the checks and guesses that a notebook keeps in its
outputs, and the journal of a work file, with a note on what is not believed.

Both are plain text in the student's own files, so they can be forged. What is tested
here finds inconsistencies; it proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kernellab.course.classroom.folder import Handed, Student, plain
from kernellab.course.classroom.notebook import Cell, DamagedError, cells, loaded, words
from kernellab.course.exercises import EXERCISES, Exercise, exercise
from kernellab.course.progress import LECTURES
from kernellab.interactive import guesses, journal
from kernellab.interactive.exercises import CHECK, VERSION, drawn, holds

# The course has fewer guesses, and its questions fewer characters.
LONGEST = 500
BEGINNINGS = {"open": "", "right": "right.", "wrong": "not yet."}


@dataclass(frozen=True)
class Answer:
    """One check; ``mistake`` is the index of the known mistake that it met."""

    exercise: str
    state: str
    mistake: int | None = None
    seed: str | None = None


@dataclass
class Findings:
    """What was found for one file or one student: answers, guesses by question, and
    notes on records that are rejected or not counted.
    """

    answers: list[Answer] = field(default_factory=list)
    guesses: dict[str, dict[str, Any]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, found: Answer | str) -> None:
        """Add an answer, or a note why there is none."""
        if isinstance(found, Answer):
            self.answers.append(found)
        else:
            self.notes.append(f"not believed: {found}")

    def guessed(self, name: str, guess: dict[str, Any]) -> None:
        """Add a guess. Of those on one question the last one that was judged is kept,
        and as its ``first`` the first one that was.
        """
        both = [self.guesses[name], guess] if name in self.guesses else [guess]
        last = max(both, key=lambda each: (each["state"] is not None, each["when"]))
        firsts = [each.get("first", each) for each in both]
        first = min(firsts, key=lambda each: (each["state"] is None, each["when"]))
        earlier = first["when"] < last["when"]
        self.guesses[name] = last | {"first": first} if earlier else last

    def keep_one_seed(self, name: str) -> None:
        """Keep the answers that were given, if they are those of the student ``name``.

        The student's seed is the most frequent one; in a tie, the first. Open records
        are ignored unless there are no others, since every notebook is handed out with
        some. Answers with another seed are rejected. Answers without a seed were
        computed with the numbers of the lecture: they count if the student's own
        exercise asks the same question, and are otherwise reported in ``notes``.
        """
        given = [answer for answer in self.answers if answer.state != "open"]
        seeds = Counter(each.seed for each in given or self.answers if each.seed)
        seed = next((seed for seed, _ in seeds.most_common(1)), None)
        own = [answer for answer in given if answer.seed == seed]
        done = {answer.exercise for answer in own}
        usual = [a for a in given if a.seed is None and a.exercise not in done]
        odd = [answer for answer in given if answer.seed not in (None, seed)]
        if odd:
            self.notes.append(
                f"{name}: not believed: {_listed(odd)}, of another seed than the other"
                " answers; whose work was it?"
            )
        void = [a for a in usual if not holds(a.exercise, None, seed)]
        if void:
            self.notes.append(
                f"{name}: not counted: {_listed(void)}, answered with the numbers of"
                " the lecture and not with the student's own"
            )
        self.answers = own + [answer for answer in usual if answer not in void]

    def of_lecture(self, number: str) -> Findings:
        """What belongs to one lecture."""
        lecture = LECTURES.get(number)  # none, if it is a lecturer's own
        asked = {*lecture.questions, *lecture.further} if lecture else set()
        return Findings(
            [each for each in self.answers if lecture_of(each.exercise) == number],
            {name: guess for name, guess in self.guesses.items() if name in asked},
            self.notes,
        )

    def states(self) -> dict[str, str]:
        """The state of each exercise: right if an answer is, else wrong or absent."""
        found: dict[str, str] = {}
        for answer in self.answers:
            if found.get(answer.exercise) != "right":
                found[answer.exercise] = answer.state
        return found

    def mistakes(self) -> set[tuple[str, int]]:
        """The known mistakes that stand in the notebooks."""
        return {(a.exercise, a.mistake) for a in self.answers if a.mistake is not None}


def lecture_of(exercise: str) -> str:
    """The lecture that an exercise belongs to: what its name has before the last dot.

    >>> lecture_of("09.1"), lecture_of("my.1"), lecture_of("bonus")
    ('09', 'my', 'bonus')
    """
    return exercise.rpartition(".")[0] or exercise


def _listed(answers: list[Answer]) -> str:
    return ", ".join(sorted({answer.exercise for answer in answers}))


@cache
def usual(name: str) -> Exercise:
    """An exercise with the numbers of the notebook."""
    return exercise(name)


def of_student(student: Student, folder: Path) -> Findings:
    """What all files of a student say, with notes that name them."""
    whole = Findings()
    for handed in student.files:
        try:
            one = notebook(handed) if handed.is_notebook else work(handed)
        except DamagedError as error:
            one = Findings(notes=[str(error)])
        whole.answers += one.answers
        for name, guess in one.guesses.items():
            whole.guessed(name, guess)
        where = plain(handed.path.relative_to(folder) / handed.member)
        whole.notes += [f"{where}: {line}" for line in dict.fromkeys(one.notes)]
    whole.keep_one_seed(student.name)
    return whole


def notebook(handed: Handed) -> Findings:
    """What a notebook has recorded. Raises DamagedError for any other file."""
    found = Findings()
    for cell in cells(loaded(*handed)):
        for bundle in cell.shown:
            if CHECK in bundle:
                found.add(_checked(bundle, cell))
            if guesses.GUESSES in bundle:
                for each in _handed_in(bundle[guesses.GUESSES], cell):
                    if isinstance(each, str):
                        found.add(each)
                    else:
                        found.guessed(*each)
    return found


def work(handed: Handed) -> Findings:
    """What the journal of a work file says, or the record of an earlier course; an
    answer that it holds is judged again. Raises DamagedError for any other file.
    """
    try:
        lines, malformed = journal.read(loaded(*handed))
    except DamagedError:
        raise
    except ValueError as error:
        raise DamagedError(f"damaged: {plain(error)[:LONGEST]}") from None
    events = journal.events_in(lines)
    state, found = journal.fold(events), Findings()
    for name, checks in sorted(state.checks.items()):
        for seed, entry in checks.items():
            found.add(_judged_again(name, seed, entry))
    for name, guess in state.guesses.items():
        known = {"state": None, **guess}
        if "first" in guess:
            known["first"] = {"state": None, **guess["first"]}
        found.guessed(name, known)
    for name in malformed:
        found.add(f"{plain(name)[:20]}, whose record is malformed")
    if lost := len(lines) - len(events):
        found.add(f"{lost} line{'s' * (lost > 1)} that cannot be understood")
    return found


def _checked(bundle: dict[str, Any], cell: Cell) -> Answer | str:
    """An answer in an output, or why it is not believed."""
    given = bundle[CHECK]
    if not isinstance(given, dict):
        return "a malformed record"
    name, state = given.get("exercise"), given.get("state")
    answer = given.get("mistake"), given.get("seed")
    if given.get("version") != VERSION:
        return (
            f"a record of version {plain(given.get('version'))[:20]}, and this course"
            f" writes version {VERSION}"
        )
    if problem := _malformed(name, state, *answer):
        return problem
    if state != "open" and not cell.ran:
        return f"{name}, whose cell has an output that no run left"
    if str(name) not in cell.source:
        return f"{name}, whose cell does not check it"
    if not words(bundle).startswith(f"Exercise {name}: {BEGINNINGS[str(state)]}"):
        return f"{name}, whose words say something other than its record"
    return Answer(str(name), str(state), *answer)


def _judged_again(name: str, seed: str | None, entry: dict[str, Any]) -> Answer | str:
    """An answer in a journal, or why it is not believed."""
    state, mistake = entry["state"], entry["mistake"]
    if problem := _malformed(name, state, mistake, seed):
        return problem
    if "answer" in entry:
        verdict = drawn(name, seed).judge(entry["answer"])
        if verdict.state != state:
            return f"{name}, whose answer is not {state} as its record says"
        mistake = verdict.mistake
    return Answer(name, state, mistake, seed)


def _malformed(name: Any, state: Any, mistake: Any, seed: Any) -> str:
    """Why no check of this course leaves such a record, or nothing."""
    if not isinstance(name, str) or name not in EXERCISES:
        return (
            f"a record of exercise {plain(name)[:20]}, which is not of this course; is"
            " it one of your own, for --exercises?"
        )
    if (
        not isinstance(state, str)
        or state not in BEGINNINGS
        or not isinstance(seed, str | None)
        or len(seed or "") > LONGEST
    ):
        return f"{name}, whose record is malformed"
    known = range(len(usual(name).mistakes)) if state == "wrong" else ()
    if mistake is not None and (type(mistake) is not int or mistake not in known):
        return f"{name}, whose record names an unknown mistake"
    return ""


def _handed_in(given: Any, cell: Cell) -> Iterator[tuple[str, dict[str, Any]] | str]:
    """Guesses that were handed in, by question, or why they are not believed."""
    found = given.get("guesses") if isinstance(given, dict) else None
    if not cell.ran or "hand_in" not in cell.source:
        yield "guesses in a cell that was not run, or hands none in"
    elif not isinstance(found, dict) or given.get("version") != guesses.VERSION:
        yield f"guesses that are not of version {guesses.VERSION}"
    elif len(found) > LONGEST or not all(map(_is_guess, found.items())):
        yield "malformed guesses"
    else:
        yield from found.items()


def _is_guess(item: tuple[str, Any]) -> bool:
    """Whether this is a question's name and a judged guess on it."""
    name, guess = item
    return (
        len(name) <= LONGEST
        and _is_judged(guess)
        and isinstance(guess.get("words"), str | None)
        and len(guess.get("words") or "") <= LONGEST
        and ("first" not in guess or _is_judged(guess["first"]))
    )


def _is_judged(guess: Any) -> bool:
    return (
        isinstance(guess, dict)
        and guess.get("state", "") in ("right", "wrong", "skipped", None)
        and type(guess.get("when")) in (int, float)
    )


def at_first(guess: dict[str, Any]) -> str | None:
    """How the first guess on a question was judged, where ``guess`` is the last."""
    state: str | None = guess.get("first", guess).get("state")
    return state
