"""Draw who imports whom into docs/architecture.md: python tools/architecture.py

The picture is read from the code, so it cannot be wrong; tests/test_architecture.py
sees that it is the present one.
"""

from __future__ import annotations

import re
from pathlib import Path

import grimp

PAGE = Path(__file__).parent.parent / "docs" / "architecture.md"
BLOCK = re.compile(r"```mermaid\n.*?```", re.DOTALL)


def room(module: str) -> str | None:
    """The file or folder of the mathematics, or of the course, that a module stands in."""
    match module.split("."):
        case ["kernellab", "course", name, *_]:
            return f"course/{name}"
        case ["kernellab", name, *_] if name not in ("course", "__main__"):
            return name
    return None


def imports() -> dict[str, set[str]]:
    """The rooms that each room imports from, without those that it reaches by way of
    another.
    """
    graph = grimp.build_graph("kernellab", cache_dir=None)
    found: dict[str, set[str]] = {
        each: set() for module in graph.modules if (each := room(module))
    }
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            above, below = room(module), room(imported)
            if above and below and above != below:
                found[above].add(below)

    def reached(name: str) -> set[str]:
        return found[name].union(*map(reached, found[name]))

    return {
        name: below - set().union(*map(reached, below)) for name, below in found.items()
    }


def mermaid() -> str:
    """The picture, in the language that GitHub draws."""
    rooms = sorted(imports())
    lines = ["graph TD"]
    for title, names in {
        "the course": [each for each in rooms if "/" in each],
        "the mathematics": [each for each in rooms if "/" not in each],
    }.items():
        lines += [
            f'  subgraph "{title}"',
            *(f'    {key(name)}["{name.removeprefix("course/")}"]' for name in names),
            "  end",
        ]
    lines += [
        f"  {key(name)} --> {key(each)}"
        for name, below in sorted(imports().items())
        for each in sorted(below)
    ]
    return "\n".join(["```mermaid", *lines, "```"])


def key(name: str) -> str:
    return f"room_{name.replace('/', '_')}"


def drawn(page: str) -> str:
    """The page with the present picture."""
    return BLOCK.sub(lambda _: mermaid(), page)


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
