"""What the mathematics refuses, as errors that code can catch. Each is a ValueError, so
nobody has to know them.
"""

__all__ = [
    "NoFeatureMapError",
    "NotPositiveSemidefiniteError",
    "OutsidePathError",
    "SingularMatrixError",
    "UnverifiedError",
]


class NotPositiveSemidefiniteError(ValueError):
    """A matrix has a negative eigenvalue beyond rounding, so no vectors have these
    inner products.
    """


class SingularMatrixError(ValueError):
    """A linear system has no single answer: digits that rounding made would choose one
    of many.
    """


class NoFeatureMapError(ValueError):
    """No finite feature map of this kernel is known, or none exists; the message says
    which.
    """


class OutsidePathError(ValueError):
    """A value of ε or C that a path of solutions does not reach."""


class UnverifiedError(ValueError):
    """No answer was found that meets the conditions of the minimum as far as double
    precision allows.
    """
