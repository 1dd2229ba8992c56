"""What a course declares of itself, once, for all rooms of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from askfirst.words.palette import Letter, Role

__all__ = ["Course", "current", "declare"]


@dataclass(frozen=True)
class Course:
    """A course, as it declares itself when it is imported.

    ``command`` is what a student types. It also begins the names of what the engine
    keeps for this course: the marker of a working copy, the types of records in a
    notebook, the keys in a browser, the files to download; and own numbers are drawn
    from it. So it stays as it is once students have begun. ``opens`` is the command
    that makes a working copy, if there is one.

    ``package`` is the name of a module with two others inside: ``exercises``, which
    enters every exercise as it is imported, and ``progress``, whose LECTURES says what
    each lecture asks. A course of notebooks alone has none. ``notebooks`` is their
    folder.

    ``letters`` have colours of their own, those of the engine's ``roles`` or of these.
    """

    command: str = "askfirst"
    opens: str = ""
    package: str = ""
    notebooks: Path = Path()
    letters: Mapping[str, Letter] = field(default_factory=dict)
    roles: Mapping[str, Role] = field(default_factory=dict)

    @property
    def marker(self) -> str:
        """The file that makes a folder a working copy of this course."""
        return f".{self.command}.json"

    def mime(self, record: str) -> str:
        """The type of a record in the output of a notebook's cell.

        >>> Course(command="mechanics").mime("check")
        'application/vnd.mechanics.check+json'
        """
        return f"application/vnd.{self.command}.{record}+json"

    @property
    def home(self) -> str:
        """The package that ``package`` is part of, or the engine."""
        return self.package.partition(".")[0] or "askfirst"

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
    """The course that was declared last."""
    return _declared[0]


def packages() -> list[Path]:
    """The folders of the engine and of the package that the course is part of."""
    names = sorted({"askfirst", current().home})
    return [Path(str(import_module(name).__file__)).parent for name in names]
