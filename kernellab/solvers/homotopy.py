"""Exact paths of support vector machines: between two breakpoints α is a straight line in ε, and in C.

As long as no point changes its state (zero, free, at the bound), the free weights solve a linear system whose right
side is linear in ε and C. So a solution is carried along until the first point would break a condition; that point
changes its state, and on it goes. Ties are broken by moving the targets a little, relative to their size; where an
answer is asked for, its states are taken and the system without that is solved, and its optimality conditions are
checked. Where they fail, paths with ties broken in other ways are tried, the convex program, and the weights that the path
itself has carried; a warning says so where none of them comes close.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack

from kernellab._arrays import Array, as_targets, flag, nonnegative, positive, real
from kernellab._linalg import as_psd
from kernellab.solvers.active import (
    BOUND,
    FREE,
    TOLERANCE,
    ZERO,
    BoxProblem,
    Settled,
    as_fit,
    classification,
    regression,
    rounding,
    settle,
    states_of,
)
from kernellab.solvers.support import WHY_C, WHY_EPSILON, SupportVectors, as_labels

TIES = 1e-9  # how far targets are moved apart, relative to their size
RIDGE = 1e-10  # on the diagonal of K while the path is followed, times C: what it may move f, relative to the size of y
LEAST_RIDGE = 1e-12
LOOSE = 1e-7  # Σα is this times C · b on the way: an offset that costs next to nothing, and is always determined


SMALLEST = np.finfo(float).tiny  # the height of a line at zero, or below it by rounding
EDGES = np.array([[-1.0], [1.0]])  # r − ε and r + ε, in units of ε


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece of a path from ``share`` on: the ``state`` (n,) of each point, and the straight ``line`` of each free one:
    α at ``share``, and its slope."""

    share: float
    state: np.ndarray
    free: np.ndarray
    line: Array

    def alpha(self, share: float, C: float) -> Array:
        """The weights (n,) at a ``share`` of the way on this piece, where the box is ``C``."""
        alpha = np.where(np.abs(self.state) == BOUND, C * np.sign(self.state), 0.0)
        alpha[self.free] = self.line @ (1.0, share - self.share)
        return alpha


@dataclass(frozen=True, eq=False)
class SupportPath:
    """All solutions between two settings (ε, C), as straight pieces.

    ``pieces`` begin where a point changes its state. ``at(value)`` gives the exact fit at a value of the number that
    varies, ε or C; ``alpha(values)`` the weights at many values, (n, T), without the last correction: f = Kα is right to
    about a millionth of the size of y, and so are they where K does not leave them open. ``values`` holds the breakpoints
    and ``counts`` the number of support vectors from each of them on.
    """

    problem: BoxProblem
    start: tuple[float, float]
    end: tuple[float, float]
    pieces: list[Piece]

    def at(self, value: float) -> SupportVectors:
        """The exact fit at a value of ε or of C, whichever varies along the path. Raises ValueError off the path."""
        share = self._share(np.array([real(value, self._name)]))[0]
        (e0, c0), (e1, c1) = self.start, self.end
        piece = self.pieces[int(self._piece(share))]
        epsilon, C = e0 + share * (e1 - e0), c0 + share * (c1 - c0)
        return answer(self.problem, epsilon, C, exact(self.problem, epsilon, C, piece, share))

    def alpha(self, values: ArrayLike) -> Array:
        """α at many values of ε or C, (n, T) for ``values`` (T,): read off the straight pieces."""
        shares = self._share(as_targets(values, np.size(values), self._name))
        alpha = np.empty((len(self.problem.y), len(shares)))
        for column, (share, number) in enumerate(zip(shares, self._piece(shares), strict=True)):
            piece, C = self.pieces[number], self.start[1] + share * (self.end[1] - self.start[1])
            alpha[:, column] = piece.alpha(share, C)
        return alpha

    @property
    def values(self) -> Array:
        """The breakpoints, as values of the number that varies."""
        low, high = self._ends
        return low + np.array([piece.share for piece in self.pieces]) * (high - low)

    @property
    def counts(self) -> np.ndarray:
        """How many support vectors there are from each breakpoint on."""
        return np.array([np.count_nonzero(piece.state) for piece in self.pieces])

    @property
    def _ends(self) -> tuple[float, float]:
        which = 0 if self.start[0] != self.end[0] else 1
        return self.start[which], self.end[which]

    @property
    def _name(self) -> str:
        return "epsilon" if self.start[0] != self.end[0] else "C"

    def _share(self, values: Array) -> Array:
        low, high = self._ends
        shares = (values - low) / (high - low) if high != low else np.zeros(len(values))
        off = (shares < -1e-12) | (shares > 1 + 1e-12)
        if off.any():
            raise ValueError(
                f"{self._name} = {values[off][0]:g} lies outside this path, which runs from {low:g} to {high:g}. "
                "Make a path that reaches it."
            )
        return np.clip(shares, 0.0, 1.0)

    def _piece(self, shares: Array) -> np.ndarray:
        begins = [piece.share for piece in self.pieces]
        return np.maximum(np.searchsorted(begins, shares, side="right") - 1, 0)


def epsilon_path(K: ArrayLike, y: ArrayLike, C: float, offset: bool = False) -> SupportPath:
    """Support vector regression for every ε, from one so large that no point has a say down to 0.

    ``K`` is (n, n), ``y`` (n,), ``C`` > 0 the largest weight. ``path.at(epsilon)`` gives the fit.

    Raises ValueError for C ≤ 0, a K that is not symmetric and positive semidefinite, and data that are not finite numbers.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual); the path is piecewise linear in ε.

    >>> path = epsilon_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0)
    >>> path.at(2.0).alpha, path.at(0.5).alpha
    (array([1., 0.]), array([2.5, 0.5]))
    """
    problem = regression(*_given(K, y), flag(offset, "offset"))
    C = positive(C, "C", WHY_C)
    top = float(np.abs(problem.y).max()) or 1.0
    return follow(problem, (top, C), (0.0, C), np.zeros(len(problem.y), dtype=np.int8))


def c_path(K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False) -> SupportPath:
    """Support vector regression for every C from 0 to ``C``, at one ε: the λ-path, with C = 1/(2λ).

    Raises ValueError for ε < 0 and C ≤ 0, a K that is not symmetric and positive semidefinite, and data that are not finite
    numbers.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual); the path is piecewise linear in C.

    >>> path = c_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0, epsilon=0.5)
    >>> path.values.round(6), path.at(1.0).alpha
    (array([0. , 0.5, 2.5]), array([1. , 0.5]))
    """
    problem = regression(*_given(K, y), flag(offset, "offset"))
    epsilon, C = nonnegative(epsilon, "epsilon", WHY_EPSILON), positive(C, "C", WHY_C)
    return follow(problem, (epsilon, 0.0), (epsilon, C), outside(problem, epsilon))


@dataclass
class SVRWalk:
    """A solution of support vector regression that can be carried to any other ε and C, one slider move after another.

    ``K`` (n, n), ``y`` (n,), ``offset``; ``to(C, epsilon)`` moves there from where it stands, through every breakpoint
    on the way, and returns the fit.

    Raises ValueError as ``epsilon_path`` does.

    >>> walk = SVRWalk([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0])
    >>> walk.to(C=10.0, epsilon=2.0).alpha, walk.to(C=1.0, epsilon=0.5).alpha
    (array([1., 0.]), array([1. , 0.5]))
    """

    K: ArrayLike
    y: ArrayLike
    offset: bool = False

    def __post_init__(self) -> None:
        self._problem = regression(*_given(self.K, self.y), flag(self.offset, "offset"))
        self._follower = _Follower(self._problem)
        self._place: tuple[float, float] | None = None

    def to(self, C: float, epsilon: float) -> SupportVectors:
        """The fit at (C, ε)."""
        C, epsilon = positive(C, "C", WHY_C), nonnegative(epsilon, "epsilon", WHY_EPSILON)
        if self._place is None:
            self._place, self._state = (epsilon, 0.0), outside(self._problem, epsilon)
        pieces = self._follower.run(self._place, (epsilon, C), self._state)
        fit = exact(self._problem, epsilon, C, pieces[-1], 1.0)
        self._place, self._state = (epsilon, C), fit.state
        return answer(self._problem, epsilon, C, fit)


def svm_path(K: ArrayLike, y: ArrayLike, C: float, offset: bool = True) -> SupportPath:
    """The support vector machine for every C from 0 to ``C``, on classes y of −1 and +1.

    ``path.at(C)`` gives the fit that ``svm_dual`` gives, with αᵢ ≥ 0; ``path.alpha`` holds αᵢyᵢ.

    Raises ValueError for other classes, C ≤ 0 and a K that is not symmetric and positive semidefinite.

    Source: Lecture 14, Kernels continued (dual of the SVM, for the primal with ½); the path is piecewise linear in C.

    >>> svm_path([[0.0, 0.0], [0.0, 4.0]], [-1.0, 1.0], C=3.0).at(3.0).alpha.round(6)
    array([0.5, 0.5])
    """
    K = as_psd(K)
    problem = classification(K, as_labels(y, len(K)), flag(offset, "offset"))
    C = positive(C, "C", WHY_C)
    return follow(problem, (0.0, 0.0), (0.0, C), outside(problem, 0.0))


def outside(problem: BoxProblem, epsilon: float) -> np.ndarray:
    """The states at C = 0, where f = 0: a point outside the tube pulls with all the weight that there is, none."""
    y = problem.y
    pulls = np.where(problem.up & (y > epsilon), BOUND, np.where(problem.down & (y < -epsilon), -BOUND, ZERO))
    return pulls.astype(np.int8)


def follow(problem: BoxProblem, start: tuple[float, float], end: tuple[float, float], state: np.ndarray) -> SupportPath:
    """The path from ``start`` (ε, C), where ``state`` holds, to ``end``."""
    return SupportPath(problem, start, end, _Follower(problem).run(start, end, state))


def answer(problem: BoxProblem, epsilon: float, C: float, fit: Settled) -> SupportVectors:
    """The fit as every dual returns it; for classification with αᵢ ≥ 0."""
    alpha, b = fit.alpha, fit.b
    objective = problem.dual(epsilon, C).objective(alpha)
    return SupportVectors(alpha if problem.up.all() else np.abs(alpha), b, C, objective, fit.kkt)


def exact(problem: BoxProblem, epsilon: float, C: float, piece: Piece, share: float) -> Settled:
    """The exact fit for the states of a piece; where they turn out not to be optimal, the best of it and other routes."""
    if C <= 0:
        return Settled(np.zeros(len(problem.y)), 0.0, np.zeros(len(problem.y), dtype=np.int8), 0.0)
    fit = settle(problem, epsilon, C, piece.state)
    routes: tuple[Callable[[], Settled | None], ...] = (
        lambda: _afresh(problem, epsilon, C),
        lambda: _by_program(problem, epsilon, C),
        lambda: _polished(problem, epsilon, C, piece.alpha(share, C)),
    )
    for another in routes:
        if _holds(problem, fit):
            return fit
        other = another()
        fit = other if other is not None and other.kkt < fit.kkt else fit
    if not _holds(problem, fit):
        warnings.warn(
            f"the fit at ε = {epsilon:g}, C = {C:g} misses its optimality conditions by {fit.kkt:.2g} of the size of the "
            "problem; neither the path nor the convex program came closer. Try a smaller C, or a kernel of less range: C "
            "times k(x, x) should not be more than a million times the size of y.",
            RuntimeWarning,
            stacklevel=3,
        )
    return fit


def _holds(problem: BoxProblem, fit: Settled) -> bool:
    """Whether the conditions hold, or are missed by no more than rounding explains."""
    return fit.kkt <= TOLERANCE or fit.kkt <= rounding(problem, fit.alpha)


def _polished(problem: BoxProblem, epsilon: float, C: float, alpha: Array) -> Settled:
    """The weights that the path has carried, as they are or polished: where K is all but singular they go less astray."""
    dual = problem.dual(epsilon, C)
    alpha = np.clip(alpha, dual.lower, dual.upper)
    b = dual.b(alpha)
    exact_alpha, exact_b, _ = dual.polish(alpha, b)
    tries = as_fit(problem, epsilon, C, alpha, b), as_fit(problem, epsilon, C, exact_alpha, exact_b)
    return min(tries, key=lambda fit: fit.kkt)


def _afresh(problem: BoxProblem, epsilon: float, C: float) -> Settled:
    """The best fit at the end of paths that start where every point has no weight, with ties broken in other ways."""
    fits = []
    for seed in (1, 2, 3):
        pieces = _Follower(problem, seed).run((epsilon, 0.0), (epsilon, C), outside(problem, epsilon))
        fits.append(settle(problem, epsilon, C, pieces[-1].state))
        if fits[-1].kkt <= TOLERANCE:
            break
    return min(fits, key=lambda fit: fit.kkt)


def _by_program(problem: BoxProblem, epsilon: float, C: float) -> Settled | None:
    """The convex program's fit, or None where it stops without one."""
    from kernellab.solvers.convex import svm_dual, svr_dual  # only where it is needed: cvxpy is slow to import

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if problem.up.all():
                fit = svr_dual(problem.K, problem.y, C, epsilon, problem.offset)
            else:
                fit = svm_dual(problem.K, problem.y, C, problem.offset)
    except (ValueError, RuntimeError):
        return None
    alpha = fit.alpha if problem.up.all() else problem.y * fit.alpha
    as_it_is = as_fit(problem, epsilon, C, alpha, fit.b)  # polished, and verified
    return min(as_it_is, settle(problem, epsilon, C, states_of(alpha, C)), key=lambda each: each.kkt)


class _Follower:
    """Follows a path on data that are scaled, with ties broken and a K that is a little more than semidefinite."""

    def __init__(self, problem: BoxProblem, seed: int = 0) -> None:
        n = len(problem.y)
        self.size, self.unit = problem.size, float(np.trace(problem.K)) / n or 1.0
        self.K = problem.K / self.unit
        self.diagonal = np.diag(self.K).copy()
        apart = np.random.default_rng(seed).permutation(n) / n - 0.5
        self.y = problem.y / self.size + TIES * apart
        self.up, self.down, self.offset = problem.up, problem.down, problem.offset

    def run(self, start: tuple[float, float], end: tuple[float, float], state: np.ndarray) -> list[Piece]:
        """The pieces of the way from ``start`` to ``end``, both (ε, C)."""
        scale, n = self.unit / self.size, len(self.y)
        e0, c0 = start[0] / self.size, start[1] * scale
        de, dc = end[0] / self.size - e0, end[1] * scale - c0
        largest = max(c0, c0 + dc)
        self.loose = LOOSE * min(1.0, largest)
        self.K.flat[:: n + 1] = self.diagonal + max(LEAST_RIDGE, RIDGE / largest)
        now = _Standing(state, self)
        pieces: list[Piece] = []
        share, still = 0.0, 0
        with np.errstate(over="ignore"):  # a line that is level to rounding falls at infinity
            for _ in range(200 * n + 1000):
                here = (e0 + share * de, de, c0 + share * dc, dc)
                free, line, r = self._lines(now, here)
                step, point, to = self._first_event(now, free, line, r, here)
                if step > 0:  # else the piece has no length
                    pieces.append(Piece(share, now.state.copy(), free.copy(), line.T / scale))
                if share + step >= 1.0:
                    break
                still = 0 if share + step > share else still + 1
                if still > 3 * n:  # going round at one place; what is asked for there is settled by its conditions
                    break
                share += step
                now.change(point, to)
        if not pieces:  # the start is a tie that nothing resolved; its conditions decide here too
            pieces.append(Piece(share, now.state.copy(), free.copy(), line.T / scale))
        return pieces

    def _lines(self, now: _Standing, here: tuple[float, float, float, float]) -> tuple[np.ndarray, Array, Array]:
        """The free points, their weights and all residuals as straight lines: values here, and slopes."""
        e0, de, c0, dc = here
        free, rows, sign = now.members[: now.count], now.rows[: now.count], now.sign[now.members[: now.count]]
        r = np.empty((2, len(self.y)))
        np.multiply(now.from_bound, -c0, out=r[0])
        np.multiply(now.from_bound, -dc, out=r[1])
        r[0] += self.y
        line = np.empty((2, now.count))
        if now.count:
            right = np.empty((now.count, 3), order="F")
            right[:, 0] = r[0, free] - e0 * sign
            right[:, 1] = r[1, free] - de * sign
            right[:, 2] = 1.0
            solved = lapack.dposv(rows[:, free], right, lower=1, overwrite_b=1)[1].T
            line = solved[:2]
            if self.offset:
                b = (line.sum(axis=1) + now.total * np.array([c0, dc])) / (self.loose + solved[2].sum())
                line = line - b[:, None] * solved[2]
                r -= b[:, None]
            r -= line @ rows
        elif self.offset:
            r -= (now.total / self.loose) * np.array([[c0], [dc]])
        return free, line, r

    def _first_event(
        self, now: _Standing, free: np.ndarray, line: Array, r: Array, here: tuple[float, float, float, float]
    ) -> tuple[float, int, int]:
        """How far it is until the first point breaks its condition, that point, and the state that it takes."""
        e0, de, c0, dc = here
        # Conditions g + s·dg ≥ 0, where s is the way from here; one breaks where its line falls through zero.
        when, at = _first_fall(now.side * (r[0] + e0 * EDGES), now.side * (r[1] + de * EDGES))
        best = (when, at % r.shape[1], FREE if at < r.shape[1] else -FREE)
        if now.count:
            size, growth = now.sign[free] * line
            when, at = _first_fall(np.array([size, c0 - size]), np.array([growth, dc - growth]))
            if when < best[0]:
                point = int(free[at % now.count])
                best = (when, point, ZERO if at < now.count else BOUND * int(now.sign[point]))
        return best


class _Standing:
    """Where every point stands, kept so that one change costs one entry of each vector."""

    def __init__(self, state: np.ndarray, follower: _Follower) -> None:
        self.K, self.up, self.down = follower.K, follower.up, follower.down
        n, kind = len(state), np.abs(state)
        self.state, self.sign = state.copy(), np.sign(state).astype(float)
        self.pull = np.where(kind == BOUND, self.sign, 0.0)
        self.from_bound, self.total = self.K @ self.pull, float(self.pull.sum())
        # The free points, in no order, and their rows of K: a point that leaves makes room for the last.
        free = np.flatnonzero(kind == FREE)
        self.members, self.rows, self.count = np.empty(n, dtype=int), np.empty((n, n)), len(free)
        self.members[: self.count], self.rows[: self.count] = free, self.K[free]
        # On which side of +ε, and of −ε, the residual has to lie: −1 below, +1 above, 0 where that does not matter.
        self.side = np.array([np.maximum(self.pull, 0.0), np.minimum(self.pull, 0.0)])
        self.side[:, kind == ZERO] = np.array([-self.up.astype(float), self.down.astype(float)])[:, kind == ZERO]

    def change(self, i: int, to: int) -> None:
        """Give point ``i`` another state."""
        sign, kind = float(np.sign(to)), abs(to)
        pull = sign if kind == BOUND else 0.0
        if pull != self.pull[i]:
            self.from_bound += (pull - self.pull[i]) * self.K[i]
            self.total += pull - self.pull[i]
        if kind == FREE and abs(self.state[i]) != FREE:
            self.members[self.count], self.rows[self.count] = i, self.K[i]
            self.count += 1
        elif kind != FREE and abs(self.state[i]) == FREE:
            place = int(np.flatnonzero(self.members[: self.count] == i)[0])
            self.count -= 1
            self.members[place], self.rows[place] = self.members[self.count], self.rows[self.count]
        self.state[i], self.sign[i], self.pull[i] = to, sign, pull
        self.side[:, i] = (-float(self.up[i]), float(self.down[i])) if kind == ZERO else (max(pull, 0.0), min(pull, 0.0))


def _first_fall(g: Array, dg: Array) -> tuple[float, int]:
    """Where the first of the lines g + s·dg falls through zero, at s ≥ 0, and its number; infinity if none falls."""
    first = int((dg / np.maximum(g, SMALLEST)).argmin())  # the one that loses most of its height
    height, growth = float(g.flat[first]), float(dg.flat[first])
    return max(height, 0.0) / -growth if growth < 0 else np.inf, first


def _given(K: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    K = as_psd(K)
    return K, as_targets(y, len(K))
