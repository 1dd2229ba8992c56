"""The engine serves a course on any subject: no word of one stands in what it is made
of. What belongs to a subject is declared by its course, see ``Course``.
"""

import re
from pathlib import Path

import pytest

import askfirst

HOME = Path(askfirst.__file__).parent
FILES = [
    path
    for path in sorted(HOME.rglob("*.*"))
    if path.suffix in {".css", ".html", ".js", ".md", ".py", ".pyi", ".ts"}
]
# Words of the course beside which the engine was written. The kernel is Jupyter's; a
# kernel that does anything else, or is one of several methods, is the course's.
WORDS = r"""
    kernellab | sklearn | scikit | scipy | cvxpy
    | kernel\ (ridge|trick|method|matrix|function|machine)s? | representer | mercer
    | nystr[oö]m | ridge | regression | eigenvalues? | gram | gaussian | bochner
    | support\ vectors? | svm | hinge | landmarks? | regularis\w+ | regulariz\w+
    | penalty | tube | lam | lambda_ | krr
    | cars? | braking | brakes? | speed | feet | mph | stopping\ distances?
"""
WORD = re.compile(rf"(?<![a-z])({WORDS})(?![a-z])", re.IGNORECASE | re.VERBOSE)
LETTER = re.compile("[λεα]")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOME)))
def test_a_file_has_no_word_of_a_subject(path):
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        assert not WORD.search(line), (number, line)
        assert path.suffix == ".md" or not LETTER.search(line), (number, line)


def test_the_test_finds_what_it_looks_for():
    for line in ("KernelLab's", "a braking car", "the kernel trick", "lam=2", "an SVM"):
        assert WORD.search(line), line
    for line in ("the kernel is gone", "key=lambda each: each", "a card", "a program"):
        assert not WORD.search(line), line
