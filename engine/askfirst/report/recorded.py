"""What students handed in: the notebooks and work files of a folder, by student, as
Moodle, Canvas or a hand has named them. A work file is what *Download my work* gives: a
journal or, from JupyterLab, a zip with one.

Of a notebook the checks and guesses are read that it keeps in its outputs. All of it is
plain text in the student's own files, and is taken at its word.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from askfirst.questions.exercises import EXERCISES, VERSION, asks_the_same
from askfirst.record import journal
from askfirst.record.backup import RECORDS, UNZIPPING
from askfirst.record.earlier import lines_in
from askfirst.record.journal import event_in, guess_lines, line_of
from askfirst.report.notebook import code, notebook_in, shown
from askfirst.words.course import current
from askfirst.words.text import counted

# "Jane Doe_12345_assignsubmission_file_", a folder, or the same before the name of a
# file; the number is the participant's.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+(_.*)?")
# "doejane_123_456_09.ipynb" or "doejane_LATE_123_456_09.ipynb"; the first number is the
# user's, the second the file's.
CANVAS = re.compile(r"(?P<name>\w+?)(_LATE)?_(?P<id>\d+)_\d+_.+")
NEITHER = (
    "not a notebook (.ipynb), nor what Download my work gives one student; left out."
    " If it is packed, unpack it there, a folder for each student"
)
# Why answers are not counted
UNKNOWN = "not known here; name the notebook or file that enters it with --exercises"
ODD = "of another seed than the other answers; whose work was it?"
VOID = "answered with the numbers of the lecture and not with the student's own"


@dataclass
class Student:
    """Whoever handed in ``files``; ``id`` is their number, where a name tells it.

    ``read`` finds in the files the last check of each exercise and the guess on each
    question, as a journal has them, and the words of the questions. ``notes`` say what
    is not counted.
    """

    name: str
    id: str
    files: list[Path]
    checks: dict[str, dict[str, Any]] = field(default_factory=dict)
    guesses: dict[str, dict[str, Any]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def students(folder: Path) -> tuple[list[Student], list[str]]:
    """The students of a folder, by name, and a line for each thing that is not counted.

    A file in the folder itself is a student's, who is called as the file is; a folder
    in it holds what one student handed in. Hidden files are left out, and who handed in
    nothing that can be opened.
    """
    found: defaultdict[tuple[str, str], list[Path]] = defaultdict(list)
    notes: list[str] = []
    walk = os.walk(folder, onerror=lambda error: notes.append(printable(error)))
    for path in sorted(Path(where, name) for where, _, names in walk for name in names):
        place = path.relative_to(folder)
        if not any(part.startswith((".", "__MACOSX")) for part in place.parts):
            found[_who(place)].append(path)
    names, everyone = Counter(name for name, _ in found), list[Student]()
    for (name, number), files in sorted(found.items()):
        label = f"{name} ({number})" if number and names[name] > 1 else name
        student = Student(label, number, files)
        read(student, folder)
        notes += student.notes
        everyone += [student] if student.files else []
    return everyone, notes


def read(student: Student, folder: Path) -> None:
    """Find what all files of a student say, joined as journals are; leave those files
    that can be opened.
    """
    files, lines = student.files, list[str]()
    student.files = []
    for path in files:
        try:
            texts = _texts_in(path)
            student.files.append(path)
            if path.suffix.lower() == ".ipynb":
                kept = _kept_in(texts[0], student.words)
            else:
                kept = [line for text in texts for line in lines_in(text)]
            lines += kept
            if lost := [*map(event_in, kept)].count(None):
                what = counted(lost, "record")
                raise ValueError(f"not counted: {what} that cannot be understood")
        except ValueError as error:
            student.notes.append(f"{printable(path.relative_to(folder))}: {error}")
    state = journal.fold(lines)
    student.guesses = state.guesses
    _count(state.checks, student)


def lecture_of(exercise: str) -> str:
    """The lecture that an exercise belongs to: what its name has before the last dot.

    >>> lecture_of("09.1"), lecture_of("my.1"), lecture_of("bonus")
    ('09', 'my', 'bonus')
    """
    return exercise.rpartition(".")[0] or exercise


def of_lecture(student: Student, number: str) -> None:
    """Leave what belongs to one lecture."""
    lecture = current().lectures.get(number)  # none, if it is a lecturer's own
    asked = {*lecture.questions, *lecture.further} if lecture else set()
    checks, guesses = student.checks.items(), student.guesses.items()
    student.checks = {k: each for k, each in checks if lecture_of(k) == number}
    student.guesses = {name: each for name, each in guesses if name in asked}


def printable(text: object) -> str:
    """A text that others wrote, on one line and without what moves a terminal's cursor.

    >>> printable("Jane\\x1b[2J")
    'Jane�[2J'
    """
    return "".join(c if c.isprintable() else "\ufffd" for c in str(text))


def _who(place: Path) -> tuple[str, str]:
    """A student's name and number, from what their file or folder is called."""
    is_file = len(place.parts) == 1
    title = printable(place.stem if is_file else place.parts[0])
    known = MOODLE.fullmatch(title) or (CANVAS.fullmatch(title) if is_file else None)
    return (known["name"], known["id"]) if known else (title, "")


def _texts_in(path: Path) -> list[bytes]:
    """The text of a notebook or a journal, or those of the records in a zip. Raises
    ValueError, with the reason, for any other file.
    """
    kind = path.suffix.lower()
    if kind not in (".ipynb", ".zip", ".jsonl") or not path.is_file():
        raise ValueError(NEITHER)
    try:
        if kind != ".zip":
            return [path.read_bytes()]
        with zipfile.ZipFile(path) as file:
            names = [each for each in file.namelist() if PurePath(each).name in RECORDS]
            if len({PurePath(name).parent for name in names}) != 1:
                raise ValueError(NEITHER)
            return [file.read(name) for name in names]
    except OSError as error:
        raise ValueError(f"cannot be read ({error.strerror})") from None
    except UNZIPPING as error:
        raise ValueError(f"damaged: it cannot be unzipped ({error})") from None


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


def _count(checks: dict[str, dict], student: Student) -> None:
    """Count those checks that are of the student's own seed, which is the most frequent
    one. Checks with the numbers of the lecture count, too, if the student's own
    exercise asks the same question and was not answered.
    """
    seeds = Counter(seed for of_seed in checks.values() for seed in of_seed if seed)
    own = next((seed for seed, _ in seeds.most_common(1)), None)
    left_out: dict[str, list[str]] = {UNKNOWN: [], ODD: [], VOID: []}
    for name, of_seed in sorted(checks.items()):
        seed = own if own in of_seed else None
        if name not in EXERCISES:
            left_out[UNKNOWN].append(printable(name)[:20])
            continue
        if of_seed.keys() - {None, own}:
            left_out[ODD].append(name)
        if seed in of_seed and asks_the_same(name, seed, own):
            student.checks[name] = of_seed[seed]
        elif seed in of_seed:
            left_out[VOID].append(name)
    student.notes += [
        f"{student.name}: not counted: {', '.join(names)}, {why}"
        for why, names in left_out.items()
        if names
    ]
