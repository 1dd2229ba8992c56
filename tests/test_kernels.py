import ast
import re
from fractions import Fraction
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.mathtext import MathTextParser

from kernellab import (
    RBF,
    BilinearForm,
    Box,
    Brownian,
    Constant,
    Custom,
    Exp,
    FractionalPolynomial,
    Kernel,
    Laplace,
    Linear,
    Matern,
    NegativeDistance,
    Normalized,
    Parabola,
    Periodic,
    Polynomial,
    PolynomialOf,
    PullBack,
    RationalQuadratic,
    Reweighted,
    Sigmoid,
    certificate,
    gram,
    kernels,
)
from kernellab.errors import NoFeatureMapError
from kernellab.kernels import stationary
from tests import zoo
from tests.zoo import IMPOSTORS, ZOO, expressions, points

# What a repr may name: kernels, numpy's functions, and the functions of the zoo.
NAMES = vars(kernels) | vars(stationary) | vars(zoo) | {"absolute": np.abs}
X = np.random.default_rng(0).integers(-12, 13, (9, 2)) / 4
Z = np.random.default_rng(1).integers(-12, 13, (4, 2)) / 4
in_the_zoo = pytest.mark.parametrize("specimen", ZOO, ids=repr)


def assert_close(actual, specimen, X, Z):
    error = np.abs(actual - specimen.plain_gram(X, Z))
    assert (error <= 1e-12 * specimen.sizes(X, Z)).all()


def is_positive_semidefinite(K):
    eigenvalues = np.linalg.eigvalsh(K)
    rounding = len(K) * np.finfo(float).eps * np.abs(eigenvalues).max()
    return eigenvalues[0] >= -rounding


@in_the_zoo
def test_a_kernel_is_its_formula_point_by_point(specimen):
    k = specimen.kernel
    expected = specimen.plain_gram(X, Z)
    np.testing.assert_allclose(gram(k, X, Z), expected, rtol=1e-12)
    assert type(k(X[0], Z[1])) is float
    assert k(X[0], Z[1]) == pytest.approx(expected[0, 1], rel=1e-12)
    # Of a product of matrices and of vectors, BLAS may round the last digit otherwise.
    squares = [k(x, x) for x in X]
    np.testing.assert_array_max_ulp(gram(k, X).diagonal(), squares, maxulp=2)
    assert certificate(k).proven is specimen.certified
    K = gram(k, np.random.default_rng(2).normal(size=(30, 3)))
    assert (K == K.T).all()
    assert is_positive_semidefinite(K)
    MathTextParser("path").parse(f"${k.latex()}$")


@given(st.data(), expressions())
def test_any_expression_is_its_formula_point_by_point(data, specimen):
    X = data.draw(points())
    Z = data.draw(points(d=X.shape[1]))
    k = specimen.kernel
    assert_close(gram(k, X, Z), specimen, X, Z)
    K = gram(k, X)
    assert (K == K.T).all()
    assert is_positive_semidefinite(K)
    error = np.abs(k.diagonal(X) - K.diagonal())
    assert (error <= 1e-12 * specimen.sizes(X, X).diagonal()).all()


@given(expressions(), points())
def test_features_reproduce_the_gram_matrix_or_say_why_there_are_none(specimen, X):
    if specimen.finite:
        Phi = specimen.kernel.features(X)
        assert_close(Phi @ Phi.T, specimen, X, X)
        return
    with pytest.raises(NoFeatureMapError, match=r"no finite .* of .* is known"):
        specimen.kernel.features(X)


@given(st.data(), expressions())
def test_a_certificate_claims_what_is_so(data, specimen):
    k = specimen.kernel
    tree = certificate(k)
    assert tree.proven is specimen.certified
    assert set(tree.open) <= {zoo.CUSTOM.kernel}
    # Where a rule has one part that is a rewriting, both have the same Gram matrix.
    X = data.draw(points())
    for rewritten in rewritings(k):
        (part,) = rewritten.reason().parts
        error = np.abs(gram(rewritten, X) - gram(part, X))
        sizes = np.sqrt(np.outer(rewritten.diagonal(X), rewritten.diagonal(X)))
        assert (error <= 1e-9 * np.maximum(sizes, 1e-300)).all()


def rewritings(k):
    if isinstance(k, (Polynomial, Periodic)):
        yield k
    elif k.reason():
        for part in k.reason().parts:
            yield from rewritings(part)


@given(expressions())
def test_repr_evaluates_back(specimen):
    twin = eval(repr(specimen.kernel), NAMES)
    assert twin == specimen.kernel
    assert hash(twin) == hash(specimen.kernel)


def test_kernels_that_differ_are_not_equal():
    different = [specimen.kernel for specimen in ZOO]
    assert len(set(different)) == len(different)


def test_features_do_not_alias_the_points():
    points = X.copy()
    Linear().features(points)[:] = 0
    assert (points == X).all()


@pytest.mark.parametrize(
    "two", [2, np.float32(2), np.int64(2), np.array(2.0)], ids=repr
)
def test_any_real_number_scales_from_either_side(two):
    assert two * RBF(1.0) == RBF(1.0) * two == 2.0 * RBF(1.0)


def test_powers_and_sums_are_what_they_look_like():
    k, X = RBF(2.0) + Linear(), np.array([[1.0], [2.0], [4.0]])
    np.testing.assert_allclose(gram(k**3, X), gram(k, X) ** 3, rtol=1e-12)
    assert sum([k, Linear()]) == k + Linear()
    assert not gram(0 * k, X).any()
    assert Linear()(3.0, 4.0) == Linear()([3.0], [4.0]) == 12.0 * Constant()(3.0, 4.0)
    assert RationalQuadratic(1.0)(3.0, 4.0) == pytest.approx(2 / 3)


def nan_at(X):
    return np.where(X[:, 0] > 0, np.nan, 1.0)


def build_bilinear(A):
    return lambda: BilinearForm(A)


FORBIDDEN = [
    (lambda: RBF(1.0) ** 0.5, "power = 0.5", "sure to be a kernel", "Try power=1"),
    (lambda: RBF(1.0) ** 500, "power = 500", "sure to be a kernel", "Try power=100"),
    (lambda: Linear() - Brownian(), "Linear() − Brownian()", "need not be", "Sums"),
    (lambda: 3 + RBF(1.0), "k1 is 3", "not a kernel", "Constant(1.0)"),
    (build_bilinear(np.diag([1.0, -2.0])), "eigenvalue -2", "v = (0.0, 1.0)", "Try A"),
    (build_bilinear([[1, 2], [0, 1]]), "A[0, 1] = 2 but A[1, 0] = 0", "", "Check"),
    (lambda: gram(BilinearForm(np.eye(3)), X), "A is 3 × 3", "have 2 co", "Check"),
    (lambda: gram(Brownian(), [[1]], [[2], [-3]]), "point 1", "coordinate -3", "shift"),
    (lambda: Matern(1.0, nu=2.0), "nu = 2.0", "an exponential", "Try nu=0.5"),
    (lambda: PolynomialOf(Linear(), ()), "= ()", "each power", "Try coefficients"),
    (lambda: PolynomialOf(Linear(), {1.0}), "= {1.0}", "their order", "Try coeff"),
    (lambda: gram(Reweighted(np.sum, Linear()), X), "shape ()", "per point", "Try f"),
    (lambda: gram(Reweighted(nan_at, Linear()), X), "f(X) contains NaN", "", "drop"),
    (lambda: gram(PullBack(Linear(), np.transpose), X), "9 points into 2", "", "Try"),
    (lambda: gram(Custom(np.outer), X), "returned [[", "one finite real", "Try a func"),
    (lambda: gram(FractionalPolynomial(1 / 3), X), "= -", "power 0.333333.", "Try po"),
    (lambda: gram(Exp(Polynomial(9)), X), "leaves the range", "is inf", "Try larger"),
]


@pytest.mark.parametrize(("build", "arrived", "why", "what_to_try"), FORBIDDEN)
def test_a_forbidden_rule_says_what_arrived_why_and_what_to_try(
    build, arrived, why, what_to_try
):
    said = ".*".join(map(re.escape, [arrived, why, what_to_try]))
    with pytest.raises((ValueError, TypeError), match=said):
        build()


@pytest.mark.parametrize("k", [RationalQuadratic(1.0, 1e12), Normalized(Exp(Linear()))])
def test_kernels_whose_limit_or_angle_is_an_rbf(k):
    np.testing.assert_allclose(gram(k, X, Z), gram(RBF(1.0), X, Z), rtol=1e-9)


@pytest.mark.parametrize(("impostor", "X"), IMPOSTORS, ids=repr)
def test_an_impostor_has_no_certificate_and_points_that_refute_it(impostor, X):
    assert not certificate(impostor).proven
    assert certificate(RBF(1.0) + impostor).open == (impostor,)
    assert not is_positive_semidefinite(gram(impostor, X))
    MathTextParser("path").parse(f"${impostor.latex()}$")


def test_impostors_are_their_formulas():
    x, z = np.array([1.0, -0.5]), np.array([0.5, 2.0])
    assert Sigmoid()(x, z) == pytest.approx(np.tanh(-0.5))
    assert Sigmoid(0.5, -1.0)(x, z) == pytest.approx(np.tanh(0.5 * -0.5 - 1.0))
    assert NegativeDistance()(x, z) == pytest.approx(-np.sqrt(6.5))
    assert Parabola()(x, z) == pytest.approx(1 - 6.5)
    assert (Box(2.5)(x, z), Box(2.6)(x, z), Box()(0.0, 1.5)) == (0.0, 1.0, 0.0)
    assert FractionalPolynomial(-1.5, 2.0)(x, z) == pytest.approx(1.5**-1.5)
    assert FractionalPolynomial(2)([-5.0], [1.0]) == 16.0


def test_a_verdict_is_no_proof_where_a_branch_is_open_and_names_that_branch():
    f, g = Custom(zoo.shorter), Parabola()
    for k, open_ in ((2 * (Linear() + f), [f]), (g * f + g, [g, f])):
        tree = certificate(k)
        names = " and ".join(map(repr, open_))
        assert not tree.proven
        assert tree.verdict.startswith(f"No certificate: nothing is known of {names}.")
    assert certificate(RBF(1.0) + Linear()).verdict.startswith("A kernel: every branch")


def test_a_kernel_without_a_formula_says_so():
    class Silent(Kernel):
        pass

    with pytest.raises(NotImplementedError, match="Silent does not state its formula"):
        gram(Silent(), X)


def test_rbf_far_from_the_origin_loses_no_digits():
    far = np.random.default_rng(3).random((6, 3)) + 1e4

    def exact(x, z):
        gaps = (Fraction(a) - Fraction(b) for a, b in zip(x, z, strict=True))
        return exp(-sum(gap**2 for gap in gaps) / 2)

    expected = [[exact(x, z) for z in far] for x in far]
    np.testing.assert_allclose(gram(RBF(1.0), far), expected, rtol=1e-15)


@pytest.mark.parametrize("k", [RBF(1.0), Laplace(1.0), Matern(1.0, nu=2.5)], ids=repr)
def test_far_apart_two_points_have_nothing_in_common(k):
    assert gram(k, [[0.0]], [[1e50]]) == gram(k, [[1e3]], [[0.0]]) == 0.0


def test_a_polynomial_of_weights_beyond_floats_is_one_of_the_inner_product_still():
    for k in (Polynomial(1100), Polynomial(1000, 2.0)):
        assert certificate(k).proven
        assert [part.kernel for part in certificate(k).parts] == [Linear()]
    with pytest.raises(ValueError, match="leaves the range of numbers"):
        gram(Polynomial(300), [[1e3]])


def test_the_point_that_speaks_against_a_matrix_speaks_against_it():
    v = np.array([1.0, 0.33343, 0.77777]) / np.linalg.norm([1.0, 0.33343, 0.77777])
    A = 1e3 * (np.eye(3) - np.outer(v, v)) - 1e-3 * np.outer(v, v)
    for unit in (1.0, 2.0**20):
        with pytest.raises(ValueError, match="would have the squared len") as refused:
            BilinearForm(A * unit)
        found = re.search(r"v = (\(.*?\)) would .* = (\S+), and", str(refused.value))
        point, length = np.array(ast.literal_eval(found[1])), float(found[2])
        assert np.abs(point).max() == 1
        assert 0 > length == pytest.approx(unit * point @ A @ point, rel=0.01)


@pytest.mark.parametrize(("coefficients", "columns"), [((0.0,), 1), ((0.0, 2.0), 3)])
def test_a_polynomial_without_a_constant_has_features_still(coefficients, columns):
    k, X = PolynomialOf(Linear(), coefficients), [[1.0, 2.0], [0.5, -1.0]]
    Phi = k.features(X)
    assert Phi.shape == (2, columns)
    np.testing.assert_allclose(Phi @ Phi.T, gram(k, X))
