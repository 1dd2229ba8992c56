"""Write the lists of what a cell or another file may import, from the `__all__` of each
file: `python tools/names.py`.

A name is entered where it is defined. `make format` runs this; a test sees to it that
the lists are up to date.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "kernellab"
MADE = "# Made by tools/names.py, from the __all__ of each file.\n"
FOLDERS = {  # each passes on what its files offer
    "kernels": (
        "Kernels: formulas on points, the rules that combine them, and impostors."
    ),
    "course/derivations": "Derivations that run, step by step, on data.",
}
# A folder also passes on what its authors need of these files of the engine.
BESIDE = {"course/derivations": ("derivations",)}
# Folders whose names a cell takes from kernellab itself.
LIFTED = ("", "kernels", "solvers", "course")
# Those of the engine that a cell takes from there too. An exercise has to be registered
# before it is asked for.
ENGINE = {
    "cover": "course.covers",
    "exercise": "course.exercises",
    "hand_in": "interactive.guesses",
    "own_numbers": "interactive.seed",
}


def offered(folder: Path) -> dict[str, list[str]]:
    """What each file of a folder offers, in ruff's order: RBF, then Bell, then gram."""
    found = {}
    for path in sorted(folder.glob("[!_]*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if (
                isinstance(node, ast.Assign)
                and ast.unparse(node.targets[0]) == "__all__"
            ):
                found[path.stem] = sorted(
                    ast.literal_eval(node.value), key=_capitals_first
                )
    return found


def _capitals_first(name: str) -> tuple[bool, bool, str]:
    return not name.isupper(), not name[0].isupper(), name


def lists(package: Path) -> dict[Path, str]:
    """Every file that lists names, as it has to be."""
    made = {}
    engine = offered(package / "interactive")
    for folder, words in FOLDERS.items():
        inside = f"kernellab.{folder.replace('/', '.')}"
        files = [f"{inside}.{file}" for file in offered(package / folder)]
        files += [f"askfirst.{file}" for file in BESIDE.get(folder, ())]
        lines = "".join(f"from {file} import *\n" for file in files)
        made[package / folder / "__init__.py"] = f'"""{words}"""\n\n{MADE}{lines}'
    made[package / "interactive" / "__init__.pyi"] = MADE + "".join(
        f"from .{file} import {name} as {name}\n"
        for file, listed in engine.items()
        for name in listed
    )
    rooms = (
        (package / "course" / "__init__.pyi").read_text(encoding="utf-8").splitlines()
    )
    lines = [line.replace("from . import", "from .course import") for line in rooms]
    for folder in LIFTED:
        inside = ".".join(("", *Path(folder).parts))
        for file, names in offered(package / folder).items():
            lines += [
                f"from {inside if folder else ''}.{file} import {name} as {name}"
                for name in names
            ]
    lines += [f"from .{home} import {name} as {name}" for name, home in ENGINE.items()]
    # Stable: within a file the order stays.
    lines.sort(key=lambda line: line.split()[1])
    made[package / "__init__.pyi"] = MADE + "\n".join(lines) + "\n\n__version__: str\n"
    return made


if __name__ == "__main__":
    for path, text in lists(Path(sys.argv[1]) if sys.argv[1:] else PACKAGE).items():
        path.write_text(text, encoding="utf-8")
