"""The working copy of the course, made, brought up to date and opened.

    kernellab lab [LECTURE] [--no-browser]

makes the folder ``work`` where one stands, or brings it up to date, and opens it in
JupyterLab;

    python -m kernellab.course.work [FOLDER]

makes that folder, or ``work`` beside the package, and opens nothing;

    python -m kernellab.course.work --open [OPTIONS]

also opens ``work`` beside the package, with these options of JupyterLab.
"""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path

from askfirst.record.working_copy import for_this_python, update
from askfirst.report.notebook import find
from askfirst.words.course import current
from askfirst.words.refusal import RefusedError

ROOT = Path(__file__).parents[2]
START = "00_start_here.ipynb"


def _folder(name: str) -> Path:
    """A folder that a wheel carries in the package and the repository beside it."""
    carried = Path(__file__).with_name(name)
    return carried if carried.is_dir() else ROOT / name


WORK, ORIGINALS = ROOT / "work", current().notebooks
SETTINGS = _folder("jupyter") / "jupyter_config.py"


def arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "lecture", nargs="?", help="open this lecture, such as 09 (the start page)"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="say the address, and open no browser"
    )


def run(options: Namespace) -> None:
    """Update the working copy and open it, or raise RefusedError."""
    notebook = find(options.lecture, ORIGINALS).name if options.lecture else START
    if find_spec("jupyterlab") is None:
        raise RefusedError(
            "JupyterLab is not installed here. Try: pip install 'kernellab[course]'"
        )
    here = Path.cwd()
    work = here if (here / current().marker).is_file() else here / WORK.name
    _bring(work)
    asked = ["--no-browser"] * options.no_browser
    _open(here, work.relative_to(here) / notebook, asked)


def main(arguments: list[str]) -> None:
    """Bring the working copy up to date; where asked, open it."""
    opened, options = arguments[:1] == ["--open"], arguments[1:]
    if not opened and (options or (arguments[:1] and arguments[0].startswith("-"))):
        sys.exit(
            f"{' '.join(arguments)} is not understood here. Try: python -m"
            " kernellab.course.work --open"
        )
    work = Path(arguments[0]) if arguments and not opened else WORK
    try:
        _bring(work)
    except RefusedError as error:
        sys.exit(str(error))
    if opened:
        _open(work.parent, Path(work.name, START), options)


def _bring(work: Path) -> None:
    """Make a working copy, or bring it up to date, and say so."""
    try:
        print(*update(work, ORIGINALS), sep="\n", flush=True)
    except OSError as error:
        reason = f"{error.strerror}: {error.filename}" if error.filename else str(error)
        raise RefusedError(
            f"No working copy of the notebooks could be made in {work}. {reason}"
        ) from None
    _sign(work)


def _sign(work: Path) -> None:
    """Have JupyterLab trust the notebooks that are as the course made them: what their
    buttons run, it runs without a question to the reader.
    """
    from nbformat import from_dict
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    for source in ORIGINALS.glob("*.ipynb"):
        text, mine = for_this_python(source.read_bytes()), work / source.name
        if mine.is_file() and mine.read_bytes() == text:
            notary.sign(from_dict(json.loads(text)))


def _open(folder: Path, notebook: Path, options: list[str]) -> None:
    """Open a notebook in JupyterLab, which shows its folder."""
    from jupyterlab.labapp import main as jupyterlab

    os.chdir(folder)
    # In a container everyone is root; the server hears this machine alone, by a token.
    # Not as a file: the address that is said would lead to the folder.
    first = f"--LabApp.default_url=/lab/tree/{notebook.as_posix()}"
    jupyterlab([f"--config={SETTINGS}", "--allow-root", first, *options])


if __name__ == "__main__":
    main(sys.argv[1:])
