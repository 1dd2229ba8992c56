"""Kernels: formulas on points, the rules that combine them, and functions that only look like kernels."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.kernels.algebra import Kernel as Kernel
from kernellab.kernels.certificate import certificate as certificate
from kernellab.kernels.closure import Exp as Exp
from kernellab.kernels.closure import Normalized as Normalized
from kernellab.kernels.closure import PolynomialOf as PolynomialOf
from kernellab.kernels.closure import PullBack as PullBack
from kernellab.kernels.closure import Reweighted as Reweighted
from kernellab.kernels.custom import Custom as Custom
from kernellab.kernels.custom import FromFeatures as FromFeatures
from kernellab.kernels.impostors import Box as Box
from kernellab.kernels.impostors import FractionalPolynomial as FractionalPolynomial
from kernellab.kernels.impostors import NegativeDistance as NegativeDistance
from kernellab.kernels.impostors import Parabola as Parabola
from kernellab.kernels.impostors import Sigmoid as Sigmoid
from kernellab.kernels.sets import Intersection as Intersection
from kernellab.kernels.sets import SetOverlap as SetOverlap
from kernellab.kernels.stationary import RBF as RBF
from kernellab.kernels.stationary import Bell as Bell
from kernellab.kernels.stationary import Circle as Circle
from kernellab.kernels.stationary import Laplace as Laplace
from kernellab.kernels.stationary import Matern as Matern
from kernellab.kernels.stationary import Periodic as Periodic
from kernellab.kernels.stationary import RationalQuadratic as RationalQuadratic
from kernellab.kernels.strings import Spectrum as Spectrum
from kernellab.kernels.strings import Subsequence as Subsequence
from kernellab.kernels.vectors import AllInteractions as AllInteractions
from kernellab.kernels.vectors import BilinearForm as BilinearForm
from kernellab.kernels.vectors import Brownian as Brownian
from kernellab.kernels.vectors import Constant as Constant
from kernellab.kernels.vectors import Cosine as Cosine
from kernellab.kernels.vectors import Linear as Linear
from kernellab.kernels.vectors import Polynomial as Polynomial
