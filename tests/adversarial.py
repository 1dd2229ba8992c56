"""Two hundred support vector regressions that are meant to be hard: ties, repeats, no
spread, and numbers of every size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kernellab import RBF, Kernel, Linear, Polynomial, gram


@dataclass(frozen=True)
class Problem:
    name: str
    X: np.ndarray
    y: np.ndarray
    kernel: Kernel
    C: float
    epsilon: float
    offset: bool

    def __str__(self) -> str:
        return (
            f"{self.name}, {self.kernel!r}, {'with b' if self.offset else 'without b'}"
        )

    @property
    def K(self) -> np.ndarray:
        return gram(self.kernel, self.X)


KERNELS = [RBF(1.0), Linear(), Polynomial(2), RBF(0.1), RBF(10.0)]


def _repeated(values: np.ndarray) -> np.ndarray:
    half = len(values) // 2
    return np.concatenate([values[: len(values) - half], values[:half]])


def _same_box(problem: Problem) -> Problem:
    """The same C times k(x, x) where k(x, x) has grown: in double precision α cannot
    cancel a million millions.
    """
    return replace(problem, C=problem.C / np.trace(problem.K) * len(problem.y))


HARDSHIPS: dict[str, Callable[[Problem], Problem]] = {
    "plain": lambda p: p,
    "rounded y": lambda p: replace(p, y=np.round(p.y)),
    "y = ±1": lambda p: replace(p, y=np.where(p.y > 0, 1.0, -1.0)),
    "points twice": lambda p: replace(p, X=_repeated(p.X)),
    "points and targets twice": lambda p: replace(
        p, X=_repeated(p.X), y=_repeated(p.y)
    ),
    "all on one line": lambda p: replace(
        p, X=p.X[:, :1] * [1.0, -2.0], y=3 * p.X[:, 0] + 1
    ),
    "constant y": lambda p: replace(p, y=np.full(len(p.y), 2.0)),
    "y = 0": lambda p: replace(p, y=np.zeros(len(p.y))),
    "epsilon = 0": lambda p: replace(p, epsilon=0.0),
    "huge C": lambda p: replace(p, C=1e8),
    "huge C, epsilon = 0": lambda p: replace(p, C=1e8, epsilon=0.0),
    "tiny C": lambda p: replace(p, C=1e-8),
    "one point": lambda p: replace(p, X=p.X[:1], y=p.y[:1]),
    "two points": lambda p: replace(p, X=p.X[:2], y=p.y[:2]),
    "y in millions": lambda p: replace(p, y=p.y * 1e6, epsilon=p.epsilon * 1e6),
    "y in millionths": lambda p: replace(p, y=p.y * 1e-6, epsilon=p.epsilon * 1e-6),
    "X in millions": lambda p: _same_box(replace(p, X=p.X * 1e6)),
    "X in millionths": lambda p: replace(p, X=p.X * 1e-6),
    "all at one place": lambda p: replace(p, X=np.zeros_like(p.X)),
    "a grid": lambda p: replace(
        p, X=np.round(p.X), y=np.round(p.y), C=1.0, epsilon=0.5
    ),
}


def problems() -> list[Problem]:
    """Each hardship with each kernel, without offset and with one."""
    found = []
    for i, (name, harden) in enumerate(HARDSHIPS.items()):
        for j, kernel in enumerate(KERNELS):
            rng = np.random.default_rng([i, j])
            X = rng.normal(size=(int(rng.integers(8, 40)), 2))
            y = np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=len(X))
            C, epsilon = float(10 ** rng.uniform(-2, 2)), float(rng.uniform(0, 0.5))
            found += [
                harden(Problem(name, X, y, kernel, C, epsilon, offset))
                for offset in (False, True)
            ]
    return found
