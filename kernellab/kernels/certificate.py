"""Proofs that an expression is a kernel, from the rules that built it."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kernellab.kernels.fields import ours

RED = "#d4380d33"  # the ground of what fails; it lets light and dark pages through


@dataclass(frozen=True)
class Reason:
    """Why a function is a kernel: a rule in words, and the kernels it is applied to.

    ``provided`` states a condition that no program can check.
    """

    rule: str
    parts: tuple[Any, ...] = ()
    provided: str = ""


@dataclass(frozen=True)
class Certificate:
    """A proof tree: an expression, its rule, and the certificates of its parts.

    ``proven`` says whether every branch ends at a known kernel. Shown as a tree.
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
    author = next(each for each in type(k).__mro__ if "reason" in vars(each))
    fields = getattr(k, "__dataclass_fields__", {})
    own = set(vars(k)) - set(fields) - {"_tried"} if ours(type(k)) else set()
    known = ours(type(k)) and not own
    reason: Reason | None = vars(author)["reason"](k)
    if reason is None or not (known or author is type(k)):
        silent = f"{type(k).__name__} does not say why it is a kernel"
        rule = "no rule is known that builds this" if known else silent
        return Certificate(k, rule, known=False)
    parts = tuple(map(prove, reason.parts))
    condition = reason.provided
    if not ours(author):
        condition = f"the formula of {author.__name__} is what its reason says"
    return Certificate(k, reason.rule, parts, condition=condition)
