"""Derivations that run: the two sides of each step are compared on data."""

from __future__ import annotations

import functools
import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from askfirst.words.signs import ASIDE, FAILED, HOLDS, MEANT, Sign, percent
from askfirst.words.text import minus, readable, with_formulas

__all__ = [
    "Assumption",
    "Derivation",
    "Outcome",
    "Step",
    "Steps",
    "assume",
    "derivation",
]

LARGEST_ROUNDING = 0.01  # of a side: a larger one leaves nothing to compare


@dataclass(frozen=True)
class Assumption:
    """What a step needs, whether it holds on these data, and what the data show."""

    claim: str
    holds: bool
    seen: str


assume = Assumption
SPOILT = "\a\b\f\r\t\v"  # of \alpha, \beta, \frac, \rho, \theta, \vec without an r


@dataclass(frozen=True)
class Step:
    """One line of a derivation, as its author writes it.

    ``formula`` is LaTeX without dollars; ``why`` says why the step follows, with
    formulas between dollars, as in "solve for $vᵢ$"; ``sides`` are the left and the
    right one on the data, numbers or arrays of one shape; ``needs`` are its
    assumptions, one or a tuple.
    The sides agree if they differ by at most 1e-9, relative to ``scale`` (the larger
    side, unless a larger number entered). Where a system is solved, ``condition`` is
    its condition number; the tolerance grows with it. ``within`` replaces 1e-9 where a
    side comes from a solver that promises less.
    """

    formula: str
    why: str
    sides: tuple[Any, Any]
    needs: Any = ()
    scale: float = 0.0
    condition: float = 1.0
    within: float = 1e-9

    def __post_init__(self) -> None:
        if spoilt := {*self.formula, *self.why} & {*SPOILT}:
            raise ValueError(
                f"{self.formula!r} or {self.why!r} holds {min(spoilt)!r}, which Python"
                " made of a backslash. Try an r before its quotes: r'\\frac{a}{b}'."
            )
        if not (isinstance(self.sides, tuple) and len(self.sides) == 2):
            raise TypeError(f"{self.sides!r}: a step compares two. Try (left, right).")
        if isinstance(self.needs, Assumption):
            object.__setattr__(self, "needs", (self.needs,))
        if odd := [each for each in self.needs if not isinstance(each, Assumption)]:
            raise TypeError(
                f"needs holds {odd[0]!r}, which is no assumption. Try needs=assume('x ≠"
                " 0', x != 0, f'x = {x}'), or several of them in a tuple."
            )


Steps = Iterator[Step]  # what an author's function gives


@dataclass(frozen=True)
class Outcome:
    """A step that was run, and what came of it on these data.

    ``gap`` is the difference of the two sides, and ``tolerance`` the largest that is
    allowed: ``within``, or the rounding of the linear system as long as that leaves two
    digits. ``broken`` are the assumptions that do not hold. ``sign`` is HOLDS; ASIDE if
    only an earlier step failed; MEANT if it fails for a broken assumption or for lack
    of digits, here or in that step; FAILED if neither explains it. ``verdict`` says so
    in words that do not depend on the machine; ``said`` begins with those of the sign.
    """

    number: int
    step: Step
    gap: float
    tolerance: float
    broken: tuple[Assumption, ...]
    sign: Sign
    verdict: str
    said: str

    @property
    def agrees(self) -> bool:
        """Whether the two sides are equal to rounding."""
        return self.gap <= self.tolerance

    @property
    def holds(self) -> bool:
        """Whether assumptions are met, sides equal, and no earlier step failed."""
        return self.sign is HOLDS

    @property
    def shapes(self) -> str:
        """The shape of the two sides; both, if they differ."""
        return " and ".join(dict.fromkeys(map(_shape, self.step.sides)))


@dataclass(frozen=True)
class Derivation:
    """A derivation that was run on data. It is shown as a table in a notebook.

    ``holds`` says whether every step holds; ``first_failure`` is the first outcome that
    does not, or None.
    """

    title: str
    claim: str
    outcomes: tuple[Outcome, ...]

    @property
    def holds(self) -> bool:
        return self.first_failure is None

    @property
    def first_failure(self) -> Outcome | None:
        return next((each for each in self.outcomes if not each.holds), None)

    def __getitem__(self, number: int) -> Outcome:
        """Step ``number``, counted from 1 as in the table."""
        if number < 1:
            raise IndexError(f"number = {number}: steps count from 1 to {len(self)}.")
        return self.outcomes[number - 1]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __repr__(self) -> str:
        lines = [f"{self.title} ({self.claim})"]
        for each in self.outcomes:
            head = f"{each.sign.mark} {each.number}. {each.step.formula}"
            failure = "" if each.holds else f" — {each.said}"
            why = (each.step.why + failure).replace("$", "")
            lines += [f"{head}   {each.shapes}", f"      {why}"]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(map(_row, self.outcomes))
        names = "", "step", "why", "shape", "on these data"
        head = "".join(f'<th style="text-align:left">{name}</th>' for name in names)
        return (
            f"<p><b>{html.escape(self.title)}</b>"
            f" <small>{html.escape(self.claim)}</small></p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )


def derivation(
    title: str, claim: str
) -> Callable[[Callable[..., Steps]], Callable[..., Derivation]]:
    """Turn a generator of steps into a function that runs them and returns a
    ``Derivation``.

    ``title`` and ``claim``, which says what is derived, head the table. The generator
    takes data and yields one ``Step`` after another; what cannot be computed ends it
    with a failed step, and any step after a failed one says that it rests on it.

    >>> @derivation("Doubling", claim="two x, divided by x")
    ... def doubling(x):
    ...     yield Step("x + x = 2x", "two equal summands", (x + x, 2 * x))
    ...     nonzero = assume("x ≠ 0", x != 0, f"x = {x}")
    ...     share = (x + x) / x if x else np.nan
    ...     yield Step("(x + x) / x = 2", "divide by x", (share, 2.0), needs=nonzero)
    >>> doubling(0.0)
    Doubling (two x, divided by x)
    ✓ 1. x + x = 2x   number
          two equal summands
    ⊘ 2. (x + x) / x = 2   number
          divide by x — fails, as it should: needs x ≠ 0, but x = 0.0
    """

    def decorate(write: Callable[..., Steps]) -> Callable[..., Derivation]:
        @functools.wraps(write)
        def run(*args: Any, **kwargs: Any) -> Derivation:
            return Derivation(title, claim, tuple(_outcomes(write(*args, **kwargs))))

        return run

    return decorate


def _outcomes(steps: Steps) -> Iterator[Outcome]:
    failed: Outcome | None = None
    for number in count(1):
        try:
            step = next(steps)
        except StopIteration:
            return
        except (ValueError, ArithmeticError) as error:
            if number == 1:  # bad input is an error, and no step of the argument
                raise
            step = Step(r"\mathrm{stopped}", str(error).split(":")[0], (np.nan,) * 2)
        outcome = _outcome(number, step, failed)
        yield outcome
        if failed is None and not outcome.holds:
            failed = outcome


def _outcome(number: int, step: Step, rests_on: Outcome | None) -> Outcome:
    gap, rounding = _gap(step), 16 * float(np.finfo(float).eps) * step.condition
    tolerance = max(step.within, min(rounding, LARGEST_ROUNDING))
    broken = tuple(each for each in step.needs if not each.holds)
    # Whether the sides differ, and rounding leaves nothing to compare
    lost = gap > tolerance and rounding > LARGEST_ROUNDING
    is_meant = broken or lost or (rests_on is not None and rests_on.sign is MEANT)
    sign = MEANT if is_meant else FAILED
    if broken:
        verdict = "; ".join(f"needs {each.claim}, but {each.seen}" for each in broken)
    elif not np.isfinite(gap):
        verdict = "cannot be computed"
    elif lost:
        verdict = "cannot be computed: rounding leaves no two digits"
    elif gap > tolerance:
        verdict = f"the sides differ by {percent(gap)}"
    else:
        sign = ASIDE if rests_on else HOLDS
        verdict = sign.words
    says_sign = verdict == sign.words or (lost and not broken)
    verdict += f" (rests on step {rests_on.number})" if rests_on else ""
    said = verdict if says_sign else f"{sign.words}: {verdict}"
    return Outcome(number, step, gap, tolerance, broken, sign, verdict, said)


def _gap(step: Step) -> float:
    """The gap between the sides, relative to the larger one or to a larger scale."""
    left, right = map(np.asarray, step.sides)
    if left.shape != right.shape or any(np.iscomplex(s).any() for s in (left, right)):
        return float("inf")
    left, right = (np.real(side).astype(float) for side in (left, right))
    if not np.isfinite([left, right]).all():
        return float("inf")
    largest = max(float(np.abs([left, right]).max(initial=0.0)), step.scale)
    return float(np.abs(left - right).max(initial=0.0)) / (largest or 1.0)


def _shape(side: Any) -> str:
    shape = np.shape(side)
    return " × ".join(map(str, shape + (1,) * (len(shape) == 1))) or "number"


def _row(each: Outcome) -> str:
    def formula(latex: str) -> str:
        return f"${html.escape(latex, quote=False)}$"

    said = with_formulas(each.said, formula)
    if each.holds:
        power = minus(str(int(np.ceil(np.log10(each.tolerance)))))
        coarse = each.tolerance == each.step.within >= 1e-3
        bound = readable(each.tolerance) if coarse else f"10<sup>{power}</sup>"
        said = f"holds, residual below {bound}"
    cells = [
        (f"{each.sign.mark}&nbsp;{each.number}", ""),
        (formula(each.step.formula), ""),
        (with_formulas(each.step.why, formula), ";min-width:9em"),
        (each.shapes, ";white-space:nowrap"),
        (said, ""),
    ]
    # On a narrow page the reason keeps some width, and a shape stays on one line.
    row = "".join(
        f'<td style="text-align:left{extra}">{cell}</td>' for cell, extra in cells
    )
    return f"<tr{each.sign.attribute}>{row}</tr>"
