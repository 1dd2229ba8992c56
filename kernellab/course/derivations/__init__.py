"""Derivations that run, step by step, on data."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.course.derivations.descent import *
from kernellab.course.derivations.gaussian_process import *
from kernellab.course.derivations.interactions import *
from kernellab.course.derivations.kernel_ridge import *
from kernellab.course.derivations.least_squares import *
from kernellab.course.derivations.leave_one_out import *
from kernellab.course.derivations.offset import *
from kernellab.course.derivations.orthogonal import *
from kernellab.course.derivations.polynomial import *
from kernellab.course.derivations.rbf import *
from kernellab.course.derivations.ridge import *
from kernellab.course.derivations.subsequence import *
from kernellab.course.derivations.support import *
from kernellab.interactive.derivations import *
