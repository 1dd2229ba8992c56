"""A lecture's notebook in parts: exercises with questions, and imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askfirst.report.notebook import (
    DamagedError,
    code,
    imports,
    loaded,
    notebook_in,
    without_exercises,
)
from askfirst.words.course import current
from askfirst.words.refusal import RefusedError

if TYPE_CHECKING:  # slow to import, and not needed to refuse a lecture
    from askfirst.questions.exercises import Exercise

FURTHER = re.compile(r"^## Going further", re.MULTILINE)
TITLE = re.compile(r"^# (.*)", re.MULTILINE)
ASKS = re.compile(r"""exercise\(["']([^"']+)["']\)\s*\.check\(""")


@dataclass(frozen=True)
class Asked:
    """One exercise: its question in Markdown, and whether it is in the core."""

    exercise: Exercise
    question: str
    core: bool


def find(name: str, folder: Path) -> Path:
    """The notebook of a lecture, by its number or the beginning of its name, in capital
    letters or small ones.

    Raises RefusedError.
    """
    paths = sorted(folder.glob("*.ipynb"))
    if not paths:
        raise RefusedError(
            f"{folder}: holds no lectures. Name the folder of the course's notebooks"
            " with --notebooks."
        )
    begins = name.zfill(2).casefold()
    found = [path for path in paths if path.name.casefold().startswith(begins)]
    if len(found) != 1:
        how_many = "more than one" if found else "no"
        known = ", ".join(dict.fromkeys(path.stem.split("_")[0] for path in paths))
        raise RefusedError(f"{name!r} names {how_many} lecture. There are {known}.")
    return found[0]


def read(path: Path) -> dict[str, Any]:
    """The notebook in a file. Raises RefusedError where there is none."""
    try:
        return notebook_in(loaded(path))
    except DamagedError as error:
        raise RefusedError(f"{path}: no notebook that can be read ({error}).") from None


def title_in(notebook: dict[str, Any], path: Path) -> str:
    """The title of the notebook in this file. Raises RefusedError where it has none."""
    first = "".join(cell["source"] for cell in notebook["cells"][:1])
    if not (title := TITLE.search(first)):
        raise RefusedError(
            f"{path}: its first cell has no title. Begin it with a line such as"
            " “# 09 · The pendulum”."
        )
    return title[1]


@contextmanager
def opened(path: Path) -> Iterator[dict[str, Any]]:
    """The notebook in a file. Until the end of the block the exercises that it enters
    itself, or that a file beside it enters, are known beside those of the course.

    Raises RefusedError where there is none, that code fails, or an exercise is unknown.
    """
    from askfirst.questions.exercises import EXERCISES, exercise
    from askfirst.report import taught

    notebook = read(path)
    current().enter_exercises()
    sources = [cell["source"] for cell in code(notebook)]
    names = [found[1] for found in map(ASKS.search, sources) if found]
    own = any(map(taught.ENTERS.search, sources)) or {*names} - {*EXERCISES}
    with taught.entered([path] if own else []):
        for name in names:
            try:
                exercise(name)
            except ValueError as error:
                raise RefusedError(f"{path}: {error}") from None
        yield notebook


def asked(notebook: dict[str, Any]) -> list[Asked]:
    """The exercises of a notebook, in their order."""
    from askfirst.questions.exercises import exercise

    found, core, before = [], True, ""
    for cell in notebook["cells"]:
        source = cell["source"]
        if cell["cell_type"] == "markdown":
            core = core and not FURTHER.search(source)
            before = source
        elif cell["cell_type"] == "code" and (name := ASKS.search(source)):
            # Without the section's heading
            question = before[max(0, before.find(f"**{name[1]}**")) :]
            found.append(Asked(exercise(name[1]), question, core))
    return found


def first_code(notebook: dict[str, Any]) -> str:
    """The first code cells, up to the next text, and the imports of all others; without
    what enters exercises, which students must not see.
    """
    from askfirst.report import taught

    begun = dropwhile(lambda cell: cell["cell_type"] != "code", notebook["cells"])
    cells = takewhile(lambda cell: cell["cell_type"] == "code", begun)
    modules = taught.modules()
    first = [without_exercises(cell["source"], modules) for cell in cells]
    lines = {line for cell in code(notebook) for line in imports(cell["source"])}
    lines = {line for line in lines if without_exercises(line, modules)}
    more = sorted(lines - set(first[0].splitlines()))
    return "\n".join(filter(None, [*more, *first]))
