"""A notebook that a student handed in: code cells and outputs, not trusted."""

from __future__ import annotations

import ast
import json
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MOST_BYTES = 50_000_000  # bytes; those of the course have less than a megabyte


class DamagedError(ValueError):
    """A file that is not what it should be, or no longer."""


@dataclass(frozen=True)
class Cell:
    """A code cell: its source, whether it has run, and its outputs by MIME type."""

    source: str
    ran: bool
    shown: tuple[dict[str, Any], ...]

    def checks(self) -> set[str]:
        """The exercises that the source checks, or shows with boxes, by their names,
        which are texts in a call.

        >>> sorted(Cell('x = 2; exercise("09.1").check(x)', True, ()).checks())
        ['09.1']
        """
        lines = self.source.splitlines()
        python = [line for line in lines if not line.lstrip().startswith(("%", "!"))]
        try:
            nodes = list(ast.walk(ast.parse("\n".join(python))))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return set()
        words = {getattr(node, field, "") for node in nodes for field in ("attr", "id")}
        if not words & {"check", "exercise"}:
            return set()
        arguments = [
            getattr(argument, "value", None)
            for node in nodes
            if isinstance(node, ast.Call)
            for argument in node.args
        ]
        return {value for value in arguments if isinstance(value, str)}


def loaded(path: Path, member: str = "") -> bytes:
    """The bytes of a file, or of a ``member`` of a zip.

    Raises DamagedError, with the reason, where it cannot be read or is too large.
    """
    try:
        if not member:
            _check_size(path.stat().st_size)
            return path.read_bytes()
        with zipfile.ZipFile(path) as packed:
            _check_size(packed.getinfo(member).file_size)
            return packed.read(member)
    except OSError as error:
        raise DamagedError(f"cannot be read ({error.strerror})") from None
    # NotImplementedError, of an unknown compression, is a RuntimeError.
    except (zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
        raise DamagedError(f"damaged: it cannot be unzipped ({error})") from None


def _check_size(size: int) -> None:
    if size > MOST_BYTES:
        raise DamagedError(
            f"{size / 1e6:.0f} MB long, and a notebook of the course has less than one"
        )


def read(path: Path, member: str = "") -> list[Cell]:
    """The cells of code of a notebook, which is a file or a ``member`` of a zip.

    Raises DamagedError, with the reason, for any other file.
    """
    try:
        content = json.loads(loaded(path, member))
    except DamagedError:
        raise
    except json.JSONDecodeError as error:
        raise DamagedError(
            f"damaged: its JSON breaks off or goes wrong in line {error.lineno}"
        ) from None
    except (ValueError, RecursionError):
        # Not UTF-8, a number of a million digits, a thousand brackets.
        raise DamagedError("damaged: it does not hold the JSON of a notebook") from None
    if not isinstance(content, dict) or not isinstance(content.get("cells"), list):
        raise DamagedError(
            "not a notebook, or of an old format: open it in JupyterLab and save it"
            " anew"
        )
    return [
        cell
        for number, each in enumerate(content["cells"], 1)
        if (cell := _cell(number, each))
    ]


def _cell(number: int, cell: Any) -> Cell | None:
    if not isinstance(cell, dict):
        raise DamagedError(f"damaged: its cell {number} is not a cell")
    if cell.get("cell_type") != "code":
        return None
    outputs = cell.get("outputs", [])
    source = _text(cell.get("source", ""))
    if (
        source is None
        or not isinstance(outputs, list)
        or not all(isinstance(each, dict) for each in outputs)
    ):
        raise DamagedError(
            f"damaged: its cell {number} has no text, or no list of outputs"
        )
    shown = [each.get("data", {"text/plain": each.get("text", "")}) for each in outputs]
    count = cell.get("execution_count")
    ran = isinstance(count, int) and not isinstance(count, bool) and count > 0
    return Cell(source, ran, tuple(each for each in shown if isinstance(each, dict)))


def words(bundle: dict[str, Any]) -> str:
    """What an output says in plain text."""
    return _text(bundle.get("text/plain", "")) or ""


def _text(given: Any) -> str | None:
    """A text as notebooks keep it, whole or line by line."""
    if isinstance(given, list) and all(isinstance(line, str) for line in given):
        return "".join(given)
    return given if isinstance(given, str) else None
