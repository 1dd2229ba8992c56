"""Gradient descent on Σᵢ ℓ(f(xᵢ), yᵢ) + λ‖w‖², f = Φw + b, in w and in β at once.

After the start the two recursions are independent: one uses Φ, the other K = ΦΦᵀ. If
w = Φᵀβ at every step, this is evidence for the induction of the lecture.
"""

import math
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from scipy.linalg import eigvalsh
from scipy.special import expit

from kernellab._arrays import (
    Array,
    ArrayLike,
    as_array,
    as_bool,
    as_labels,
    as_points,
    as_targets,
    counted,
    nonnegative,
    positive,
    positive_integer,
    shaped,
)
from kernellab._tolerances import EPS
from kernellab.solvers.ridge import WHY_LAM

__all__ = ["Absolute", "EpsilonInsensitive", "Hinge", "Logistic", "Squared", "descend"]

# Descent diverges if the objective exceeds that of the start or of w = 0 by this factor
LARGEST_GROWTH = 1e6


class Loss:
    """ℓ(f, y), convex in the prediction f, and ∂ℓ/∂f, which is 0 at a kink.

    ``curvature`` is the largest ∂²ℓ/∂f², infinite for a loss with a kink. If
    ``classification``, y must be −1 or +1.
    """

    curvature: ClassVar[float] = math.inf
    classification: ClassVar[bool] = False

    def value(self, f: Array, y: Array) -> Array:
        """ℓ(f, y), entry by entry."""
        raise NotImplementedError

    def derivative(self, f: Array, y: Array) -> Array:
        """∂ℓ/∂f, entry by entry: the γ of the lecture."""
        raise NotImplementedError

    def kinks(self, y: Array) -> tuple[Array, ...]:
        """The f at which ∂ℓ/∂f jumps, and is set to 0."""
        return ()

    def slope(self, f: Array, y: Array, rounding: float) -> Array:
        """∂ℓ/∂f, with 0 where f is within ``rounding`` of a kink."""
        slopes = self.derivative(f, y)
        for kink in self.kinks(y):
            slopes[np.abs(f - kink) <= rounding] = 0.0
        return slopes


@dataclass(frozen=True)
class Squared(Loss):
    """ℓ = (f − y)², with derivative 2(f − y).

    >>> Squared().value(3.0, 1.0), Squared().derivative(3.0, 1.0)
    (4.0, 4.0)
    """

    curvature: ClassVar[float] = 2.0

    def value(self, f: Array, y: Array) -> Array:
        return (f - y) ** 2

    def derivative(self, f: Array, y: Array) -> Array:
        return 2 * (f - y)


@dataclass(frozen=True)
class EpsilonInsensitive(Loss):
    """ℓ = max(|f − y| − ε, 0), with derivative −1, 0 or +1; at the kinks it is 0.

    >>> EpsilonInsensitive(0.5).value(np.array([1.25, 3.0]), 1.0)
    array([0. , 1.5])
    """

    epsilon: float

    def __post_init__(self) -> None:
        why = "a tube of negative width holds no point, not even one on the curve"
        object.__setattr__(self, "epsilon", nonnegative(self.epsilon, "epsilon", why))

    def value(self, f: Array, y: Array) -> Array:
        return np.maximum(np.abs(f - y) - self.epsilon, 0)

    def derivative(self, f: Array, y: Array) -> Array:
        return np.sign(f - y) * (np.abs(f - y) > self.epsilon)

    def kinks(self, y: Array) -> tuple[Array, ...]:
        return y - self.epsilon, y + self.epsilon


@dataclass(frozen=True)
class Absolute(EpsilonInsensitive):
    """ℓ = |f − y|, the loss with ε = 0: its derivative is −1 or +1, and 0 at f = y.

    >>> Absolute().derivative(np.array([0.0, 1.0, 3.0]), 1.0)
    array([-1.,  0.,  1.])
    """

    epsilon: float = field(default=0.0, init=False, repr=False)


@dataclass(frozen=True)
class Logistic(Loss):
    """ℓ = log(1 + exp(−yf)) for y = ±1, with derivative −y / (1 + exp(yf)).

    >>> Logistic().derivative(0.0, 1.0)
    np.float64(-0.5)
    """

    curvature: ClassVar[float] = 0.25
    classification: ClassVar[bool] = True

    def value(self, f: Array, y: Array) -> Array:
        return np.logaddexp(0, -y * f)

    def derivative(self, f: Array, y: Array) -> Array:
        return -y * expit(-y * f)


@dataclass(frozen=True)
class Hinge(Loss):
    """ℓ = max(1 − yf, 0) for y = ±1, with derivative −y where yf < 1, else 0.

    >>> Hinge().derivative(np.array([0.0, 1.0, 2.0]), 1.0)
    array([-1., -0., -0.])
    """

    classification: ClassVar[bool] = True

    def value(self, f: Array, y: Array) -> Array:
        return np.maximum(1 - y * f, 0)

    def derivative(self, f: Array, y: Array) -> Array:
        return -y * (y * f < 1)

    def kinks(self, y: Array) -> tuple[Array, ...]:
        return (y,)


@dataclass(frozen=True, eq=False)
class Descent:
    """The record of ``descend``: a row for each of its T steps ``t``, from 0.

    ``w`` (T, m) and ``b`` (T,) come from the recursion on Φ, ``beta`` (T, n) and
    ``b_beta`` (T,) from that on K. ``objective`` is Σℓ + λ‖w‖² (T,), ``start`` w₀ (m,).
    ``rounding`` (T,) is the distance up to which f counts as at a kink of the loss.
    """

    Phi: Array
    start: Array
    lam: float
    step: float
    t: np.ndarray
    w: Array
    beta: Array
    b: Array
    b_beta: Array
    objective: Array
    rounding: Array

    @property
    def shrink(self) -> float:
        """1 − 2·step·λ, the factor of w at each step."""
        return 1 - 2 * self.step * self.lam

    @property
    def w_from_beta(self) -> Array:
        """(1 − 2·step·λ)ᵗ w₀ + Φᵀβₜ, (T, m), which the induction says is wₜ."""
        in_span = self.beta @ self.Phi
        if not self.start.any():  # (1 − 2·step·λ)ᵗ may be infinite
            return in_span
        return in_span + np.outer(self.shrink**self.t, self.start)


def descend(
    Phi: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    lam: float = 0.0,
    step: float | None = None,
    steps: int = 100,
    start: ArrayLike | None = None,
    offset: bool = False,
) -> Descent:
    """w ← (1 − 2·step·λ) w − step·Φᵀγ beside β ← (1 − 2·step·λ) β − step·γ.

    Here γᵢ = ℓ'(f(xᵢ), yᵢ), with f = Φw + b in the first recursion and f = Kβ + b + (1
    − 2·step·λ)ᵗ Φw₀ in the second. ``Phi`` is Φ (n, m), ``y`` (n,), −1 or +1 where the
    loss is for classification, ``lam`` λ ≥ 0, ``steps`` ≥ 1, and ``start`` w₀ (m,),
    zero if left out. With ``offset`` each recursion learns its own b ← b − step·Σγᵢ,
    from 0; else b = 0.

    ``step`` > 0 is the step size. For a smooth loss the default is 1/L, where L is the
    largest eigenvalue of the Hessian or at most 2λ more, and the objective never rises.
    With a loss with a kink no constant step need converge, but the best objective seen
    is at most ‖w₀ − w*‖²/(2·step·steps) + step·G²/2 above the minimum, where G is the
    longest gradient met and w includes b. The default is then 1/(√(steps + ½)
    (s/mean|y| + 2λ)), where s is the largest eigenvalue of K, or of K + 11ᵀ with an
    offset.

    An f that differs from a kink by rounding counts as at the kink, so that the two
    recursions agree, unless a step above 2/L magnifies rounding.

    Raises ValueError where the objective exceeds 10⁶ times that of the start or of w =
    0, and for targets other than ±1 where the loss is for classification.

    Source: Kernels (explicit and implicit feature expansion), the proof by induction
    over gradient descent.

    >>> Phi, y = [[1.0, 0.0], [0.0, 2.0]], [1.0, 2.0]
    >>> fit = descend(Phi, y, Squared(), step=0.125, steps=2)
    >>> fit.t, fit.w
    (array([0, 1, 2]), array([[0.    , 0.    ],
           [0.25  , 1.    ],
           [0.4375, 1.    ]]))
    >>> bool((fit.beta @ fit.Phi == fit.w).all())
    True
    """
    if not isinstance(loss, Loss):
        raise TypeError(
            f"loss = {loss!r} is not a loss: descent needs ℓ(f, y) and its derivative."
            " Try Squared(), or for classes Hinge()."
        )
    Phi = as_points(Phi, "Phi")
    (n, m), K = Phi.shape, Phi @ Phi.T
    y = as_labels(y, n) if loss.classification else as_targets(y, n)
    w = np.zeros(m) if start is None else as_array(start, "start")
    wanted = f"it is w₀, one weight per column of Phi. Try start=np.zeros({m})."
    shaped(w, "start", w.shape == (m,), wanted)
    lam, offset = nonnegative(lam, "lam", WHY_LAM), as_bool(offset, "offset")
    steps = positive_integer(steps, "steps", "the start alone is no descent")
    L = _smoothness(K, lam, loss, y, offset)
    if step is not None:
        why = "a step of zero stays where it is, a negative one climbs"
        step = positive(step, "step", why)
    elif math.isfinite(loss.curvature):
        step = 1 / L
    else:  # ½ makes the root irrational; a rational step may move f to a kink exactly
        step = 1 / (L * math.sqrt(steps + 0.5))

    f_start = Phi @ w
    at_start = loss.value(f_start, y).sum() + lam * (w @ w)
    bound = LARGEST_GROWTH * max(at_start, loss.value(np.zeros(n), y).sum())
    t = np.arange(steps + 1)
    tables = (np.empty((len(t), *shape)) for shape in ((m,), (n,), (), (), (), ()))
    longest, longest_of_K = (np.linalg.norm(M, axis=1).max() for M in (Phi, K))
    largest = max((float(np.abs(kink).max()) for kink in loss.kinks(y)), default=0.0)
    largest += longest * math.sqrt(w @ w)
    record = Descent(Phi, w, lam, step, t, *tables)
    shrink, beta, b, b_beta = record.shrink, np.zeros(n), 0.0, 0.0
    # A step beyond 2/L may take f to infinity, which exceeds the bound
    with np.errstate(over="ignore", invalid="ignore"):
        for now in range(steps + 1):
            f = Phi @ w + b
            objective = loss.value(f, y).sum() + lam * (w @ w)
            if not objective <= bound:
                raise ValueError(_diverges(step, loss, L, now, objective))
            sizes = longest * math.sqrt(w @ w) + longest_of_K * math.sqrt(beta @ beta)
            rounding = 4 * EPS * (now + n + m) * (sizes + abs(b) + largest)
            record.w[now], record.b[now], record.objective[now] = w, b, objective
            record.beta[now], record.b_beta[now] = beta, b_beta
            record.rounding[now] = rounding
            gradient = loss.slope(f, y, rounding)
            gamma = loss.slope(K @ beta + b_beta + f_start, y, rounding)
            w = shrink * w - step * (Phi.T @ gradient)
            beta = shrink * beta - step * gamma
            f_start = shrink * f_start
            if offset:
                b, b_beta = b - step * gradient.sum(), b_beta - step * gamma.sum()
    return record


def _smoothness(K: Array, lam: float, loss: Loss, y: Array, offset: bool) -> float:
    """L = curvature · s + 2λ, the largest eigenvalue of the Hessian or a little more.

    s is the largest eigenvalue of K, or of K + 11ᵀ with an offset. A loss with a kink
    counts as one of curvature 1/mean|y|.
    """
    s = float(eigvalsh(K + offset, subset_by_index=[len(K) - 1, len(K) - 1])[0])
    curvature = loss.curvature
    if not math.isfinite(curvature):
        curvature = 1 / (float(np.abs(y).mean()) or 1.0)
    # For Φ = 0 and λ = 0 nothing moves, whatever the step.
    return curvature * max(s, 0.0) + 2 * lam or 1.0


def _diverges(step: float, loss: Loss, L: float, now: int, objective: float) -> str:
    """The error for a step that is too large, with a smaller one."""
    smaller = (1 if math.isfinite(loss.curvature) else 0.1) / L
    return (
        f"step = {step:g} is too large for {loss}: after {counted(now, 'step')} the"
        f" objective is {objective:.3g}, more than {LARGEST_GROWTH:g} times that of the"
        f" start or of w = 0: each step overshoots. Try step={smaller:.2g}, or leave"
        " step out."
    )
