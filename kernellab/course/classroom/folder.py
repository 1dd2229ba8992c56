"""Who handed in what: the notebooks and work files of a folder by student, as Moodle,
Canvas or a hand has named them. A work file is what *Download my work* gives: a zip of
the student's record and, from JupyterLab, of the notebooks that were changed.
"""

from __future__ import annotations

import os
import re
import unicodedata
import zipfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from kernellab.interactive import record_file

# "Jane Doe_12345_assignsubmission_file_", a folder, or the same before the name of a
# file; the number is the participant's.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+(_.*)?")
# "doejane_123_456_09.ipynb" or "doejane_LATE_123_456_09.ipynb"; the first number is the
# user's, the second the file's.
CANVAS = re.compile(r"(?P<name>\w+?)(_LATE)?_(?P<id>\d+)_\d+_.+")
PACKED = "packed; unpack it there and run the report again"
NEITHER = "not a notebook (.ipynb), nor what Download my work gives; left out"


class Handed(NamedTuple):
    """A notebook or a record: a file, or a ``member`` of a zip."""

    path: Path
    member: str = ""

    @property
    def is_notebook(self) -> bool:
        """Whether its name is that of a notebook."""
        return PurePosixPath(self.member or self.path.name).suffix.lower() == ".ipynb"


@dataclass(frozen=True)
class Student:
    """Whoever handed in ``notebooks`` and ``records``. ``id`` is their number in
    ``system``, "Moodle" or "Canvas", where the name tells.
    """

    name: str
    id: str
    system: str
    notebooks: tuple[Handed, ...]
    records: tuple[Handed, ...] = ()


def students(folder: Path) -> tuple[list[Student], list[str]]:
    """The students of a folder by name, and a line for whatever in it is neither a
    notebook nor a work file, or cannot be told apart.

    A file in the folder itself is a student's, who is called as the file is; a folder
    in it holds what one student handed in.
    """
    found: dict[tuple[str, str, str], list[Handed]] = {}
    homes: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    notes: list[str] = []
    hidden = 0
    for path in _files(folder, notes):
        inside = path.relative_to(folder)
        if any(part.startswith(".") or part == "__MACOSX" for part in inside.parts):
            hidden += 1
            continue
        top = inside.parts[0]
        is_file = len(inside.parts) == 1
        who = _who(Path(top).stem if is_file else top, is_file)
        handed, problem = _handed(path)
        if problem:
            notes.append(f"{plain(inside)}: {problem}")
            if is_file:
                continue  # a list of the class, say, is nobody's
        found.setdefault(who, []).extend(handed)
        homes[who].add(top)
    if hidden:
        plural = "s" * (hidden > 1)
        notes.append(
            f"{hidden} file{plural} in hidden folders, such as .ipynb_checkpoints, left"
            " out"
        )
    notes += [
        f"{plain(who[0])}: no notebook and no work file among the files"
        for who, handed in found.items()
        if not handed
    ]
    return _named_apart(found, homes, notes), notes


def plain(text: object) -> str:
    """A text that others wrote, on one line and without what moves a terminal's cursor.

    >>> plain("Jane\\x1b[2J")
    'Jane�[2J'
    """
    return "".join(c if c.isprintable() else "\ufffd" for c in str(text))


def _files(folder: Path, notes: list[str]) -> list[Path]:
    def unread(error: OSError) -> None:
        notes.append(
            f"{plain(error.filename)}: a folder that cannot be read ({error.strerror})"
        )

    return sorted(
        Path(where, name)
        for where, _, names in os.walk(folder, onerror=unread)
        for name in names
    )


def _handed(path: Path) -> tuple[list[Handed], str]:
    """The notebooks and records in a file, or why there are none."""
    kind = path.suffix.lower()
    if path.is_symlink():
        return [], "a link; it is not followed, so copy the file itself there"
    if kind in (".gz", ".7z", ".rar"):
        return [], PACKED
    if kind not in (".ipynb", ".zip", ".json"):
        return [], NEITHER
    if not path.is_file():
        return [], "not a file that can be read"
    try:
        if kind == ".zip":
            return _unpacked(path)
        # A browser may unpack what it downloads.
        is_ours = kind == ".ipynb" or b'"checks"' in path.read_bytes()
    except OSError as error:
        return [], f"cannot be read ({error.strerror})"
    return ([Handed(path)], "") if is_ours else ([], NEITHER)


def _unpacked(path: Path) -> tuple[list[Handed], str]:
    """The notebooks and the record in a zip, if it is a work file."""
    try:
        with zipfile.ZipFile(path) as packed:
            names = [PurePosixPath(name) for name in packed.namelist()]
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        with path.open("rb") as file:
            half = file.read(2) == b"PK"
        said = "packed and damaged, perhaps half a file; have it handed in again"
        return [], said if half else PACKED
    seen = [
        name
        for name in names
        if not any(part[:1] == "." or part == "__MACOSX" for part in name.parts)
    ]
    records = [name for name in seen if name.name == record_file.NAME]
    if len(records) > 1:
        places = ", ".join(map(plain, records))
        return [], (
            f"packed, with {len(records)} records ({places}), and one student has one;"
            " unpack it there, a folder for each student"
        )
    if not records:
        return [], PACKED
    notebooks = [name for name in seen if name.suffix.lower() == ".ipynb"]
    return [Handed(path, str(name)) for name in (*records, *notebooks)], ""


def _who(title: str, is_file: bool) -> tuple[str, str, str]:
    """A student's name, number and system, from what their file or folder is called."""
    if moodle := MOODLE.fullmatch(title):
        return moodle["name"], moodle["id"], "Moodle"
    if is_file and (canvas := CANVAS.fullmatch(title)):
        return canvas["name"], canvas["id"], "Canvas"
    return title, "", "file" if is_file else "folder"


def _named_apart(found: dict, homes: dict, notes: list[str]) -> list[Student]:
    """The students, those of one name with their number or their place beside it."""
    alike: defaultdict[str, list] = defaultdict(list)
    for who in found:
        name = unicodedata.normalize("NFKC", who[0]).casefold()
        alike[" ".join(name.split())].append(who)
    made = []
    for several in alike.values():
        if len(several) > 1:
            places = ", ".join(plain(min(homes[who])) for who in several)
            notes.append(
                f"{plain(several[0][0])}: {len(several)} students of one name"
                f" ({places}); each has a row of their own"
            )
        for who in several:
            name, number, system = who
            label = f"{name} ({number or min(homes[who])})"
            label = plain(label if len(several) > 1 else name)
            both = [
                tuple(each for each in found[who] if each.is_notebook is wanted)
                for wanted in (True, False)
            ]
            made.append(Student(label, number, system if number else "", *both))
    return sorted(made, key=lambda student: (student.name.casefold(), student.id))
