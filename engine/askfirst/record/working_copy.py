"""A student's working copy of a folder of notebooks, brought up to date.

What the student wrote stays as it is. The marker in the folder holds for each notebook
the hash of the original that was delivered last and those of its cells. A file whose
cells have other sources is the student's; outputs and metadata do not count.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from askfirst.words.course import current

# What is raised where a file or JSON is none, too deep, or has another structure
NOT_AS_EXPECTED = OSError, ValueError, TypeError, KeyError, AttributeError, RuntimeError


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
    known, sentences, fresh = delivered(work / current().marker), list[str](), 0
    for source in sources:
        new, mine = for_this_python(source.read_bytes()), work / source.name
        last = known.get(source.name, {})
        known[source.name] = {"original": _hash(new), "cells": _cells(new)}
        is_news = last.get("original") != _hash(new)
        if not mine.exists() or (is_news and _as_delivered(mine, last)):
            write(mine, new)
            fresh += 1
        elif is_news and not _as_delivered(source, last) and mine.read_bytes() != new:
            newer = beside(mine, "new", last)
            write(newer, new)
            sentences.append(
                f"The course has a new {mine.name}. Yours is kept, for you have worked"
                f" in it; the new one is {newer.name}."
            )
    deliver(work, known)
    if fresh:
        count = f"{fresh} of {len(sources)} notebooks"
        sentences.insert(0, f"Fresh from the course: {count}, in {work}.")
    return sentences or [f"Your notebooks in {work} are up to date."]


def for_this_python(notebook: bytes) -> bytes:
    """A notebook with this Python in its metadata, where JupyterLab would write it on
    opening, so that the notebook would be marked as unsaved.
    """
    from ipykernel.ipkernel import IPythonKernel  # slow to import

    found = json.loads(notebook)
    found.setdefault("metadata", {})["language_info"] = IPythonKernel.language_info
    text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode()


def _cells(notebook: bytes) -> list[str]:
    """The hash of each cell's kind and source; that of the whole where it has none."""
    parts = [notebook]
    with suppress(*NOT_AS_EXPECTED):
        cells = json.loads(notebook)["cells"]
        told = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
        parts = [json.dumps(each).encode() for each in told] or parts
    return [_hash(part)[:16] for part in parts]


def _as_delivered(path: Path, last: dict[str, Any]) -> bool:
    """Whether a notebook has the cells that were delivered last. Earlier courses listed
    these by id.
    """
    cells = last.get("cells")
    listed = [*cells.values()] if isinstance(cells, dict) else cells
    return _cells(path.read_bytes()) == listed


def delivered(marker: Path | bytes) -> dict[str, dict[str, Any]]:
    """The hashes of each notebook as delivered last, as a marker lists them, a file or
    its text; {} where that holds no valid list.
    """
    with suppress(*NOT_AS_EXPECTED):
        text = marker if isinstance(marker, bytes) else marker.read_bytes()
        found = json.loads(text)["delivered"]
        return {name: {**each} for name, each in found.items()}
    return {}


def deliver(work: Path, known: dict[str, dict[str, Any]]) -> None:
    """Write the list of what was delivered."""
    text = json.dumps({"version": 1, "delivered": known}, indent=1)
    write(work / current().marker, text.encode())


def changed(work: Path) -> list[Path]:
    """The notebooks of a working copy that the student changed or added."""
    known, found = delivered(work / current().marker), []
    for path in sorted(work.glob("*.ipynb")):
        name, _, _ = path.stem.partition(" (new")  # as a newer one is laid beside it
        if not _as_delivered(path, known.get(f"{name}.ipynb", {})):
            found.append(path)
    return found


def beside(path: Path, word: str, unless: dict[str, Any] | None = None) -> Path:
    """A free name such as ``09 (new).ipynb``, or that of a notebook which is as it was
    delivered with the list ``unless``.
    """
    for number in itertools.count(1):
        numbered = word if number == 1 else f"{word} {number}"
        found = path.with_name(f"{path.stem} ({numbered}){path.suffix}")
        if not found.exists() or (unless and _as_delivered(found, unless)):
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
