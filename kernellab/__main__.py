"""The command line: ``kernellab COMMAND …``, or ``python -m kernellab COMMAND …``."""

import sys
from collections.abc import Sequence

import kernellab.course  # noqa: F401 (which declares the course)
from askfirst.__main__ import COMMANDS
from askfirst.__main__ import main as command_line

LAB = {
    "lab": (
        "the course in JupyterLab, in a working copy in the folder where you are",
        "kernellab.course.work",
    )
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command: the status is 0, or 2 where it refused."""
    return command_line(arguments, {**LAB, **COMMANDS})


if __name__ == "__main__":
    sys.exit(main())
