"""Exact paths of support vector machines: between two breakpoints α is a straight line
in ε, and in C.

As long as no point changes its state (zero, free, at the bound), the free weights solve
a linear system whose right side is linear in ε and C. So a solution is carried along
until the first point would break a condition; that point changes its state, and on it
goes. Ties are broken by targets that are moved a little, and the lines are those of the
targets as they are. What is read off a line is verified by its conditions; where they
do not hold, the states are settled anew.

Source: T. Hastie, S. Rosset, R. Tibshirani and J. Zhu, The entire regularization path
for the support vector machine, 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack

from kernellab._arrays import Array, as_array, nonnegative, positive, real
from kernellab.errors import OutsidePathError
from kernellab.solvers.dual import (
    BOUND,
    FREE,
    TOLERANCE,
    WHY_C,
    WHY_EPSILON,
    ZERO,
    Dual,
    Guess,
    Settled,
    SupportVectors,
    answer,
    middle_b,
    svm_problem,
    svr_problem,
)
from kernellab.solvers.libsvm import routes
from kernellab.solvers.settle import verified

__all__ = ["SVRWalk", "c_path", "epsilon_path", "svm_path"]

# How far targets are moved apart, relative to their size, to tell which of two points
# comes first
TIES = 1e-9
# On the diagonal of K while the path is followed, times C: what it may move f, relative
# to the size of y
RIDGE = 1e-12
LEAST_RIDGE = 1e-14
# Σα is this times C · b on the way: an offset that costs next to nothing, and is always
# determined
LOOSE = 1e-11
NOTHING = 1e-10  # a weight below this share of C, in a line, is none
AFRESH = 3  # times n³ multiplications: about what a fit afresh takes
# A piece of this share of a path may be the work of a tie, and is not listed.
SHORT = 1e-6
# The unit of weights. Of conditions that fail at once those of residuals come first,
# and ties end more often.
LATER = 2.0**-60
SMALLEST = np.finfo(float).tiny  # the height of a line at zero, or below it by rounding
# Of what is known of each point, the third and the fourth.
TIE, ONE = [0.0, 0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0]


class Piece(NamedTuple):
    """A piece of a path from ``share`` on: the ``state`` (n,) of each point, and the
    straight lines, slopes and values at ``share``, of the ``free`` weights (2, k) and
    of ``b``, in the units of the follower.
    """

    share: float
    state: np.ndarray
    free: np.ndarray
    line: Array
    b: tuple[float, float]


@dataclass(frozen=True, eq=False)
class SupportPath:
    """All solutions between two settings (ε, C), as straight pieces.

    ``at(value)`` gives the verified fit at a value of the number that varies, ε or C,
    and ``alpha(values)`` the weights of many, (n, T). ``values`` holds the breakpoints,
    but for pieces shorter than a millionth of the path, and ``counts`` the number of
    support vectors from each of them to the next.

    Raises OutsidePathError, from the methods, for a value off the path, and
    UnverifiedError where double precision cannot hold the answer.
    """

    dual: Dual
    start: tuple[float, float]
    end: tuple[float, float]
    pieces: list[Piece]

    def at(self, value: float) -> SupportVectors:
        """The fit at a value of ε or of C, whichever varies along the path."""
        values = np.array([real(value, self._name)])
        (epsilon,), (C,) = self._settings(values)
        (alpha,), (b,), (kkt,), (route,) = self._fits(values)
        return answer(
            self.dual, float(epsilon), float(C), alpha, float(b), float(kkt), route
        )

    def alpha(self, values: ArrayLike) -> Array:
        """α at many values of ε or C, (n, T) for ``values`` (T,); in classification
        with the sign of the label.
        """
        values = as_array(values, self._name)
        if values.ndim != 1:
            raise ValueError(
                f"{self._name} has shape {values.shape}, but each column of the answer"
                " belongs to one value along the path. Try np.ravel of it, or"
                " at(value) for a single one."
            )
        return self._fits(values)[0].T

    @cached_property
    def values(self) -> Array:
        """The breakpoints, as values of the number that varies."""
        return self._value(self._lasting[0])

    @cached_property
    def counts(self) -> np.ndarray:
        """How many support vectors there are from each breakpoint to the next."""
        shares = np.append(self._lasting[0], 1.0)
        return np.count_nonzero(
            self.alpha(self._value((shares[:-1] + shares[1:]) / 2)), axis=0
        )

    @cached_property
    def _lasting(self) -> tuple[Array, np.ndarray]:
        """Where the pieces begin that are longer than a tie, and their numbers."""
        begins = np.array([piece.share for piece in self.pieces])
        lasting = np.flatnonzero(np.diff(begins, append=1.0) > SHORT)
        lasting = lasting if len(lasting) else np.array([len(begins) - 1])
        begins = begins[lasting]
        begins[0] = 0.0
        return begins, lasting

    def _fits(self, values: Array) -> tuple[Array, Array, Array, list[str]]:
        """α (T, n), b (T,), kkt (T,) and routes at ``values`` (T,): what the lines say,
        and where the conditions do not bear it out what the states settle to.
        """
        dual, shares = self.dual, self._shares(values)
        epsilon, C = self._settings(values)
        begins, numbers = self._lasting
        pieces = [
            self.pieces[i]
            for i in numbers[np.searchsorted(begins, shares, side="right") - 1]
        ]
        alpha, b = read(dual, pieces, shares, C)
        r = dual.y - b[:, None] - alpha @ dual.K
        # Where no point is free b may be chosen, and is chosen as everywhere else.
        if dual.offset:
            for t in np.flatnonzero(
                ~((alpha != 0) & (np.abs(alpha) < C[:, None])).any(axis=1)
            ):
                chosen = middle_b(dual, float(epsilon[t]), float(C[t]), alpha[t])
                r[t], b[t] = r[t] + (b[t] - chosen), chosen
        kkt, routes = (
            dual.missed(alpha, r, epsilon[:, None], C[:, None]),
            ["path"] * len(values),
        )
        for t in np.flatnonzero(~(kkt <= TOLERANCE)):
            guess = Guess(pieces[t].state, alpha[t].copy())
            fit, routes[t] = exact(
                dual, float(epsilon[t]), float(C[t]), guess, "the states of the path"
            )
            alpha[t], b[t], kkt[t] = fit.alpha, fit.b, fit.kkt
        return alpha, b, kkt, routes

    def _settings(self, values: Array) -> tuple[Array, Array]:
        """ε and C at these values of the one that varies."""
        fixed = np.full(len(values), self.start[1 - self._varies])
        return (values, fixed) if self._varies == 0 else (fixed, values)

    @property
    def _varies(self) -> int:
        return 0 if self.start[0] != self.end[0] else 1

    @property
    def _name(self) -> str:
        return ("epsilon", "C")[self._varies]

    def _value(self, shares: Array) -> Array:
        first, last = self.start[self._varies], self.end[self._varies]
        return np.clip(
            first + shares * (last - first), min(first, last), max(first, last)
        )

    def _shares(self, values: Array) -> Array:
        first, last = self.start[self._varies], self.end[self._varies]
        off = (values < min(first, last)) | (values > max(first, last))
        if off.any():
            raise OutsidePathError(
                f"{self._name} = {values[off][0]:g} lies outside this path, which runs"
                f" from {first:g} to {last:g}. Make a path that reaches it."
            )
        return (values - first) / (last - first)


def epsilon_path(
    K: ArrayLike, y: ArrayLike, C: float, offset: bool = False
) -> SupportPath:
    """Support vector regression for every ε, from one so large that no point has a say
    down to 0.

    ``K`` is (n, n), ``y`` (n,), ``C`` > 0 the largest weight. ``path.at(epsilon)``
    gives the fit. b = 0 unless ``offset``.

    Raises ValueError for C ≤ 0, a K that is not symmetric, and data that are not finite
    numbers, NotPositiveSemidefiniteError for a K that comes from no kernel.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual); the
    path is piecewise linear in ε.

    >>> path = epsilon_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0)
    >>> path.at(2.0).alpha, path.at(0.5).alpha
    (array([1., 0.]), array([2.5, 0.5]))
    """
    dual = svr_problem(K, y, offset)
    C = positive(C, "C", WHY_C)
    top = float(np.abs(dual.y).max()) or 1.0
    return follow(dual, (top, C), (0.0, C), np.zeros(len(dual.y), dtype=np.int8))


def c_path(
    K: ArrayLike, y: ArrayLike, C: float, epsilon: float, offset: bool = False
) -> SupportPath:
    """Support vector regression for every C from 0 to ``C``, at one ε: the λ-path, with
    C = 1/(2λ).

    ``K`` is (n, n), ``y`` (n,), ``epsilon`` ε ≥ 0 in the units of y. ``path.at(C)``
    gives the fit. b = 0 unless ``offset``.

    Raises ValueError for ε < 0, C ≤ 0, a K that is not symmetric, and data that are not
    finite numbers, NotPositiveSemidefiniteError for a K that comes from no kernel.

    Source: Lecture 16, Kernel ridge regression (support vector regression, dual); the
    path is piecewise linear in C.

    >>> path = c_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0], C=10.0, epsilon=0.5)
    >>> path.values.round(6), path.at(1.0).alpha
    (array([0. , 0.5, 2.5]), array([1. , 0.5]))
    """
    dual = svr_problem(K, y, offset)
    epsilon, C = nonnegative(epsilon, "epsilon", WHY_EPSILON), positive(C, "C", WHY_C)
    return follow(dual, (epsilon, 0.0), (epsilon, C), outside(dual, epsilon))


def svm_path(K: ArrayLike, y: ArrayLike, C: float, offset: bool = True) -> SupportPath:
    """The support vector machine for every C from 0 to ``C``, on classes y of −1 and
    +1.

    ``K`` is (n, n), ``y`` (n,). ``path.at(C)`` gives the fit that ``svm_dual`` gives,
    with αᵢ ≥ 0; ``path.alpha`` holds αᵢyᵢ.

    Raises ValueError for other classes, C ≤ 0 and a K that is not symmetric,
    NotPositiveSemidefiniteError for a K that comes from no kernel.

    Source: Lecture 14, Kernels continued (dual of the SVM, for the primal with ½); the
    path is piecewise linear in C.

    >>> svm_path([[0.0, 0.0], [0.0, 4.0]], [-1.0, 1.0], C=3.0).at(3.0).alpha.round(6)
    array([0.5, 0.5])
    """
    dual = svm_problem(K, y, offset)
    return follow(dual, (0.0, 0.0), (0.0, positive(C, "C", WHY_C)), outside(dual, 0.0))


class SVRWalk:
    """A solution of support vector regression that can be carried to any other ε and C,
    one slider move after another.

    ``K`` (n, n), ``y`` (n,); b = 0 unless ``offset``. ``to(C, epsilon)`` moves there
    from where it stands, through every breakpoint on the way, and returns the fit;
    where that is further than a fit afresh, it is made afresh.

    Raises ValueError as ``epsilon_path`` does, and UnverifiedError where double
    precision cannot hold the answer.

    >>> walk = SVRWalk([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0])
    >>> walk.to(C=10.0, epsilon=2.0).alpha, walk.to(C=1.0, epsilon=0.5).alpha
    (array([1., 0.]), array([1. , 0.5]))
    """

    def __init__(self, K: ArrayLike, y: ArrayLike, offset: bool = False) -> None:
        self._dual = svr_problem(K, y, offset)
        self._follower = _Follower(self._dual)
        self._stands: tuple[tuple[float, float], np.ndarray] | None = None

    def to(self, C: float, epsilon: float) -> SupportVectors:
        """The fit at (C, ε)."""
        C, epsilon = (
            positive(C, "C", WHY_C),
            nonnegative(epsilon, "epsilon", WHY_EPSILON),
        )
        fit, route = exact(
            self._dual,
            epsilon,
            C,
            self._guess((epsilon, C)),
            "the path from the step before",
        )
        self._stands = (epsilon, C), fit.state
        return answer(self._dual, epsilon, C, fit.alpha, fit.b, fit.kkt, route)

    def _guess(self, end: tuple[float, float]) -> Guess | None:
        if self._stands is None:
            return None
        pieces = self._follower.run(
            self._stands[0], end, self._stands[1], AFRESH * len(self._dual.y) ** 3
        )
        if not pieces:
            return None
        (alpha,), _ = read(self._dual, pieces[-1:], np.ones(1), np.array([end[1]]))
        return Guess(pieces[-1].state, alpha)


def read(
    dual: Dual, pieces: Sequence[Piece], shares: Array, C: Array
) -> tuple[Array, Array]:
    """α (T, n) and b (T,) at ``shares`` (T,) of the way, each on its own piece, where
    the box is ``C`` (T,).
    """
    state = np.array([piece.state for piece in pieces])
    further = shares - np.array([piece.share for piece in pieces])
    alpha = np.where(np.abs(state) == BOUND, C[:, None] * np.sign(state), 0.0)
    # The free weights of all pieces in one row, for a piece has few.
    row = np.repeat(np.arange(len(pieces)), [len(piece.free) for piece in pieces])
    column = np.concatenate([piece.free for piece in pieces])
    slope, height = np.concatenate([piece.line for piece in pieces], axis=1)
    sign, most = np.sign(state[row, column]), C[row]
    weight = np.clip(
        sign * (dual.size / dual.unit) * (height + further[row] * slope), 0.0, most
    )
    weight[weight < NOTHING * most] = 0.0
    alpha[row, column] = sign * np.where(weight > most - NOTHING * most, most, weight)
    slope, height = np.array([piece.b for piece in pieces]).T
    return alpha, dual.middle + dual.size * (height + further * slope)


def exact(
    dual: Dual, epsilon: float, C: float, guess: Guess | None, route: str
) -> tuple[Settled, str]:
    """The fit that a guess settles to, or where it leads nowhere the one that is found
    afresh.
    """
    return verified(
        dual, epsilon, C, [(route, lambda: guess), *routes(dual, epsilon, C)]
    )


def outside(dual: Dual, epsilon: float) -> np.ndarray:
    """The states at C = 0, where f = 0: a point outside the tube pulls with all the
    weight that there is, none.
    """
    y = dual.y - dual.middle
    pulls = np.where(
        dual.up & (y > epsilon),
        BOUND,
        np.where(dual.down & (y < -epsilon), -BOUND, ZERO),
    )
    return pulls.astype(np.int8)


def follow(
    dual: Dual, start: tuple[float, float], end: tuple[float, float], state: np.ndarray
) -> SupportPath:
    """The path from ``start`` (ε, C), where ``state`` holds, to ``end``."""
    return SupportPath(dual, start, end, _Follower(dual).run(start, end, state))


class _Follower:
    """Follows a path on data that are scaled, with ties broken and a K that is a little
    more than semidefinite.
    """

    def __init__(self, dual: Dual) -> None:
        self.dual, n = dual, len(dual.y)
        # Where Σα = 0 a constant changes nothing, and makes K regular.
        self.K = dual.K / dual.unit + float(dual.offset)
        self.diagonal = self.K.diagonal().copy()
        self.apart = TIES * (np.random.default_rng(0).permutation(n) / n - 0.5)
        self.y = (dual.y - dual.middle) / dual.size + self.apart

    def run(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        state: np.ndarray,
        budget: float = np.inf,
    ) -> list[Piece]:
        """The pieces of the way from ``start`` to ``end``, both (ε, C); none if that
        takes more products than ``budget``.
        """
        size, scale, n = self.dual.size, self.dual.unit / self.dual.size, len(self.y)
        e0, c0 = start[0] / size, start[1] * scale
        de, dc = end[0] / size - e0, end[1] * scale - c0
        largest = max(c0, c0 + dc, SMALLEST / LOOSE)
        self.loose = LOOSE * min(1.0, largest)
        self.K.flat[:: n + 1] = self.diagonal + max(LEAST_RIDGE, RIDGE / largest)
        now = _Standing(state, self)
        pieces: list[Piece] = []
        share, still = 0.0, 0
        # A line that is level to rounding falls at infinity.
        with np.errstate(over="ignore"):
            for _ in range(200 * n + 1000):
                here = (e0 + share * de, de, c0 + share * dc, dc)
                piece, g = self._conditions(now, share, here)
                step, point, to = self._first_event(now, g)
                if step > 0:  # else it has no length
                    pieces.append(piece)
                if share + step >= 1.0:
                    break
                still = 0 if share + step > share else still + 1
                # It goes round at one place; what is asked for there is settled by its
                # conditions.
                if still > 3 * n:
                    break
                share += step
                now.change(point, to)
                budget -= now.count**3 / 3 + 2 * now.count * n
                if budget < 0:
                    return []
        # Where the start is a tie that nothing resolved its conditions decide too.
        return pieces or [piece]

    def _conditions(
        self, now: _Standing, share: float, here: tuple[float, float, float, float]
    ) -> tuple[Piece, Array]:
        """The piece that begins here, and all conditions g + s·dg ≥ 0, where s is the
        way from here, as g and dg, (2, 2n + 2k).

        First for every point that its residual stays below ε and then above −ε, as far
        as its state asks for it, then for each of the k free weights that it stays
        above 0 and then below C.
        """
        e0, de, c0, dc = here
        n, k = len(self.y), now.count
        free, rows = now.members[:k], now.rows[:k]
        known = now.known.take(free, axis=1)
        # The rows are a line, its slope, what breaking ties adds, and what b does.
        # Small products cost less by dot than by @.
        solved = np.array(
            [[1.0, -c0, 0.0, 0.0, -e0], [0.0, -dc, 0.0, 0.0, -de], TIE, ONE]
        ).dot(known)
        b, db, tie = 0.0, 0.0, 0.0
        if k:
            solved = lapack.dposv(
                rows.take(free, axis=1).T,
                solved.T,
                lower=1,
                overwrite_a=1,
                overwrite_b=1,
            )[1].T
        if self.dual.offset:
            b, db, tie, by_one = solved.sum(axis=1).tolist()
            give = self.loose + by_one
            b, db, tie = (
                (b + now.total * c0) / give,
                (db + now.total * dc) / give,
                tie / give,
            )
        line = np.array(
            [[1.0, 0.0, 0.0, -b], [0.0, 1.0, 0.0, -db], [1.0, 0.0, -1.0, tie - b]]
        ).dot(solved)
        above = [
            [1.0, -c0, 0.0, -b - e0],
            [1.0, -c0, 0.0, -b + e0],
            [0.0, -dc, 0.0, -db - de],
            [0.0, -dc, 0.0, -db + de],
        ]
        r = np.array(above).dot(now.known[:4]).reshape(2, 2, n)
        r -= line[:2].dot(rows)[:, None]
        g = np.empty((2, 2 * (n + k)))
        np.multiply(r, now.side, out=g[:, : 2 * n].reshape(2, 2, n))
        weight = np.multiply(line[:2], LATER * known[4], out=g[:, 2 * n : 2 * n + k])
        np.subtract(((LATER * c0,), (LATER * dc,)), weight, out=g[:, 2 * n + k :])
        return Piece(share, now.state.copy(), free.copy(), line[1:], (db, b - tie)), g

    def _first_event(self, now: _Standing, g: Array) -> tuple[float, int, int]:
        """How far it is until the first point breaks its condition, that point, and the
        state that it takes.
        """
        n, k = len(self.y), now.count
        # The one that loses most of its height.
        first = int((g[1] / np.maximum(g[0], SMALLEST)).argmin())
        height, growth = g.item(0, first), g.item(1, first)
        when = max(height, 0.0) / -growth if growth < 0 else np.inf
        if first < 2 * n:
            return when, first % n, FREE if first < n else -FREE
        point = int(now.members[(first - 2 * n) % k])
        return (
            when,
            point,
            ZERO if first < 2 * n + k else BOUND * int(now.known[4, point]),
        )


class _Standing:
    """Where every point stands; one change costs one entry of each vector."""

    def __init__(self, state: np.ndarray, follower: _Follower) -> None:
        self.K, self.up, self.down = follower.K, follower.dual.up, follower.dual.down
        n, kind, sign = len(state), np.abs(state), np.sign(state).astype(float)
        self.state, self.pull = state.copy(), np.where(kind == BOUND, sign, 0.0)
        # Of each point: its target, what the points at a bound add up to there, per C,
        # how far ties moved it, 1, and its sign.
        self.known = np.array(
            [follower.y, self.K @ self.pull, follower.apart, np.ones(n), sign]
        )
        self.total = float(self.pull.sum())
        # The free points, in no order, and their rows of K: a point that leaves makes
        # room for the last.
        free = np.flatnonzero(kind == FREE)
        self.members, self.rows, self.count = (
            np.empty(n, dtype=int),
            np.empty((n, n)),
            len(free),
        )
        self.members[: self.count], self.rows[: self.count] = free, self.K[free]
        # On which side of +ε, and of −ε, the residual has to lie: −1 below, +1 above, 0
        # where that does not matter.
        at_bound = np.maximum(self.pull, 0.0), np.minimum(self.pull, 0.0)
        self.side = np.where(kind == ZERO, (-1.0 * self.up, 1.0 * self.down), at_bound)

    def change(self, i: int, to: int) -> None:
        """Give point ``i`` another state."""
        sign, kind = float((to > 0) - (to < 0)), abs(to)
        pull = sign if kind == BOUND else 0.0
        if pull != self.pull[i]:
            self.known[1] += (pull - self.pull[i]) * self.K[i]
            self.total += pull - self.pull[i]
        if kind == FREE and abs(self.state[i]) != FREE:
            self.members[self.count], self.rows[self.count] = i, self.K[i]
            self.count += 1
        elif kind != FREE and abs(self.state[i]) == FREE:
            place = int((self.members[: self.count] == i).argmax())
            self.count -= 1
            self.members[place], self.rows[place] = (
                self.members[self.count],
                self.rows[self.count],
            )
        self.state[i], self.known[4, i], self.pull[i] = to, sign, pull
        upper, lower = (
            (-float(self.up[i]), float(self.down[i]))
            if kind == ZERO
            else (max(pull, 0.0), min(pull, 0.0))
        )
        self.side[0, i], self.side[1, i] = upper, lower
