"""Translation between notations for λ and for the RBF width.

The package has one convention: the ridge weight λ multiplies ‖w‖² beside a SUM of
losses, so that K + λI appears. The RBF kernel is exp(−‖x − z‖² / 2ℓ²).
"""

from dataclasses import dataclass
from math import sqrt

from kernellab._arrays import positive, positive_integer


class _Table:
    """A table in a notebook, and aligned text elsewhere."""

    def rows(self) -> list[tuple[str, str, float]]:
        """For each convention: its source, the notation, and the value."""
        raise NotImplementedError

    def __str__(self) -> str:
        rows = self.rows()
        width = max(len(source) for source, _, _ in rows)
        return "\n".join(f"{source:<{width}}  {value:.6g}" for source, _, value in rows)

    def _repr_markdown_(self) -> str:
        lines = ["| {} | {} | {:.6g} |".format(*row) for row in self.rows()]
        return "\n".join(["| where | what it is | value |", "|:--|:--|--:|", *lines])


@dataclass(frozen=True)
class RidgeWeight(_Table):
    """The weight of the penalty ‖w‖²: ``lam`` is λ in K + λI, for ``n`` points."""

    lam: float
    n: int

    lam_mean = property(lambda self: self.lam / self.n, doc="λ beside a MEAN of losses")
    sigma = property(lambda self: sqrt(self.lam), doc="σ of a ridge written as σ²")
    C = property(lambda self: 1 / (2 * self.lam), doc="The bound on |αᵢ| of an SVR")

    def rows(self) -> list[tuple[str, str, float]]:
        """The conventions of lectures, scikit-learn and Gaussian processes."""
        of_sum = r"$\lambda$ in $\sum_i r_i^2+\lambda\lVert w\rVert^2$"
        of_mean = r"$\lambda$ in $\frac1n\sum_i r_i^2+\lambda\lVert\theta\rVert^2$"
        box = r"$C=1/(2\lambda)$, scikit-learn's `SVR(C=…)`, which adds an offset"
        return [
            ("this course, `lam`", of_sum, self.lam),
            ("beside the mean of losses", of_mean, self.lam_mean),
            ("written as a variance", r"$\sigma$ in $K+\sigma^2I$", self.sigma),
            ("scikit-learn", "`KernelRidge(alpha=…)`", self.lam),
            ("Gaussian process", "noise variance over prior variance", self.lam),
            ("support vector regression", box, self.C),
        ]


@dataclass(frozen=True)
class RBFWidth(_Table):
    """The width of an RBF kernel: ``length_scale`` is ℓ in exp(−‖x − z‖² / 2ℓ²)."""

    length_scale: float

    gamma = property(lambda self: self.beta / 2, doc="γ in exp(−γ‖x − z‖²)")
    beta = property(lambda self: 1 / self.length_scale**2, doc="β in exp(−β‖x − z‖²/2)")
    sigma = property(
        lambda self: sqrt(2) * self.length_scale, doc="σ in exp(−‖x − z‖²/σ²)"
    )

    def rows(self) -> list[tuple[str, str, float]]:
        """The notations of texts and of scikit-learn."""
        of_length = r"$\ell$ in $\exp(-\lVert x-z\rVert^2/2\ell^2)$"
        of_beta = r"$\beta$ in $\exp(-\frac\beta2\lVert x-z\rVert^2)$"
        of_sigma = r"$\sigma$ in $\exp(-\lVert x-z\rVert^2/\sigma^2)$"
        of_gamma = r"$\gamma$ in $\exp(-\gamma\lVert x-z\rVert^2)$, or $\lambda$"
        return [
            ("this course, `length_scale`", of_length, self.length_scale),
            ("as a precision", of_beta, self.beta),
            ("without the 2", of_sigma, self.sigma),
            ("as a factor", of_gamma, self.gamma),
            ("scikit-learn", "`gamma`", self.gamma),
        ]


def ridge_weight(
    n: int,
    *,
    lam: float | None = None,
    lam_mean: float | None = None,
    sigma: float | None = None,
) -> RidgeWeight:
    """One ridge weight in every notation: λ = n λ_mean = σ².

    ``n`` is the number of points; give exactly one of ``lam`` (beside a sum of losses),
    ``lam_mean`` (beside their mean) and ``sigma``, each > 0.

    Raises ValueError for a weight ≤ 0 (it has no C and no σ), and TypeError unless
    exactly one is given.

    Source: the four lectures on ridge regression; each conversion multiplies an
    objective by a constant.

    >>> weight = ridge_weight(62, lam_mean=0.01)
    >>> round(weight.lam, 6), round(weight.C, 4)
    (0.62, 0.8065)
    """
    n = positive_integer(n, "n", "n counts points")
    name, value = _exactly_one(lam=lam, lam_mean=lam_mean, sigma=sigma)
    value = positive(value, name, "the translation divides by it")
    lam = {"lam": value, "lam_mean": n * value, "sigma": value * value}[name]
    return RidgeWeight(lam, n)


def rbf_width(
    *,
    length_scale: float | None = None,
    beta: float | None = None,
    sigma: float | None = None,
    gamma: float | None = None,
) -> RBFWidth:
    """One RBF width in every notation: γ = β/2 = 1/(2ℓ²) = 1/σ².

    Give exactly one of ``length_scale`` ℓ, ``beta`` β, ``sigma`` σ and ``gamma`` γ,
    each > 0.

    Raises ValueError for a width ≤ 0, and TypeError unless exactly one is given.

    Source: Linear regression and kernels, equation 12; Lecture 14, Kernels continued;
    Lecture 16, Kernel ridge regression; Kernels, explicit and implicit feature
    expansion.

    >>> width = rbf_width(length_scale=3.0)
    >>> round(width.gamma, 4), round(width.beta, 4), round(width.sigma, 4)
    (0.0556, 0.1111, 4.2426)
    """
    name, value = _exactly_one(
        length_scale=length_scale, beta=beta, sigma=sigma, gamma=gamma
    )
    value = positive(value, name, "the translation divides by it")
    scales = {
        "length_scale": value,
        "beta": 1 / sqrt(value),
        "sigma": value / sqrt(2),
        "gamma": 1 / sqrt(2 * value),
    }
    return RBFWidth(scales[name])


def _exactly_one(**values: float | None) -> tuple[str, float]:
    given = [(name, value) for name, value in values.items() if value is not None]
    if len(given) != 1:
        raise TypeError(
            f"{len(given)} of {', '.join(values)} were given; they are names for one"
            " number, so give exactly one and read the others."
        )
    return given[0]
