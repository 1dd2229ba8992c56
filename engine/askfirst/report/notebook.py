"""Notebooks as the JSON that they are: those of the course, which are found by their
numbers, and the files that students hand in, which are not trusted.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from askfirst.words.refusal import RefusedError

MAGIC = re.compile(r"^[ \t]*[%!].*", re.MULTILINE)
FURTHER = re.compile(r"^## Going further", re.MULTILINE)
TITLE = re.compile(r"^# (.*)", re.MULTILINE)
ASKS = re.compile(r"""exercise\(["']([^"']+)["']\)\s*\.check\(""")


def find(name: str, folder: Path) -> Path:
    """The notebook of a lecture, by its number or the beginning of its name, in capital
    letters or small ones.

    Raises RefusedError.
    """
    paths = sorted(folder.glob("*.ipynb"))
    begins = name.zfill(2).casefold()
    found = [path for path in paths if path.name.casefold().startswith(begins)]
    if len(found) != 1:
        count = "more than one" if found else "no"
        known = ", ".join(dict.fromkeys(path.stem.split("_")[0] for path in paths))
        raise RefusedError(
            f"{name!r} names {count} lecture. There are {known or 'none'} in {folder}."
        )
    return found[0]


def read(path: Path) -> dict[str, Any]:
    """The notebook in a file. Raises RefusedError where there is none."""
    try:
        return notebook_in(path.read_bytes())
    except (ValueError, OSError) as error:
        raise RefusedError(f"{path}: no notebook that can be read ({error}).") from None


def title_in(notebook: dict[str, Any], path: Path) -> str:
    """The title of the notebook in this file or, where it has none, the file's name."""
    first = "".join(cell["source"] for cell in notebook["cells"][:1])
    title = TITLE.search(first)
    return title[1] if title else path.stem


def notebook_in(text: bytes) -> dict[str, Any]:
    """The notebook in a text, with the source of each of its ``cells`` in one piece.

    Raises ValueError, with the reason, for any other text.
    """
    try:
        found: dict[str, Any] = json.loads(text)
        for cell in found["cells"]:
            cell["source"] = "".join(cell["source"])
            if cell["cell_type"] == "code":
                shown(cell)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise ValueError(
            "damaged, or of an old format; open it in JupyterLab and save it again, or"
            " have it handed in again"
        ) from None
    return found


def shown(cell: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs of a cell of code, each by MIME type."""
    bundles = (each.get("data") for each in cell["outputs"])
    return [each for each in bundles if isinstance(each, dict)]


def code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells of code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def parsed(source: str) -> list[ast.stmt]:
    """The statements of a cell; none where it is not Python."""
    try:
        return ast.parse(MAGIC.sub("", source)).body
    except (SyntaxError, ValueError):
        return []


def imports(source: str) -> list[str]:
    """What a cell imports, a line for each statement."""
    kinds = (ast.Import, ast.ImportFrom)
    return [ast.unparse(node) for node in parsed(source) if isinstance(node, kinds)]


def without_exercises(source: str, modules: AbstractSet[str] = frozenset()) -> str:
    """A cell without the functions that enter exercises, for they hold the answers, and
    without the imports of ``modules`` that do.

    >>> without_exercises("x = 1\\n@exercise_of('my.1')\\ndef one(_rng):\\n    ...")
    'x = 1'
    """
    lines, left = source.split("\n"), source
    for node in reversed(parsed(source)):
        by = getattr(node, "decorator_list", [])
        names = {getattr(each, "name", "") for each in getattr(node, "names", [])}
        names.add(getattr(node, "module", ""))
        if names & modules or any("exercise_of(" in ast.unparse(each) for each in by):
            del lines[min(each.lineno for each in [*by, node]) - 1 : node.end_lineno]
            left = "\n".join(lines).strip("\n")
    return left
