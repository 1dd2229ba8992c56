"""Derivations that run, step by step, on data."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.course.derivations.descent import span_by_descent
from kernellab.course.derivations.gaussian_process import posterior_mean_is_ridge
from kernellab.course.derivations.interactions import interactions_map
from kernellab.course.derivations.kernel_ridge import kernel_ridge_by_substitution
from kernellab.course.derivations.least_squares import (
    least_squares_by_pseudoinverse,
    least_squares_to_kernel,
)
from kernellab.course.derivations.leave_one_out import leave_one_out_with_offset
from kernellab.course.derivations.offset import ridge_with_offset
from kernellab.course.derivations.orthogonal import ridge_by_orthogonal_parts
from kernellab.course.derivations.polynomial import multiply_out, polynomial_map
from kernellab.course.derivations.rbf import rbf_by_densities, rbf_by_series
from kernellab.course.derivations.ridge import ridge_primal_to_dual, ridge_push_through
from kernellab.course.derivations.subsequence import subsequence_recursion
from kernellab.course.derivations.support import svm_dual, svr_dual
from kernellab.interactive.derivations import (
    Assumption,
    Derivation,
    Outcome,
    Step,
    assume,
    derivation,
)

__all__ = [
    "Assumption",
    "Derivation",
    "Outcome",
    "Step",
    "assume",
    "derivation",
    "interactions_map",
    "kernel_ridge_by_substitution",
    "least_squares_by_pseudoinverse",
    "least_squares_to_kernel",
    "leave_one_out_with_offset",
    "multiply_out",
    "polynomial_map",
    "posterior_mean_is_ridge",
    "rbf_by_densities",
    "rbf_by_series",
    "ridge_by_orthogonal_parts",
    "ridge_primal_to_dual",
    "ridge_push_through",
    "ridge_with_offset",
    "span_by_descent",
    "subsequence_recursion",
    "svm_dual",
    "svr_dual",
]
