"""The dual of support vector regression and, with two changes, of two classes: the
steps that both derivations go through.
"""

import contextlib
import warnings
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from askfirst import Step, Steps, assume
from kernellab import UnverifiedError
from kernellab._arrays import Array
from kernellab._linalg import features_of
from kernellab.course.shared.ingredients import SOME_FEATURES, on_features, semidefinite
from kernellab.solvers.dual import Dual
from kernellab.solvers.libsvm import solve_dual

# How near the convex program comes to the least objective, relatively
PROGRAM_TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class _At:
    """The unknowns of the primal, and the multipliers of its constraints."""

    w: Array
    b: float
    xi: Array
    xi_star: Array
    mu: Array
    mu_star: Array
    eta: Array
    eta_star: Array


def dual_steps(dual: Dual, C: float, epsilon: float) -> Steps:
    """The steps for a dual whose points have one constraint each, or two."""
    K, y, n, up, down = dual.K, dual.y, len(dual.y), dual.up, dual.down
    two_sided, Phi, psd = bool(up.all()), features_of(K), semidefinite(K)
    free_of_price = "C = ∞: no slack is allowed at any price, so no weight has a bound"
    bounded = assume("C < ∞", np.isfinite(C), free_of_price)
    alpha_hat, b_hat = np.full(n, np.nan), np.nan
    if psd.holds:
        alpha_hat, b_hat = _best(dual, epsilon, C)
    # Where C = ∞ any price above the largest weight has the same minimum, if any
    price = C if bounded.holds else 2 * float(np.abs(alpha_hat).max())
    if not price > 0:
        price = 1.0

    def lost(r: Array) -> Array:
        sides = np.maximum(np.where(up, r, -np.inf), np.where(down, -r, -np.inf))
        return np.maximum(sides - epsilon, 0)

    def primal(w: Array, b: float) -> float:
        return float(w @ w / 2 + price * lost(y - Phi @ w - b).sum())

    def lagrangian(at: _At) -> float:
        r = y - Phi @ at.w - at.b
        kept = at.mu @ (epsilon + at.xi - r) + at.mu_star @ (epsilon + at.xi_star + r)
        slacks = price * (at.xi + at.xi_star).sum()
        priced = at.eta @ at.xi + at.eta_star @ at.xi_star
        return float(at.w @ at.w / 2 + slacks - kept - priced)

    # A w and multipliers that are not the best: what follows is true at all of them
    wave = np.cos(np.arange(n)) / 3
    unit = (float(np.linalg.norm(y)) or 1.0) / (float(np.linalg.norm(K)) or 1.0)
    w = Phi.T @ wave * unit
    b = dual.middle + dual.size / 7 if dual.offset else 0.0
    mu, mu_star = price * (0.5 + wave) * up, price * (0.5 - wave[::-1]) * down
    if dual.offset:
        total, total_star = mu.sum(), mu_star.sum()
        mu = mu * min(1.0, total_star / total)
        mu_star = mu_star * min(1.0, total / total_star)
    alpha = mu - mu_star
    w_alpha, r = Phi.T @ alpha, y - Phi @ w - b
    xi, xi_star = up * np.maximum(0, r - epsilon), down * np.maximum(0, -r - epsilon)
    any_xi, any_xi_star = dual.size * (1 + wave) * up, dual.size * (1 - wave) * down

    def size(w: Array) -> float:
        """The numbers that cancel in L."""
        f = np.abs(y) + np.abs(Phi @ w) + abs(b)
        terms = f + epsilon + any_xi + any_xi_star + xi + xi_star
        return float(w @ w / 2 + 2 * price * terms.sum())

    yield on_features(SOME_FEATURES, K, Phi)
    if two_sided:
        yield Step(
            r"\xi_i+\xi_i^*=\max(0,|r_i|-\varepsilon),\quad"
            r" r_i\le\varepsilon+\xi_i,\;-r_i\le\varepsilon+\xi_i^*",
            "minimise $½‖w‖² + C Σ(ξᵢ + ξᵢ*)$ with slacks in place of the loss: the"
            " least slacks $≥ 0$ that the constraints allow add up to it",
            (xi + xi_star, np.maximum(0, np.abs(r) - epsilon)),
            scale=dual.size,
        )
    else:
        yield Step(
            r"\xi_i=\max(0,1-y_if(x_i)),\quad y_ir_i\le\xi_i",
            "change 1: $ε = 0$; change 2: of a point’s two constraints only the one"
            " on the side of its label, $ξᵢ*$ where $yᵢ = −1$. Since $yᵢ² = 1$, there"
            " $yᵢrᵢ = yᵢ(yᵢ − f(xᵢ)) = 1 − yᵢf(xᵢ)$",
            (xi + xi_star, np.maximum(0, 1 - y * (Phi @ w + b))),
            scale=dual.size,
        )
    at_bound, at_bound_star = xi == 0, xi_star == 0
    used, used_star = mu * ~at_bound, mu_star * ~at_bound_star
    eta, eta_star = mu * at_bound, mu_star * at_bound_star
    tight = _At(w, b, xi, xi_star, used, used_star, eta, eta_star)
    yield Step(
        r"L=\frac{1}{2}\Vert w\Vert^2+\sum_i(C(\xi_i+\xi_i^*)\quad"
        r"-\,\mu_i(\varepsilon+\xi_i-r_i)-\mu_i^*(\varepsilon+\xi_i^*+r_i)\quad"
        r"-\,\eta_i\xi_i-\eta_i^*\xi_i^*)",
        "the Lagrangian: subtract the room of each constraint times a multiplier $≥ 0$."
        " $L$ is largest when each constraint with room has the multiplier 0, and then"
        " it is the objective; where a constraint is broken, $L$ has no bound. So the"
        " primal is the min of max $L$",
        (lagrangian(tight), primal(w, b)),
        scale=size(w),
    )
    eta, eta_star = price * (1 + wave) * up, price * (1 - wave) * down
    anywhere = _At(w, b, any_xi, any_xi_star, mu, mu_star, eta, eta_star)
    yield Step(
        r"L=\frac{1}{2}\Vert w\Vert^2+\sum_i(\alpha_iy_i-\alpha_if(x_i)"
        r"-\varepsilon(\mu_i+\mu_i^*)\quad"
        r"+\,(C-\mu_i-\eta_i)\xi_i+(C-\mu_i^*-\eta_i^*)\xi_i^*)",
        "collect the terms with $w$, $b$ and each slack; $αᵢ = μᵢ − μᵢ*$ and"
        " $f(x) = wᵀφ(x) + b$. The dual is the max of min $L$, which is never above the"
        " min of max $L$",
        (
            lagrangian(anywhere),
            w @ w / 2
            - alpha @ (Phi @ w + b)
            + (price - mu - eta) @ any_xi
            + (price - mu_star - eta_star) @ any_xi_star
            + alpha @ y
            - epsilon * (mu + mu_star).sum(),
        ),
        scale=size(w),
    )
    eta, eta_star = (price - mu) * up, (price - mu_star) * down
    least = _At(w_alpha, b, any_xi, any_xi_star, mu, mu_star, eta, eta_star)
    length = float(np.abs(w_alpha).max()) or 1.0

    def slopes(name: str, at: Array, step: float) -> Array:
        """Central differences of L, exact but for rounding where it is quadratic."""

        def moved(way: Array) -> float:
            changed: Any = {name: at + way}
            return lagrangian(replace(least, **changed))

        ways = step * np.eye(len(at))
        return np.array([moved(way) - moved(-way) for way in ways]) / (2 * step)

    along_w = slopes("w", w_alpha, length)
    yield Step(
        r"\frac{\partial L}{\partial w}=w-\sum_i\alpha_i\phi(x_i)=0",
        "over $w$ the minimum of $L$ is at $w = Σ αᵢφ(xᵢ)$: the slopes of the"
        " Lagrangian, from differences, vanish there",
        (along_w, np.zeros(len(w_alpha))),
        scale=size(w_alpha) / length,
    )
    if dual.offset:
        yield Step(
            r"\frac{\partial L}{\partial b}=-\sum_i\alpha_i=0",
            "$L$ is a straight line in $b$, and has a least value only where this line"
            " is level: the weights sum to 0",
            (slopes("b", np.array([b]), dual.size)[0], 0.0),
            scale=size(w_alpha) / dual.size,
        )
    along_xi = slopes("xi", any_xi, dual.size)
    along_xi_star = slopes("xi_star", any_xi_star, dual.size)
    yield Step(
        r"\frac{\partial L}{\partial\xi_i}=C-\mu_i-\eta_i=0,\quad"
        r"\frac{\partial L}{\partial\xi_i^*}=C-\mu_i^*-\eta_i^*=0",
        "$L$ is a straight line in each slack, too, and has a least value only where"
        " that is level: $ηᵢ = C − μᵢ$",
        (np.append(up * along_xi, down * along_xi_star), np.zeros(2 * n)),
        needs=(bounded,),
        scale=size(w_alpha) / dual.size,
    )
    prices = product((0.0, price), repeat=2)
    corners = [one * up - other * down for one, other in prices]
    ends = np.array([np.min(corners, axis=0), np.max(corners, axis=0)])
    yield Step(
        r"-C\le\alpha_i=\mu_i-\mu_i^*\le C" if two_sided else r"0\le y_i\alpha_i\le C",
        "no $μ$ is negative, and no $η$, so each $μ$ lies between 0 and $C$; thus $α$"
        " lies in a closed box, where the dual has a largest value",
        (ends, np.array([-price * down, price * up])),
        needs=(bounded,),
    )

    def value(alpha: Array) -> float:
        return float(alpha @ y - alpha @ K @ alpha / 2 - epsilon * np.abs(alpha).sum())

    of_both = alpha @ y - alpha @ K @ alpha / 2 - epsilon * (mu + mu_star).sum()
    yield Step(
        r"\min_{w,b,\xi,\xi^*}L=-\frac{1}{2}\alpha^\top K\alpha+\alpha^\top y"
        r"-\varepsilon\sum_i(\mu_i+\mu_i^*)",
        "put these in: the slacks and $b$ cancel, and of the features only $K$ is left",
        (lagrangian(least), of_both),
        scale=size(w_alpha),
    )
    if two_sided:
        both = np.minimum(mu, mu_star)
        seen = (
            "ε = 0: a point on the curve may have both, for nothing is gained by"
            " lowering them"
        )
        free = assume("ε > 0", epsilon > 0, seen)
        yield Step(
            r"\mu_i\mu_i^*=0,\quad "
            r"D(\alpha)=-\frac{1}{2}\alpha^\top K\alpha+\alpha^\top y"
            r"-\varepsilon\Vert\alpha\Vert_1",
            "lower both multipliers of a point by the smaller one: $α$ stays, and the"
            " dual gains $2ε$ times that number. So the best has one of them at most,"
            " and $μᵢ + μᵢ* = |αᵢ|$",
            (value((mu - both) - (mu_star - both)) - of_both, 2 * epsilon * both.sum()),
            needs=(free,),
            scale=size(w_alpha),
        )
    terms = price * lost(r) - alpha * r + epsilon * np.abs(alpha)
    in_box, edge = "$αr − ε|α|$ is at most $Cℓ(r)$ where $|α| ≤ C$", "on the edge"
    if not two_sided:
        in_box, edge = "$αr$ is at most $Cℓ(r)$ where $0 ≤ yα ≤ C$", "at margin 1"
    gap = np.array([primal(w, b) - value(alpha), np.minimum(terms, 0).sum()])
    yield Step(
        r"P(w,b)-D(\alpha)=\frac{1}{2}\Vert w-\Phi^\top\alpha\Vert^2"
        r"+\sum_i(C\,\ell(r_i)-\alpha_ir_i+\varepsilon|\alpha_i|)",
        "the gap between any $P$ and any $D$ is a sum without a negative term, because"
        f" {in_box}",
        (gap, np.array([np.sum((w - w_alpha) ** 2) / 2 + terms.sum(), 0.0])),
        scale=size(w) + size(w_alpha),
    )
    r_hat = y - K @ alpha_hat - b_hat
    yield Step(
        r"C\,\ell(r_i)=\hat\alpha_ir_i-\varepsilon|\hat\alpha_i|",
        "complementary slackness: from the best $α$ no step inside the box makes $D$"
        " larger, and so each term of the gap is 0. There is a loss only where"
        f" $|α| = C$, and $0 < |α| < C$ only {edge}",
        (price * lost(r_hat), alpha_hat * r_hat - epsilon * np.abs(alpha_hat)),
        scale=price * dual.size,
    )
    w_hat, b_primal = np.full(len(w), np.nan), np.nan
    if np.isfinite(alpha_hat).all():
        w_hat, b_primal = _least(dual, Phi, epsilon, price)
    least_primal = primal(w_hat, b_primal)
    worth = dual.size * min(price * n, dual.size / dual.unit)
    yield Step(
        r"\min_{w,b}P=\max_\alpha D",
        "no gap: a convex program finds the best $w$ without any $α$, and the dual’s"
        " solver the best $α$ without any $w$; both find one value",
        (least_primal, value(alpha_hat)),
        scale=worth,
        within=PROGRAM_TOLERANCE,
    )
    yield Step(
        r"\hat w=\sum_i\hat\alpha_i\phi(x_i),\quad f(x)=\sum_i\hat\alpha_ik(x_i,x)+b",
        "both find one $w$, too. As $½‖w − Φᵀα‖²$ is never above the gap, a program"
        " that misses $P$ by a share $s$ misses $w$ by $√(2sP)$ at most",
        (w_hat, Phi.T @ alpha_hat),
        scale=float(np.sqrt(2 * max(least_primal, worth))),
        within=PROGRAM_TOLERANCE**0.5,
    )


def _best(dual: Dual, epsilon: float, C: float) -> tuple[Array, float]:
    """The best α, with the signs of f, and b; NaN where C = ∞ leaves D no maximum."""
    try:
        found = solve_dual(dual, epsilon, C)
    except UnverifiedError:
        return np.full(len(dual.y), np.nan), np.nan
    return (found.alpha if dual.up.all() else found.alpha * dual.y), found.b


def _least(dual: Dual, Phi: Array, epsilon: float, C: float) -> tuple[Array, float]:
    """The best w and b, by a convex program on the features, which is told of no α.

    Solvers have absolute tolerances, so w is counted in the length of what it may be.
    """
    import cvxpy as cp  # slow to import

    longest = float(np.linalg.norm(Phi, axis=1).max()) or 1.0
    unit = min(dual.size / longest, C * longest)  # w = Σ αφ is small if the box is
    F, y = Phi / longest, (dual.y - dual.middle) / (unit * longest)
    w = cp.Variable(Phi.shape[1])
    b: Any = cp.Variable() if dual.offset else 0.0
    f = F @ w + b
    if dual.up.all():
        losses = cp.pos(cp.abs(y - f) - epsilon / (unit * longest))
    else:
        losses = cp.pos(1 / (unit * longest) - cp.multiply(dual.y, f))
    price = C * longest / unit
    program = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + price * cp.sum(losses)))
    tight = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}
    for options in (tight, {}):
        with contextlib.suppress(cp.SolverError), warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # "may be inaccurate"
            program.solve(solver=cp.CLARABEL, **options)
            break
    if w.value is None:
        return np.full(Phi.shape[1], np.nan), np.nan
    found = float(b.value) if dual.offset else 0.0
    return unit * w.value, unit * longest * found + dual.middle
