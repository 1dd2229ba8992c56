"""Derivations that run, step by step, on data."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.course.derivations.derivation import Assumption as Assumption
from kernellab.course.derivations.derivation import Derivation as Derivation
from kernellab.course.derivations.derivation import Outcome as Outcome
from kernellab.course.derivations.derivation import Step as Step
from kernellab.course.derivations.derivation import assume as assume
from kernellab.course.derivations.derivation import derivation as derivation
from kernellab.course.derivations.derivation import full_rank as full_rank
from kernellab.course.derivations.descent import span_by_descent as span_by_descent
from kernellab.course.derivations.interactions import interactions_map as interactions_map
from kernellab.course.derivations.kernel_ridge import kernel_ridge_by_substitution as kernel_ridge_by_substitution
from kernellab.course.derivations.least_squares import least_squares_by_pseudoinverse as least_squares_by_pseudoinverse
from kernellab.course.derivations.least_squares import least_squares_to_kernel as least_squares_to_kernel
from kernellab.course.derivations.leave_one_out import leave_one_out_with_offset as leave_one_out_with_offset
from kernellab.course.derivations.offset import ridge_with_offset as ridge_with_offset
from kernellab.course.derivations.orthogonal import ridge_by_orthogonal_parts as ridge_by_orthogonal_parts
from kernellab.course.derivations.polynomial import multiply_out as multiply_out
from kernellab.course.derivations.polynomial import polynomial_map as polynomial_map
from kernellab.course.derivations.rbf import rbf_by_densities as rbf_by_densities
from kernellab.course.derivations.rbf import rbf_by_series as rbf_by_series
from kernellab.course.derivations.ridge import ridge_primal_to_dual as ridge_primal_to_dual
from kernellab.course.derivations.ridge import ridge_push_through as ridge_push_through
from kernellab.course.derivations.subsequence import subsequence_recursion as subsequence_recursion
from kernellab.course.derivations.support import svm_dual as svm_dual
from kernellab.course.derivations.support import svr_dual as svr_dual
