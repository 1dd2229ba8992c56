"""Frozen objects whose fields declare their range: each is checked once, when the
object is made, and can be searched over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, replace
from typing import Any, Self

import numpy as np

from kernellab._arrays import Array, width


def checked(
    check: Callable[..., Any], *why: Any
) -> dict[str, Callable[[Any, str], Any]]:
    """Metadata of a field whose value passes through ``check(value, name, *why)``,
    which returns it in its final form.
    """
    return {"check": lambda value, name: check(value, name, *why)}


class Declared:
    """A frozen dataclass whose fields are checked as they declare, with scikit-learn's
    names for what lies inside them.
    """

    def __post_init__(self) -> None:
        for name, each in self._fields().items():
            if "check" in each.metadata:
                object.__setattr__(
                    self, name, each.metadata["check"](getattr(self, name), name)
                )

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The fields by name, and those of a part under ``part__name``, as in
        scikit-learn.
        """
        params = {
            name: getattr(self, name)
            for name, each in self._fields().items()
            if each.init
        }
        inside = {
            name: part.get_params()
            for name, part in params.items()
            if deep and isinstance(part, Declared)
        }
        return params | {
            f"{name}__{inner}": value
            for name, found in inside.items()
            for inner, value in found.items()
        }

    def with_params(self, **params: Any) -> Self:
        """A copy with other numbers, named as in ``get_params``; this object stays as
        it is.

        Raises ValueError for a name that there is not, and for a value out of range.

        >>> from kernellab import RBF, Linear
        >>> (RBF(1.0) + 2 * Linear()).with_params(k1__length_scale=3.0, k2__factor=5.0)
        RBF(length_scale=3.0) + 5.0 * Linear()
        """
        fields = self.get_params(deep=False)
        inside: dict[str, dict[str, Any]] = {}
        for name in params:
            field, _, inner = name.partition("__")
            if field not in fields or (
                inner and not isinstance(params.get(field, fields[field]), Declared)
            ):
                raise ValueError(
                    f"{name!r} is no parameter of {self!r}: only what stands in its"
                    " formula can be changed. Try one of its valid parameters,"
                    f" {sorted(self.get_params())}."
                )
            if inner:
                inside.setdefault(field, {})[inner] = params[name]
        changed = {name: value for name, value in params.items() if name in fields}
        for field, numbers in inside.items():
            changed[field] = changed.get(field, fields[field]).with_params(**numbers)
        return replace(self, **changed)  # type: ignore[type-var]

    def __sklearn_clone__(self) -> Self:
        return self  # it cannot change, so a copy may share it

    def _fields(self) -> dict[str, Field[Any]]:
        # A subclass need not be a dataclass.
        return getattr(self, "__dataclass_fields__", {})


def ours(f: Any) -> bool:
    """Whether a function, or the class of an object, stands in this package, where it
    can be relied on.
    """
    return (getattr(f, "__module__", None) or "").startswith("kernellab.kernels.")


def widths(value: Any, name: str, why: str) -> float | tuple[float, ...]:
    """Return ``value`` as a width > 0, or a sequence of them as a tuple, one for each
    coordinate.
    """
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return width(value, name, why)
    if not value:
        raise ValueError(
            f"{name} = {value!r} holds no number: {why}, in each coordinate. Try one"
            f" number, such as {name}=1.0."
        )
    return tuple(width(each, f"{name}[{a}]", why) for a, each in enumerate(value))


def by_coordinate(k: Declared, name: str, X: Array) -> Array:
    """The field ``name`` of ``k`` as an array: one number for all coordinates, or one
    for each that the points have.
    """
    values, d = getattr(k, name), X.shape[1]
    if isinstance(values, tuple) and len(values) != d:
        raise ValueError(
            f"{name} holds {len(values)} number(s), but the points have {d}"
            f" coordinate(s), and {k!r} pairs them: one for each, or a single number"
            f" for all. Try {k.with_params(**{name: (1.0,) * d})!r:.100}."
        )
    return np.asarray(values)
