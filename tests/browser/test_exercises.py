"""Exercises that are answered in the page: what it reads, and that it judges as Python
does.
"""

import json
import math

import numpy as np
import pytest
from playwright.sync_api import expect

from kernellab.course.exercises import EXERCISES, exercise
from kernellab.interactive.boxes import judging
from kernellab.interactive.exercises import own
from tests.browser.alone import MODEL, empty, say, scripts
from tests.contract import check
from tests.course.mistaken import MISTAKEN

TYPED = {name: made for name in sorted(EXERCISES) if (made := exercise(name)).spec()}


@pytest.fixture
def page(browser):
    with empty(browser) as page:
        scripts(page, "controls")
        names = "typedAnswer, judgeAnswer, liveExercise"
        page.add_script_tag(content=f"{judging()}\nObject.assign(window, {{{names}}});")
        yield page


def read(page, text: str):
    """What the page reads, a number that is not finite by its name."""
    return page.evaluate(
        """(text) => JSON.parse(JSON.stringify(typedAnswer(text), (_, each) =>
             typeof each === 'number' && !Number.isFinite(each) ? `${each}` : each))""",
        text,
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", 0.5),
        (" 1/2 ", 0.5),
        ("-3", -3),
        ("−3", -3),
        ("+3", 3),
        (".5", 0.5),
        ("4.", 4),
        ("1e-3", 1e-3),
        ("1E5", 1e5),
        ("1.5·10⁻³", 1.5 * 10**-3),
        ("2^11 + 1", 2049),
        ("-2**2", -4),
        ("2**-1", 0.5),
        ("2^3^2", 512),
        ("4 - 1", 3),
        ("6/2/3", 1),
        ("2*(1+3)", 8),
        ("sqrt(2)", math.sqrt(2)),
        ("√2", math.sqrt(2)),
        ("np.sqrt(2)/2", math.sqrt(2) / 2),
        ("π/2", math.pi / 2),
        ("exp(-1)", math.exp(-1)),
        ("answer = 4", 4),
        ("\u200b4\ufeff", 4),
        ("np.float64(4.0)", 4),
        ("[1, 2]", [1, 2]),
        ("[1,2]", [1, 2]),
        ("[1,2,-3]", [1, 2, -3]),
        ("(1, 2)", [1, 2]),
        ("1, 2", [1, 2]),
        ("1; 2", [1, 2]),
        ("1,2,3", [1, 2, 3]),
        ("4,-1", [4, -1]),
        ("[1/2, sqrt(4),]", [0.5, 2]),
        ("[ 4. -1.  2.5]", [4, -1, 2.5]),
        ("[1 - 3, 2]", [-2, 2]),
        ("array([4., -1.])", [4, -1]),
        ("[[1,2], [3,4]]", [[1, 2], [3, 4]]),
        ("[]", []),
        ("[True, False]", [True, False]),
        ("[1, None]", [1, None]),
        ("1/0", "Infinity"),
        ("nan", "NaN"),
        ("9e999", "Infinity"),
    ],
)
def test_what_a_student_types_is_read(page, text, value):
    assert read(page, text) == {"value": value}


@pytest.mark.parametrize(
    ("text", "said"),
    [
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
    ],
)
def test_what_cannot_be_read_gets_a_sentence(page, text, said):
    found = read(page, text)
    assert said in found["refused"]
    assert len(found["refused"]) < 200


# Page and Python judge alike


def nearby(right: np.ndarray, tolerance: float, rng) -> list:
    """Answers beside a right one, and some far from it."""
    size = max(np.abs(right).max(initial=0), 1e-12)
    turned = np.resize([1, -1], right.size).reshape(right.shape)
    found = [
        right + size * tolerance * part for part in (0.4, -0.9, 0.999, 1.001, -2, 100)
    ]
    found += [right * each for each in (-1, 1.0001, 1.3, 0.7, 2, 10, 123, 1e4, -1e7)]
    found += [right * each for each in (1.25, 2.25, 2.75, 0.8, -0.3, 1e-9)]
    found += [right + each for each in (1, -1, 3.7, -size)]
    found += [right * turned, right * (1 + turned), right + size * turned / 7]
    found += [0 * right, right * np.nan, right + np.inf, np.full(right.shape, 1e300)]
    for _ in range(30):
        scale = 10 ** rng.uniform(-7, 3)
        found.append(right + size * scale * rng.normal(size=right.shape))
    if right.ndim:
        found += [right[::-1], np.sort(right), right[:-1], np.append(right, 1.5)]
        found += [right[None, :], right[:, None], np.outer(right, right), right[0]]
        for i in range(min(right.size, 12)):
            for change in (-1.0, 0.0, 0.5, 1.004, 30.0):
                one = right.copy()
                one[i] *= change
                found += [one, -one, one[rng.permutation(right.size)]]
    else:
        found += [np.array([right, right]), np.array([right, 0]), np.array([])]
    return [each.tolist() for each in found]


NONSENSE = [
    None,
    True,
    False,
    [],
    [[]],
    [[], []],
    [None],
    [1, None],
    [[1, 2], [3, None]],
    [[1], [2, 3]],
    [[[1.0]]],
    [True, 2],
    [[1, 2], 3],
    [1.5] * 1200,
    [[1, 2], [3, 4]],
    1e308,
    -0.0,
    [-1e308, 1e308],
]


def answers(name: str, made) -> list:
    """A table of answers to an exercise."""
    rng = np.random.default_rng(int(name.replace(".", "")))
    spec = made.spec()
    right = np.array(spec["wanted"])
    known = [each for each, _ in spec["mistakes"]]
    if spec["kind"] == "switches":
        count = right.size
        return [[bool(i >> j & 1) for j in range(count)] for i in range(2**count)]
    found = [spec["wanted"], *known, *NONSENSE]
    for each in [right, *(np.array(one) for one in known if one is not None)]:
        found += nearby(each.astype(float), spec["tolerance"], rng)
    return found


def shown(value):
    """A value in JSON, its numbers that are not finite by their names."""
    if isinstance(value, list):
        return [shown(each) for each in value]
    odd = isinstance(value, float) and not math.isfinite(value)
    return (
        {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[f"{value}"]
        if odd
        else value
    )


JUDGE = """([spec, table]) => table.map((each) => {
  const number = (_, one) => typeof one === 'string' ? Number(one) : one;
  const value = JSON.parse(each, number);
  const { state, text, mistake } = judgeAnswer(spec, value);
  return [state, text, mistake];
})"""


def disagreements(page, name: str, made) -> tuple[int, list]:
    table = answers(name, made)
    there = page.evaluate(
        JUDGE, [made.spec(), [json.dumps(shown(each)) for each in table]]
    )
    found = []
    for answer, page_says in zip(table, there, strict=True):
        verdict = made.judge(answer)
        here = [verdict.state, verdict.words, verdict.mistake]
        if here != page_says:
            found.append((name, answer, here, page_says))
    return len(table), found


def test_page_and_python_judge_every_answer_of_a_table_alike(page):
    count, found = 0, []
    for name, made in TYPED.items():
        check("ExerciseSpec", made.spec())
        more, odd = disagreements(page, name, made)
        count, found = count + more, found + odd
    assert not found, (len(found), found[:5])
    assert count > 20_000


@pytest.mark.whole
@pytest.mark.parametrize("seed", ["a", "b"])
def test_they_do_so_for_numbers_of_one_s_own(page, seed):
    found = []
    for name in TYPED:
        found += disagreements(page, name, own(EXERCISES[name], name, seed))[1]
    assert not found, (len(found), found[:5])


def test_a_mistake_worked_out_by_hand_gets_its_reply_in_the_page(page):
    tried = 0
    for name in MISTAKEN.keys() & TYPED.keys():
        for answer, words in MISTAKEN[name]:
            value = json.dumps(shown(np.asarray(answer).tolist()))
            _, text, _ = page.evaluate(JUDGE, [TYPED[name].spec(), [value]])[0]
            assert words in text, (name, answer)
            tried += 1
    assert tried > 100


def test_all_but_those_that_ask_for_a_function_have_boxes():
    kinds = {made.spec()["kind"] for made in TYPED.values()}
    assert kinds == {"number", "numbers", "switches"}
    asks_for_a_function = EXERCISES.keys() - TYPED.keys()
    assert all(callable(exercise(name).solution) for name in asks_for_a_function)
    assert all(exercise(name)._parameters for name in asks_for_a_function)


# The boxes


@pytest.fixture
def live(page):
    """Show an exercise; what the page was told of it is in ``told``."""

    def show(name: str, state: str = "not answered yet."):
        made = TYPED[name]
        page.set_content(made.place(state))
        page.evaluate(
            """(spec) => {
              window.told = [];
              liveExercise(document.querySelector('.exercise-live'), spec,
                (answer, { state }) => told.push([answer, state]));
            }""",
            made.spec(),
        )
        return page.locator(f'.exercise-live[data-exercise="{name}"]')

    return show


def test_a_number_is_typed_and_checked_by_key_or_button(page, live):
    place = live("01.1")
    said, box = place.locator(".exercise-said"), place.get_by_role("textbox")
    expect(said).to_have_text("○ Exercise 01.1: not answered yet.")
    box.fill("91")
    place.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("✗ Exercise 01.1: not yet. ")
    expect(place).to_have_attribute("data-state", "wrong")
    box.fill("9")
    expect(said).to_contain_text("changed since it was checked")
    box.press("Enter")
    expect(said).to_contain_text("too small, by a factor of ten or more")
    box.fill("180/2")
    box.press("Enter")
    expect(said).to_have_text(f"✓ Exercise 01.1: right. {TYPED['01.1'].why}")
    assert page.evaluate("told.map((each) => each[1])") == ["wrong", "wrong", "right"]


def test_hints_open_one_after_another_and_the_solution_last(live):
    place = live("01.1")
    for number, title in enumerate(["Hint 1", "Hint 2", "Hint 3", "The solution"]):
        expect(place.locator("summary:visible")).to_have_count(number + 1)
        place.get_by_text(title, exact=True).click()
    expect(place.locator("pre")).to_be_visible()


def test_yes_and_no_are_switches(page, live):
    place = live("02.4")
    said, switches = place.locator(".exercise-said"), place.get_by_role("checkbox")
    expect(switches).to_have_count(4)
    name = "C: 500 points, 30 coordinates, degree 2"
    expect(switches.nth(2)).to_have_accessible_name(name)
    words = "A tick says “the dual”, no tick “the primal”."
    expect(place.get_by_role("group", name=words)).to_be_visible()
    switches.nth(0).check()
    place.get_by_role("button", name="Check").press("Enter")
    expect(said).to_contain_text("not yet.")
    switches.nth(3).press("Space")
    switches.nth(3).press("Enter")
    expect(said).to_contain_text("right.")
    assert page.evaluate("told.at(-1)") == [[True, False, False, True], "right"]


def test_each_thing_that_is_asked_has_its_choices(page, live):
    place = live("05.1")
    said, things = place.locator(".exercise-said"), place.locator("fieldset")
    expect(things).to_have_count(6)
    spectrum = place.get_by_role("group", name="(e) 1/(1 + (x − z)²)").get_by_role(
        "radio", name="2 spectrum"
    )
    spectrum.check()
    place.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("(a) exp(xz): Nothing is chosen yet.")
    assert page.evaluate("told") == []
    for i, tool in enumerate([1, 2, 3, 1, 2, 3]):
        things.nth(i).get_by_role("radio").nth(tool - 1).check()
    spectrum.press("ArrowRight")
    spectrum.press("Enter")
    expect(said).to_contain_text("not yet. 5 of the 6 entries are right")
    spectrum.check()
    spectrum.press("Enter")
    expect(said).to_contain_text("right.")
    assert page.evaluate("told.at(-1)") == [[1, 2, 3, 1, 2, 3], "right"]
    place = live("06.3")
    wanted = "3 Linear() + Linear() * Periodic(1, period=1)"
    place.get_by_role("radio", name=wanted).check()
    place.get_by_role("button", name="Check").click()
    assert page.evaluate("told") == [[3, "right"]]


def test_each_number_that_is_asked_has_a_box_with_its_name(page, live):
    place = live("04.3")
    said, box = place.locator(".exercise-said"), place.get_by_role("textbox")
    expect(box).to_have_accessible_name("the smallest eigenvalue")
    place.get_by_role("radio", name="4").check()
    for typed, words in (
        ("", "the smallest eigenvalue: Nothing is written yet."),
        ("1, 2, 3", "the smallest eigenvalue: One number goes in each box."),
        ("[[1], [2]]", "the smallest eigenvalue: One number goes in each box."),
        ("-2", "right."),
    ):
        box.fill(typed)
        box.press("Enter")
        expect(said).to_contain_text(words)
    assert page.evaluate("told") == [[[4, -2], "right"]]


def test_the_list_of_a_cell_is_understood_in_the_box_of_an_entry(page, live):
    place = live("04.2")
    boxes = place.get_by_role("textbox")
    boxes.nth(2).fill("[1, 2, 3, 0, 2, 0]")
    boxes.nth(2).press("Enter")
    expect(place).to_have_attribute("data-state", "right")
    assert [box.input_value() for box in boxes.all()] == list("123020")


def test_an_answer_on_record_is_shown_in_its_places(page, live):
    place = live("05.3")
    page.evaluate(
        """(spec) => {
          document.querySelector('form').remove();
          liveExercise(document.querySelector('.exercise-live'), spec, () => {},
            [3, -0.25]);
        }""",
        TYPED["05.3"].spec(),
    )
    expect(place.get_by_role("radio", name="3")).to_be_checked()
    expect(place.get_by_role("textbox")).to_have_value("-0.25")
    expect(place).to_have_attribute("data-state", "wrong")


def test_an_answer_that_python_has_not_heard_does_not_count(page):
    made = TYPED["09.1"]
    scripts(page, "boxes")
    page.evaluate(MODEL, {"spec": made.spec(), "html": made.place("?")})
    page.evaluate("render({ model, el: document.body })")
    said, box = page.locator(".exercise-said"), page.get_by_role("textbox")
    box.fill("[4, -1]")
    page.evaluate("window.deaf = true")
    box.press("Enter")
    expect(said).to_contain_text("right. ")
    expect(said).to_contain_text("This does not count yet. Python does not answer.")
    page.evaluate("window.deaf = false")
    box.press("Enter")
    (told,) = page.evaluate("sent")
    check("FromExercise", told)
    say(page, {"kind": "heard", "note": "Run it again."})
    expect(said).to_contain_text("Run it again.")
    say(page, {"kind": "heard", "note": ""})
    expect(said.locator("small")).to_have_count(0)


@pytest.mark.parametrize(
    "text", ["<img src=x onerror=alert(1)>", "x" * 10_000, "1/", "2,5", ""]
)
def test_what_is_not_an_answer_is_said_and_not_counted(page, live, text):
    place = live("01.1")
    box = place.get_by_role("textbox")
    box.fill(text)
    box.press("Enter")
    expect(place).to_have_attribute("data-state", "open")
    expect(place.locator(".exercise-said")).to_contain_text("Exercise 01.1: ")
    expect(place.locator("img")).to_have_count(0)
    assert page.evaluate("told") == []
    assert box.input_value() == text
