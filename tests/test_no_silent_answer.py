"""Input on which a formula loses its meaning ends in an error that says so, never in a
number.
"""

import builtins
import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse import csr_array

from askfirst.derivations import Outcome, Step, _gap
from kernellab import (
    SVC,
    Cosine,
    Custom,
    Exp,
    KernelRidge,
    Linear,
    Normalized,
    Polynomial,
    PullBack,
    Reweighted,
    Squared,
    check_installation,
    derivations,
    gram,
    in_blocks,
    mercer_pairs,
    refute,
    same,
)

X = np.arange(1.0, 7)[:, None]
Y = np.array([1.0, 2, 3, 2, 1, 0])
LOPSIDED = Custom(lambda x, z: float(np.exp(-((x[0] - 2 * z[0]) ** 2))))
NEITHER = SVC(Exp(Linear())).fit(X, [0, 0, 0, 1, 1, 1])
MASKED = np.ma.masked_array([1.0, 999.0], [False, True])

REFUSED = {
    "a fit with an asymmetric kernel": (
        lambda: KernelRidge(LOPSIDED).fit(X, Y),
        "not symmetric",
    ),
    "Mercer's pairs of one": (
        lambda: mercer_pairs(LOPSIDED, X, np.full(6, 1 / 6), 2),
        "not symmetric",
    ),
    "a length beyond floats": (
        lambda: gram(Normalized(Exp(Linear())), [[27.0]], [[26.0]]),
        "at point 0, .* within the range of floats",
    ),
    "a hunt where k is undefined": (
        lambda: refute(Cosine((1.0, 2.0))),
        "the points have 1 coordinate",
    ),
    "a nearness that is no number": (
        lambda: same("x", 1, 1, within=np.nan),
        "within = nan",
    ),
}
NOT_NUMBERS = {
    "a sparse table in blocks": (
        lambda: in_blocks(csr_array(np.eye(3)), np.ones(3)),
        "sparse array length is ambiguous",
    ),
    "a step count in text": (
        lambda: derivations.span_by_descent(
            [[1.0, 2.0]], [3.0], Squared(), step=0.05, steps="2"
        ),
        "steps = '2'",
    ),
}


@pytest.mark.parametrize(("call", "said"), REFUSED.values(), ids=REFUSED)
def test_what_has_no_value_is_refused(call, said):
    with pytest.raises(ValueError, match=f"(?s){said}"):
        call()


@pytest.mark.parametrize(("call", "said"), NOT_NUMBERS.values(), ids=NOT_NUMBERS)
def test_what_is_no_number_is_refused(call, said):
    with pytest.raises(TypeError, match=f"(?s){said}"):
        call()


def test_a_function_that_writes_into_its_points_changes_nothing_else():
    def doubled(P):
        P *= 2
        return P

    def less(P):
        P -= 3.0
        return P

    model = KernelRidge(PullBack(Linear(), doubled), lam=0.1).fit(X, Y)
    np.testing.assert_array_equal(model.predict(X), model.predict(X))
    np.testing.assert_array_equal(
        gram(PullBack(Linear(), less) + Linear(), [[1.0], [2.0]]), [[5, 4], [4, 5]]
    )
    np.testing.assert_allclose(
        Normalized(PullBack(Polynomial(2), less)).diagonal(X), 1.0
    )
    np.testing.assert_array_equal(
        gram(Reweighted(lambda P: doubled(P)[:, 0], Linear()), [[1.0]]), [[4.0]]
    )
    np.testing.assert_array_equal(
        gram(Custom(lambda x, z: doubled(x) @ z), [[1.0], [2.0]]), [[2, 4], [4, 8]]
    )


def test_complex_answers_are_no_answers():
    step = Step("a", "b", np.array([1 + 5j]), np.array([1.0 + 0j]))
    assert not Outcome(1, step, _gap(step), None).holds


@pytest.mark.slow
def test_an_exercise_imports_only_what_it_names():
    asked = (
        "import sys, kernellab; kernellab.exercise('02.2').check(4.0);"
        " print('kernellab.course.labs' in sys.modules)"
    )
    command = [sys.executable, "-c", asked]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_broken_installation_is_reported_and_not_met(monkeypatch, capsys):
    real = builtins.__import__

    def broken(name, *args, **kwargs):
        if name.startswith("sklearn"):
            raise ModuleNotFoundError("No module named 'sklearn'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", broken)
    check_installation()
    said = capsys.readouterr().out
    assert (
        "✗ a kernel ridge fit, equal to scikit-learn's: No module named 'sklearn'"
        in said
    )
    assert said.endswith("see the lines with ✗.\n")
