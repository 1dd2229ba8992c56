"""Derivations that run, step by step, on data."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.course.lecture_08.derivations.descent import *
from kernellab.course.lecture_13.derivations import *
from kernellab.course.lecture_03.derivations.interactions import *
from kernellab.course.lecture_09.derivations.kernel_ridge import *
from kernellab.course.lecture_02.derivations.least_squares import *
from kernellab.course.lecture_09.derivations.leave_one_out import *
from kernellab.course.lecture_09.derivations.offset import *
from kernellab.course.lecture_08.derivations.orthogonal import *
from kernellab.course.lecture_03.derivations.polynomial import *
from kernellab.course.lecture_03.derivations.rbf import *
from kernellab.course.lecture_02.derivations.ridge import *
from kernellab.course.lecture_07.derivations import *
from kernellab.course.lecture_10.derivations import *
from askfirst.derivations import *
