"""The notebooks of a folder, whatever their names, formats and languages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from unicodedata import normalize

from nbformat import NotebookNode, convert, from_dict, reader

from askfirst.words.course import packages
from askfirst.words.refusal import RefusedError

TAKEN = {"index", "reference", "search", "genindex", "book"}  # pages of the site's own
KEEP = "raises-exception"  # the tag of a cell that is meant to fail
# The key in a cell's metadata of what its author finds it by: the notebook, its number
# and its first line
PLACE = "askfirst"


@dataclass
class Book:
    """A notebook, its file, the name of its page, and what its reader is told."""

    path: Path
    page: str
    notebook: NotebookNode
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number, cell in enumerate(self.notebook.cells, start=1):
            line = next(filter(None, map(str.strip, cell.source.splitlines())), "empty")
            first = line if len(line) < 60 else f"{line[:57]}…"
            cell.metadata[PLACE] = f"{self.path.name}, cell {number} ({first})"

    @property
    def code(self) -> list[NotebookNode]:
        """Its cells of code."""
        return [cell for cell in self.notebook.cells if cell.cell_type == "code"]


def fails(cell: NotebookNode) -> bool:
    """Whether a cell of code shows an error."""
    return any(each.output_type == "error" for each in cell.outputs)


def may_fail(cell: NotebookNode) -> bool:
    """Whether it is meant to: so says a tag, or the error that its author kept."""
    return KEEP in cell.metadata.get("tags", ()) or fails(cell)


def uses_engine(notebook: NotebookNode) -> bool:
    """Whether it imports from the engine or from the course."""
    ours = "|".join(at.name for at in packages())
    lines = re.compile(rf"^\s*(?:from|import) (?:{ours})\b", re.MULTILINE)
    code = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return any(map(lines.search, code))


def books(folder: Path) -> tuple[list[Book], list[str]]:
    """The notebooks of a folder in the order of their names, and why others cannot be
    read.

    Raises RefusedError where there are none.
    """
    paths = sorted(folder.glob("*.ipynb"), key=_natural)
    if not paths:
        raise RefusedError(
            f"{folder}: holds no notebook (.ipynb), so there is nothing to show. Name"
            " the folder that does; those within it are not looked into."
        )
    found, problems = [], []
    for path, page in addresses(paths).items():
        try:
            found.append(Book(path, page, _read(path)))
        except Exception as error:  # nbformat has many for a file that is none
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            why = f"{kind}{error}".splitlines()[0]
            problems.append(
                f"{path}: no notebook that can be read ({why}). Open it in JupyterLab"
                " and save it anew, or take it out of the folder."
            )
    return found, problems


def _natural(path: Path) -> list[tuple[int, str]]:
    """The order of a name, in which 10 comes after 9."""
    parts = re.split(r"(\d+)", path.stem)
    return [(int(each) if each.isdecimal() else -1, each) for each in parts]


def addresses(paths: list[Path]) -> dict[Path, str]:
    """The name of each notebook's page: its own, as far as an address can have it, and
    no other's where capitals are small.

    >>> [*addresses([Path("a b.ipynb"), Path("A-B.ipynb")]).values()]
    ['a-b', 'A-B-2']
    """
    taken, found = {*TAKEN}, {}
    for path in paths:
        own = re.sub(r"[^\w.]+", "-", normalize("NFC", path.stem)).strip("-.")
        names = chain([own or "page"], (f"{own}-{i}" for i in count(2)))
        found[path] = next(each for each in names if each.casefold() not in taken)
        taken.add(found[path].casefold())
    return found


def _read(path: Path) -> NotebookNode:
    """The notebook in a file, as format 4.5 has it, with what another program left out,
    and without what no page can show.
    """
    made = convert(reader.reads(path.read_text(encoding="utf-8-sig")), 4)
    notebook = from_dict(made)  # one kind of node, whatever the format
    notebook.nbformat_minor = 5
    ids: set[str] = set()
    for number, cell in enumerate(notebook.cells, start=1):
        if not isinstance(cell.get("metadata"), dict):
            cell.metadata = NotebookNode()
        if cell.get("id", "") in {"", *ids}:
            cell.id = f"cell-{number}"
        ids.add(cell.id)
        if cell.cell_type == "code":
            outputs = cell.get("outputs", ())
            kept = [each for each in outputs if {"data", "evalue", "text"} & {*each}]
            cell.outputs = kept
    spec, info = (
        notebook.metadata.get(group) or {} for group in ("kernelspec", "language_info")
    )
    language = str(spec.get("language") or info.get("name") or "python").lower()
    lexer = info.get("pygments_lexer") or language
    notebook.metadata.language_info = {
        "name": language,
        "pygments_lexer": "ipython3" if language == "python" else lexer,
    }
    return notebook
