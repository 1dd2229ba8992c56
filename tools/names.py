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
FOLDERS = {  # each lists what its files offer
    "kernels": (
        "Kernels: formulas on points, the rules that combine them, and functions that"
        " only look like kernels."
    ),
    "course/derivations": "Derivations that run, step by step, on data.",
    "course/labs": (
        "Labs: figures with sliders. Each lab is one idea; ``Lab`` makes new ones."
    ),
}
LIFTED = (
    "",
    "kernels",
    "solvers",
    "course",
    "course/exercises",
)  # folders whose names a cell takes from kernellab itself


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
    for folder, words in FOLDERS.items():
        inside = ".".join(("kernellab", *Path(folder).parts))
        names = offered(package / folder)
        lines = [
            f"from {inside}.{file} import {', '.join(names[file])}\n" for file in names
        ]
        listed = [
            f'    "{name}",\n'
            for name in sorted(
                (name for each in names.values() for name in each), key=_capitals_first
            )
        ]
        made[package / folder / "__init__.py"] = (
            f'"""{words}"""\n\n{MADE}{"".join(lines)}\n__all__ ='
            f" [\n{''.join(listed)}]\n"
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
    lines.sort(
        key=lambda line: line.split()[1]
    )  # stable: within a file the order stays
    made[package / "__init__.pyi"] = MADE + "\n".join(lines) + "\n\n__version__: str\n"
    return made


if __name__ == "__main__":
    for path, text in lists(Path(sys.argv[1]) if sys.argv[1:] else PACKAGE).items():
        path.write_text(text, encoding="utf-8")
