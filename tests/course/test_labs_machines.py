"""The labs on kernel machines show what scikit-learn computes."""

import numpy as np
import pytest
from contourpy import contour_generator
from matplotlib.colors import to_rgba
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernellab import datasets, labs, plots
from kernellab.course.labs.machines import PLANES
from kernellab.interactive.site.prepared import prepared
from tests.course.labs import at, image, line, meets, says

REACH = {"two clouds": 3.4, "ring": 1.9, "corners": 1.9}
SIDE = 81


def grid_of(data):
    along = np.linspace(-REACH[data], REACH[data], SIDE)
    return along, np.array([(x, y) for y in along for x in along])


def check_plane(ax, data, values):
    """The picture holds these values, low ones in the colour of class −1; the points of
    both classes lie on it.
    """
    X, y = PLANES[data]
    np.testing.assert_allclose(
        image(ax), np.clip(values, -1.5, 1.5).reshape(SIDE, SIDE), atol=1e-3
    )
    (picture,), reach = ax.images, REACH[data]
    assert (picture.origin, picture.get_extent()) == (
        "lower",
        [-reach, reach, -reach, reach],
    )
    assert (ax.get_xlim(), ax.get_ylim()) == ((-reach, reach), (-reach, reach))
    low, high = picture.cmap(picture.norm(-1.5)), picture.cmap(picture.norm(1.5))
    for sign, marker, color, side in (
        (-1, "s", plots.OTHER, low),
        (1, "o", plots.FIT, high),
    ):
        dots = line(ax, color, marker)
        np.testing.assert_array_equal(dots.get_xydata(), X[y == sign])
        red, _, blue, _ = to_rgba(color)
        assert (red > blue) == (side[0] > side[2])


def check_level(collection, along, values, level):
    """The lines are those of a level, no more and no fewer of them."""
    expected = contour_generator(along, along, values.reshape(SIDE, SIDE)).lines(level)
    assert len(collection.get_segments()) == len(expected)
    for drawn, each in zip(collection.get_segments(), expected, strict=True):
        np.testing.assert_allclose(drawn, each, atol=0.02)


@pytest.mark.parametrize("data", PLANES)
@pytest.mark.parametrize(
    ("kernel", "C", "length_scale"),
    [
        ("RBF", 1.0, 1.0),
        ("RBF", 10.0, 1.0),
        ("RBF", 100.0, 3.16),
        ("RBF", 0.01, 0.1),
        ("polynomial, degree 2", 1.0, 1.0),
        ("linear", 0.1, 1.0),
    ],
)
@pytest.mark.slow
def test_the_border_is_scikit_learn_s(data, kernel, C, length_scale):
    lab = at("svm_border", data=data, kernel=kernel, C=C, length_scale=length_scale)
    (plane,) = lab.figure.axes
    X, y = PLANES[data]
    kind = {"RBF": {"gamma": 0.5 / length_scale**2}, "linear": {"kernel": "linear"}}
    peer = SVC(
        C=C,
        tol=1e-10,
        **kind.get(kernel, {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0}),
    ).fit(X, y)
    along, points = grid_of(data)
    f = peer.decision_function(points)
    at_bound = np.abs(peer.dual_coef_[0]) > C * (1 - 1e-6)
    # Then b is free within an interval, and libsvm takes another than we do.
    if at_bound.all():
        shift = np.median((image(plane).ravel() - f)[np.abs(f) < 1])
        own = y * (peer.decision_function(X) + shift)
        assert (own[peer.support_] <= 1 + 1e-6).all()
        assert (np.delete(own, peer.support_) >= 1 - 1e-6).all()
    else:
        shift = 0.0
    f = f + shift
    check_plane(plane, data, f)
    # The margin of −1, the border, the margin of 1.
    colors = (plots.OTHER, "black", plots.FIT)
    for drawn, level, color in zip(plane.collections, (-1, 0, 1), colors, strict=True):
        np.testing.assert_array_equal(drawn.get_color()[0], to_rgba(color))
        check_level(drawn, along, f, level)
    for marker, chosen in (("o", ~at_bound), ("D", at_bound)):
        drawn = line(plane, "black", marker)
        assert drawn.get_markerfacecolor() == "none"
        np.testing.assert_array_equal(
            drawn.get_xydata(),
            peer.support_vectors_[chosen][np.argsort(peer.support_[chosen])],
        )
    legend = plane.get_legend()
    words = [text.get_text() for text in legend.get_texts()]
    told = {
        word: (artist.get_marker(), artist.get_color())
        for word, artist in zip(words, legend.legend_handles, strict=True)
        if word not in ("f = 0", "f = 1", "f = −1", "radius ℓ")
    }
    assert len(words) == 8
    assert told == {
        "class 1": ("o", plots.FIT),
        "class −1": ("s", plots.OTHER),
        "free": ("o", "black"),
        "at the bound": ("D", "black"),
    }
    width = [length_scale] if kernel == "RBF" else []
    says(
        lab.sentence,
        f"{{}}, {{}} kernel, C = {{}}{', ℓ = {}' * len(width)}:"
        " {:d} support vectors of 60, {:d} of them free"
        " on the margin and {:d} at the bound; {:d} points on the wrong side.",
        *(data, kernel, C, *width, len(at_bound), sum(~at_bound), sum(at_bound)),
        np.sum(y * (peer.decision_function(X) + shift) <= 0),
    )


@pytest.mark.parametrize("name", ["svm_border", "soft_neighbours"])
def test_a_ring_shows_the_length_scale_where_it_matters(name):
    lab = at(name, data="ring", length_scale=0.5)
    plane = lab.figure.axes[0]
    circle, rim = line(plane, plots.WIDTH), line(plane, plots.WIDTH, "o")
    X, _ = PLANES["ring"]
    away = np.linalg.norm(circle.get_xydata()[:, None] - X, axis=2)
    assert np.isclose(away, 0.5).all(axis=0).any()
    assert np.isclose(circle.get_xydata(), rim.get_xydata()).all(axis=1).any()
    if name == "svm_border":
        at(name, kernel="linear")
        assert not circle.get_visible()
        assert not rim.get_visible()


@pytest.mark.slow
@pytest.mark.parametrize("data", PLANES)
@pytest.mark.parametrize(
    ("length_scale", "neighbours"), [(0.5, 1), (0.02, 5), (5.0, 15), (0.2, 3)]
)
def test_both_votes_are_those_of_a_count(data, length_scale, neighbours):
    lab = at(
        "soft_neighbours", data=data, length_scale=length_scale, neighbours=neighbours
    )
    X, y = PLANES[data]
    along, points = grid_of(data)
    exponent = -np.array([np.sum((X - z) ** 2, axis=1) for z in points]) / (
        2 * length_scale**2
    )
    # The weights over their sum.
    share = np.exp(exponent - np.logaddexp.reduce(exponent, axis=1)[:, None])
    votes = share @ y
    few = KNeighborsClassifier(neighbours).fit(X, y).predict_proba(points) @ [-1, 1]
    # The border of a majority, without the steps of a grid: where as many as are more
    # than half of them are equally near in both classes.
    squares = np.array([np.sum((X - z) ** 2, axis=1) for z in points])
    near = np.sort(np.where(y > 0, squares, np.inf))[:, neighbours // 2]
    far = np.sort(np.where(y < 0, squares, np.inf))[:, neighbours // 2]
    np.testing.assert_array_equal(near < far, few > 0)
    for ax, f, parts in zip(
        lab.figure.axes, (votes, few), (votes, far - near), strict=True
    ):
        check_plane(ax, data, 1.5 * f)
        check_level(ax.collections[0], along, parts, 0.0)
    assert [ax.get_title() for ax in lab.figure.axes] == [
        "all points, k(xᵢ, z)",
        "the nearest neighbours alone",
    ]
    assert (
        np.sign(few) == KNeighborsClassifier(neighbours).fit(X, y).predict(points)
    ).all()
    says(
        lab.sentence,
        "{}, ℓ = {}, {:d} {}: the two votes agree on {:.1f} % of the square; on average"
        " about {:.1f} points have a say in the left one.",
        *(data, length_scale, neighbours),
        "neighbour" if neighbours == 1 else "neighbours",
        100 * np.mean(np.sign(votes) == np.sign(few)),
        np.mean(1 / np.sum(share**2, axis=1)),
    )


def test_a_narrow_kernel_votes_like_the_nearest_neighbour():
    soft = np.sign(
        image(at("soft_neighbours", length_scale=0.02).figure.axes[0])
    ).ravel()
    nearest = (
        KNeighborsClassifier(1)
        .fit(*PLANES["two clouds"])
        .predict(grid_of("two clouds")[1])
    )
    assert np.mean(soft == nearest) > 0.998


def test_a_border_without_a_mistake_rests_on_as_many_points_as_scikit_learn_says():
    X, y = PLANES["two clouds"]
    heart = SVC(C=100.0, gamma=0.5 / 0.1**2, tol=1e-10).fit(X, y)
    calm = SVC(C=1.0, gamma=0.5).fit(X, y)
    assert heart.score(X, y) == 1.0
    question = labs.svm_border().question
    for guess, state, reply in (
        (len(heart.support_), "right", "learned them by heart"),
        (54, "right", "close enough"),
        (12, "wrong", "So few carry a smooth border"),
        (40, "wrong", "no point says anything about its neighbours"),
    ):
        assert question.judge(guess).state == state
        assert reply in question.judge(guess).text
    unseen, classes = datasets.clouds(4000, rng=5)  # as the lecture says
    assert (
        round(heart.score(unseen, classes), 2),
        round(calm.score(unseen, classes), 2),
    ) == (0.62, 0.78)


def test_a_wide_vote_has_a_border_that_is_nearly_straight():
    border = (
        at("soft_neighbours", length_scale=5.0)
        .figure.axes[0]
        .collections[0]
        .get_segments()
    )
    (line_of,) = border
    along, across = np.linalg.svd(line_of - line_of.mean(axis=0), compute_uv=False)
    assert across < 0.02 * along
    narrow = max(
        at("soft_neighbours", length_scale=0.1)
        .figure.axes[0]
        .collections[0]
        .get_segments(),
        key=len,
    )
    along, across = np.linalg.svd(narrow - narrow.mean(axis=0), compute_uv=False)
    assert across > 0.05 * along
    question = labs.soft_neighbours().question
    assert question.judge("it becomes nearly straight").state == "right"
    meets(
        question,
        (
            ("it breaks into islands around single points", "the other way round"),
            ("it stays where it is", "far points gain weight"),
            (
                "it disappears, and one class has the whole square",
                "Both classes have as many points",
            ),
        ),
    )


def test_clouds_are_where_they_should_be():
    X, y = datasets.clouds(4000, rng=0, apart=3.0)
    centres = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    assert np.linalg.norm(centres) == pytest.approx(3.0, abs=0.1)
    assert X[y > 0].std(axis=0) == pytest.approx([1.0, 1.0], abs=0.05)
    for bad in ({"n": 1}, {"n": 2.5}, {"n": 4, "apart": -1.0}):
        with pytest.raises((TypeError, ValueError)):
            datasets.clouds(rng=0, **bad)


ACROSS = datasets.clouds(40, rng=3, apart=4.0)
ACROSS_ORDER = np.argsort(ACROSS[0].sum(axis=1), kind="stable")


@pytest.mark.parametrize(
    ("point", "right", "up", "kernel", "C"),
    [
        (40, -4.0, -4.5, "linear", 1.0),
        (40, -4.0, -4.5, "RBF, ℓ = 1.5", 1.0),
        (1, 3.0, 3.0, "RBF, ℓ = 1.5", 10.0),
        (22, 0.0, 0.0, "linear", 0.1),
        (19, 1.5, 2.0, "linear", 100.0),
    ],
)
def test_a_point_taken_across_moves_the_border_as_in_scikit_learn(
    point, right, up, kernel, C
):
    lab = at("point_across", point=point, right=right, up=up, kernel=kernel, C=C)
    (plane,) = lab.figure.axes
    X, y = (each[ACROSS_ORDER] for each in ACROSS)
    Z = X + np.outer(np.arange(40) == point - 1, [right, up])
    kind = {"kernel": "linear"} if kernel == "linear" else {"gamma": 0.5 / 1.5**2}
    peer, rest = (SVC(C=C, tol=1e-10, **kind).fit(each, y) for each in (Z, X))
    along = np.linspace(-5, 5, SIDE)
    points = np.array([(a, b) for b in along for a in along])
    f, before = peer.decision_function(points), rest.decision_function(points)
    drawn = plane.collections
    for lines_of, values, level in zip(
        drawn, (before, f, f, f), (0, -1, 0, 1), strict=True
    ):
        check_level(lines_of, along, values, level)
    for sign, marker, color in ((-1, "s", plots.OTHER), (1, "o", plots.FIT)):
        np.testing.assert_array_equal(
            line(plane, color, marker).get_xydata(), Z[y == sign]
        )
    at_bound = np.abs(peer.dual_coef_[0]) > C * (1 - 1e-6)
    for marker, chosen in (("o", ~at_bound), ("D", at_bound)):
        np.testing.assert_array_equal(
            line(plane, "black", marker).get_xydata(), Z[peer.support_[chosen]]
        )
    np.testing.assert_array_equal(
        line(plane, plots.WEIGHTS, "*").get_xydata(), Z[[point - 1]]
    )
    i = point - 1
    where = "beyond its margin, without weight"
    if i in peer.support_:
        bound = at_bound[list(peer.support_).index(i)]
        where = "at the bound C" if bound else "free, on its margin"
    w = peer.dual_coef_[0]
    V = Z[peer.support_]
    squares = ((V[:, None] - V) ** 2).sum(axis=2)
    K = V @ V.T if kernel == "linear" else np.exp(-squares / (2 * 1.5**2))
    says(
        lab.sentence,
        "Point {:d}, of class {}, stands at ({:.1f}, {:.1f}): yf = {:.2f}, {}. {}, C ="
        " {}: {:d} support vectors of 40, {:d} at the bound; the margin 1/‖w‖ is {}."
        " The border has moved over {:.1f} % of the square.",
        *(point, f"{y[i]:.0f}", *Z[i], y[i] * peer.decision_function(Z)[i], where),
        *(kernel, C, len(w), at_bound.sum(), 1 / np.sqrt(w @ K @ w)),
        100 * np.mean((f > 0) != (before > 0)),
    )


def test_the_border_moves_once_a_point_reaches_its_margin():
    X, y = (each[ACROSS_ORDER] for each in ACROSS)
    rest = SVC(C=1.0, kernel="linear", tol=1e-10).fit(X, y)
    way = X[y < 0].mean(axis=0) - X[-1]
    for part in np.linspace(0, 1, 21):
        Z = X + np.outer(np.arange(40) == 39, part * way)
        moved = SVC(C=1.0, kernel="linear", tol=1e-10).fit(Z, y)
        still = np.allclose(moved.coef_, rest.coef_, atol=1e-6)
        assert still == (rest.decision_function(Z[-1:])[0] > 1)
    question = at("point_across").question
    assert question.judge("when it reaches its margin, f = 1").state == "right"
    meets(
        question,
        {
            "with its first step": "could as well be absent",
            "when it crosses the border, f = 0": "already has a loss",
            "when it comes to points of the other class": "its own score",
        },
    )


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("svm_border", ["class 1", "class −1", "f = 0", "f = 1", "f = −1", "radius ℓ"]),
        ("point_across", ["class 1", "class −1", "the point taken"]),
    ],
)
def test_before_the_answer_a_legend_names_only_what_is_drawn(name, seen):
    lab = at(name)
    legend = lab.figure.axes[0].get_legend()
    with lab.question.veiled():
        artists = *legend.legend_handles, *legend.get_texts()
        shown = [each for each in artists if each.get_visible()]
    assert [each.get_text() for each in shown[len(seen) :]] == seen
    assert all(each.get_visible() for each in artists)


def test_a_page_has_six_points_on_a_grid_of_the_plane():
    lab = labs.point_across()
    lab.frames = lambda values: {}
    made = prepared(lab, 500)
    assert made["state"]["controls"][0]["texts"] == ["1", "10", "19", "22", "31", "40"]
    for chosen in range(6):
        places = {tuple(each[1:3]) for each in made["settings"] if each[0] == chosen}
        assert len(places) >= 49
