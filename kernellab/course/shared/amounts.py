"""Numbers that several labs say or draw: errors and eigenvalues."""

import numpy as np

from askfirst.words.text import minus, readable
from kernellab._arrays import Array
from kernellab.psd import PSDReport

FLOOR = 1e-18  # where an eigenvalue is drawn that is zero to rounding


def rmse(residuals: Array) -> float:
    """Root mean square."""
    return float(np.sqrt((residuals**2).mean()))


def eigenvalues(report: PSDReport) -> Array:
    """The eigenvalues, the largest first, with 0 for what is zero to rounding."""
    values = np.linalg.eigvalsh(report.K)[::-1]
    return np.where(np.abs(values) > report.tolerance, values, 0.0)


def two_decimals(value: float) -> str:
    """At most two decimals without a negative zero, or two significant figures."""
    if 0 < abs(value) < 0.005:
        return readable(value, 2)
    return minus(f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip("."))
