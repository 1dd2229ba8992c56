"""Why a command does nothing, in one line, which ``askfirst.__main__`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class RefusedError(ValueError):
    """A request cannot be met; the text says what arrived, why, and what to try."""


def check_folder(path: Path, what: str) -> None:
    """Refuse what is no folder; ``what`` says which one to name."""
    if not path.is_dir():
        found = "a file, not a folder" if path.exists() else "there is no such folder"
        raise RefusedError(f"{path}: {found}. Name the folder of {what}.")


@contextmanager
def writing() -> Iterator[None]:
    """Refuse in a line where a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise RefusedError(
            f"{error.filename}: cannot be written ({error.strerror})."
        ) from None
