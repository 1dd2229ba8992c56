"""The points of a kernel: vectors, strings or sets, and their checks.

Checked vectors are an (n, d) array of floats; checked strings and sets an (n,) array of
Python objects. So ``len`` and slices by points work for all of them.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernellab._arrays import Array, as_point, as_points, type_of

Points = NDArray[Any]

MOST_TURNS = 2.0**46  # a larger number of turns leaves less than six bits of phase


@dataclass(frozen=True)
class Kind:
    """A kind of points: its plural, and how points or one point of it are checked."""

    name: str
    as_points: Callable[[Any, str], Points]
    as_point: Callable[[Any, str], Points]


def as_any_points(X: Any, name: str) -> Points:
    """Return ``X`` as points of the kind of its first entry."""
    is_list = hasattr(X, "__iter__") and getattr(X, "ndim", 1) == 1
    return kind_of(next(iter(X), None) if is_list else None).as_points(X, name)


def kind_of(x: Any) -> Kind:
    """The kind of one point."""
    if isinstance(x, str):
        return STRINGS
    return SETS if isinstance(x, Set) else VECTORS


def same_space(
    X: Points, Z: Points, left: str = "X", right: str = "Z"
) -> tuple[Points, Points]:
    """Return two arrays of checked points if they live in the same space."""
    of_x, of_z = (
        f"vectors of dimension {points.shape[1]}"
        if points.ndim == 2
        else kind_of(points[0]).name
        for points in (X, Z)
    )
    if of_x != of_z:
        raise (ValueError if X.ndim == Z.ndim == 2 else TypeError)(
            f"{left} holds {of_x}, {right} {of_z}: a kernel compares points of the same"
            " space. Check that both come from the same columns."
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


def _as_objects(noun: str, type_: type, convert: type, X: Any, name: str) -> Points:
    """The strings or sets of a sequence, each checked and converted."""
    ordered = hasattr(X, "__len__") and hasattr(X, "__iter__")
    if not ordered or getattr(X, "ndim", 1) != 1 or isinstance(X, (str, Set, Mapping)):
        shape = f" of shape {X.shape}" if hasattr(X, "shape") else ""
        raise TypeError(
            f"{name} is {type_of(X)}{shape}, but points are a plain list of {noun}s:"
            " row i of K belongs to point i. For one point try [...] around it."
        )
    points = np.empty(len(X), dtype=object)
    for i, x in enumerate(X):
        if not isinstance(x, type_):
            raise TypeError(
                f"{name}[{i}] is {x!r:.40}, {type_of(x)}, but here each point is a"
                f" {noun}: the kernel compares what it holds. Try {convert.__name__}(x)"
                " of each, or drop missing entries."
            )
        points[i] = convert(x)
    if not len(points):
        raise ValueError(f"{name} is empty: nothing to compute with. Check the data.")
    return points


def _objects(noun: str, type_: type, convert: type) -> Kind:
    """The kind of points that are Python objects of one type."""
    check = partial(_as_objects, noun, type_, convert)
    return Kind(f"{noun}s", check, lambda x, name: check([x], name))


VECTORS = Kind("vectors", as_points, as_point)
STRINGS = _objects("string", str, str)
SETS = _objects("set", Set, frozenset)
ANY_POINTS = Kind(
    "points of any kind", as_any_points, lambda x, name: kind_of(x).as_point(x, name)
)
