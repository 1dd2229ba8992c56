"""Build the site: run the notebooks, prepare their labs, and run Sphinx."""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from askfirst.pages.folder import KEEP, PLACE, Book, books, may_fail, uses_engine
from askfirst.pages.formulas import coded, coded_text, defined, styles
from askfirst.pages.front import front, introduction
from askfirst.pages.letters import Letter, letters
from askfirst.pages.links import MAP
from askfirst.pages.notebooks import as_page, with_cover
from askfirst.pages.reference import reference
from askfirst.pages.running import Ran, run
from askfirst.pages.shown import COLOUR
from askfirst.pages.slides import deck, has_slides
from askfirst.questions.boxes import judging
from askfirst.scripts import script, style
from askfirst.words.course import packages
from askfirst.words.refusal import RefusedError

HERE = Path(__file__).parent
DATA_SUFFIXES = (".csv", ".ttf")  # what code reads, besides other code
STYLES = ("lab", "exercise", "icons", "site", "front", "print", "slides")
REVEAL = ("dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js")
# A warning or an error of Sphinx: its file, its line, either of which may be missing,
# and its text
MESSAGE = re.compile(
    r"^(?:(.+?)(?::(\d+))?: )?(?:WARNING|ERROR|CRITICAL|SEVERE): (.*?)(?: \[\S+\])?$",
    re.MULTILINE,
)
# Warnings about horizontal rules, which docutils allows only between sections
ABOUT_RULES = re.compile(r"^Transition must|with a transition\.|separate transitions")
Files = dict[str, str | bytes]
LINES = 10_000  # those of cell n begin at n times this, for MyST-NB


def build(notebooks: Path, site: Path, stored: bool) -> tuple[list[str], list[str]]:
    """Build the pages of a folder of notebooks into ``site``. ``stored`` shows the
    outputs that the notebooks have stored, and runs none.

    Returns two lists of sentences: notes for the author on the pages, and for each
    notebook without a page the reason. A notebook is run again only if its code, a file
    that its code imported, or data beside it or in the package has changed since.
    Raises RefusedError where no page can be made.
    """
    notebooks, site = notebooks.resolve(), site.resolve()
    found, problems = books(notebooks)
    work = site.parent / f".{site.name}"
    source, labs = work / "source", work / "source" / "_static" / "labs"
    labs.mkdir(parents=True, exist_ok=True)
    site.mkdir(exist_ok=True)
    intro = introduction(notebooks)
    all_letters = letters([book.notebook for book in found])
    shown = {} if stored else _run_changed(found, source, labs)
    made: dict[str, Book] = {}
    sources = _assets()
    for book in found:
        try:
            if not stored:
                _set_outputs(book, shown.get(book.page))
            sources |= _pages(book, labs, all_letters, intro.get("in Python", ""))
            made[book.page] = book
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
    pages = {page: book.notebook for page, book in made.items()}
    if any(map(uses_engine, pages.values())) and (names := reference()):
        sources["reference.rst"] = names
    words = front(intro, pages, "reference.rst" in sources)
    sources["index.md"], _ = coded_text(words)
    addresses = {book.path.name: page for page, book in made.items()}
    sources[MAP] = json.dumps({"folder": str(notebooks), "pages": addresses})
    _write(sources, source)
    notes = [note for book in made.values() for note in book.notes]
    return notes + _sphinx(work, site, intro["title"], made), problems


def _write(sources: Files, folder: Path) -> None:
    """Write what Sphinx reads, and remove pages that were written earlier. What a file
    holds already is not written: Sphinx reads again what is newer.
    """
    for name, content in sources.items():
        path = folder / name
        data = content.encode() if isinstance(content, str) else content
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for pages in ("*.ipynb", "slides/*.ipynb", "*.rst"):
        for old in sorted(folder.glob(pages)):
            if old.relative_to(folder).as_posix() not in sources:
                old.unlink()


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
            Sphinx(*arguments, status=None, warning=warnings).build()
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
        name = page.name
        if book := pages.get(page.stem):
            before = nbformat.read(page, as_version=4).cells[: int(line or 0) // LINES]
            places = [cell.metadata[PLACE] for cell in before if PLACE in cell.metadata]
            name = [book.path.name, *places][-1]
        notes.append(f"{name}: {text}")
        if page.is_file():
            os.utime(page)  # so that it is read again, and warned of, next time too
    return list(dict.fromkeys(notes))


def _pages(
    book: Book, labs: Path, all_letters: tuple[Letter, ...], in_python: str
) -> Files:
    """The sources of the page and the slides of a notebook with its outputs, and the
    notebook that its page offers.
    """
    notebook, page, file = book.notebook, book.page, f"{book.page}.ipynb"
    macros = defined(notebook)
    made: Files = {f"_static/notebooks/{file}": book.path.read_bytes()}
    if has_slides(notebook):
        made[f"slides/{file}"] = _source(deck(notebook, page), macros)
    cover = with_cover(notebook, labs, page)
    shown = as_page(notebook, page, in_python, cover, all_letters, book.path.name)
    return made | {file: _source(shown, macros)}


def _source(page: NotebookNode, macros: str) -> str:
    """What Sphinx reads; new cells have random ids, with which it would read anew."""
    for number, cell in enumerate(page.cells):
        cell.id = f"cell-{number}"
    return nbformat.writes(coded(page, macros))


def _run_changed(found: list[Book], source: Path, labs: Path) -> dict[str, Ran]:
    """What each notebook in Python showed, or why it could not be run, by its page."""
    shown: dict[str, Ran] = {}
    stale = []
    for book in found:
        if book.notebook.metadata.language_info.name != "python":
            continue
        kept = source / f"{book.page}.json"
        last = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        if last and last["key"] == _key(book, last["imported"], labs):
            shown[book.page] = last
        else:
            stale.append(book)
            for old in labs_of(book.page, labs):
                old.unlink()
    # The largest first, so that all cores end together
    stale.sort(key=lambda book: book.path.stat().st_size, reverse=True)
    cores = getattr(os, "process_cpu_count", os.cpu_count)() or 1
    for book, ran in zip(stale, run(stale, labs, cores), strict=True):
        shown[book.page] = ran
        if isinstance(ran, dict):
            ran["key"] = _key(book, ran["imported"], labs)
            kept = source / f"{book.page}.json"
            kept.write_text(json.dumps(ran), encoding="utf-8")
    return shown


def _set_outputs(book: Book, shown: Ran | None) -> None:
    """Set the outputs of a notebook's cells to what the run has ``shown``. If that is
    None, or says why the notebook could not be run, the stored outputs stay.

    Raises RefusedError if it could not be run and uses the engine, or has stored
    nothing.
    """
    if isinstance(shown, dict):
        for cell, outputs in zip(book.code, shown["outputs"], strict=True):
            cell.outputs = nbformat.from_dict(outputs)
        book.notebook.metadata.widgets = shown["widgets"]
        return
    if shown is None:
        name, language = book.path.name, book.notebook.metadata.language_info.name
        shown = f"{name}: its code is {language}, and Python alone is run here."
    elif uses_engine(book.notebook) or not any(cell.outputs for cell in book.code):
        raise RefusedError(
            f"{shown} Mend the cell; or give it the tag {KEEP}, which keeps the"
            " error; or show what is stored, with --stored."
        )
    book.notes.append(f"{shown} Any outputs that it stores are shown.")


def _key(book: Book, imported: list[str], labs: Path) -> str:
    """A hash of what a run depends on, and of the labs' files that it wrote."""
    ours = [each for folder in packages() for each in folder.rglob("*.*")]
    # The paths: a new file may be imported in place of another.
    package = sorted(each for each in ours if each.suffix == ".py")
    beside = [*ours, *book.path.parent.glob("*.*")]
    data = [each for each in beside if each.suffix in DATA_SUFFIXES]
    read = [*map(Path, imported), *data, *labs_of(book.page, labs)]
    code = [(cell.source, may_fail(cell)) for cell in book.code]
    parts = [each.read_bytes() for each in sorted(read) if each.exists()]
    more = repr((code, package)).encode()
    return sha256(b"".join([*parts, more])).hexdigest()[:16]


def labs_of(notebook: str, folder: Path) -> list[Path]:
    """The files of this notebook's labs, not those of one whose name begins so."""
    name = re.compile(rf"{re.escape(notebook)}-\d+\.js")
    return sorted(each for each in folder.iterdir() if name.fullmatch(each.name))


def _assets() -> Files:
    """The scripts and styles; ``labs.js`` plays the labs of all pages."""
    live = script("listing", "picture", "live")
    live = live.replace("export default { render };", "return render;")
    parts = [script("controls", "journal", "question"), judging()]
    parts.append(f"const askfirstLive = (() => {{\n{live}\n}})();")
    parts.append(script("prepared", "panel", "counts", "work", "site"))
    made: Files = {"labs.js": "\n".join(parts)}
    made |= {f"{name}.js": script(name) for name in ("theme", "slides")}
    made |= {f"{name}.css": style(name) for name in STYLES}
    made["formulas.css"] = styles()
    reveal = files("sphinx_revealjs") / "_static" / "revealjs"
    for name in REVEAL:
        made[f"reveal/{Path(name).name}"] = (reveal / name).read_bytes()
    return {f"_static/{name}": content for name, content in made.items()}
