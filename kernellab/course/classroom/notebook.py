"""A notebook that a student handed in: code cells and outputs, not trusted."""

from __future__ import annotations

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


def cells(text: bytes) -> list[Cell]:
    """The cells of code in the text of a notebook.

    Raises DamagedError, with the reason, for any other text.
    """
    try:
        content = json.loads(text)
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
            " again"
        )
    found = (_cell(number, each) for number, each in enumerate(content["cells"], 1))
    return [cell for cell in found if cell]


def _cell(number: int, cell: Any) -> Cell | None:
    """A cell of code, or None for text. Raises DamagedError for anything else."""
    if isinstance(cell, dict) and cell.get("cell_type") != "code":
        return None
    source = _text(cell.get("source", "")) if isinstance(cell, dict) else None
    outputs = cell.get("outputs", []) if isinstance(cell, dict) else None
    if source is None or not isinstance(outputs, list):
        raise DamagedError(f"damaged: its cell {number} is not a cell of code")
    shown = [each.get("data") for each in outputs if isinstance(each, dict)]
    count = cell.get("execution_count")
    ran = type(count) is int and count > 0
    return Cell(source, ran, tuple(each for each in shown if isinstance(each, dict)))


def words(bundle: dict[str, Any]) -> str:
    """What an output says in plain text."""
    return _text(bundle.get("text/plain", "")) or ""


def _text(given: Any) -> str | None:
    """A text as notebooks keep it, whole or line by line."""
    if isinstance(given, list) and all(isinstance(line, str) for line in given):
        return "".join(given)
    return given if isinstance(given, str) else None
