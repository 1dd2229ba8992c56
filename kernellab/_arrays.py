"""Checks of the arguments of public functions: each argument is checked here, once.

An error says what arrived, why the mathematics forbids it, and what to try.

The domain: every parameter, and the largest absolute entry of every array (points,
targets, K, weights), is 0 or lies between 1e-50 and 1e50. The other entries of an array
may be smaller. No kernel value exceeds 1e50. The cube of a number of the domain is
below the largest float, so no other module guards against overflow.
"""

import math
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

SMALLEST, LARGEST = 1e-50, 1e50  # the domain
LARGEST_INTEGER = 2**53 - 1  # up to it every whole number is a float
LARGEST_COUNT = 2**20  # the largest length of an array whose length is a parameter
# NumPy makes a float of these too: of a time a count, of a complex number a part
FLOATS_OTHERWISE = np.datetime64, np.timedelta64, np.complexfloating
# What errors say to try in place of text, in points and in targets
FOR_POINTS = (
    "numbers in place of words, as from pd.get_dummies, or for whole texts a kernel on"
    " strings, Spectrum(3)"
)
FOR_TARGETS = "numbers, or SVC, a model for classes, where y holds their names"
FOR_OTHERS = "to drop or impute what is missing, and to count time, as in days"


def as_array(
    values: ArrayLike, name: str, smallest: float = SMALLEST, for_text: str = FOR_OTHERS
) -> Array:
    """Return ``values`` as a new array of floats of the domain that is not empty.

    ``for_text`` is what to try in place of text.
    """
    refuse_mask(values, name)
    try:
        array = np.asarray(values)
    except Exception as error:  # of ragged rows, or of another library
        raise TypeError(
            f"{name}, {type_of(values)}, is not an array of real numbers ({error}):"
            " formulas add and multiply them. Try rows of equal length."
        ) from None
    if array.dtype.kind not in "biuf":
        for at in np.ndindex(array.shape):
            _check_real(values, array, name, at, for_text)
    floats = np.array(array, dtype=np.float64, order="C")
    if floats.size == 0:
        raise ValueError(
            f"{name} is empty (shape {floats.shape}): there is nothing to compute with."
            " Check how it was selected."
        )
    return within_domain(floats, name, smallest, values)


def _check_real(
    values: Any, array: np.ndarray, name: str, at: tuple[int, ...], for_text: str
) -> None:
    """Refuse an entry that is no real number; here NaN and infinity count as one."""
    entry, is_text, why = array[at], isinstance(array[at], (str, bytes)), ""
    if not is_text and not isinstance(entry, FLOATS_OTHERWISE):
        try:
            float(entry)
            return
        except Exception as error:  # also one of another library
            why = f" ({error})"
    raise TypeError(
        f"{_place(values, name, at)} is {entry!r:.60}, {type_of(entry)}{why}, but"
        " formulas add and multiply real numbers. Try"
        f" {for_text if is_text else FOR_OTHERS}."
    )


def _place(values: Any, name: str, at: tuple[int, ...]) -> str:
    """X[3, 1], and the name of the column if ``values`` is a table or a series."""
    entry = f"{name}[{', '.join(map(str, at))}]" if at else name
    columns = getattr(values, "columns", None)
    column = getattr(values, "name", None) if columns is None else columns[at[1]]
    return entry if column is None else f"{entry} in column {column!r}"


def refuse_mask(values: Any, name: str) -> None:
    """Refuse masked arrays, and lists of them: NumPy would drop the mask."""
    arrays = values if isinstance(values, (list, tuple)) else (values,)
    if any(isinstance(each, np.ma.MaskedArray) for each in arrays):
        raise TypeError(
            f"{name} is a masked array, or a list of them: hidden entries would be read"
            " as numbers. Drop the masked rows, or try its filled(...)."
        )


def within_domain(
    values: Array, name: str, smallest: float = SMALLEST, table: Any = None
) -> Array:
    """Return ``values`` if the largest is 0 or between ``smallest`` and LARGEST.

    For kernel values ``smallest`` is 0. ``table`` is what they were read from.
    """
    largest = float(max(values.max(initial=0.0), -values.min(initial=0.0)))
    if largest == 0 or smallest <= largest <= LARGEST:
        return values
    bad = np.argwhere(~np.isfinite(values))
    place = tuple((bad if len(bad) else np.argwhere(np.abs(values) == largest))[0])
    entry = _place(table, name, place)
    if len(bad):
        raise ValueError(
            f"{name} contains NaN or infinity: {entry} = {values[place]}"
            f" ({counted(len(bad), 'entry', 'entries')}). One spoils every sum it"
            " enters; try to drop or impute those rows."
        )
    raise ValueError(
        f"{entry} = {values[place]:g} is the largest entry, but the numbers of"
        f" kernellab lie between {SMALLEST:g} and {LARGEST:g}: try other units."
    )


def shaped(array: Array, name: str, right: bool, wanted: str) -> Array:
    """Return ``array`` if its shape is ``right``; ``wanted`` says what is right."""
    if not right:
        raise ValueError(f"{name} has shape {array.shape}, but {wanted}")
    return array


def as_points(X: ArrayLike, name: str = "X") -> Array:
    """Return ``X`` as an (n, d) array of floats, a row per point."""
    points = as_array(X, name, for_text=FOR_POINTS)
    wanted = (
        "points are a 2D array (n, d), a row per point. Try np.reshape"
        f"({name}, (-1, 1)) for n points on a line, or (1, -1) for one point."
    )
    return shaped(points, name, points.ndim == 2, wanted)


def as_point(x: ArrayLike, name: str = "x") -> Array:
    """Return one point ``x``, (d,) or a number, as a (1, d) array of floats."""
    point = np.atleast_1d(as_array(x, name, for_text=FOR_POINTS))
    wanted = (
        f"here {name} is one point, (d,). Try {name}[0], or gram(k, X, Z) for rows."
    )
    return shaped(point, name, point.ndim == 1, wanted)[None]


def as_targets(y: ArrayLike, n: int, name: str = "y") -> Array:
    """Return ``y`` as an (n,) array of floats, one number per point."""
    targets = as_array(y, name, for_text=FOR_TARGETS)
    wanted = (
        f"there are {counted(n, 'point')}: each needs exactly one number. Check that X"
        f" and {name} come from the same rows, or try {name}.ravel() for a column."
    )
    return shaped(targets, name, targets.shape == (n,), wanted)


def as_labels(y: ArrayLike, n: int) -> Array:
    """Return ``y`` as an (n,) array of classes −1 and +1."""
    labels = as_targets(y, n)
    if len(bad := np.flatnonzero(np.abs(labels) != 1)):
        raise ValueError(
            f"y[{bad[0]}] = {labels[bad[0]]:g}, but in y·f the two classes are −1 and"
            " +1. Try y = np.where(y > 0, 1, -1)."
        )
    return labels


def as_square(K: ArrayLike, name: str = "K") -> Array:
    """Return ``K`` as a square (n, n) array."""
    matrix = as_array(K, name)
    wanted = (
        "a Gram matrix holds k(xᵢ, xⱼ) for all pairs of points and is square, (n, n)."
        " For features Φ try Φ @ Φ.T, for points gram(k, X)."
    )
    square = matrix.ndim == 2 and len(matrix) == matrix.shape[1]
    return shaped(matrix, name, square, wanted)


def real(value: Any, name: str) -> float:
    """Return ``value`` as a float of the domain."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    # For Python, bool and timedelta64 are real numbers.
    if not isinstance(value, Real) or isinstance(value, (bool, np.timedelta64)):
        raise TypeError(
            f"{name} = {value!r} is {type_of(value)}, but {name} stands for one"
            f" real number in the formula. Try {name}=1.0."
        )
    try:
        number = float(value)
    except OverflowError:  # an integer or a fraction beyond 1.8e308
        number = math.inf
    if number != 0 and not SMALLEST <= abs(number) <= LARGEST:
        raise ValueError(
            f"{name} = {number:g}, but the numbers of kernellab lie between"
            f" {SMALLEST:g} and {LARGEST:g}: try other units."
        )
    return number


def positive(value: Any, name: str, why: str) -> float:
    """Return ``value`` as a float > 0; ``why`` gives the reason for the error."""
    number = real(value, name)
    if number <= 0:
        raise ValueError(f"{name} = {value!r} must be > 0: {why}. Try {name}=1.0.")
    return number


def nonnegative(value: Any, name: str, why: str) -> float:
    """Return ``value`` as a float ≥ 0; ``why`` gives the reason for the error."""
    number = real(value, name)
    if number < 0:
        raise ValueError(f"{name} = {value!r} must be ≥ 0: {why}. Try {-number:g}.")
    return number


def nonnegative_values(values: Any, name: str, why: str) -> tuple[Array, float]:
    """Return a value ≥ 0, or L of them, as an array () or (L,), and the least one."""
    if hasattr(values, "__len__"):
        array = as_array(values, name)
    else:
        array = np.asarray(nonnegative(values, name, why))
    advice = f"each column of the answer belongs to one value. Try np.ravel({name})."
    shaped(array, name, array.ndim < 2, advice)
    return array, nonnegative(float(array.min()), name, why)


def positive_integer(
    value: Any, name: str, why: str, most: int = LARGEST_INTEGER
) -> int:
    """Return ``value`` as an integer from 1 to ``most``."""
    number, integer = real(value, name), int(value)
    if integer != value or not 1 <= integer <= most:
        nearest = min(max(1, round(number)), most)
        raise ValueError(
            f"{name} = {value!r} must be a whole number from 1 to {most}: {why}. Try"
            f" {name}={nearest}."
        )
    return integer


def one_of(value: Any, name: str, choices: tuple[Any, ...], why: str) -> Any:
    """Return ``value`` if it is one of ``choices``, which are numbers or text."""
    single = isinstance(value, (str, Real)) and not isinstance(value, bool)
    if not single or value not in choices:
        listed = ", ".join(map(repr, choices))
        raise ValueError(
            f"{name} = {value!r} is none of {listed}: {why}. Try {name}={choices[0]!r}."
        )
    return value


def as_bool(value: Any, name: str) -> bool:
    """Return ``value`` if it is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(
            f"{name} = {value!r} is {type_of(value)}, but it switches a part of"
            f" the problem on or off. Try {name}=True or {name}=False."
        )
    return bool(value)


def as_rng(rng: Any) -> np.random.Generator:
    """Return a random generator: ``rng`` itself, or a new one from the seed ``rng``."""
    if isinstance(rng, np.random.Generator):
        return rng
    if not isinstance(rng, (int, np.integer)) or isinstance(rng, bool) or rng < 0:
        raise TypeError(
            f"rng is {rng!r}, but random numbers start from a seed, a whole number ≥ 0,"
            " or a generator. Try rng=0."
        )
    return np.random.default_rng(rng)


def counted(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun: 1 point, or 2 points."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def type_of(value: Any) -> str:
    """The name of the type of a value with its article: an int."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIO' else 'a'} {name}"
