"""kernellab: the mathematics of a course on kernel methods, small enough to read.

Everything a notebook cell needs is a name of this module. The names and their homes are
listed in ``__init__.pyi``; nothing heavy is imported before it is used.

Every parameter, and the largest entry of every table that comes in, is 0 or lies
between 1e-50 and 1e50; other numbers are refused, and other units help.
"""

from difflib import get_close_matches
from typing import Any

import lazy_loader

__version__ = "0.1.0"

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    if name in __all__ or name.startswith("_"):
        return _load(name)
    near = "".join(
        f" Did you mean {each!r}?" for each in get_close_matches(name, __all__, 1)
    )
    raise AttributeError(f"kernellab has no {name!r}.{near}")
