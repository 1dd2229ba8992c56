"""The derivations that one steps through in the notebooks: the rows, their verdicts and
the sentence.
"""

import html
import re

import numpy as np
import pytest

from kernellab import RBF, Sigmoid, datasets, derivations, gram, labs
from kernellab.interactive import record
from kernellab.interactive.text import plain
from tests.course.labs import STEPPERS, at, meets, number

X, y = datasets.stopping()
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
            gram({"RBF": RBF(20.0), "tanh": Sigmoid(0.01, -1.0)}[table], X),
            y,
            sigma**2,
            1e4,
            mean,
        )
    ),
}
# The settings, how each value reads, and the first step that fails, by the lecture and
# not by the derivation
SETTINGS = [
    (
        "ridge_primal_to_dual",
        {"lam": 0.5, "n": 8, "m": 3},
        "λ = 0.5, points n = 8, features m = 3",
        None,
    ),
    (
        "ridge_primal_to_dual",
        {"lam": 0.0, "n": 3, "m": 8},
        "λ = 0, points n = 3, features m = 8",
        2,
    ),
    (
        "ridge_primal_to_dual",
        {"lam": 2.0, "n": 1, "m": 20},
        "λ = 2, points n = 1, features m = 20",
        None,
    ),
    ("least_squares_to_kernel", {"n": 4, "m": 4}, "points n = 4, features m = 4", None),
    (
        "least_squares_to_kernel",
        {"n": 3, "m": 8},
        "points n = 3, features m = 8",
        "some",
    ),
    (
        "least_squares_to_kernel",
        {"n": 8, "m": 2},
        "points n = 8, features m = 2",
        "some",
    ),
    (
        "polynomial_map",
        {"degree": 6, "d": 4, "weights": "√coefficient"},
        "degree = 6, dimensions d = 4, weights = √coefficient",
        None,
    ),
    (
        "polynomial_map",
        {"degree": 2, "d": 2, "weights": "all 1"},
        "degree = 2, dimensions d = 2, weights = all 1",
        "some",
    ),
    (
        "posterior_mean_is_ridge",
        {"sigma": 5.0, "mean": 0.0, "table": "RBF"},
        "σ = 5 ft, prior mean = 0 ft, table K = RBF",
        None,
    ),
    (
        "posterior_mean_is_ridge",
        {"sigma": 10.0, "mean": 40.0, "table": "RBF"},
        "σ = 10 ft, prior mean = 40 ft, table K = RBF",
        2,
    ),
    (
        "posterior_mean_is_ridge",
        {"sigma": 10.0, "mean": 0.0, "table": "tanh"},
        "σ = 10 ft, prior mean = 0 ft, table K = tanh",
        1,
    ),
    (
        "posterior_mean_is_ridge",
        {"sigma": 0.0, "mean": 0.0, "table": "RBF"},
        "σ = 0 ft, prior mean = 0 ft, table K = RBF",
        2,
    ),
]


def test_every_stepper_of_the_notebooks_is_here():
    assert set(STEPPERS) == set(RUN)


@pytest.mark.parametrize(("name", "values", "read", "fails"), SETTINGS)
def test_rows_verdicts_and_sentence(name, values, read, fails):
    done = RUN[name](**values)
    broken = [each.number for each in done if not each.holds]
    assert bool(broken) == bool(fails)
    if isinstance(fails, int):
        assert broken[0] == fails
    count = len(done)
    for step in sorted({1, (broken or [2])[0], count}):
        lab = at(name, **values, step=step)
        rows = lab._current()["run"]["rows"]
        assert len(rows) == count
        for i, (row, each) in enumerate(zip(rows, done, strict=True), start=1):
            said = re.sub("<[^>]+>", " ", row)
            assert said.split()[0] == str(i)
            taken = not all(need.holds for need in each.step.needs)
            agree = each.gap < 1e-9  # of the size of what is compared
            assert (
                "⊘"
                if taken or (each.rests_on and not agree)
                else "(✓)"
                if each.rests_on
                else "✓"
            ) in said.split()
            assert html.escape(each.said) in row
            sides = [
                np.asarray(side, dtype=float)
                for side in (each.step.left, each.step.right)
            ]
            if each.holds and sides[0].shape == sides[1].shape:
                told = number(said.split("residual ")[1].split()[0])
                gap = np.abs(sides[0] - sides[1]).max() if sides[0].size else 0.0
                assert (told == 0) == (gap == 0) or told < 1e-9
        assert len(lab.picture().done) == step
        here = done[step]
        why = plain(here.step.why)
        assert (
            lab.sentence == f"With {read}, step {step} of {count} {here.said}: {why}."
        )


# What they ask


@pytest.mark.parametrize(
    ("lab", "right", "wrong"),
    [
        (
            labs.primal_to_dual(),
            "step 2",
            {
                "step 1": "vanishing gradient",
                "step 4": "broke earlier",
                "step 5": "rests on",
            },
        ),
        (
            labs.which_inverse(),
            "n = 4 only",
            {"n up to 4": "ΦᵀΦ is singular", "n from 4 on": "ΦΦᵀ is singular"},
        ),
        (
            labs.posterior_steps(),
            "2 and 5",
            {
                "none": "ridge pulls to 0",
                "2 and 6": "vary together as before",
                "all from 2 on": "know no prior",
            },
        ),
    ],
    ids=["primal_to_dual", "which_inverse", "posterior_steps"],
)
def test_a_guess_is_judged_and_a_wrong_one_is_met(lab, right, wrong):
    assert lab.question.judge(right).state == "right"
    meets(lab.question, wrong)


def test_which_inverse_exists_is_what_ranks_say():
    Phi = {n: labs.random_problem(n, 4)[0] for n in range(1, 9)}
    both = [
        n
        for n in Phi
        if np.linalg.matrix_rank(Phi[n].T @ Phi[n]) == 4
        and np.linalg.matrix_rank(Phi[n] @ Phi[n].T) == n
    ]
    assert both == [4]


def test_nothing_is_said_of_the_steps_while_it_is_asked(monkeypatch):
    monkeypatch.setattr(record, "student", record.Record())
    lab = labs.which_inverse()
    assert "n = m" not in repr(lab._still()).splitlines()[-1]
    assert repr(lab._still()).endswith(lab.question.words)
    lab.answer(None)
    assert repr(lab._still()).endswith(lab.sentence)
