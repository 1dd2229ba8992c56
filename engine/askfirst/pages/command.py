"""``askfirst site FOLDER``: the notebooks of a folder as pages that need no Python."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path

from askfirst.words.course import current
from askfirst.words.refusal import RefusedError, check_folder, writing

# What the extra `site` brings, by the names of modules.
NEEDED = ("bs4", "myst_nb", "sphinx", "sphinx_book_theme", "sphinx_revealjs")


def arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("folder", type=Path, help="the notebooks, in the order of their names")
    to = "where the pages are written (site)"
    add("--to", type=Path, metavar="FOLDER", default=Path("site"), help=to)
    stored = "show the outputs that the notebooks have stored, and run nothing"
    add("--stored", action="store_true", help=stored)
    book = "also print the pages as one PDF, through Chromium"
    add("--book", action="store_true", help=book)


def run(options: Namespace) -> int:
    """Make the pages, print where they are and what their author should know, and
    return 1 where a notebook has none, or where something is to be known of the
    course's own pages; or raise RefusedError.
    """
    _check(options)
    # Slow to import, and not in every reader's environment.
    from askfirst.pages.build import build

    with writing():
        notes, problems = build(options.folder, options.to, options.stored)
        for line in notes + problems:
            print(line, file=sys.stderr)
        print(options.to / "index.html")
        if options.book:
            from askfirst.pages.book import book

            print(book(options.to))
    own = options.folder.resolve() == current().notebooks.resolve()
    return int(bool(problems or (own and notes)))


def _check(options: Namespace) -> None:
    """Refuse what cannot end well before anything is run."""
    more = " playwright" * options.book
    if missing := [at for at in (*NEEDED, *more.split()) if not find_spec(at)]:
        raise RefusedError(
            f"pages are made with packages that are not installed here"
            f" ({', '.join(missing)}). Try: pip install 'askfirst[site]'{more}"
        )
    check_folder(options.folder, "the notebooks")
    if options.to.resolve() == options.folder.resolve():
        raise RefusedError(
            f"--to {options.to}: the notebooks are there, and pages would be mixed with"
            " them. Try another folder."
        )
