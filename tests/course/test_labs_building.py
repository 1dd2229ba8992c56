"""The labs on building kernels show what an independent computation says."""

import re
from itertools import pairwise

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as SklearnRBF
from sklearn.gaussian_process.kernels import (
    ConstantKernel,
    ExpSineSquared,
    RationalQuadratic,
)

from kernellab import RBF, Custom, Kernel, Linear, certificate, datasets, labs, plots
from kernellab.course.labs.building import BLOCKS, HIDDEN_FROM, RULES, composed
from tests.course.labs import (
    ROAD,
    at,
    color_of,
    image,
    line,
    lines,
    made,
    meets,
    polynomial,
    rms,
    says,
    se,
)

X, Y = datasets.stopping()
YEARS, PPM = datasets.mauna_loa()
LAB, CARBON = made("kernel_builder"), made("carbon_dioxide")
BY_HAND = {
    "RBF": lambda x, z, width: se(x, z, width),
    "Linear": lambda x, z, width: np.outer(x, z),
    "Polynomial, degree 2": lambda x, z, width: polynomial(x, z, 2),
    # Width: the period.
    "Periodic": lambda x, z, width: np.exp(
        -2 * np.sin(np.pi * np.subtract.outer(x, z) / width) ** 2
    ),
    "Brownian": lambda x, z, width: np.minimum.outer(x, z),
    "Constant": lambda x, z, width: np.ones((len(x), len(z))),
}
FINITE = {"Linear": 1, "Polynomial, degree 2": 3, "Constant": 1}  # how many features
SHORT = {
    "RBF": "RBF({})",
    "Linear": "Linear()",
    "Polynomial, degree 2": "Polynomial(2, 1.0)",
    "Periodic": "Periodic(1.0, {})",
    "Brownian": "Brownian()",
    "Constant": "Constant(1.0)",
}
LINE = np.linspace(0, 5, 201)


def kernel(x, z, first, rule, second, length_scale):
    """The kernel that both blocks make, for all pairs."""
    one, two = (
        lambda x, z, name=name: BY_HAND[name](x, z, length_scale)
        for name in (first, second)
    )
    if rule == "the first, normalised":
        scale = [
            np.sqrt([one(u[None], u[None])[0, 0] for u in points]) for points in (x, z)
        ]
        scale = np.outer(*scale)
        return np.divide(one(x, z), scale, out=np.zeros_like(scale), where=scale > 0)
    return {
        "sum": lambda: one(x, z) + two(x, z),
        "product": lambda: one(x, z) * two(x, z),
        "the first alone": lambda: one(x, z),
        "exp of the first": lambda: np.exp(0.1 * one(x, z)),
    }[rule]()


def short(first, rule, second, length_scale):
    """The expression, as the lab writes it."""
    one, two = (SHORT[name].format(length_scale) for name in (first, second))
    return {
        "sum": f"{one} + {two}",
        "product": f"{one} * {two}",
        "the first alone": one,
        "exp of the first": f"Exp(0.1 * {one})",
        "the first, normalised": f"Normalized({one})",
    }[rule]


def columns(first, rule, second):
    """How many features, by the rules of the lecture."""
    m, both = FINITE.get(first), FINITE.get(first) and FINITE.get(second)
    if rule == "exp of the first":
        return (
            "1 feature"
            if first == "Constant"
            else "no finite number of features by the exp rule"
        )
    count = (
        m
        if rule.startswith("the first")
        else both and {"sum": m + FINITE[second], "product": m * FINITE[second]}[rule]
    )
    return (
        "no finite number of features"
        if not count
        else f"{count} feature" + "s" * (count > 1)
    )


SETTINGS = [
    ("RBF", "sum", "Linear", 0.5),
    ("Polynomial, degree 2", "product", "Linear", 10.0),
    ("Periodic", "product", "Brownian", 1.0),
    ("Periodic", "sum", "Linear", 2.0),
    ("Polynomial, degree 2", "exp of the first", "RBF", 0.1),
    ("Brownian", "the first, normalised", "RBF", 2.0),
    ("Constant", "the first alone", "RBF", 2.0),
    ("Linear", "sum", "Constant", 1.0),
]


@pytest.mark.parametrize(("first", "rule", "second", "length_scale"), SETTINGS)
@pytest.mark.parametrize("lam", [0.01, 1.0])
def test_fit_table_and_sentence_are_those_of_the_kernel(
    first, rule, second, length_scale, lam
):
    length_scale = LAB.controls["length_scale"].values[
        LAB.controls["length_scale"].nearest(length_scale)
    ]
    lab = at(
        "kernel_builder",
        first=first,
        rule=rule,
        second=second,
        length_scale=length_scale,
        lam=lam,
    )
    road, table, proof = lab.figure.axes
    u, recipe = X.ravel() / 20, (first, rule, second, length_scale)
    K = kernel(u, u, *recipe)
    alpha = np.linalg.solve(K + lam * np.eye(62), Y)
    np.testing.assert_allclose(
        line(road, plots.FIT).get_ydata(),
        kernel(ROAD / 20, u, *recipe) @ alpha,
        atol=1e-4,
    )
    np.testing.assert_array_equal(
        line(road, plots.DATA, "o").get_xydata(), np.column_stack([X, Y])
    )
    grid = np.linspace(0, 2.5, 26)
    values = kernel(grid, grid, *recipe)
    np.testing.assert_allclose(image(table), values / np.abs(values).max(), atol=1e-12)
    (picture,) = table.images
    assert (picture.origin, picture.get_extent(), picture.get_clim()) == (
        "upper",
        [0, 50, 50, 0],
        (-1, 1),
    )
    assert picture.cmap(1.0)[0] > picture.cmap(0.0)[0]  # red is positive
    (words,) = proof.texts
    assert words.get_text().splitlines()[0] == f"✓ {short(*recipe)}"
    says(
        lab.sentence,
        "{} of speeds in units of 20 mph, λ = {}: {}; the fit misses the cars by"
        " {:.1f} ft.",
        *(short(*recipe), lam, columns(first, rule, second), rms(Y - K @ alpha)),
    )


def test_the_certificate_is_the_tree_of_rules():
    (words,) = (
        at("kernel_builder", first="RBF", rule="product", second="Linear")
        .figure.axes[2]
        .texts
    )
    said, todo = words.get_text().splitlines(), [(0, certificate(RBF(0.5) * Linear()))]
    assert len(said) > 6
    while todo:
        depth, proof = todo.pop(0)
        kernel_, rule, said = said[0], said[1], said[2:]
        assert kernel_ == " " * 3 * depth + "✓ " + re.sub(
            r"\w+=", "", repr(proof.kernel)
        )
        assert re.fullmatch(rf" {{{3 * depth + 3}}}\S.*", rule)
        assert proof.rule.startswith(rule.strip().rstrip("…"))
        todo = [(depth + 1, part) for part in proof.parts] + todo
    assert not said


@pytest.mark.parametrize(("first", "rule", "second", "length_scale"), SETTINGS)
@pytest.mark.parametrize(("z", "draw"), [(2.0, 1), (5.0, 20)])
def test_slices_and_curves_belong_to_the_kernel(
    first, rule, second, length_scale, z, draw
):
    length_scale = LAB.controls["length_scale"].values[
        LAB.controls["length_scale"].nearest(length_scale)
    ]
    recipe = {
        "first": first,
        "rule": rule,
        "second": second,
        "length_scale": length_scale,
    }
    lab = at("curves_of_a_kernel", **recipe, z=z, draw=draw)
    one, many = lab.figure.axes
    slice_ = kernel(LINE, np.array([z]), **recipe)[:, 0]
    np.testing.assert_allclose(
        line(one, plots.DATA).get_xydata(),
        np.column_stack([LINE, slice_ / np.abs(slice_).max()]),
        atol=1e-9,
    )
    assert line(one, plots.FAINT).get_xdata() == [z, z]
    assert one.texts[0].get_position()[0] == pytest.approx(z + 0.06)
    curves = np.transpose(
        [
            line(many, color).get_ydata()
            for color in (plots.FIT, plots.OTHER, plots.TRUTH)
        ]
    )
    np.testing.assert_allclose(np.abs(curves).max(axis=0), 1, atol=1e-12)
    # Each is K^(−1/2)g over its largest: it lies in the span of the columns, and
    # K^(−1/2) of it gives g up to a factor.
    K = kernel(LINE[::4], LINE[::4], **recipe)
    values, V = np.linalg.eigh(K)
    kept = values > 1e-9 * values[-1]
    g = np.random.default_rng(0).normal(size=(51, 60))[:, 3 * (draw - 1) : 3 * draw]
    samples = kernel(LINE, LINE[::4], **recipe) @ (
        V[:, kept] / np.sqrt(values[kept]) @ V[:, kept].T @ g
    )
    np.testing.assert_allclose(curves, samples / np.abs(samples).max(axis=0), atol=1e-6)
    turns = 0
    for curve in curves.T:
        steps = np.diff(curve)
        turns += sum(
            a * b < 0 for a, b in pairwise(np.where(np.abs(steps) > 1e-9, steps, 0))
        )
    says(
        lab.sentence,
        "{}, z = {}, draw {:d}: {}, and the three curves turn {:d} times in all.",
        *(short(**recipe), z, draw, columns(first, rule, second), turns),
    )


def test_a_curve_of_brownian_motion_is_straight_between_its_knots():
    lab = at("curves_of_a_kernel", first="Brownian", rule="the first alone", z=3.0)
    for color in (plots.FIT, plots.OTHER, plots.TRUTH):
        curve = line(lab.figure.axes[1], color).get_ydata()
        assert abs(curve[0]) < 1e-12
        np.testing.assert_allclose(
            curve, np.interp(LINE, LINE[::4], curve[::4]), atol=1e-9
        )


@pytest.mark.slow
@pytest.mark.parametrize("first", BLOCKS)
@pytest.mark.parametrize("rule", RULES)
def test_every_combination_is_a_certified_kernel_and_can_be_fitted(first, rule):
    for second in ("RBF", "Brownian"):
        assert certificate(composed(first, rule, second, 0.7)).proven
        for end in (0, -1):
            lengths = LAB.controls["length_scale"].values
            lams = LAB.controls["lam"].values
            lab = at(
                "kernel_builder",
                first=first,
                rule=rule,
                second=second,
                length_scale=lengths[end],
                lam=lams[end],
            )
            assert "nan" not in lab.sentence


@pytest.mark.parametrize(
    ("first", "count"),
    [
        ("Linear", "2 features"),
        ("Polynomial, degree 2", "4 features"),
        ("Constant", "2"),
    ],
)
def test_the_features_are_counted_by_the_rules(first, count):
    assert count in at("kernel_builder", first=first).sentence
    assert composed(first, "sum", "Linear", 1.0).features(X).shape[1] == int(count[0])


@pytest.mark.parametrize(
    ("model", "trend", "decay", "lam"),
    [
        ("trend + season + wiggles", 50.0, 100.0, 0.1),
        ("trend + season", 2.0, 1.0, 10.0),
        ("trend + wiggles", 200.0, 100.0, 0.1),
        ("trend alone", 10.0, 100.0, 1.0),
        ("trend + season + wiggles", 20.0, 1000.0, 0.001),
    ],
)
def test_carbon_dioxide_is_the_mean_of_a_gaussian_process(model, trend, decay, lam):
    """The same posterior mean from scikit-learn, whose offset we imitate by a constant
    of enormous variance.
    """
    trend = CARBON.controls["trend"].values[CARBON.controls["trend"].nearest(trend)]
    lab = at("carbon_dioxide", model=model, trend=trend, decay=decay, lam=lam)
    air, season = lab.figure.axes
    parts = {"trend": 1000 * SklearnRBF(trend)}
    if "season" in model:
        parts["season"] = 6 * SklearnRBF(decay) * ExpSineSquared(1.0, 1.0)
    if "wiggles" in model:
        parts["wiggles"] = 0.5 * RationalQuadratic(1.0, 1.0)
    past, months = YEARS[:, 0] < HIDDEN_FROM, np.arange(1958, 2016, 1 / 12)[:, None]
    # (K + λI)α + b1 = y, with 1ᵀα = 0, in one system
    n, K = past.sum(), sum(each(YEARS[past]) for each in parts.values())
    system = np.block(
        [[K + lam * np.eye(n), np.ones((n, 1))], [np.ones((1, n)), np.zeros((1, 1))]]
    )
    *alpha, b = np.linalg.solve(system, [*PPM[past], 0])
    f = {name: each(months, YEARS[past]) @ alpha for name, each in parts.items()}
    whole, trend_line = (
        line(air, color_of(air, words)) for words in ("the sum", "its trend, and b")
    )
    np.testing.assert_allclose(
        whole.get_xydata(), np.column_stack([months, sum(f.values()) + b]), atol=1e-4
    )
    np.testing.assert_allclose(
        trend_line.get_xydata(), np.column_stack([months, f["trend"] + b]), atol=1e-4
    )
    swing = line(season, plots.TRUTH)
    weeks = np.arange(1984, 2000, 1 / 48)[:, None]
    waves = 0 * weeks.ravel()
    if "season" in model:
        waves = parts["season"](weeks, YEARS[past]) @ alpha
    np.testing.assert_allclose(
        swing.get_xydata(), np.column_stack([weeks, waves]), atol=1e-4
    )
    points = lines(air, plots.DATA, "o")
    np.testing.assert_array_equal(
        np.vstack([each.get_xydata() for each in points]), np.column_stack([YEARS, PPM])
    )
    # What the fit has not seen is not hidden by it
    assert points[0].get_zorder() < whole.get_zorder() < points[1].get_zorder()
    ahead = sum(each(YEARS[~past], YEARS[past]) for each in parts.values()) @ alpha + b
    season = [decay] if "season" in model else []
    says(
        lab.sentence,
        f"{{}}, trend over {{}} years{', season over {}' * len(season)}, λ = {{}} ppm²:"
        " the months before 1990 are missed by {:.2f} ppm, the hidden ones by {:.2f}"
        " ppm.",
        *(model, trend, *season, lam, rms(PPM[past] - K @ alpha - b)),
        rms(PPM[~past] - ahead),
    )
    if lab.values == {name: control.start for name, control in lab.controls.items()}:
        peer = GaussianProcessRegressor(
            sum(parts.values(), start=ConstantKernel(1e6)), alpha=0.1, optimizer=None
        )
        peer.fit(YEARS[past], PPM[past] - 335)
        np.testing.assert_allclose(
            whole.get_ydata(), peer.predict(months) + 335, atol=0.02
        )


@pytest.mark.parametrize(
    "bad",
    [
        None,
        "years",
        np.ones((3, 2)),
        [[1.0], [np.nan]],
        [[1900.0], [1901.0]],
        [[2000.0], [2001.0]],
    ],
)
def test_data_without_a_past_or_without_a_future_are_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        labs.carbon_dioxide(bad, [1.0, 2.0])


def test_the_short_name_of_a_kernel_keeps_its_numbers():
    assert at(
        "kernel_builder", first="RBF", rule="product", second="Linear"
    ).sentence.startswith("RBF(0.5) * Linear() of")
    assert RBF(0.5) * Linear() == composed("RBF", "product", "Linear", 0.5)


# Their questions


def test_the_answer_beyond_the_last_car_is_that_of_a_fit_by_hand():
    u, ahead = X.ravel() / 20, np.arange(40.0, 51.0) / 20
    weights = np.linalg.solve(se(u, u, 0.5) + np.outer(u, u) + np.eye(62), Y)
    slopes = np.diff((se(ahead, u, 0.5) + np.outer(ahead, u)) @ weights)
    assert (slopes > 0).all()
    assert (np.diff(slopes) < 0).all()
    question = LAB.question
    assert (
        question.judge("it goes on rising, but less and less steeply").state == "right"
    )
    meets(
        question,
        (
            ("it goes on rising, as steeply or more", "takes some of the rise away"),
            ("it falls back towards zero", "what RBF alone does"),
            ("it falls below zero", "Nothing has taught"),
        ),
    )
    assert (
        "stands at"
        f" {((se(ahead[-1:], u, 0.5) + np.outer(ahead[-1:], u)) @ weights)[0]:.0f} ft"
        in question.judge(None).text
    )
    assert (
        f"Linear rises by {u @ weights / 20:.1f} ft for each mph everywhere"
        in question.judge(None).text
    )
    at_last = ((se([2.0], u, 0.5) + np.outer([2.0], u)) @ weights)[0]
    assert f"40 mph, and there the curve stands at {at_last:.0f} ft" in question.words


def test_the_answer_on_the_season_is_that_of_a_gaussian_process():
    """Both errors from scikit-learn, with the offset as a constant of enormous
    variance.
    """
    past, misses = YEARS[:, 0] < HIDDEN_FROM, []
    for decay in (100.0, 1.0):
        k = (
            1000 * SklearnRBF(50.0)
            + 6 * SklearnRBF(decay) * ExpSineSquared(1.0, 1.0)
            + 0.5 * RationalQuadratic(1.0, 1.0)
        )
        peer = GaussianProcessRegressor(
            k + ConstantKernel(1e6), alpha=0.1, optimizer=None
        ).fit(YEARS[past], PPM[past] - 335)
        misses.append(
            [rms(PPM[each] - 335 - peer.predict(YEARS[each])) for each in (past, ~past)]
        )
    (seen, ahead), (seen_after, ahead_after) = misses
    assert seen_after < seen < ahead < ahead_after
    question = CARBON.question
    assert (
        f"by {seen:.2f} ppm, and the hidden ones after them by {ahead:.2f} ppm"
        in question.words
    )
    assert f"{seen_after:.2f} and {ahead_after:.2f} ppm" in question.judge(None).text
    assert (
        question.judge(
            "the known months are fitted better, the hidden ones missed by more"
        ).state
        == "right"
    )
    meets(
        question,
        (
            ("both are missed by more", "can follow more"),
            ("both are missed by less", "not all season"),
            (
                "the known months are missed by more, the hidden ones by less",
                "other way round",
            ),
        ),
    )


@pytest.mark.parametrize(
    ("make", "data"),
    [(labs.kernel_builder, (X, Y)), (labs.carbon_dioxide, (YEARS, PPM))],
)
def test_the_curves_are_hidden_until_the_question_is_answered(make, data):
    lab = make(*data)
    curves = {
        each
        for ax in lab.figure.axes
        for each in ax.lines
        if each.get_color() in (plots.FIT, plots.OTHER, plots.TRUTH)
    }
    assert curves == set(lab.question.veil)


class Overlap(Kernel):
    """How much two stretches of length 1 share, with nothing but its formula."""

    def formula(self, X, Z):
        return np.maximum(0, 1 - np.abs(X[:, None, 0] - Z[None, :, 0]))


def test_a_kernel_of_ones_own_is_one_of_the_builder_s():
    lab = labs.kernel_builder(X, Y, Overlap(), Custom(lambda x, z: x[0] * z[0]))
    assert lab.question is None
    assert lab.controls["first"].values[:2] == (
        "Overlap()",
        "Custom(test_a_kernel_of_ones_own_is_one_of_the_builder_s.<locals>.<lambda>)",
    )
    K = np.maximum(0, 1 - np.abs(X - X.T) / 20)
    missed = rms(Y - K @ np.linalg.solve(K + np.eye(len(X)), Y))
    assert f"misses the cars by {missed:.1f} ft" in lab.sentence
    assert "features, if there are any, are not known" in lab.sentence
    lab.set(first="RBF", rule="sum", second="Overlap()")
    proof = next(ax for ax in lab.figure.axes if not ax.axison).texts[0].get_text()
    assert proof.startswith("? RBF(0.5) + Overlap()")
    assert "? Overlap()" in proof
    assert "✓ RBF(0.5)" in proof


def test_the_builder_says_which_of_ones_own_is_no_kernel():
    lab = labs.kernel_builder(X, Y, Linear(), Custom(lambda x, z: -abs(x[0] - z[0])))
    own = lab.controls["first"].values[1]
    with pytest.raises(ValueError, match="K is not positive semidefinite"):
        lab.set(first=own)
    with pytest.raises(TypeError, match=r"Try Custom\(f\)"):
        labs.kernel_builder(X, Y, lambda x, z: x @ z)
