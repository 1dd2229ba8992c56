"""English: no sentence that the program can say has a fault of those listed here.

The sentences are the texts in the source, with something for each value, and what
checks, counts and refusals say of one thing, of two and of none.
"""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import kernellab
from kernellab._arrays import a_type
from kernellab._arrays import counted as of_mathematics
from kernellab.course.exercises import EXERCISES, exercise
from kernellab.course.progress import LECTURES
from kernellab.interactive.diagnosis import kind, listed, what_is_wrong
from kernellab.interactive.tally import Part
from kernellab.interactive.text import counted

SOURCE = Path(kernellab.__file__).parent
VOWEL = r"[aeiouAEIO]\w"
# Written with a vowel and spoken with a consonant.
SPOKEN = (
    r"(?!uni|use|usual|U|one|once|eu|of\b|or\b|is\b|in\b|and\b|as\b|at\b|are\b|on\b)"
)
FAULTS = {
    "a doubled word": r"\b([a-z]{2,}) \1\b(?<!sin sin)",
    "a before a vowel": rf"(?<![\w’'(·/,*+−=-])(?<![=+·−/] )\ba {SPOKEN}{VOWEL}(?!\))",
    "an before a consonant": r"\ban (?![aeiouhAEIOFHLMNRSXmnℓ{εα1⟨]|[mn]\w)\w",
    "one of many": r"(?<![+≥\d] )(?<![\d.,])\b1 (?!is\b|has\b|less\b)(such )?"
    r"(entries|points|things|guesses|exercises|questions|students|notebooks|cars)\b",
    "is no": r"\b(is|are) no (kernel|notebook|working copy|curve|list)\b"
    r"(?<!there is no kernel)",
    "a factor": r"too (large|small) or more|times or more|by less than twice"
    r"|twice too (large|small)",
    "two of none": r"None of the (2|two)\b",
    "numbers in a row": r"number \d+ and \d+",
    "such entries": r"such entries",
    "held": r"guess(es)? held|guess(es)? right of",
    "belongs into": r"belongs? into",
    "a verb at the end": r"\b(which|that) (this|the) \w+ has not\b",
    "an inversion": r"^(Under|Above|Below|Beside) the \w+ stands?\b",
    "not at the end": r"eigenvectors not|pivots not:",
    "a plural in brackets": r"\w{3,}\(s\)",
    "a number glued to its unit": r"\b\d+(ft|mph|ppm|MB|GB|seconds?)\b",
    "two blanks": r"[a-z,.;] {2,}[a-z]",
    "a comma before a full stop": r",\.(?!\.)|\s,\s?[a-z]",
}


def templates() -> list[str]:
    """The texts of the source, but docstrings; {} stands for each value."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                inside.add(node.value)
            if isinstance(node, ast.JoinedStr):
                inside |= {each for each in ast.walk(node) if each is not node}
        for node in ast.walk(tree):
            if node in inside:
                continue
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [getattr(each, "value", None) for each in node.values]
                texts = [each if isinstance(each, str) else "{}" for each in parts]
                found.append("".join(texts))
    words = re.compile(r"[a-z]{2,} [a-z]+")
    code = re.compile(r"<\w+|[{;] *\w[\w-]*: |\\[a-z]|^\s*(from|import|def) ", re.M)
    return [text for text in found if words.search(text) and not code.search(text)]


def of_exercises() -> list[str]:
    """Reasons, hints, replies, and what is said to answers that nobody foresaw."""
    said = []
    for name in sorted(EXERCISES):
        each = exercise(name)
        replies = [reply for _, reply in each.mistakes]
        said += [each.why, *each.hints, *replies, each.asks]
        for answer in (None, "4", 1e9, [1], [1, None], (2, 83), True, lambda: 0):
            said.append(each.judge(answer).words)
    return said


def of_numbers() -> list[str]:
    """What is said of none, one and several."""
    said = []
    for n in (1, 2, 3, 6):
        right = 10.0 * np.arange(1, n + 1)
        for k in range(n):
            wrong = right * np.where(np.arange(n) < k, 1, 1 + np.arange(n))
            wrong[-1] = -7 * right[-1]
            said.append(what_is_wrong([wrong], [right], 1e-6, []))
            calls = [f"x = {i}" for i in range(n)]
            said.append(what_is_wrong(list(wrong), list(right), 1e-6, calls))
        for factor in (1.001, 1.2, 1.7, 3, 20, 300, 4e3, 5e7, -1.7, -3):
            said.append(what_is_wrong([right * factor], [right], 1e-6, []))
            said.append(what_is_wrong([right[0] * factor], [right[0]], 1e-6, []))
            said.append(what_is_wrong([right[0]], [right[0] * factor], 1e-6, []))
        said += [
            kind([None] * n),
            kind(np.zeros(n)),
            listed(["it"] * n),
            of_mathematics(n, "entry", "entries"),
        ]
        for m in (0, 1, 2):
            said += [str(Part(min(m, n), n, 0, m, begun)) for begun in (True, False)]
        said.append(counted(n, "entry" if n == 1 else "thing"))
    things = 3, "3", [], {}, np.zeros(2), None, 1.5, object(), iter([])
    return [*said, *(f"it is {a_type(thing)}" for thing in things)]


def gathered() -> list[str]:
    titles = [lecture.title for lecture in LECTURES.values()]
    return [*templates(), *of_exercises(), *of_numbers(), *titles]


@pytest.fixture(scope="module")
def sentences():
    return list(dict.fromkeys(gathered()))


@pytest.mark.slow
def test_there_are_thousands_of_sentences(sentences):
    assert len(sentences) > 2000


@pytest.mark.parametrize("fault", FAULTS)
def test_no_sentence_has_this_fault(sentences, fault):
    pattern = re.compile(FAULTS[fault])
    found = [text for text in sentences if pattern.search(text)]
    assert not found, "\n".join(
        f"{pattern.search(text)[0]!r}: {text}" for text in found
    )


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("a doubled word", "the the end"),
        ("a before a vowel", "X[0] is 3, a int, but"),
        ("an before a consonant", "an curve"),
        ("one of many", "nan (1 such entries)"),
        ("is no", "this is no kernel"),
        ("a factor", "It is ten times too large or more"),
        ("two of none", "None of the 2 tries is right"),
        ("numbers in a row", "number 1 and 2 and 3"),
        ("such entries", "2 such entries"),
        ("held", "guesses held"),
        ("belongs into", "it belongs into a folder"),
        ("a verb at the end", "an exercise which this course has not"),
        ("an inversion", "Under the picture stands what you see"),
        ("not at the end", "from eigenvectors not: no real A"),
        ("a plural in brackets", "3 point(s)"),
        ("a number glued to its unit", "5ft away"),
        ("two blanks", "one,  two"),
        ("a comma before a full stop", "so it is,."),
    ],
)
def test_a_fault_would_be_found(fault, text):
    assert re.search(FAULTS[fault], text)
