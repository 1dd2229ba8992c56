"""A lecture's notebook: where it is, and its title."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from askfirst.report.notebook import notebook_in
from askfirst.words.refusal import RefusedError

FURTHER = re.compile(r"^## Going further", re.MULTILINE)
TITLE = re.compile(r"^# (.*)", re.MULTILINE)
ASKS = re.compile(r"""exercise\(["']([^"']+)["']\)\s*\.check\(""")


def find(name: str, folder: Path) -> Path:
    """The notebook of a lecture, by its number or the beginning of its name, in capital
    letters or small ones.

    Raises RefusedError.
    """
    paths = sorted(folder.glob("*.ipynb"))
    if not paths:
        raise RefusedError(
            f"{folder}: holds no lectures. Name the folder of the course's notebooks"
            " with --notebooks."
        )
    begins = name.zfill(2).casefold()
    found = [path for path in paths if path.name.casefold().startswith(begins)]
    if len(found) != 1:
        how_many = "more than one" if found else "no"
        known = ", ".join(dict.fromkeys(path.stem.split("_")[0] for path in paths))
        raise RefusedError(f"{name!r} names {how_many} lecture. There are {known}.")
    return found[0]


def read(path: Path) -> dict[str, Any]:
    """The notebook in a file. Raises RefusedError where there is none."""
    try:
        return notebook_in(path.read_bytes())
    except (ValueError, OSError) as error:
        raise RefusedError(f"{path}: no notebook that can be read ({error}).") from None


def title_in(notebook: dict[str, Any], path: Path) -> str:
    """The title of the notebook in this file. Raises RefusedError where it has none."""
    first = "".join(cell["source"] for cell in notebook["cells"][:1])
    if not (title := TITLE.search(first)):
        raise RefusedError(
            f"{path}: its first cell has no title. Begin it with a line such as"
            " “# 09 · The pendulum”."
        )
    return title[1]
