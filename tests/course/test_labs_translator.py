"""The labs that translate between lectures show what the definitions of the lectures
say.
"""

import numpy as np
import pytest

from kernellab import datasets, labs, plots
from tests.course.labs import ROAD, at, draws, line, meets, polynomial, says, se

X, Y = datasets.stopping()


def check_table(ax, expected):
    """Every name has its value beside it, in the same row."""
    rows = {}
    for text in ax.texts:
        rows.setdefault(round(text.get_position()[1], 9), {})[text.get_ha()] = (
            text.get_text()
        )
    assert [row["left"] for row in rows.values()] == list(expected)
    for row in rows.values():
        says(row["right"], "{}", expected[row["left"]])


@pytest.mark.parametrize(
    ("written", "value", "data"),
    [
        ("λ beside the mean", 0.01, "62 cars"),
        ("λ beside the mean", 1.0, "every car twice"),
        ("λ beside the sum", 100.0, "every car twice"),
        ("λ beside the sum", 0.5, "62 cars"),
        ("σ", 0.01, "62 cars"),
        ("σ", 5.0, "every car twice"),
    ],
)
def test_one_ridge_weight_in_every_notation(written, value, data):
    value = (
        at("ridge_translator")
        .controls["value"]
        .values[at("ridge_translator").controls["value"].nearest(value)]
    )
    lab = at("ridge_translator", written=written, value=value, data=data)
    table, road = lab.figure.axes
    times = 2 if data == "every car twice" else 1
    x, y = np.tile(X.ravel(), times), np.tile(Y, times)
    n = len(y)
    lam = {"λ beside the sum": value, "λ beside the mean": n * value, "σ": value**2}[
        written
    ]
    check_table(
        table,
        {
            "λ beside the sum of losses": lam,
            "λ beside the mean of losses": lam / n,
            "σ of K + σ²I": np.sqrt(lam),
            "C = 1/2λ of support vectors": 1 / (2 * lam),
            "number of points n": n,
        },
    )
    K, K_road = (se(points, x, 3.0) + polynomial(points, x, 2) for points in (x, ROAD))
    values, V = np.linalg.eigh(K)
    alpha = V @ (V.T @ y / (values + lam))
    draws(line(road, plots.FIT), ROAD, K_road @ alpha, atol=1e-3 if lam > 1e-3 else 0.1)
    draws(line(road, plots.DATA, "o"), X, Y)
    says(
        lab.sentence,
        "{} = {} with {:d} points is λ = {} in this course; the curve says {:.1f} ft at"
        " 45 mph.",
        *(written, value, n, lam, (K_road @ alpha)[450]),
    )


@pytest.mark.slow
def test_only_a_mean_does_not_notice_copies():
    question = labs.ridge_translator().question
    Phi = np.column_stack([X**0, X, X**2])

    def weights(times, lam):
        many = np.tile(Phi, (times, 1))
        return np.linalg.solve(
            many.T @ many + lam * np.eye(3), many.T @ np.tile(Y, times)
        )

    assert np.allclose(weights(1, 62 * 0.01), weights(2, 124 * 0.01))
    assert not np.allclose(weights(1, 0.62), weights(2, 0.62), rtol=1e-3)
    assert question.judge("λ beside the mean").state == "right"
    replies = {
        "λ beside the sum": "twice in the sum",
        "σ": "σ² is λ",
        "in all of them": "doubled",
        "in none of them": "notice",
    }
    meets(question, replies)


@pytest.mark.parametrize("written", ["ℓ", "β", "σ", "γ"])
@pytest.mark.parametrize("value", [0.01, 2.0])
def test_one_width_in_every_notation(written, value):
    value = (
        at("width_translator")
        .controls["value"]
        .values[at("width_translator").controls["value"].nearest(value)]
    )
    lab = at("width_translator", written=written, value=value)
    table, bump = lab.figure.axes
    x = np.linspace(-10, 10, 401)
    k = {
        "ℓ": np.exp(-(x**2) / (2 * value**2)),
        "β": np.exp(-value * x**2 / 2),
        "σ": np.exp(-(x**2) / value**2),
        "γ": np.exp(-value * x**2),
    }[written]
    draws(line(bump, plots.FIT), x, k)
    ell = {
        "ℓ": value,
        "β": value**-0.5,
        "σ": value / np.sqrt(2),
        "γ": (2 * value) ** -0.5,
    }[written]
    check_table(
        table,
        {
            "ℓ in exp(−‖x − z‖²/2ℓ²)": ell,
            "β in exp(−β‖x − z‖²/2)": ell**-2,
            "σ in exp(−‖x − z‖²/σ²)": ell * np.sqrt(2),
            "γ in exp(−γ‖x − z‖²)": 1 / (2 * ell**2),
        },
    )
    (name,) = bump.texts
    assert (name.get_text().strip(), name.get_position()[0]) == (
        "ℓ",
        pytest.approx(min(ell, 7.5)),
    )
    draws(line(bump, name.get_color(), "|"), [0, ell], np.exp(-0.5))
    says(
        lab.sentence,
        "{}ℓ = {}: two points that far apart have k = exp(−1/2) = {:.2f}, and three"
        " times as far {:.2f}.",
        "" if written == "ℓ" else f"{written} = {value:g} is ",
        *(ell, np.exp(-0.5), np.exp(-4.5)),
    )
