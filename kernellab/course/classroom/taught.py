"""Exercises of a lecturer's own, from a file of Python or a notebook.

They join those of the course while a report is made, and are sent along where notebooks
run anew.
"""

from __future__ import annotations

import ast
import linecache
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from kernellab.course.classroom import anew, recorded
from kernellab.course.classroom.notebook import DamagedError, read
from kernellab.course.exercises import EXERCISES, exercise
from kernellab.interactive.refusal import RefusedError

# What enters an exercise. Of cells without it only the imports are run.
ENTERS = re.compile(r"^@(\w+\.)*exercise_of\(", re.MULTILINE)


@dataclass(frozen=True)
class Source:
    """Python that registers exercises: the ``name`` of its module, file and text."""

    name: str
    file: str
    text: str

    def run(self) -> ModuleType:
        """Run it as a module that can be imported. It may raise any exception."""
        module = ModuleType(self.name)
        module.__file__ = self.file
        lines = self.text.splitlines(keepends=True)
        # The solution is shown from its source.
        linecache.cache[self.file] = (len(self.text), None, lines, self.file)
        exec(compile(self.text, self.file, "exec"), vars(module))
        sys.modules.setdefault(self.name, module)
        return module


def source(path: Path) -> Source:
    """What is in a file of Python, or in a notebook the imports and the cells with
    exercises.

    Raises RefusedError for any other file.
    """
    if path.suffix == ".py":
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RefusedError(f"{path}: cannot be read ({error}).") from None
        return Source(path.stem, str(path), text)
    if path.suffix != ".ipynb":
        raise RefusedError(
            f"{path}: exercises are written in Python (.py) or in a notebook (.ipynb)."
        )
    try:
        cells = [cell.source for cell in read(path)]
    except DamagedError as error:
        raise RefusedError(f"{path}: {error}.") from None
    return Source(path.stem, str(path), "\n\n".join(map(_entering, cells)))


@contextmanager
def entered(paths: Sequence[Path]) -> Iterator[list[dict[str, Any]]]:
    """The exercises of these files are those of the course, too, until the end of the
    block. Yields the files as plain data.

    Raises RefusedError where a file cannot be read or run, enters none, enters one of
    the course anew, or one whose answer is a known mistake of its own.
    """
    before, modules = dict(EXERCISES), set(sys.modules)
    try:
        found = [source(path) for path in paths]
        for each in found:
            _enter(each, before)
        yield [asdict(each) for each in found]
    finally:
        EXERCISES.clear()
        EXERCISES.update(before)
        for name in {each.stem for each in paths} - modules:
            sys.modules.pop(name, None)
        recorded.usual.cache_clear()
        anew.drawn.cache_clear()


def _enter(found: Source, course: dict[str, Any]) -> None:
    known = dict(EXERCISES)
    try:
        found.run()
        names = [name for name, make in EXERCISES.items() if known.get(name) != make]
        made = [exercise(name) for name in names]
        sound = [each.name for each in made if each.told_apart()]
    except (Exception, SystemExit) as error:  # whatever the author's code does
        raise RefusedError(
            f"{found.file}: stopped with {type(error).__name__}: {error}. Whatever an"
            " exercise needs has to be in its cell or its file."
        ) from None
    if not names:
        raise RefusedError(
            f"{found.file}: enters no exercise. Begin a function with"
            ' @exercise_of("my.1"); docs/teaching.md has an example.'
        )
    if taken := sorted(course.keys() & names):
        raise RefusedError(
            f"{found.file}: {', '.join(taken)} is of the course already. Give yours"
            " another name, such as my.1."
        )
    if odd := sorted(set(names) - set(sound)):
        raise RefusedError(
            f"{found.file}: in {', '.join(odd)} a known mistake has the result of the"
            " answer, or of another mistake. Leave it out, or change the numbers."
        )


def _entering(cell: str) -> str:
    """A cell that registers an exercise; of any other cell only its imports."""
    python = "\n".join(
        "" if line.lstrip().startswith(("%", "!")) else line
        for line in cell.splitlines()
    )
    enters = ENTERS.search(python)
    try:
        tree = ast.parse(python)
    except (SyntaxError, ValueError):
        return python if enters else ""
    kept = [
        node
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (enters and not isinstance(node, ast.Expr))
    ]
    lines = python.splitlines()
    return "\n\n".join(
        "\n".join(lines[_first(node) : node.end_lineno]) for node in kept
    )


def _first(node: ast.stmt) -> int:
    """The line that a statement begins in, with its decorators, from 0."""
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)]) - 1
