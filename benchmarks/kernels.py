"""The Gram matrix of an expression of five kernels against scikit-learn's: `python
benchmarks/kernels.py`.
"""

from __future__ import annotations

import numpy as np
from figures import keep
from sklearn.gaussian_process import kernels as peers
from timing import ratio

from kernellab import (
    RBF,
    Constant,
    Laplace,
    Linear,
    Matern,
    RationalQuadratic,
    gram,
    residual,
)

OURS = (
    2 * RBF(1.5)
    + Matern(2.0, nu=1.5) * RationalQuadratic(1.0, 0.5)
    + Linear() * Laplace(3.0)
    + Constant(0.5)
)
PEER = (
    2 * peers.RBF(1.5)
    + peers.Matern(2.0, nu=1.5) * peers.RationalQuadratic(1.0, 0.5)
    + peers.DotProduct(0.0) * peers.Matern(3.0, nu=0.5)
    + peers.ConstantKernel(0.5)
)


def main() -> None:
    found = {}
    print(f"{'work':58}{'n':>6}{'peer, ms':>11}{'ours, ms':>11}{'peer / ours':>13}")
    for n, rounds in ((62, 201), (500, 21), (2000, 7)):
        X = np.random.default_rng(n).normal(size=(n, 5))
        assert residual(gram(OURS, X), PEER(X)) < 1e-12
        mine, theirs, factor = ratio(
            lambda X=X: gram(OURS, X), lambda X=X: PEER(X), rounds
        )
        work = "Gram of five kernels, d = 5: gaussian_process.kernels / gram"
        print(
            f"{work:58}{n:6}{1e3 * theirs:11.2f}{1e3 * mine:11.2f}{factor:12.1f}×",
            flush=True,
        )
        found[f"gram of five {n}"] = factor
    keep("kernels", found)


if __name__ == "__main__":
    main()
