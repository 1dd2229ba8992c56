"""What a course declares of itself, once, for all rooms of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = ["Course", "current", "declare"]


@dataclass(frozen=True)
class Course:
    """A course: the ``command`` that a student types, the ``package`` that holds its
    exercises and lectures, and the folder of its ``notebooks``.

    ``package`` is the name of a module with two others inside: ``exercises``, which
    enters every exercise as it is imported, and ``progress``, whose LECTURES says what
    each lecture asks. A course of notebooks alone has none.
    """

    command: str = "askfirst"
    package: str = ""
    notebooks: Path = Path()

    def enter_exercises(self) -> None:
        """Enter all exercises of the course in the engine."""
        if self.package:
            import_module(f"{self.package}.exercises")

    @property
    def lectures(self) -> Mapping[str, Any]:
        """What each lecture asks, by its number."""
        if not self.package:
            return {}
        found: Mapping[str, Any] = import_module(f"{self.package}.progress").LECTURES
        return found


_declared = [Course()]


def declare(course: Course) -> None:
    """From now on the engine serves this course."""
    _declared[0] = course


def current() -> Course:
    """The course that was declared last.

    >>> Course(command="mechanics").command
    'mechanics'
    """
    return _declared[0]


def packages() -> list[Path]:
    """The folders of the engine and of the package that the course is part of."""
    names = {"askfirst", current().package.partition(".")[0]} - {""}
    return [Path(str(import_module(name).__file__)).parent for name in sorted(names)]


def two_digits(lecture: str | int) -> str:
    """The number of a lecture as its notebook's name has it.

    >>> two_digits("9")
    '09'
    """
    return str(lecture).zfill(2)
