import ast
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.mathtext import MathTextParser
from scipy import stats
from scipy.integrate import quad
from sklearn.gaussian_process import kernels as peers

from kernellab import (
    RBF,
    BilinearForm,
    Box,
    Brownian,
    Constant,
    Cosine,
    Custom,
    Exp,
    FractionalPolynomial,
    FromFeatures,
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
from kernellab.kernels import Circle, stationary
from tests import zoo
from tests.zoo import IMPOSTORS, ZOO, Specimen, expressions, points

# What a repr may name: kernels, numpy's functions, and the functions of the zoo.
NAMES = vars(kernels) | vars(stationary) | vars(zoo) | {"absolute": np.abs}
X = np.random.default_rng(0).integers(-12, 13, (9, 2)) / 4
Z = np.random.default_rng(1).integers(-12, 13, (4, 2)) / 4


def nan_at(X):
    return np.where(X[:, 0] > 0, np.nan, 1.0)


in_the_zoo = pytest.mark.parametrize("specimen", ZOO, ids=repr)


def assert_close(
    actual: np.ndarray, specimen: Specimen, X: np.ndarray, Z: np.ndarray
) -> None:
    error = np.abs(actual - specimen.plain_gram(X, Z))
    assert (error <= 1e-12 * specimen.sizes(X, Z)).all()


def assert_positive_semidefinite(K: np.ndarray) -> None:
    eigenvalues = np.linalg.eigvalsh(K)
    assert eigenvalues[0] >= -len(K) * np.finfo(float).eps * np.abs(eigenvalues).max()


@in_the_zoo
def test_gram_is_the_formula_point_by_point(specimen):
    np.testing.assert_allclose(
        gram(specimen.kernel, X, Z), specimen.plain_gram(X, Z), rtol=1e-12
    )


@pytest.mark.slow
@given(st.data(), expressions())
def test_gram_of_any_expression_is_its_formula_point_by_point(data, specimen):
    X = data.draw(points())
    Z = data.draw(points(d=X.shape[1]))
    assert_close(gram(specimen.kernel, X, Z), specimen, X, Z)


@given(expressions(), points())
def test_gram_of_any_expression_is_symmetric_and_positive_semidefinite(specimen, X):
    K = gram(specimen.kernel, X)
    assert (K == K.T).all()
    assert_positive_semidefinite(K)


@in_the_zoo
def test_gram_is_symmetric_and_positive_semidefinite_off_the_grid(specimen):
    K = gram(specimen.kernel, np.random.default_rng(2).normal(size=(30, 3)))
    assert (K == K.T).all()
    assert_positive_semidefinite(K)


@in_the_zoo
def test_the_diagonal_is_k_of_a_point_with_itself(specimen):
    # Of one product of matrices and of many of vectors, some processors' BLAS round the
    # last digit differently.
    np.testing.assert_array_max_ulp(
        gram(specimen.kernel, X).diagonal(),
        [specimen.kernel(x, x) for x in X],
        maxulp=2,
    )


@in_the_zoo
def test_one_pair_is_one_entry(specimen):
    value = specimen.kernel(X[0], Z[1])
    assert type(value) is float
    assert value == pytest.approx(
        specimen.plain(X[0].tolist(), Z[1].tolist()), rel=1e-12
    )


def test_a_point_on_a_line_may_be_a_number():
    assert Linear()(3.0, 4.0) == Linear()([3.0], [4.0]) == 12.0


@pytest.mark.slow
@given(expressions(), points())
def test_features_reproduce_the_gram_matrix_or_say_why_there_are_none(specimen, X):
    if specimen.finite:
        Phi = specimen.kernel.features(X)
        assert_close(Phi @ Phi.T, specimen, X, X)
    else:
        why = (
            "has rank n for every n"
            if specimen.full_rank
            else r"no finite feature map of .* is known here"
        )
        with pytest.raises(NoFeatureMapError, match=why):
            specimen.kernel.features(X)


@given(expressions())
def test_full_rank_is_said_only_where_it_is_so(specimen):
    """The Gram matrix of three distinct points, in exact arithmetic where the formula
    has any: its determinant is not zero.
    """
    assert certificate(specimen.kernel).strict is specimen.full_rank
    if specimen.full_rank:
        K = np.array(gram(specimen.kernel, [[0.0], [3.0], [-7.0]]))
        lengths = np.sqrt(K.diagonal())
        assert np.linalg.det(K / np.outer(lengths, lengths)) > 0


def lengths_of_three(X):
    return np.minimum(np.abs(X), 3.0)


# Each with two points that differ, and whose Gram matrix is singular all the same.
OF_LOW_RANK = {
    "a function of one's own": (
        Custom(lambda x, z: float(x[0] * z[0])),
        [[1.0], [2.0]],
    ),
    "exp of a constant": (Exp(Constant()), [[1.0], [2.0]]),
    "tanh of a constant": (Sigmoid(0.0, 1.0), [[1.0], [2.0]]),
    "a period apart": (Periodic(1.0, 2.0), [[1.0], [3.0]]),
    "at the start of a walk": (Brownian(), [[0.0], [1.0]]),
    "in one box": (Box(2.0), [[0.0], [1.0]]),
    "a square after all": (FractionalPolynomial(2.0, c=0.0), [[1.0], [2.0]]),
    "a map that forgets": (PullBack(RBF(1.0), lengths_of_three), [[3.0], [4.0]]),
    "exp of a map that forgets": (
        Exp(PullBack(RBF(1.0), lengths_of_three)),
        [[3.0], [4.0]],
    ),
    "a weight that vanishes": (Reweighted(lambda X: X[:, 0], RBF(1.0)), [[0.0], [1.0]]),
    "a product that vanishes": (RBF(1.0) * Linear(), [[0.0], [1.0]]),
    "nothing left of it": (0 * RBF(1.0), [[0.0], [1.0]]),
    "a constant polynomial": (PolynomialOf(RBF(1.0), (2.0, 0.0)), [[0.0], [1.0]]),
}


@pytest.mark.parametrize(("k", "X"), OF_LOW_RANK.values(), ids=OF_LOW_RANK)
def test_no_full_rank_is_claimed_where_two_points_show_the_contrary(k, X):
    assert np.linalg.matrix_rank(gram(k, X)) < 2
    with pytest.raises(
        NoFeatureMapError, match=r"no finite feature map of .* is known here"
    ):
        k.features(X)


def test_a_difference_of_full_rank_kernels_is_not_called_one():
    with pytest.raises(NoFeatureMapError, match="is known here"):
        (RBF(1.0) + NegativeDistance()).features(X)


@in_the_zoo
def test_a_certificate_stays_open_exactly_where_nothing_is_known(specimen):
    assert certificate(specimen.kernel).proven is specimen.certified


@given(expressions())
def test_every_expression_has_a_certificate_or_names_what_is_unknown(specimen):
    tree = certificate(specimen.kernel)
    assert tree.proven is specimen.certified
    assert set(tree.open) <= {zoo.custom().kernel}


@pytest.mark.slow
@given(expressions(), points())
def test_the_diagonal_is_the_diagonal_of_the_gram_matrix(specimen, X):
    error = np.abs(specimen.kernel.diagonal(X) - gram(specimen.kernel, X).diagonal())
    assert (error <= 1e-12 * specimen.sizes(X, X).diagonal()).all()


def test_features_do_not_alias_the_points():
    points = X.copy()
    Linear().features(points)[:] = 0
    assert (points == X).all()


@given(expressions())
def test_repr_evaluates_back(specimen):
    twin = eval(repr(specimen.kernel), NAMES)
    assert twin == specimen.kernel
    assert hash(twin) == hash(specimen.kernel)


def test_kernels_that_differ_are_not_equal():
    different = [specimen.kernel for specimen in ZOO]
    assert len(set(different)) == len(different)
    assert RBF(1.0) != RBF(2.0)


@pytest.mark.parametrize(
    "two", [2, 2.0, np.float64(2), np.float32(2), np.int64(2), np.array(2.0)], ids=repr
)
def test_any_real_number_scales_from_either_side(two):
    assert two * RBF(1.0) == RBF(1.0) * two == 2.0 * RBF(1.0)


def test_the_factor_zero_gives_the_zero_kernel():
    assert not gram(0 * RBF(1.0), X).any()


@pytest.mark.parametrize(
    ("build", "arrived", "why", "what_to_try"),
    [
        (
            lambda: -2 * RBF(1.0),
            "factor = -2",
            "k(x, x) = ‖φ(x)‖² would be negative",
            "Try 2.",
        ),
        (
            lambda: RBF(1.0) * -0.5,
            "factor = -0.5",
            "k(x, x) = ‖φ(x)‖² would be negative",
            "Try 0.5.",
        ),
        (
            lambda: -RBF(1.0),
            "factor = -1.0",
            "k(x, x) = ‖φ(x)‖² would be negative",
            "Try 1.",
        ),
        (lambda: RBF(1.0) / -2, "divisor = -2", "k(x, x) ≥ 0", "Try divisor=1.0"),
        (lambda: RBF(1.0) ** 0.5, "power = 0.5", "sure to be a kernel", "Try power=1"),
        (lambda: 1 - RBF(1.0), "kernel − 1", "joins only a kernel", "offset=True"),
        (
            lambda: RBF(1.0) - Linear(),
            "RBF(length_scale=1.0) − Linear()",
            "need not be a kernel",
            "Sums, products",
        ),
        (lambda: RBF(1.0) + 3, "kernel + 3", "joins only a kernel", "Constant(1.0)"),
        (lambda: 3 + RBF(1.0), "kernel + 3", "joins only a kernel", "Constant(1.0)"),
        (lambda: Polynomial(2.5), "degree = 2.5", "no inner product", "Try degree=2"),
        (lambda: Polynomial(2.7), "degree = 2.7", "no inner product", "Try degree=3"),
        (lambda: Polynomial(0), "degree = 0", "no inner product", "Try degree=1"),
        (lambda: Polynomial(2, c=-1), "c = -1", "may not be negative", "Try 1."),
        (
            lambda: BilinearForm(np.diag([1.0, -2.0])),
            "negative eigenvalue -2",
            "v = (0.0, 1.0)",
            "Try A = MᵀM",
        ),
        (
            lambda: BilinearForm([[1.0, 2.0], [0.0, 1.0]]),
            "A[0, 1] = 2",
            "order of its two vectors",
            "Check",
        ),
        (
            lambda: gram(BilinearForm(np.eye(3)), X),
            "A is 3 × 3",
            "a row and a column of A",
            "Check which columns",
        ),
        (
            lambda: gram(Cosine((1.0,)), X),
            "holds 1 number,",
            "pairs them",
            "Try Cosine(frequency=(1.0, 1.0))",
        ),
        (
            lambda: Cosine(np.eye(2)),
            "shape (2, 2)",
            "one number per coordinate",
            "Try a tuple",
        ),
        (
            lambda: gram(Brownian(), X),
            "coordinate",
            "would be negative",
            "shift the points so that",
        ),
        (
            lambda: Matern(1.0, nu=2.0),
            "nu = 2.0",
            "polynomial times an exponential",
            "Try nu=0.5",
        ),
        (
            lambda: PolynomialOf(Linear(), (1.0, -1.0)),
            "coefficients[1] = -1.0",
            "t − 1 is −1",
            "Try 1.",
        ),
        (
            lambda: PolynomialOf(Linear(), 3.0),
            "coefficients = 3.0",
            "a number for each power",
            "Try coefficients=(1.0, 2.0)",
        ),
        (
            lambda: PolynomialOf(Linear(), ()),
            "coefficients = ()",
            "a number for each power",
            "Try coefficients=(1.0, 2.0)",
        ),
        (lambda: Exp(3.0), "kernel is 3.0", "how alike two points are", "Try RBF"),
        (
            lambda: Reweighted(2.0, Linear()),
            "f is 2.0",
            "needs a function",
            "Try f = lambda",
        ),
        (
            lambda: gram(Reweighted(np.sum, Linear()), X),
            "shape ()",
            "one finite number per point",
            "Try f = lambda",
        ),
        (
            lambda: gram(Reweighted(nan_at, Linear()), X),
            "f(X) contains NaN",
            "spoils every sum",
            "drop or impute",
        ),
        (
            lambda: gram(PullBack(Linear(), lambda X: X[:3]), X),
            "9 points into 3",
            "image of each point",
            "Try a map",
        ),
        (
            lambda: FromFeatures("x"),
            "phi is 'x'",
            "needs a function",
            "Try phi = lambda",
        ),
        (
            lambda: gram(FromFeatures(lambda X: X[:1]), X),
            "shape (1, 2) for 9 points",
            "a row for each point",
            "Try a map",
        ),
        (lambda: Custom(7), "f is 7", "needs a function", "Try f = lambda"),
        (
            lambda: gram(Custom(np.outer), X),
            "returned [[",
            "one finite real number",
            "Try a function",
        ),
        (
            lambda: gram(FractionalPolynomial(0.5), X),
            "c + xᵀz = -",
            "has no real power 0.5",
            "Try points with positive",
        ),
        (
            lambda: gram(Exp(Polynomial(9)), X),
            "leaves the range of numbers",
            "a value is inf",
            "Try larger units",
        ),
        (
            lambda: RBF(0.0),
            "length_scale = 0.0",
            "ℓ² divides ‖x − z‖²",
            "length_scale=1.0",
        ),
        (
            lambda: RBF(-2.0),
            "length_scale = -2.0",
            "ℓ² divides ‖x − z‖²",
            "length_scale=1.0",
        ),
    ],
)
def test_a_forbidden_rule_says_what_arrived_why_and_what_to_try(
    build, arrived, why, what_to_try
):
    with pytest.raises(
        (ValueError, TypeError),
        match=".*".join(map(re.escape, [arrived, why, what_to_try])),
    ):
        build()


@pytest.mark.parametrize(
    ("forbidden", "X"),
    [
        (lambda X: (X @ X.T + 1.0) ** 1.5, np.array([[-0.9], [-0.3], [0.3], [0.9]])),
        (lambda X: (X @ X.T - 1.0) ** 2, np.array([[0.5], [1.0], [2.0]])),
        (lambda X: X @ X.T - np.exp(-((X - X.T) ** 2) / 2), np.array([[0.0], [1.0]])),
    ],
    ids=["fractional degree", "negative c", "difference"],
)
def test_what_is_forbidden_does_break_positive_semidefiniteness(forbidden, X):
    with pytest.raises(AssertionError):
        assert_positive_semidefinite(forbidden(X))


R = np.linspace(0, 4, 41)  # distances
at_distance = {
    "Laplace": (
        Laplace(1.7),
        lambda u: (
            1 / np.sqrt(2 * np.pi) / 1.7 * u**-1.5 * np.exp(-1 / (2 * 1.7**2 * u))
        ),
    ),
    "RationalQuadratic": (
        RationalQuadratic(1.7, 0.8),
        stats.gamma(0.8, scale=1 / (0.8 * 1.7**2)).pdf,
    ),
    "Matern 3/2": (Matern(1.7, nu=1.5), stats.invgamma(1.5, scale=1.5 / 1.7**2).pdf),
    "Matern 5/2": (Matern(1.7, nu=2.5), stats.invgamma(2.5, scale=2.5 / 1.7**2).pdf),
}


@pytest.mark.parametrize(("k", "weight"), at_distance.values(), ids=at_distance)
def test_the_mixtures_of_rbf_kernels_have_positive_weights(k, weight):
    for r in R[1::8]:  # ∫ exp(−u r²/2) weight(u) du, with u = 1/ℓ²
        mixed, _ = quad(
            lambda t, r=r: np.exp(t - np.exp(t) * r * r / 2) * weight(np.exp(t)),
            -35,
            35,
            limit=400,
        )
        assert k(0.0, r) == pytest.approx(mixed, abs=1e-9)


def test_matern_one_half_is_laplace_and_a_rational_quadratic_of_large_shape_is_an_rbf():
    assert (gram(Matern(1.3, nu=0.5), X) == gram(Laplace(1.3), X)).all()
    np.testing.assert_allclose(
        gram(RationalQuadratic(1.3, 1e9), X), gram(RBF(1.3), X), atol=1e-8
    )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (Laplace(1.3), peers.Matern(1.3, nu=0.5)),
        (Matern(1.3, nu=1.5), peers.Matern(1.3, nu=1.5)),
        (Matern(1.3, nu=2.5), peers.Matern(1.3, nu=2.5)),
        (RationalQuadratic(1.3, 0.7), peers.RationalQuadratic(1.3, alpha=0.7)),
        (Constant(2.5) + 3 * RBF(0.9), peers.ConstantKernel(2.5) + 3 * peers.RBF(0.9)),
    ],
    ids=repr,
)
def test_kernels_agree_with_scikit_learns(ours, theirs):
    np.testing.assert_allclose(gram(ours, X, Z), theirs(X, Z), rtol=1e-12)


def test_a_periodic_kernel_agrees_with_scikit_learns_on_a_line():
    x, z = X[:, :1], Z[:, :1]
    np.testing.assert_allclose(
        gram(Periodic(1.3, 2.7), x, z), peers.ExpSineSquared(1.3, 2.7)(x, z), rtol=1e-12
    )


def test_exp_of_the_inner_product_normalised_is_the_rbf():
    np.testing.assert_allclose(
        gram(Normalized(Exp(Linear())), X, Z), gram(RBF(1.0), X, Z), rtol=1e-12
    )


@pytest.mark.parametrize(("impostor", "X"), IMPOSTORS, ids=repr)
def test_an_impostor_has_no_certificate_and_points_that_refute_it(impostor, X):
    assert not certificate(impostor).proven
    assert certificate(RBF(1.0) + impostor).open == (impostor,)
    with pytest.raises(AssertionError):
        assert_positive_semidefinite(gram(impostor, X))


def test_one_sample_does_not_make_a_kernel():
    assert_positive_semidefinite(gram(Parabola(), [[0.0], [0.5]]))


def test_the_certificate_of_the_rbf_is_the_proof_of_the_lectures():
    tree, steps = certificate(RBF(2.0)), []
    while tree:
        steps.append(type(tree.kernel).__name__)
        tree = tree.parts[0] if tree.parts else None
    assert steps == ["RBF", "Reweighted", "Exp", "Scaled", "Linear"]


@given(st.data(), expressions())
def test_what_a_certificate_rests_on_is_the_same_function(data, specimen):
    """Where a rule has one part that is a rewriting, not a part, both have the same
    Gram matrix.
    """
    X = data.draw(points())
    for k in rewritten(specimen.kernel):
        (part,) = k.reason().parts
        error = np.abs(gram(k, X) - gram(part, X))
        sizes = np.sqrt(np.outer(k.diagonal(X), k.diagonal(X)))
        assert (error <= 1e-9 * np.maximum(sizes, 1e-300)).all()


@pytest.mark.parametrize("k", [RBF(0.7), RBF((0.5, 2.0))], ids=repr)
def test_the_proof_of_the_rbf_rests_on_the_same_function(k):
    # Near the origin, where exp(xᵀz/ℓ²) is no large number.
    X = np.random.default_rng(0).uniform(-1, 1, (6, 2))
    (part,) = k.reason().parts
    np.testing.assert_allclose(gram(part, X), gram(k, X), rtol=1e-12)


def rewritten(k):
    if isinstance(k, (Polynomial, Periodic)):
        yield k
    elif k.reason():
        for part in k.reason().parts:
            yield from rewritten(part)


@pytest.mark.parametrize(
    "k", [s.kernel for s in ZOO] + [k for k, _ in IMPOSTORS], ids=repr
)
def test_every_formula_is_set_by_matplotlib_as_by_mathjax(k):
    MathTextParser("path").parse(f"${k.latex()}$")


def test_a_kernel_without_a_formula_says_so():
    class Silent(Kernel):
        pass

    with pytest.raises(NotImplementedError, match="Silent does not state its formula"):
        gram(Silent(), X)


def test_rbf_far_from_the_origin_loses_no_digits():
    far = np.random.default_rng(3).random((6, 3)) + 1e4
    exact = [
        [
            math.exp(
                -sum(
                    (Fraction(a) - Fraction(b)) ** 2 for a, b in zip(x, z, strict=True)
                )
                / 2
            )
            for z in far.tolist()
        ]
        for x in far.tolist()
    ]
    np.testing.assert_allclose(gram(RBF(1.0), far), exact, rtol=4 * np.finfo(float).eps)


@pytest.mark.parametrize(
    ("length_scale", "expected"), [(1e-50, np.eye(5)), (1e50, np.ones((5, 5)))]
)
def test_rbf_at_extreme_length_scales_is_the_identity_or_all_ones(
    length_scale, expected
):
    K = gram(RBF(length_scale), np.arange(5.0)[:, None] + 1e4)
    assert (expected == K).all()


def test_powers_quotients_and_sums_are_what_they_look_like():
    k, X = RBF(2.0) + Linear(), np.array([[1.0], [2.0], [4.0]])
    K = gram(k, X)
    np.testing.assert_allclose(gram(k**3, X), K**3, rtol=1e-12)
    np.testing.assert_allclose(gram(k / 4, X), K / 4, rtol=1e-12)
    assert sum([k, Linear()]) == k + Linear()


def test_a_table_that_leaves_the_range_of_floats_is_refused():
    with (
        pytest.raises(ValueError, match="leaves the range of numbers"),
        np.errstate(over="ignore"),
    ):
        gram(Polynomial(300), [[1e3]])


def test_a_polynomial_of_weights_beyond_floats_is_one_of_the_inner_product_still():
    tree = certificate(Polynomial(1100))
    assert tree.proven
    assert [part.kernel for part in tree.parts] == [Linear()]


def test_a_whole_number_of_turns_is_no_turn_however_many_they_are():
    x = np.array([[0.0], [0.625], [3.5]])
    assert np.array_equal(Circle(4.0)(x + 2.0**42), Circle(4.0)(x))
    assert Periodic(0.01, 4.0)([1.0], [1.0 + 2.0**42]) == 1


def test_a_point_of_negative_length_is_shown_without_a_sign_on_its_zeros():
    for small in (1e-5, -1e-5):
        with pytest.raises(ValueError, match=r"v = \(.*\) would") as refused:
            BilinearForm([[-1.0, small], [small, 1.0]])
        assert "-0.0" not in str(refused.value)


def test_a_verdict_is_no_proof_where_a_branch_is_open_and_names_that_branch():
    f, g = Custom(zoo.shorter), Parabola()
    for k, open_ in (
        (f, [f]),
        (2 * (Linear() + f), [f]),
        (g * f + g, [g, f]),
        (RBF(1.0) + Linear(), []),
    ):
        tree = certificate(k)
        assert (
            tree.proven
            == tree.verdict.startswith("A kernel: every branch ends at a known one")
            == (not open_)
        )
        if open_:
            assert tree.verdict.startswith(
                f"No certificate: nothing is known of {' and '.join(map(repr, open_))}."
                " It may be"
            )


def test_the_point_that_speaks_against_a_matrix_speaks_against_it():
    v = np.array([1.0, 0.33343, 0.77777]) / np.linalg.norm([1.0, 0.33343, 0.77777])
    A = 1e3 * (np.eye(3) - np.outer(v, v)) - 1e-3 * np.outer(v, v)
    for unit in (1.0, 2.0**20, 2.0**-20):
        with pytest.raises(
            ValueError, match="would have the squared length vᵀAv = "
        ) as refused:
            BilinearForm(A * unit)
        point, length = re.search(
            r"v = (\(.*?\)) would .* = (\S+), and", str(refused.value)
        ).groups()
        point = np.array(ast.literal_eval(point))
        assert np.abs(point).max() == 1
        assert float(length) == pytest.approx(-1e-3 * unit * point @ point, rel=0.01)


def test_a_certificate_needs_no_weight_that_a_float_can_hold():
    assert certificate(Polynomial(1000, 2.0)).proven
    assert certificate(Polynomial(2000)).proven


@pytest.mark.parametrize(
    ("coefficients", "columns"), [((0.0,), 1), ((0.0, 0.0), 1), ((0.0, 2.0), 3)]
)
def test_a_polynomial_without_a_constant_has_features_still(coefficients, columns):
    k, X = PolynomialOf(Linear(), coefficients), [[1.0, 2.0], [0.5, -1.0]]
    Phi = k.features(X)
    assert Phi.shape == (2, columns)
    np.testing.assert_allclose(
        Phi @ Phi.T,
        [
            [sum(c * t**j for j, c in enumerate(coefficients)) for t in row]
            for row in ((5.0, -1.5), (-1.5, 1.25))
        ],
    )


@pytest.mark.parametrize(
    "k",
    [RBF(1.0), Laplace(1.0), *(Matern(1.0, nu=nu) for nu in (0.5, 1.5, 2.5))],
    ids=repr,
)
@pytest.mark.parametrize("far", [1e3, 1e8, 1e50])
def test_far_apart_two_points_have_nothing_in_common(k, far):
    assert gram(k, [[0.0]], [[far]]) == gram(k, [[far]], [[0.0]]) == 0.0


@pytest.mark.parametrize(
    ("X", "Z"),
    [([[-0.3]], [[0.5]]), ([[0.5]], [[-0.3]]), ([[0.5, 1.0]], [[0.5, -0.3]])],
)
def test_neither_side_of_a_walk_lies_before_its_start(X, Z):
    with pytest.raises(ValueError, match=r"-0\.3"):
        gram(Brownian(), X, Z)
