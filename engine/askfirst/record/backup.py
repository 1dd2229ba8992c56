"""A student's work as one zip file: what was changed or added, and the record."""

from __future__ import annotations

import importlib.machinery
import io
import os
import re
import sys
import zipfile
import zlib
from pathlib import Path

from askfirst.record import earlier, journal, working_copy
from askfirst.record.record import Record
from askfirst.words.course import current

TRY = "Choose a file of Download my work."
MAX_UNPACKED_BYTES = 100_000_000
MAX_PACKED_BYTES = 50_000_000  # of all files before they are compressed
# A name below the folder, no part of it hidden.
NAME = re.compile(
    r"([^./\\:\x00-\x1f][^/\\:\x00-\x1f]*/)*[^./\\:\x00-\x1f][^/\\:\x00-\x1f]*"
)
CODE = (".py", ".pyc", ".so", ".pyd")
SETTINGS = re.compile(r"(jupyter|ipython).*config", re.IGNORECASE)


def pack(work: Path) -> tuple[bytes, list[str]]:
    """The student's work in this working copy as the bytes of a zip file, and the names
    of the files that were left out.

    It holds what was answered, which notebooks of the course were delivered, and every
    file of the folder and its subfolders but the notebooks that are as delivered,
    hidden files and links. The largest are left out where all would be more than 50 MB,
    and so is what ``unpack`` would refuse. Raises FileNotFoundError where the folder is
    no working copy.
    """
    _check(work)
    left, size, found = list[str](), 0, io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        for path in filter(Path.exists, map(work.joinpath, _ours())):
            file.write(path, path.name)
        mine = working_copy.changed(work)
        original = {*work.glob("*.ipynb")} - {*mine}
        files = [path for path in _files(work) if path not in original]
        # Notebooks first, then the smallest.
        files.sort(key=lambda path: (path not in mine, path.stat().st_size))
        for path in files:
            name = path.relative_to(work).as_posix()
            if size + path.stat().st_size > MAX_PACKED_BYTES or _refusal(name):
                left.append(name)
            else:
                size += path.stat().st_size
                file.write(path, name)
    return found.getvalue(), left


def _ours() -> tuple[str, ...]:
    """The names of what is kept beside the notebooks."""
    return journal.NAME, earlier.NAME, current().marker


def _files(work: Path) -> list[Path]:
    """The files of a folder and its subfolders, without ours, hidden ones and links."""
    found, ours = [], _ours()
    for folder, folders, names in os.walk(work):
        folders[:] = [each for each in folders if each[0] not in "._"]
        paths = [Path(folder, name) for name in names if name[0] != "."]
        found += [path for path in paths if path.is_file() and not path.is_symlink()]
    return [path for path in found if path.parent != work or path.name not in ours]


def unpack(record: Record, packed: bytes, originals: Path) -> list[str]:
    """Restore packed work, or the journal that a page gives, into the working copy of
    ``record``; return sentences on what was done.

    A file there that is the student's, and that differs, is kept under another name.
    Raises ValueError, and changes nothing, if the work is not what ``pack`` makes.
    """
    assert record.file is not None
    work, done = record.file.parent, list[str]()
    _check(work)
    files = _unzipped(packed) if packed[:2] == b"PK" else {journal.NAME: packed}
    marker = current().marker
    try:
        base = working_copy.listed(files.pop(marker)) if marker in files else {}
        names = [name for name in (journal.NAME, earlier.NAME) if name in files]
        kept = [earlier.lines_and_malformed(files.pop(name)) for name in names]
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this file was not understood ({error}). {TRY}") from error
    for name in files:
        _check_place(work, name)
    known = working_copy.delivered(work)
    original = {*work.glob("*.ipynb")} - {*working_copy.changed(work)}
    for name, content in sorted(files.items()):
        path = work / name
        if path.exists() and path.read_bytes() == content:
            continue
        aside = ""
        if path.exists() and path not in original:
            free = working_copy.beside(path, "before restoring")
            path.replace(free)
            aside = f"; the one that was there is kept as {free.name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        working_copy.write(path, content)
        done.append(f"{name} is back{aside}.")
        known |= {name: base[name]} if name in base else {}
    working_copy.deliver(work, known)
    if originals.is_dir():
        news = working_copy.update(work, originals)
        done += [each for each in news if each.startswith("The course has a new")]
    for lines, malformed in kept:
        record.merge(lines)
        done.append(
            "Your answers and guesses are back; run a lab's cell again to see them."
        )
        if malformed:
            done.append(f"{', '.join(malformed)} could not be taken over.")
    return done or ["Everything in this file was here already."]


def _check(work: Path) -> None:
    course = current()
    if not (work / course.marker).is_file():
        how = f" Open one: {course.opens}" if course.opens else ""
        raise FileNotFoundError(f"{work} is not a working copy of the course.{how}")


def _unzipped(packed: bytes) -> dict[str, bytes]:
    """The files of a zip by name. ValueError if one of them could do harm."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            entries = [each for each in file.infolist() if not each.is_dir()]
            ours = _ours()
            for name in (each.filename for each in entries):
                if name not in ours and (refusal := _refusal(name)):
                    raise ValueError(f"this file holds {name!r}, {refusal}. {TRY}")
            if sum(each.file_size for each in entries) > MAX_UNPACKED_BYTES:
                size = f"{MAX_UNPACKED_BYTES // 10**6} MB"
                raise ValueError(f"this file unpacks to more than {size}. {TRY}")
            return {each.filename: file.read(each) for each in entries}
    # NotImplementedError is a RuntimeError.
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"this file cannot be unzipped ({error}). {TRY}") from error


def _refusal(name: str) -> str:
    """Why a file of this name is not brought into a working copy, or nothing.

    Python looks for a module in the kernel's folder first, so a file there could stand
    in the place of numpy; and Jupyter reads its settings there.
    """
    if not NAME.fullmatch(name):
        return "which is no name of a file in this folder"
    first, last = name.split("/")[0], name.split("/")[-1]
    if SETTINGS.match(last):
        return "which would change Jupyter's settings"
    module = first.partition(".")[0]
    elsewhere = [each for each in sys.path if each and Path(each) != Path.cwd()]
    if last.lower().endswith(CODE) and (
        module in (*sys.stdlib_module_names, __name__.split(".")[0])
        or importlib.machinery.PathFinder.find_spec(module, elsewhere)
    ):
        return f"which would take the place of the module {module}"
    return ""


def _check_place(work: Path, name: str) -> None:
    """ValueError if a file cannot stand there, or would stand outside of the folder."""
    path = work / name
    leads_elsewhere = not path.resolve().is_relative_to(work.resolve())
    if leads_elsewhere or path.is_dir() or any(map(Path.is_file, path.parents)):
        raise ValueError(
            f"{name} in this file cannot stand in this folder, where something of"
            f" another kind has its name. {TRY}"
        )
