"""What there is, found where it is defined: every kernel, lab, exercise, data set and
notebook. Tests that walk walk these.
"""

from __future__ import annotations

import inspect
from collections import ChainMap
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import nbformat

from askfirst import Lab
from askfirst.labs.steppers import Stepper
from kernellab import Kernel, datasets, kernels, labs
from kernellab.course.exercises import EXERCISES as EXERCISES
from kernellab.course.found import modules
from kernellab.kernels.algebra import OfTwo

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def functions(module: ModuleType) -> dict[str, Callable]:
    """The public functions that a module defines."""
    found = inspect.getmembers(module, inspect.isfunction)
    own = [each for each in found if each[1].__module__ == module.__name__]
    return {name: each for name, each in own if not name.startswith("_")}


def _below(cls: type) -> set[type]:
    return {cls}.union(*map(_below, cls.__subclasses__()))


def _answering(kind: type) -> dict[str, Callable]:
    """Whatever among the labs says that it returns this, as the course exports it."""
    found = dict(ChainMap(*map(functions, modules("labs"))))
    return {
        name: getattr(labs, name)
        for name, each in sorted(found.items())
        if inspect.signature(each, eval_str=True).return_annotation is kind
    }


for each in iter_modules(kernels.__path__):
    import_module(f"{kernels.__name__}.{each.name}")
# A kernel of the package is a dataclass with a formula.
KERNELS = {
    cls
    for cls in _below(Kernel)
    if cls.__module__.startswith("kernellab.")
    and "__dataclass_params__" in vars(cls)
    and cls.formula is not Kernel.formula
    and cls is not OfTwo  # what a sum and a product have in common
}
LABS = _answering(Lab)
# The maker of each stepper.
STEPPED = _answering(Stepper)
LOADERS = functions(datasets)

STOPPING, CO2 = datasets.stopping(), datasets.mauna_loa()
# Labs that draw given data; all others take nothing.
DATA = {"spectrum": STOPPING[:1], "truncated_rbf": STOPPING[:1], "carbon_dioxide": CO2}


def of(name: str) -> labs.Lab:
    """The lab of that name, on the data that its lecture gives it."""
    make = getattr(labs, name)
    taken = inspect.signature(make).parameters.values()
    required = sum(each.default is inspect.Parameter.empty for each in taken)
    return make(*DATA.get(name, STOPPING[:required]))


def code_cells(path: Path) -> list[nbformat.NotebookNode]:
    """The cells of a notebook that hold code."""
    cells = nbformat.read(path, as_version=4).cells
    return [each for each in cells if each.cell_type == "code" and each.source.strip()]
