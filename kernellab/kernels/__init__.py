"""Kernels: formulas on vectors, and the rules that combine them."""

from kernellab.kernels.algebra import Kernel, Product, Scaled, Sum
from kernellab.kernels.vectors import RBF, Linear, Polynomial

__all__ = ["RBF", "Kernel", "Linear", "Polynomial", "Product", "Scaled", "Sum"]
