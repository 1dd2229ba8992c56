"""What the folders of the lectures hold, found by the names of their files.

A lecture is a folder ``lecture_NN`` with ``labs``, ``derivations``, ``exercises`` and
``cover``, each a file or a folder of files, and each left out where there is none. What
several lectures use lies in the folder ``shared`` under the same names.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

COURSE = __package__


def folders() -> list[str]:
    """The folders of the lectures in their order, and the one that they share."""
    names = (path.name for path in Path(__file__).parent.glob("lecture_[0-9][0-9]"))
    return [*sorted(names), "shared"]


def modules(part: str) -> Iterator[ModuleType]:
    """The files of a part, such as "labs", of all lectures."""
    for folder in folders():
        name = f"{COURSE}.{folder}.{part}"
        if find_spec(name) is None:
            continue
        yield (module := import_module(name))
        for each in iter_modules(getattr(module, "__path__", ())):
            yield import_module(f"{name}.{each.name}")


def offered(part: str) -> dict[str, Any]:
    """What the files of a part list in their ``__all__``, by name.

    Raises ValueError where two files list one name.
    """
    found, homes = dict[str, Any](), dict[str, str]()
    for module in modules(part):
        for name in getattr(module, "__all__", ()):
            if name in homes:
                raise ValueError(
                    f"{module.__file__}: {name!r} is taken by {homes[name]}. A name"
                    f" of {part} belongs to one file. Try another name."
                )
            found[name], homes[name] = getattr(module, name), str(module.__file__)
    return found
