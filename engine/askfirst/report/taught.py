"""The exercises of a lecture's notebook, and those of a lecturer's own, from a file of
Python or a notebook, which join those of the course in a report.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Sequence
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from askfirst.questions.exercises import EXERCISES, file_of
from askfirst.report.notebook import (
    ASKS,
    FURTHER,
    MAGIC,
    code,
    imports,
    read,
    without_exercises,
)
from askfirst.words.course import packages
from askfirst.words.refusal import RefusedError


class Asked(NamedTuple):
    """One exercise: its question in Markdown, and whether it is in the core."""

    name: str
    question: str
    core: bool


def asked(notebook: dict[str, Any]) -> list[Asked]:
    """The exercises of a notebook, in their order."""
    found, core, before = [], True, ""
    for cell in notebook["cells"]:
        source = cell["source"]
        if cell["cell_type"] == "markdown":
            core = core and not FURTHER.search(source)
            before = source
        elif cell["cell_type"] == "code" and (name := ASKS.search(source)):
            # Without the section's heading
            question = before[max(0, before.find(f"**{name[1]}**")) :]
            found.append(Asked(name[1], question, core))
    return found


def first_code(notebook: dict[str, Any]) -> str:
    """The first code cells, up to the next text, and the imports of all others; without
    what enters exercises, which students must not see.
    """
    modules = {EXERCISES[name].__module__ for name in EXERCISES if own_source(name)}
    begun = dropwhile(lambda cell: cell["cell_type"] != "code", notebook["cells"])
    cells = takewhile(lambda cell: cell["cell_type"] == "code", begun)
    first = [without_exercises(cell["source"], modules) for cell in cells]
    lines = {line for cell in code(notebook) for line in imports(cell["source"])}
    lines = {line for line in lines if without_exercises(line, modules)}
    more = sorted(lines - set(first[0].splitlines()))
    return "\n".join(filter(None, [*more, *first]))


def own_source(name: str) -> str:
    """The code that enters an exercise, or "" where that is the course's."""
    file = file_of(EXERCISES[name])
    of_course = any(Path(file).is_relative_to(each) for each in packages())
    return "" if of_course else "".join(linecache.getlines(file))


def enter(paths: Sequence[Path]) -> None:
    """Enter the exercises of these files beside those of the course.

    Raises RefusedError where a file cannot be read or run, enters none, enters one of
    the course again, or one whose answer is a known mistake of its own.
    """
    for path in paths:
        sys.path.insert(0, str(path.parent.resolve()))  # as a notebook's kernel has it
        text, before = _source(path), dict(EXERCISES)
        # The solution is shown from its source.
        lines = text.splitlines(keepends=True)
        linecache.cache[str(path)] = (len(text), None, lines, str(path))
        try:
            known = {"__name__": path.stem, "__file__": str(path)}
            exec(compile(text, str(path), "exec"), known)
            names = [k for k, make in EXERCISES.items() if make is not before.get(k)]
            for name in names:
                EXERCISES[name](None)
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


def _source(path: Path) -> str:
    """The Python of a file, or of a notebook the imports and the cells with exercises.

    Raises RefusedError where it cannot be read.
    """
    if path.suffix == ".ipynb":
        parts = []
        for source in (cell["source"] for cell in code(read(path))):
            enters = without_exercises(source) != source
            parts += [MAGIC.sub("", source)] if enters else imports(source)
        return "\n\n".join(parts)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RefusedError(f"{path}: cannot be read ({error}).") from None
