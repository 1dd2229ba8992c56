"""Frozen dataclasses that check their fields, and copies of them with other values."""

from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass, replace
from typing import Any, Self

import numpy as np

from kernellab._arrays import Array, counted, positive


def checked(check: Callable[..., Any], *why: Any) -> dict[str, Any]:
    """Metadata of a field that is set to ``check(value, name, *why)``."""
    return {"check": lambda value, name: check(value, name, *why)}


class Declared:
    """A frozen dataclass that checks its fields and returns them as parameters."""

    def __post_init__(self) -> None:
        for each in self._fields():
            if check := each.metadata.get("check"):
                checked_value = check(getattr(self, each.name), each.name)
                object.__setattr__(self, each.name, checked_value)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The fields by name, and those of a part as ``part__name``."""
        params = {}
        for name in (each.name for each in self._fields() if each.init):
            value = params[name] = getattr(self, name)
            if deep and isinstance(value, Declared):
                inner = value.get_params()
                params |= {f"{name}__{each}": inner[each] for each in inner}
        return params

    def with_params(self, **params: Any) -> Self:
        """A copy with other values of the parameters that ``get_params`` names.

        >>> from kernellab import RBF, Linear
        >>> (RBF(1.0) + 2 * Linear()).with_params(k1__length_scale=3.0, k2__factor=5.0)
        RBF(length_scale=3.0) + 5.0 * Linear()
        """
        changed = self.get_params(deep=False)
        known = set(changed)
        # A part is replaced before its parameters are set
        for name, value in sorted(params.items(), key=lambda each: "__" in each[0]):
            field, _, inner = name.partition("__")
            part: Any = changed.get(field)
            if field not in known or (inner and not isinstance(part, Declared)):
                raise ValueError(
                    f"{name!r} is not a parameter of {self!r}: only what stands in its"
                    " formula can be changed. Try one of its valid parameters,"
                    f" {sorted(self.get_params())}."
                )
            changed[field] = part.with_params(**{inner: value}) if inner else value
        return replace(self, **changed)  # type: ignore[type-var]

    def __sklearn_clone__(self) -> Self:
        return self  # it is immutable

    def _fields(self) -> tuple[Field[Any], ...]:
        return fields(self) if is_dataclass(self) else ()  # as a subclass may not be


def in_package(f: Any) -> bool:
    """Whether a function or a class is defined in ``kernellab.kernels``."""
    return (getattr(f, "__module__", None) or "").startswith("kernellab.kernels.")


def as_widths(value: Any, name: str, why: str) -> float | tuple[float, ...]:
    """Return ``value`` as a width > 0, or as a tuple of them, one a coordinate."""
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = value.tolist()
    if not isinstance(value, (list, tuple)) or not value:
        return positive(value, name, why)
    return tuple(positive(each, f"{name}[{a}]", why) for a, each in enumerate(value))


def by_coordinate(k: Declared, name: str, X: Array) -> Array:
    """The field ``name`` of ``k``: one number, or an array of one a coordinate."""
    values, d = getattr(k, name), X.shape[1]
    if isinstance(values, tuple) and len(values) != d:
        raise ValueError(
            f"{name} holds {counted(len(values), 'number')}, but the points have"
            f" {counted(d, 'coordinate')}, and {k!r} pairs them. Try"
            f" {k.with_params(**{name: (1.0,) * d})!r:.100}, or one number for all."
        )
    return np.asarray(values)
