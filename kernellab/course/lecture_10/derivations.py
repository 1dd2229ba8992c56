"""The dual of support vector regression."""

from askfirst import Steps, derivation
from kernellab._arrays import ArrayLike, as_bool, as_targets, nonnegative
from kernellab._linalg import as_gram
from kernellab.course.shared.dual_steps import dual_steps
from kernellab.solvers.dual import WHY_EPSILON, Dual, as_margin


@derivation(
    "The dual of support vector regression",
    claim="weights on points in place of weights on features",
)
def svr_dual(
    K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> Steps:
    """The dual of min over w, b of P = ½‖w‖² + C Σᵢ max(0, |rᵢ| − ε).

    It is the max over |αᵢ| ≤ C of D = −½αᵀKα + αᵀy − ε‖α‖₁; rᵢ = yᵢ − wᵀφ(xᵢ) − b.
    ``K`` is a Gram matrix (n, n), ``y`` (n,), ``C`` > 0 and ``epsilon`` ε ≥ 0, in the
    units of y; b = 0 unless ``offset``, which asks for Σα = 0. Identities are checked
    at a w and at multipliers that are not the best; the last steps at the best α of the
    dual solver and the best w of a convex program on features of K. Three assumptions
    can be taken away: an indefinite K breaks the first step, C = ∞ the box (its
    identities are then checked at a finite price), and ε = 0 the step that excludes one
    of a point's two multipliers.

    Raises ValueError for C ≤ 0, ε < 0 and a K that is not symmetric.

    Source: Lecture 16, Kernel ridge regression (support vector regression and its dual,
    given there without a derivation).

    >>> K, y = [[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0]
    >>> svr_dual(K, y, C=1.0, epsilon=0.5).holds
    True
    >>> svr_dual(K, y, C=1.0, epsilon=0.0).first_failure.broken[0].claim
    'ε > 0'
    """
    K = as_gram(K)
    dual = Dual.regression(K, as_targets(y, len(K)), as_bool(offset, "offset"))
    epsilon = nonnegative(epsilon, "epsilon", WHY_EPSILON)
    yield from dual_steps(dual, as_margin(C), epsilon)
