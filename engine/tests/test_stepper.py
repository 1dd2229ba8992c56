"""A derivation in steps: its rows, what breaks one, and its question."""

import html

import numpy as np
import pytest

from askfirst.derivations import Step, assume, derivation
from askfirst.labs.controls import slider
from askfirst.labs.steppers import stepper
from askfirst.labs.typeface import DRAWING
from askfirst.words.formula import mathml
from askfirst.words.signs import HOLDS, MEANT
from askfirst_tests.view import Page


@derivation("A mean with a weight", claim="none")
def weighted_mean(x, lam):
    total, weights = x.sum(), lam * np.ones(len(x))
    yield Step(r"s=\sum_ix_i", "add them up", (total, sum(x)))
    positive = assume("λ > 0", lam > 0, f"λ = {lam:g}")
    mean = weights @ x / weights.sum() if lam else np.nan
    words = "every weight is λ, which cancels"
    both, formula = (mean, x.mean()), r"\frac{\lambda s}{n\lambda}=\bar{x}"
    yield Step(formula, words, both, needs=(positive,))
    yield Step(r"n\bar{x}=s", "multiply by n", (len(x) * mean, total))


@pytest.fixture
def lab():
    return stepper(
        weighted_mean,
        lambda lam, n, m: (np.arange(n) + float(m), lam),
        lam=slider(0.0, 2.0, start=1.0, step=0.1),
        n=slider(1, 12, start=5, step=1),
        m=slider(1, 12, start=3, step=1),
    )


def frame(lab, kind="hello", **more):
    """The frame that a page is told."""
    return Page(lab).ask(kind, **more)["frames"][-1]


def shown(lab):
    """The rows of a page that opens now."""
    return frame(lab)["rows"]


def test_what_stands_there_is_what_the_derivation_says(lab):
    lab.set(step=3, n=7, m=2, lam=0.3)
    done = weighted_mean(np.arange(7) + 2.0, 0.3)
    for row, each in zip(shown(lab), done.outcomes, strict=True):
        assert f"<b>{each.number}</b><span>{mathml(each.step.formula)}</span>" in row
        said = f"<b>holds</b> <small>{each.shapes}, residual "
        assert f'✓</b> <span class="lab-said">{said}' in row
    assert repr(lab.picture()) == f"{done}\n{lab.sentence}"


def test_a_derivation_runs_on_one_thread_at_a_time():
    alone = []

    def data(m):
        alone.append(DRAWING._is_owned())
        return np.arange(5) + float(m), 1.0

    lab = stepper(weighted_mean, data, m=slider(1, 12, start=3, step=1))
    alone.clear()
    with DRAWING:
        lab._frame(lab.values | {"m": 4})  # as one is prepared
    assert "m = 3" in lab.picture().sentence
    assert alone == [True, True]


def test_a_broken_assumption_turns_its_line_red_and_recovers(lab):
    lab.set(step=3, lam=0.0)
    good, bad, *_ = shown(lab)
    assert f"<li{MEANT.attribute}>" in bad
    assert f"<b>{MEANT.mark}</b>" in bad
    assert good.startswith("<li><b>1</b>")
    assert f'<b style="background:{HOLDS.ground}">{HOLDS.mark}</b>' in good
    assert "<b>fails, as it should: needs λ > 0, but λ = 0</b>" in html.unescape(bad)
    assert "rests on step 2" in lab.sentence
    lab.set(lam=1.0)
    assert all(row.startswith("<li><b>") for row in shown(lab))


def test_a_frame_is_that_of_all_steps(lab):
    page = Page(lab)
    rows = page.move(1, 0, 4, 2)["frames"][0]["rows"]
    assert lab.values == {"step": 2, "lam": 0.0, "n": 5, "m": 3}
    assert rows == shown(lab)
    assert page.move(0, 0, 4, 2)["frames"][0]["rows"] == rows
    (said,) = [each["sentences"] for each in page.messages[-1]["frames"]]
    assert said[0].startswith(lab.sentence[:40])


def test_data_that_are_refused_say_why_and_the_last_good_ones_stay():
    @derivation("Halves", claim="none")
    def halves(x):
        yield Step("x/2+x/2=x", "two halves", (x / 2 + x / 2, x))

    def positive(x):
        if x <= 0:
            raise ValueError(f"x = {x} has no half here. Try x > 0.")
        return (x,)

    lab = stepper(halves, positive, x=slider(-1.0, 1.0, start=1.0))
    with pytest.raises(ValueError, match="no half"):
        stepper(halves, positive, x=slider(-1.0, 1.0, start=0.0))
    lab.set(x=0.5)
    with pytest.raises(ValueError, match="no half"):
        lab.set(x=-0.5)
    assert "no half" in lab.problem
    assert lab.sentence == "With x = 0.5, step 1 of 1 holds: two halves."
    assert frame(lab) == {"problem": lab.problem}
    moved = frame(lab, "set", positions=[0, 0], have=False)
    assert moved == {"problem": "x = -1.0 has no half here. Try x > 0."}
    lab.set(x=1.0)
    assert lab.problem is None
    assert len(shown(lab)) == 1


def test_where_data_have_fewer_steps_the_last_one_is_said():
    @derivation("Down to one", claim="none")
    def down(x):
        for each in range(len(x), 0, -1):
            yield Step("n=n", f"now {each}", (each, each))

    # One argument, an array, needs no tuple.
    lab = stepper(down, np.ones, shape=slider(1, 5, start=3, step=1, label="n"))
    assert lab.set(shape=2).sentence == "With n = 2, step 2 of 2 holds: now 1."


def test_a_slip_of_the_author_is_met_with_words():
    @derivation("Nothing", claim="none")
    def nothing(x):
        yield from ()

    with pytest.raises(TypeError, match="another name"):
        stepper(weighted_mean, lambda step: step, step=slider(1, 3, start=1))
    with pytest.raises(ValueError, match="'Nothing' has no step"):
        stepper(nothing, lambda x: (x,), x=slider(0, 1, start=0))


def test_a_formula_is_text_of_the_page():
    for formula, text in {
        r"\mathrm{tr}\,P": "<mi>tr</mi><mspace",
        r"p-|a|": '<mo stretchy="false" lspace="0" rspace="0">|</mo><mi>a</mi>',
        r"x_<b>": "&lt;</mo></msub><mi>b</mi>",
        r"<script>\left(": r"<code>&lt;script&gt;\left(</code>",
    }.items():
        assert text in mathml(formula)


# A question before the steps


@pytest.fixture
def asking():
    lam = slider(0.0, 2.0, start=1.0, step=0.1)
    lab = stepper(weighted_mean, lambda lam: (np.arange(3.0), lam), lam=lam)
    words = "Which step breaks first?", "It divides by λ."
    lab.asks(*words, name="first", number=(1, 3), right=2)
    lab.page = Page(lab)
    return lab


def test_the_page_gets_the_question_and_python_the_guess(asking):
    assert asking.widget().question["words"] == "Which step breaks first?"
    told = asking.page.ask("hello")
    assert told["entry"] is None
    assert told["frames"][0]["sentences"] == []
    entry = {"guess": 3, "when": 5}
    told = asking.page.ask("guess", entry=entry)
    assert told["entry"] == entry | {"state": "wrong"}
    assert asking.page.ask("again")["entry"] is None
    assert asking.answer(2) == "You said 2; it is 2. It divides by λ."
    assert asking.page.messages[-1]["entry"]["guess"] == 2


def test_a_still_with_an_open_question_gives_no_reason_away(asking):
    still = asking._still()
    for text in (repr(still), still._repr_html_()):
        assert "Which step breaks first?" in text
        assert "cancels" not in text
    asking.answer(2)
    assert "cancels" in repr(asking._still())
