"""Read what a student handed in: the checks and guesses that a notebook keeps in its
outputs, and the journal of a work file.

Both are plain text in the student's own files, and are taken at their word.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from askfirst.questions.exercises import EXERCISES, VERSION, asks_the_same
from askfirst.record import journal
from askfirst.record.earlier import lines_in
from askfirst.record.journal import event_in, guess_lines, line_of
from askfirst.report.folder import Student, is_notebook, loaded, members, printable
from askfirst.report.notebook import code, notebook_in, shown
from askfirst.words.course import current
from askfirst.words.text import counted

# Why answers are not counted
ODD = "of another seed than the other answers; whose work was it?"
VOID = "answered with the numbers of the lecture and not with the student's own"


def lecture_of(exercise: str) -> str:
    """The lecture that an exercise belongs to: what its name has before the last dot.

    >>> lecture_of("09.1"), lecture_of("my.1"), lecture_of("bonus")
    ('09', 'my', 'bonus')
    """
    return exercise.rpartition(".")[0] or exercise


def read(student: Student, folder: Path) -> None:
    """Find what all files of a student say, joined as journals are."""
    lines = list[str]()
    parts = ((path, each) for path in student.files for each in members(path))
    for path, member in parts:
        place = printable(path.relative_to(folder) / member)
        try:
            text, of_notebook = loaded(path, member), is_notebook(place)
            student.notebooks += of_notebook
            student.works += not of_notebook
            kept = _kept_in(text, student.words) if of_notebook else lines_in(text)
        except ValueError as error:
            student.notes.append(f"{place}: {error}")
            continue
        lines += kept
        if lost := [*map(event_in, kept)].count(None):
            what = counted(lost, "record")
            student.notes.append(
                f"{place}: not counted: {what} that cannot be understood"
            )
    state = journal.fold(lines)
    student.guesses = state.guesses
    _count(state.checks, student)


def of_lecture(student: Student, number: str) -> None:
    """Leave what belongs to one lecture."""
    lecture = current().lectures.get(number)  # none, if it is a lecturer's own
    asked = {*lecture.questions, *lecture.further} if lecture else set()
    checks, guesses = student.checks.items(), student.guesses.items()
    student.checks = {k: each for k, each in checks if lecture_of(k) == number}
    student.guesses = {name: each for name, each in guesses if name in asked}


def _count(checks: dict[str, dict], student: Student) -> None:
    """Count those checks that are of the student's own seed, which is the most frequent
    one. Checks with the numbers of the lecture count, too, if the student's own
    exercise asks the same question and was not answered.
    """
    seeds = Counter(seed for of_seed in checks.values() for seed in of_seed if seed)
    own = next((seed for seed, _ in seeds.most_common(1)), None)
    left_out: dict[str, list[str]] = {ODD: [], VOID: []}
    for name, of_seed in sorted(checks.items()):
        if name not in EXERCISES:
            student.unknown.append(printable(name)[:20])
            continue
        if of_seed.keys() - {None, own}:
            left_out[ODD].append(name)
        seed = own if own in of_seed else None
        if (entry := of_seed.get(seed)) is None:
            continue
        if asks_the_same(name, seed, own):
            student.checks[name] = entry
        else:
            left_out[VOID].append(name)
    student.notes += [
        f"{student.name}: not counted: {', '.join(names)}, {why}"
        for why, names in left_out.items()
        if names
    ]


def _kept_in(notebook: bytes, words: dict[str, str]) -> list[str]:
    """The lines of a journal that say what a notebook has recorded; ``words`` takes
    those of its questions. Raises ValueError.
    """
    lines = list[str]()
    for number, cell in enumerate(code(notebook_in(notebook))):
        for bundle in shown(cell):
            if (mime := current().mime("check")) in bundle:
                made = _table(bundle[mime])
                fields = {key: made.get(key) for key in ("seed", "state", "mistake")}
                line = line_of("check", number, name=made.get("exercise"), **fields)
                valid = made.get("version") == VERSION
                lines += [line if valid else ""] if fields["state"] != "open" else []
            if (mime := current().mime("guesses")) in bundle:
                guesses = _table(bundle[mime]).get("guesses")
                lines += guess_lines(guesses) if isinstance(guesses, dict) else [""]
                for name, guess in _table(guesses).items():
                    words[name] = str(_table(guess).get("words") or "")[:500]
    return lines


def _table(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}
