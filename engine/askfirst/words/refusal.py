"""Why a command does nothing, in one line, which ``askfirst.__main__`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class RefusedError(ValueError):
    """A request cannot be met; the text says what arrived, why, and what to try."""


@contextmanager
def writing() -> Iterator[None]:
    """Refuse in a line where a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise RefusedError(
            f"{error.filename}: cannot be written ({error.strerror})."
        ) from None
