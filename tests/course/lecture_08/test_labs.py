"""The labs on the representer theorem, beside descents and searches written out."""

import numpy as np
import pytest
from scipy.optimize import minimize

from kernellab import plots
from tests.course.labs import at, color_of, line, said, se

TWO, WANTED = np.array([[1.5, 0.2, 0.0], [0.4, 1.1, 0.0]]), np.array([1.8, 1.2])


def way(lift, lam, step, steps):
    """Down the gradient of ‖y − Φw‖² + λ‖w‖²."""
    found = [np.array([-1.2, 0.6, lift])]
    for _ in range(steps):
        w = found[-1]
        found.append(w - step * (2 * TWO.T @ (TWO @ w - WANTED) + 2 * lam * w))
    return np.array(found)


@pytest.mark.parametrize(
    ("lift", "lam", "step", "steps"), [(1.6, 0.0, 0.1, 30), (-2.0, 0.1, 0.16, 5)]
)
def test_the_path_in_weight_space_is_the_recursion(lift, lam, step, steps):
    lab = at("weight_space", lift=lift, lam=lam, step=step, steps=steps)
    w = way(lift, lam, step, steps)
    drawn = line(lab.figure.axes[1], plots.OTHER).get_ydata()
    np.testing.assert_allclose(drawn, np.abs(w[:, 2]), atol=1e-9)
    said(lab, "the weights are {} off the span", abs(w[-1, 2]))
    said(lab, "missed by {} at most", np.abs(TWO @ w[-1] - WANTED).max())
    spec = at("weight_space").question.spec()
    stays = np.abs(way(1.6, 0.0, 0.1, 80)[:, 2])
    np.testing.assert_allclose(spec["right"], stays[np.int_(spec["x"])])


@pytest.mark.parametrize(("angle", "lam"), [(30, 0.2), (70, 0.5)])
def test_both_penalties_end_where_a_general_minimiser_ends(angle, lam):
    lab = at("other_penalty", angle=angle, lam=lam)
    phi = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    options = {"xatol": 1e-9, "fatol": 1e-14}

    def best(penalty):
        def cost(w):
            return (phi @ w - 1) ** 2 + lam * penalty(w)

        tries = [
            minimize(cost, start, method="Nelder-Mead", options=options)
            for start in ([0.0, 0.0], [1.0, 0.1], [0.1, 1.0])
        ]
        return min(tries, key=lambda found: found.fun).x

    short, sparse = best(lambda w: w @ w), best(lambda w: np.abs(w).sum())
    off = abs(np.array([-phi[1], phi[0]]) @ sparse)
    said(lab, "under ‖w‖₁ {}; its weights are {} and {}.", off, *sparse)
    ax = lab.figure.axes[0]
    drawn = line(ax, color_of(ax, "‖w‖²"), "o").get_xydata()
    np.testing.assert_allclose(drawn, [short], atol=1e-5)
    if angle == 30:
        assert lab.question.judge("on the first axis").state == "right"
        assert sparse[0] > 0.5 > 1e-6 > abs(sparse[1])


def test_the_norms_are_those_of_the_shortest_functions():
    """The shortest function through heights h has the norm √(hᵀK⁻¹h)."""
    lab = at("smallest_norm", kernel="RBF", length_scale=0.5, places="9")
    places = np.linspace(-4, 4, 9)
    bell = np.exp(-(places**2) / 2)
    shapes = bell, np.exp(-np.abs(places)), bell * np.cos(np.pi * places)

    def norms(K):
        return [np.sqrt(h @ np.linalg.solve(K, h)) for h in shapes]

    K = se(places, places, 0.5)
    said(lab, "bell {}, tent {}, wave {}.", *norms(K))
    laplace = norms(np.exp(-np.abs(np.subtract.outer(places, places))))
    assert laplace[1] == min(laplace) == pytest.approx(1.0)
    assert lab.question.judge("the tent").state == "right"
