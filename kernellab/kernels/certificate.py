"""Proofs that an expression is a kernel, from the rules that built it."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kernellab.kernels.fields import in_package

RED = "#d4380d33"  # background of failures, transparent for light and dark pages


@dataclass(frozen=True)
class Reason:
    """Why a function is a kernel: a rule in words, and the kernels it is applied to.

    ``condition`` states a condition that no program can check.
    """

    rule: str
    parts: tuple[Any, ...] = ()
    condition: str = ""


@dataclass(frozen=True)
class Certificate:
    """A proof tree: an expression, its rule, and the certificates of its parts.

    ``proven`` says whether every branch ends at a known kernel. A notebook shows the
    tree.
    """

    kernel: Any
    rule: str
    parts: tuple[Certificate, ...] = ()
    known: bool = True
    condition: str = ""

    @property
    def proven(self) -> bool:
        return not self.open

    @property
    def open(self) -> tuple[Any, ...]:
        """The expressions for which no rule was found."""
        unknown = (each.kernel for _, each in self._walk() if not each.known)
        return tuple(dict.fromkeys(unknown))

    @property
    def provided(self) -> str:
        """The condition on which the proof rests, empty if there is none."""
        stated = (each.condition for _, each in self._walk() if each.condition)
        return " and ".join(dict.fromkeys(stated))

    @property
    def verdict(self) -> str:
        """What the tree proves, in a sentence."""
        if self.proven:
            condition = f", provided that {self.provided}" if self.provided else ""
            return f"A kernel: every branch ends at a known one{condition}."
        missing = " and ".join(map(repr, self.open))
        return (
            f"No certificate: nothing is known of {missing}. It may be a kernel all the"
            " same: a feature map would show it, or a construction out of kernels by"
            " the rules. Evidence on points may refute it: try refute(k)."
        )

    def __repr__(self) -> str:
        lines = [
            f"{'   ' * depth}{each.sign} {each.kernel!r}: {each.rule}"
            for depth, each in self._walk()
        ]
        return "\n".join([*lines, self.verdict])

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<div style="margin:.35em 0;padding-left:{0.2 + 2.2 * depth:.1f}em'
            f'{"" if each.proven else f";background:{RED}"}">{each.sign}'
            f" ${html.escape(each.kernel.latex())}$<br><small"
            f' style="padding-left:1.4em">{html.escape(each.rule)}</small></div>'
            for depth, each in self._walk()
        )
        return f"{rows}<p><b>{html.escape(self.verdict)}</b></p>"

    def _walk(self, depth: int = 0) -> Iterator[tuple[int, Certificate]]:
        yield depth, self
        for part in self.parts:
            yield from part._walk(depth + 1)

    @property
    def sign(self) -> str:
        return "✓" if self.proven else "?"


def prove(k: Any) -> Certificate:
    """The proof tree of a kernel, as ``certificate`` returns it."""
    definer = next(each for each in type(k).__mro__ if "reason" in vars(each))
    # Other attributes than the fields may replace the formula
    fields = set(getattr(k, "__dataclass_fields__", ()))
    original = in_package(type(k)) and set(vars(k)) <= fields | {"_compared"}
    reason: Reason | None = vars(definer)["reason"](k)
    if reason is None or not (original or definer is type(k)):
        no_reason = f"{type(k).__name__} does not say why it is a kernel"
        rule = "no rule is known that builds this" if original else no_reason
        return Certificate(k, rule, known=False)
    parts = tuple(map(prove, reason.parts))
    condition = reason.condition
    if not in_package(definer):
        condition = f"the formula of {definer.__name__} is what its reason says"
    return Certificate(k, reason.rule, parts, condition=condition)
