"""Build the site: run the notebooks, prepare their labs, and run Sphinx."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import nbformat

from kernellab.interactive.boxes import judging
from kernellab.interactive.refusal import RefusedError
from kernellab.interactive.scripts import STATIC, script, style
from kernellab.interactive.site.formulas import styles
from kernellab.interactive.site.front import chosen, front, in_python, title, words
from kernellab.interactive.site.letters import Letter, letters
from kernellab.interactive.site.notebooks import BINDER, as_page, read, run, with_cover
from kernellab.interactive.site.reference import reference
from kernellab.interactive.site.slides import deck, has_slides

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
SOURCES = (".py", ".js", ".css", ".csv", ".ttf")  # and its notebook make a page
PICTURES = (".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")
COPIED = (
    "icons.css",
    "site.css",
    "front.css",
    "print.css",
    "theme.js",
    "slides.css",
    "slides.js",
)
TAKEN = {"index", "reference", "search", "genindex", "book"}  # pages of the site's own


def build(notebooks: Path, site: Path, most: int, with_reference: bool = False) -> None:
    """Build the pages of a folder of notebooks into ``site``, with no more than
    ``most`` frames a lab; where asked, with the reference of kernellab.

    A notebook is run again only if it, or code or data beside it, or the package has
    changed since. Raises RefusedError where there is nothing to build, where a notebook
    cannot be read or run, and where Sphinx fails or warns.
    """
    notebooks, site = notebooks.resolve(), site.resolve()
    paths = _checked(sorted(notebooks.glob("*.ipynb")), notebooks)
    work = site.parent / f".{site.name}"
    source, static = work / "source", work / "source" / "_static"
    (static / "labs").mkdir(parents=True, exist_ok=True)
    for folder in (static / "notebooks", source / "slides", source / "_templates"):
        folder.mkdir(exist_ok=True)
    site.mkdir(exist_ok=True)
    for page in [*source.glob("*.ipynb"), *source.glob("slides/*.ipynb")]:
        if page.name not in {path.name for path in paths}:
            page.unlink()
    made_from = [*PACKAGE.rglob("*.*"), *notebooks.glob("*.*")]
    package = _digest(sorted(path for path in made_from if path.suffix in SOURCES))
    made = partial(
        _page,
        source=source,
        folder=static / "labs",
        package=package,
        most=most,
        known=letters(notebooks),
    )
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(made, paths))
    _assets(source, static)
    introduction, pages = words(notebooks), [source / path.name for path in paths]
    text = front(introduction, pages, with_reference, chosen(notebooks))
    (source / "index.md").write_text(text, encoding="utf-8")
    if with_reference:
        (source / "reference.rst").write_text(reference(), encoding="utf-8")
    else:
        (source / "reference.rst").unlink(missing_ok=True)
    for path in paths:
        shutil.copy(path, static / "notebooks" / path.name)
    _pictures(notebooks, source, site)
    # Slow to import, and in no reader's environment.
    from sphinx.cmd.build import build_main

    options = ["-b", "html", "-q", "-W", "--keep-going", "-j", "2"]
    options += ["-d", str(work / "doctrees")]
    for name in ("project", "html_title"):
        options += ["-D", f"{name}={title(introduction)}"]
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
        read(path)
    return paths


def _pictures(notebooks: Path, source: Path, site: Path) -> None:
    """Copy the pictures that the notebooks may show to where Sphinx looks for them."""
    for path in notebooks.rglob("*"):
        inside = path.relative_to(notebooks)
        hidden = any(part.startswith(".") for part in inside.parts)
        if path.suffix.lower() in PICTURES and not hidden and site not in path.parents:
            (source / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, source / inside)


def _page(
    path: Path,
    source: Path,
    folder: Path,
    package: str,
    most: int,
    known: tuple[Letter, ...],
) -> None:
    """Make the page of a notebook, unless it is up to date with its labs."""
    page, made_from = source / path.name, source / f"{path.stem}.made"
    line = in_python(path.parent)
    slides = source / "slides" / path.name

    def state() -> str:
        return (
            f"{package} {most} {BINDER} {line} {known}"
            f" {_digest([path, *labs_of(path.stem, folder)])}"
        )

    if (
        page.exists()
        and made_from.exists()
        and made_from.read_text(encoding="utf-8") == state()
    ):
        return
    for old in labs_of(path.stem, folder):
        old.unlink()
    notebook = run(path, folder, most)
    if has_slides(notebook):
        nbformat.write(deck(notebook, path.stem), slides)
    else:
        slides.unlink(missing_ok=True)
    cover = with_cover(notebook, folder, path.stem)
    made = as_page(notebook, path.name, line, cover, known)
    nbformat.write(made, page)
    made_from.write_text(state(), encoding="utf-8")


def labs_of(notebook: str, folder: Path) -> list[Path]:
    """What ``write_labs`` has written for a notebook, and for no other whose name goes
    on from this one.
    """
    name = re.compile(rf"{notebook}-((picture-)?\d+(-wall)?\.(js|png)|cover-\d+\.\w+)")
    return sorted(each for each in folder.iterdir() if name.fullmatch(each.name))


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[
        :16
    ]


def _assets(source: Path, static: Path) -> None:
    """What Sphinx and the pages take from here, beside one script for all pages: the
    players of the live labs, and what answers them in Python's place.
    """
    shutil.copy(HERE / "conf.py", source / "conf.py")
    for name in ("layout.html", "rail.html", "slides.html"):
        shutil.copy(HERE / name, source / "_templates" / name)
    shutil.copytree(HERE / "reveal", static / "reveal", dirs_exist_ok=True)
    for name in COPIED:
        shutil.copy(STATIC / name, static / name)
    parts = []
    for name, files in (
        ("kernellabLive", ("player", "handles", "live")),
        ("kernellabSteps", ("steps",)),
    ):
        code = script(*files).replace("export default { render };", "return render;")
        parts.append(f"const {name} = (() => {{\n{code}\n}})();")
    parts = [script("controls", "journal", "question"), judging(), *parts]
    parts.append(script("prepared", "work", "site"))
    (static / "labs.js").write_text("\n".join(parts), encoding="utf-8")
    for name in ("lab", "exercise"):
        (static / f"{name}.css").write_text(style(name), encoding="utf-8")
    (static / "formulas.css").write_text(styles(), encoding="utf-8")
