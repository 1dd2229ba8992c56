"""Whatever arrives wrong is refused, and the refusal names the argument, gives a reason
and says what to try. Every function is given one bad array; the boundary all of them.
"""

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.gaussian_process.kernels import RBF as ForeignRBF
from sklearn.metrics.pairwise import rbf_kernel

import kernellab
from kernellab import (
    RBF,
    SVR,
    BilinearForm,
    Box,
    Constant,
    Expansion,
    FractionalPolynomial,
    GaussianProcess,
    Intersection,
    KernelRidge,
    Laplace,
    Linear,
    Matern,
    NearestNeighbours,
    Periodic,
    Polynomial,
    PolynomialOf,
    RationalQuadratic,
    Sigmoid,
    Spectrum,
    Squared,
    block_ridge,
    brownian_pairs,
    c_path,
    centred,
    count_monomials,
    datasets,
    descend,
    eigenfeatures,
    epsilon_path,
    fourier_features,
    gaussian_pairs,
    gram,
    in_blocks,
    interactions,
    mercer_pairs,
    monomials,
    normal_measure,
    nystrom_features,
    psd_report,
    refute,
    residual,
    ridge_dual,
    ridge_dual_offset,
    ridge_path,
    ridge_primal,
    same,
    scaled_monomials,
    separating_plane,
    svm_path,
    svr_dual,
)
from kernellab._arrays import Array
from kernellab.solvers.paths import SVRWalk

X = np.array([[0.5, 1.0], [1.5, -1.0], [2.5, 0.0]])
K = gram(RBF(1.0), X)
y = np.array([1.0, 2.0, 4.0])
labels = np.array([1.0, -1.0, 1.0])
path = ridge_path(K, y)
model = KernelRidge(RBF(1.0)).fit(X, y)
RAGGED = [[1.0], [1.0, 2.0]]
HUGE = 2**62

TAKES_ARRAY: dict[str, tuple[str, np.ndarray, Callable[[Any], Any]]] = {
    "gram of X": ("X", X, lambda bad: gram(RBF(1.0), bad)),
    "gram against Z": ("Z", X, lambda bad: gram(RBF(1.0), X, bad)),
    "k(x, ·)": ("x", X[0], lambda bad: RBF(1.0)(bad, X[0])),
    "features": ("X", X, Linear().features),
    "centred": ("K", K, centred),
    "eigenfeatures": ("K", K, eigenfeatures),
    "psd_report": ("K", K, psd_report),
    "BilinearForm": ("A", K, BilinearForm),
    "monomials": ("X", X, lambda bad: monomials(bad, 2)),
    "scaled_monomials": ("X", X, lambda bad: scaled_monomials(bad, 2)),
    "interactions": ("X", X, interactions),
    "ridge_primal of Phi": ("Phi", X, lambda bad: ridge_primal(bad, y, 1.0)),
    "ridge_primal of y": ("y", y, lambda bad: ridge_primal(X, bad, 1.0)),
    "ridge_dual of K": ("K", K, lambda bad: ridge_dual(bad, y, 1.0)),
    "ridge_dual of y": ("y", y, lambda bad: ridge_dual(K, bad, 1.0)),
    "ridge_dual_offset": ("K", K, lambda bad: ridge_dual_offset(bad, y, 1.0)),
    "ridge_path of K": ("K", K, lambda bad: ridge_path(bad, y)),
    "ridge_path of y": ("y", y, lambda bad: ridge_path(K, bad)),
    "svr_dual of y": ("y", y, lambda bad: svr_dual(K, bad, 1.0, 0.1)),
    "c_path of y": ("y", y, lambda bad: c_path(K, bad, 1.0, 0.1)),
    "epsilon_path of y": ("y", y, lambda bad: epsilon_path(K, bad, 1.0)),
    "lams along a path": ("lam", y, path.alpha),
    "separating_plane": ("Phi", X, lambda bad: separating_plane(bad, labels)),
    "descend on Phi": ("Phi", X, lambda bad: descend(bad, y, Squared())),
    "descend on y": ("y", y, lambda bad: descend(X, bad, Squared())),
    "a start": ("start", y[:2], lambda bad: descend(X, y, Squared(), start=bad)),
    "a block of X": ("X of block 0", X, lambda bad: block_ridge(abs, [(bad, y)], 1.0)),
    "a block of y": ("y of block 0", y, lambda bad: block_ridge(abs, [(X, bad)], 1.0)),
    "nystrom_features": ("landmarks", X, lambda bad: nystrom_features(RBF(1.0), bad)),
    "mercer_pairs": ("nodes", X, lambda bad: mercer_pairs(RBF(1.0), bad, y, 1)),
    "a measure": ("weights", y, lambda bad: mercer_pairs(RBF(1.0), X, bad, 1)),
    "residual of left": ("left", y, lambda bad: residual(bad, y)),
    "residual of right": ("right", y, lambda bad: residual(y, bad)),
    "Expansion of points": ("points", X, lambda bad: Expansion(RBF(1.0), bad, y)),
    "Expansion of alpha": ("alpha", y, lambda bad: Expansion(RBF(1.0), X, bad)),
    "KernelRidge fitted to X": ("X", X, lambda bad: KernelRidge().fit(bad, y)),
    "KernelRidge fitted to y": ("y", y, lambda bad: KernelRidge().fit(X, bad)),
    "KernelRidge predicting": ("X", X, model.predict),
    "NearestNeighbours": ("X", X, lambda bad: NearestNeighbours().fit(bad, y)),
}


class Guarded:
    """What refuses to become an array, as a tensor with gradients does."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")


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
    "text among objects": lambda good: with_last(good, "1.5"),
    "one word": lambda good: "speed",
    "an object inside": lambda good: with_last(good, {"speed": 4}),
    "ragged": lambda good: [*good.tolist(), [1.0, [2.0, 3.0]]],
    "complex": lambda good: good + 1j,
    "complex among objects": lambda good: with_last(good, 1j),
    "dates": lambda good: good.astype("M8[D]"),
    "dates among objects": lambda good: good.astype("M8[D]").astype(object),
    "dates of pandas": lambda good: good.astype("M8[ns]"),
    "spans of time": lambda good: good.astype("m8[ns]"),
    "a span of time inside": lambda good: with_last(good, np.timedelta64(3, "s")),
    "a short span inside": lambda good: with_last(good, np.timedelta64(3, "ns")),
    "what is no array": lambda good: Guarded(),
    "masked": lambda good: np.ma.array(good, mask=good > 1),
    "masked rows": lambda good: [np.ma.array(row, mask=True) for row in good],
    "sparse": lambda good: csr_array(np.atleast_2d(good)),
    "too large for a float": lambda good: with_last(good, 10**400),
    "one axis too many": lambda good: np.stack([good] * 2)[..., None],
    "one axis too few": lambda good: good[0],
}
# One of each reader: points, one point, targets, a Gram matrix, any array.
READERS = ["gram of X", "k(x, ·)", "ridge_dual of y", "ridge_dual of K", "a measure"]

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
    argument, _, advised = argument.partition("…")
    assert re.search(rf"(?<!\w){argument}(?!\w)", before), message
    assert re.search(advised, message), message
    assert WHY.search(before), message
    return message


@pytest.mark.parametrize("spoil", BAD_ARRAYS)
def test_the_boundary_refuses_a_bad_array(spoil):
    for reader in READERS:
        argument, good, call = TAKES_ARRAY[reader]
        if spoil != "one axis too few" or reader != "k(x, ·)":  # a number is a point
            assert_refused(lambda c=call, g=good: c(BAD_ARRAYS[spoil](g)), argument)


@pytest.mark.parametrize("taker", TAKES_ARRAY)
def test_each_function_asks_the_boundary(taker):
    argument, good, call = TAKES_ARRAY[taker]
    call(good)
    assert_refused(lambda: call(with_last(good, np.nan)), argument)
    kernel_values = argument in ("left", "right")  # which have no least size
    for outside in (1.1e50, 1.1e300 if kernel_values else 0.9e-50):
        square = argument in ("K", "A")
        bad = np.eye(3) * outside if square else np.full_like(good, outside)
        assert "other units" in assert_refused(lambda bad=bad: call(bad), argument)
        if square:
            assert_refused(lambda: call(good[:2]), argument)


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
def test_the_part_of_a_complex_number_is_not_taken_for_it():
    assert_refused(lambda: gram(RBF(1.0), X + 1j), "X")


TAKES_NUMBER: dict[str, tuple[str, Callable[[Any], Any], list]] = {
    "RBF": ("length_scale", RBF, [0.0, -1.0]),
    "a width each": (r"length_scale\[1\]", lambda bad: RBF((1.0, bad)), [0, -1.0]),
    "Laplace": ("length_scale", Laplace, [0]),
    "Matern": ("length_scale", lambda bad: Matern(bad, nu=1.5), [0]),
    "a mixture": ("alpha", lambda bad: RationalQuadratic(1.0, bad), [0, -1.0]),
    "Periodic": ("length_scale", lambda bad: Periodic(bad, 1.0), [0]),
    "Periodic of period": ("period", lambda bad: Periodic(1.0, bad), [0]),
    "Constant": ("value", Constant, [-1e-30]),
    "a factor": ("factor", lambda bad: bad * RBF(1.0), [-1e-30]),
    "PolynomialOf": (
        r"coefficients\[1\]",
        lambda bad: PolynomialOf(Linear(), (1.0, bad)),
        [-1e-30],
    ),
    "Polynomial of degree": ("degree", Polynomial, [0, -2, 2.5, Fraction(5, 2), 2**53]),
    "Polynomial of c": ("c", lambda bad: Polynomial(2, bad), [-1e-30]),
    "monomials": ("degree", lambda bad: monomials(X, bad), [0, 2.5]),
    "scaled_monomials": ("degree", lambda bad: scaled_monomials(X, bad), [0, 2.5]),
    "count_monomials": ("d", lambda bad: count_monomials(bad, 2), [0, 2.5]),
    "Sigmoid": ("c", lambda bad: Sigmoid(1.0, bad), []),
    "Box": ("width", Box, [0]),
    "FractionalPolynomial": ("c", lambda bad: FractionalPolynomial(0.5, bad), [-1]),
    "ridge_primal": ("lam", lambda bad: ridge_primal(X, y, bad), [-1]),
    "ridge_dual": ("lam", lambda bad: ridge_dual(K, y, bad), [-1]),
    "ridge_dual_offset": ("lam", lambda bad: ridge_dual_offset(K, y, bad), [-1]),
    "path.alpha": ("lam", path.alpha, [-1e-30]),
    "path.b": ("lam", path.b, [-1]),
    "path.loo": ("lam", path.loo, [-1]),
    "path.dof": ("lam", path.dof, [-1]),
    "descend": ("lam", lambda bad: descend(X, y, Squared(), bad), [-1]),
    "KernelRidge": ("lam", lambda bad: KernelRidge(lam=bad).fit(X, y), [-1]),
    "SVR": ("lam", lambda bad: SVR(lam=bad).fit(X, y), [0, -1.0]),
    "svr_dual": ("C", lambda bad: svr_dual(K, y, bad, 0.1), [0, -1.0]),
    "epsilon_path": ("C", lambda bad: epsilon_path(K, y, bad), [0, -1.0]),
    "c_path": ("C", lambda bad: c_path(K, y, bad, 0.1), [0, -1.0]),
    "svm_path": ("C", lambda bad: svm_path(K, labels, bad), [0, -1.0]),
    "a walk": ("C", lambda bad: SVRWalk(K, y).to(bad, 0.1), [0, -1.0]),
    "an offset": ("b", lambda bad: Expansion(RBF(1.0), X, y, bad), []),
}
NO_NUMBER = [np.nan, np.inf, 10**400, None, "1", True, 1 + 0j, [[1.0, 2.0], [3.0, 4.0]]]


@pytest.mark.parametrize("name", TAKES_NUMBER)
def test_what_is_no_number_or_out_of_range_is_refused(name):
    argument, call, out_of_range = TAKES_NUMBER[name]
    for bad in NO_NUMBER:
        assert_refused(lambda bad=bad: call(bad), argument)
    message = assert_refused(lambda: call(None), argument)
    said = rf"^{argument} = None is a NoneType, but {argument} .*Try {argument}=1.0"
    assert re.search(said, message)
    for bad in out_of_range:
        message = assert_refused(lambda bad=bad: call(bad), argument)
        tries = rf"> 0: .*y {argument}=1.0|≥ 0: .*y {-float(bad):g}\.|a .* 1 to \d+: "
        said = rf"{argument} = {re.escape(repr(bad))} must be ({tries})"
        assert re.search(said, message)
    for bad in (1.1e50, Fraction(10**60)):
        message = assert_refused(lambda bad=bad: call(bad), argument)
        assert "kernellab lie between 1e-50 and 1e+50: try other" in message
    for good in (2, np.float32(2), np.array(2), Fraction(2)):
        call(good)


def test_the_first_entry_that_is_not_finite_is_pointed_at():
    rng = np.random.default_rng(0)
    for bad in (np.nan, np.inf, -np.inf):
        for argument, good, call in map(TAKES_ARRAY.get, READERS):
            spoilt = good.copy()
            places = rng.random(good.shape) < 0.5
            places.flat[-1] = True
            spoilt[places] = bad
            first = ", ".join(map(str, np.argwhere(places)[0]))
            many = f"{n} entries" if (n := places.sum()) > 1 else "1 entry"
            message = assert_refused(lambda c=call, bad=spoilt: c(bad), argument)
            assert f"{argument}[{first}] = {bad} ({many})" in message


def test_the_whole_number_that_is_advised_is_taken():
    for bad, advice in ((0.3, 1), (2.6, 3), (2**53, 2**53 - 1), (1e30, 2**53 - 1)):
        message = assert_refused(lambda bad=bad: Polynomial(bad), "degree")
        assert f"Try degree={advice}." in message
        assert Polynomial(advice).degree == advice


@pytest.mark.parametrize("bad", [0, 0.5, None, "no", np.array([True, False])], ids=repr)
def test_an_offset_is_there_or_not(bad):
    assert_refused(lambda: ridge_path(K, y, bad), "offset…offset=True or offset=F")
    assert_refused(lambda: KernelRidge(offset=bad).fit(X, y), "offset")


@pytest.mark.parametrize("bad", [None, "rbf", RBF, np.eye(3), rbf_kernel, ForeignRBF()])
def test_whoever_has_a_gram_matrix_or_another_kernel_is_told_where_it_goes(bad):
    said = r"(?s)kernel.*Try RBF.*Custom\(f\).*ridge_dual\(K, y, lam\) and svm_dual"
    for call in (
        lambda: gram(bad, X),
        lambda: KernelRidge(bad).fit(X, y),
        lambda: Expansion(bad, X, y),
        lambda: RBF(1.0) + bad,
    ):
        with pytest.raises(TypeError, match=said):
            call()


def test_true_and_false_are_coordinates_one_and_zero():
    assert (gram(Linear(), X > 1) == gram(Linear(), (X > 1).astype(float))).all()


MALFORMED: dict[str, tuple[str, Callable[[], Any]]] = {
    "ridge_primal": ("y", lambda: ridge_primal(X, y[:2], 1.0)),
    "ridge_dual": ("3 points: .* X and y", lambda: ridge_dual(K, y[:2], 1.0)),
    "ridge_path": ("y", lambda: ridge_path(K, y[:2])),
    "a column of targets": (r"y…y\.ravel", lambda: ridge_dual(K, y[:, None], 1.0)),
    "KernelRidge": ("y", lambda: KernelRidge().fit(X, y[:2])),
    "Expansion": ("alpha", lambda: Expansion(RBF(1.0), X, y[:2])),
    "residual that would broadcast": ("right", lambda: residual(y, y[:1])),
    "gram": ("X .* 2, Z .* 1", lambda: gram(RBF(1.0), X, X[:, :1])),
    "one pair": ("x .* 2, z .* 1", lambda: RBF(1.0)([1.0, 2.0], [1.0])),
    "an expansion called": ("X .* 1, points .* 2", lambda: model.expansion_(X[:, :1])),
    "a start": (r"start…zeros\(2", lambda: descend(X, y, Squared(), start=[1.0])),
    "blocks": ("X has 3 rows and y 2", lambda: in_blocks(X, y[:2])),
    "one word in an array": ("X", lambda: gram(Spectrum(2), np.array("cat"))),
    "one set in an array": ("X", lambda: gram(Intersection(), np.array({1}, object))),
    "one coefficient": ("coefficients", lambda: PolynomialOf(Linear(), np.array(3.0))),
    "ragged sides": ("right, a list, .*inhom.*", lambda: same("so", [1.0], RAGGED)),
    "ragged points": ("X", lambda: block_ridge(Linear().features, [(RAGGED, y)], 1.0)),
    "ragged features of a block": (
        r"Phi = phi\(X\) of block 0",
        lambda: block_ridge(lambda X: RAGGED, [(X[:2], y[:2])], 1.0),
    ),
    "coordinates beyond memory": ("d", lambda: refute(RBF(1.0), d=HUGE)),
    "nodes beyond memory": ("nodes", lambda: normal_measure(1.0, HUGE)),
    "terms beyond memory": ("terms", lambda: gaussian_pairs(1.0, 1.0, HUGE)),
    "waves beyond memory": ("terms", lambda: brownian_pairs(HUGE)),
    "digits beyond memory": ("d", lambda: count_monomials(2**50, 2**50)),
    "a span of time": ("length_scale", lambda: RBF(np.timedelta64(3, "s"))),
    "a series": ("nu", lambda: Matern(1.0, nu=pd.Series([0.5]))),
    "a seed below zero": ("rng is -1", lambda: datasets.corners(8, -1)),
    "a seed with a fraction": ("rng", lambda: fourier_features(RBF(1.0), 1, 2, 1.5)),
}


@pytest.mark.parametrize(("argument", "call"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_malformed_or_does_not_fit_is_named(argument, call):
    assert_refused(call, argument)


# Data as people have them

TABLE = pd.DataFrame({"area": [50.0, 70.0, 90.0], "town": ["Paris", "Rome", "Bonn"]})
GAPS = pd.DataFrame({"area": [50.0, 70.0, np.nan], "rooms": [2.0, 3.0, 4.0]})
DATES = pd.DataFrame({"day": pd.to_datetime(["2026-01-01", None, "2026-01-03"])})
RECORDS = np.array([(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)], "f8, f8")
WORDS = ["cat", "dog", "emu"]
DAYS = "drop or impute what is missing.* in days"
AS_PEOPLE_HAVE_THEM = {
    "text in a table": (TABLE, y, r"in column 'town' is 'Paris'.*get_dummies"),
    "NaN in a table": (GAPS, y, r"X\[2, 0\] in column 'area' = nan .*impute"),
    "a gap": (GAPS.convert_dtypes(), y, rf"X\[2, 0\] in column 'area' is <NA>.*{DAYS}"),
    "dates": (DATES, y, rf"X\[0, 0\] in column 'day' is .*2026-01-01.*{DAYS}"),
    "dates of numpy": (X, DATES["day"].to_numpy(), rf"y\[0\] is np.*{DAYS}"),
    "a series of dates": (X, DATES["day"], rf"y\[0\] in column 'day' .*{DAYS}"),
    "dates of Python": ([[date(2026, 1, 1)]], [1.0], rf"X\[0, 0\] is .*{DAYS}"),
    "times between": (DATES - DATES["day"][0], y, DAYS),
    "records": (RECORDS, y, rf"X\[0\] is .*{DAYS}"),
    "words": (WORDS, y, r"X\[0\] is .*'cat'.*Spectrum\(3\)"),
    "an array of words": (np.array(WORDS), y, r"X\[0\] is .*'cat'.*Spectrum"),
    "names of classes": (X, WORDS, r"y\[0\] is .*'cat'.*Try .*SVC"),
    "their series": (X, pd.Series(WORDS), r"y\[0\] is 'cat', a str, .*Try .*SVC"),
}


@pytest.mark.parametrize(
    ("points", "targets", "said"), AS_PEOPLE_HAVE_THEM.values(), ids=AS_PEOPLE_HAVE_THEM
)
@pytest.mark.parametrize("make", [KernelRidge, SVR, GaussianProcess])
def test_data_as_people_have_them_are_answered(make, points, targets, said):
    with pytest.raises((TypeError, ValueError), match=said):
        make(RBF(1.0)).fit(points, targets)


def test_a_table_beyond_memory_is_refused_before_it_is_made():
    X, y = np.zeros((60_000, 1)), np.zeros(60_000)
    for call in (lambda: gram(RBF(1.0), X), lambda: KernelRidge(RBF(1.0)).fit(X, y)):
        with pytest.raises(ValueError, match=r"(60000 .*){2}29 GB.*nyst.*block_ridge"):
            call()


def test_what_holds_an_array_is_equal_to_itself_alone():
    ours = re.compile(r"kernellab\.(?!course)")
    found = [c for c in object.__subclasses__() if ours.match(str(c.__module__))]
    for cls in filter(is_dataclass, found):
        if Array in [each.type for each in fields(cls)]:  # == of arrays is no answer
            assert cls.__hash__ is object.__hash__, cls


def test_a_name_that_is_nearly_right_is_suggested():
    with pytest.raises(AttributeError, match=r"no 'KernelRigde'. Did you mean 'Kernel"):
        _ = kernellab.KernelRigde
    with pytest.raises(AttributeError, match=r"no 'zebra'\.$"):
        _ = kernellab.zebra
