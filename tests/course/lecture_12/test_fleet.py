"""How far fits of the fleet are from the truth, with more or fewer landmarks than the
lecture has time for.
"""

import numpy as np
import pytest

from kernellab import (
    RBF,
    block_ridge,
    datasets,
    gram,
    in_blocks,
    nystrom_features,
    ridge_path,
)

LAMS = np.logspace(-3, 1, 9)
NEW, TRUTH = datasets.fleet(5_000, rng=1_000_000, noise=0)
HELD, Y_HELD = datasets.fleet(5_000, rng=1_000_002)


def off(landmarks: int, days: int) -> float:
    """The distance from the truth at the λ that predicts the held-out stops best."""
    phi = nystrom_features(RBF(2.0), datasets.fleet(landmarks, rng=1_000_001)[0])
    reports = (
        block
        for day in range(days)
        for block in in_blocks(*datasets.fleet(10_000, rng=day), size=2000)
    )
    W = block_ridge(phi.__call__, reports, LAMS)
    squares = (phi(HELD) @ W - Y_HELD[:, None]) ** 2
    w = W[:, squares.mean(axis=0).argmin()]
    return float(np.sqrt(np.mean((phi(NEW) @ w - TRUTH) ** 2)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("landmarks", "days", "feet"),
    [
        (250, 3, "0.51"),
        (600, 3, "0.51"),
        (200, 100, "0.27"),
        (300, 100, "0.15"),
        pytest.param(600, 100, "0.13", marks=pytest.mark.whole),
    ],
)
def test_more_landmarks_help_only_after_many_days(landmarks, days, feet):
    assert f"{off(landmarks, days):.2f}" == feet


@pytest.mark.slow
def test_the_exact_fit_keeps_a_fifth_of_the_noise():
    P, y = datasets.fleet(2_000, rng=0)
    lam, path = 0.01, ridge_path(gram(RBF(2.0), P), y)
    shares = path.s / (path.s + lam)
    assert f"{6 * np.sqrt(np.mean(shares**2)):.1f} ft" == "1.2 ft"
    assert f"{6 * np.sqrt(path.dof(lam) / 2_000):.1f} ft" == "1.3 ft"
    kept = np.linalg.solve(
        gram(RBF(2.0), P) + lam * np.eye(2_000), gram(RBF(2.0), P, NEW)
    )
    at_new = 6 * np.sqrt(np.mean(np.sum(kept**2, axis=0)))
    assert f"{at_new:.1f} ft" == "1.2 ft"
