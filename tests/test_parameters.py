"""Kernels under the names of the lectures and of scikit-learn answer with their own."""

import math
import re

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import ConstantKernel, DotProduct, ExpSineSquared
from sklearn.metrics import pairwise

import kernellab.kernels
from kernellab import gram
from kernellab.kernels import (
    RBF,
    Constant,
    Laplace,
    Linear,
    Matern,
    Periodic,
    Polynomial,
    Sigmoid,
)
from kernellab.kernels.parameters import READINGS

rng = np.random.default_rng(0)
X = rng.normal(size=(5, 2))
LINE = X[:, :1]
SQUARES = ((X[:, None] - X[None]) ** 2).sum(axis=2)

# What was asked for, and the table that its author means
ASKED = [
    (RBF, {"gamma": 1}, X, pairwise.rbf_kernel(X, gamma=1)),
    (RBF, {"beta": 4.0}, X, np.exp(-2 * SQUARES)),
    (RBF, {"sigma": 2}, X, np.exp(-SQUARES / 4)),
    (RBF, {"lam": 0.3}, X, np.exp(-0.3 * SQUARES)),
    (RBF, {"bandwidth": 3.0}, X, np.exp(-SQUARES / 18)),
    (Laplace, {"gamma": 2}, LINE, pairwise.laplacian_kernel(LINE, gamma=2)),
    (Laplace, {"ell": 2}, X, np.exp(-np.sqrt(SQUARES) / 2)),
    (Matern, {"lengthscale": 2.0, "nu": 0.5}, X, np.exp(-np.sqrt(SQUARES) / 2)),
    (
        Polynomial,
        {"degree": 3, "coef0": 1, "gamma": 0.5},
        X,
        pairwise.polynomial_kernel(X, degree=3, coef0=1, gamma=0.5),
    ),
    (
        Polynomial,
        {"degree": 2, "coef0": 4},
        X,
        pairwise.polynomial_kernel(X, degree=2, coef0=4, gamma=1),
    ),
    (
        Sigmoid,
        {"gamma": 0.5, "coef0": 1},
        X,
        pairwise.sigmoid_kernel(X, gamma=0.5, coef0=1),
    ),
    (
        Periodic,
        {"length_scale": 0.7, "periodicity": 3},
        LINE,
        ExpSineSquared(0.7, 3)(LINE),
    ),
    (Linear, {"sigma_0": 2}, X, DotProduct(2)(X)),
    (Constant, {"constant_value": 3}, X, ConstantKernel(3)(X)),
]


@pytest.mark.parametrize(
    ("kernel", "given", "points", "theirs"),
    ASKED,
    ids=[f"{kernel.__name__}({', '.join(given)})" for kernel, given, *_ in ASKED],
)
def test_the_kernel_that_is_named_is_the_one_that_was_meant(
    kernel, given, points, theirs
):
    with pytest.raises(TypeError, match=f"{kernel.__name__} has no ") as refused:
        kernel(**given)
    here = re.search(r" is ([^,]*?\(.*?\)), since", str(refused.value))[1]
    k = eval(here, vars(kernellab.kernels))
    np.testing.assert_allclose(gram(k, points), theirs, rtol=2e-3)


def test_every_reading_is_asked_for_or_has_the_formula_of_one_that_is():
    asked = {(kernel.__name__, name) for kernel, given, *_ in ASKED for name in given}
    for kernel, readings in READINGS.items():
        rules = {readings[name].rule for _, name in asked if name in readings}
        missing = [n for n, each in readings.items() if (kernel, n) not in asked]
        for name in missing:
            assert readings[name].rule in rules or " is " in readings[name].rule, name


def test_the_answer_names_the_formula_of_both():
    with pytest.raises(TypeError) as refused:
        RBF(gamma=1)
    assert str(refused.value) == (
        "RBF has no gamma: k(x, z) = exp(−‖x − z‖² / 2ℓ²). RBF(gamma=1) in"
        " scikit-learn, exp(−γ‖x − z‖²), is RBF(length_scale=0.7071), since"
        " ℓ = 1/√(2γ)."
    )


@pytest.mark.parametrize("gamma", ["scale", -1.0, 0, None])
def test_what_is_no_width_is_answered_by_the_formula(gamma):
    with pytest.raises(TypeError, match=r"ℓ = 1/√\(2γ\), for a number > 0\."):
        RBF(gamma=gamma)


@pytest.mark.parametrize(
    ("given", "home"),
    [
        ({"degree": 3}, "degree belongs to FractionalPolynomial and Polynomial."),
        ({"nu": 1.5}, "nu belongs to Matern."),
        ({"coef0": 1.0}, "coef0 belongs to Polynomial and Sigmoid."),
        ({"sharpness": 1.0}, "RBF has no sharpness: "),
    ],
)
def test_a_parameter_of_another_kernel_is_sent_home(given, home):
    with pytest.raises(TypeError, match=re.escape(home)) as refused:
        RBF(1.0, **given)
    assert str(refused.value).endswith("Try RBF(length_scale=…).")


def test_numbers_given_by_place_are_kept():
    with pytest.raises(TypeError, match=r"is Polynomial\(degree=5, c=2\), since"):
        Polynomial(5, coef0=2)


def test_a_class_of_ones_own_may_call_its_numbers_as_it_likes():
    class Wide(RBF):
        def __init__(self, gamma):
            super().__init__(1 / math.sqrt(2 * gamma))

    assert Wide(gamma=2.0).length_scale == 0.5
