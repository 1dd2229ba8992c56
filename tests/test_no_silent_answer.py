"""Input on which a formula loses its meaning ends in an error that says so, never in a
number.
"""

import numpy as np
import pytest
from scipy.sparse import csr_array

import kernellab
from kernellab import Custom, KernelRidge, Linear, Normalized, PullBack, gram

X = np.arange(1.0, 7)[:, None]
Y = np.array([1.0, 2, 3, 2, 1, 0])
LOPSIDED = Custom(lambda x, z: float(np.exp(-((x[0] - 2 * z[0]) ** 2))))
REFUSED = {
    "not symmetric: .*": lambda: KernelRidge(LOPSIDED).fit(X, Y),
    "not symmetric": lambda: kernellab.mercer_pairs(LOPSIDED, X, np.full(6, 1 / 6), 2),
    r"= inf under Exp\(.* at point 0, .* range of floats": lambda: gram(
        Normalized(kernellab.Exp(Linear())), [[27.0]], [[26.0]]
    ),
    "the points have 1 coordinate": lambda: kernellab.refute(kernellab.RBF((1.0, 2.0))),
    "within = nan": lambda: kernellab.same("x", 1, 1, within=np.nan),
    "sparse array length is ambiguous": lambda: kernellab.in_blocks(
        csr_array(np.eye(3)), np.ones(3)
    ),
    "steps = '2'": lambda: kernellab.derivations.span_by_descent(
        [[1.0, 2.0]], [3.0], kernellab.Squared(), step=0.05, steps="2"
    ),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_has_no_value_is_refused(said):
    with pytest.raises((TypeError, ValueError), match=f"(?s){said}"):
        REFUSED[said]()


def test_a_function_that_writes_into_its_points_changes_nothing_else():
    def doubled(P):
        P *= 2
        return P

    def less(P):
        P -= 3.0
        return P

    model = KernelRidge(PullBack(Linear(), doubled), lam=0.1).fit(X, Y)
    np.testing.assert_array_equal(model.predict(X), model.predict(X))
    np.testing.assert_allclose(
        Normalized(PullBack(kernellab.Polynomial(2), less)).diagonal(X), 1.0
    )
    weighted = kernellab.Reweighted(lambda P: doubled(P)[:, 0], Linear())
    for k, points, table in (
        (PullBack(Linear(), less) + Linear(), [[1.0], [2.0]], [[5, 4], [4, 5]]),
        (weighted, [[1.0]], [[4.0]]),
        (Custom(lambda x, z: doubled(x) @ z), [[1.0], [2.0]], [[2, 4], [4, 8]]),
    ):
        np.testing.assert_array_equal(gram(k, points), table)
