"""Ridge on a million points, in blocks, against scikit-learn's pipelines: `python
benchmarks/blocks.py`.

Each fit has a process to itself, so that its memory is its own: the peak beyond what
data and libraries take. scikit-learn runs with as many BLAS threads as ours has
threads; under OMP_NUM_THREADS=1 it would have one. About five minutes and 9 GB of
memory, nearly all of it the peer's.

Last comes what precision costs: the fit with sums whitened afterwards against one that
whitens each point first, in float64 both, by the largest difference of two predictions
relative to the largest prediction.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from time import perf_counter

import numpy as np
from figures import keep
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
from threadpoolctl import threadpool_limits

from kernellab import (
    RBF,
    block_ridge,
    fourier_features,
    in_blocks,
    monomials,
    nystrom_features,
    residual,
)

D, M, LAM, LENGTH_SCALE, SIZE = 5, 500, 1.0, 2.0, 4096
GAMMA = 1 / (2 * LENGTH_SCALE**2)
NEW = np.random.default_rng(1).normal(size=(1000, D))


def data(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, D))
    return X, np.sin(X[:, 0]) + 0.3 * X[:, 1] * X[:, 2] + 0.1 * rng.normal(size=n)


def landmarks(X):
    return X[np.random.default_rng(0).permutation(len(X))[:M]]


def cubic(X):
    return monomials(X, degree=3)[:, 1:]


def blocks_of(phi: Callable, size: int, X, y, threads: int):
    """The fit in blocks; predictions are made in float64."""
    if threads == 1:
        return block_ridge(phi, in_blocks(X, y, size), LAM)
    with ThreadPoolExecutor(threads) as executor:
        return block_ridge(phi, in_blocks(X, y, size), LAM, executor=executor)


def our_nystrom(X, y, threads):
    phi = nystrom_features(RBF(LENGTH_SCALE), landmarks(X))
    return phi.expansion(blocks_of(phi, SIZE, X, y, threads))


def our_fourier(X, y, threads):
    w = blocks_of(
        fourier_features(RBF(LENGTH_SCALE), D, M, 0, np.float32),
        2 * SIZE,
        X,
        y,
        threads,
    )
    return lambda P: fourier_features(RBF(LENGTH_SCALE), D, M, 0)(P) @ w


def our_cubic(X, y, threads):
    w = blocks_of(cubic, 4 * SIZE, X, y, threads)
    return lambda P: cubic(P) @ w


def their(features):
    return lambda X, y, threads: (
        make_pipeline(features, Ridge(alpha=LAM, fit_intercept=False)).fit(X, y).predict
    )


WORK = {
    "Nystroem + Ridge": (
        our_nystrom,
        their(
            Nystroem(gamma=GAMMA, n_components=M, random_state=np.random.RandomState(0))
        ),
    ),
    "RBFSampler + Ridge": (
        our_fourier,
        their(RBFSampler(gamma=GAMMA, n_components=M, random_state=0)),
    ),
    "PolynomialFeatures(3) + Ridge": (
        our_cubic,
        their(PolynomialFeatures(3, include_bias=False)),
    ),
}


def measured(
    name: str, whose: int, n: int, threads: int
) -> tuple[float, float, np.ndarray]:
    """Seconds, the additional peak of memory in MB, and predictions."""
    fit, (X, y) = WORK[name][whose], data(n)
    with threadpool_limits(threads if whose else 1):
        # What is loaded at first use is nobody's price.
        fit(X[:1000], y[:1000], threads)
        before, start = peak(), perf_counter()
        f = fit(X, y, threads)
        return perf_counter() - start, peak() - before, f(NEW)


def one_pass(n: int) -> tuple[float, float]:
    """Seconds and extra MB of the blocks alone, without the making of the map, which
    does not know n.
    """
    X, y = data(n)
    phi = nystrom_features(RBF(LENGTH_SCALE), landmarks(X))
    with threadpool_limits(1):
        blocks_of(phi, SIZE, X[:SIZE], y[:SIZE], 1)
        before, start = peak(), perf_counter()
        blocks_of(phi, SIZE, X, y, 1)
        return perf_counter() - start, peak() - before


def precision(n: int, length_scale: float) -> tuple[float, float]:
    """How often the sums fit into the time of whitening each point first; and the error
    of the cheaper way.
    """
    X, y = data(n)
    phi = nystrom_features(RBF(length_scale), landmarks(X))
    seconds, fits = [], []
    for features in (phi.__call__, phi):
        start = perf_counter()
        w = blocks_of(features, SIZE, X, y, 2)
        seconds.append(perf_counter() - start)
        fits.append(phi.expansion(w)(NEW))
    return seconds[0] / seconds[1], residual(fits[1], fits[0])


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def alone(work: Callable, *arguments):
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def main() -> None:
    found: dict[str, float] = {}
    titles = ("threads", "peer, s", "ours, s", "peer / ours", "peer, MB", "ours, MB")
    print(f"{'a million points, d = 5':30}", *(f"{title:>12}" for title in titles))
    for name in WORK:
        seconds = {}
        for threads in (1, 2):
            theirs, ours = (
                alone(measured, name, whose, 10**6, threads) for whose in (1, 0)
            )
            seconds[threads] = theirs[0], ours[0]
            factor = f"{theirs[0] / ours[0]:11.1f}×"
            found |= {f"{name}, {threads}": theirs[0] / ours[0]}
            if threads == 1:
                found |= {f"{name}, peer MB": theirs[1], f"{name}, ours MB": ours[1]}
            print(
                f"{name:30} {threads:12} {theirs[0]:12.2f} {ours[0]:12.2f} {factor}"
                f" {theirs[1]:12.0f} {ours[1]:12.0f}",
                flush=True,
            )
            # Another draw of waves or landmarks is another approximation; the cubic
            # features are the same.
            assert residual(ours[2], theirs[2]) < (
                1e-9 if name.startswith("Poly") else 0.1
            )
        print(
            f"{'two threads of ours to one of BLAS':56}{'':13}"
            f"{seconds[1][0] / seconds[2][1]:11.1f}×"
        )
    print(
        f"\n{'Nyström in blocks, one thread':30} {'points':>12} {'ours, s':>12}"
        f" {'extra MB':>12}"
    )
    sizes, spent = [10**4, 10**5, 10**6], []
    for n in sizes:
        runs = [alone(one_pass, n) for _ in range(3)]
        spent.append(min(run[0] for run in runs))
        print(
            f"{'':30} {n:12} {spent[-1]:12.3f} {max(run[1] for run in runs):12.0f}",
            flush=True,
        )
    print(
        "time grows as n to the power"
        f" {np.polyfit(np.log(sizes), np.log(spent), 1)[0]:.2f}"
    )
    print(
        f"\n{'whitened after the sum, 10⁶':30} {'ℓ':>12} {'first/after':>12}"
        f" {'error':>12}"
    )
    for length_scale in (1.0, 2.0, 4.0):
        factor, error = alone(precision, 10**6, length_scale)
        print(f"{'':30} {length_scale:12} {factor:11.1f}× {error:12.1e}", flush=True)
        found |= {
            f"whitening {length_scale:g}": factor,
            f"error {length_scale:g}": error,
        }
        assert error < 1e-4
    keep("blocks", found)


if __name__ == "__main__":
    main()
