"""Right answers by hand, known mistakes by name, something true about any other answer,
and numbers of one's own.
"""

import ast
import builtins
import inspect
import re
import sys
from itertools import product
from math import comb
from pathlib import Path

import nbformat
import numpy as np
import pytest

from askfirst.questions.diagnosis import what_is_wrong
from askfirst.questions.exercises import _draw
from askfirst.record import record
from askfirst.words.text import superscript
from kernellab.course.exercises import EXERCISES, Exercise, exercise, own_numbers, pick
from tests.course.by_hand import BY_HAND
from tests.course.mistaken import MISTAKEN
from tests.every import NOTEBOOKS

NAMES = sorted(EXERCISES)
# A line for each exercise: its number, and a word of each reply
REPLIES = Path(__file__).with_name("replies.txt").read_text("utf-8").splitlines()
VALUES = [name for name in NAMES if exercise(name).asks]


def keep_seed(seed):
    record.student.add("seed", seed=seed)


def right_of(each: Exercise):
    return each.wanted[0] if each.tries == ((),) else each.solution


# Each exercise of the course


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_knows_its_answer_and_its_mistakes(name: str):
    each = exercise(name)
    found = each.check(BY_HAND[name])
    assert (found.state, found.words) == ("right", f"right. {each.why}")
    assert "not answered yet" in each.judge(...).words
    assert each.mistakes
    assert not each.indistinguishable()
    for mistake, reply in each.mistakes:
        found = each.check(mistake)
        assert (found.state, found.words) == ("wrong", f"not yet. {reply}")
    for number, answer in enumerate(MISTAKEN.get(name, ())):
        assert answer is ... or each.judge(answer).mistake == number
    for answer in (None, "15/4, 0", [], True, 10**400, 1j, np.nan, -1e9):
        found = each.judge(answer)
        assert found.state == "wrong"
        assert len(found.words) > 25


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_unfolds_three_hints_and_a_solution_that_runs(name: str):
    each = exercise(name)
    page = each.check(...)._repr_html_()
    titles = re.findall("<summary>(.*?)</summary>", page)
    assert titles == ["Hint 1", "Hint 2", "Hint 3", "The solution"]
    assert "</details>" not in page[: page.index("The solution")]  # one in another
    assert len({*each.hints, each.why}) == 4
    reasons = " ".join(re.findall(r"^ *# (.*)", each.shown(), flags=re.MULTILINE))
    assert len(re.findall(r"\.(?= |$)", reasons)) >= 2, reasons
    scope = {**vars(sys.modules[each.solution.__module__]), **vars(__import__("math"))}
    exec(each.shown(), scope)
    assert each.judge(scope["answer"]).state == "right"


@pytest.mark.slow
def test_a_solution_needs_no_more_than_its_notebook_has_by_then():
    def names(tree, kind):
        found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        return {node.id for node in found if isinstance(node.ctx, kind)}

    for path in NOTEBOOKS:
        known = set(dir(builtins))
        cells = nbformat.read(path, as_version=4).cells
        for source in (cell.source for cell in cells if cell.cell_type == "code"):
            tree = ast.parse(source)
            imported = [a for n in ast.walk(tree) for a in getattr(n, "names", ())]
            known |= {each.asname or each.name for each in imported}
            known |= names(tree, ast.Store)
            for name in re.findall(r'^exercise\("(.*?)"\)', source, flags=re.MULTILINE):
                solution = ast.parse(exercise(name).shown())
                own = names(solution, ast.Store) | {
                    node.arg for node in ast.walk(solution) if isinstance(node, ast.arg)
                }
                assert names(solution, ast.Load) <= known | own, name


def test_all_answers_by_hand_are_of_the_course():
    assert sorted(BY_HAND) == NAMES
    assert len(NAMES) >= 87
    assert {*MISTAKEN} <= {*NAMES}
    assert [line.split(" | ")[0] for line in REPLIES] == NAMES


@pytest.mark.parametrize("line", REPLIES, ids=lambda line: line[:4])
def test_each_mistake_has_the_reply_with_its_word(line: str):
    """The words are in the order of the mistakes, whose values are worked out by hand;
    each stands in no other reply.
    """
    name, *words = line.split(" | ")
    replies = [reply for _, reply in exercise(name).mistakes]
    for word, mine in zip(words, replies, strict=True):
        assert {reply for reply in replies if word in reply} == {mine}, word


def told(each: Exercise) -> tuple:
    return each.asks, each.why, each.hints, tuple(reply for _, reply in each.mistakes)


@pytest.mark.parametrize("name", NAMES)
def test_with_numbers_of_one_s_own_all_stays_true(name: str):
    usual = told(exercise(name))
    for seed in ("a", "b", "c"):
        each = EXERCISES[name](seed)
        assert each.judge(right_of(each)).state == "right"
        for a, b, c in re.findall(r"(\d+) − (\d+) = (−?\d+)", each.why):
            assert int(a) - int(b) == int(c.replace("−", "-"))
        if each.asks == usual[0]:  # what is read has no other numbers
            assert told(each) == usual
        right = each.wanted[0]
        if each.tries == ((),) and np.ndim(right) == 0 and (right >= 10 or right % 1):
            words = " ".join([*each.hints, *(reply for _, reply in each.mistakes)])
            spoken = re.findall(r"\d[\d.]*\d|\d", words.replace(",", ""))
            assert f"{right:.3g}" not in spoken
        if each.tries == ((),):
            scope = dict(vars(sys.modules[each.solution.__module__]))
            exec(each.shown(), scope)
            assert each.judge(scope["answer"]).state == "right", each.shown()


@pytest.mark.parametrize("name", NAMES)
def test_a_question_asks_with_the_numbers_that_its_answer_uses(name: str):
    made = [exercise(name), *(EXERCISES[name](seed) for seed in "abc")]
    used = [inspect.getclosurevars(each.solution).nonlocals for each in made]
    keys = [key for key in used[0] if len({repr(each[key]) for each in used}) > 1]
    for each, key in product(made, keys):
        value = inspect.getclosurevars(each.solution).nonlocals[key]
        if isinstance(value, int | float) and value not in (0, 1):
            forms = {f"{value:g}", f"{value:,}", f"{100 * value:g}"}
            forms |= {superscript(value)} if isinstance(value, int) else set()
            assert any(form.replace("-", "−") in each.asks for form in forms), key


def test_a_hint_names_the_point_at_which_the_function_of_the_question_fails():
    for seed in "abcdefgh":
        each = EXERCISES["04.2"](seed)
        assert any("π/2" in hint for hint in each.hints) == ("cos(x + z)" in each.asks)


# The judgement


@pytest.mark.parametrize(
    ("name", "answer", "state"),
    [
        ("09.1", [4, -1], "right"),
        ("09.1", np.ma.array([[4], [-1]]), "right"),
        ("09.1", np.ma.array([4, 7], mask=[0, 1]), "wrong"),
        ("09.1", [4.001, -1], "wrong"),
        ("09.5", 51, "right"),  # to two figures, as its tolerance says
        ("09.5", 50, "wrong"),
        ("09.3", lambda K, y, lam, out: y.fill(0) or y[out], "wrong"),
    ],
)
def test_an_answer_is_right_within_the_tolerance(name, answer, state):
    assert exercise(name).check(answer).state == state


def test_an_answer_that_writes_into_its_arguments_is_judged_by_what_it_returns():
    def in_place(K, y, lam, out):
        K += lam * np.eye(len(y))
        Q = np.linalg.inv(K)
        return np.linalg.solve(Q[np.ix_(out, out)], (Q @ y)[out])

    assert exercise("09.3").check(in_place).state == "right"


def fails(*_):
    raise ValueError("<b>bold</b> & more")


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("09.2", "57", "text: leave the quotes off"),
        ("09.2", {57, 1}, "a set, which has no order"),
        ("09.2", 57.4, "It is not a whole number, as a count is."),
        ("09.2", [1, 2], "one number; this is an array of 2 numbers."),
        ("09.2", 10**400, "too large for floating point"),
        ("09.3", 3, "The answer should be a function; this is one number"),
        ("01.4", [np.nan, 1.0, 0.0], "NaN or infinity"),
        (
            "09.1",
            [None, 1],
            "this is a list of 2 things, not all of them real numbers.",
        ),
        ("09.1", [-4, 1], "It is right but for the sign."),
        ("09.1", [6, -1.5], "by one constant factor: about 1.5 times too large."),
        ("09.1", [5, 0], "It is too large everywhere by the same amount."),
        ("09.1", [-1, 4], "made of the right numbers, in another order."),
        ("09.1", [7, 9], "Neither of the 2 entries is right. Entry 1 is too large"),
        ("04.2", [1, 2, 3, 0, 4, 0], "4 and 6. Entry 5 is too large."),
        (
            "05.1",
            [1, 7, 3, 1, 2, 0],
            "Your answer for (b) exp(−|x − z|) and (f) (x − z)² is not among the"
            " choices: 1, powers; 2, spectrum; 3, points.",
        ),
        ("05.1", [3, 2, 3, 1, 2, 3], "5 of the 6 entries are right: entries 2, 3, 4,"),
        ("02.2", [1, 0], "each True for yes or False for no; this is an array"),
        (
            "01.5",
            lambda d, k: comb(d + k - 1, k) if k == 4 else None,
            "1 of the 5 calls tried is",
        ),
        ("09.3", fails, "stopped with ValueError: <b>bold</b> & more"),
    ],
)
def test_a_wrong_answer_is_told_what_is_wrong(name, answer, words):
    found = exercise(name).check(answer)
    assert found.state == "wrong"
    assert words in found.words
    assert "<b>bold" not in found._repr_html_()  # text, and no HTML


def test_a_wrong_table_is_told_what_is_wrong():
    A, square = np.arange(6.0).reshape(2, 3), np.array([[1.0, 2.0], [2.0, 5.0]])
    for wanted in (A, A[:, :2] + 1):
        assert "transposed" in what_is_wrong([wanted.T], [wanted], 1e-6)
    for right in (A, A[:, :2]):
        changed = what_is_wrong([right + (right == 1)], [right], 1e-6)
        assert "row 1, column 2 is too large, by a factor of two or more" in changed
    uneven = square + np.array([[0, 1], [0, 0]])
    assert "should be symmetric" in what_is_wrong([uneven], [square], 1e-6)
    assert "in another order" in what_is_wrong([A[::-1]], [A], 1e-6)


@pytest.mark.parametrize(
    ("quotient", "words"),
    [
        (1e-3, "too small, by a factor of a thousand or more"),
        (0.5, "too small, by a factor of two or more"),
        (0.98, "a little too small"),
        (1.001, "nearly right, but too large by less than one per cent"),
        (-1, "right but for the sign"),
        (-20, "of the wrong sign, and too large in size, by a factor of ten or more"),
    ],
)
def test_the_size_of_a_wrong_number_is_told_in_words(quotient, words):
    assert words in what_is_wrong([7.0 * quotient], [7.0], 1e-6)


# Numbers of one's own


def test_numbers_are_the_same_on_every_machine():
    keep_seed("a seed")
    assert exercise("09.1").asks == "λ = 2 and y = (45, 0)"
    assert exercise("02.1").asks == "the targets y = (−8, −5)"
    assert exercise("08.2").asks == "this order: 5, 6, 1, 3, 4, 2"
    assert exercise("11.2").asks == "the margins 0.2, −0.2, 0.6"
    assert exercise("07.1").asks == "the strings winning and inning"


@pytest.mark.slow
def test_a_student_has_the_same_numbers_again_and_neighbours_others(capsys):
    own_numbers(" S1234567 ")
    seed, mine = record.student.seed, [exercise(name).asks for name in VALUES]
    assert seed.startswith("b0f5")  # of this course, whose students have begun
    own_numbers("s1234567")
    assert record.student.seed == seed
    assert [exercise(name).asks for name in VALUES] == mine
    own_numbers(1234567)
    pairs = zip(VALUES, mine, strict=True)
    assert sum(exercise(name).asks == one for name, one in pairs) < len(VALUES) / 3
    assert "1234567" not in capsys.readouterr().out
    own_numbers(None)
    for bad in ("", True, 1.5):
        with pytest.raises(ValueError, match=f"student = {bad!r}, and"):
            own_numbers(bad)
    assert record.student.seed is None
    assert exercise("09.1").check(BY_HAND["09.1"]).state == "right"


def test_a_check_names_the_numbers_of_the_question():
    keep_seed("a seed")
    each = exercise("09.1")
    sentence = f"Your question has {each.asks}; the text has λ = 2 and y = (15, 0)."
    for answer in (..., [1, 2], each.wanted[0]):
        assert sentence in str(each.check(answer))
    assert each.check([4, -1]).state == "wrong"
    assert exercise("02.5").why.startswith("15,504 features against 700 points: ")
    # Data vary, and nothing that one reads.
    assert "Your question" not in str(exercise("09.3").check(...))


def test_a_draw_in_which_a_mistake_is_right_is_repeated_and_at_last_refused():
    def double(rng):
        n = pick(rng, 3, 2)
        return Exercise(lambda: 2 * n, "", *"abc", (n**2, "a square"), asks=f"n = {n}")

    assert {_draw(double, "my.1", str(seed)).asks for seed in range(20)} == {"n = 3"}
    assert {double(np.random.default_rng(s)).asks for s in range(9)} > {"n = 2"}
    with pytest.raises(ValueError, match=r"my\.1: the answer and the mistake"):
        _draw(lambda _: Exercise(lambda: 4, "", *"abc", (4, "so")), "my.1", "a")


def test_what_is_no_exercise_is_told_which_there_are():
    with pytest.raises(ValueError, match=r"no exercise '99\.9'.* 08\.1"):
        exercise("99.9")
