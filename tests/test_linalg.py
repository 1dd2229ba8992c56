"""What is zero to rounding is decided once: the same matrix gets the same verdict wherever it is asked for."""

import numpy as np
import pytest

from kernellab import (
    BilinearForm,
    Custom,
    NotPositiveSemidefiniteError,
    derivations,
    eigenfeatures,
    mercer_pairs,
    nystrom_features,
    psd_report,
)
from kernellab._linalg import (
    EPS,
    as_psd,
)


def with_eigenvalues(values, seed=0):
    """A symmetric matrix of given eigenvalues, in a random basis."""
    V, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values), len(values))))
    K = (V * values) @ V.T
    return K / 2 + K.T / 2


def family(n, lowest, seed=0):
    """Eigenvalues from 1 down to ``lowest``, the others well away from zero."""
    return with_eigenvalues(np.append(np.linspace(1.0, 0.5, n - 1), lowest), seed)


def table(K):
    """A kernel whose Gram matrix on the points 0, 1, …, n − 1 is K."""
    return Custom(lambda x, z: K[int(x[0]), int(z[0])])


def accepts(call):
    try:
        call()
    except NotPositiveSemidefiniteError:
        return False
    return True


VERDICTS = {
    "psd_report": lambda K: psd_report(K).is_psd,
    "as_psd": lambda K: accepts(lambda: as_psd(K)),
    "eigenfeatures": lambda K: accepts(lambda: eigenfeatures(K)),
    "nystrom_features": lambda K: accepts(lambda: nystrom_features(table(K), np.arange(len(K))[:, None])),
    "mercer_pairs": lambda K: accepts(lambda: mercer_pairs(table(K), np.arange(len(K))[:, None], np.ones(len(K)), 1)),
    "BilinearForm": lambda K: accepts(lambda: BilinearForm(K)),
    "ridge_with_offset": lambda K: not derivations.ridge_with_offset(K, np.arange(float(len(K))), 1.0)[1].broken,
    "by substitution": lambda K: not derivations.kernel_ridge_by_substitution(K, np.arange(float(len(K))), 1.0)[1].broken,
}
LOWEST = [1e-8, 1e-11, 1e-13, 1e-14, 0.0, *(-(10.0**power) for power in range(-17, -7)), -1e-11 / 3, -3e-14]


@pytest.mark.parametrize("scale", [1.0, 1e-140, 3e7, 1e100])
@pytest.mark.parametrize("n", [2, 3, 8, 30])
def test_every_judge_gives_the_same_verdict(n, scale):
    floor = n * EPS
    for lowest in LOWEST:
        if abs(lowest + floor) < 2 * EPS + 0.1 * floor:
            continue  # on the very edge the judge's own last bit decides
        K = scale * family(n, lowest)
        verdicts = {name: judge(K) for name, judge in VERDICTS.items()}
        assert set(verdicts.values()) == {lowest > -floor}, (lowest, verdicts)
