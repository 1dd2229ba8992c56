"""Labs: figures with sliders. Each lab is one idea; ``Lab`` makes new ones.

Every public function in the labs of a lecture is exported here, and what an author of
labs needs of the engine.
"""

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

from askfirst.labs.typeface import own_settings
from askfirst.questions.question import NAME
from kernellab.course.found import exported


def _named(name: str, make: Callable[..., Any]) -> Callable[..., Any]:
    """The lab, drawn in the letters of the course; its question has its name."""

    @own_settings()
    @wraps(make)
    def made(*args: Any, **kwargs: Any) -> Any:
        named = NAME.set(name)
        try:
            return make(*args, **kwargs)
        finally:
            NAME.reset(named)

    return made


_exported = {name: _named(name, make) for name, make in exported("labs").items()}
for _file in ("labs.controls", "labs.lab", "questions.question", "labs.steppers"):
    _module = import_module(f"askfirst.{_file}")
    _exported |= {name: getattr(_module, name) for name in _module.__all__}
globals().update(_exported)
__all__ = sorted(_exported)


def __getattr__(name: str) -> Any:
    words = f"there is no lab called {name!r}"
    raise AttributeError(words, name=name, obj=sys.modules[__name__])
