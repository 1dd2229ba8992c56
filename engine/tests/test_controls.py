import math
from itertools import pairwise

import pytest

from askfirst.labs.controls import choice, log_slider, slider, text_box


def test_a_slider_lands_on_both_ends_and_steps_equally():
    values = slider(0.2, 15.0, start=3.0, step=0.2).values
    assert (values[0], values[-1], len(values)) == (0.2, 15.0, 75)
    assert all(math.isclose(b - a, 0.2) for a, b in pairwise(values))


def test_whole_numbers_stay_whole():
    assert all(isinstance(v, int) for v in slider(1, 9, start=3, step=2).values)
    assert slider(0, 3, start=1.5, step=1).values == (0, 1, 1.5, 2, 3)


def test_a_log_slider_multiplies_and_holds_the_powers_of_ten():
    values = log_slider(0.01, 1000, start=1, per_decade=10).values
    assert {0.01, 0.1, 1.0, 10.0, 100.0, 1000.0} <= set(values)
    assert all(b / a == pytest.approx(10**0.1, rel=0.01) for a, b in pairwise(values))
    assert log_slider(30, 50, start=30).values == (30, 32, 40, 50)


def test_beside_a_slider_its_value_stands_in_short():
    control = slider(0.0, 2e6, start=1.0, unit="ft")
    values = 0.01234, 9.996, 999.4, 999.7, 12345.6, 1e6
    said = ["0.0123", "10", "999", "1000", "12346", "10⁶"]
    assert [control.text(value) for value in values] == [f"{each} ft" for each in said]


def test_nearness_on_a_log_slider_is_a_matter_of_ratio():
    control = log_slider(0.1, 10, start=1, per_decade=2)
    values = (0.1, 0.99, 0.6, 0.5, 10)
    assert [control.nearest(value) for value in values] == [0, 2, 2, 1, 4]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: slider(1.0, 1.0, start=1.0), "low < high"),
        (lambda: slider(0.0, math.inf, start=1.0), "0.0 to inf .* at 1.0: .*finite"),
        (lambda: slider(0.0, 1.0, start=2.0), "cannot start at 2.0"),
        (lambda: slider(0, 1, start=0, step=0.3), "0.3 from 0 do .* 1; .*divides"),
        (lambda: slider(0.0, 1.0, start=0.0, step=-0.5), "positive"),
        (lambda: log_slider(0.0, 1.0, start=0.5), "low = 0.0: .* log 0"),
        (lambda: choice([]), r"^\[\]: a choice needs an option"),
        (lambda: choice(["a"], "b"), r"= 'b' is not a choice .* \['a'\]"),
        (lambda: choice(["a", "a"]), r"\['a', 'a'\]: .* twice"),
    ],
)
def test_an_impossible_control_says_why(make, reason):
    with pytest.raises(ValueError, match=reason):
        make()


def test_a_value_off_the_slider_is_refused():
    for value in (0.0, 11.0, math.nan, "three", None, True):
        with pytest.raises(ValueError, match=f"= {value!r} is outside .* 1 to 10;"):
            slider(1.0, 10.0, start=1.0).check("lam", value)


def test_half_a_degree_is_refused():
    with pytest.raises(ValueError, match=r"2.5 falls between .* goes 1, 2, … 5"):
        slider(1, 5, start=1, step=1).check("degree", 2.5)
    with pytest.raises(ValueError, match=r"goes 2, 4, … 60\. Try 58\."):
        slider(2, 60, start=10, step=2).check("m", 59)


def test_a_box_takes_any_text_that_fits():
    box = text_box("cat", most=5, label="x")
    assert box.check("x", "🐈é$") == "🐈é$"
    assert box.nearest("dog") == box.text("dog") == "dog"
    assert box.at("dogs and cats") == "dogs "
    assert box.at("a\ud83db") == "ab"
    for bad in ("carpet", 3, None):
        with pytest.raises(ValueError, match=f"x = {bad!r} .* up to 5 letters"):
            box.check("x", bad)
    with pytest.raises(ValueError, match="x = 'carpet' does not fit"):
        text_box("carpet", most=5, label="x")
