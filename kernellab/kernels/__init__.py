"""Kernels: formulas on points, the rules that combine them, and impostors."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.kernels.algebra import *
from kernellab.kernels.closure import *
from kernellab.kernels.custom import *
from kernellab.kernels.impostors import *
from kernellab.kernels.sets import *
from kernellab.kernels.stationary import *
from kernellab.kernels.strings import *
from kernellab.kernels.vectors import *
