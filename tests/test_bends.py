"""The breakpoints of support vector paths against libsvm alone: between two of them f
is linear, and at each of them f or α bends.

Values of K are exact in single precision, in which libsvm keeps them.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, SVR

from kernellab import Laplace, Linear, Polynomial, gram
from kernellab.solvers.paths import SupportPath, c_path, epsilon_path, svm_path

FLAT = 2e-6  # a second difference of f that is none, relative to the size of y
SHORTEST = 1e-4  # of the segments that libsvm can tell from a point
INSIDE = np.array([0.03, 0.27, 0.5, 0.73, 0.97])


@dataclass(frozen=True)
class Problem:
    kind: str
    task: str
    K: np.ndarray
    y: np.ndarray
    C: float
    epsilon: float
    offset: bool

    @property
    def path(self) -> SupportPath:
        if self.task == "epsilon":
            return epsilon_path(self.K, self.y, self.C, self.offset)
        if self.task == "C":
            return c_path(self.K, self.y, self.C, self.epsilon, self.offset)
        return svm_path(self.K, self.y, self.C, self.offset)

    def f(self, value: float) -> tuple[np.ndarray, float] | None:
        """Kα by libsvm, and b or NaN where no point is free; None where libsvm does not
        end. Without an offset every point is given again, mirrored.
        """
        K, y, n = self.K, self.y, len(self.y)
        C, epsilon = (
            (self.C, value) if self.task == "epsilon" else (value, self.epsilon)
        )
        if not self.offset:
            K, y, C = np.kron([[1.0, -1.0], [-1.0, 1.0]], K), np.append(y, -y), C / 2
        options = {"kernel": "precomputed", "C": C, "tol": 1e-11, "max_iter": 200_000}
        machine = (
            SVC(**options) if self.task == "svm" else SVR(epsilon=epsilon, **options)
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            try:
                machine.fit(K, y)
            except ConvergenceWarning:
                return None
        weights = machine.dual_coef_[0]
        share = np.abs(weights) / C
        free = ((share > 1e-5) & (share < 1 - 1e-5)).any()
        b = float(machine.intercept_[0]) if self.offset and free else np.nan
        return (K[:, machine.support_] @ weights)[:n], b


def problem(seed: int) -> Problem:
    rng = np.random.default_rng([20, seed])
    kind = ("ordinary", "whole numbers", "labels", "twice", "on a line", "few")[
        seed % 6
    ]
    n, d = int(rng.integers(2, 22)), int(rng.integers(1, 4))
    X = np.round(rng.normal(size=(n, d)) * 64) / 64
    y = rng.normal(size=n)
    if kind == "whole numbers":
        X, y = rng.integers(-5, 6, (n, d)) * 1.0, rng.integers(-5, 6, n) * 1.0
    elif kind == "labels":
        X, y = rng.integers(-2, 3, (n, d)) * 1.0, np.where(y > 0, 1.0, -1.0)
    elif kind == "twice":
        chosen = rng.integers(n, size=n)
        X, y = X[chosen], (y if seed % 4 else y.round())[chosen]
    elif kind == "on a line":
        X, y = X[:, :1].round() * [1.0, -2.0], (2 * y).round() / 2
    elif kind == "few":
        n = 2 + n % 4
        X, y = rng.integers(-3, 4, (n, d)) * 1.0, rng.integers(-1, 2, n) * 1.0
    if not y.any():
        y[0] = 1.0
    whole = np.array_equal(X, X.round())
    k = (Linear(), Polynomial(2) if whole else Linear(), Laplace(1.0))[seed // 6 % 3]
    points, where = np.unique(X, axis=0, return_inverse=True)
    # Distinct points have a positive definite K in single precision too.
    K = gram(k, points).astype(np.float32).astype(float)[where][:, where]
    task, offset = ("epsilon", "C", "svm")[seed // 18 % 3], bool(seed // 54 % 2)
    size = float(10 ** rng.uniform(-1, 1.5)) if seed % 5 else 1.0
    C = size * float(np.abs(y).max()) / (np.trace(K) / n or 1.0)
    labels = np.where(y > np.median(y), 1.0, -1.0)
    if task == "svm" and len(set(labels)) == 2:
        return Problem(kind, task, K, labels, C, 0.0, offset)
    task = "epsilon" if task == "svm" else task
    epsilon = float(rng.integers(0, 4)) / 4 * np.abs(y).max() / 2
    return Problem(kind, task, K, y, C, epsilon, offset)


def bent(ts: np.ndarray, rows: list[np.ndarray]) -> float:
    """How far the middle rows lie off the line through the first and the last."""
    rows = np.array(rows)
    share = ((ts - ts[0]) / (ts[-1] - ts[0]))[:, None]
    return float(np.abs(rows - (1 - share) * rows[0] - share * rows[-1]).max())


def faults(problem: Problem) -> list[str]:
    """What is wrong with values and counts."""
    path = problem.path
    ends = np.append(path.values, path.last)
    size, scale = np.abs(problem.y).max(), np.abs(ends).max()
    found, alphas = [], []
    for i, (a, b) in enumerate(pairwise(ends)):
        ts = a + INSIDE * (b - a)
        alphas.append((ts, path.alpha(ts).T))
        counts = set(np.count_nonzero(alphas[-1][1], axis=1).tolist())
        if abs(b - a) < SHORTEST * scale:
            continue
        if counts != {int(path.counts[i])}:
            found.append(f"{counts} support vectors from {a} to {b}")
        fits = [problem.f(t) for t in ts]
        if any(fit is None for fit in fits):
            continue
        rows = [product for product, _ in fits]
        if np.isfinite([b for _, b in fits]).all():
            rows = [product + b for product, b in fits]
        if bent(ts, rows) > FLAT * size:
            found.append(f"f bends by {bent(ts, rows) / size:.1e} from {a} to {b}")
    for (before, left), (after, right) in pairwise(alphas):
        # α is extrapolated from both sides to both sides.
        line = np.polynomial.polynomial.polyfit(before - after[2], left, 1)
        predicted = line[0] + line[1] * (after - after[2])[:, None]
        if np.abs(predicted - right).max() < 1e-9 * problem.C:
            found.append(f"nothing bends between {before[2]} and {after[2]}")
    return found


def check(seeds: range) -> None:
    assert not {seed: found for seed in seeds if (found := faults(problem(seed)))}


def test_a_path_of_each_kind_lists_every_bend():
    check(range(0, 108, 19))


@pytest.mark.slow
def test_a_hundred_paths_list_every_bend():
    check(range(108))


@pytest.mark.whole
@pytest.mark.parametrize("block", range(20))
def test_two_thousand_paths_list_every_bend(block):
    check(range(108 + 100 * block, 208 + 100 * block))
