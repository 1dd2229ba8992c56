"""Kernels: formulas on points, the rules that combine them, and impostors."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.kernels.algebra import Kernel, certificate
from kernellab.kernels.closure import (
    Exp,
    Normalized,
    PolynomialOf,
    PullBack,
    Reweighted,
)
from kernellab.kernels.custom import Custom
from kernellab.kernels.impostors import (
    Box,
    FractionalPolynomial,
    NegativeDistance,
    Parabola,
    Sigmoid,
)
from kernellab.kernels.sets import Intersection, SetOverlap
from kernellab.kernels.stationary import (
    RBF,
    Bell,
    Circle,
    Laplace,
    Matern,
    Periodic,
    RationalQuadratic,
)
from kernellab.kernels.strings import Spectrum, Subsequence
from kernellab.kernels.vectors import (
    AllInteractions,
    BilinearForm,
    Brownian,
    Constant,
    Cosine,
    Linear,
    Polynomial,
)

__all__ = [
    "RBF",
    "AllInteractions",
    "Bell",
    "BilinearForm",
    "Box",
    "Brownian",
    "Circle",
    "Constant",
    "Cosine",
    "Custom",
    "Exp",
    "FractionalPolynomial",
    "Intersection",
    "Kernel",
    "Laplace",
    "Linear",
    "Matern",
    "NegativeDistance",
    "Normalized",
    "Parabola",
    "Periodic",
    "Polynomial",
    "PolynomialOf",
    "PullBack",
    "RationalQuadratic",
    "Reweighted",
    "SetOverlap",
    "Sigmoid",
    "Spectrum",
    "Subsequence",
    "certificate",
]
