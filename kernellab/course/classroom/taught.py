"""Exercises of a lecturer's own, from a file of Python or a notebook, which join those
of the course while a report is made.
"""

from __future__ import annotations

import ast
import linecache
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from kernellab.course.classroom import recorded
from kernellab.course.classroom.notebook import DamagedError, cells, loaded
from kernellab.course.exercises import EXERCISES, exercise
from kernellab.interactive import exercises
from kernellab.interactive.refusal import RefusedError

# What enters an exercise. Of cells without it only the imports are run.
ENTERS = re.compile(r"^@(\w+\.)*exercise_of\(", re.MULTILINE)


def source(path: Path) -> str:
    """The Python of a file, or of a notebook the imports and the cells with exercises.

    Raises RefusedError for any other file.
    """
    try:
        if path.suffix == ".py":
            return path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            found = cells(loaded(path))
            return "\n\n".join(_entering(cell.source) for cell in found)
    except (DamagedError, OSError, UnicodeDecodeError) as error:
        raise RefusedError(f"{path}: cannot be read ({error}).") from None
    raise RefusedError(
        f"{path}: exercises are written in Python (.py) or in a notebook (.ipynb)."
    )


@contextmanager
def entered(paths: Sequence[Path]) -> Iterator[None]:
    """The exercises of these files are those of the course, too, until the end of the
    block.

    Raises RefusedError where a file cannot be read or run, enters none, enters one of
    the course anew, or one whose answer is a known mistake of its own.
    """
    before, modules = dict(EXERCISES), set(sys.modules)
    try:
        for path in paths:
            _enter(path, before)
        yield
    finally:
        EXERCISES.clear()
        EXERCISES.update(before)
        for name in {each.stem for each in paths} - modules:
            sys.modules.pop(name, None)
        recorded.usual.cache_clear()
        exercises.own.cache_clear()


def _run(path: Path) -> None:
    """Run a file as a module that can be imported. It may raise any exception."""
    text = source(path)
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    # The solution is shown from its source.
    lines = text.splitlines(keepends=True)
    linecache.cache[str(path)] = (len(text), None, lines, str(path))
    exec(compile(text, str(path), "exec"), vars(module))
    sys.modules.setdefault(path.stem, module)


def _enter(path: Path, course: Mapping[str, object]) -> None:
    known = dict(EXERCISES)
    try:
        _run(path)
        names = [name for name, make in EXERCISES.items() if known.get(name) != make]
        made = [exercise(name) for name in names]
        sound = [each.name for each in made if each.told_apart()]
    except RefusedError:
        raise
    except (Exception, SystemExit) as error:  # whatever the author's code does
        raise RefusedError(
            f"{path}: stopped with {type(error).__name__}: {error}. Whatever an"
            " exercise needs has to be in its cell or its file."
        ) from None
    if not names:
        raise RefusedError(
            f"{path}: enters no exercise. Begin a function with"
            ' @exercise_of("my.1"); docs/teaching.md has an example.'
        )
    if taken := sorted(course.keys() & names):
        raise RefusedError(
            f"{path}: {', '.join(taken)} is of the course already. Give yours"
            " another name, such as my.1."
        )
    if odd := sorted(set(names) - set(sound)):
        raise RefusedError(
            f"{path}: in {', '.join(odd)} a known mistake has the result of the"
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
