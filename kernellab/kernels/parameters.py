"""The parameters of kernels under the names of the lectures and of scikit-learn.

A kernel that is made with a name that it does not have answers with itself in its own
names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

FORMULA = re.compile(r"k\(x, z\) = .*?(?=[,:.]( |$)|$)")
# ℓ of exp(−‖x − z‖² / 2ℓ²) from each way to write the width
LENGTH_SCALES: dict[str, Callable[[float], float]] = {
    "length_scale": lambda ell: ell,
    "beta": lambda beta: 1 / sqrt(beta),
    "sigma": lambda sigma: sigma / sqrt(2),
    "gamma": lambda gamma: 1 / sqrt(2 * gamma),
}


@dataclass(frozen=True)
class Reading:
    """A foreign parameter: who writes it in which formula, what it is here, and the
    kernel of this package as an expression, from all parameters that were given.
    """

    where: str
    rule: str
    here: Callable[..., str]


def _width(name: str, where: str, rule: str, sign: str = "") -> dict[str, Reading]:
    """A width of the RBF, written as ``sign`` where that is another name."""
    sign = sign or name

    def here(**given: float) -> str:
        return f"RBF(length_scale={LENGTH_SCALES[name](given[sign]):.4g})"

    return {sign: Reading(where, rule, here)}


def _renamed(kernel: str, where: str, **other: tuple[str, ...]) -> dict[str, Reading]:
    """Other names of its numbers; what else was given is kept."""
    names = {sign: name for name, signs in other.items() for sign in signs}

    def here(**given: Any) -> str:
        inside = ", ".join(
            f"{names.get(sign, sign)}={value!r:.30}" for sign, value in given.items()
        )
        return f"{kernel}({inside})"

    return {
        sign: Reading(where, f"{name} is {sign}", here) for sign, name in names.items()
    }


def _polynomial(
    degree: int = 3, gamma: float = 1.0, coef0: float = 1.0, c: float | None = None
) -> str:
    c = (coef0 if c is None else c) / gamma
    factor = "" if gamma == 1 else f"{gamma**degree:.4g} * "
    return f"{factor}Polynomial(degree={degree}, c={c:.4g})"


SKLEARN_POLYNOMIAL = "scikit-learn, (γ xᵀz + coef0)^degree,"
OTHERS = "other packages"
LENGTHS = ("lengthscale", "ell", "bandwidth")
EXPANSION = "Kernels, explicit and implicit feature expansion"

READINGS: dict[str, dict[str, Reading]] = {
    "RBF": {
        **_width("gamma", "scikit-learn, exp(−γ‖x − z‖²),", "ℓ = 1/√(2γ)"),
        **_width("gamma", f"{EXPANSION}, exp(−λ‖x − z‖²),", "ℓ = 1/√(2λ)", "lam"),
        **_width(
            "beta", "Linear regression and kernels, exp(−β‖x − z‖²/2),", "ℓ = 1/√β"
        ),
        **_width(
            "sigma",
            "Lecture 14: Kernels continued, exp(−‖x − z‖²/σ²),",
            "ℓ = σ/√2; σ is ℓ for those who write exp(−‖x − z‖²/2σ²)",
        ),
        **_renamed("RBF", OTHERS, length_scale=LENGTHS),
    },
    "Laplace": {
        "gamma": Reading(
            "scikit-learn, exp(−γ ∑ₐ |xₐ − zₐ|),",
            "ℓ = 1/γ for one coordinate; for more of them its distance is another",
            lambda gamma: f"Laplace(length_scale={1 / gamma:.4g})",
        ),
        **_renamed("Laplace", OTHERS, length_scale=LENGTHS),
    },
    "Matern": _renamed("Matern", OTHERS, length_scale=LENGTHS),
    "RationalQuadratic": _renamed("RationalQuadratic", OTHERS, length_scale=LENGTHS),
    "Periodic": {
        **_renamed("Periodic", "scikit-learn", period=("periodicity",)),
        **_renamed("Periodic", OTHERS, length_scale=LENGTHS),
    },
    "Polynomial": {
        "coef0": Reading(SKLEARN_POLYNOMIAL, "c = coef0/γ", _polynomial),
        "gamma": Reading(
            SKLEARN_POLYNOMIAL, "c = coef0/γ, with γ^degree in front", _polynomial
        ),
    },
    "Sigmoid": _renamed(
        "Sigmoid", "scikit-learn, tanh(γ xᵀz + coef0),", a=("gamma",), c=("coef0",)
    ),
    "Linear": {
        "sigma_0": Reading(
            "scikit-learn, σ₀² + xᵀz,",
            "c = σ₀²",
            lambda sigma_0: f"Polynomial(degree=1, c={sigma_0**2:.4g})",
        )
    },
    "Constant": _renamed("Constant", "scikit-learn", value=("constant_value",)),
}


def translated(
    kernel: str, summary: str, given: dict[str, Any], fields: dict[str, list[str]]
) -> str:
    """What to write in place of ``kernel(**given)``, which has an unknown parameter.

    ``summary`` is the first line of the kernel's docstring; ``fields`` are the
    parameters of every kernel.
    """
    own = fields[kernel]
    foreign = next(name for name in given if name not in own)
    formula = FORMULA.match(summary)
    arrived = f"{kernel} has no {foreign}{f': {formula[0]}' if formula else ''}."
    if found := READINGS.get(kernel, {}).get(foreign):
        theirs = ", ".join(f"{name}={value!r:.30}" for name, value in given.items())
        try:
            here = f"{found.here(**given)}, since {found.rule}"
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            here = f"{kernel} with {found.rule}, for a number > 0"
        return f"{arrived} {kernel}({theirs}) in {found.where} is {here}."
    homes = [name for name, names in fields.items() if foreign in names]
    homes += [name for name, readings in READINGS.items() if foreign in readings]
    elsewhere = f" {foreign} belongs to {' and '.join(homes)}." if homes else ""
    return f"{arrived}{elsewhere} Try {kernel}({', '.join(f'{n}=…' for n in own)})."
