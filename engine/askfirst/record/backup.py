"""A student's work as one zip file: the notebooks that were changed or added, and the
record.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import Path

from askfirst.record import earlier, journal, working_copy
from askfirst.record.record import Record
from askfirst.words.course import current
from askfirst.words.text import counted

TRY = "Choose a file of Download my work."
MAX_UNPACKED_BYTES = 100_000_000
# A notebook in the folder itself, which is not hidden
NOTEBOOK = re.compile(r"[^./\\:\x00-\x1f][^/\\:\x00-\x1f]*\.ipynb")


def pack(work: Path) -> bytes:
    """The student's work in this working copy as the bytes of a zip file: what was
    answered, which notebooks of the course were delivered, and the notebooks that are
    not as delivered. Raises FileNotFoundError where the folder is no working copy.
    """
    _check(work)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        ours = filter(Path.exists, map(work.joinpath, _ours()))
        mine = working_copy.changed(work)
        for path in (*ours, *(each for each in mine if each.name[0] != ".")):
            file.write(path, path.name)
    return found.getvalue()


def _ours() -> tuple[str, ...]:
    """The names of what is kept beside the notebooks."""
    return journal.NAME, earlier.NAME, current().marker


def unpack(record: Record, packed: bytes, originals: Path) -> list[str]:
    """Restore packed work, or the journal that a page gives, into the working copy of
    ``record``; return sentences on what was done.

    A notebook there that is the student's, and that differs, is kept under another
    name. Files that are no notebooks are left in the zip, and named. Raises ValueError,
    and changes nothing, if the work is not what ``pack`` makes.
    """
    assert record.file is not None
    work, done = record.file.parent, list[str]()
    _check(work)
    files = _unzipped(packed) if packed[:2] == b"PK" else {journal.NAME: packed}
    marker = current().marker
    try:
        base = working_copy.listed(files.pop(marker)) if marker in files else {}
        names = [name for name in (journal.NAME, earlier.NAME) if name in files]
        kept = [earlier.lines_in(files.pop(name)) for name in names]
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this file was not understood ({error}). {TRY}") from error
    for name in [each for each in files if not NOTEBOOK.fullmatch(each)]:
        del files[name]
        done.append(f"{name} is not brought back; unzip the file to have it.")
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
        working_copy.write(path, content)
        done.append(f"{name} is back{aside}.")
        known |= {name: base[name]} if name in base else {}
    working_copy.deliver(work, known)
    if originals.is_dir():
        news = working_copy.update(work, originals)
        done += [each for each in news if each.startswith("The course has a new")]
    for lines in kept:
        record.merge(lines)
        done.append(
            "Your answers and guesses are back; run a lab's cell again to see them."
        )
        if lost := [*map(journal.event_in, lines)].count(None):
            done.append(f"{counted(lost, 'line')} could not be understood.")
    return done or ["Everything in this file was here already."]


def _check(work: Path) -> None:
    course = current()
    if not (work / course.marker).is_file():
        how = f" Open one: {course.opens}" if course.opens else ""
        raise FileNotFoundError(f"{work} is not a working copy of the course.{how}")


def _unzipped(packed: bytes) -> dict[str, bytes]:
    """The files of a zip by name. ValueError if they are damaged, or too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            entries = [each for each in file.infolist() if not each.is_dir()]
            if sum(each.file_size for each in entries) > MAX_UNPACKED_BYTES:
                size = f"{MAX_UNPACKED_BYTES // 10**6} MB"
                raise ValueError(f"this file unpacks to more than {size}. {TRY}")
            return {each.filename: file.read(each) for each in entries}
    # NotImplementedError is a RuntimeError.
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"this file cannot be unzipped ({error}). {TRY}") from error
