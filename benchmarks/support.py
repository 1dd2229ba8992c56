"""Exact support vector paths against libsvm, refit by refit: `python benchmarks/support.py`."""

from __future__ import annotations

from itertools import cycle

import numpy as np
from sklearn.svm import SVR as Peer
from timing import ratio

from kernellab import RBF, SVRWalk, epsilon_path, gram, residual
from kernellab.solvers.convex import SVRProgram

C = 10.0


def data(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    X = rng.uniform(4, 40, size=(n, 1))
    return gram(RBF(3.0), X), 0.07 * X.ravel() ** 2 + rng.normal(0, 6, size=n)


def main() -> None:
    print(f"{'work':58}{'n':>6}{'peer, ms':>11}{'ours, ms':>11}{'peer / ours':>13}")
    for n, rounds in ((62, 9), (500, 3)):
        K, y = data(n)
        epsilons = np.linspace(0, 18, 200)  # up to three standard deviations of the noise

        def refits(K=K, y=y, epsilons=epsilons):
            return [Peer(kernel="precomputed", C=C, epsilon=epsilon, tol=1e-6).fit(K, y) for epsilon in epsilons]

        def one_path(K=K, y=y, epsilons=epsilons):
            return epsilon_path(K, y, C, offset=True).alpha(epsilons)

        check = refits()[100]
        exact = epsilon_path(K, y, C, offset=True).at(epsilons[100])
        assert residual(check.predict(K), K @ exact.alpha + exact.b) < 1e-5
        row("200 ε: refits of libsvm (tol 1e-6) / one exact path", n, *reversed(ratio(one_path, refits, rounds)[:2]))
    for n in (62, 500):
        K, y = data(n)
        walk, program = SVRWalk(K, y, offset=True), SVRProgram(K, y, offset=True)
        walk.to(C, 5.0)
        steps = cycle(np.concatenate([np.linspace(5, 15, 41), np.linspace(15, 5, 41)]))

        def move(walk=walk, steps=steps):
            return walk.to(C, next(steps))

        def again(program=program):
            return program.solve(C, 7.0)

        mine, theirs, _ = ratio(move, again, 61 if n < 100 else 9)
        row("one move of a slider: convex program / warm walk", n, theirs, mine)


def row(work: str, n: int, theirs: float, mine: float) -> None:
    print(f"{work:58}{n:6}{1e3 * theirs:11.2f}{1e3 * mine:11.2f}{theirs / mine:12.1f}×", flush=True)


if __name__ == "__main__":
    main()
