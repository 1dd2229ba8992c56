"""The dual of support vector regression: on data of every shape, against another
solver, by hand, and where it breaks.
"""

import numpy as np
import pytest
from sklearn.svm import SVR

from kernellab import RBF, Polynomial, datasets, derivations, gram
from tests.course.test_derivations import SETS

X, y = datasets.stopping()
K = gram(RBF(3.0) + Polynomial(2), X)
on_five_sets = pytest.mark.parametrize("Phi", SETS.values(), ids=SETS)
with_and_without = pytest.mark.parametrize("offset", [False, True])
rng = np.random.default_rng(3)


def numbers(done, text):
    """The step whose formula holds ``text``."""
    return next(each for each in done if text in each.step.formula)


@on_five_sets
@with_and_without
@pytest.mark.parametrize(("C", "epsilon"), [(1.0, 0.3), (50.0, 0.5)])
def test_regression_holds_on_data_of_every_shape(Phi, offset, C, epsilon):
    y = rng.normal(size=len(Phi))
    done = derivations.svr_dual(Phi @ Phi.T, y, C, epsilon, offset)
    assert done.holds, done
    assert len(done) == 13 + offset
    assert "because $αr − ε|α|$ is at most" in numbers(done, "P(w,b)-D").step.why


@pytest.mark.parametrize("epsilon", [5.0, 15.0])
def test_both_values_are_those_of_scikit_learn(epsilon):
    u = X / 20
    k = RBF(3 / 20) + Polynomial(2)
    how = {"kernel": lambda A, B: gram(k, A, B), "tol": 1e-9}
    theirs = SVR(C=0.8, epsilon=epsilon, **how).fit(u, y)
    f = theirs.predict(u)
    free = f - theirs.intercept_
    squares = free @ np.linalg.lstsq(gram(k, u), free, rcond=1e-12)[0]
    least = squares / 2 + 0.8 * np.maximum(np.abs(y - f) - epsilon, 0).sum()
    done = derivations.svr_dual(gram(k, u), y, 0.8, epsilon, offset=True)
    no_gap = numbers(done, r"\max_\alpha D").step
    np.testing.assert_allclose(no_gap.sides, least, rtol=1e-5)


@with_and_without
def test_without_a_tube_only_the_exclusion_of_multipliers_fails(offset):
    done = derivations.svr_dual(K, y, 0.8, 0.0, offset)
    failure = done.first_failure
    assert r"\mu_i\mu_i^*=0" in failure.step.formula
    assert "needs ε > 0, but ε = 0" in failure.verdict
    assert all(each.agrees for each in done)
    done = derivations.svr_dual(K, y, 0.8, 1.0, offset)
    assert numbers(done, r"\mu_i\mu_i^*=0").step.sides[1] > 0


@with_and_without
def test_without_a_box_there_may_be_no_maximum(offset):
    # Two cars of one speed, more than 30 ft apart
    done = derivations.svr_dual(K, y, np.inf, 15.0, offset)
    assert r"C-\mu_i-\eta_i=0" in done.first_failure.step.formula
    assert "needs C < ∞, but C = ∞" in done.first_failure.verdict
    assert "needs C < ∞" in numbers(done, r"-C\le\alpha_i").verdict
    lost = [each.verdict.split(" (")[0] for each in done][-3:]
    assert lost == ["cannot be computed"] * 3
    assert all(each.agrees for each in done.outcomes[:-3])
