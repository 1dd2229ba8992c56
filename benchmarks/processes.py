"""Gaussian processes against scikit-learn: `python benchmarks/processes.py`."""

from __future__ import annotations

import numpy as np
from figures import keep
from scipy.optimize import minimize
from sklearn.gaussian_process import GaussianProcessRegressor as Peer
from sklearn.gaussian_process.kernels import RBF as PeerRBF
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel
from timing import ratio

from kernellab import RBF, GaussianProcess, residual
from kernellab.gaussian_process import _Search

BOUNDS = {
    "kernel__factor": (1e-2, 1e2),
    "kernel__kernel__length_scale": (1e-1, 1e1),
    "noise": (1e-3, 1e1),
}
START = GaussianProcess(1.0 * RBF(1.5), 0.3, bounds=BOUNDS)


def data(n: int) -> tuple[np.ndarray, np.ndarray]:
    """A draw with τ² = 2, ℓ = 1 and σ² = 0.1 at n points of the plane."""
    rng = np.random.default_rng(n)
    X = rng.uniform(0, 6, size=(n, 2))
    f = GaussianProcess(2.0 * RBF(1.0)).sample_y(X, random_state=n).ravel()
    return X, f + np.sqrt(0.1) * rng.standard_normal(n)


def peer(X: np.ndarray, y: np.ndarray, optimizer: object = None) -> Peer:
    factor, scale, noise = BOUNDS.values()
    k = ConstantKernel(1.0, factor) * PeerRBF(1.5, scale) + WhiteKernel(0.3, noise)
    # Its alpha is added to the noise of the kernel.
    return Peer(k, alpha=1e-12, optimizer=optimizer).fit(X, y)


def evaluations(X: np.ndarray, y: np.ndarray) -> int:
    """How often our fit evaluates log p and its gradient."""
    at, count = _Search.at, 0

    def counting(search: _Search, *given: object, **more: object) -> object:
        nonlocal count
        count += more.get("slopes", True)
        return at(search, *given, **more)

    _Search.at = counting
    try:
        START.fit(X, y)
    finally:
        _Search.at = at
    return count


def main() -> None:
    found = {}
    print(f"{'work':44}{'n':>6}{'peer, ms':>11}{'ours, ms':>11}{'peer / ours':>13}")
    for n, rounds in ((500, 15), (2000, 3)):
        X, y = data(n)
        search = _Search(START.kernel, START.noise, X, y, BOUNDS)
        theirs, count = peer(X, y), evaluations(X, y)

        def one(search=search):
            here = search.at(search.start)
            return here.value, *here.gradient

        def their_one(theirs=theirs):
            value, slope = theirs.log_marginal_likelihood(theirs.kernel_.theta, True)
            return value, *np.roll(slope, 1)  # theirs has the noise last, ours first

        assert residual(one(), their_one()) < 1e-8
        work = "log p(y) and its gradient in τ², ℓ and σ²"
        found[f"evidence {n}"] = row(work, n, rounds, one, their_one)

        def as_often(objective, start, bounds, count=count):
            """L-BFGS as the peer runs it; then the last point again, to our count."""
            done = minimize(
                objective,
                start,
                jac=True,
                method="L-BFGS-B",
                bounds=bounds,
                options={"maxfun": count},
            )
            for _ in range(count - done.nfev):
                objective(done.x)
            return done.x, done.fun

        def fit(X=X, y=y):
            return START.fit(X, y).log_marginal_likelihood_

        def their_fit(X=X, y=y, as_often=as_often):
            return peer(X, y, as_often).log_marginal_likelihood_value_

        assert residual(fit(), their_fit()) < 1e-6
        work = f"a fit, {count} such evaluations"
        found[f"fit {n}"] = row(work, n, max(1, rounds // 5), fit, their_fit)
    keep("processes", found)


def row(work: str, n: int, rounds: int, ours, theirs) -> float:
    mine, other, factor = ratio(ours, theirs, rounds)
    print(
        f"{work:44}{n:6}{1e3 * other:11.2f}{1e3 * mine:11.2f}{factor:12.1f}×",
        flush=True,
    )
    return factor


if __name__ == "__main__":
    main()
