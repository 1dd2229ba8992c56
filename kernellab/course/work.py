"""The working copy of the course, made, brought up to date and opened.

    python -m kernellab.course.work [FOLDER]

makes the folder ``work``, or that one, or brings it up to date;

    python -m kernellab.course.work --open [OPTIONS]

does so too, and opens it in JupyterLab with these options.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kernellab.interactive.working_copy import update

ROOT = Path(__file__).parents[2]
WORK, ORIGINALS = ROOT / "work", ROOT / "notebooks"
START = "00_start_here.ipynb"


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
        print(*update(work, ORIGINALS), sep="\n", flush=True)
    except OSError as error:
        reason = f"{error.strerror}: {error.filename}" if error.filename else str(error)
        sys.exit(f"No working copy of the notebooks could be made in {work}. {reason}")
    if opened:
        from jupyterlab.labapp import main as jupyterlab

        os.chdir(ROOT)  # JupyterLab shows this folder
        jupyterlab(
            ["--config=jupyter/jupyter_config.py", *options, f"{WORK.name}/{START}"]
        )


if __name__ == "__main__":
    main(sys.argv[1:])
