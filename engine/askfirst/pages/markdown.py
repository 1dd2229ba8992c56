"""What pages look for in the Markdown of a notebook, and in what its cells print."""

from __future__ import annotations

import re

HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)
TITLE = re.compile(r"^# (.*)", re.MULTILINE)
# Groups: the text, which may hold brackets, and the target.
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)]*)\)")
COLOUR = re.compile(r"\x1b\[[\d;]*m")
