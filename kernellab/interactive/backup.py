"""A student's work as one file, and back again: the notebooks that they changed, and
what they answered.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

from kernellab.interactive import record_file
from kernellab.interactive.working_copy import (
    MARKER,
    beside,
    changed,
    deliver,
    delivered,
    listed,
    update,
    write,
)

TRY = "Choose a zip of Download my work."
MOST = 100_000_000  # bytes, unpacked: what is larger is no work of a student
# Of the folder itself, and not hidden.
NOTEBOOK = re.compile(r"[^./\\:][^/\\:]*\.ipynb")


def pack(work: Path) -> bytes:
    """The student's work in this working copy as the bytes of a zip file.

    It holds the notebooks that are not as the course delivered them, what was answered,
    and which notebooks of the course they were made from. Raises FileNotFoundError
    where the folder is no working copy.
    """
    _checked(work)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        for path in [*changed(work), work / record_file.NAME, work / MARKER]:
            if path.exists():
                file.write(path, path.name)
    return found.getvalue()


def unpack(work: Path, packed: bytes, originals: Path) -> list[str]:
    """Bring work that was packed into a working copy, and say in sentences what was
    done.

    A notebook there that the student has changed, and that differs, is kept beside the
    one that comes back; of what was answered, the newer stands. Raises ValueError, and
    changes nothing, where the file is not what ``pack`` makes.
    """
    _checked(work)
    files = _unzipped(packed)
    try:
        base = listed(files.pop(MARKER)) if MARKER in files else {}
        backup = (
            record_file.understood(files.pop(record_file.NAME))
            if record_file.NAME in files
            else None
        )
    except ValueError as error:
        raise ValueError(
            "what stands beside the notebooks in this file was not understood"
            f" ({error}). {TRY}"
        ) from error
    for name, content in files.items():
        _check_notebook(name, content)
    known, mine, said = delivered(work), {path.name for path in changed(work)}, []
    for name, content in files.items():
        path = work / name
        if path.exists() and path.read_bytes() == content:
            continue
        if name in mine:
            aside = beside(path, "before restoring")
            write(aside, path.read_bytes())
            said.append(
                f"{name} is back; the one that was there is kept as {aside.name}."
            )
        else:
            said.append(f"{name} is back.")
        write(path, content)
        if name in base:
            known[name] = base[name]
    deliver(work, known)
    if originals.is_dir():
        said += [
            each
            for each in update(work, originals)
            if each.startswith("The course has a new")
        ]
    if backup is not None:
        place = work / record_file.NAME
        record_file.save(place, record_file.restored(record_file.load(place), backup))
        said.append(
            "Your answers, guesses and positions are back; run a lab's cell again to"
            " see them."
        )
    return said or ["Everything in this file was here already."]


def _checked(work: Path) -> None:
    if not (work / MARKER).is_file():
        raise FileNotFoundError(
            f"{work} is no working copy of the course. Open one: make lab, or python -m"
            " kernellab.course.work --open"
        )


def _unzipped(packed: bytes) -> dict[str, bytes]:
    """The files of a zip by name, if all of them may be there."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            entries = file.infolist()
            for each in entries:
                if each.filename not in (
                    MARKER,
                    record_file.NAME,
                ) and not NOTEBOOK.fullmatch(each.filename):
                    raise ValueError(
                        f"this file holds {each.filename!r}, which is no notebook."
                        f" {TRY}"
                    )
            if sum(each.file_size for each in entries) > MOST:
                raise ValueError(
                    f"this file unpacks to more than {MOST // 10**6} MB. {TRY}"
                )
            return {each.filename: file.read(each) for each in entries}
    except (
        zipfile.BadZipFile,
        RuntimeError,
        NotImplementedError,
        EOFError,
        OSError,
    ) as error:
        raise ValueError(f"this file cannot be unzipped ({error}). {TRY}") from error


def _check_notebook(name: str, content: bytes) -> None:
    try:
        cells = json.loads(content)["cells"]
    except (ValueError, TypeError, KeyError, RecursionError):
        cells = None
    if not isinstance(cells, list):
        raise ValueError(f"{name} in this file is no notebook. {TRY}")
