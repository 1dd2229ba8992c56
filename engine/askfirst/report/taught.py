"""Exercises of a lecturer's own, from a file of Python or a notebook, which join those
of the course while a report is made.
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from askfirst.questions.exercises import EXERCISES, file_of
from askfirst.report.notebook import (
    MAGIC,
    DamagedError,
    code,
    imports,
    loaded,
    notebook_in,
)
from askfirst.words.course import packages
from askfirst.words.refusal import RefusedError

# What enters an exercise. Of cells without it only the imports are run.
ENTERS = re.compile(r"^@(\w+\.)*exercise_of\(", re.MULTILINE)


@contextmanager
def entered(paths: Sequence[Path]) -> Iterator[None]:
    """The exercises of these files are those of the course, too, until the end of the
    block.

    Raises RefusedError where a file cannot be read or run, enters none, enters one of
    the course again, or one whose answer is a known mistake of its own.
    """
    before, known, places = dict(EXERCISES), set(sys.modules), [*sys.path]
    folders = {str(path.parent.resolve()) for path in paths}
    try:
        sys.path[:0] = folders  # as a kernel has the folder of its notebook
        for path in paths:
            _enter(path)
        yield
    finally:
        sys.path[:] = places
        EXERCISES.clear()
        EXERCISES.update(before)
        beside = {file.stem for folder in folders for file in Path(folder).glob("*.py")}
        for name in ({each.stem for each in paths} | beside) - known:
            sys.modules.pop(name, None)


def own_source(name: str) -> str:
    """The code that enters an exercise, or "" where that is the course's."""
    file = file_of(EXERCISES[name])
    of_course = any(Path(file).is_relative_to(each) for each in packages())
    return "" if of_course else "".join(linecache.getlines(file))


def modules() -> set[str]:
    """The files of Python beside a notebook that have entered exercises."""
    return {EXERCISES[name].__module__ for name in EXERCISES if own_source(name)}


def _enter(path: Path) -> None:
    known, text = dict(EXERCISES), source(path)
    EXERCISES.clear()
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    # The solution is shown from its source.
    lines = text.splitlines(keepends=True)
    linecache.cache[str(path)] = (len(text), None, lines, str(path))
    try:
        exec(compile(text, str(path), "exec"), vars(module))
        sys.modules.setdefault(path.stem, module)
        names = [*EXERCISES]
        odd = [name for name in names if EXERCISES[name](None).indistinguishable()]
    except (Exception, SystemExit) as error:  # whatever the author's code does
        raise RefusedError(
            f"{path}: stopped with {type(error).__name__}: {error}. Whatever an"
            " exercise needs has to be in its cell or its file."
        ) from None
    if not names:
        raise RefusedError(
            f"{path}: enters no exercise. Begin a function with"
            ' @exercise_of("my.1"); the README of askfirst has an example.'
        )
    if taken := sorted(known.keys() & names):
        raise RefusedError(
            f"{path}: {', '.join(taken)} is of the course already. Give yours another"
            " name, such as my.1."
        )
    if odd:
        raise RefusedError(
            f"{path}: in {', '.join(odd)} a known mistake has the result of the answer,"
            " or of another mistake. Leave it out, or change the numbers."
        )
    EXERCISES.update(known)


def source(path: Path) -> str:
    """The Python of a file, or of a notebook the imports and the cells with exercises.

    Raises RefusedError for any other file.
    """
    try:
        if path.suffix == ".py":
            return path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            cells = code(notebook_in(loaded(path)))
            sources = [cell["source"] for cell in cells]
            parts = [
                MAGIC.sub("", each) if ENTERS.search(each) else "\n".join(imports(each))
                for each in sources
            ]
            return "\n\n".join(filter(None, parts))
    except (DamagedError, OSError, UnicodeDecodeError) as error:
        raise RefusedError(f"{path}: cannot be read ({error}).") from None
    raise RefusedError(
        f"{path}: exercises are written in Python (.py) or in a notebook (.ipynb)."
    )
