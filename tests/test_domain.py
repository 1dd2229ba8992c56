"""The domain, 0 and 1e-50 to 1e50: numbers outside are refused where they come in, and
inside nothing overflows.
"""

import re
from fractions import Fraction

import numpy as np
import pytest

from kernellab import (
    RBF,
    SVC,
    SVR,
    BilinearForm,
    Constant,
    Cosine,
    Expansion,
    KernelRidge,
    Laplace,
    Linear,
    Matern,
    NearestNeighbours,
    Periodic,
    Polynomial,
    PolynomialOf,
    RationalQuadratic,
    Squared,
    block_ridge,
    c_path,
    centred,
    descend,
    eigenfeatures,
    epsilon_path,
    fourier_features,
    gaussian_pairs,
    gram,
    in_blocks,
    interactions,
    mercer_pairs,
    monomials,
    nystrom_features,
    psd_report,
    residual,
    ridge_dual,
    ridge_path,
    ridge_primal,
    scaled_monomials,
    separating_plane,
    spectral_density,
    svm_fit,
    svm_path,
    svr_fit,
)

X = np.array([[1.0], [2.0], [4.0]])
K = gram(RBF(1.0), X)
y = np.array([1.0, 2.0, 3.0])
labels = np.array([1.0, -1.0, 1.0])

TABLES = {
    "gram of X": ("X", X, lambda bad: gram(Linear(), bad)),
    "gram of Z": ("Z", X, lambda bad: gram(Linear(), X, bad)),
    "k(x, ·)": ("x", X[0], lambda bad: Linear()(bad, X[0])),
    "features": ("X", X, Linear().features),
    "BilinearForm": ("A", K, BilinearForm),
    "monomials": ("X", X, lambda bad: monomials(bad, 2)),
    "scaled_monomials": ("X", X, lambda bad: scaled_monomials(bad, 2)),
    "interactions": ("X", X, interactions),
    "centred": ("K", K, centred),
    "eigenfeatures": ("K", K, eigenfeatures),
    "psd_report": ("K", K, psd_report),
    "ridge_primal of Phi": ("Phi", X, lambda bad: ridge_primal(bad, y, 1.0)),
    "ridge_primal of y": ("y", y, lambda bad: ridge_primal(X, bad, 1.0)),
    "ridge_dual of K": ("K", K, lambda bad: ridge_dual(bad, y, 1.0)),
    "ridge_dual of y": ("y", y, lambda bad: ridge_dual(K, bad, 1.0)),
    "ridge_path of K": ("K", K, lambda bad: ridge_path(bad, y)),
    "lams along a path": ("lam", y, ridge_path(K, y).alpha),
    "svr_fit of K": ("K", K, lambda bad: svr_fit(bad, y, 1.0, 0.1)),
    "svr_fit of y": ("y", y, lambda bad: svr_fit(K, bad, 1.0, 0.1)),
    "svm_fit of K": ("K", K, lambda bad: svm_fit(bad, labels, 1.0)),
    "c_path of K": ("K", K, lambda bad: c_path(bad, y, 1.0, 0.1)),
    "epsilon_path of y": ("y", y, lambda bad: epsilon_path(K, bad, 1.0)),
    "svm_path of K": ("K", K, lambda bad: svm_path(bad, labels, 1.0)),
    "separating_plane": ("Phi", X, lambda bad: separating_plane(bad, labels)),
    "descend on Phi": ("Phi", X, lambda bad: descend(bad, y, Squared())),
    "descend on y": ("y", y, lambda bad: descend(X, bad, Squared())),
    "block_ridge of X": (
        "X of block 0",
        X,
        lambda bad: block_ridge(Linear().features, in_blocks(bad, y, 2), 1.0),
    ),
    "block_ridge of y": (
        "y of block 0",
        y,
        lambda bad: block_ridge(Linear().features, in_blocks(X, bad, 2), 1.0),
    ),
    "nystrom_features": ("landmarks", X, lambda bad: nystrom_features(RBF(1.0), bad)),
    "mercer_pairs": ("nodes", X, lambda bad: mercer_pairs(RBF(1.0), bad, y, 1)),
    "a measure": ("weights", y, lambda bad: mercer_pairs(RBF(1.0), X, bad, 1)),
    "KernelRidge": ("X", X, lambda bad: KernelRidge().fit(bad, y)),
    "targets of KernelRidge": ("y", y, lambda bad: KernelRidge().fit(X, bad)),
    "weights of KernelRidge": (
        "sample_weight",
        y,
        lambda bad: KernelRidge().fit(X, y, sample_weight=bad),
    ),
    "new points": ("X", X, KernelRidge().fit(X, y).predict),
    "SVR": ("X", X, lambda bad: SVR().fit(bad, y)),
    "targets of SVR": ("y", y, lambda bad: SVR().fit(X, bad)),
    "SVC": ("X", X, lambda bad: SVC().fit(bad, labels)),
    "NearestNeighbours": ("X", X, lambda bad: NearestNeighbours().fit(bad, y)),
    "Expansion": ("alpha", y, lambda bad: Expansion(RBF(1.0), X, bad)),
}

NUMBERS = {
    "RBF": ("length_scale", RBF),
    "a width each": (r"length_scale[1]", lambda bad: RBF((1.0, bad))),
    "Laplace": ("length_scale", Laplace),
    "Matern": ("length_scale", lambda bad: Matern(bad, nu=1.5)),
    "RationalQuadratic": ("alpha", lambda bad: RationalQuadratic(1.0, alpha=bad)),
    "Periodic": ("period", lambda bad: Periodic(1.0, bad)),
    "Polynomial": ("c", lambda bad: Polynomial(2, bad)),
    "PolynomialOf": ("coefficients[0]", lambda bad: PolynomialOf(Linear(), (bad,))),
    "Constant": ("value", Constant),
    "a factor": ("factor", lambda bad: bad * RBF(1.0)),
    "a divisor": ("divisor", lambda bad: RBF(1.0) / bad),
    "scaled_monomials": ("c", lambda bad: scaled_monomials(X, 2, bad)),
    "ridge_dual": ("lam", lambda bad: ridge_dual(K, y, bad)),
    "a path at λ": ("lam", ridge_path(K, y).alpha),
    "svr_fit of C": ("C", lambda bad: svr_fit(K, y, bad, 0.1)),
    "svr_fit of epsilon": ("epsilon", lambda bad: svr_fit(K, y, 1.0, bad)),
    "svm_fit": ("C", lambda bad: svm_fit(K, labels, bad)),
    "c_path": ("epsilon", lambda bad: c_path(K, y, 1.0, bad)),
    "descend": ("lam", lambda bad: descend(X, y, Squared(), bad)),
    "block_ridge": (
        "lam",
        lambda bad: block_ridge(Linear().features, in_blocks(X, y, 2), bad),
    ),
    "KernelRidge": ("lam", lambda bad: KernelRidge(lam=bad).fit(X, y)),
    "SVR": ("lam", lambda bad: SVR(lam=bad).fit(X, y)),
    "SVC": ("C", lambda bad: SVC(C=bad).fit(X, labels)),
    "gaussian_pairs": ("sigma", lambda bad: gaussian_pairs(1.0, bad)),
    "spectral_density": ("reach", lambda bad: spectral_density(RBF(1.0), [0.0], bad)),
    "offset of an Expansion": ("b", lambda bad: Expansion(RBF(1.0), X, y, bad)),
}


@pytest.mark.parametrize(("name", "good", "call"), TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("largest", [1.1e50, 1e60, 1e300, 0.9e-50, 1e-60, 5e-324])
def test_a_table_whose_largest_entry_lies_outside_is_refused(name, good, call, largest):
    bad = np.eye(3) * largest if name in "KA" else np.full_like(good, largest)
    place = ", ".join("0" * good.ndim)
    expected = re.escape(f"{name}[{place}] = {largest:g} is the largest entry, but the")
    with pytest.raises(ValueError, match=expected + r".* numbers of .*try other units"):
        call(bad)


@pytest.mark.parametrize(("name", "call"), NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("number", [1.1e50, 1e60, Fraction(10**60), 0.9e-50, 1e-60])
def test_a_parameter_outside_is_refused(name, call, number):
    expected = re.escape(f"{name} = {float(number):g}, but the numbers of kernellab")
    with pytest.raises(ValueError, match=expected + ".*try other units"):
        call(number)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    "call",
    [
        lambda x: gram(Linear() + Laplace(1.0), [[2.0]], [[x]]),
        lambda x: Linear()(2.0, x),
        lambda x: Linear().features([[2 * x]]),
        lambda x: Expansion(Linear(), [[2.0]], [1.0])([[x]]),
    ],
)
def test_a_kernel_value_outside_is_refused(call, sign):
    call(sign * 0.49e50)
    with pytest.raises(ValueError, match=r"1(\.02)?e\+50"):
        call(sign * 0.51e50)


def test_the_entry_that_is_named_is_the_largest_in_size():
    with pytest.raises(ValueError, match=r"X\[1, 0\] = -1e\+70 is the largest entry"):
        gram(Linear(), [[1e60, 0.0], [-1e70, 1e-70]])


def test_beside_the_largest_entry_small_ones_may_have_any_size():
    assert gram(Linear(), [[1.0, 1e-60]], [[1.0, 1e-300]]).tolist() == [[1.0]]
    assert gram(Linear(), np.zeros((2, 2))).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert residual([1e-100], [1e-100]) == 0.0  # a value of a kernel has no least size


@pytest.mark.parametrize("unit", [1e-50, 1e-20, 1e20, 1e50])
def test_at_the_edge_of_the_domain_fits_are_those_of_another_unit(unit):
    w, scaled = ridge_primal(X, y, 1.0), ridge_primal(X / 4, unit * y / 3, 1 / 16)
    np.testing.assert_allclose(scaled, 4 / 3 * unit * w, rtol=1e-12)
    alpha, scaled = ridge_dual(K, y, 1.0), ridge_dual(unit * K, y, unit)
    np.testing.assert_allclose(scaled, alpha / unit, rtol=1e-12)
    assert psd_report(unit * K).rank == 3
    np.testing.assert_allclose(centred(unit * K), unit * centred(K), rtol=1e-12)


def test_infinity_is_a_limit_only_of_the_margin():
    assert np.inf == svm_fit(K, labels, np.inf).C
    with pytest.raises(ValueError, match="C = inf is not finite"):
        svr_fit(K, y, np.inf, 0.1)


def test_waves_are_drawn_within_the_domain():
    for ell in (1e-50, 1e50):
        assert np.isfinite(fourier_features(RBF(ell), 1, 4, 0).frequencies).all()
    assert Cosine(1e-50)(1e50, 1e50) == pytest.approx(1.0)
