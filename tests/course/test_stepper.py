import numpy as np
import pytest

from kernellab import derivations, labs
from kernellab.course.labs.stepper import BAD


@pytest.fixture
def lab():
    return labs.stepper(
        derivations.ridge_primal_to_dual,
        lambda lam, n, m: (*labs.random_problem(n, m), lam),
        lam=labs.slider(0.0, 2.0, start=1.0, step=0.1),
        n=labs.slider(1, 12, start=5, step=1),
        m=labs.slider(1, 12, start=3, step=1),
    )


def texts(lab):
    return [t for t in lab.figure.axes[0].texts if t.get_visible() and t.get_text()]


def test_lines_appear_one_by_one(lab):
    shown = [len(texts(lab.set(step=step))) for step in range(1, 6)]
    assert shown == [3, 6, 9, 12, 15]


def test_what_stands_there_is_what_the_derivation_says(lab):
    lab.set(step=5, n=7, m=2, lam=0.3)
    done = derivations.ridge_primal_to_dual(*labs.random_problem(7, 2), 0.3)
    formulas = [t.get_text() for t in texts(lab)[1::3]]
    assert formulas == [f"${each.step.formula}$" for each in done.outcomes]
    assert all(t.get_text().startswith(f"✓  {each.shapes}") for t, each in zip(texts(lab)[2::3], done.outcomes, strict=True))


def test_a_broken_assumption_turns_its_line_red_and_recovers(lab):
    lab.set(step=5, lam=0.0)
    assert texts(lab)[4].get_color() == BAD
    assert "needs λ > 0, but λ = 0" in texts(lab)[5].get_text()
    assert "rests on step 2" in lab.sentence
    lab.set(lam=1.0)
    assert all(t.get_color() != BAD for t in texts(lab))


def test_a_derivation_that_stops_early_is_shown_as_far_as_it_goes():
    @derivations.derivation("Short or long", source="none")
    def sometimes(stop):
        yield derivations.Step("1=1", "it is", 1.0, 1.0)
        if stop:
            raise np.linalg.LinAlgError("singular matrix: no way on")
        yield derivations.Step("2=2", "it is too", 2.0, 2.0)
        yield derivations.Step("3=3", "and this", 3.0, 3.0)

    lab = labs.stepper(sometimes, lambda stop: (stop == "yes",), stop=labs.choice(["no", "yes"]))
    assert lab.sentence == "With stop no, step 3 of 3 holds: and this."
    assert "cannot be computed" in lab.set(stop="yes").sentence
    assert lab.set(step=1).sentence == "With stop yes, step 1 of 3 holds: it is."


def test_the_problem_is_the_same_at_each_call():
    (Phi, y), (again, _) = labs.random_problem(4, 3), labs.random_problem(4, 3)
    np.testing.assert_array_equal(Phi, again)
    assert (Phi.shape, y.shape) == ((4, 3), (4,))
