"""The dual of the support vector machine, by the steps of regression."""

from askfirst import Steps, derivation
from kernellab._arrays import ArrayLike, as_bool
from kernellab._linalg import as_gram
from kernellab.course.shared.dual_steps import dual_steps
from kernellab.solvers.dual import Dual, as_margin, as_two_classes


@derivation(
    "The dual of the support vector machine",
    claim="support vector regression with two changes",
)
def svm_dual(K: ArrayLike, y: ArrayLike, C: float, offset: bool = True) -> Steps:
    """``svr_dual`` with ε = 0 and, of each point's two constraints, that of its label.

    With labels yᵢ = ±1 in the place of targets yᵢrᵢ = 1 − yᵢf(xᵢ), so the one
    constraint left is yᵢf(xᵢ) ≥ 1 − ξᵢ. Then αᵢ has the sign of yᵢ, αᵀy is Σ|αᵢ|, and
    no point has two multipliers to exclude. ``K`` is a Gram matrix (n, n), ``y`` (n,)
    holds −1 and +1, ``C`` > 0; Σα = 0 with an ``offset``. C = ∞, the hard margin, has
    no box: classes that can be separated have no gap even so.

    Raises ValueError for other labels, C ≤ 0 and a K that is not symmetric.

    Source: Lecture 14, Kernels continued (SVM), whose αᵢ is our |αᵢ|.

    >>> svm_dual([[1.0, 3.0], [3.0, 9.0]], [-1.0, 1.0], C=2.0).holds
    True
    """
    K = as_gram(K)
    dual = Dual.classification(K, as_two_classes(y, len(K)), as_bool(offset, "offset"))
    yield from dual_steps(dual, as_margin(C), 0.0)
