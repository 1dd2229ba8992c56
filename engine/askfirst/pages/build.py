"""Build the site: run the notebooks, prepare their labs, and run Sphinx."""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from askfirst.pages.folder import KEEP, Book, books, may_fail, uses_engine
from askfirst.pages.formulas import coded, coded_text, defined, styles
from askfirst.pages.front import front, introduction
from askfirst.pages.letters import Letter, letters
from askfirst.pages.links import MAP
from askfirst.pages.notebooks import CELL_NUMBER, as_page, with_cover
from askfirst.pages.reference import reference
from askfirst.pages.running import run
from askfirst.pages.shown import COLOUR
from askfirst.pages.slides import deck, has_slides
from askfirst.questions.boxes import judging
from askfirst.scripts import script, style
from askfirst.words.course import packages
from askfirst.words.refusal import RefusedError

HERE = Path(__file__).parent
DATA_SUFFIXES = (".csv", ".ttf")  # what code reads, besides other code
STYLES = ("icons", "site", "front", "print", "slides")
REVEAL = ("dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js")
# A warning or an error of Sphinx: its file, its line, either of which may be missing,
# and its text
MESSAGE = re.compile(
    r"^(?:(.+?)(?::(\d+))?: )?(?:WARNING|ERROR|CRITICAL|SEVERE): (.*?)(?: \[\S+\])?$",
    re.MULTILINE,
)
# Warnings about horizontal rules, which docutils allows only between sections
ABOUT_RULES = re.compile(r"^Transition must|with a transition\.|separate transitions")
LINES_PER_CELL = 10_000  # the lines of cell n begin at n times this


def build(
    notebooks: Path,
    site: Path,
    max_frames: int,
    with_reference: bool = False,
    stored: bool = False,
) -> tuple[list[str], list[str]]:
    """Build the pages of a folder of notebooks into ``site``, with at most
    ``max_frames`` frames a lab. ``with_reference`` adds the reference. ``stored`` shows
    the outputs that the notebooks have stored, and runs none.

    Returns two lists of sentences: notes for the author on the pages, and for each
    notebook without a page the reason. A notebook is run again only if its code, a file
    that its code imported, or data beside it or in the package has changed since.
    Raises RefusedError where no page can be made.
    """
    notebooks, site = notebooks.resolve(), site.resolve()
    found, problems = books(notebooks)
    work = site.parent / f".{site.name}"
    source, static = work / "source", work / "source" / "_static"
    labs, all_letters = static / "labs", letters([book.notebook for book in found])
    labs.mkdir(parents=True, exist_ok=True)
    site.mkdir(exist_ok=True)
    intro, made = introduction(notebooks), []
    shown = _run_changed([] if stored else found, source, labs, max_frames)
    for book in found:
        try:
            if not stored:
                _set_outputs(book, shown.get(book.page))
            _page(book, source, labs, all_letters, intro.in_python)
            made.append(book)
        except RefusedError as error:
            problems.append(str(error))
        except Exception as error:  # a notebook may hold anything
            problems.append(
                f"{book.path.name}: no page can be made of it"
                f" ({type(error).__name__}: {error}). Open it in JupyterLab and save it"
                " anew, or take it out of the folder."
            )
    if not made:
        raise RefusedError("\n".join(problems))
    pages = {book.page: book for book in made}
    for old in [*source.glob("*.ipynb"), *source.glob("slides/*.ipynb")]:
        if old.stem not in pages:
            old.unlink()
    _assets(static)
    paths = [source / f"{page}.ipynb" for page in pages]
    words, _ = coded_text(front(intro, paths, with_reference))
    _write(source / "index.md", words)
    if with_reference:
        _write(source / "reference.rst", reference())
    else:
        (source / "reference.rst").unlink(missing_ok=True)
    for book in made:
        _write(static / "notebooks" / f"{book.page}.ipynb", book.path.read_bytes())
    names = {book.path.name: book.page for book in made}
    _write(source / MAP, json.dumps({"folder": str(notebooks), "pages": names}))
    notes = [note for book in made for note in book.notes]
    return notes + _sphinx(work, site, intro.title, pages), problems


def _sphinx(work: Path, site: Path, title: str, pages: dict[str, Book]) -> list[str]:
    """Have Sphinx write the pages, and return its warnings with the cells' places."""
    # Slow to import, and not installed for readers
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    source, warnings = work / "source", StringIO()
    static = [str(source / "_static")]
    given = {"project": title, "html_title": title, "html_static_path": static}
    arguments = source, HERE, site, work / "doctrees", "html", given
    try:
        with patch_docutils(source), docutils_namespace():
            # In several processes it takes longer: each hands over all that it read.
            app = Sphinx(*arguments, status=None, warning=warnings)
            app.build()
    except Exception as error:  # of Sphinx, an extension, or a file that it cannot read
        raise RefusedError(
            f"Sphinx stopped: {type(error).__name__}: {error}. Take the notebooks that"
            " you added last out of the folder, and build again."
        ) from error
    notes = []
    for where, line, text in MESSAGE.findall(COLOUR.sub("", warnings.getvalue())):
        if ABOUT_RULES.search(text):
            continue
        page = Path(where.rstrip(":"))
        name, book = page.name, pages.get(page.stem)
        if book:
            name = _place_of_cell(book, page, int(line or 0) // LINES_PER_CELL)
        notes.append(f"{name}: {text}")
        if page.is_file():
            os.utime(page)  # so that it is read again, and warned of, next time too
    return list(dict.fromkeys(notes))


def _place_of_cell(book: Book, page: Path, number: int) -> str:
    """The place of the cell that is the last of the first ``number`` on its page."""
    cells = nbformat.read(page, as_version=4).cells[:number]
    numbers = [at for cell in cells if (at := cell.metadata.get(CELL_NUMBER))]
    return book.places[numbers[-1] - 1] if numbers else book.path.name


def _write(path: Path, content: str | bytes) -> None:
    """Write a file, unless it holds that already: Sphinx reads again what is newer."""
    data = content.encode() if isinstance(content, str) else content
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _page(
    book: Book,
    source: Path,
    labs: Path,
    all_letters: tuple[Letter, ...],
    in_python: str,
) -> None:
    """Make the page and the slides of a notebook with its outputs."""
    notebook, page = book.notebook, book.page
    slides = source / "slides" / f"{page}.ipynb"
    macros = defined(notebook)
    if has_slides(notebook):
        _write(slides, _source(deck(notebook, page), macros))
    else:
        slides.unlink(missing_ok=True)
    cover = with_cover(notebook, labs, page)
    shown = as_page(notebook, page, in_python, cover, all_letters, book.path.name)
    _write(source / f"{page}.ipynb", _source(shown, macros))


def _source(page: NotebookNode, macros: str) -> str:
    """What Sphinx reads; new cells have random ids, with which it would read anew."""
    for number, cell in enumerate(page.cells):
        cell.id = f"cell-{number}"
    return nbformat.writes(coded(page, macros))


def _run_changed(
    found: list[Book], source: Path, labs: Path, max_frames: int
) -> dict[str, dict[str, Any] | str]:
    """What each notebook in Python showed, or why it could not be run, by its page."""
    shown: dict[str, dict[str, Any] | str] = {}
    stale = []
    for book in found:
        if book.language != "python":
            continue
        kept = source / f"{book.page}.json"
        last = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        if last and last.get("key") == _key(book, last["imported"], labs, max_frames):
            shown[book.page] = last
        else:
            stale.append(book)
            for old in labs_of(book.page, labs):
                old.unlink()
    cores = getattr(os, "process_cpu_count", os.cpu_count)() or 1
    for book, ran in zip(stale, run(stale, labs, max_frames, cores), strict=True):
        kept = source / f"{book.page}.json"
        shown[book.page] = ran
        if isinstance(ran, str):
            kept.unlink(missing_ok=True)
        else:
            key = _key(book, ran["imported"], labs, max_frames)
            kept.write_text(json.dumps(ran | {"key": key}), encoding="utf-8")
    return shown


def _set_outputs(book: Book, shown: dict[str, Any] | str | None) -> None:
    """Set the outputs of a notebook's cells to what the run has ``shown``. If that is
    None, or says why the notebook could not be run, the stored outputs stay.

    Raises RefusedError if it could not be run and uses the engine, or has stored
    nothing.
    """
    if shown is None:  # its code is in another language
        shows = "the outputs that it stores are" if book.stored else "no outputs are"
        book.notes.append(
            f"{book.path.name}: its code is {book.language}, and Python alone is run"
            f" here, so {shows} shown."
        )
        return
    if isinstance(shown, str):
        if book.stored and not uses_engine(book.notebook):
            book.notes.append(f"{shown} The outputs that it stores are shown.")
            return
        raise RefusedError(
            f"{shown} Mend the cell; or give it the tag {KEEP}, which keeps the"
            " error; or show what is stored, with --stored."
        )
    for cell, outputs in zip(book.code, shown["outputs"], strict=True):
        cell.outputs = nbformat.from_dict(outputs)
    book.notebook.metadata.widgets = shown["widgets"]


def _key(book: Book, imported: list[str], labs: Path, max_frames: int) -> str:
    """A hash of what a run depends on, and of the labs' files that it wrote."""
    ours = [each for folder in packages() for each in folder.rglob("*.*")]
    # The paths: a new file may be imported in place of another.
    package = sorted(each for each in ours if each.suffix == ".py")
    beside = [*ours, *book.path.parent.glob("*.*")]
    data = [each for each in beside if each.suffix in DATA_SUFFIXES]
    read = [*map(Path, imported), *data, *labs_of(book.page, labs)]
    code = [(cell.source, may_fail(cell)) for cell in book.code]
    parts = [each.read_bytes() for each in sorted(read) if each.exists()]
    more = repr((code, max_frames, package)).encode()
    return sha256(b"".join([*parts, more])).hexdigest()[:16]


def labs_of(notebook: str, folder: Path) -> list[Path]:
    """The files of this notebook's labs, not those of one whose name begins so."""
    name = re.compile(rf"{re.escape(notebook)}-\d+\.js")
    return sorted(each for each in folder.iterdir() if name.fullmatch(each.name))


def _assets(static: Path) -> None:
    """Write the scripts and styles; ``labs.js`` plays the labs of all pages."""
    reveal = files("sphinx_revealjs") / "_static" / "revealjs"
    for name in REVEAL:
        _write(static / "reveal" / Path(name).name, (reveal / name).read_bytes())
    live = script("listing", "picture", "live")
    live = live.replace("export default { render };", "return render;")
    parts = [script("controls", "journal", "question"), judging()]
    parts.append(f"const askfirstLive = (() => {{\n{live}\n}})();")
    parts.append(script("prepared", "panel", "counts", "work", "site"))
    _write(static / "labs.js", "\n".join(parts))
    for name in ("theme", "slides"):
        _write(static / f"{name}.js", script(name))
    for name in ("lab", "exercise", *STYLES):
        _write(static / f"{name}.css", style(name))
    _write(static / "formulas.css", styles())
