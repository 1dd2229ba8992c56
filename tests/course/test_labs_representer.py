"""The labs on the representer theorem show what an independent computation says."""

import numpy as np
import pytest
from scipy.optimize import minimize

from kernellab import datasets, labs, plots
from tests.course.labs import (
    ROAD,
    at,
    color_of,
    draws,
    gives_nothing_away,
    heights,
    line,
    lines,
    meets,
    says,
)

X, Y = datasets.stopping()


def test_a_step_that_diverges_is_refused_and_the_lab_recovers():
    lab = labs.weight_space()
    before = lab.sentence
    with pytest.raises(ValueError, match=r"too large.*Try step=0\.18"):
        lab.set(step=0.6)
    lab.reset()
    assert lab.sentence == before


TWO, WANTED = np.array([[1.5, 0.2, 0.0], [0.4, 1.1, 0.0]]), np.array([1.8, 1.2])
# How the picture shows the three axes.
EYE = np.array([[1.0, -0.28], [0.55, 0.42], [0.0, 1.0]])


@pytest.mark.parametrize(
    ("lift", "lam", "step", "steps"),
    [
        (1.6, 0.0, 0.1, 30),
        (-2.0, 0.1, 0.16, 1),
        (1.6, 0.5, 0.1, 80),
        (0.5, 0.5, 0.02, 40),
    ],
)
def test_the_path_is_the_recursion_and_its_shadow_lies_in_the_span(
    lift, lam, step, steps
):
    lab = at("weight_space", lift=lift, lam=lam, step=step, steps=steps)
    space, height = lab.figure.axes
    way = [np.array([-1.2, 0.6, lift])]
    for _ in range(steps):  # down the gradient of ‖y − Φw‖² + λ‖w‖²
        w = way[-1]
        way.append(w - step * (2 * TWO.T @ (TWO @ w - WANTED) + 2 * lam * w))
    way = np.array(way)
    below = way * [1, 1, 0]
    np.testing.assert_allclose(
        line(space, plots.FAINT).get_xydata(), below @ EYE, atol=1e-9
    )
    np.testing.assert_allclose(
        line(space, plots.OTHER).get_xydata(),
        np.array([way[-1], below[-1]]) @ EYE,
        atol=1e-9,
    )
    path, last = lines(space, plots.FIT, "o")
    (first,) = lines(space, "white", "o")
    for drawn, points in ((path, way), (first, way[:1]), (last, way[-1:])):
        np.testing.assert_allclose(drawn.get_xydata(), points @ EYE, atol=1e-9)
    shortest = np.linalg.pinv(TWO) @ WANTED
    np.testing.assert_allclose(
        line(space, color_of(space, "shortest fit"), "*").get_xydata(),
        [shortest @ EYE],
        atol=1e-12,
    )
    arrows = [text.xy for text in space.texts if text.get_text() == ""]
    np.testing.assert_allclose(arrows, TWO @ EYE)
    draws(line(height, plots.OTHER), range(steps + 1), np.abs(way[:, 2]))
    says(
        lab.sentence,
        "Start {} off the span, λ = {}, step size {}: after step {:d} the weights are"
        " {:.3f} off the span (each step leaves {} of that part), and the two points"
        " are missed by {:.3f} at most.",
        *(abs(lift), lam, step, steps, abs(lift) * abs(1 - 2 * step * lam) ** steps),
        1 - 2 * step * lam,
        np.abs(TWO @ way[-1] - WANTED).max(),
    )


def away(box, drawn) -> float:
    """How far a curve and its marks stay away from a box of the picture, in pixels."""
    path = drawn.get_path().interpolated(200)
    points = drawn.get_transform().transform(path.vertices)
    low, high = np.array(box.min), np.array(box.max)
    outside = np.maximum(0, np.maximum(low - points, points - high))
    size = drawn.get_markersize() if drawn.get_marker() != "None" else 0
    return float(np.hypot(*outside.T).min() - size / 2)


@pytest.mark.parametrize(
    ("angle", "lam"), [(30, 0.2), (70, 0.5), (10, 1.0), (85, 1.5), (60, 0.0), (90, 0.3)]
)
def test_both_penalties_end_where_a_general_minimiser_ends(angle, lam):
    lab = at("other_penalty", angle=angle, lam=lam)
    (ax,) = lab.figure.axes
    phi = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    across = np.array([-phi[1], phi[0]])

    def best(penalty):
        starts = ([0.0, 0.0], [1.0, 0.1], [0.1, 1.0])
        tries = [
            minimize(
                lambda w: (phi @ w - 1) ** 2 + max(lam, 1e-9) * penalty(w),
                start,
                method="Nelder-Mead",
                options={"xatol": 1e-9, "fatol": 1e-14},
            )
            for start in starts
        ]
        return min(tries, key=lambda found: found.fun).x

    short, sparse = best(lambda w: w @ w), best(lambda w: np.abs(w).sum())
    if lam == 0:
        # Every point on the line of no loss is a minimiser; the limits are drawn.
        short, sparse = phi, np.array([0, 1 / phi[1]])
    for words, marker, w in (("‖w‖²", "o", short), ("‖w‖₁", "D", sparse)):
        np.testing.assert_allclose(
            line(ax, color_of(ax, words), marker).get_xydata(), [w], atol=1e-5
        )
    circle = line(ax, color_of(ax, "‖w‖²")).get_xydata()
    np.testing.assert_allclose(np.hypot(*circle.T), np.hypot(*short), atol=1e-5)
    assert np.ptp(np.unwrap(np.arctan2(*circle.T[::-1]))) == pytest.approx(2 * np.pi)
    diamond = line(ax, color_of(ax, "‖w‖₁")).get_xydata()
    np.testing.assert_allclose(
        np.abs(diamond).sum(axis=1), np.abs(sparse).sum(), atol=1e-5
    )
    assert len(np.unique(diamond.round(9), axis=0)) == (4 if sparse.any() else 1)
    span, fits = (
        line(ax, color_of(ax, words)).get_xydata()
        for words in ("span of φ(x)", "no loss")
    )
    np.testing.assert_allclose(span @ across, 0, atol=1e-12)
    np.testing.assert_allclose(fits @ phi, 1, atol=1e-12)
    assert min(np.ptp(span @ phi), np.ptp(fits @ across)) > 5
    for words in ("span of φ(x)", "no loss", "‖w‖²", "‖w‖₁"):
        (text,) = (text for text in ax.texts if words in text.get_text())
        box = text.get_window_extent()
        assert away(box, line(ax, color_of(ax, words))) < 1.5 * box.height, words
        drawn = [each for each in ax.lines if each.get_color() != plots.FAINT]
        assert min(away(box, each) for each in drawn) > 0, words
        assert box.x1 < ax.get_figure().bbox.x1
        assert ax.bbox.x0 < box.x0
        assert ax.bbox.y0 < box.y0 < box.y1 < ax.bbox.y1
    says(
        lab.sentence,
        "φ(x) at {:d}°, λ = {}: the minimiser under ‖w‖² is {:.3f} off the span, the"
        " one under ‖w‖₁ {:.3f}; its weights are {:.2f} and {:.2f}.",
        *(angle, lam, 0.0, abs(across @ sparse), *sparse),
    )


LOSSES = {
    "squared": (lambda r: np.sum(r**2), lambda r: 2 * r),
    "absolute": (lambda r: np.sum(np.abs(r)), np.sign),
    "ε-insensitive, ε = 10 ft": (
        lambda r: np.sum(np.maximum(np.abs(r) - 10, 0)),
        lambda r: np.where(np.abs(r) > 10, np.sign(r), 0),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(
    ("steps", "lam"), [(30, 0.1), (1, 10.0), (100, 1.0), (3000, 0.01)]
)
def test_the_two_curves_are_the_descent_and_its_twin(loss, steps, lam):
    """Curves, bars and sentence, from descent on w and on β written out."""
    lab = at("side_by_side", loss=loss, steps=steps, lam=lam)
    road, betas = lab.figure.axes
    scale, powers = X.max(), np.arange(4)
    coefficients = np.sqrt([1.0, 3.0, 3.0, 1.0])
    Phi, Phi_road = (
        (np.ravel(x)[:, None] / scale) ** powers * coefficients for x in (X, ROAD)
    )
    value, slope = LOSSES[loss]
    w, beta, K = np.zeros(4), np.zeros(62), Phi @ Phi.T
    longest = np.linalg.eigvalsh(K)[-1]
    # One step for all 3000 that the slider has.
    at_a_kink = np.sqrt(3000.5) * (longest / np.abs(Y).mean() + 2 * lam)
    size = 1 / (2 * longest + 2 * lam if loss == "squared" else at_a_kink)
    for _ in range(steps):
        w = w - size * (Phi.T @ slope(Phi @ w - Y) + 2 * lam * w)
        beta = beta - size * (slope(K @ beta - Y) + 2 * lam * beta)
    draws(
        line(road, color_of(road, "from w, four weights")),
        ROAD,
        Phi_road @ w,
        atol=1e-6,
    )
    draws(
        line(road, color_of(road, "from β, 62 weights")),
        ROAD,
        Phi_road @ Phi.T @ beta,
        atol=1e-6,
    )
    draws(line(road, plots.DATA, "o"), X, Y)
    np.testing.assert_array_equal(heights(betas)[0], X.ravel())
    np.testing.assert_allclose(heights(betas)[1], beta / np.abs(beta).max(), atol=1e-9)
    says(
        lab.sentence,
        "With the {} loss, λ = {}, {:d} {}: w and Φᵀβ agree to rounding; the objective"
        " has come down to {:.1f} % of its start, and {:d} of 62 weights are not zero.",
        *(loss.split(",")[0], lam, steps, "step" if steps == 1 else "steps"),
        *(100 * (value(Phi @ w - Y) + lam * w @ w) / value(Y), np.count_nonzero(beta)),
    )


def test_labs_that_ask_show_nothing_that_gives_it_away():
    asked = labs.weight_space(), labs.other_penalty(), labs.smallest_norm()
    for lab in (*asked, labs.side_by_side(X, Y)):
        assert gives_nothing_away(lab), lab.title


def test_the_answer_on_the_height_is_that_of_descent_written_out():
    question = labs.weight_space().question
    w = np.array([-1.2, 0.6, 1.6])
    heights = [w[2]]
    for _ in range(80):
        w = w - 0.1 * 2 * TWO.T @ (TWO @ w - WANTED)
        heights.append(w[2])
    spec = question.spec()
    np.testing.assert_allclose(
        spec["right"], np.interp(spec["x"], np.arange(81), heights)
    )
    assert (spec["x"][0], spec["x"][-1]) == (0, 80)
    places = len(spec["x"])
    assert question.judge([1.6] * places).state == "right"
    faded = question.judge(list(1.6 * 0.95 ** np.arange(places)))
    assert faded.state == "wrong"
    assert "no penalty" in faded.text
    assert (
        "No step leads up" in question.judge(list(np.linspace(1.6, 2.1, places))).text
    )
    assert "where it began" in question.judge([0.0] * places).text


def test_the_answer_on_the_other_penalty_is_where_a_search_along_the_circle_ends():
    question = labs.other_penalty().question
    phi = np.array([np.cos(np.pi / 6), 0.5])
    w = np.stack(np.meshgrid(*[np.linspace(-1.5, 1.5, 601)] * 2), axis=-1)
    best = w.reshape(-1, 2)[
        ((w @ phi - 1) ** 2 + 0.2 * np.abs(w).sum(axis=-1)).argmin()
    ]
    assert best[0] > 1
    assert best[1] == pytest.approx(0, abs=1e-12)
    assert question.judge("on the first axis").state == "right"
    meets(
        question,
        (
            ("on the second axis", "the first moves"),
            ("off the span, and on no axis", "until one weight is 0"),
        ),
    )
    assert "orthogonal parts" in question.judge("on the span of φ(x), too").text


def test_neither_descent_is_first():
    question = labs.side_by_side(X, Y).question
    Phi = (X / X.max()) ** np.arange(4) * np.sqrt([1.0, 3.0, 3.0, 1.0])
    w = np.zeros(4)
    beta = np.zeros(62)
    step = 0.5 / (np.linalg.eigvalsh(Phi @ Phi.T)[-1] + 0.1)
    for _ in range(30):
        w = w - step * (2 * Phi.T @ (Phi @ w - Y) + 0.2 * w)
        beta = beta - step * (2 * (Phi @ Phi.T @ beta - Y) + 0.2 * beta)
    np.testing.assert_allclose(Phi @ w, Phi @ Phi.T @ beta)
    assert question.judge("neither: they are one curve").state == "right"
    for other, reply in (("that of w", "Fewer"), ("that of β", "More")):
        assert f"{reply} weights are no shorter way" in question.judge(other).text


SHAPES = {
    "bell": lambda x: np.exp(-x * x / 2),
    "tent": lambda x: np.exp(-abs(x)),
    "wave": lambda x: np.exp(-x * x / 2) * np.cos(np.pi * x),
}


def smallest(kernel, length_scale, places, v):
    """The norm of the shortest function through v at so many places of [−4, 4]."""
    step = 8 / (places - 1) / length_scale
    if kernel == "Laplace":  # given its neighbour, a height knows of no other
        kept = np.exp(-step)
        return np.sqrt(v[0] ** 2 + np.sum((v[1:] - kept * v[:-1]) ** 2) / (1 - kept**2))
    apart = step * np.subtract.outer(np.arange(places), np.arange(places))
    L = np.linalg.cholesky(np.exp(-(apart**2) / 2))
    return np.linalg.norm(np.linalg.solve(L, v))


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["Laplace", "RBF"])
@pytest.mark.parametrize("length_scale", [0.25, 0.6, 1.0])
@pytest.mark.parametrize("places", [5, 9, 17])
def test_the_norms_are_those_of_the_shortest_functions(kernel, length_scale, places):
    lab = at(
        "smallest_norm", kernel=kernel, length_scale=length_scale, places=str(places)
    )
    drawn, measured = lab.figure.axes
    x, found = np.linspace(-4, 4, places), []
    colors = (plots.FIT, plots.OTHER, plots.TRUTH)
    looks = zip("o^s", colors, SHAPES.items(), strict=True)
    for number, (marker, color, (name, shape)) in enumerate(looks, start=1):
        assert color_of(drawn, name) == color
        draws(line(drawn, color, marker), x, shape(x))
        curve = line(drawn, color).get_xydata()
        through = np.interp(x, *curve.T)
        np.testing.assert_allclose(through, shape(x), atol=1e-6)
        found.append(smallest(kernel, length_scale, places, shape(x)))
        mark = line(measured, color, marker).get_xydata()
        np.testing.assert_allclose(mark, [[number, found[-1]]], rtol=1e-6)
        assert measured.texts[number - 1].get_text() == f"{found[-1]:.3g}"
    told = ", ".join(
        f"{name} {norm:.3g}" for name, norm in zip(SHAPES, found, strict=True)
    )
    assert lab.sentence.endswith(f"at {places} places have the norms {told}.")


def test_the_tent_is_the_smallest_under_laplace_and_the_bell_under_rbf():
    question = labs.smallest_norm().question
    x = np.linspace(-4, 4, 9)
    laplace, rbf = (
        {name: smallest(k, 1.0, 9, shape(x)) for name, shape in SHAPES.items()}
        for k in ("Laplace", "RBF")
    )
    assert min(laplace, key=laplace.get) == "tent"
    assert min(rbf, key=rbf.get) == "bell"
    assert (rbf["bell"], rbf["tent"]) == pytest.approx((1, 1.34), abs=0.005)
    assert question.judge("the tent").state == "right"
    assert "the kernel decides" in question.judge("the bell").text
    assert "each turn costs" in question.judge("the wave").text
