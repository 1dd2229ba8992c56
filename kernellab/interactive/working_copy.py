"""A student's working copy of a folder of notebooks, brought up to date.

What the student changed is never touched. The marker in the folder holds for each
notebook the hash of the original that was delivered last, and that of its copy; a file
with another hash is the student's.
"""

from __future__ import annotations

import hashlib
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
    """Copy the notebooks of ``originals`` to ``work``, and say in sentences what was
    done.

    A notebook that the student left as it was delivered is replaced by a newer one, and
    one that the student deleted comes again. One that the student changed stays as it
    is; a newer one is put beside it. Raises OSError where ``work`` cannot be written,
    and FileNotFoundError where there is nothing to copy.
    """
    sources = sorted(originals.glob("*.ipynb"))
    if not sources:
        raise FileNotFoundError(
            f"there are no notebooks in {originals}. Install the course from its"
            " repository: pip install -e ."
        )
    work.mkdir(exist_ok=True)
    known = delivered(work)
    lost = not known and any(work.glob("*.ipynb"))
    said, fresh = [], 0
    for source in sources:
        new, mine = source.read_bytes(), work / source.name
        copied, here = (
            for_this_python(new),
            mine.read_bytes() if mine.exists() else None,
        )
        last, now = (
            known.get(source.name, {}),
            {"original": _hash(new), "copy": _hash(copied)},
        )
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
        said.insert(
            0,
            f"{fresh} of {len(sources)} notebooks are fresh from the course, in"
            f" {work}.",
        )
    return said or [f"Your notebooks in {work} are up to date."]


def for_this_python(notebook: bytes) -> bytes:
    """A notebook that names this Python; else JupyterLab writes that there at once, and
    marks the notebook as changed.
    """
    try:
        found = json.loads(notebook)
        found["metadata"]["language_info"] = LANGUAGE
    except (ValueError, TypeError, KeyError):
        return notebook
    return (
        json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    ).encode()


def delivered(work: Path) -> dict[str, dict[str, str]]:
    """The hashes of each notebook as the course delivered it last; nothing where there
    is no list, or none that can be read.
    """
    try:
        return listed((work / MARKER).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}


def listed(text: bytes) -> dict[str, dict[str, str]]:
    """What the text of a marker lists. Raises ValueError where it is none."""
    marker: Any = json.loads(text)
    found = (
        marker.get("delivered")
        if isinstance(marker, dict) and marker.get("version") == VERSION
        else None
    )
    if not isinstance(found, dict) or not all(
        isinstance(each, dict) for each in found.values()
    ):
        raise ValueError("this is no list of what the course delivered.")
    return found


def deliver(work: Path, known: dict[str, dict[str, str]]) -> None:
    """Write the list of what was delivered."""
    write(
        work / MARKER,
        json.dumps({"version": VERSION, "delivered": known}, indent=1).encode(),
    )


def changed(work: Path) -> list[Path]:
    """The notebooks of a working copy that are not as the course delivered them: the
    student's work.
    """
    known = {name: hashes.get("copy") for name, hashes in delivered(work).items()}
    return [
        path
        for path in sorted(work.glob("*.ipynb"))
        if _hash(path.read_bytes()) != known.get(original(path.name))
    ]


def original(name: str) -> str:
    """The name under which the course has a notebook that was put beside a changed one.

    >>> original("09_kernel_ridge_regression (new 2).ipynb")
    '09_kernel_ridge_regression.ipynb'
    """
    stem, _, rest = name.partition(" (new")
    return f"{stem}.ipynb" if rest else name


def beside(path: Path, word: str, unless: str | None = None) -> Path:
    """A free name beside ``path``, such as ``09 (new).ipynb``, or one that holds only
    what has the hash ``unless``.
    """
    number = 1
    while True:
        found = path.with_name(
            f"{path.stem} ({word}{f' {number}' if number > 1 else ''}){path.suffix}"
        )
        if not found.exists() or _hash(found.read_bytes()) == unless:
            return found
        number += 1


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
