"""Derivations that run, step by step, on data."""

from kernellab.derivations.derivation import Assumption, Derivation, Outcome, Step, assume, derivation, full_rank
from kernellab.derivations.descent import span_by_descent
from kernellab.derivations.interactions import interactions_map
from kernellab.derivations.kernel_ridge import kernel_ridge_by_substitution
from kernellab.derivations.least_squares import least_squares_by_pseudoinverse, least_squares_to_kernel
from kernellab.derivations.offset import ridge_with_offset
from kernellab.derivations.orthogonal import ridge_by_orthogonal_parts
from kernellab.derivations.polynomial import multiply_out, polynomial_map
from kernellab.derivations.rbf import rbf_by_densities, rbf_by_series
from kernellab.derivations.ridge import ridge_primal_to_dual, ridge_push_through
from kernellab.derivations.subsequence import subsequence_recursion

__all__ = [
    "Assumption",
    "Derivation",
    "Outcome",
    "Step",
    "assume",
    "derivation",
    "full_rank",
    "interactions_map",
    "kernel_ridge_by_substitution",
    "least_squares_by_pseudoinverse",
    "least_squares_to_kernel",
    "multiply_out",
    "polynomial_map",
    "rbf_by_densities",
    "rbf_by_series",
    "ridge_by_orthogonal_parts",
    "ridge_primal_to_dual",
    "ridge_push_through",
    "ridge_with_offset",
    "span_by_descent",
    "subsequence_recursion",
]
