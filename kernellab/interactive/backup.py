"""A student's work as one zip file: changed notebooks and the record."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

from kernellab.interactive import record_file, working_copy
from kernellab.interactive.working_copy import MARKER, delivered

TRY = "Choose a zip of Download my work."
MAX_UNPACKED_BYTES = 100_000_000
# A name in the folder itself, and not hidden.
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
        for path in [
            *working_copy.changed(work),
            work / record_file.NAME,
            work / MARKER,
        ]:
            if path.exists():
                file.write(path, path.name)
    return found.getvalue()


def unpack(work: Path, packed: bytes, originals: Path) -> list[str]:
    """Restore packed work into a working copy; return sentences on what was done.

    A notebook there that the student has changed, and that differs, is kept under
    another name; of two answers the newer one stays. Raises ValueError, and changes
    nothing, if the file is not what ``pack`` makes.
    """
    _checked(work)
    files = _unzipped(packed)
    try:
        base = working_copy.listed(files.pop(MARKER)) if MARKER in files else {}
        text = files.pop(record_file.NAME, None)
        backup = None if text is None else record_file.understood(text)
    except ValueError as error:
        raise ValueError(
            "what stands beside the notebooks in this file was not understood"
            f" ({error}). {TRY}"
        ) from error
    for name, content in files.items():
        _check_notebook(name, content)
    known, done = delivered(work), []
    mine = {path.name for path in working_copy.changed(work)}
    for name, content in files.items():
        path = work / name
        if path.exists() and path.read_bytes() == content:
            continue
        if name in mine:
            aside = working_copy.beside(path, "before restoring")
            working_copy.write(aside, path.read_bytes())
            done.append(
                f"{name} is back; the one that was there is kept as {aside.name}."
            )
        else:
            done.append(f"{name} is back.")
        working_copy.write(path, content)
        if name in base:
            known[name] = base[name]
    working_copy.deliver(work, known)
    if originals.is_dir():
        news = working_copy.update(work, originals)
        done += [each for each in news if each.startswith("The course has a new")]
    if backup is not None:
        place = work / record_file.NAME
        record_file.save(place, record_file.restored(record_file.load(place), backup))
        done.append(
            "Your answers, guesses and positions are back; run a lab's cell again to"
            " see them."
        )
    return done or ["Everything in this file was here already."]


def _checked(work: Path) -> None:
    if not (work / MARKER).is_file():
        raise FileNotFoundError(
            f"{work} is no working copy of the course. Open one: kernellab lab"
        )


def _unzipped(packed: bytes) -> dict[str, bytes]:
    """The files of a zip by name. ValueError if one of them is not ours."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            entries = file.infolist()
            for name in (each.filename for each in entries):
                ours = name in (MARKER, record_file.NAME) or NOTEBOOK.fullmatch(name)
                if not ours:
                    raise ValueError(
                        f"this file holds {name!r}, which is no notebook. {TRY}"
                    )
            if sum(each.file_size for each in entries) > MAX_UNPACKED_BYTES:
                size = f"{MAX_UNPACKED_BYTES // 10**6} MB"
                raise ValueError(f"this file unpacks to more than {size}. {TRY}")
            return {each.filename: file.read(each) for each in entries}
    # NotImplementedError is a RuntimeError.
    except (zipfile.BadZipFile, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"this file cannot be unzipped ({error}). {TRY}") from error


def _check_notebook(name: str, content: bytes) -> None:
    try:
        cells = json.loads(content)["cells"]
    except (ValueError, TypeError, KeyError, RecursionError):
        cells = None
    if not isinstance(cells, list):
        raise ValueError(f"{name} in this file is no notebook. {TRY}")
