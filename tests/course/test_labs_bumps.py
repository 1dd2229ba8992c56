"""The two labs of the start page show what an independent computation says."""

import numpy as np
import pytest

from kernellab import datasets, labs, plots
from tests.course.labs import ROAD, at, draws, line, meets, polynomial, rms, says, se

X, Y = datasets.stopping()


@pytest.mark.parametrize(
    ("lam", "length_scale"), [(0.62, 3.0), (10.0, 0.2), (1000.0, 15.0)]
)
def test_a_parabola_and_bumps(lam, length_scale):
    lab = at("first_fit", lam=lam, length_scale=length_scale)
    (road,) = lab.figure.axes
    K, K_road = (
        se(points, X, length_scale) + polynomial(points, X, 2) for points in (X, ROAD)
    )
    alpha = np.linalg.solve(K + lam * np.eye(62), Y)
    f = K_road @ alpha
    draws(line(road, plots.FIT), ROAD, f, atol=1e-5)
    draws(line(road, plots.FIT, "D"), [33, 45], [f[330], f[450]], atol=1e-5)
    draws(line(road, plots.DATA, "o"), X, Y)
    says(
        lab.sentence,
        "λ = {}, ℓ = {} mph: the curve misses the 62 cars by {:.1f} ft (root mean"
        " square), and says {:.0f} ft at 33 mph and {:.0f} ft at 45 mph.",
        *(lam, length_scale, rms(Y - K @ alpha), f[330], f[450]),
    )


@pytest.mark.parametrize(
    ("lam", "length_scale"), [(0.62, 3.0), (0.1, 0.2), (1000.0, 15.0)]
)
def test_bumps_alone(lam, length_scale):
    lab = at("bumps_alone", lam=lam, length_scale=length_scale)
    (road,) = lab.figure.axes
    alpha = np.linalg.solve(se(X, X, length_scale) + lam * np.eye(62), Y)
    f = se(ROAD, X, length_scale) @ alpha
    draws(line(road, plots.FIT), ROAD, f, atol=1e-5)
    says(
        lab.sentence,
        "λ = {}, ℓ = {} mph: the bumps add up to {:.0f} ft at 40 mph, {:.0f} ft at 45"
        " mph and {:.0f} ft at 50 mph.",
        *(lam, length_scale, f[400], f[450], f[500]),
    )


def test_the_curve_to_draw_is_the_sum_of_the_bumps():
    question = labs.bumps_alone(X, Y).question
    places = np.arange(0, 51, 5)
    bumps = [[np.exp(-((place - x) ** 2) / 18) for x in X.ravel()] for place in places]
    right = bumps @ np.linalg.solve(se(X, X, 3.0) + 0.62 * np.eye(62), Y)
    np.testing.assert_allclose(question.spec()["right"], right, atol=1e-6)
    assert right[-1] < 1
    assert question.judge(list(right)).state == "right"
    cars = [0, 5, 12, 19, 40, 47, 69, 80, 105]
    meets(
        question,
        (
            ([*cars, 130, 150], "three widths"),
            ([*cars, 105, 105], "held the curve up"),
            ([50] * 11, "the distances of the cars rise"),
            ([*cars, 90, 75], "The shape is right"),
            ([60, 40, *cars[2:], 110, 130], "right end"),
        ),
    )
