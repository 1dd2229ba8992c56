"""The page and Python, which judge from the same data, say the same of any answer."""

import math

import numpy as np
import pytest
from matplotlib.figure import Figure

from askfirst.questions.question import FEATURES, Question
from askfirst.scripts import script
from askfirst_tests.node import run

# Questions

PAGE = script("controls", "question")  # as a page has it


def axes(**limits):
    found = Figure().subplots()
    found.set(**limits)
    return found


def curve(ax, right, within, **more) -> Question:
    answers = (f"{each} — So {each}." for each in FEATURES)
    return Question("?", "W.", *answers, curve=ax, right=right, within=within, **more)


X = np.linspace(0, 5, 6)
FLAT = axes(xlim=(0, 5), ylim=(-10, 10))
LOG = axes(xlim=(1, 1000), ylim=(0.01, 100), xscale="log", yscale="log")
FALLING = (np.geomspace(1, 1000, 50), np.geomspace(50, 0.02, 50))
QUESTIONS = [
    Question("?", "W.", "up", "down — No.", "“so”; so — So?"),
    Question(
        "?",
        number=(-3, 30),
        unit="ft",
        right=12.34,
        within=0.5,
        why="W.",
        replies={(-3, 0): "Low.", 20: "Twenty."},
    ),
    Question("?", number=(0, 1e-3), right=1e-4, why="W.", within=1e-5),
    curve(FLAT, (X, X**2 / 3), 2, unit="ft"),
    curve(LOG, FALLING, 0.7),
]


def guesses(spec: dict, rng: np.random.Generator) -> list:
    if spec["kind"] == "choice":
        return ["left", "UP", *spec["choices"], None, 3, [1]]
    low, high = spec["low"], spec["high"]
    if spec["kind"] == "number":
        bounds = [bound for when, *_ in spec["cases"] for bound in when]
        drawn = rng.uniform(low - 0.1, high * 1.1, 40).tolist()
        return [*drawn, *bounds, "abc", True, [3], None]
    n = len(spec["x"])
    to_axis, from_axis = (np.log10, lambda h: 10**h) if spec["log"] else (float, float)
    found = [None, [], "up", spec["right"], [high * 2] * n]
    for scale in rng.choice([0.005, 0.1, 0.3], 20):
        walk = np.cumsum(rng.normal(0, scale, n)) + rng.uniform(0, 1)
        walk = np.clip(walk, 0, 1) * (to_axis(high) - to_axis(low)) + to_axis(low)
        for each in (walk, np.sort(walk), np.sort(walk)[::-1]):
            found.append(np.clip([from_axis(h) for h in each], low, high).tolist())
    return found


def test_the_reply_to_a_guess_is_python_s():
    rng = np.random.default_rng(0)
    specs = [each.spec() for each in QUESTIONS]
    table = [[spec, guesses(spec, rng)] for spec in specs]
    code = "const answer = (t) => t.map(([s, g]) => g.map((each) => judge(s, each)));"
    states = set()
    for question, (spec, given), found in zip(
        QUESTIONS, table, run(PAGE + code, table), strict=True
    ):
        for guess, there in zip(given, found, strict=True):
            here = question.judge(guess)
            text = f"{there['text']} {there['why']}".strip()
            assert (there["state"], text) == (here.state, here.text), guess
            assert there["guess"] == here.guess
            states.add((spec["kind"], here.state))
    assert len(states) == 12


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        ("12", 12),
        ("12.5 ft", 12.5),
        ("12,5", 12.5),
        ("−2", -2),
        ("+3.", 3),
        ("1e-4", 1e-4),
        ("1,200", "odd"),
        ("1e999", "odd"),
        (" ", "empty"),
        ("0x10", "odd"),
        ("٣", "odd"),
        ("12 13", "odd"),
    ],
)
def test_a_number_is_read_as_people_write_it(typed, guess):
    spec = QUESTIONS[1].spec()
    code = "const answer = ([spec, typed]) => judge(spec, typed);"
    found = run(PAGE + code, [spec, typed])
    if isinstance(guess, str):
        assert found["text"] == spec[guess].replace("{guess}", f"“{typed}”")
    else:
        assert found["guess"] == guess


def test_what_was_not_drawn_lies_on_the_line_between():
    code = PAGE + "const answer = ([spec, raw]) => judge(spec, raw);"
    flat, log = QUESTIONS[3].spec(), QUESTIONS[4].spec()
    assert run(code, [flat, [8, None, 2, None, None, 8]])["guess"] == [8, 5, 2, 4, 6, 8]
    drawn = [100.0, *[None] * 11, 0.01]
    found = run(code, [log, drawn])["guess"]
    np.testing.assert_allclose(found, np.geomspace(100, 0.01, 13), rtol=1e-12)
    left = run(code, [flat, [None, 1, 2, 3, 4, 5]])
    assert (left["state"], left["text"]) == ("refused", flat["empty"])


# What is typed

READ = [
    ("0.5", 0.5), (" 1/2 ", 0.5), ("-3", -3), ("0·994", 0.994), ("2·3", 6),
    ("10·3", 30), ("0.5·3", 1.5), ("٣٫٥", 3.5), ("۱۲", 12), ("−3", -3), ("+3", 3),
    (".5", 0.5), ("4.", 4), ("1e-3", 1e-3), ("1E5", 1e5), ("1.5·10⁻³", 1.5 * 10**-3),
    ("2^11 + 1", 2049), ("-2**2", -4), ("2**-1", 0.5), ("2^3^2", 512), ("4 - 1", 3),
    ("6/2/3", 1), ("2*(1+3)", 8), ("sqrt(2)", math.sqrt(2)), ("√2", math.sqrt(2)),
    ("np.sqrt(2)/2", math.sqrt(2) / 2), ("π/2", math.pi / 2), ("exp(-1)", math.exp(-1)),
    ("answer = 4", 4), ("\u200b4\ufeff", 4), ("np.float64(4.0)", 4), ("[1, 2]", [1, 2]),
    ("[1,2]", [1, 2]), ("[1,2,-3]", [1, 2, -3]), ("(1, 2)", [1, 2]), ("1, 2", [1, 2]),
    ("1; 2", [1, 2]), ("1,2,3", [1, 2, 3]), ("4,-1", [4, -1]),
    ("[1/2, sqrt(4),]", [0.5, 2]), ("[ 4. -1.  2.5]", [4, -1, 2.5]),
    ("[1 - 3, 2]", [-2, 2]), ("array([4., -1.])", [4, -1]),
    ("[[1,2], [3,4]]", [[1, 2], [3, 4]]), ("[]", []), ("[True, False]", [True, False]),
    ("[1, None]", [1, None]), ("1/(1/0)", 0),
]  # fmt: skip
UNREAD = [
    ("", "Nothing is written yet."),
    ("   ", "Nothing is written yet."),
    ("\u200b", "Nothing is written yet."),
    ("2,5", "“2,5” is unclear"),
    ("-2,5", "Write 2.5 for the one, [2, 5] for the other."),
    ("1,5; 2,5", "“1,5” is unclear"),
    ("[1,5, 2,5]", "“1,5” is unclear"),
    ("1,000,000", "“1,000” is unclear"),
    ("1/", "“1/” breaks off"),
    ("[1, 2", "“[1, 2” breaks off"),
    ("sqrt(", "“sqrt(” breaks off"),
    ("-", "“-” breaks off"),
    ("1e", "“1e” is not a number."),
    ("1e-", "“1e-” is not a number."),
    ("1.2.3", "“1.2.3” is not a number."),
    ("5ft", "“5ft” is not a number."),
    ("5 ft", "“ft” does not go on"),
    ("1 2", "“2” does not go on"),
    ("[1, 2]]", "“]” does not go on"),
    ("*3", "“*” stands where a number should be."),
    ("[1, 2]/2", "Only numbers can be calculated with here"),
    ("four", "“four” is not known here."),
    ("constructor", "“constructor” is not known here."),
    ("toString(1)", "“toString” is not known here."),
    ("<script>alert(1)</script>", "“<” is not understood here."),
    ('"4"', '“"” is not understood here.'),
    ("4😀", "“😀” is not understood here."),
    ("7" * 10_000, "That is 10,000 letters long"),
    ("(" * 1000, "breaks off"),
]


def test_what_a_student_types_is_read_or_refused_in_a_sentence():
    code = "const answer = (texts) => texts.map(typedAnswer);"
    found = run(script("typed") + code, [text for text, _ in [*READ, *UNREAD]])
    for (text, value), typed in zip(READ, found, strict=False):
        assert typed == {"value": value}, text
    for (text, said), typed in zip(UNREAD, found[len(READ) :], strict=True):
        assert said in typed["refused"], text
        assert len(typed["refused"]) < 200
