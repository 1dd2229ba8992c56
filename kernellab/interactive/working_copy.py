"""A student's working copy of a folder of notebooks, brought up to date.

What the student wrote stays as it is. The marker in the folder holds for each notebook
the hash of the original that was delivered last, that of its copy, and those of its
cells. A file whose cells have other sources is the student's; outputs and metadata do
not count.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sys
from pathlib import Path
from typing import Any

MARKER = ".kernellab.json"
VERSION = 1
LANGUAGE = {
    "name": "python",
    "version": sys.version.split()[0],
    "mimetype": "text/x-python",
    "codemirror_mode": {"name": "ipython", "version": sys.version_info[0]},
    "pygments_lexer": "ipython3",
    "nbconvert_exporter": "python",
    "file_extension": ".py",
}


def update(work: Path, originals: Path) -> list[str]:
    """Copy the notebooks of ``originals`` to ``work``; return sentences on what was
    done.

    A notebook that the student did not change is replaced by a newer one, and a deleted
    one is copied again. Beside one that the student changed the newer one is laid under
    another name. Raises OSError if ``work`` cannot be written, and FileNotFoundError
    without notebooks.
    """
    sources = sorted(originals.glob("*.ipynb"))
    if not sources:
        raise FileNotFoundError(
            f"there are no notebooks in {originals}. Install the course again, from its"
            " wheel or its repository."
        )
    work.mkdir(exist_ok=True)
    known, sentences, fresh = delivered(work), list[str](), 0
    if not known and any(work.glob("*.ipynb")):
        sentences.append(
            f"There was no list of what the course had put into {work}, so every"
            " notebook there counts as yours."
        )
    for source in sources:
        new, mine = source.read_bytes(), work / source.name
        copied, last = for_this_python(new), known.get(source.name, {})
        here = mine.read_bytes() if mine.exists() else None
        if here is None or (here != copied and _as_delivered(here, last)):
            write(mine, copied)
            fresh += 1
        elif (
            here != copied
            and last.get("original") != _hash(new)
            and (_cells(copied) or new) != _listed(last)  # new in more than outputs
        ):
            sentences.append(_lay_beside(mine, copied, last))
        now = {"original": _hash(new), "copy": _hash(copied), "cells": _cells(copied)}
        known[source.name] = now
    deliver(work, known)
    if fresh:
        verb = "is" if fresh == 1 else "are"
        count = f"{fresh} of {len(sources)} notebooks {verb}"
        sentences.insert(0, f"{count} fresh from the course, in {work}.")
    return sentences or [f"Your notebooks in {work} are up to date."]


def _lay_beside(mine: Path, new: bytes, last: dict[str, Any]) -> str:
    """Write the new edition of a notebook that the student changed, and say so."""
    newer = beside(mine, "new", unless=last.get("copy"))
    write(newer, new)
    return (
        f"The course has a new {mine.name}. Yours is kept, for you have worked in it;"
        f" the new one is {newer.name}."
    )


def _cells(notebook: bytes) -> list[str] | None:
    """The hash of each cell's kind and source; None for what is no notebook."""
    try:
        return [
            _hash(json.dumps([cell["cell_type"], "".join(cell["source"])]).encode())[
                :16
            ]
            for cell in json.loads(notebook)["cells"]
        ]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _listed(last: dict[str, Any]) -> list[str]:
    """The hashes of the cells as delivered last; earlier courses listed them by id."""
    cells = last.get("cells") or []
    return [*cells.values()] if isinstance(cells, dict) else cells


def _as_delivered(content: bytes, last: dict[str, Any]) -> bool:
    """Whether the student changed nothing, but perhaps ran it."""
    cells = _cells(content)
    return _hash(content) == last.get("copy") or bool(cells and cells == _listed(last))


def for_this_python(notebook: bytes) -> bytes:
    """A notebook with this Python in its metadata. JupyterLab would write it there on
    opening, and the notebook would count as changed.
    """
    try:
        found = json.loads(notebook)
        found["metadata"]["language_info"] = LANGUAGE
    except (ValueError, TypeError, KeyError):
        return notebook
    # As JupyterLab writes it.
    text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode()


def delivered(work: Path) -> dict[str, dict[str, Any]]:
    """The hashes of each notebook as delivered last; {} without a valid list."""
    try:
        return listed((work / MARKER).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}


def listed(text: bytes) -> dict[str, dict[str, Any]]:
    """The list in the text of a marker. ValueError if it is none."""
    marker: Any = json.loads(text)
    valid = isinstance(marker, dict) and marker.get("version") == VERSION
    found: Any = marker.get("delivered") if valid else None
    entries = list(found.values()) if isinstance(found, dict) else [None]
    if not all(isinstance(each, dict) for each in entries):
        raise ValueError("this is not a list of what the course delivered.")
    return found


def deliver(work: Path, known: dict[str, dict[str, Any]]) -> None:
    """Write the list of what was delivered."""
    text = json.dumps({"version": VERSION, "delivered": known}, indent=1)
    write(work / MARKER, text.encode())


def changed(work: Path) -> list[Path]:
    """The notebooks of a working copy that the student changed or added."""
    known = delivered(work)
    return [
        path
        for path in sorted(work.glob("*.ipynb"))
        if not _as_delivered(path.read_bytes(), known.get(original(path.name), {}))
    ]


def original(name: str) -> str:
    """The course's name of a notebook that was delivered under a free name.

    >>> original("09_kernel_ridge_regression (new 2).ipynb")
    '09_kernel_ridge_regression.ipynb'
    """
    stem, _, rest = name.partition(" (new")
    return f"{stem}.ipynb" if rest else name


def beside(path: Path, word: str, unless: str | None = None) -> Path:
    """A free name such as ``09 (new).ipynb``, or of a file with the hash ``unless``."""
    for number in itertools.count(1):
        numbered = word if number == 1 else f"{word} {number}"
        found = path.with_name(f"{path.stem} ({numbered}){path.suffix}")
        if not found.exists() or _hash(found.read_bytes()) == unless:
            break
    return found


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
