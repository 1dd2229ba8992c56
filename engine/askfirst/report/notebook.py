"""Notebooks as the JSON that they are: those of the course, and the files that students
hand in, which are not trusted.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection
from typing import Any

MAGIC = re.compile(r"^[ \t]*[%!].*", re.MULTILINE)

Cell = dict[str, Any]


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
    except json.JSONDecodeError as error:
        raise ValueError(
            f"damaged: its JSON breaks off or goes wrong in line {error.lineno}"
        ) from None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise ValueError(
            "damaged, or of an old format: open it in JupyterLab and save it again"
        ) from None
    return found


def shown(cell: Cell) -> list[dict[str, Any]]:
    """The outputs of a cell of code, each by MIME type."""
    bundles = (each.get("data") for each in cell["outputs"])
    return [each for each in bundles if isinstance(each, dict)]


def code(notebook: dict[str, Any]) -> list[Cell]:
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


def without_exercises(source: str, modules: Collection[str] = ()) -> str:
    """A cell without the functions that enter exercises, for they hold the answers, and
    without the imports of ``modules`` that do.

    >>> without_exercises("x = 1\\n@exercise_of('my.1')\\ndef one(_rng):\\n    ...")
    'x = 1'
    """
    lines, left = source.split("\n"), source
    for node in reversed(parsed(source)):
        by = getattr(node, "decorator_list", [])
        enters = any("exercise_of(" in ast.unparse(each) for each in by)
        if isinstance(node, ast.Import):
            enters = any(each.name in modules for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            enters = node.module in modules
        if enters:
            del lines[min(each.lineno for each in [*by, node]) - 1 : node.end_lineno]
            left = "\n".join(lines).strip("\n")
    return left
