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

RECORDS = (journal.NAME, earlier.NAME)
# NotImplementedError, of an unknown compression, is a RuntimeError.
UNZIPPING = zipfile.BadZipFile, zlib.error, RuntimeError, EOFError
# A notebook in the folder itself, which is not hidden
NOTEBOOK = re.compile(r"[^./\\:\x00-\x1f][^/\\:\x00-\x1f]*\.ipynb")


def pack(record: Record) -> bytes:
    """The student's work in the working copy of ``record`` as the bytes of a zip file:
    what was answered, which notebooks of the course were delivered, and the notebooks
    that are not as delivered.
    """
    assert record.file is not None  # else the page has no button
    work, found = record.file.parent, io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        ours = [work / name for name in (*RECORDS, current().marker)]
        mine = [path for path in working_copy.changed(work) if path.name[0] != "."]
        for path in (*filter(Path.exists, ours), *mine):
            file.write(path, path.name)
    return found.getvalue()


def unpack(record: Record, packed: bytes, originals: Path) -> list[str]:
    """Restore packed work, or the journal that a page gives, into the working copy of
    ``record``; return sentences on what was done.

    A notebook there that is the student's, and that differs, is kept under another
    name. Files that are no notebooks are left in the zip, and named. Raises ValueError,
    and changes nothing, if the work is not what ``pack`` makes.
    """
    assert record.file is not None
    work = record.file.parent
    files = {journal.NAME: packed}
    try:
        if packed[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(packed)) as file:
                names = [each for each in file.namelist() if not each.endswith("/")]
                files = {name: file.read(name) for name in names}
        kept = [files.pop(name) for name in RECORDS if name in files]
        lines = [line for text in kept for line in earlier.lines_in(text)]
    except (ValueError, OSError, *UNZIPPING) as error:
        raise ValueError(
            f"this file was not understood ({error}). Choose one of Download my work."
        ) from error
    base = working_copy.delivered(files.pop(current().marker, b""))
    known = working_copy.delivered(work / current().marker)
    mine, done = working_copy.changed(work), list[str]()
    for name, content in sorted(files.items()):
        path, aside = work / name, ""
        if not NOTEBOOK.fullmatch(name):
            done.append(f"{name} is not brought back; unzip the file to have it.")
            continue
        if path.exists() and path.read_bytes() == content:
            continue
        if path in mine:
            free = working_copy.beside(path, "before restoring")
            path.replace(free)
            aside = f"; the one that was there is kept as {free.name}"
        working_copy.write(path, content)
        done.append(f"{name} is back{aside}.")
        known |= {name: base[name]} if name in base else {}
    working_copy.deliver(work, known)
    record.merge(lines)
    if originals.is_dir():
        news = working_copy.update(work, originals)
        done += [each for each in news if each.startswith("The course has a new")]
    if lines:
        done.append(
            "Your answers and guesses are back; run a lab's cell again to see them."
        )
    if lost := [*map(journal.event_in, lines)].count(None):
        done.append(f"{counted(lost, 'line')} could not be understood.")
    return done or ["Everything in this file was here already."]
