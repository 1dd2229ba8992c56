"""What pages look for in the Markdown of a notebook, and in what its cells print."""

from __future__ import annotations

import re

HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)
TITLE = re.compile(r"^# (.*)", re.MULTILINE)
# Groups: the text, which may hold brackets, and the target.
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)]*)\)")
COLOUR = re.compile(r"\x1b\[[\d;]*m")
NOTEBOOK = re.compile(r"(\w+)\.ipynb(?:#(cell-id=)?(.*))?")


def target(link: str) -> tuple[str, str, bool] | None:
    """The notebook that a link leads to, without its suffix, the place in it, and
    whether that is a cell; None where the link leads elsewhere.

    >>> target("01_a.ipynb#cell-id=two")
    ('01_a', 'two', True)
    >>> target("https://example.org")
    """
    found = NOTEBOOK.fullmatch(link)
    return (found[1], found[3] or "", bool(found[2])) if found else None
