"""Notebooks as pages that need no Python, with slides and a book."""

import sys

# jsonschema imports it, where it is installed, to know what an address is. It compiles
# 38 grammars, for two seconds, and no notebook needs one.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
