"""Write the lists of what a cell or another file may import, from the `__all__` of each
file: `python tools/names.py`.

A name is entered where it is defined. `make format` runs this; a test sees to it that
the lists are up to date.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MADE = "# Made by tools/names.py, from the __all__ of each file.\n"
KERNELS = "Kernels: formulas on points, the rules that combine them, and impostors."
# Folders whose names a cell takes from kernellab itself.
LIFTED = ("", "kernels", "solvers", "course")
# Those that it also takes from there. An exercise has to be entered before it is asked
# for.
MORE = {
    "cover": "course.covers",
    "exercise": "course.exercises",
    "hand_in": "course.exercises",
    "own_numbers": "course.exercises",
}


def offered(folder: Path) -> dict[str, list[str]]:
    """What each file of a folder offers, in ruff's order: RBF, then Bell, then gram."""
    found = {}
    for path in sorted(folder.glob("[!_]*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if (
                isinstance(node, ast.Assign)
                and ast.unparse(node.targets[0]) == "__all__"
                and isinstance(node.value, ast.List)
            ):
                names = ast.literal_eval(node.value)
                found[path.stem] = sorted(names, key=_capitals_first)
    return found


def _capitals_first(name: str) -> tuple[bool, bool, str]:
    return not name.isupper(), not name[0].isupper(), name


def lists(root: Path) -> dict[Path, str]:
    """Every file that lists names, as it has to be."""
    package, engine = root / "kernellab", root / "engine" / "askfirst"
    made = {}
    files = "".join(
        f"from kernellab.kernels.{file} import *\n"
        for file in offered(package / "kernels")
    )
    made[package / "kernels" / "__init__.py"] = f'"""{KERNELS}"""\n\n{MADE}{files}'
    rooms = ["", *sorted(path.name for path in engine.iterdir() if path.is_dir())]
    made[engine / "__init__.pyi"] = MADE + "".join(
        f"from .{f'{room}.' if room else ''}{file} import {name} as {name}\n"
        for room in rooms
        for file, listed in offered(engine / room).items()
        for name in listed
    )
    stub = (package / "course" / "__init__.pyi").read_text(encoding="utf-8")
    lines = [
        line.replace("from . import", "from .course import")
        for line in stub.splitlines()
    ]
    gathered = {line.split()[3] for line in lines}
    for folder in LIFTED:
        inside = ".".join(("", *Path(folder).parts))
        for file, listed in offered(package / folder).items():
            if folder != "course" or file not in gathered:
                lines += [
                    f"from {inside if folder else ''}.{file} import {name} as {name}"
                    for name in listed
                ]
    lines += [f"from .{home} import {name} as {name}" for name, home in MORE.items()]
    lines = list(dict.fromkeys(lines))
    # Stable: within a file the order stays.
    lines.sort(key=lambda line: line.split()[1])
    made[package / "__init__.pyi"] = MADE + "\n".join(lines) + "\n\n__version__: str\n"
    return made


if __name__ == "__main__":
    for path, text in lists(Path(sys.argv[1]) if sys.argv[1:] else ROOT).items():
        path.write_text(text, encoding="utf-8")
