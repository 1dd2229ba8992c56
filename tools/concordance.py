"""Write notebooks/A2_concordance.ipynb: each claim of the five lectures, its verdict,
and the cell where it is shown.

python tools/concordance.py

tools/claims.csv names the claims in the lectures' own order. Where a claim lives is
read from the notebooks: the metadata of the cell that states it, or runs it, have its
id under "claims".
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import nbformat

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "notebooks"
NAME = "A2_concordance.ipynb"
MISPRINTS = "A1_misprints.ipynb"

LECTURES = {
    "N": "Kernelized linear regression (handwritten notes)",
    "J": "Linear regression and kernels (equations 1–44)",
    "L": "Lecture 16: Kernel ridge regression",
    "C": "Lecture 14: Kernels continued",
    "E": "Kernels (explicit and implicit feature expansion)",
}
VERDICTS = {
    "true": "holds",
    "condition": "holds under a condition",
    "convention": "a convention",
    "misprint": "a misprint",
}


@dataclass(frozen=True)
class Place:
    """A cell of a notebook, and the heading above it."""

    notebook: str
    cell: str
    heading: str

    @property
    def words(self) -> str:
        number = self.notebook[:2]
        # A title has its number.
        return (
            self.heading
            if self.heading.startswith(number)
            else f"{number} · {self.heading}"
        )

    @property
    def address(self) -> str:
        return f"({self.notebook}#cell-id={self.cell})"


def claims() -> list[dict[str, str]]:
    with (ROOT / "tools" / "claims.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def places(path: Path) -> dict[str, list[Place]]:
    """Where each claim stands in one notebook."""
    found: dict[str, list[Place]] = {}
    heading = path.stem
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            titles = [
                line.lstrip("# ").strip()
                for line in cell.source.splitlines()
                if line.startswith("#")
            ]
            heading = titles[-1] if titles else heading
        for claim in cell.metadata.get("claims", []):
            found.setdefault(claim, []).append(Place(path.name, cell.id, heading))
    return found


def homes() -> dict[str, list[Place]]:
    """Every place of every claim, in the order of the course."""
    found: dict[str, list[Place]] = {}
    for path in sorted(FOLDER.glob("*.ipynb")):
        if path.name != NAME:
            for claim, where in places(path).items():
                found.setdefault(claim, []).extend(where)
    return found


def row(claim: dict[str, str], where: list[Place]) -> str:
    in_lectures = [place for place in where if place.notebook != MISPRINTS]
    verdict = VERDICTS[claim["verdict"]]
    if claim["verdict"] == "misprint":
        (lesson,) = {place for place in where if place.notebook == MISPRINTS}
        verdict = f"[{verdict}]{lesson.address}"
    shown = "<br>".join(links(in_lectures))
    return f"| {claim['id']} | {claim['claim']} | {verdict} | {shown} |"


def links(where: list[Place]) -> list[str]:
    """A link to each place; after the first below a heading, others are numbers."""
    found: dict[str, list[str]] = {}
    for place in dict.fromkeys(where):
        found.setdefault(place.words, []).append(place.address)
    shown = []
    for words, (first, *others) in found.items():
        numbers = ", ".join(f"[{i}]{each}" for i, each in enumerate(others, start=2))
        shown.append(f"[{words}]{first}" + (f" ({numbers})" if numbers else ""))
    return shown


def notebook() -> nbformat.NotebookNode:
    """The concordance, from the claims and the notebooks as they stand."""
    every, found = claims(), homes()
    count = {
        verdict: sum(claim["verdict"] == verdict for claim in every)
        for verdict in VERDICTS
    }
    cells = [
        (
            "[← Start here](00_start_here.ipynb) · [Misprints](A1_misprints.ipynb)\n\n#"
            " A2 · Concordance"
        ),
        (
            "You know one of the five lectures behind this course, and you ask where a"
            f" claim of yours is shown. This appendix lists all {len(every)} of them,"
            " lecture by lecture and in their own order, each with a link to the cell"
            " where it is made to hold, or shown to fail. Of these claims"
            f" {count['true']} hold as printed, {count['condition']} hold under a"
            f" condition that their lecture leaves unsaid, {count['convention']} fix a"
            f" convention, and {count['misprint']} are misprints, which have [an"
            " appendix of their own](A1_misprints.ipynb).\n\nAn id is a letter for the"
            " source and a number that follows it. The list is made from the notebooks"
            " by a program, `tools/concordance.py`, and the tests check every link."
        ),
    ]
    for letter, title in LECTURES.items():
        rows = [
            row(claim, found.get(claim["id"], []))
            for claim in every
            if claim["id"].startswith(letter)
        ]
        table = "\n".join(
            ["| id | claim | verdict | where |", "|:--|:--|:--|:--|", *rows]
        )
        cells.append(f"## {letter} · {title}\n\n{table}")
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_markdown_cell(source) for source in cells]
    )
    for number, cell in enumerate(made.cells):
        cell.id = f"cell-{number:02d}"
    made.metadata = nbformat.from_dict(
        {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        }
    )
    return made


def main() -> None:
    nbformat.write(notebook(), FOLDER / NAME)


if __name__ == "__main__":
    main()
