"""Draw who imports whom into docs/architecture.md: python tools/architecture.py

A box is a layer of an import contract in pyproject.toml. The arrows are read from the
code; tests/test_architecture.py checks that the picture is the present one.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BLOCK = re.compile(r"```mermaid\n.*?```", re.DOTALL)
WINGS = {  # the package that holds each, top first
    "the course": "kernellab.course",
    "the engine": "askfirst",
    "the mathematics": "kernellab",
}
NOT_DRAWN = {"__main__", "course"}


def layers() -> dict[str, list[tuple[str, ...]]]:
    """The layers of each wing from the top, each a tuple of modules."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contracts = {
        contract["containers"][0]: contract["layers"]
        for contract in tomllib.loads(text)["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    }
    contracts["kernellab.course"].insert(4, "lecture_NN")  # which no contract lists
    return {
        wing: [
            tuple(f"{package}.{name}" for name in layer.split(" | "))
            for layer in contracts[package]
            if layer not in NOT_DRAWN
        ]
        for wing, package in WINGS.items()
    }


def imports() -> dict[str, set[str]]:
    """The boxes that each box imports from directly and by no way through another."""
    graph = grimp.build_graph("kernellab", "askfirst", cache_dir=None)
    box_of = {
        module: key(wing, number)
        for wing, rows in layers().items()
        for number, row in enumerate(rows)
        for module in row
    }

    def box(module: str) -> str | None:
        return next((box_of[part] for part in _parents(module) if part in box_of), None)

    found: dict[str, set[str]] = {each: set() for each in box_of.values()}
    for module in graph.modules:
        direct = graph.find_modules_directly_imported_by(module)
        for imported in (*direct, *taken_from_the_package(module)):
            above, below = box(module), box(imported)
            if above and below and above != below:
                found[above].add(below)

    def reached(name: str) -> set[str]:
        return found[name].union(*map(reached, found[name]))

    return {
        name: below - set().union(*map(reached, below)) for name, below in found.items()
    }


def taken_from_the_package(module: str) -> list[str]:
    """The files of the names that a module imports as a cell does, from kernellab."""
    stub = (ROOT / "kernellab" / "__init__.pyi").read_text(encoding="utf-8")
    home = {name: each for each, name in re.findall(r"from \.(\S+) import (\w+)", stub)}
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    lists = re.findall(r"^from kernellab import (\([^)]*|.*)", text, re.MULTILINE)
    names = (name for each in lists for name in re.findall(r"\w+", each))
    return [f"kernellab.{home.get(name, name)}" for name in names]


def _parents(module: str) -> list[str]:
    parts = re.sub(r"lecture_\d\d", "lecture_NN", module).split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 1, -1)]


def mermaid() -> str:
    """The picture, in the language that GitHub draws."""
    lines = ["graph TD"]
    for wing, rows in layers().items():
        lines.append(f'  subgraph "{wing}"')
        for number, row in enumerate(rows):
            names = " · ".join(module.rpartition(".")[2] for module in row)
            lines.append(f'    {key(wing, number)}["{names}"]')
        lines.append("  end")
    for box, below in imports().items():
        lines += [f"  {box} --> {each}" for each in sorted(below)]
    return "\n".join(["```mermaid", *lines, "```"])


def key(wing: str, number: int) -> str:
    """The name of a box, such as engine_3."""
    return f"{wing.removeprefix('the ')}_{number}"


def drawn(page: str) -> str:
    """The page with the present picture."""
    return BLOCK.sub(lambda _: mermaid(), page)


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
