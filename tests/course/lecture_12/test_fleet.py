"""How far fits of the fleet are from the truth, with 250 landmarks and with 600."""

import numpy as np
import pytest

from kernellab import RBF, block_ridge, datasets, in_blocks, nystrom_features

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
        pytest.param(600, 100, "0.13", marks=pytest.mark.whole),
    ],
)
def test_more_landmarks_help_only_after_many_days(landmarks, days, feet):
    assert f"{off(landmarks, days):.2f}" == feet
