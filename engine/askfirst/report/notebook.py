"""The files that students hand in, which are not trusted: their bytes, and the code
cells of a notebook.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple

MOST_BYTES = 50_000_000  # bytes; those of the course have less than a megabyte


class DamagedError(ValueError):
    """A file that is not what it should be, or no longer."""


class Cell(NamedTuple):
    """A code cell: its source, whether it has run, and its outputs by MIME type."""

    source: str
    ran: bool
    shown: list[dict[str, Any]]


def loaded(path: Path, member: str = "") -> bytes:
    """The bytes of a file, or of a ``member`` of a zip.

    Raises DamagedError, with the reason, where it cannot be read or is too large.
    """
    try:
        if member:
            with zipfile.ZipFile(path) as packed:
                size = packed.getinfo(member).file_size
                content = packed.read(member) if size <= MOST_BYTES else b""
        else:
            size = path.stat().st_size
            content = path.read_bytes() if size <= MOST_BYTES else b""
    except OSError as error:
        raise DamagedError(f"cannot be read ({error.strerror})") from None
    # NotImplementedError, of an unknown compression, is a RuntimeError.
    except (zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
        raise DamagedError(f"damaged: it cannot be unzipped ({error})") from None
    if size > MOST_BYTES:
        raise DamagedError(
            f"{size / 1e6:.0f} MB long, and a notebook of the course has less than one"
        )
    return content


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
    found = []
    for number, cell in enumerate(content["cells"], 1):
        try:
            if cell["cell_type"] == "code":
                source = "".join(cell["source"])
                shown = [each.get("data") for each in cell["outputs"]]
                bundles = [each for each in shown if isinstance(each, dict)]
                found.append(Cell(source, bool(cell["execution_count"]), bundles))
        except (AttributeError, KeyError, TypeError):
            raise DamagedError(f"damaged: its cell {number} is not a cell") from None
    return found
