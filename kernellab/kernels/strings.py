"""Kernels on strings: which words of k letters do two strings share, side by side or
with gaps?

A letter is a character of a Python string, of any alphabet. An accent that is a
character of its own is a letter of its own too; ``unicodedata.normalize("NFC", x)``
joins it to its base.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from kernellab._arrays import Array, one_of, positive, positive_integer
from kernellab._points import STRINGS, Points
from kernellab.kernels.algebra import Kernel, Reason
from kernellab.kernels.fields import checked
from kernellab.kernels.notation import number
from kernellab.kernels.sparse_counts import Counting, tally

__all__ = ["Spectrum", "Subsequence"]

Whole = NDArray[np.int64]

LETTERS = checked(
    positive_integer,
    "it is the number of letters in the words that two strings may share",
)
WHY_WINDOW = (
    "a window is measured by its steps, i_k − i₁, or by the positions it covers"
)
# Of all tables that are filled at a time: about what fits a processor's cache.
ENTRIES = 2**17
MOST = 2**25  # entries of Φ: a quarter of a gigabyte
# What things cost, in steps over one entry of Φ (a nanosecond or so), as fitted to the
# two routes on this package's strings:
TABLE = 6.5  # a step over one entry of a table
ONCE = 6.0  # to make room for an entry of Φ
PRODUCT = 0.05  # to multiply two entries in Φ Φᵀ


def as_decay(value: Any, name: str) -> float:
    """Return ``value`` as a weight 0 < decay ≤ 1."""
    decay = positive(value, name, "it is the weight of one step, and the weights decay")
    if decay > 1:
        raise ValueError(
            f"{name} = {value!r} must be ≤ 1: above it a word would count the more, the"
            " wider its letters are scattered, and long strings would outgrow every"
            " float. Try decay=0.5, or 1 for no penalty."
        )
    return decay


@dataclass(frozen=True)
class Spectrum(Counting):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z), where φᵤ(x) counts how often the word u of k letters
    stands in x, its letters side by side.

    ``k`` is an integer ≥ 1. Occurrences may overlap, and a space is a letter. There are
    |A|^k words over an alphabet A, but a string of L letters holds at most L − k + 1 of
    them, and only those are counted. A string shorter than k has φ = 0.

    Raises ValueError for a k that is not a whole number ≥ 1.

    Source: Linear regression and kernels, equations 27-29.

    >>> Spectrum(2)("the common construct", "on")
    2.0
    """

    k: int = field(metadata=LETTERS)

    kind = STRINGS

    def counts(self, X: Points) -> csr_array:
        letters, lengths, size = _spelled(X)
        owners = np.repeat(np.arange(len(X)), lengths)
        # Letters from here to the end of the string.
        left = np.cumsum(lengths)[owners] - np.arange(len(letters))
        starts = np.flatnonzero(left >= self.k)
        rank: Whole = np.zeros(len(starts), dtype=int)
        words = 0
        # Number the words of i + 1 letters that occur, in the order of the alphabet.
        for i in range(self.k if len(starts) else 0):
            seen, rank = np.unique(
                rank * size + letters[starts + i], return_inverse=True
            )
            words = len(seen)
        return tally(owners[starts], rank, (len(X), words))

    def reason(self) -> Reason:
        return Reason(
            "an inner product of features is a kernel: φ counts how often each word of"
            " k letters stands in x"
        )

    def latex(self, x: str = "x", z: str = "z") -> str:
        return (  # |x|_u counts the word u in x
            rf"\sum_{{u \in \mathcal{{A}}^{{{self.k}}}}} |{x}|_u\, |{z}|_u"
        )


@dataclass(frozen=True)
class Subsequence(Kernel):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z) with φᵤ(x) = Σ decay^l(i) over all positions i₁ < … <
    i_k at which x spells the word u.

    ``k``, an integer ≥ 1, is the number of letters in u; ``decay``, 0 < decay ≤ 1, is
    the penalty λ for each step from the first letter to the last, and at 1 there is
    none. ``window`` is what l counts: "span", the i_k − i₁ steps, or "cover", the i_k −
    i₁ + 1 positions (Lodhi's choice; it multiplies every value by decay²). A string
    shorter than k has φ = 0.

    A table of k(xᵢ, zⱼ) is filled by one of two routes, whichever has less to do.
    Explicit features cost |A|^k entries a string, where A holds the letters that occur;
    the recursion costs (k − 1) |x| |z| entries a pair. ``subsequence_recursion`` in the
    derivations shows how that one arises.

    Raises ValueError for a k that is not a whole number ≥ 1, a decay outside (0, 1], a
    decay so small that all values are lost below the range of floats, and another
    window; ``features`` does if Φ would have more than 2²⁵ entries.

    Source: Linear regression and kernels, equations 30-31 (the window is its span; the
    recursion is left to the reader). H. Lodhi et al., Text classification using string
    kernels, JMLR 2, 2002 (the window as positions covered).

    >>> Subsequence(k=2, decay=0.5)("cat", "car")  # both have c and a side by side
    0.25
    """

    k: int = field(metadata=LETTERS)
    decay: float = field(metadata=checked(as_decay))
    window: str = field(
        default="span", metadata=checked(one_of, ("span", "cover"), WHY_WINDOW)
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._least < 1e-290:
            raise ValueError(
                f"decay = {self.decay!r} with k = {self.k}: even letters side by side"
                f" weigh decay^{2 * self.k - 2} = {self._least:.0e}, below the range of"
                f" floats. Try Spectrum({self.k}), the limit for decay → 0."
            )

    kind = STRINGS

    def formula(self, X: Points, Z: Points) -> Array:
        points = X if Z is X else np.concatenate([X, Z])
        if self._features_pay(X, Z, points):
            Phi = self._features(points)
            return Phi @ Phi.T if Z is X else Phi[: len(X)] @ Phi[len(X) :].T
        rows, columns = (
            np.triu_indices(len(X))
            if Z is X
            else np.indices((len(X), len(Z))).reshape(2, -1)
        )
        K = np.zeros((len(X), len(Z)))
        K[rows, columns] = self._by_tables(X, Z, rows, columns)
        if Z is X:
            K[columns, rows] = K[rows, columns]
        return K

    def feature_map(self, X: Points) -> Array:
        _, lengths, size = _spelled(X)
        if len(X) * self._words(size) > MOST and lengths.max() >= self.k:
            raise ValueError(
                f"{len(X)} string(s) over {size} letters have {self._words(size):.3g}"
                f" features each, one for each word of {self.k} letters, too many to"
                " write out: this is why there is a recursion. Work with gram(k, X)"
                " instead."
            )
        Phi = self._features(X)
        # Words in the order of the alphabet, where the first letter counts most.
        if Phi.shape[1] > 1:
            Phi = Phi[:, np.arange(Phi.shape[1]).reshape((size,) * self.k).T.ravel()]
        return Phi[:, np.any(Phi, axis=0)]  # a column for each word that occurs

    def squared_lengths(self, X: Points) -> Array:
        everyone = np.arange(len(X))
        return self._by_tables(X, X, everyone, everyone)

    def reason(self) -> Reason:
        return Reason(
            "an inner product of features is a kernel: φ weighs how tightly x spells"
            " each word of k letters"
        )

    def latex(self, x: str = "x", z: str = "z") -> str:
        steps = f"i_{{{self.k}}} - i_1 + j_{{{self.k}}} - j_1" + (
            " + 2" if self.window == "cover" else ""
        )
        return (
            rf"\sum_{{u \in \mathcal{{A}}^{{{self.k}}}}} \sum_{{{x}[i] = u = {z}[j]}}"
            rf" {number(self.decay)}^{{{steps}}}"
        )

    @property
    def _least(self) -> float:
        """The count of a pair of words whose letters are contiguous in both strings."""
        return float(
            self.decay ** (2 * (self.k - 1 if self.window == "span" else self.k))
        )

    def _words(self, size: int) -> float:
        """|A|^k, or what comes near it where it is beyond all counting."""
        return float(2 ** min(self.k * np.log2(max(size, 1)), 1000.0))

    def _features_pay(self, X: Points, Z: Points, points: Points) -> bool:
        """Whether explicit features have less to do than the tables, counted in entries
        that one step visits.
        """
        _, lengths, size = _spelled(points)
        words, n = self._words(size), len(points)
        by_features = words * (
            n * (2 * lengths.max() / max(size, 1) + ONCE) + len(X) * len(Z) * PRODUCT
        )
        pairs = (
            float(lengths[: len(X)].sum())
            * float(lengths[-len(Z) :].sum())
            / (2 if Z is X else 1)
        )
        return bool(n * words <= MOST and by_features < TABLE * (self.k - 0.5) * pairs)

    def _features(self, X: Points) -> Array:
        """Φ with a column for each word over the letters of X, (n, |A|^k), its last
        letter counting most.

        All strings are read at once, letter by letter. While a letter is read,
        ``partial[p]`` weighs the words of p letters found before it; each step lets
        them decay.
        """
        letters, lengths, size = _spelled(X)
        if lengths.max() < self.k:
            return np.zeros((len(X), 0))
        starts = np.cumsum(lengths) - lengths
        partial = [
            np.zeros((len(X), size, size ** (p - 1))) for p in range(1, self.k + 1)
        ]
        for i in range(int(lengths.max())):
            reading = np.flatnonzero(lengths > i)
            letter = letters[starts[reading] + i]
            for shorter in partial[:-1]:
                shorter *= self.decay
            for p in range(self.k - 1, 0, -1):
                partial[p][reading, letter] += partial[p - 1].reshape(len(X), -1)[
                    reading
                ]
            partial[0][reading, letter, 0] += 1
        Phi = partial[-1].reshape(len(X), -1)
        Phi *= self.decay if self.window == "cover" else 1.0
        return Phi

    def _by_tables(self, X: Points, Z: Points, rows: Whole, columns: Whole) -> Array:
        """k(x, z) for pairs of a row and a column, by the recursion, many pairs of
        similar lengths at a time.

        ``M`` sums the pairs of places (i, j) at which the same words of p letters end,
        ``R`` adds up what ends at or before them, each step a factor ``decay``, first
        along x and then along z. Long strings come in bands of x.
        """
        letters, lengths, _ = _spelled(np.concatenate([X, Z]))
        inside = np.arange(max(lengths.max(), 1)) < lengths[:, None]
        table = np.full(inside.shape, -1)
        table[inside] = letters
        of_x, of_z = table[: len(X)], table[len(X) :]
        long_x, long_z = lengths[: len(X)][rows], lengths[len(X) :][columns]
        values = np.zeros(len(rows))
        order = np.lexsort((long_z, long_x))[::-1]
        order = order[(long_x[order] >= self.k) & (long_z[order] >= self.k)]
        while len(order):
            height = long_x[order[0]]
            many = max(1, ENTRIES // int(height * long_z.max()))
            batch, order = order[:many], order[many:]
            width = long_z[batch].max()
            s, t = of_x[rows[batch], :height].T, of_z[columns[batch], :width].T
            t[t < 0] = -2  # what pads a string matches nothing
            values[batch] = self._tables(s, t)
        return values * self._least

    def _tables(self, s: Whole, t: Whole) -> Array:
        """One table for each column of s (|x|, pairs) and t (|z|, pairs), summed up;
        decay^(2(k − 1)) is left out.
        """
        total = np.zeros(s.shape[1])
        # For each p, what the bands above pass on.
        above = np.zeros((self.k - 1, *t.shape))
        band = max(1, ENTRIES // t.size)
        for top in range(0, len(s), band):
            equal = s[top : top + band, None] == t
            M = equal.astype(float)
            for p in range(self.k - 1):
                R = np.concatenate([above[p][None], M])
                for i in range(1, len(R)):
                    R[i] += self.decay * R[i - 1]
                above[p], R = R[-1].copy(), R[:-1]
                for j in range(1, len(t)):
                    R[:, j] += self.decay * R[:, j - 1]
                M[:, 0] = 0
                np.multiply(equal[:, 1:], R[:, :-1], out=M[:, 1:])
            total += M.sum(axis=(0, 1))
        return total


def _spelled(X: Points) -> tuple[Whole, Whole, int]:
    """The letters of all strings in a row, numbered as in the alphabet; the length of
    each string; how many letters differ.
    """
    characters = np.frombuffer(
        "".join(X).encode("utf-32-le", "surrogatepass"), dtype=np.uint32
    )
    alphabet, letters = np.unique(characters, return_inverse=True)
    return letters, np.array(list(map(len, X))), len(alphabet)
