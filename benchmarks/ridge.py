"""Ridge and Gram matrices against scikit-learn: `python benchmarks/ridge.py`."""

from __future__ import annotations

import numpy as np
from figures import keep
from sklearn.kernel_ridge import KernelRidge as Peer
from sklearn.metrics.pairwise import rbf_kernel
from timing import ratio

from kernellab import RBF, KernelRidge, gram, residual, ridge_path

LENGTH_SCALE = 3.0
GAMMA = 1 / (2 * LENGTH_SCALE**2)
LAMS = np.logspace(-2, 3, 200)


def data(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    X = rng.uniform(4, 40, size=(n, 1))
    return X, 0.07 * X.ravel() ** 2 + rng.normal(0, 6, size=n)


def refit_every_lam(X, y):
    return np.stack(
        [
            Peer(kernel="rbf", gamma=GAMMA, alpha=lam).fit(X, y).dual_coef_
            for lam in LAMS
        ],
        axis=1,
    )


def one_eigendecomposition(X, y):
    path = ridge_path(gram(RBF(LENGTH_SCALE), X), y)
    return path.alpha(LAMS), path.loo(LAMS), path.dof(LAMS)


def main() -> None:
    found = {}
    print(f"{'work':58}{'n':>6}{'peer, ms':>11}{'ours, ms':>11}{'peer / ours':>13}")
    for n, rounds in ((62, 15), (500, 5), (1000, 1)):
        X, y = data(n)
        assert residual(one_eigendecomposition(X, y)[0], refit_every_lam(X, y)) < 1e-6
        work = "200 λ: refits / α, leave-one-out and dof from one eigh"
        found[f"path {n}"] = row(
            work, n, rounds, one_eigendecomposition, refit_every_lam, X, y
        )
    for n, rounds in ((62, 101), (500, 31), (1000, 15)):
        X, y = data(n)

        def ours(X, y):
            return KernelRidge(RBF(LENGTH_SCALE), lam=1.0).fit(X, y).predict(X)

        def peer(X, y):
            return Peer(kernel="rbf", gamma=GAMMA).fit(X, y).predict(X)

        assert residual(ours(X, y), peer(X, y)) < 1e-6
        found[f"fit {n}"] = row(
            "one RBF fit and predict: KernelRidge / KernelRidge",
            n,
            rounds,
            ours,
            peer,
            X,
            y,
        )
    for n, rounds in ((62, 301), (500, 51), (1000, 31)):
        X, y = data(n)
        ours, peer = (
            (lambda X, y: gram(RBF(LENGTH_SCALE), X)),
            (lambda X, y: rbf_kernel(X, gamma=GAMMA)),
        )
        assert residual(ours(X, y), peer(X, y)) < 1e-9
        found[f"gram {n}"] = row(
            "RBF Gram matrix: rbf_kernel / gram", n, rounds, ours, peer, X, y
        )
    keep("ridge", found)


def row(work: str, n: int, rounds: int, ours, peer, X, y) -> float:
    mine, theirs, factor = ratio(lambda: ours(X, y), lambda: peer(X, y), rounds)
    print(
        f"{work:58}{n:6}{1e3 * theirs:11.2f}{1e3 * mine:11.2f}{factor:12.1f}×",
        flush=True,
    )
    return factor


if __name__ == "__main__":
    main()
