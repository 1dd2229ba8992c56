"""A student's working copy of a folder of notebooks, brought up to date.

What the student changed is never touched. The marker in the folder holds for each
notebook the hash of the original that was delivered last, and that of its copy; a file
with another hash is the student's.
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

    A notebook that the student did not change is replaced by a newer one; a deleted one
    is copied again. A changed one stays, and a newer one gets another name. Raises
    OSError if ``work`` cannot be written, and FileNotFoundError without notebooks.
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
    said, fresh = [], 0
    for source in sources:
        new, mine = source.read_bytes(), work / source.name
        copied = for_this_python(new)
        here = mine.read_bytes() if mine.exists() else None
        last = known.get(source.name, {})
        now = {"original": _hash(new), "copy": _hash(copied)}
        if here is None or (here != copied and _hash(here) == last.get("copy")):
            write(mine, copied)
            fresh += 1
        elif here != copied and last.get("original") == now["original"]:
            continue  # the student's, made from this one
        elif here != copied:
            newer = beside(mine, "new", unless=last.get("copy"))
            write(newer, copied)
            said.append(
                f"The course has a new {mine.name}. Yours is kept, for you have worked"
                f" in it; the new one is {newer.name}."
            )
        known[source.name] = now
    deliver(work, known)
    if lost:
        said.insert(
            0,
            f"There was no list of what the course had put into {work}, so every"
            " notebook there counts as yours.",
        )
    if fresh:
        count = f"{fresh} of {len(sources)} notebooks"
        said.insert(0, f"{count} are fresh from the course, in {work}.")
    return said or [f"Your notebooks in {work} are up to date."]


def for_this_python(notebook: bytes) -> bytes:
    """A notebook with this Python in its metadata. JupyterLab would write it there on
    opening, and the notebook would count as changed.
    """
    try:
        found = json.loads(notebook)
        found["metadata"]["language_info"] = LANGUAGE
    except (ValueError, TypeError, KeyError):
        return notebook
    text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode()


def delivered(work: Path) -> dict[str, dict[str, str]]:
    """The hashes of each notebook as delivered last; {} without a valid list."""
    try:
        return listed((work / MARKER).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}


def listed(text: bytes) -> dict[str, dict[str, str]]:
    """The list in the text of a marker. ValueError if it is none."""
    marker: Any = json.loads(text)
    valid = isinstance(marker, dict) and marker.get("version") == VERSION
    found: Any = marker.get("delivered") if valid else None
    entries = list(found.values()) if isinstance(found, dict) else [None]
    if not all(isinstance(each, dict) for each in entries):
        raise ValueError("this is no list of what the course delivered.")
    return found


def deliver(work: Path, known: dict[str, dict[str, str]]) -> None:
    """Write the list of what was delivered."""
    text = json.dumps({"version": VERSION, "delivered": known}, indent=1)
    write(work / MARKER, text.encode())


def changed(work: Path) -> list[Path]:
    """The notebooks of a working copy that the student changed or added."""
    known = {name: hashes.get("copy") for name, hashes in delivered(work).items()}
    return [
        path
        for path in sorted(work.glob("*.ipynb"))
        if _hash(path.read_bytes()) != known.get(original(path.name))
    ]


def original(name: str) -> str:
    """The course's name of a notebook that was delivered under a free name.

    >>> original("09_kernel_ridge_regression (new 2).ipynb")
    '09_kernel_ridge_regression.ipynb'
    """
    stem, _, rest = name.partition(" (new")
    return f"{stem}.ipynb" if rest else name


def beside(path: Path, word: str, unless: str | None = None) -> Path:
    """A free name such as ``09 (new).ipynb``. A file with the hash ``unless`` may be
    replaced.
    """
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
