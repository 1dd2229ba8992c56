"""The command line: ``askfirst COMMAND …``, or ``python -m askfirst COMMAND …``.

A course offers the same commands under its own name, see ``main``.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from importlib import import_module

from askfirst.words.course import current
from askfirst.words.refusal import RefusedError

# What each command does, and its module, imported on demand. Its ``arguments`` fill a
# parser; ``run`` takes what was parsed, or raises RefusedError.
COMMANDS = {
    "report": (
        "who of a class did what, and which misconception how many had",
        "askfirst.report.report",
    ),
    "assignment": (
        "the exercises of a lecture, as nbgrader takes them",
        "askfirst.report.assignment",
    ),
    "site": (
        "a folder of notebooks as pages that need no Python",
        "askfirst.pages.command",
    ),
}


def main(
    arguments: Sequence[str] | None = None,
    commands: Mapping[str, tuple[str, str]] = COMMANDS,
) -> int:
    """Run a command: the status is 0, what it says, or 2 where it refused."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Windows would take an encoding without our signs where it is piped.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    program = current().command
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = ArgumentParser(prog=program)
    version = f"{program} {import_module(current().home).__version__}"
    parser.add_argument("--version", action="version", version=version)
    several = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (what, module) in commands.items():
        its_parser = several.add_parser(name, help=what, description=what)
        if given[:1] == [name]:
            command = import_module(module)
            command.arguments(its_parser)
    options = parser.parse_args(given)
    try:
        status = command.run(options) or 0
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # as of `| head`, which has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except RefusedError as error:
        print(f"{program} {given[0]}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
