"""What the points of a kernel may be: vectors, strings or sets, each checked once.

Vectors are an (n, d) array of floats; strings and sets an (n,) array of Python objects.
So all of them are counted and sliced alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernellab._arrays import Array, a_type, as_point, as_points

Points = NDArray[Any]
Reader = Callable[[Any, str, str], Any]

MOST_TURNS = 2.0**46  # of a wave at a point, which leave its phase six bits
FOR_MANY = "; for many there is gram(k, X, Z)"


@dataclass(frozen=True)
class Kind:
    """A kind of points: its name, its checks, and their size in words."""

    name: str
    many: Callable[[Any, str], Points]
    one: Callable[[Any, str], Points]
    reach: Callable[[Points], str]


def as_strings(X: Any, name: str = "X") -> Points:
    """Return ``X``, any sequence of Python strings, as an (n,) array of them."""
    if isinstance(X, (str, bytes)):
        raise TypeError(
            f"{name} is the one string {X!r:.40}, but points are a sequence of strings:"
            f" its letters would pass for points. Try [{X!r:.40}]."
        )
    return _each(X, name, "strings", _string, ", or drop missing entries")


def as_string(x: Any, name: str = "x") -> Points:
    """Return one string as a (1,) array."""
    return _objects([_string(x, name, FOR_MANY)])


def as_sets(X: Any, name: str = "X") -> Points:
    """Return ``X``, any sequence of sets, as an (n,) array of frozen sets."""
    return _each(X, name, "sets", _set, " of each, or text.split() first")


def as_set(x: Any, name: str = "x") -> Points:
    """Return one set as a (1,) array."""
    return _objects([_set(x, name, FOR_MANY)])


def as_any(X: Any, name: str = "X") -> Points:
    """Return ``X`` as strings, sets or vectors, whichever its first entry is."""
    is_list = hasattr(X, "__iter__") and getattr(X, "ndim", 1) == 1
    return kind_of(next(iter(X), None) if is_list else None).many(X, name)


def kind_of(x: Any) -> Kind:
    """The kind of one point."""
    if isinstance(x, str):
        return STRINGS
    return SETS if isinstance(x, Set) else VECTORS


def same_space(
    X: Points, Z: Points, left: str = "X", right: str = "Z"
) -> tuple[Points, Points]:
    """Return two sets of checked points if they live in the same space."""
    kinds = kind_of(X[0]).name, kind_of(Z[0]).name
    if kinds[0] != kinds[1]:
        raise TypeError(
            f"{left} holds {kinds[0]}, {right} {kinds[1]}: a kernel compares points of"
            " the same space. Check that both come from the same data."
        )
    if X.shape[1:] != Z.shape[1:]:
        raise ValueError(
            f"{left} holds points of dimension {X.shape[1]}, {right} of dimension"
            f" {Z.shape[1]}: xᵀz and ‖x − z‖ need the same coordinates. Check that both"
            " come from the same columns."
        )
    return X, Z


def phases(turns: Array, X: Points) -> Array:
    """Return ``turns``, the ωᵀx/2π of points X, if their rounding leaves a phase."""
    if np.abs(turns).max() > MOST_TURNS:
        raise ValueError(
            f"ωᵀx exceeds {MOST_TURNS:.0e} turns (coordinates up to"
            f" {np.abs(X).max():.3g}): doubles that large keep no phase of a wave. Try"
            " points closer to the origin, or a longer length scale."
        )
    return turns


VECTORS = Kind(
    "vectors", as_points, as_point, lambda X: f"coordinates up to {np.abs(X).max():.1g}"
)
STRINGS = Kind(
    "strings",
    as_strings,
    as_string,
    lambda X: f"strings of up to {max(map(len, X))} letters",
)
SETS = Kind(
    "sets", as_sets, as_set, lambda X: f"sets of up to {max(map(len, X))} elements"
)
ANY_POINTS = Kind(
    "points of any kind",
    as_any,
    lambda x, name: kind_of(x).one(x, name),
    lambda X: kind_of(X[0]).reach(X),
)


def _each(X: Any, name: str, kind: str, read: Reader, hint: str) -> Points:
    """The entries of a sequence in their order, each checked by ``read``."""
    if getattr(X, "ndim", 1) != 1:
        raise ValueError(
            f"{name} has shape {X.shape}, but points that are {kind} are one plain"
            " list. Try one column, as a list."
        )
    ordered = hasattr(X, "__len__") and hasattr(X, "__iter__")
    if not ordered or isinstance(X, (Set, Mapping)):
        raise TypeError(
            f"{name} is {a_type(X)}, but points are a sequence of {kind}: row"
            f" i of K belongs to point i, so they need an order. Try a list of {kind}."
        )
    listed = list(X)
    if not listed:
        raise ValueError(
            f"{name} is empty: a fit needs something to fit. Check how the data were"
            " selected."
        )
    checked = [read(x, f"{name}[{i}]", hint) for i, x in enumerate(listed)]
    return _objects(checked)


def _objects(points: list[Any]) -> Points:
    array = np.empty(len(points), dtype=object)
    array[:] = points
    return array


def _string(x: Any, place: str, hint: str) -> str:
    if not isinstance(x, str):
        convert = "x.decode()" if isinstance(x, bytes) else "str(x)"
        raise TypeError(
            f"{place} is {x!r:.40}, {a_type(x)}, but here each point is a"
            f" string: the kernel compares letters. Try {convert}{hint}."
        )
    return str(x)


def _set(x: Any, place: str, hint: str) -> frozenset[Any]:
    if not isinstance(x, Set):
        raise TypeError(
            f"{place} is {x!r:.40}, {a_type(x)}, but here each point is a set:"
            f" the kernel compares elements. Try set(...){hint}."
        )
    return frozenset(x)
