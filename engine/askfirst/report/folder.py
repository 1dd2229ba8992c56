"""Who handed in what: the notebooks and work files of a folder by student, as Moodle,
Canvas or a hand has named them. A work file is what *Download my work* gives: a journal
or, from JupyterLab, a zip of it and of the notebooks that were changed.
"""

from __future__ import annotations

import os
import re
import unicodedata
import zipfile
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from askfirst.record.backup import RECORDS, UNZIPPING

# "Jane Doe_12345_assignsubmission_file_", a folder, or the same before the name of a
# file; the number is the participant's.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+(_.*)?")
# "doejane_123_456_09.ipynb" or "doejane_LATE_123_456_09.ipynb"; the first number is the
# user's, the second the file's.
CANVAS = re.compile(r"(?P<name>\w+?)(_LATE)?_(?P<id>\d+)_\d+_.+")
PACKED = (
    "packed, and not the work of one student; unpack it there, a folder for each"
    " student, and run the report again"
)
NEITHER = (
    "not a notebook (.ipynb), nor what Download my work gives; left out. If it is"
    " packed, unpack it there"
)
LINK = "a link, or no file at all; copy the file itself there"
MOST_BYTES = 50_000_000  # of a file, unpacked; a notebook has less than a megabyte


@dataclass
class Student:
    """Whoever handed in ``files``; ``id`` is their number, where a name tells it.

    ``recorded.read`` finds in them the last check of each exercise and the guess on
    each question, as a journal has them, and the words of the questions. ``notes`` say
    what is not counted; ``unknown`` are exercises that are not known here.
    """

    name: str
    id: str
    files: list[Path]
    notebooks: int = 0
    works: int = 0  # work files
    checks: dict[str, dict[str, Any]] = field(default_factory=dict)
    guesses: dict[str, dict[str, Any]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def states(self) -> dict[str, str]:
        """The state of each exercise that was tried."""
        return {name: entry["state"] for name, entry in self.checks.items()}


def students(folder: Path) -> tuple[list[Student], list[str]]:
    """The students of a folder by name, and a line for whatever in it is neither a
    notebook nor a work file, or cannot be told apart.

    A file in the folder itself is a student's, who is called as the file is; a folder
    in it holds what one student handed in. Hidden files are left out.
    """
    found: defaultdict[tuple[str, str, str], list[Path]] = defaultdict(list)
    notes: list[str] = []
    for path in _files(folder, notes):
        place = path.relative_to(folder)
        if problem := _problem(path):
            notes.append(f"{printable(place)}: {problem}")
        if not problem or len(place.parts) > 1:  # a list of the class is nobody's
            found[_who(place)] += [] if problem else [path]
    counts, everyone = Counter(_alike(name) for name, _, _ in found), []
    for (name, number, kind), files in found.items():
        student = Student(printable(name), number, files)
        if (count := counts[_alike(name)]) > 1:
            student.name += f" ({number or kind})"
            notes.append(f"{student.name}: {count} students have this name")
        everyone.append(student)
    return sorted(everyone, key=lambda each: (each.name.casefold(), each.id)), notes


def members(path: Path) -> list[str]:
    """The notebooks and records in a zip by name; [""] for any other file, and for a
    damaged zip, of which ``loaded`` says so.
    """
    if path.suffix.lower() == ".zip":
        with suppress(OSError, *UNZIPPING), zipfile.ZipFile(path) as packed:
            places = {name: PurePosixPath(name) for name in packed.namelist()}
            return [
                name
                for name, place in places.items()
                if (place.name in RECORDS or is_notebook(name))
                and not _is_hidden(place)
            ]
    return [""]


def loaded(path: Path, member: str) -> bytes:
    """The bytes of a file, or of a ``member`` of a zip. Raises ValueError, with the
    reason.
    """
    try:
        if path.suffix.lower() != ".zip":
            _check_size(path.stat().st_size)
            return path.read_bytes()
        with zipfile.ZipFile(path) as packed:
            _check_size(packed.getinfo(member).file_size)
            return packed.read(member)
    except OSError as error:
        raise ValueError(f"cannot be read ({error.strerror})") from None
    except UNZIPPING as error:
        raise ValueError(f"damaged: it cannot be unzipped ({error})") from None


def is_notebook(name: str) -> bool:
    """Whether this is the name of a notebook."""
    return name.lower().endswith(".ipynb")


def printable(text: object) -> str:
    """A text that others wrote, on one line and without what moves a terminal's cursor.

    >>> printable("Jane\\x1b[2J")
    'Jane�[2J'
    """
    return "".join(c if c.isprintable() else "\ufffd" for c in str(text))


def _files(folder: Path, notes: list[str]) -> list[Path]:
    def unread(error: OSError) -> None:
        name, why = printable(error.filename), error.strerror
        notes.append(f"{name}: a folder that cannot be read ({why})")

    walk = os.walk(folder, onerror=unread)
    paths = (Path(where, name) for where, _, names in walk for name in names)
    return sorted(each for each in paths if not _is_hidden(each.relative_to(folder)))


def _is_hidden(place: PurePath) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in place.parts)


def _problem(path: Path) -> str:
    """Why a file is not read, or ""."""
    if path.suffix.lower() not in (".ipynb", ".zip", ".jsonl"):
        return NEITHER
    if path.is_symlink() or not path.is_file():
        return LINK
    records = (name for name in members(path) if not is_notebook(name))
    return "" if len({PurePosixPath(name).parent for name in records}) == 1 else PACKED


def _check_size(size: int) -> None:
    if size > MOST_BYTES:
        raise ValueError("longer than 50 MB, and a notebook has less than one")


def _who(place: Path) -> tuple[str, str, str]:
    """A student's name, number and kind, from what their file or folder is called."""
    is_file = len(place.parts) == 1
    title = place.stem if is_file else place.parts[0]
    if moodle := MOODLE.fullmatch(title):
        return moodle["name"], moodle["id"], "Moodle"
    if is_file and (canvas := CANVAS.fullmatch(title)):
        return canvas["name"], canvas["id"], "Canvas"
    return title, "", "file" if is_file else "folder"


def _alike(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
