"""What is zero to rounding is decided once: the same matrix gets the same verdict
wherever it is asked for.
"""

import numpy as np
import pytest

from kernellab import (
    RBF,
    BilinearForm,
    Custom,
    Exp,
    Linear,
    NotPositiveSemidefiniteError,
    SingularMatrixError,
    centred,
    certificate,
    datasets,
    derivations,
    eigenfeatures,
    gram,
    mercer_pairs,
    nystrom_features,
    psd_report,
    ridge_dual,
    ridge_dual_offset,
    ridge_path,
    ridge_primal,
)
from kernellab._linalg import as_gram, as_psd, pivoted_cholesky, rank, thin_eigen
from kernellab._tolerances import EPS, FORMULA_ROUNDING, rounding_of
from kernellab.course.shared.ingredients import full_rank


def with_eigenvalues(values, seed=0):
    """A symmetric matrix of given eigenvalues, in a random basis."""
    V, _ = np.linalg.qr(
        np.random.default_rng(seed).normal(size=(len(values), len(values)))
    )
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
    "nystrom_features": lambda K: accepts(
        lambda: nystrom_features(table(K), np.arange(len(K))[:, None])
    ),
    "mercer_pairs": lambda K: accepts(
        lambda: mercer_pairs(table(K), np.arange(len(K))[:, None], np.ones(len(K)), 1)
    ),
    "BilinearForm": lambda K: accepts(lambda: BilinearForm(K)),
    "ridge_with_offset": lambda K: (
        not derivations.ridge_with_offset(K, np.arange(float(len(K))), 1.0)[1].broken
    ),
    "by substitution": lambda K: (
        not derivations.kernel_ridge_by_substitution(K, np.arange(float(len(K))), 1.0)[
            1
        ].broken
    ),
}
LOWEST = [
    1e-8,
    1e-11,
    1e-13,
    1e-14,
    0.0,
    *(-(10.0**power) for power in range(-17, -7)),
    -1e-11 / 3,
    -3e-14,
]


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1.0, 1e-40, 3e7, 1e40])
@pytest.mark.parametrize("n", [2, 3, 8, 20])
def test_every_judge_gives_the_same_verdict(n, scale):
    floor = n * EPS
    for lowest in LOWEST:
        if abs(lowest + floor) < 2 * EPS + 0.1 * floor:
            continue  # on the very edge the judge's own last bit decides
        K = scale * family(n, lowest)
        verdicts = {name: judge(K) for name, judge in VERDICTS.items()}
        assert set(verdicts.values()) == {lowest > -floor}, (lowest, verdicts)


SYMMETRIC = [
    as_gram,
    as_psd,
    centred,
    eigenfeatures,
    lambda K: ridge_dual(K, np.ones(4), 1.0),
    lambda K: ridge_path(K, np.ones(4)),
]


def test_two_halves_may_differ_by_a_part_in_ten_to_the_ten_and_no_more():
    K = gram(RBF(1.0), np.arange(4.0)[:, None])
    said = "K[1, 2] = 0.606530659713 but K[2, 1] = 0.606530659823"
    for share, forgiven in ((0.9, True), (1.1, False)):
        bent = K.copy()
        bent[2, 1] += share * 1e-10
        assert psd_report(bent).is_psd == forgiven
        assert (said in repr(psd_report(bent))) != forgiven
        for ask in SYMMETRIC:
            if forgiven:
                ask(bent)
            else:
                with pytest.raises(ValueError, match=said.replace("[", r"\[")):
                    ask(bent)


# Singular: the same floor for one λ and for a path, for features and for a Gram matrix


def spread(n, smallest):
    """A diagonal K whose smallest eigenvalue is known to the last bit; ‖K‖ is √(n − 1),
    but for it.
    """
    return np.diag(np.append(np.ones(n - 1), smallest))


SOLVERS = {
    "ridge_dual": lambda K, lam: ridge_dual(K, np.ones(len(K)), lam),
    "ridge_path": lambda K, lam: ridge_path(K, np.ones(len(K))).alpha(lam),
    "ridge_path, many": (
        lambda K, lam: ridge_path(K, np.ones(len(K))).dof([lam, 2 * lam])
    ),
    "ridge_primal": lambda K, lam: ridge_primal(np.sqrt(K), np.ones(len(K)), lam),
}


@pytest.mark.parametrize("solve", SOLVERS.values(), ids=SOLVERS)
@pytest.mark.parametrize("n", [3, 20])
@pytest.mark.parametrize("unit", [1.0, 1e-30, 1e49])
def test_a_system_is_solved_from_twenty_times_its_rounding_on(solve, n, unit):
    least = 20 * n * EPS * np.sqrt(n - 1)
    for smallest, lam in ((0.0, 1.1), (1.1, 0.0), (0.5, 0.6)):
        solve(unit * spread(n, smallest * least), unit * lam * least)
    for smallest, lam in ((0.0, 0.9), (0.9, 0.0), (0.4, 0.5)):
        said = f"be inverted at λ = {unit * lam * least:g}: .* need {unit * least:.2g}"
        with pytest.raises(SingularMatrixError, match=said.replace("+", ".")):
            solve(unit * spread(n, smallest * least), unit * lam * least)


def test_with_an_offset_the_floor_is_that_of_the_matrix_before_centring():
    # What the mean takes away was large
    K = gram(RBF(1.0), np.arange(6.0)[:, None]) + 1e6
    least = 20 * 6 * EPS * np.linalg.norm(K)
    for solve in (
        lambda lam: ridge_dual_offset(K, np.arange(6.0), lam),
        lambda lam: ridge_path(K, np.arange(6.0), True).loo(lam),
    ):
        solve(1.1 * least)
        with pytest.raises(SingularMatrixError, match="rounding of CKC"):
            solve(0.9 * least)


@pytest.mark.parametrize("n", [5, 30])
def test_a_negative_eigenvalue_has_an_error_of_its_own_from_rounding_on(n):
    rounding = n * EPS * np.sqrt(n - 1)
    for name in ("ridge_dual", "ridge_path"):
        said = r"K \+ λI has the eigenvalue -1e-06 at λ = 0: K is not positive"
        with pytest.raises(NotPositiveSemidefiniteError, match=said):
            SOLVERS[name](family(n, -1e-6), 0.0)
        with pytest.raises(NotPositiveSemidefiniteError):
            SOLVERS[name](spread(n, -1.2 * rounding), 0.0)
        with pytest.raises(SingularMatrixError):
            SOLVERS[name](spread(n, -0.8 * rounding), 0.0)


# The parts


@pytest.mark.parametrize("n", [2, 10, 50])
def test_the_rank_counts_what_is_above_rounding_everywhere(n):
    for share, found in ((0.9, n - 1), (1.1, n)):
        K = np.diag(np.append(np.ones(n - 1), share * n * EPS))
        ranks = rank(K), rank(-K), psd_report(K).rank, eigenfeatures(K).shape[1]
        assert {*ranks} == {found}
        assert full_rank("K", K).holds == (found == n)
        assert psd_report(K).cholesky.shape == (found, n)
        nodes = np.arange(n)[:, None]
        if found == n:
            mercer_pairs(table(K), nodes, np.ones(n), n)
        else:
            said = f"but only {n - 1} eig.* on these {n} nodes .*Try terms={n - 1}"
            with pytest.raises(SingularMatrixError, match=said):
                mercer_pairs(table(K), nodes, np.ones(n), n)


def test_pivoted_cholesky_takes_the_largest_that_is_left_until_nothing_is():
    K = np.diag([1.0, 9.0, 4.0])
    L, pivots = pivoted_cholesky(K, 0.5)
    assert pivots.tolist() == [1, 2, 0]
    assert (L @ L.T == K).all()
    L, pivots = pivoted_cholesky(K, 3.9)
    assert pivots.tolist() == [1, 2]
    assert (L == [[0, 0], [3, 0], [0, 2]]).all()


def test_a_thin_eigendecomposition_is_thin_only_where_nothing_is_left_out():
    rng = np.random.default_rng(0)
    Phi = rng.normal(size=(20, 3))
    K = Phi @ Phi.T
    U, s = thin_eigen(K, rounding_of(K))
    assert U.shape == (20, 3)
    np.testing.assert_allclose((U * s) @ U.T, K, atol=1e-13)
    U, s = thin_eigen(K + 1e-9 * np.eye(20), rounding_of(K))
    assert U.shape == (20, 20)
    U, s = thin_eigen(np.diag([1.0, 0.0, 0.0]), EPS)
    assert U.shape == (3, 1)
    smooth = gram(RBF(3.0), datasets.stopping()[0])
    assert thin_eigen(smooth, rounding_of(smooth))[0].shape[1] < 31
    wide = np.diag([2.0, 1.0, 0.0])  # two of three is more than half: no gain
    assert thin_eigen(wide, EPS)[0].shape == (3, 3)


def test_a_kernel_whose_formula_lost_digits_is_not_called_none():
    X = [[9.0], [9.0 + 1e-8]]
    # exp(81) is right to 81 units in its last place, and its table to no more.
    k = Exp(Linear())
    assert certificate(k).proven
    said = r"the rounding of the formula that filled K\. .*closer to"
    with pytest.raises(NotPositiveSemidefiniteError, match=said):
        as_psd(gram(k, X))
    assert "by no more than the rounding of the formula" in repr(psd_report(gram(k, X)))
    deep = np.diag([1.0, -2 * FORMULA_ROUNDING])
    assert "by no more" not in repr(psd_report(deep))
    with pytest.raises(NotPositiveSemidefiniteError, match="comes from no kernel"):
        as_psd(deep)
