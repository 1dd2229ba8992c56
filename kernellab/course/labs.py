"""Labs: figures with sliders. Each lab is one idea; ``Lab`` makes new ones.

Every name that a file of this folder lists in its ``__all__`` is offered here, and what
an author of labs needs of the engine.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

_files = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)]
_files += [
    import_module(f"askfirst.{name}")
    for name in ("controls", "lab", "question", "steppers")
]
_offered = {
    name: getattr(file, name)
    for file in _files
    for name in getattr(file, "__all__", ())
}
globals().update(_offered)
__all__ = sorted(_offered)


def __getattr__(name: str) -> Any:
    words = f"there is no lab called {name!r}"
    raise AttributeError(words, name=name, obj=sys.modules[__name__])
