"""kernellab: the mathematics of a course on kernel methods, small enough to read.

Everything a notebook cell needs is a name of this module; nothing heavy is imported before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernellab import conventions, datasets, exercises, labs, plots
    from kernellab.expansion import Expansion
    from kernellab.features import count_monomials, monomials, scaled_monomials
    from kernellab.gram import centred, gram
    from kernellab.kernels import RBF, Kernel, Linear, Polynomial
    from kernellab.models import KernelRidge
    from kernellab.solvers.ridge import (
        RidgePath,
        residual,
        ridge_dual,
        ridge_dual_offset,
        ridge_path,
        ridge_primal,
        ridge_primal_offset,
    )

__version__ = "0.1.0"

_HOMES = {
    "kernellab.expansion": ["Expansion"],
    "kernellab.features": ["count_monomials", "monomials", "scaled_monomials"],
    "kernellab.gram": ["centred", "gram"],
    "kernellab.kernels": ["RBF", "Kernel", "Linear", "Polynomial"],
    "kernellab.models": ["KernelRidge"],
    "kernellab.solvers.ridge": [
        "RidgePath",
        "residual",
        "ridge_dual",
        "ridge_dual_offset",
        "ridge_path",
        "ridge_primal",
        "ridge_primal_offset",
    ],
}
_ROOMS = ["conventions", "datasets", "exercises", "labs", "plots"]
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["RBF", "Expansion", "Kernel", "KernelRidge", "Linear", "Polynomial", "RidgePath", "centred", "conventions", "count_monomials", "datasets", "exercises", "gram", "labs", "monomials", "plots", "residual", "ridge_dual", "ridge_dual_offset", "ridge_path", "ridge_primal", "ridge_primal_offset", "scaled_monomials"]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(import_module(_HOME_OF[name]), name)
    if name in _ROOMS:
        return import_module(f"kernellab.{name}")
    raise AttributeError(f"module 'kernellab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
