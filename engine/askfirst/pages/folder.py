"""The notebooks of a folder, whatever their names, formats and languages."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from nbformat import NotebookNode, convert, from_dict, reader
from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from askfirst.words.course import packages
from askfirst.words.refusal import RefusedError

TAKEN = {"index", "reference", "search", "genindex", "book"}  # pages of the site's own
LARGEST = 200_000_000  # bytes of a notebook that is read
LARGE = 10_000_000  # letters of an output that a page keeps
KEEP = "raises-exception"  # the tag of a cell that is meant to fail
KINDS = ("code", "markdown", "raw")
SHOWN = ("stream", "display_data", "execute_result", "error")


@dataclass
class Book:
    """A notebook, its file, the name of its page, and what its reader is told."""

    path: Path
    page: str
    notebook: NotebookNode
    notes: list[str]

    def __post_init__(self) -> None:
        self.places = [
            place(self.path.name, number, cell.source)
            for number, cell in enumerate(self.notebook.cells, start=1)
        ]

    @property
    def code(self) -> list[NotebookNode]:
        """Its cells of code."""
        return [cell for cell in self.notebook.cells if cell.cell_type == "code"]

    def place_of(self, cell: NotebookNode) -> str:
        """Where one of its cells stands, for its author."""
        return self.places[self.notebook.cells.index(cell)]

    @property
    def language(self) -> str:
        """That of its code, such as "python"."""
        return str(self.notebook.metadata.language_info.name)

    @property
    def stored(self) -> bool:
        """Whether it has outputs."""
        return any(cell.outputs for cell in self.code)


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
        below = (Path(at) for at, _, _ in os.walk(folder))  # follows no link
        some = next((each for each in below if any(each.glob("*.ipynb"))), None)
        raise RefusedError(
            f"{folder}: holds no notebook (.ipynb), so there is nothing to show."
            + (f" Pages are made of one folder: try {some}." if some else "")
        )
    found, problems = [], []
    for path, page in addresses(paths).items():
        try:
            found.append(Book(path, page, *_read(path)))
        except RefusedError as error:
            problems.append(str(error))
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
        name, number = own or "page", 1
        while name.casefold() in taken:
            number += 1
            name = f"{own}-{number}"
        taken.add(name.casefold())
        found[path] = name
    return found


def place(name: str, number: int, source: str) -> str:
    """A cell as its author finds it: the notebook, the cell's number and first line."""
    line = next(filter(None, map(str.strip, source.splitlines())), "empty")
    return f"{name}, cell {number} ({line if len(line) < 60 else line[:57] + '…'})"


def _read(path: Path) -> tuple[NotebookNode, list[str]]:
    """The notebook in a file, as format 4.5 has it, and what was left out."""
    try:
        if (size := path.stat().st_size) > LARGEST:
            raise ValueError(f"{size / 1e6:.0f} MB are too many for a page")
        made = convert(reader.reads(path.read_text(encoding="utf-8-sig")), 4)
        notebook = from_dict(made)  # one kind of node, whatever the format
        return notebook, [*_whole(path.name, notebook)]
    except Exception as error:  # nbformat has many for a file that is none
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        why = f"{kind}{error}".splitlines()[0]
        raise RefusedError(
            f"{path}: no notebook that can be read ({why}). Open it in JupyterLab and"
            " save it anew, or take it out of the folder."
        ) from None


def _whole(name: str, notebook: NotebookNode) -> Iterator[str]:
    """Add what another program left out; yield what no page can show, and is taken."""
    if not notebook.cells:
        notebook.cells = []
    ids: set[str] = set()
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type not in KINDS or not isinstance(cell.source, str):
            raise ValueError(f"cell {number} is of no kind that Jupyter has")
        if not isinstance(cell.get("metadata"), dict):
            cell.metadata = NotebookNode()
        if not isinstance(cell.metadata.get("tags", []), list):
            del cell.metadata["tags"]
        if cell.get("id", "") in {"", *ids}:
            cell.id = f"cell-{number}"
        ids.add(cell.id)
        if cell.cell_type != "code":
            continue
        outputs = [each for each in cell.get("outputs", ()) if _is_output(each)]
        cell.outputs = [each for each in outputs if len(json.dumps(each)) < LARGE]
        if len(cell.outputs) < len(outputs):
            yield (
                f"{place(name, number, cell.source)}: an output of more than"
                f" {LARGE // 1_000_000} MB is left out of the page. Show less there."
            )
    notebook.nbformat_minor = 5
    spec, info = (
        notebook.metadata.get(group) or {} for group in ("kernelspec", "language_info")
    )
    known = spec.get("language"), info.get("name"), info.get("pygments_lexer")
    names = [str(each).lower() for each in known if each]
    language = next(iter(names), "python")
    lexer = "ipython3" if language == "python" else _lexer(names[::-1])
    notebook.metadata.language_info = {"name": language, "pygments_lexer": lexer}


def _is_output(output: object) -> bool:
    if not isinstance(output, dict) or output.get("output_type") not in SHOWN:
        return False
    if output["output_type"] == "stream":
        return isinstance(output.get("text"), str)
    return output["output_type"] == "error" or isinstance(output.get("data"), dict)


def _lexer(names: list[str]) -> str:
    """The first of these names that pygments knows."""
    for name in names:
        with suppress(ClassNotFound):
            find_lexer_class_by_name(name)
            return name
    return "text"
