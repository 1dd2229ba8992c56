import mpmath as mp
import numpy as np
import pytest

from kernellab import (
    RBF,
    Box,
    Brownian,
    Cosine,
    Custom,
    Kernel,
    Laplace,
    Matern,
    NegativeDistance,
    NotPositiveSemidefiniteError,
    PullBack,
    Sigmoid,
    SingularMatrixError,
    brownian_pairs,
    gaussian_pairs,
    gram,
    mercer_pairs,
    normal_measure,
    spectral_density,
)


@pytest.mark.parametrize(
    ("length_scale", "sigma"), [(1.0, 1.0), (0.7, 1.5), (2.0, 0.8)]
)
def test_quadrature_meets_the_closed_form_of_the_gaussian_kernel(length_scale, sigma):
    found = mercer_pairs(RBF(length_scale), *normal_measure(sigma), terms=12)
    known = gaussian_pairs(length_scale, sigma, terms=12)
    np.testing.assert_allclose(found.eigenvalues, known.eigenvalues, atol=1e-13)
    x = np.linspace(-2, 2, 9)[:, None] * sigma
    same_sign = np.sign((found.functions(x) * known.functions(x)).sum(axis=0))
    np.testing.assert_allclose(
        (same_sign * found.functions(x))[:, :6], known.functions(x)[:, :6], atol=1e-6
    )


def test_the_first_twenty_eigenvalues_of_the_gaussian_kernel():
    found = mercer_pairs(RBF(1.0), *normal_measure(1.0), terms=20)
    assert (
        np.abs(found.eigenvalues - gaussian_pairs(1.0, terms=20).eigenvalues).max()
        < 1e-10
    )


@pytest.mark.parametrize(
    "pairs",
    [
        gaussian_pairs(0.8, 1.3, 15),
        gaussian_pairs(1.0, 1.0, 1),
        gaussian_pairs(3.0, 1.0, 2),
    ],
)
def test_closed_eigenfunctions_are_orthonormal_under_their_measure(pairs):
    t, w = normal_measure({15: 1.3}.get(len(pairs.eigenvalues), 1.0), nodes=400)
    E = pairs.functions(t)
    np.testing.assert_allclose(E.T @ (w[:, None] * E), np.eye(E.shape[1]), atol=1e-8)


def test_the_series_of_the_gaussian_kernel_converges_to_it():
    x = np.linspace(-1.5, 1.5, 13)[:, None]
    errors = [
        np.abs(gaussian_pairs(1.0, terms=30).gram(x, terms) - gram(RBF(1.0), x)).max()
        for terms in (5, 15, 30)
    ]
    assert errors[0] > 10 * errors[1] > 100 * errors[2]
    assert errors[2] < 1e-9


@pytest.mark.parametrize(
    ("length_scale", "x", "terms"),
    [(0.01, 3.8, 5000), (0.01, 3.9, 5000), (0.1, 13.0, 3000)],
)
@pytest.mark.slow
def test_a_point_whose_first_features_are_below_all_floats_has_later_ones(
    length_scale, x, terms
):
    pairs = gaussian_pairs(length_scale, 1.0, terms)
    assert pairs.gram([[x]])[0, 0] == pytest.approx(1.0, abs=1e-11)
    if x < 5:
        np.testing.assert_allclose(
            pairs.functions([[x]]) * np.sqrt(pairs.eigenvalues),
            pairs.features([[x]]),
            atol=1e-12,
        )


def in_many_digits(length_scale, sigma, terms, x):
    """λⱼ, eⱼ(x) and √λⱼ eⱼ(x) by the formulas of the source."""
    with mp.workdps(1400):
        ell, sigma, x = mp.mpf(length_scale), mp.mpf(sigma), mp.mpf(x)
        a, b = 1 / (4 * sigma**2), 1 / (2 * ell**2)
        c = mp.sqrt(a**2 + 2 * a * b)
        A = a + b + c
        values = [mp.sqrt(2 * a / A) * (b / A) ** j for j in range(terms)]
        u, e = mp.sqrt(2 * c) * x, [(c / a) ** mp.mpf(0.25) * mp.exp(-(c - a) * x**2)]
        for j in range(terms - 1):
            e.append(
                (mp.sqrt(2) * u * e[j] - (mp.sqrt(j) * e[j - 1] if j else 0))
                / mp.sqrt(j + 1)
            )
        weighed = [
            float(mp.sqrt(value) * each) for value, each in zip(values, e, strict=True)
        ]
        return (
            [float(value) for value in values],
            [mp.nstr(each, 17) for each in e],
            weighed,
        )


@pytest.mark.parametrize(
    ("length_scale", "sigma", "x"),
    [
        *((unit, unit, 0.7 * unit) for unit in (1.0, 1e-40, 1e41, 1e50)),
        (1e50, 1e50, 0.0),
        (1.0, 1e-50, 0.0),
        (1e-25, 1e25, 1e-25),
        (1e50, 1e-50, 1e-50),
        *((far, 1.0, far) for far in (1e7, 1e8, 1e9)),
    ],
)
def test_the_pairs_of_the_gaussian_kernel_know_no_unit(length_scale, sigma, x):
    pairs = gaussian_pairs(length_scale, sigma, 20)
    values, e, weighed = in_many_digits(length_scale, sigma, 20, x)
    e = np.array([float(each) for each in e])
    np.testing.assert_allclose(pairs.eigenvalues, values, rtol=1e-13)
    np.testing.assert_allclose(
        pairs.functions([[x]])[0], e, rtol=1e-12, atol=1e-13 * np.abs(e).max()
    )
    np.testing.assert_allclose(
        pairs.features([[x]])[0], weighed, rtol=1e-12, atol=1e-15
    )


@pytest.mark.parametrize("unit", [1e-40, 1.0, 1e10])
def test_beyond_all_functions_they_are_zero(unit):
    pairs = gaussian_pairs(unit, 1.0)
    assert not pairs.functions([[1e40], [-1e50]]).any()
    assert not pairs.features([[1e40], [-1e50]]).any()


@pytest.mark.parametrize(
    ("length_scale", "sigma", "x"),
    [(1.0, 1e-50, 1.0), (1e50, 1e-50, 1e50), (1.0, 1.0, 60.0)],
)
@pytest.mark.slow
def test_features_stay_in_range_where_eigenfunctions_do_not(length_scale, sigma, x):
    pairs = gaussian_pairs(length_scale, sigma, 6000)
    np.testing.assert_allclose(
        pairs.features([[x]], 20)[0],
        in_many_digits(length_scale, sigma, 20, x)[2],
        atol=1e-15,
    )
    with pytest.raises(
        ValueError, match=r"X\[1\] = .* leaves the range of floats. Try features\(X\)"
    ):
        pairs.functions([[0.0], [x]])


def test_the_series_of_min_converges_as_slowly_as_it_must():
    s = np.linspace(0, 1, 21)[:, None]
    exact = gram(Brownian(), s)
    errors = [
        np.abs(brownian_pairs(terms).gram(s) - exact).max() for terms in (10, 100, 1000)
    ]
    np.testing.assert_allclose(errors, [2e-2, 2e-3, 2e-4], rtol=0.1)


def test_quadrature_meets_the_closed_form_of_min():
    t = (np.arange(1000) + 0.5)[:, None] / 1000
    found = mercer_pairs(Brownian(), t, np.full(1000, 1e-3), terms=5)
    np.testing.assert_allclose(
        found.eigenvalues, brownian_pairs(5).eigenvalues, rtol=1e-3
    )


@pytest.mark.parametrize(
    ("k", "known"),
    [
        (RBF(0.7), lambda w: 0.7 * np.sqrt(2 * np.pi) * np.exp(-((0.7 * w) ** 2) / 2)),
        (Laplace(0.7), lambda w: 2 * 0.7 / (1 + (0.7 * w) ** 2)),
        (
            Matern(0.7, nu=1.5),
            lambda w: 4 * (3**0.5 / 0.7) ** 3 / (3 / 0.49 + w**2) ** 2,
        ),
        (
            Matern(0.7, nu=2.5),
            lambda w: 16 / 3 * (5**0.5 / 0.7) ** 5 / (5 / 0.49 + w**2) ** 3,
        ),
    ],
    ids=lambda part: repr(part) if isinstance(part, Kernel) else "",
)
def test_spectral_densities_meet_their_closed_forms(k, known):
    omega = np.linspace(-20, 20, 41)
    np.testing.assert_allclose(
        spectral_density(k, omega, reach=12.0), known(omega), atol=1e-6
    )


def test_the_spectrum_of_a_box_dips_below_zero():
    omega = np.linspace(0.1, 20, 200)
    S = spectral_density(Box(1.0), omega, reach=2.0)
    np.testing.assert_allclose(S, 2 * np.sin(omega) / omega, atol=5e-3)
    assert S.min() < -0.4


def test_bad_input_is_refused():
    t, w = normal_measure()
    for wrong, message in [
        (
            lambda: mercer_pairs(RBF(1.0), t, -w, 3),
            r"weights\[\d+\] = -.*no negative mass.*Drop",
        ),
        (lambda: mercer_pairs(RBF(1.0), t, w[1:], 3), r"weights has shape \(99,\)"),
        (
            lambda: mercer_pairs(RBF(1.0), t, w, 100),
            r"terms = 100, but only \d+ eigenvalues.*Try terms=",
        ),
        (lambda: mercer_pairs(RBF(1.0), t, w, 0), r"terms = 0 must be a whole number"),
        (lambda: gaussian_pairs(0.0), "length_scale = 0.0 must be > 0"),
        (lambda: gaussian_pairs(1.0, sigma=-1.0), "sigma = -1.0 must be > 0"),
        (
            lambda: gaussian_pairs(1.0).functions(np.ones((3, 2))),
            r"X has 2 coordinates.*Try one column",
        ),
        (lambda: brownian_pairs(1.5), "terms = 1.5"),
        (
            lambda: spectral_density(Cosine(1.0), [1.0], reach=5.0),
            "has not died out.*Try a larger reach",
        ),
        (lambda: spectral_density(RBF(1.0), [np.nan], reach=5.0), r"omega\[0\] = nan"),
        (lambda: normal_measure(nodes=0), "nodes = 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            wrong()


def test_a_bell_is_seen_from_sixteen_nodes_on():
    t, w = normal_measure(1.0, 16)
    assert w @ t.ravel() ** 2 == pytest.approx(1.0, rel=1e-3)
    with pytest.raises(ValueError, match="nodes = 15: they lie more than σ apart"):
        normal_measure(1.0, 15)


def test_an_impostor_has_no_pairs():
    with pytest.raises(
        NotPositiveSemidefiniteError,
        match=r"Sigmoid.*has the eigenvalue -.*not a kernel.*Try a kernel",
    ):
        mercer_pairs(Sigmoid(1.0, -1.0), *normal_measure(1.0, 30), terms=2)


@pytest.mark.parametrize("unit", [1e-40, 1.0, 1e40])
def test_the_eigenvalue_that_speaks_against_an_impostor_is_told_in_its_units(unit):
    nodes, weights = normal_measure(1.0, 30)
    root = np.sqrt(weights)
    lowest = np.linalg.eigvalsh(gram(Sigmoid(1.0, -1.0), nodes) * np.outer(root, root))[
        0
    ]
    with pytest.raises(
        NotPositiveSemidefiniteError,
        match=f"has the eigenvalue {unit * lowest:.3g} on".replace("+", r"\+"),
    ):
        mercer_pairs(unit * Sigmoid(1.0, -1.0), nodes, weights, terms=2)


def test_a_term_needs_an_eigenvalue_above_rounding():
    nodes, weights = normal_measure(1.0, 60)
    root = np.sqrt(weights)
    values = np.linalg.eigvalsh(gram(RBF(1.0), nodes) * np.outer(root, root))[::-1]
    found = int((values > 60 * np.finfo(float).eps * values[0]).sum())
    assert mercer_pairs(RBF(1.0), nodes, weights, found).eigenvalues.shape == (found,)
    with pytest.raises(
        SingularMatrixError,
        match=f"only {found} eigenvalues .* Try terms={found}, or more nodes",
    ):
        mercer_pairs(RBF(1.0), nodes, weights, found + 1)


def test_a_kernel_has_died_out_below_a_millionth():
    edge = np.sqrt(2 * np.log(1e6))  # where exp(−r²/2) is 10⁻⁶
    spectral_density(RBF(1.0), [0.0], edge * 1.01)
    with pytest.raises(ValueError, match="has not died out"):
        spectral_density(RBF(1.0), [0.0], edge * 0.99)


def test_a_weight_that_is_not_positive_is_pointed_at():
    with pytest.raises(
        ValueError, match=r"weights\[2\] = -1: a measure gives no negative mass"
    ):
        mercer_pairs(RBF(1.0), np.arange(4.0)[:, None], [1.0, 2.0, -1.0, 3.0], 1)
    with pytest.raises(ValueError, match=r"weights\[1\] = 0:"):
        mercer_pairs(RBF(1.0), np.arange(3.0)[:, None], [1.0, 0.0, 3.0], 1)


def test_a_kernel_that_is_far_below_zero_has_not_died_out_either():
    with pytest.raises(ValueError, match=r"k\(3.14159, 0\) = -1 has not died out"):
        spectral_density(Cosine(1.0), [0.5], np.pi)


def test_a_function_of_the_difference_may_miss_itself_by_a_millionth():
    for share, taken in ((0.9, True), (1.1, False)):
        k = Custom(
            lambda x, z, delta=share * 1e-6: float(
                np.exp(-((x[0] - z[0]) ** 2) / 2) + delta * (z[0] > 0)
            )
        )
        if taken:
            assert spectral_density(k, [0.0], 8.0) == pytest.approx(
                np.sqrt(2 * np.pi), abs=1e-4
            )
        else:
            with pytest.raises(ValueError, match=r"not a function of \|x − z\| alone"):
                spectral_density(k, [0.0], 8.0)


def test_what_a_spectrum_answers_is_right_to_a_percent_and_what_is_right_is_answered():
    answered = []
    # 100 panels of 20 nodes each on [0, 100].
    for length_scale in np.geomspace(1e-3, 1.0, 25):
        try:
            S = spectral_density(RBF(length_scale), [0.0], 100.0)
        except ValueError:
            continue
        answered.append(length_scale)
        assert S[0] == pytest.approx(np.sqrt(2 * np.pi) * length_scale, rel=0.01)
    assert len(answered) > 8
    assert min(answered) < 0.2


def test_a_jump_costs_less_than_the_percent_that_is_asked_for():
    assert spectral_density(Box(1.003), [0.0], 2.0)[0] == pytest.approx(2.006, rel=0.01)


def test_a_wave_turns_by_ten_radians_in_a_panel_and_there_are_ten_thousand_at_most():
    omega = np.array([0.0, 300.0])
    S = spectral_density(RBF(0.01), omega, 10.0)
    np.testing.assert_allclose(
        S, np.sqrt(2 * np.pi) * 0.01 * np.exp(-((0.01 * omega) ** 2) / 2), rtol=1e-8
    )
    assert abs(spectral_density(RBF(1.0), [0.999e4], 10.0)[0]) < 1e-8
    with pytest.raises(ValueError, match="for 10000 panels"):
        spectral_density(RBF(1.0), [1.001e4], 10.0)


@pytest.mark.parametrize(
    ("k", "reach", "said"),
    [
        (RBF(1e-6), 10.0, "change too fast"),  # no node sees it
        # Dead where the reach is looked at.
        (PullBack(RBF(1.0), lambda X: np.sign(X) * X**2), 100.0, "not a function of"),
        # A function of x − z, but uneven.
        (
            Custom(lambda x, z: float(np.exp(-((x[0] - z[0] - 1) ** 2) / 2))),
            12.0,
            "not a function of",
        ),
        (NegativeDistance(), 12.0, r"k\(0, 0\) = "),
        (0 * RBF(1.0), 12.0, r"k\(0, 0\) = "),
    ],
)
def test_what_has_no_density_on_a_line_gets_none(k, reach, said):
    with pytest.raises(ValueError, match=said):
        spectral_density(k, [0.0, 1.0], reach)


def test_a_function_may_jump_at_the_reach():
    S = spectral_density(Box(1.0), [0.0, np.pi], reach=1.0)
    assert pytest.approx([2.0, 0.0], abs=1e-12) == S


@pytest.mark.slow
@pytest.mark.parametrize("fastest", [0.0, 3.0])
def test_wherever_a_jump_falls_the_answer_is_right_to_a_percent_or_none(fastest):
    omega, answered = np.array([0.0, fastest]), []
    for reach in np.geomspace(1.01, 600, 500):
        try:
            S = spectral_density(Box(1.0), omega, reach)
        except ValueError:
            continue
        answered.append(reach)
        assert pytest.approx(2 * np.sinc(omega / np.pi), abs=0.02) == S, reach
    assert len(answered) > 150
