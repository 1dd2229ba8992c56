"""The labs, derivations, exercises and covers in the folders of the lectures.

A lecture is a folder ``lecture_NN``, in which ``labs``, ``derivations``, ``exercises``
and ``cover`` are a file or a folder of files, or absent. The folder ``shared`` has the
same names, for several lectures.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import isfunction
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

COURSE = __package__


def folders() -> list[str]:
    """The names of the folders of the lectures, in order, and "shared"."""
    names = (path.name for path in Path(__file__).parent.glob("lecture_[0-9][0-9]"))
    return [*sorted(names), "shared"]


def modules(part: str) -> Iterator[ModuleType]:
    """The modules of all lectures for a part, such as "labs"."""
    for folder in folders():
        name = f"{COURSE}.{folder}.{part}"
        if find_spec(name) is None:
            continue
        yield (module := import_module(name))
        for each in iter_modules(getattr(module, "__path__", ())):
            yield import_module(f"{name}.{each.name}")


def exported(part: str) -> dict[str, Any]:
    """The public functions that the modules of a part define, by name.

    Raises ValueError if two modules define the same name.
    """
    made, files = dict[str, Any](), dict[str, str]()
    for module in modules(part):
        for name, each in vars(module).items():
            own = isfunction(each) and each.__module__ == module.__name__
            if not own or name.startswith("_"):
                continue
            if name in files:
                raise ValueError(
                    f"{module.__file__}: {name!r} is taken by {files[name]}. A name"
                    f" of {part} belongs to one file. Try another name."
                )
            made[name], files[name] = each, str(module.__file__)
    return made
