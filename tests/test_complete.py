"""Nothing is forgotten: what is missing is named, with the line to add."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import kernellab
from kernellab.kernels.algebra import Product, Scaled, Sum
from tests.every import (
    EXERCISES,
    KERNELS,
    LABS,
    LOADERS,
    NOTEBOOKS,
    STEPPED,
    code_cells,
)
from tests.zoo import IMPOSTORS, ZOO
from tools.names import ROOT, lists

LETTERS = (Sum, Product, Scaled)  # written with +, × and a number, so they need no name


@cache
def notebooks() -> str:
    return "\n".join(cell.source for path in NOTEBOOKS for cell in code_cells(path))


@pytest.mark.parametrize("cls", sorted(KERNELS, key=lambda cls: cls.__name__))
def test_a_kernel_is_public_and_in_the_zoo(cls):
    grown = [specimen.kernel for specimen in ZOO] + [k for k, _ in IMPOSTORS]
    parts = {type(part) for k in grown for part in (k, *k.get_params().values())}
    name, home = cls.__name__, cls.__module__.replace(".", "/")
    assert name in kernellab.__all__ or cls in LETTERS, (
        f'{home}.py, in __all__: "{name}"; then make format'
    )
    assert cls in parts, (
        f"tests/zoo.py, in ZOO: Specimen({name}(), lambda x, z: …, finite=…)  # its"
        " formula, in plain Python"
    )


@pytest.mark.parametrize("name", [*LABS, *STEPPED])
def test_a_lab_stands_in_a_notebook(name):
    shown = re.search(rf"\blabs\.{name}\(", notebooks())
    assert shown, f"a notebook, in a cell of its own: labs.{name}(…)"


@pytest.mark.parametrize("name", sorted(EXERCISES))
def test_an_exercise_stands_in_a_notebook(name):
    cell = f'exercise("{name}")'
    missing = f"notebooks/{name[:2]}_….ipynb, below its question: {cell}.check(…)"
    assert cell in notebooks(), missing


@pytest.mark.parametrize("name", LOADERS)
def test_a_loader_has_its_source_and_a_test(name):
    tests = Path(__file__).with_name("course") / "test_datasets.py"
    assert "Source: " in (LOADERS[name].__doc__ or ""), "who measured it, where"
    assert f"datasets.{name}" in tests.read_text(encoding="utf-8"), tests


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_of_code_was_executed_in_its_order(path):
    numbers = [cell.execution_count for cell in code_cells(path)]
    assert numbers == [*range(1, len(numbers) + 1)], f"make notebooks ONLY={path.stem}"


def test_the_lists_of_names_are_those_of_the_files():
    assert [
        str(path)
        for path, text in lists(ROOT).items()
        if path.read_text(encoding="utf-8") != text
    ] == [], "make format"
