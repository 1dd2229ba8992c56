"""A student's working copy of a folder of notebooks, brought up to date.

What the student wrote is never lost. The marker in the folder holds for each notebook
the hash of the original that was delivered last, that of its copy, and those of the
sources of its cells, by their ids. A file with other sources is the student's; outputs
and metadata do not count. Into a newer edition the student's cells are carried.
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
NEWS = "kernellab-news"  # the id of the cell that tells of a new edition
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

    A notebook that the student did not change is replaced by a newer one; a deleted one
    is copied again. What a student wrote in a changed one is carried into the newer
    one, and the notebook as it was gets another name; where cells cannot be told apart,
    it stays and the newer one gets another name. Raises OSError if ``work`` cannot be
    written, and FileNotFoundError without notebooks.
    """
    sources = sorted(originals.glob("*.ipynb"))
    if not sources:
        raise FileNotFoundError(
            f"there are no notebooks in {originals}. Install the course anew, from its"
            " wheel or its repository."
        )
    work.mkdir(exist_ok=True)
    known = delivered(work)
    lost = not known and any(work.glob("*.ipynb"))
    sentences, fresh = [], 0
    for source in sources:
        new, mine = source.read_bytes(), work / source.name
        copied = for_this_python(new)
        here = mine.read_bytes() if mine.exists() else None
        last = known.get(source.name, {})
        now: dict[str, Any] = {"original": _hash(new), "copy": _hash(copied)}
        if (cells := _sources(copied)) is not None:
            now["cells"] = cells
        if here is None or (here != copied and _hash(here) == last.get("copy")):
            write(mine, copied)
            fresh += 1
        elif here != copied and last.get("original") == now["original"]:
            if "cells" in last:
                continue  # the student's, made from this one
        elif here != copied and _same_cells(copied, last):
            pass  # no news but in outputs
        elif here != copied and _same_cells(here, last):
            write(mine, copied)
            fresh += 1
        elif here != copied:
            sentences.append(_renewed(mine, here, copied, last))
        known[source.name] = now
    deliver(work, known)
    if lost:
        sentences.insert(
            0,
            f"There was no list of what the course had put into {work}, so every"
            " notebook there counts as yours.",
        )
    if fresh:
        verb = "is" if fresh == 1 else "are"
        count = f"{fresh} of {len(sources)} notebooks {verb}"
        sentences.insert(0, f"{count} fresh from the course, in {work}.")
    return sentences or [f"Your notebooks in {work} are up to date."]


def _renewed(mine: Path, here: bytes, new: bytes, last: dict[str, Any]) -> str:
    """Bring the new edition of a notebook that the student changed; return what was
    done.
    """
    if (found := carried(here, new, last)) is None:
        newer = beside(mine, "new", unless=last.get("copy"))
        write(newer, new)
        return (
            f"The course has a new {mine.name}. Yours is kept, for you have worked in"
            f" it; the new one is {newer.name}."
        )
    old = beside(mine, "before the new edition")
    write(old, here)
    merged, count = found
    write(mine, _with_news(merged, old.name, count))
    return (
        f"The course has a new {mine.name}; what you wrote is in it ({_cells(count)})."
        f" The notebook as it was is {old.name}."
    )


def carried(
    mine: bytes, new: bytes, last: dict[str, Any]
) -> tuple[dict[str, Any], int] | None:
    """A new edition with the cells that a student changed or added, and how many these
    are; None where cells have no ids, or the edition before is not known.

    A changed cell takes the place of the course's, or, if that has changed too, follows
    it; an added one follows the cell that it followed.
    """
    base = last.get("cells")
    ours, theirs = _sources(mine), _sources(new)
    if not isinstance(base, dict) or ours is None or theirs is None:
        return None
    notebook, at, count = json.loads(new), 0, 0
    result: list[dict[str, Any]] = notebook["cells"]
    for cell in json.loads(mine)["cells"]:
        name = cell["id"]
        if name == NEWS:
            continue
        place = next((i for i, each in enumerate(result) if each["id"] == name), None)
        untouched = base.get(name) == ours[name]
        if untouched or (place is not None and theirs.get(name) == ours[name]):
            at = at if place is None else place + 1
            continue
        count += 1
        if place is not None and theirs[name] == base.get(name):
            result[place] = cell
            at = place + 1
            continue
        if place is not None:
            cell, at = cell | {"id": _free(name, result)}, place + 1
        result.insert(at, cell)
        at += 1
    return notebook, count


def _with_news(notebook: dict[str, Any], old: str, count: int) -> bytes:
    """A notebook whose first cell tells what has become of the student's cells."""
    text = (
        "**This is a new edition of the notebook, and what you wrote is in it"
        f" ({_cells(count)}).** Where the course has changed the same cell, yours"
        f" follows the new one. Your notebook as it was: [{old}](<{old}>). Delete this"
        " cell when you have read it."
    )
    news = {"cell_type": "markdown", "id": NEWS, "metadata": {}, "source": [text]}
    return _text(notebook | {"cells": [news, *notebook["cells"]]})


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"


def _free(name: str, cells: list[dict[str, Any]]) -> str:
    taken = {each["id"] for each in cells}
    return next(
        found
        for i in itertools.count(1)
        if (found := f"{name[:50]}-mine-{i}") not in taken
    )


def _sources(notebook: bytes) -> dict[str, str] | None:
    """The hash of each cell's kind and source, by its id; None for what is no notebook
    or has cells without ids of their own.
    """
    try:
        cells = json.loads(notebook)["cells"]
        found = {
            cell["id"]: _hash(
                json.dumps([cell["cell_type"], "".join(cell["source"])]).encode()
            )[:16]
            for cell in cells
        }
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found if cells and len(found) == len(cells) else None


def _same_cells(notebook: bytes, last: dict[str, Any]) -> bool:
    """Whether the cells, their sources and their order are as delivered last."""
    found, base = _sources(notebook), last.get("cells")
    return (
        found is not None
        and isinstance(base, dict)
        and [*found.items()] == [*base.items()]
    )


def for_this_python(notebook: bytes) -> bytes:
    """A notebook with this Python in its metadata. JupyterLab would write it there on
    opening, and the notebook would count as changed.
    """
    try:
        found = json.loads(notebook)
        found["metadata"]["language_info"] = LANGUAGE
    except (ValueError, TypeError, KeyError):
        return notebook
    return _text(found)


def _text(notebook: dict[str, Any]) -> bytes:
    """A notebook as JupyterLab writes it."""
    text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True)
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


def _as_delivered(content: bytes, last: dict[str, Any]) -> bool:
    return _hash(content) == last.get("copy") or _same_cells(content, last)


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
