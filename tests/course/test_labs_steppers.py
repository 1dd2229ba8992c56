"""The derivations that one steps through in the notebooks: the rows, their verdicts and
the sentence.
"""

import html
import json
import re

import numpy as np
import pytest

from kernellab import RBF, Sigmoid, datasets, derivations, gram, labs
from tests.course.labs import STEPPERS, answer, at

X, y = datasets.stopping()
TABLES = {"RBF": RBF(20.0), "tanh": Sigmoid(0.01, -1.0)}
RUN = {
    "ridge_primal_to_dual": lambda lam, n, m: derivations.ridge_primal_to_dual(
        *labs.random_problem(n, m), lam
    ),
    "least_squares_to_kernel": lambda n, m: derivations.least_squares_to_kernel(
        *labs.random_problem(n, m)
    ),
    "polynomial_map": lambda degree, d, weights: derivations.polynomial_map(
        labs.random_problem(4, d)[0], degree, 1.0, weights == "all 1"
    ),
    "posterior_mean_is_ridge": lambda sigma, mean, table: (
        derivations.posterior_mean_is_ridge(
            gram(TABLES[table], X), y, sigma**2, 1e4, mean
        )
    ),
}
# The settings, and the first step that fails, by the lecture
SETTINGS = [
    ("ridge_primal_to_dual", {"lam": 0.5, "n": 8, "m": 3}, None),
    ("ridge_primal_to_dual", {"lam": 0.0, "n": 3, "m": 8}, 2),
    ("least_squares_to_kernel", {"n": 4, "m": 4}, None),
    ("least_squares_to_kernel", {"n": 3, "m": 8}, "some"),
    ("polynomial_map", {"degree": 6, "d": 4, "weights": "√coefficient"}, None),
    ("polynomial_map", {"degree": 2, "d": 2, "weights": "all 1"}, "some"),
    ("posterior_mean_is_ridge", {"sigma": 5.0, "mean": 0.0, "table": "RBF"}, None),
    ("posterior_mean_is_ridge", {"sigma": 10.0, "mean": 40.0, "table": "RBF"}, 2),
    ("posterior_mean_is_ridge", {"sigma": 10.0, "mean": 0.0, "table": "tanh"}, 1),
]


def test_every_stepper_of_the_notebooks_is_here():
    assert set(STEPPERS) == set(RUN)


@pytest.mark.parametrize(("name", "values", "fails"), SETTINGS)
def test_rows_verdicts_and_sentence(name, values, fails):
    done = RUN[name](**values)
    broken = [each.number for each in done if not each.holds]
    assert bool(broken) == bool(fails)
    if isinstance(fails, int):
        assert broken[0] == fails
    step = (broken or [2])[0]
    lab = at(name, **values, step=step)
    rows = json.loads(lab._frame(lab.values).text)["rows"]
    assert len(rows) == len(done)
    for number, (row, each) in enumerate(zip(rows, done, strict=True), start=1):
        said = re.sub("<[^>]+>", " ", row).split()
        assert said[0] == str(number)
        taken = not all(need.holds for need in each.step.needs)
        sign = "(✓)" if each.rests_on else "✓"
        if taken or (each.rests_on and not each.gap < 1e-9):
            sign = "⊘"
        assert sign in said
        assert html.escape(each.said) in row
    assert len(lab.picture().done) == step
    assert f"step {step} of {len(done)} {done[step].said}" in lab.sentence


def test_which_steps_fail_is_what_ranks_and_algebra_say():
    Phi = {n: labs.random_problem(n, 4)[0] for n in range(1, 9)}
    both = [
        n
        for n in Phi
        if np.linalg.matrix_rank(Phi[n].T @ Phi[n]) == 4
        and np.linalg.matrix_rank(Phi[n] @ Phi[n].T) == n
    ]
    assert both == [4]
    assert answer(labs.which_inverse().question) == "n = 4 only"
    for n, m in ((8, 3), (3, 8)):
        done = RUN["ridge_primal_to_dual"](lam=0.0, n=n, m=m)
        assert f"step {done.first_failure.number}" == answer(
            labs.primal_to_dual().question
        )
    done = RUN["posterior_mean_is_ridge"](sigma=10.0, mean=40.0, table="RBF")
    failing = " and ".join(str(each.number) for each in done if each.broken)
    assert failing == answer(labs.posterior_steps().question)
