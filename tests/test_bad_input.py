"""Whatever arrives wrong is refused, and the refusal names the argument, gives a reason
and says what to try.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernellab import (
    RBF,
    BilinearForm,
    Box,
    Constant,
    Expansion,
    FractionalPolynomial,
    Intersection,
    KernelRidge,
    Laplace,
    Linear,
    Matern,
    Periodic,
    Polynomial,
    PolynomialOf,
    RationalQuadratic,
    Sigmoid,
    Spectrum,
    block_ridge,
    brownian_pairs,
    c_path,
    centred,
    count_monomials,
    eigenfeatures,
    epsilon_path,
    gaussian_pairs,
    gram,
    in_blocks,
    mercer_pairs,
    monomials,
    normal_measure,
    psd_report,
    refute,
    residual,
    ridge_dual,
    ridge_dual_offset,
    ridge_path,
    ridge_primal,
    ridge_primal_offset,
    same,
    scaled_monomials,
    svm_dual,
    svm_fit,
    svm_path,
    svm_primal,
    svr_dual,
    svr_fit,
    svr_primal,
)

X = np.array([[0.5, 1.0], [1.5, -1.0], [2.5, 0.0]])
K = gram(RBF(1.0), X)
y = np.array([1.0, 2.0, 4.0])
labels = np.array([1.0, -1.0, 1.0])
path = ridge_path(K, y)
model = KernelRidge(RBF(1.0)).fit(X, y)

TAKES_ARRAY: dict[str, tuple[str, np.ndarray, Callable[[Any], Any]]] = {
    "gram of X": ("X", X, lambda bad: gram(RBF(1.0), bad)),
    "gram against Z": ("Z", X, lambda bad: gram(RBF(1.0), X, bad)),
    "k(x, ·)": ("x", X[0], lambda bad: RBF(1.0)(bad, X[0])),
    "k(·, z)": ("z", X[0], lambda bad: RBF(1.0)(X[0], bad)),
    "features": ("X", X, Linear().features),
    "centred": ("K", K, centred),
    "monomials": ("X", X, lambda bad: monomials(bad, 2)),
    "scaled_monomials": ("X", X, lambda bad: scaled_monomials(bad, 2)),
    "ridge_primal of Phi": ("Phi", X, lambda bad: ridge_primal(bad, y, 1.0)),
    "ridge_primal of y": ("y", y, lambda bad: ridge_primal(X, bad, 1.0)),
    "ridge_primal_offset of Phi": (
        "Phi",
        X,
        lambda bad: ridge_primal_offset(bad, y, 1.0),
    ),
    "ridge_primal_offset of y": ("y", y, lambda bad: ridge_primal_offset(X, bad, 1.0)),
    "ridge_dual of K": ("K", K, lambda bad: ridge_dual(bad, y, 1.0)),
    "ridge_dual of y": ("y", y, lambda bad: ridge_dual(K, bad, 1.0)),
    "ridge_dual_offset of K": ("K", K, lambda bad: ridge_dual_offset(bad, y, 1.0)),
    "ridge_dual_offset of y": ("y", y, lambda bad: ridge_dual_offset(K, bad, 1.0)),
    "ridge_path of K": ("K", K, lambda bad: ridge_path(bad, y)),
    "ridge_path of y": ("y", y, lambda bad: ridge_path(K, bad)),
    "lams along a path": ("lam", y, path.alpha),
    "svr_primal of Phi": ("Phi", X, lambda bad: svr_primal(bad, y, 1.0, 0.1)),
    "svr_primal of y": ("y", y, lambda bad: svr_primal(X, bad, 1.0, 0.1)),
    "svr_dual of K": ("K", K, lambda bad: svr_dual(bad, y, 1.0, 0.1)),
    "svr_dual of y": ("y", y, lambda bad: svr_dual(K, bad, 1.0, 0.1)),
    "svm_primal of Phi": ("Phi", X, lambda bad: svm_primal(bad, labels, 1.0)),
    "svm_primal of y": ("y", labels, lambda bad: svm_primal(X, bad, 1.0)),
    "svm_dual of K": ("K", K, lambda bad: svm_dual(bad, labels, 1.0)),
    "svm_dual of y": ("y", labels, lambda bad: svm_dual(K, bad, 1.0)),
    "residual of left": ("left", y, lambda bad: residual(bad, y)),
    "residual of right": ("right", y, lambda bad: residual(y, bad)),
    "Expansion of points": ("points", X, lambda bad: Expansion(RBF(1.0), bad, y)),
    "Expansion of alpha": ("alpha", y, lambda bad: Expansion(RBF(1.0), X, bad)),
    "an expansion called": ("X", X, Expansion(RBF(1.0), X, y)),
    "KernelRidge fitted to X": ("X", X, lambda bad: KernelRidge().fit(bad, y)),
    "KernelRidge fitted to y": ("y", y, lambda bad: KernelRidge().fit(X, bad)),
    "KernelRidge predicting": ("X", X, model.predict),
}


def counted(entries: int) -> str:
    return "1 entry" if entries == 1 else f"{entries} entries"


class Guarded:
    """What refuses to become an array, as a tensor does whose gradients are being
    recorded.
    """

    def __init__(
        self,
        error: Exception = RuntimeError(
            "Can't call numpy() on Tensor that requires grad."
        ),
    ):
        self.error = error

    def __array__(self, dtype=None, copy=None):
        raise self.error


def with_last(array: np.ndarray, value: Any) -> np.ndarray:
    spoilt = array.astype(float if isinstance(value, float) else object)
    spoilt[(-1,) * array.ndim] = value
    return spoilt


BAD_ARRAYS: dict[str, Callable[[np.ndarray], Any]] = {
    "NaN": lambda good: with_last(good, np.nan),
    "infinity": lambda good: with_last(good, -np.inf),
    "empty": lambda good: good[:0],
    "None": lambda good: None,
    "None inside": lambda good: [*good.tolist()[:-1], None],
    "text": lambda good: good.astype(str),
    "one word": lambda good: "speed",
    "an object inside": lambda good: with_last(good, {"speed": 4}),
    "ragged": lambda good: [*good.tolist(), [1.0, [2.0, 3.0]]],
    "complex": lambda good: good + 1j,
    "dates": lambda good: good.astype("M8[D]"),
    "dates among objects": lambda good: good.astype("M8[D]").astype(object),
    "a date of numpy's among objects": lambda good: with_last(
        good, np.datetime64(3, "D")
    ),
    "a span of time among objects": lambda good: with_last(
        good, np.timedelta64(3, "s")
    ),
    "complex among objects": lambda good: with_last(good, 1j),
    "a tensor that does not give its numbers away": lambda good: Guarded(),
    "a lazy table that fails": lambda good: Guarded(NotImplementedError("not yet")),
    "masked": lambda good: np.ma.array(good, mask=good > 1),
    "too large for a float": lambda good: (
        [10**400, *good.tolist()[1:]] if good.ndim == 1 else [[10**400, 1]]
    ),
    "one axis too many": lambda good: np.stack([good] * 2)[..., None],
}

TAKES_NUMBER: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "RBF": ("length_scale", RBF),
    "Polynomial of degree": ("degree", Polynomial),
    "Polynomial of c": ("c", lambda bad: Polynomial(2, bad)),
    "monomials": ("degree", lambda bad: monomials(X, bad)),
    "scaled_monomials of degree": ("degree", lambda bad: scaled_monomials(X, bad)),
    "scaled_monomials of c": ("c", lambda bad: scaled_monomials(X, 2, bad)),
    "count_monomials of d": ("d", lambda bad: count_monomials(bad, 2)),
    "count_monomials of degree": ("degree", lambda bad: count_monomials(2, bad)),
    "ridge_primal": ("lam", lambda bad: ridge_primal(X, y, bad)),
    "ridge_primal_offset": ("lam", lambda bad: ridge_primal_offset(X, y, bad)),
    "ridge_dual": ("lam", lambda bad: ridge_dual(K, y, bad)),
    "ridge_dual_offset": ("lam", lambda bad: ridge_dual_offset(K, y, bad)),
    "Laplace": ("length_scale", Laplace),
    "Matern": ("length_scale", lambda bad: Matern(bad, nu=1.5)),
    "RationalQuadratic": ("length_scale", RationalQuadratic),
    "RationalQuadratic of alpha": ("alpha", lambda bad: RationalQuadratic(1.0, bad)),
    "Periodic": ("length_scale", lambda bad: Periodic(bad, 1.0)),
    "Periodic of period": ("period", lambda bad: Periodic(1.0, bad)),
    "Constant": ("value", Constant),
    "PolynomialOf": (
        r"coefficients\[1\]",
        lambda bad: PolynomialOf(Linear(), (1.0, bad)),
    ),
    "Sigmoid of a": ("a", Sigmoid),
    "Sigmoid of c": ("c", lambda bad: Sigmoid(1.0, bad)),
    "Box": ("width", Box),
    "FractionalPolynomial": ("degree", FractionalPolynomial),
    "FractionalPolynomial of c": ("c", lambda bad: FractionalPolynomial(0.5, bad)),
    "KernelRidge": ("lam", lambda bad: KernelRidge(lam=bad).fit(X, y)),
    "svr_primal of C": ("C", lambda bad: svr_primal(X, y, bad, 0.1)),
    "svr_primal of epsilon": ("epsilon", lambda bad: svr_primal(X, y, 1.0, bad)),
    "svr_dual of C": ("C", lambda bad: svr_dual(K, y, bad, 0.1)),
    "svr_dual of epsilon": ("epsilon", lambda bad: svr_dual(K, y, 1.0, bad)),
    "path.alpha": ("lam", path.alpha),
    "path.b": ("lam", path.b),
    "path.loo": ("lam", path.loo),
    "path.loo_rmse": ("lam", path.loo_rmse),
    "path.dof": ("lam", path.dof),
    "offset of an Expansion": ("b", lambda bad: Expansion(RBF(1.0), X, y, bad)),
}

BAD_NUMBERS = {
    "NaN": np.nan,
    "infinity": np.inf,
    "too large for a float": 10**400,
    "a fraction too large for a float": Fraction(10**400),
    "None": None,
    "text": "1",
    "True": True,
    "NumPy's True": np.True_,
    "complex": 1 + 0j,
    "a list of text": ["a"],
    "a table": [[1.0, 2.0], [3.0, 4.0]],
    "an empty list": [],
}

OUT_OF_RANGE = {
    "RBF": [0, 0.0, -1.0],
    "Laplace": [0, -1.0],
    "Matern": [0, -1.0],
    "RationalQuadratic": [0, -1.0],
    "RationalQuadratic of alpha": [0, -1.0],
    "Periodic": [0, -1.0],
    "Periodic of period": [0, -1.0],
    "Constant": [-1e-30],
    "PolynomialOf": [-1e-30],
    "Box": [0, -1.0],
    "FractionalPolynomial of c": [-1e-30],
    "Polynomial of degree": [0, -2, 2.5, Fraction(5, 2), 2**53],
    "Polynomial of c": [-1, -1e-30],
    "monomials": [0, -2, 2.5],
    "scaled_monomials of degree": [0, -2, 2.5],
    "scaled_monomials of c": [-1, -1e-30],
    "count_monomials of d": [0, -2, 2.5],
    "count_monomials of degree": [0, -2, 2.5],
    **{
        name: [-1, -1e-30]
        for name, (argument, _) in TAKES_NUMBER.items()
        if argument in ("lam", "epsilon")
    },
    **{
        name: [0, -1.0]
        for name, (argument, _) in TAKES_NUMBER.items()
        if argument == "C"
    },
}

# Between what arrived and what to try stands a clause of its own.
WHY = re.compile(r"[,;:.] \S+( \S+)+")
SUGGESTS = re.compile(r"\b(try|check|pass|call|drop|reshape|did you)\b", re.IGNORECASE)


def assert_refused(call: Callable[[], Any], argument: str) -> str:
    with pytest.raises((ValueError, TypeError)) as refusal:
        call()
    message = str(refusal.value)
    hints = [*SUGGESTS.finditer(message)]
    assert hints, message
    before = message[: hints[-1].start()]
    assert re.search(rf"(?<!\w){argument}(?!\w)", before), message
    assert WHY.search(before), message
    return message


@pytest.mark.parametrize(
    ("taker", "spoil"),
    [
        (taker, spoil)
        for taker in TAKES_ARRAY
        for spoil in BAD_ARRAYS
        if (taker, spoil) != ("gram against Z", "None")
    ],
)
def test_a_bad_array_is_refused(taker, spoil):
    argument, good, call = TAKES_ARRAY[taker]
    bad = BAD_ARRAYS[spoil](good)
    assert_refused(lambda: call(bad), argument)


@pytest.mark.parametrize(
    ("argument", "good", "call"), TAKES_ARRAY.values(), ids=TAKES_ARRAY
)
def test_the_good_array_that_was_spoilt_is_taken(argument, good, call):
    call(good)


@pytest.mark.parametrize("bad", BAD_NUMBERS.values(), ids=BAD_NUMBERS)
@pytest.mark.parametrize(("argument", "call"), TAKES_NUMBER.values(), ids=TAKES_NUMBER)
def test_what_is_no_number_is_refused(argument, call, bad):
    assert_refused(lambda: call(bad), argument)


@pytest.mark.parametrize(
    ("name", "bad"),
    [(name, bad) for name, values in OUT_OF_RANGE.items() for bad in values],
)
def test_a_number_out_of_range_is_refused(name, bad):
    argument, call = TAKES_NUMBER[name]
    message = assert_refused(lambda: call(bad), argument)
    assert re.search(rf"{argument} = {re.escape(repr(bad))} must be", message)


@pytest.mark.parametrize(("argument", "call"), TAKES_NUMBER.values(), ids=TAKES_NUMBER)
@pytest.mark.parametrize(
    "good", [2, 2.0, np.float32(2), np.int64(2), np.array(2), Fraction(2)], ids=repr
)
def test_any_kind_of_real_number_is_taken(argument, call, good):
    call(good)


@given(
    st.data(),
    st.sampled_from(list(TAKES_ARRAY.values())),
    st.sampled_from([np.nan, np.inf, -np.inf]),
)
def test_the_first_entry_that_is_not_finite_is_pointed_at(data, taker, bad):
    assert_first_is_named(data, *taker, bad)


def assert_first_is_named(data, argument, good, call, bad) -> None:
    """The refusal names the first of some entries that are spoilt, and their number."""
    places = data.draw(
        st.lists(
            st.tuples(*[st.integers(0, size - 1) for size in good.shape]),
            min_size=1,
            unique=True,
        )
    )
    spoilt = good.copy()
    for place in places:
        spoilt[place] = bad
    index = ", ".join(map(str, min(places)))
    assert f"{argument}[{index}] = {bad} ({counted(len(places))})" in assert_refused(
        lambda: call(spoilt), argument
    )


@given(st.floats(max_value=0, exclude_max=True), st.sampled_from([1, 2, 3]))
def test_one_negative_lam_anywhere_on_a_path_is_refused(negative, place):
    lams = np.insert([1.0, 2.0, 3.0], place, negative)
    assert_refused(lambda: path.dof(lams), "lam")


def test_whole_numbers_keep_their_digits_and_end_where_floats_skip_some():
    for good in (1, 2**53 - 1):
        assert Polynomial(good).degree == good
        assert gram(Polynomial(good, 0.0), [[1.0]]) == 1
    for bad in (2**53, 2**53 + 1, 2.0**63, 10**50):
        assert "Try degree=9007199254740991" in assert_refused(
            lambda bad=bad: Polynomial(bad), "degree"
        )


@pytest.mark.parametrize(
    ("bad", "advice"), [(0.3, 1), (0, 1), (-2, 1), (2.6, 3), (1e30, 2**53 - 1)]
)
def test_the_whole_number_that_is_advised_is_taken(bad, advice):
    assert f"Try degree={advice}." in assert_refused(lambda: Polynomial(bad), "degree")
    assert Polynomial(advice).degree == advice


LENGTHS_DIFFER = {
    "ridge_primal": ("y", lambda: ridge_primal(X, y[:2], 1.0)),
    "ridge_primal_offset": ("y", lambda: ridge_primal_offset(X, y[:2], 1.0)),
    "ridge_dual": ("y", lambda: ridge_dual(K, y[:2], 1.0)),
    "ridge_dual_offset": ("y", lambda: ridge_dual_offset(K, y[:2], 1.0)),
    "ridge_path": ("y", lambda: ridge_path(K, y[:2])),
    "a column of targets": ("y", lambda: ridge_dual(K, y[:, None], 1.0)),
    "KernelRidge": ("y", lambda: KernelRidge().fit(X, y[:2])),
    "Expansion": ("alpha", lambda: Expansion(RBF(1.0), X, y[:2])),
    "residual": ("right", lambda: residual(y, y[:2])),
    "residual that would broadcast": ("right", lambda: residual(y, y[:1])),
    "gram": ("Z", lambda: gram(RBF(1.0), X, X[:, :1])),
    "one pair": ("z", lambda: RBF(1.0)([1.0, 2.0], [1.0])),
    "an expansion called": ("X", lambda: model.expansion_(X[:, :1])),
    "not square": ("K", lambda: ridge_dual(X, y, 1.0)),
    "not square, called A": ("A", lambda: BilinearForm(X)),
    "not square, centred": ("K", lambda: centred(X)),
    "a list of numbers for K": ("K", lambda: ridge_dual(y, y, 1.0)),
    "a column for K": ("K", lambda: ridge_path(y[:, None], y)),
    "a stack of K": ("K", lambda: centred(np.stack([K, K]))),
    "points on a line": ("X", lambda: gram(RBF(1.0), y)),
}


@pytest.mark.parametrize(
    ("argument", "call"), LENGTHS_DIFFER.values(), ids=LENGTHS_DIFFER
)
def test_shapes_that_do_not_fit_are_refused(argument, call):
    assert_refused(call, argument)


@pytest.mark.parametrize(
    "bad", [0, 1, 0.5, None, "no", [True], np.array([True, False])], ids=repr
)
@pytest.mark.parametrize(
    "call",
    [lambda bad: ridge_path(K, y, bad), lambda bad: KernelRidge(offset=bad).fit(X, y)],
    ids=["ridge_path", "KernelRidge"],
)
def test_an_offset_is_there_or_not(call, bad):
    assert_refused(lambda: call(bad), "offset")


@pytest.mark.parametrize("bad", [None, "rbf", RBF, np.eye(3)], ids=repr)
@pytest.mark.parametrize(
    "call",
    [
        lambda bad: gram(bad, X),
        lambda bad: KernelRidge(bad).fit(X, y),
        lambda bad: Expansion(bad, X, y),
        lambda bad: RBF(1.0) + bad,
    ],
    ids=["gram", "KernelRidge", "Expansion", "sum"],
)
def test_what_is_no_kernel_is_refused(call, bad):
    with pytest.raises(TypeError, match=r"kernel.*(Call|Try|use)"):
        call(bad)


@pytest.mark.parametrize("bad", ["2", None, 1j, True, np.ones(2)], ids=repr)
def test_a_factor_is_one_real_number(bad):
    assert_refused(lambda: RBF(1.0) * bad, "factor")
    assert_refused(lambda: bad * RBF(1.0), "factor")


def test_true_and_false_are_coordinates_one_and_zero():
    assert (gram(Linear(), X > 1) == gram(Linear(), (X > 1).astype(float))).all()


@pytest.mark.parametrize(
    "bad", [y, y[:, None], X, np.zeros((0, 0)), np.stack([K, K])], ids=np.shape
)
def test_who_needs_a_gram_matrix_is_told_of_matrices(bad):
    message = assert_refused(lambda: ridge_dual(bad, y, 1.0), "K")
    assert "square, (n, n)" in message
    assert "gram(k, X)" in message


def test_labels_of_no_class_are_counted_from_the_first():
    assert "y[1] = 0 (2 entries)" in assert_refused(
        lambda: svm_dual(K, [1.0, 0.0, 2.0], 1.0), "y"
    )


TAKES_K: dict[str, Callable[[Any], Any]] = {
    "psd_report": psd_report,
    "centred": centred,
    "eigenfeatures": eigenfeatures,
    "ridge_dual": lambda K: ridge_dual(K, y, 1.0),
    "ridge_dual_offset": lambda K: ridge_dual_offset(K, y, 1.0),
    "ridge_path": lambda K: ridge_path(K, y),
    "svr_fit": lambda K: svr_fit(K, y, 1.0, 0.1),
    "svr_dual": lambda K: svr_dual(K, y, 1.0, 0.1),
    "svm_fit": lambda K: svm_fit(K, labels, 1.0),
    "svm_dual": lambda K: svm_dual(K, labels, 1.0),
    "c_path": lambda K: c_path(K, y, 1.0, 0.1),
    "epsilon_path": lambda K: epsilon_path(K, y, 1.0),
    "svm_path": lambda K: svm_path(K, labels, 1.0),
}


@pytest.mark.parametrize("bad", [3.0, np.array(3.0), "K", [[1.0], [1.0, 2.0]]], ids=str)
@pytest.mark.parametrize("call", TAKES_K.values(), ids=TAKES_K)
def test_what_is_no_table_is_no_gram_matrix(call, bad):
    assert_refused(lambda: call(bad), "K")


RAGGED = [[1.0], [1.0, 2.0]]
HUGE = 2**62

MALFORMED: dict[str, tuple[str, Callable[[], Any]]] = {
    "one word in an array": ("X", lambda: gram(Spectrum(2), np.array("cat"))),
    "one set in an array": (
        "X",
        lambda: gram(Intersection(), np.array({1}, dtype=object)),
    ),
    "one coefficient": ("coefficients", lambda: PolynomialOf(Linear(), np.array(3.0))),
    "one weight": ("weights", lambda: mercer_pairs(RBF(1.0), X, np.array(1.0), 1)),
    "one weight of a sample": (
        "sample_weight",
        lambda: KernelRidge().fit(X, y, sample_weight=np.array(1.0)),
    ),
    "ragged sides": ("left", lambda: residual(RAGGED, [1.0])),
    "ragged sides of a claim": ("right", lambda: same("so", [1.0], RAGGED)),
    "ragged points of a block": (
        "X",
        lambda: block_ridge(Linear().features, [(RAGGED, [1.0, 2.0])], 1.0),
    ),
    "ragged targets of a block": (
        "y of block 0",
        lambda: block_ridge(Linear().features, [(X[:2], [1.0, [2.0]])], 1.0),
    ),
    "ragged features of a block": (
        "Phi = phi\\(X\\) of block 0",
        lambda: block_ridge(lambda X: RAGGED, [(X[:2], y[:2])], 1.0),
    ),
    "ragged points in blocks": (
        "X",
        lambda: block_ridge(Linear().features, in_blocks(RAGGED, y[:2]), 1.0),
    ),
    "coordinates beyond memory": ("d", lambda: refute(RBF(1.0), d=HUGE)),
    "tries beyond memory": ("tries", lambda: refute(RBF(1.0), tries=HUGE)),
    "nodes beyond memory": ("nodes", lambda: normal_measure(1.0, HUGE)),
    "terms beyond memory": ("terms", lambda: gaussian_pairs(1.0, 1.0, HUGE)),
    "waves beyond memory": ("terms", lambda: brownian_pairs(HUGE)),
    "digits beyond memory": ("degree", lambda: count_monomials(2**50, 2**50)),
    "a span of time": ("length_scale", lambda: RBF(np.timedelta64(3, "s"))),
    "a series": ("nu", lambda: Matern(1.0, nu=pd.Series([0.5]))),
    "a list": ("nu", lambda: Matern(1.0, nu=[0.5])),
}


@pytest.mark.parametrize(("argument", "call"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_malformed_is_named(argument, call):
    assert_refused(call, argument)
