"""Checks that a claim of a lecture holds on the data at hand."""

from askfirst.words.signs import ASIDE, FAILED, HOLDS, MEANT, percent
from kernellab import residual
from kernellab._arrays import ArrayLike, as_array, nonnegative

__all__ = ["same"]


def same(
    claim: str,
    left: ArrayLike,
    right: ArrayLike,
    within: float = 1e-9,
    without: str = "",
) -> None:
    """Print ✓ and the claim where both sides agree, or ✗ and by how much they differ,
    in per cent of the larger number or, of arrays, of the largest entry, in size.

    ``left`` and ``right`` are numbers or arrays, whose ``residual`` may be ``within`` ≥
    0. ``without`` names an assumption that was taken away: then ⊘ says that the claim
    fails, as it should, and (✓) that it is true, but not by this route.

    Raises the errors of ``residual``, but a difference in shape is printed.

    >>> same("3 times 4 is 12", 3 * 4, 12)
    ✓ 3 times 4 is 12
    >>> same("3 times 4 is 10", 3 * 4, 10)
    ✗ 3 times 4 is 10: they differ by 17 % of the larger
    >>> same("12 is 7", 12, 7, without="a reason")
    ⊘ 12 is 7: fails, as it should, without a reason: they differ by 42 % of the larger
    >>> same("4 is 4", 2 * 2, 2 + 2, without="a reason")
    (✓) 4 is 4: is true, but not by this route, without a reason
    """
    within = nonnegative(within, "within", "it bounds the size of a difference")
    left, right = as_array(left, "left", 0.0), as_array(right, "right", 0.0)
    if left.shape != right.shape:
        differ = f": the shapes {left.shape} and {right.shape} differ"
    else:
        gap = residual(left, right)
        by, of = ("up to ", "largest entry") if left.ndim else ("", "larger")
        size = f": they differ by {by}{percent(gap)} of the {of}"
        differ = size if gap > within else ""
    sign = (MEANT if differ else ASIDE) if without else FAILED if differ else HOLDS
    verdict = f": {sign.words}, without {without}" if without else ""
    print(f"{sign.mark} {claim}{verdict}{differ}")
