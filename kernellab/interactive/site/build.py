"""Build the site: run the notebooks, write their labs down, and let Sphinx make pages
of them.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import nbformat

from kernellab.interactive.scripts import STATIC, script
from kernellab.interactive.site.front import front
from kernellab.interactive.site.notebooks import BINDER, as_page, run
from kernellab.interactive.site.prepared import MOST
from kernellab.interactive.site.reference import reference

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
SOURCES = (".py", ".js", ".css", ".csv")  # a page is made from these and its notebook


def build(notebooks: Path, site: Path, most: int = MOST) -> None:
    """Build the pages of a folder of notebooks into ``site``, with no more than
    ``most`` frames a lab.

    A notebook is run again only if it or the package has changed since. Raises
    RuntimeError if Sphinx fails or warns.
    """
    notebooks, site = notebooks.resolve(), site.resolve()
    work = site.parent / f".{site.name}"
    source, static = work / "source", work / "source" / "_static"
    (static / "labs").mkdir(parents=True, exist_ok=True)
    paths = sorted(notebooks.glob("*.ipynb"))
    for gone in {page.name for page in source.glob("*.ipynb")} - {
        path.name for path in paths
    }:
        (source / gone).unlink()
    package = _digest(
        sorted(path for path in PACKAGE.rglob("*.*") if path.suffix in SOURCES)
    )
    with ThreadPoolExecutor(2) as pool:
        list(
            pool.map(
                lambda path: _page(path, source, static / "labs", package, most), paths
            )
        )
    _scripts(static)
    shutil.copy(HERE / "conf.py", source / "conf.py")
    for name in ("site.css", "print.css", "formulas.js", "slides.css", "slides.js"):
        shutil.copy(STATIC / name, static / name)
    (source / "index.md").write_text(
        front([source / path.name for path in paths]), encoding="utf-8"
    )
    (source / "reference.rst").write_text(reference(), encoding="utf-8")
    shutil.copytree(
        notebooks,
        static / "notebooks",
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns(".*"),
    )
    # Slow to import, and in no reader's environment.
    from sphinx.cmd.build import build_main

    if build_main(
        [
            "-b",
            "html",
            "-q",
            "-W",
            "--keep-going",
            "-j",
            "2",
            "-d",
            str(work / "doctrees"),
            str(source),
            str(site),
        ]
    ):
        raise RuntimeError(
            "Sphinx could not build the site; what it said stands above."
        )


def _page(path: Path, source: Path, folder: Path, package: str, most: int) -> None:
    """The page of a notebook, unless the one that is there was made from the same, and
    its labs are as they were.
    """
    page, made_from = source / path.name, source / f"{path.stem}.made"

    def state() -> str:
        return (
            f"{package} {most} {BINDER}"
            f" {_digest([path, *sorted(folder.glob(f'{path.stem}-*.js'))])}"
        )

    if (
        page.exists()
        and made_from.exists()
        and made_from.read_text(encoding="utf-8") == state()
    ):
        return
    for old in folder.glob(f"{path.stem}-*.js"):
        old.unlink()
    nbformat.write(as_page(run(path, folder, most), path.name), page)
    made_from.write_text(state(), encoding="utf-8")


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[
        :16
    ]


def _scripts(static: Path) -> None:
    """One script for all pages: the players of the live labs, and what answers them in
    Python's place.
    """
    parts = []
    for name, files in (
        ("kernellabLive", ("player", "live")),
        ("kernellabSteps", ("steps",)),
    ):
        code = script(*files).replace("export default { render };", "return render;")
        parts.append(f"const {name} = (() => {{\n{code}\n}})();")
    (static / "labs.js").write_text(
        "\n".join([script("controls", "question"), *parts, script("prepared", "site")]),
        encoding="utf-8",
    )
    shutil.copy(STATIC / "lab.css", static / "lab.css")
    spec = find_spec("sphinx-mathjax-offline")
    assert spec is not None
    assert spec.origin is not None
    shutil.copy(
        Path(spec.origin).parent / "static" / "mathjax" / "tex-svg.js",
        static / "mathjax.js",
    )
