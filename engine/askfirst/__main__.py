"""The command line: ``askfirst COMMAND …``, or ``python -m askfirst COMMAND …``.

A course offers the same commands under its own name, see ``main``.
"""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import textwrap
from argparse import ArgumentParser, RawDescriptionHelpFormatter
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
    "tutor": (
        "a lecture with its minutes, solutions and usual mistakes",
        "askfirst.report.tutor",
    ),
    "site": (
        "a folder of notebooks as pages that need no Python",
        "askfirst.pages.command",
    ),
}


# In place of signs that a console lacks
PLAINER = str.maketrans("✓✗█▒·−…“”", '+x#=.-.""')


def _plainer(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end].translate(PLAINER)
    return "".join(c if c.isascii() else "?" for c in signs), error.end


codecs.register_error("plainer", _plainer)


def main(
    arguments: Sequence[str] | None = None,
    more: Mapping[str, tuple[str, str]] | None = None,
) -> int:
    """Run one command, of these or ``more``: the status is 0, what the command says, or
    2 where it refused.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="plainer")
    commands, program = {**(more or {}), **COMMANDS}, current().command
    given = list(sys.argv[1:] if arguments is None else arguments)
    wide, under = shutil.get_terminal_size().columns, " " * 14
    rows = (f"  {name:<12}{what}" for name, (what, _) in commands.items())
    table = "\n".join(textwrap.fill(row, wide, subsequent_indent=under) for row in rows)
    parser = ArgumentParser(
        prog=program,
        epilog=f"commands:\n{table}\n\n{program} COMMAND --help says more.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"{program} {current().version}"
    )
    parser.add_argument(
        "command",
        type=str.lower,
        metavar="COMMAND",
        choices=commands,
        help="what to do; see below",
    )
    name = parser.parse_args(given[:1]).command
    what, module = commands[name]
    command = import_module(module)
    its_parser = ArgumentParser(
        prog=f"{program} {name}", description=f"{what[0].upper()}{what[1:]}."
    )
    command.arguments(its_parser)
    try:
        status = command.run(its_parser.parse_args(given[1:])) or 0
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # as of `| head`, which has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except RefusedError as error:
        print(f"{program} {name}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
