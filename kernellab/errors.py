"""Errors of the mathematics that code can catch. Each is a ValueError."""

__all__ = [
    "NoFeatureMapError",
    "NotPositiveSemidefiniteError",
    "OutsidePathError",
    "SingularMatrixError",
    "UnverifiedError",
]


class NotPositiveSemidefiniteError(ValueError):
    """A matrix has a negative eigenvalue beyond rounding, so it is no Gram matrix."""


class SingularMatrixError(ValueError):
    """A linear system has no single answer: rounding would choose one of many."""


class NoFeatureMapError(ValueError):
    """No finite feature map of this kernel is known, or none exists: see the text."""


class OutsidePathError(ValueError):
    """A value of ε or C that a path of solutions does not reach."""


class UnverifiedError(ValueError):
    """No answer meets the conditions of the minimum to double precision."""
