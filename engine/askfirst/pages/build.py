"""Build the site: run the notebooks, prepare their labs, and run Sphinx."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import nbformat

from askfirst.pages.formulas import styles
from askfirst.pages.front import front, introduction
from askfirst.pages.letters import Letter, letters
from askfirst.pages.notebooks import BINDER, as_page, read, with_cover
from askfirst.pages.reference import reference
from askfirst.pages.running import Ran, run
from askfirst.pages.slides import deck, has_slides
from askfirst.questions.boxes import judging
from askfirst.scripts import script, style
from askfirst.words.course import packages
from askfirst.words.refusal import RefusedError

HERE = Path(__file__).parent
DATA = (".csv", ".ttf")  # what code reads, besides other code
PICTURES = (".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")
STYLES = ("icons", "site", "front", "print", "slides")
REVEAL = ("dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js")
PYTHON = {"name": "python", "pygments_lexer": "ipython3"}
TAKEN = {"index", "reference", "search", "genindex", "book"}  # pages of the site's own


def build(notebooks: Path, site: Path, most: int, with_reference: bool = False) -> None:
    """Build the pages of a folder of notebooks into ``site``, with no more than
    ``most`` frames a lab; where asked, with the reference.

    A notebook is run again only if its code, a file that its code imported, or data
    beside it or in the package has changed since. Raises RefusedError where there is
    nothing to build, where a notebook cannot be read or run, and where Sphinx fails or
    warns.
    """
    notebooks, site = notebooks.resolve(), site.resolve()
    paths = _checked(sorted(notebooks.glob("*.ipynb")), notebooks)
    work = site.parent / f".{site.name}"
    source, static = work / "source", work / "source" / "_static"
    for folder in (static / "labs", source / "slides", source / "_templates"):
        folder.mkdir(parents=True, exist_ok=True)
    site.mkdir(exist_ok=True)
    for page in [*source.glob("*.ipynb"), *source.glob("slides/*.ipynb")]:
        if page.name not in {path.name for path in paths}:
            page.unlink()
    cores = getattr(os, "process_cpu_count", os.cpu_count)() or 1
    labs, known = static / "labs", letters(notebooks)
    stale = [path for path in paths if not _kept(path, source, labs, most)]
    _run(stale, source, labs, most, cores)
    for path in paths:
        _page(path, source, labs, most, known)
    _assets(source, static)
    said, pages = introduction(notebooks), [source / path.name for path in paths]
    _write(source / "index.md", front(said, pages, with_reference))
    if with_reference:
        _write(source / "reference.rst", reference())
    else:
        (source / "reference.rst").unlink(missing_ok=True)
    for path in paths:
        _write(static / "notebooks" / path.name, path.read_bytes())
    _pictures(notebooks, source, site)
    # Slow to import, and in no reader's environment.
    from sphinx.cmd.build import build_main

    options = ["-b", "html", "-q", "-W", "--keep-going", "-j", str(cores)]
    options += ["-d", str(work / "doctrees")]
    for name in ("project", "html_title"):
        options += ["-D", f"{name}={said.title}"]
    if build_main([*options, str(source), str(site)]):
        raise RefusedError(
            "Sphinx could not build the site; what it said stands above."
        )


def _checked(paths: list[Path], folder: Path) -> list[Path]:
    """The notebooks, each of which can be read and be a page."""
    if not paths:
        raise RefusedError(
            f"{folder}: holds no notebook (.ipynb), so there is nothing to show."
        )
    for path in paths:
        if not re.fullmatch(r"[\w-]+", path.stem) or path.stem in TAKEN:
            raise RefusedError(
                f"{path.name}: a page has the name of its notebook, and this one is"
                f" taken or no address. Try letters, digits, - and _ alone, and none of"
                f" {', '.join(sorted(TAKEN))}."
            )
        kernel = read(path).metadata.get("kernelspec", {})
        if kernel.get("language", "python") != "python":
            raise RefusedError(
                f"{path.name}: it is written for the kernel {kernel.get('name')!r}, and"
                " pages are made of Python. Choose Python in JupyterLab's menu Kernel,"
                " and save it."
            )
    return paths


def _write(path: Path, content: str | bytes) -> None:
    """Write a file, unless it holds that already: Sphinx goes by its time."""
    data = content.encode() if isinstance(content, str) else content
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _pictures(notebooks: Path, source: Path, site: Path) -> None:
    """Copy the pictures that the notebooks may show to where Sphinx looks for them."""
    for path in notebooks.rglob("*"):
        inside = path.relative_to(notebooks)
        hidden = any(part.startswith(".") for part in inside.parts)
        if path.suffix.lower() in PICTURES and not hidden and site not in path.parents:
            _write(source / inside, path.read_bytes())


def _page(
    path: Path, source: Path, folder: Path, most: int, known: tuple[Letter, ...]
) -> None:
    """Make the page and the slides of a notebook that was run, unless they are up to
    date.
    """
    page, slides = source / path.name, source / "slides" / path.name
    kept = _kept(path, source, folder, most)
    assert kept
    notebook, ran = kept
    line, made_from = introduction(path.parent).in_python, source / f"{path.stem}.made"

    def state() -> str:
        covers = _files(rf"{path.stem}-cover-\d+\.\w+", folder)
        return _digest([path, *HERE.glob("*.py"), *covers], ran, BINDER, line, known)

    if page.exists() and made_from.exists() and made_from.read_text() == state():
        return
    if has_slides(notebook):
        _write(slides, nbformat.writes(deck(notebook, path.stem)))
    else:
        slides.unlink(missing_ok=True)
    cover = with_cover(notebook, folder, path.stem)
    shown = as_page(notebook, path.name, line, cover, known)
    _write(page, nbformat.writes(shown))
    made_from.write_text(state())


def _kept(
    path: Path, source: Path, folder: Path, most: int
) -> tuple[nbformat.NotebookNode, str] | None:
    """The notebook with what its cells showed when it was last run, and a digest of
    what that was made from; None where this, or a lab, has changed since.
    """
    notebook, kept = read(path), source / f"{path.stem}.json"
    if not kept.exists():
        return None
    found = json.loads(kept.read_text(encoding="utf-8"))
    made_from = _made_from(path, _code(notebook), found["imported"], folder, most)
    if made_from != found["state"]:
        return None
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell, outputs in zip(cells, found["outputs"], strict=True):
        cell.outputs = nbformat.from_dict(outputs)
    notebook.metadata.language_info = nbformat.from_dict(PYTHON)
    return notebook, found["state"]


def _code(notebook: nbformat.NotebookNode) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def _run(paths: list[Path], source: Path, labs: Path, most: int, cores: int) -> None:
    """Run notebooks, and keep what their cells show. Raises RefusedError, with the
    notebook and the cell, where one fails, or where a lab cannot be written down.
    """
    for old in (old for path in paths for old in labs_of(path.stem, labs)):
        old.unlink()
    notebooks, problems = [read(path) for path in paths], []
    codes = [*zip(paths, map(_code, notebooks), strict=True)]
    for number, ran in run(codes, labs, most, cores):
        path, code = codes[number]
        if problem := _problem(notebooks[number], ran):
            problems.append(f"{path.name}{problem}")
            continue
        assert ran
        state = _made_from(path, code, ran.imported, labs, most)
        found = {"imported": ran.imported, "state": state, "outputs": ran.outputs}
        (source / f"{path.stem}.json").write_text(json.dumps(found), encoding="utf-8")
    if problems:
        raise RefusedError("\n\n".join(problems))


def _problem(notebook: nbformat.NotebookNode, ran: Ran | None) -> str:
    """Why no page can be made of a notebook that ran, or ""."""
    if ran is None:
        return (
            ": its process died. It may have taken more memory than there is; run the"
            " notebook in JupyterLab to see in which cell."
        )
    every = enumerate(notebook.cells, start=1)
    cells = [each for each in every if each[1].cell_type == "code"]
    for (number, cell), outputs in zip(cells, ran.outputs, strict=False):
        for output in outputs:
            if output["output_type"] == "error":
                return (
                    f", cell {number} ({cell.id}): {output['ename']}:"
                    f" {output['evalue']}\n\n{cell.source}\n\nA page shows no errors."
                    " Run the notebook, mend the cell, and build again."
                )
    return ""


def _made_from(
    path: Path, code: list[str], imported: list[str], labs: Path, most: int
) -> str:
    """A digest of what the outputs and labs of a notebook depend on."""
    package = sorted(
        each for at in packages() for each in at.rglob("*.py")
    )  # a new file may be found by its place
    beside = [each for at in packages() for each in at.rglob("*.*")]
    beside += path.parent.glob("*.*")
    data = [each for each in beside if each.suffix in DATA]
    files = [*map(Path, imported), *data, *labs_of(path.stem, labs)]
    return _digest(files, code, most, package)


def labs_of(notebook: str, folder: Path) -> list[Path]:
    """What ``write_labs`` has written for a notebook, and for no other whose name goes
    on from this one.
    """
    return _files(rf"{notebook}-\d+\.js", folder)


def _files(name: str, folder: Path) -> list[Path]:
    return sorted(each for each in folder.iterdir() if re.fullmatch(name, each.name))


def _digest(files: Iterable[Path], *more: object) -> str:
    """Of the contents of those files that there are, and of what else is given."""
    parts = [each.read_bytes() for each in sorted(files) if each.exists()]
    return sha256(b"".join([*parts, repr(more).encode()])).hexdigest()[:16]


def _assets(source: Path, static: Path) -> None:
    """What Sphinx and the pages take from here, beside one script for all pages: the
    players of the live labs, and what answers them in Python's place.
    """
    _write(source / "conf.py", (HERE / "conf.py").read_bytes())
    for name in ("layout.html", "rail.html", "slides.html"):
        _write(source / "_templates" / name, (HERE / name).read_bytes())
    package = find_spec("sphinx_revealjs")
    assert package
    assert package.origin
    for name in REVEAL:
        file = Path(package.origin).parent / "_static" / "revealjs" / name
        _write(static / "reveal" / file.name, file.read_bytes())
    live = script("listing", "picture", "live")
    live = live.replace("export default { render };", "return render;")
    parts = [script("controls", "journal", "question"), judging()]
    parts.append(f"const askfirstLive = (() => {{\n{live}\n}})();")
    parts.append(script("prepared", "panel", "work", "site"))
    _write(static / "labs.js", "\n".join(parts))
    for name in ("theme", "slides"):
        _write(static / f"{name}.js", script(name))
    for name in ("lab", "exercise", *STYLES):
        _write(static / f"{name}.css", style(name))
    _write(static / "formulas.css", styles())
