"""Derivations that run, step by step, on data.

Every public function in the derivations of a lecture is exported here, and what an
author of derivations needs of the engine.
"""

import sys
from typing import Any

import askfirst.derivations as _engine
from kernellab.course.found import exported

_exported = exported("derivations")
_exported |= {name: getattr(_engine, name) for name in _engine.__all__}
globals().update(_exported)
__all__ = sorted(_exported)


def __getattr__(name: str) -> Any:
    words = f"there is no derivation called {name!r}"
    raise AttributeError(words, name=name, obj=sys.modules[__name__])
