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
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from askfirst.record import earlier, journal

# "Jane Doe_12345_assignsubmission_file_", a folder, or the same before the name of a
# file; the number is the participant's.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+(_.*)?")
# "doejane_123_456_09.ipynb" or "doejane_LATE_123_456_09.ipynb"; the first number is the
# user's, the second the file's.
CANVAS = re.compile(r"(?P<name>\w+?)(_LATE)?_(?P<id>\d+)_\d+_.+")
PACKED = "packed; unpack it there and run the report again"
NEITHER = "not a notebook (.ipynb), nor what Download my work gives; left out"


class Handed(NamedTuple):
    """A notebook or a journal: a file, or a ``member`` of a zip."""

    path: Path
    member: str = ""

    @property
    def is_notebook(self) -> bool:
        """Whether its name is that of a notebook."""
        return PurePosixPath(self.member or self.path.name).suffix.lower() == ".ipynb"


@dataclass(frozen=True)
class Student:
    """Whoever handed in ``files``; ``id`` is their number, where a name tells it."""

    name: str
    id: str
    files: tuple[Handed, ...]


def students(folder: Path) -> tuple[list[Student], list[str]]:
    """The students of a folder by name, and a line for whatever in it is neither a
    notebook nor a work file, or cannot be told apart.

    A file in the folder itself is a student's, who is called as the file is; a folder
    in it holds what one student handed in. Hidden files are left out.
    """
    found: defaultdict[tuple[str, str, str], list[Handed]] = defaultdict(list)
    notes: list[str] = []
    for path in _files(folder, notes):
        place = path.relative_to(folder)
        top, is_file = place.parts[0], len(place.parts) == 1
        handed, problem = _handed(path)
        if problem:
            notes.append(f"{printable(place)}: {problem}")
        if not (problem and is_file):  # a list of the class, say, is nobody's
            found[_who(Path(top).stem if is_file else top, is_file)] += handed
    notes += [
        f"{printable(name)}: no notebook and no work file among the files"
        for (name, *_), handed in found.items()
        if not handed
    ]
    return _named_apart(found, notes), notes


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
    return sorted(p for p in paths if not _is_hidden(p.relative_to(folder).parts))


def _is_hidden(parts: tuple[str, ...]) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in parts)


def _handed(path: Path) -> tuple[list[Handed], str]:
    """The notebooks and journals in a file, or why there are none."""
    kind = path.suffix.lower()
    if path.is_symlink():
        return [], "a link; it is not followed, so copy the file itself there"
    if kind in (".gz", ".7z", ".rar"):
        return [], PACKED
    if kind not in (".ipynb", ".zip", ".jsonl"):
        return [], NEITHER
    if not path.is_file():
        return [], "not a file that can be read"
    try:
        return _unpacked(path) if kind == ".zip" else ([Handed(path)], "")
    except OSError as error:
        return [], f"cannot be read ({error.strerror})"


def _unpacked(path: Path) -> tuple[list[Handed], str]:
    """The notebooks and the journal in a zip, if it is a work file."""
    try:
        with zipfile.ZipFile(path) as packed:
            names = [PurePosixPath(name) for name in packed.namelist()]
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        with path.open("rb") as file:
            half = file.read(2) == b"PK"
        damaged = "packed and damaged, perhaps half a file; have it handed in again"
        return [], damaged if half else PACKED
    seen = [name for name in names if not _is_hidden(name.parts)]
    records = [name for name in seen if name.name in (journal.NAME, earlier.NAME)]
    if not records:
        return [], PACKED
    if len({name.parent for name in records}) > 1:
        places = ", ".join(map(printable, records))
        return [], (
            f"packed, with several records ({places}), and one student has one;"
            " unpack it there, a folder for each student"
        )
    notebooks = [name for name in seen if name.suffix.lower() == ".ipynb"]
    return [Handed(path, str(name)) for name in (*records, *notebooks)], ""


def _who(title: str, is_file: bool) -> tuple[str, str, str]:
    """A student's name, number and kind, from what their file or folder is called."""
    if moodle := MOODLE.fullmatch(title):
        return moodle["name"], moodle["id"], "Moodle"
    if is_file and (canvas := CANVAS.fullmatch(title)):
        return canvas["name"], canvas["id"], "Canvas"
    return title, "", "file" if is_file else "folder"


def _named_apart(found: dict, notes: list[str]) -> list[Student]:
    """The students; those of one name with their number, or their kind, beside it."""
    alike = {
        key: " ".join(unicodedata.normalize("NFKC", key[0]).casefold().split())
        for key in found
    }
    counts, made = Counter(alike.values()), []
    for (name, number, kind), handed in found.items():
        apart = ""
        if (count := counts[alike[name, number, kind]]) > 1:
            apart = f" ({number or kind})"
            notes.append(f"{printable(name)}{apart}: {count} students have this name")
        made.append(Student(printable(f"{name}{apart}"), number, tuple(handed)))
    return sorted(made, key=lambda student: (student.name.casefold(), student.id))
