"""The record of the student at this kernel: their journal in memory and, in a working
copy, in a file. It is sent nowhere.
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from askfirst.record import earlier
from askfirst.record.journal import NAME, State, fold, line_of, replaces
from askfirst.record.working_copy import beside, delivered, write
from askfirst.words.course import current


class Record:
    """A journal, kept in ``file`` if there is one.

    Every kernel appends to the file, and reads what the others have appended, so none
    takes from another.

    >>> record = Record()
    >>> record.add("guess", name="spectrum", guess="up", state="right")
    >>> record.state.guesses["spectrum"]["guess"]
    'up'
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.asked: dict[str, str] = {}  # words of this kernel's questions, by name
        self._lines: dict[str, None] = {}  # in their order
        self._unsaved: list[str] = []
        self._state = State()
        self._stamp: tuple[int, ...] | None = None  # of the file when it was read
        self._torn = False  # whether the file's last line has no end
        self._lock = threading.RLock()  # a page's messages come on another thread

    @property
    def state(self) -> State:
        """What the journal amounts to now."""
        self._read()
        return self._state

    @property
    def seed(self) -> str | None:
        """The seed of this student's exercises, or None for the notebook's numbers."""
        return self.state.seed

    def add(self, kind: str, when: float = 0, **fields: Any) -> None:
        """Append an event. Its time is ``when``, or now, and later than all events
        before: a clock may be slow.
        """
        with self._lock:
            when = max(when or round(1000 * time.time()), self.state.last + 1)
            self.merge([line_of(kind, when, **fields)])

    def checked(
        self, name: str, state: str, mistake: int | None, answer: Any = None
    ) -> None:
        """Append the result of an exercise, unless it was right before."""
        known = self.state.checks.get(name, {}).get(self.seed, {})
        if replaces(state, known):
            found = {"state": state, "mistake": mistake, "answer": answer}
            self.add("check", name=name, seed=self.seed, **found)

    def merge(self, lines: Iterable[str]) -> None:
        """Append those of the lines that are not there yet, also to the file."""
        with self._lock, self._warned():
            self._read()
            self._append(lines)

    def forget(self) -> None:
        """Delete all events but the seed, also in the file."""
        with self._lock:
            seed = self.seed
            self._unsaved = []
            self._take([])
            with self._warned():
                if self.file is not None:
                    write(self.file, b"")
            if seed is not None:
                self.add("seed", seed=seed)

    def _append(self, lines: Iterable[str]) -> None:
        """In one write, which no other kernel interrupts. Raises OSError; what could
        not be written is kept in memory, and written with the next lines.
        """
        new = [line for line in dict.fromkeys(lines) if line not in self._lines]
        self._unsaved += new
        self._take([*self._lines, *new])
        if self.file is not None and self._unsaved:
            text = "".join(f"{line}\n" for line in self._unsaved)
            with self.file.open("ab", buffering=0) as file:
                file.write(b"\n" * self._torn + text.encode(errors="replace"))
                self._unsaved, self._torn = [], False

    def _take(self, lines: Iterable[str]) -> None:
        self._lines = dict.fromkeys(lines)
        self._state = fold(self._lines)

    def _read(self) -> None:
        """Take over what another kernel, or the student, has put into the file."""
        if self.file is None:
            return
        with self._lock, self._warned():
            now = self.file.stat() if self.file.exists() else None
            stamp = now and (now.st_mtime_ns, now.st_size, now.st_ino)
            if stamp != self._stamp:
                content = self.file.read_bytes() if now else b""
                lines = map(str.strip, content.decode(errors="replace").split("\n"))
                self._stamp, self._torn = stamp, content[-1:] not in (b"", b"\n")
                self._take([*filter(None, lines), *self._unsaved])
            if (old := self.file.with_name(earlier.NAME)).is_file():
                self._convert(old)

    def _convert(self, old: Path) -> None:
        """Take over the record of an earlier course, and keep its file aside."""
        kept = beside(old, "of an earlier course")
        try:
            self._append(earlier.lines_in(old.read_bytes()))
        except ValueError as error:
            what = f"{old.name} was not understood ({error})"
            warnings.warn(f"{what}. It is kept as {kept.name}.", stacklevel=6)
        with suppress(FileNotFoundError):  # another kernel was faster
            old.replace(kept)

    @contextmanager
    def _warned(self) -> Iterator[None]:
        """Warn where the file cannot be read or written."""
        try:
            yield
        except OSError as error:
            warnings.warn(
                "what you answer is not kept beyond this kernel:"
                f" {error.strerror or error}: {self.file}.",
                stacklevel=5,
            )


def file_here() -> Path | None:
    """The file in the kernel's folder, if that is a working copy of the course, or has
    the list of another: a notebook may begin with the engine, and then import its own.
    """
    for each in Path().glob(".*.json"):
        if each.name == current().marker or delivered(each):
            return Path(NAME).absolute()
    return None


# The record that labs and exercises keep; tests put another one in its place.
student = Record(file_here())
