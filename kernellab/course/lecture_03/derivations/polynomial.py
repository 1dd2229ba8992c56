"""The map behind the polynomial kernel: multiply the power out, and count."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, factorial, log10, prod

import numpy as np

from askfirst import Step, Steps, assume, derivation
from kernellab._arrays import ArrayLike, as_bool, as_points, positive_integer, real

MOST_MONOMIALS = 10_000  # monomials that are multiplied out by hand
WHY_DEGREE = "the power is a product of that many factors"


def _multiplied_out(d: int, degree: int) -> dict[tuple[int, ...], int]:
    """How often each monomial arises in (t₀ + t₁ + … + t_d)^degree, as whole numbers.

    >>> _multiplied_out(d=1, degree=3)
    {(3, 0): 1, (2, 1): 3, (1, 2): 3, (0, 3): 1}
    """
    terms = Counter({(0,) * (d + 1): 1})
    for _ in range(degree):
        longer: Counter[tuple[int, ...]] = Counter()
        for powers, count in terms.items():
            for i in range(d + 1):
                longer[(*powers[:i], powers[i] + 1, *powers[i + 1 :])] += count
        terms = longer
    return dict(terms)


@derivation(
    "The polynomial kernel, from its power to its map",
    claim="its features are weighted monomials if c ≥ 0",
)
def polynomial_map(
    X: ArrayLike, degree: int, c: float = 1.0, unit: bool = False
) -> Steps:
    """(c + xᵀz)^degree = φ(x)ᵀφ(z), φ all monomials times their roots of coefficients.

    ``X`` is (n, d), and every pair of its rows is tried; ``degree`` an integer ≥ 1;
    ``c`` ≥ 0 (c < 0 breaks the step that takes the root); ``unit`` True puts all
    weights to 1, as notes on the subject often do, which breaks the same step. The
    first step counts in whole numbers, so it holds for every x, z and c, not only for
    the rows of X.

    Raises ValueError for a degree that is not whole, for more than 10 000 monomials,
    and for a power beyond 1e50.

    Source: Kernelized linear regression (kernel trick); Lecture 16, Kernel ridge
    regression (the scaled cubic); Linear regression and kernels, equation 11; Kernels,
    explicit and implicit feature expansion (case I).

    >>> X = [[1.0, 2.0], [0.5, -1.0]]
    >>> polynomial_map(X, degree=3).holds
    True
    >>> failed = polynomial_map(X, degree=2, unit=True).first_failure
    >>> failed.number, failed.broken[0].claim
    (3, 'the weights √coefficient')
    """
    X = as_points(X)
    degree = positive_integer(degree, "degree", WHY_DEGREE)
    c, unit, d = real(c, "c"), as_bool(unit, "unit"), X.shape[1]
    largest = abs(c) + float((X**2).sum(axis=1).max())
    if largest > 1 and degree * log10(largest) > 50:
        raise ValueError(
            f"(|c| + ‖x‖²)^{degree} exceeds 1e50 on these points (coordinates up to"
            f" {np.abs(X).max():.1g}). Try larger units for the points, or a smaller"
            " degree."
        )
    if comb(d + degree, degree) > MOST_MONOMIALS:
        raise ValueError(
            f"degree = {degree} in {d} dimensions has {comb(d + degree, degree)}"
            f" monomials, more than the {MOST_MONOMIALS} multiplied out here, while"
            " (c + xᵀz)^degree is one power. Try a smaller degree."
        )
    counted = _multiplied_out(d, degree)
    chosen = [
        tuple(map(letters.count, range(d + 1)))
        for letters in combinations_with_replacement(range(d + 1), degree)
    ]
    whole = factorial(degree)
    formula = {powers: whole // prod(map(factorial, powers)) for powers in chosen}
    exactly = assume("the same whole numbers", counted == formula, "some differ")

    powers = np.array(chosen)
    ways = np.array([formula[each] for each in chosen], dtype=float)
    coefficients = ways * np.array([c**a for a in powers[:, 0].tolist()])
    columns = np.stack([np.prod(X**a, axis=1) for a in powers[:, 1:]], axis=1)
    kernel = (c + X @ X.T) ** degree

    yield Step(
        r"(t_0+\cdots+t_d)^p=\sum_{a_0+\cdots+a_d=p}\frac{p!}{a_0!\cdots a_d!}\,"
        r"t_0^{a_0}\cdots t_d^{a_d}",
        "multiply the $p$ factors out one by one and count how often each monomial"
        " arises, in whole numbers",
        (np.array([counted[each] for each in chosen], dtype=float), ways),
        needs=(exactly,),
    )
    yield Step(
        r"(c+x^\top z)^p=\sum_{|a|\leq p}\frac{p!\,c^{p-|a|}}{a!\,(p-|a|)!}\,x^az^a",
        "put $t₀ = c$ and $tᵢ = xᵢzᵢ$; $aᵢ$ is the power of $xᵢ$, and $c$ takes the"
        " powers that are left",
        (kernel, columns * coefficients @ columns.T),
    )
    seen = (
        f"c = {c:g} makes some coefficients negative, and no square of a real weight is"
    )
    rooted = assume("c ≥ 0", c >= 0, seen)
    low, high = coefficients.min(), coefficients.max()
    seen = f"they are all 1 and the coefficients run from {low:g} to {high:g}"
    fits = assume("the weights √coefficient", not unit or low == high == 1, seen)
    roots = np.sqrt(np.where(coefficients >= 0, coefficients, np.nan))
    weights = np.ones(len(ways)) if unit else roots
    yield Step(
        r"w_a^2=\frac{p!\,c^{p-|a|}}{a!\,(p-|a|)!}",
        "the two sides get the same weight each, so it is the square root",
        (weights**2, coefficients),
        needs=(rooted, fits),
    )
    Phi = columns * weights
    yield Step(
        r"(c+x^\top z)^p=\sum_a(w_ax^a)(w_az^a)=\phi(x)^\top\phi(z)",
        "give each side one root of the weight: then one factor depends on $x$ alone,"
        " the other on $z$ alone",
        (kernel, Phi @ Phi.T),
    )
    count = int(np.count_nonzero(coefficients))
    by_comb = comb(degree + d, d) if c else comb(degree + d - 1, degree)
    yield Step(
        r"m=\frac{(p+d)!}{p!\,d!}" if c else r"m=\frac{(p+d-1)!}{p!\,(d-1)!}",
        "count the monomials whose coefficient is not 0: "
        + ("all up to order $p$" if c else "for $c = 0$ only those of order $p$"),
        (float(count), float(by_comb)),
    )
