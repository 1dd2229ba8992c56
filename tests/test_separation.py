"""A plane is found where one exists: judged in whole numbers, by mixtures of the two
classes, and by the plane itself.
"""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import OptimizeResult, linprog

from kernellab import datasets, separating_plane
from kernellab.errors import UnverifiedError


def turn(a, b, c):
    """On which side of the line from a to b the point c lies; in whole numbers, so
    exact.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a, b, p):
    return turn(a, b, p) == 0 and all(
        min(a[i], b[i]) <= p[i] <= max(a[i], b[i]) for i in (0, 1)
    )


def inside(corners, p):
    sides = [turn(corners[i], corners[(i + 1) % 3], p) for i in range(3)]
    flat = turn(*corners) == 0
    return not flat and (min(sides) >= 0 or max(sides) <= 0)


def cross(a, b, c, d):
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def hulls_meet(A, B):
    """Whether two convex hulls in the plane have a point in common: corner in hull, or
    edge across edge.
    """
    for mine, other in ((A, B), (B, A)):
        for p in mine:
            if p in other or any(between(a, b, p) for a, b in combinations(other, 2)):
                return True
            if any(inside(corners, p) for corners in combinations(other, 3)):
                return True
    return any(
        cross(*e, *f) for e, f in product(combinations(A, 2), combinations(B, 2))
    )


grid = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


@given(st.lists(grid, min_size=1, max_size=6), st.lists(grid, min_size=1, max_size=6))
def test_a_plane_exists_exactly_where_the_hulls_do_not_meet(A, B):
    X, y = np.array([*A, *B], dtype=float), np.repeat([1, -1], [len(A), len(B)])
    plane = separating_plane(X, y)
    assert (plane is None) == hulls_meet(A, B)
    if plane:
        w, b = plane
        assert (y * (X @ w + b)).min() == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("units", [[1e-9, 1e9]])
@pytest.mark.parametrize("shift", [0.0, 1e5])
def test_units_and_origin_change_nothing(units, shift):
    X, y = datasets.corners(48, rng=1)
    for extra, separates in ((X[:, 0] * X[:, 1], True), (X[:, 0] ** 2, False)):
        Phi = np.column_stack([X, extra]) * [*units, 1.0] + shift * np.array(
            [*units, 1.0]
        )
        plane = separating_plane(Phi, y)
        assert (plane is not None) == separates
        if plane:
            assert (y * (Phi @ plane[0] + plane[1]) > 0).all()


def test_no_plane_has_smaller_weights():
    X, y = datasets.corners(48, rng=1)
    Phi = np.column_stack([X, X[:, 0] * X[:, 1]])
    w, _ = separating_plane(Phi, y)
    half = np.ptp(Phi, axis=0) / 2
    # The plane on which x₁x₂ is constant
    flat = 2 / (Phi[y > 0, 2].min() - Phi[y < 0, 2].max())
    assert half @ np.abs(w) <= half[2] * flat
    for line in np.random.default_rng(0).normal(size=(200, 3)):
        gap = (Phi[y > 0] @ line).min() - (Phi[y < 0] @ line).max()
        assert gap <= 0 or half @ np.abs(w) <= half @ np.abs(2 * line / gap) * (
            1 + 1e-9
        )


def test_one_class_alone_and_one_point_alone():
    w, b = separating_plane([[3.0], [4.0]], [-1, -1])
    assert b + 4 * w[0] <= -1 + 1e-9
    assert separating_plane([[3.0]], [1]) is not None
    assert separating_plane([[3.0], [3.0]], [1, -1]) is None


@pytest.mark.parametrize("bad", [[0, 1], [1.0, np.nan], [1]])
def test_classes_are_plus_and_minus_one(bad):
    with pytest.raises((ValueError, TypeError), match="y"):
        separating_plane([[0.0], [1.0]], bad)


@pytest.mark.parametrize("unit", [1e-8, 1e8])
def test_classes_closer_than_a_part_in_ten_to_the_nine_touch(unit):
    for gap, separated in ((0.3e-9, False), (3e-9, True)):
        X = unit * np.array([[0.0], [0.5 - gap / 2], [0.5 + gap / 2], [1.0]])
        assert (separating_plane(X, [-1, -1, 1, 1]) is not None) == separated


def test_a_programme_that_comes_to_no_end_is_no_proof_that_there_is_no_plane(
    monkeypatch,
):
    tried = []

    def tired(*args, options, **kwargs):
        tried.append(options["presolve"])
        if len(tried) == most:
            return linprog(*args, options=options, **kwargs)
        return OptimizeResult(x=None, status=4, message="numerical difficulties")

    monkeypatch.setattr("scipy.optimize.linprog", tired)
    most = 2
    assert separating_plane([[0.0], [1.0]], [1, -1]) is not None
    assert tried == [True, False]
    tried, most = [], 3
    said = r"neither a plane nor a proof .* \(numerical difficulties\). Try fewer"
    with pytest.raises(UnverifiedError, match=said):
        separating_plane([[0.0], [1.0]], [1, -1])
