"""Four small notebooks, and the site and the book that are made of them once for all
tests.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat

from askfirst_tests.books import book, code, text
from askfirst_tests.process import python

COURSE = Path(__file__).parents[2] / "notebooks"
LONG = (
    "A kernel is an inner product of features, and every sentence of this text says it"
    " once more. " * 14
)
TERMS = [f"\\lambda_{{{i}}}v_{{{i}}}v_{{{i}}}^\\top" for i in range(12)]
WIDE = "+".join(TERMS)

FIRST = [
    (
        "# 00 · A page\n\nA formula, $\\alpha=(K+\\lambda I)^{-1}y$, and [the other"
        " page](01_other.ipynb#cell-id=there).\n\n**It takes** 7 minutes, labs"
        " included.\n\n| | page | question |\n|--:|:--|:--|\n| 01 | Another | What is"
        " one and one? |"
    ),
    "from kernellab import datasets, labs\n\nX, y = datasets.stopping()",
    "labs.kernel_ridge(X, y)",
    "labs.leave_one_out(X, y)",
    "labs.shared_words()",
    "## Steps\n\n"
    # Still to be set when the steps come to life.
    + ", ".join(f"$x_{{{i}}}$" for i in range(60)),
    "labs.primal_to_dual()",
]
OTHER = [
    "# 01 · Another\n\nBack to [the first](00_first.ipynb), with $\\lambda$ again.",
    (
        "from kernellab import RBF, derivations,"
        " labs\n\nderivations.ridge_primal_to_dual(*labs.random_problem(4, 2), 1.0)"
    ),
    (
        "text = 'a line of code as long as any in a notebook, that is of eighty letters"
        " alone'\nprint('a column   ' * 9 + 'end')"
    ),
    f"## A long one\n\nThree: ${TERMS[0]}+{TERMS[1]}+{TERMS[2]}=L$.\n\n$${WIDE}=K$$",
    "## There",
    "RBF(1 + 1)",
]
PAPER = [
    "# 02 · On paper\n\nSee [there](01_other.ipynb#cell-id=there).",
    "from kernellab import datasets, exercise, labs\n\nX, y = datasets.stopping()",
    "labs.leave_one_out(X, y)",
    "labs.primal_to_dual()",
    "## Exercises",
    "answer = ...\nexercise('09.1').check(answer)",
    "exercise('09.3').check(...)",
    "from kernellab import progress\nprogress('09')",
    "progress()",
    (
        "'a line that is much wider than any paper of the usual size would be, were it"
        " not broken somewhere' * 3"
    ),
    "# Afterwards",
]
SLIDES = {"slide_type": "slide"}
LECTURE = [
    (
        "# 03 · A lecture\n\nProse for whoever speaks, and [the other"
        " page](01_other.ipynb).",
        SLIDES | {"slide_text": "A question?"},
    ),
    ("from kernellab import datasets, labs\n\nX, y = datasets.stopping()", {}),
    (
        f"## A part\n\n{LONG}\n\n**The claim.** With"
        f" $\\lambda>0$\n\n$$\\alpha=(K+\\lambda I)^{{-1}}y,\\qquad {WIDE}.$$",
        SLIDES
        | {
            "slide_text": "**The claim.** One system.\n\n$$\\alpha=(K+\\lambda"
            " I)^{-1}y$$\n\n---\n\nAnd another line."
        },
    ),
    ("labs.leave_one_out(X, y)", SLIDES),
    ("| a | b |\n|:--|:--|\n| 1 | a row |\n| 2 | another |", SLIDES),
    ("labs.primal_to_dual()", SLIDES),
    (
        "from kernellab import plots\nfigure, ax ="
        " plots.figure()\nax.set_xlim(0, 1)\nax.set_ylim(0, 1)\nax.set_title('x')"
        "\nplots.Picture(figure, 'An empty picture.')",
        {"slide_type": "subslide"},
    ),
    ("for i in range(4):\n    print(i, 'a line of what a cell prints')", SLIDES),
    (
        "## Going further\n\n| letter | what it is | lecture |\n|:--|:--|:--|\n"
        "| $\\lambda$ | weight of the penalty | [03](03_lecture.ipynb) |",
        {"slide_type": "skip"},
    ),
]
NOTEBOOKS = {
    "00_first": FIRST,
    "01_other": OTHER,
    "02_paper": PAPER,
    "03_lecture": [text for text, _ in LECTURE],
}


def small_site(folder: Path) -> Path:
    """Build it in a folder that is empty."""
    (folder / "notebooks").mkdir()
    for name, texts in NOTEBOOKS.items():
        cells = [text(each) if each[0] in "#|" else code(each) for each in texts]
        if name == "03_lecture":
            for cell, (_, slideshow) in zip(cells, LECTURE, strict=True):
                cell.metadata["slideshow"] = slideshow
        else:
            cells[-2].id = "there"  # in several: ids are a page's own
        nbformat.write(book(*cells), folder / "notebooks" / f"{name}.ipynb")
    shutil.copy(COURSE / "index.md", folder / "notebooks")
    where = ["--to", folder / "site", "--book"]
    python("-m", "kernellab", "site", folder / "notebooks", *where)
    return folder / "site"
