"""∏(1 + xₐzₐ) and the 2^d products of coordinates behind it, by induction."""

from itertools import combinations

import numpy as np

from askfirst import Step, Steps, assume, derivation
from kernellab import interactions
from kernellab._arrays import ArrayLike, as_points, positive_integer
from kernellab.course.shared.ingredients import levelled

MOST_COORDINATES = 12  # coordinates: 4096 subsets


@derivation(
    "All interactions, by induction over the coordinates",
    claim="d brackets in place of 2ᵈ features",
)
def interactions_map(X: ArrayLike, order: int | None = None) -> Steps:
    """φ(x)ᵀφ(z) = ∏ₐ (1 + xₐzₐ), where φ holds the product of every subset of x.

    ``X`` is (n, d) with d ≤ 12, and every pair of its rows is tried; ``order``, if
    given, keeps only the subsets of at most that many coordinates, and an order below d
    breaks the step that doubles the features.

    Raises ValueError for more than 12 coordinates, an order that is not whole, and a
    product beyond 1e50.

    Source: Kernels, explicit and implicit feature expansion (case II).

    >>> X = [[1.0, 2.0, 3.0], [0.5, -1.0, 4.0]]
    >>> interactions_map(X).holds
    True
    >>> interactions_map(X, order=2).first_failure.verdict
    'needs every subset of the coordinates, but only 7 of 8 are here'
    """
    X = as_points(X)
    n, d = X.shape
    if d > MOST_COORDINATES:
        raise ValueError(
            f"X has {d} coordinates and so {2**d:.3g} interactions, more than this"
            f" derivation writes out (d ≤ {MOST_COORDINATES}). Try X[:, :10]."
        )
    if np.log10(1 + X**2).sum(axis=1).max() > 50:
        raise ValueError(
            "∏(1 + xₐ²) exceeds 1e50 on these points (coordinates up to"
            f" {np.abs(X).max():.1g}). Try larger units for the points."
        )
    if order is None:
        order = d
    else:
        why = "an interaction multiplies a whole number of coordinates"
        order = positive_integer(order, "order", why)
    # Phis[a] is the map of the first a coordinates; the last is written out by subsets
    Phis = [np.ones((n, 1)), *(interactions(X[:, :a]) for a in range(1, d + 1))]
    sizes = range(min(order, d) + 1)
    subsets = [each for size in sizes for each in combinations(range(d), size)]
    subsets.sort(key=lambda subset: sum(1 << i for i in subset))
    written = np.stack([X[:, list(subset)].prod(axis=1) for subset in subsets], axis=1)
    seen = f"only {len(subsets)} of {2**d} are here"
    complete = assume("every subset of the coordinates", len(subsets) == 2**d, seen)
    doubled = np.hstack([Phis[d - 1], X[:, -1:] * Phis[d - 1]])
    Phis[d] = written
    grams = np.stack([Phi @ Phi.T for Phi in Phis])
    pairs = np.stack([np.outer(column, column) for column in X.T])  # xₐzₐ
    product = (1 + pairs).prod(axis=0)

    yield Step(
        r"\phi_0(x)^\top\phi_0(z)=1",
        "the start: no coordinate has one subset, the empty one, and its product is 1",
        (grams[0], np.ones((n, n))),
    )
    yield Step(
        r"\phi_a(x)=(\phi_{a-1}(x),\;x_a\,\phi_{a-1}(x))",
        "a subset of $x₁ … xₐ$ leaves $xₐ$ out or takes it in; written out here for"
        " the last coordinate",
        (written, doubled),
        needs=(complete,),
    )
    yield Step(
        r"\phi_a(x)^\top\phi_a(z)=\phi_{a-1}(x)^\top\phi_{a-1}(z)"
        r"+x_az_a\,\phi_{a-1}(x)^\top\phi_{a-1}(z)",
        "an inner product of stacked vectors is the sum of two inner products; for"
        " every $a = 1 … d$",
        levelled(grams[1:], grams[:-1] + pairs * grams[:-1]),
    )
    yield Step(
        r"\phi_a(x)^\top\phi_a(z)=(1+x_az_a)\,\phi_{a-1}(x)^\top\phi_{a-1}(z)",
        "take out the common factor: each coordinate doubles the features and"
        " multiplies the kernel by one bracket",
        levelled(grams[1:], (1 + pairs) * grams[:-1]),
    )
    yield Step(
        r"\phi(x)^\top\phi(z)=\prod_{a=1}^d(1+x_az_a)",
        "go from $a = 0$ to $a = d$",
        (grams[-1], product),
    )
    yield Step(
        r"m=2^d",
        "count: each coordinate doubled the number of features",
        (float(len(subsets)), 2.0**d),
    )
