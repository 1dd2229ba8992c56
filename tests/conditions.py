"""The KKT conditions of support vector machines in plain words, point by point, in
extended precision.
"""

import numpy as np


def missed(K, y, alpha, b, C, epsilon, classes=False):
    """The largest violation, relative to the size of y (residuals) and to C; at least
    what rounding in double precision makes unavoidable.
    """
    K, weights = np.asarray(K, np.longdouble), np.asarray(alpha, np.longdouble)
    residuals = np.asarray(y, np.longdouble) - K @ weights - b
    size = max(np.ptp(y) / 2, 1e-3 * np.abs(y).max()) or 1.0
    worst = 0.0
    for i, r in enumerate(residuals.astype(float)):
        weight = float(alpha[i])
        if weight == 0:
            gap = (np.sign(y[i]) * r if classes else abs(r)) - epsilon
        elif abs(weight) < C:
            gap = abs(r - np.sign(weight) * epsilon)
        else:
            gap = epsilon - np.sign(weight) * r
        worst = max(worst, gap / size, abs(weight) / C - 1)
    rounding = np.finfo(float).eps * float((np.abs(K) @ np.abs(weights)).max()) / size
    return max(0.0, worst - 4 * rounding)
