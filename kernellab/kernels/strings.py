"""Kernels on strings: the words of k letters that two strings share.

A letter is a character of a Python string. An accent may be a character of its own;
``unicodedata.normalize("NFC", x)`` joins it to its base.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from kernellab._arrays import Array, one_of, positive, positive_integer
from kernellab._points import STRINGS, Points
from kernellab.features import check_size
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.fields import checked
from kernellab.kernels.notation import number
from kernellab.kernels.sparse_counts import Counting

__all__ = ["Spectrum", "Subsequence"]

Whole = NDArray[np.int64]

WHY_K = "it is the number of letters in the words that two strings may share"
WHY_WINDOW = (
    "a window is measured by its steps, i_k − i₁, or by the positions it covers"
)
ENTRIES = 2**17  # numbers in memory at a time, which fit a processor's cache
MOST = 2**25  # entries of Φ: a quarter of a gigabyte
# Measured costs, in units of one update of an entry of Φ:
TABLE = 6.5  # of one update of an entry of M
ALLOCATION = 6.0  # of an entry of Φ
PRODUCT = 0.05  # of two entries in Φ Φᵀ


def as_decay(value: Any, name: str) -> float:
    """Return ``value`` as a weight 0 < decay ≤ 1."""
    decay = positive(value, name, "it is the weight of one step, and the weights decay")
    if decay > 1:
        raise ValueError(
            f"{name} = {value!r} must be ≤ 1: above it, a word counts more the wider"
            " its letters are scattered. Try decay=0.5, or 1 for no penalty."
        )
    return decay


@dataclass(frozen=True)
class Spectrum(Counting):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z), where φᵤ(x) counts the substrings u of x of k letters.

    ``k`` is an integer ≥ 1. Occurrences may overlap, and a space is a letter. The map
    has a column for each word that occurs. A string shorter than k has φ = 0.

    Source: Linear regression and kernels, equations 27-29.

    >>> Spectrum(2)("the common construct", "on")
    2.0
    """

    k: int = field(metadata=checked(positive_integer, WHY_K))

    kind = STRINGS
    rule = (
        "an inner product of features is a kernel: φ counts how often each word of k"
        " letters stands in x"
    )

    def counts(self, X: Points) -> csr_array:
        letters, lengths, size = _letters_of(X)
        owners = np.repeat(np.arange(len(X)), lengths)
        to_the_end = np.cumsum(lengths)[owners] - np.arange(len(letters))
        starts = np.flatnonzero(to_the_end >= self.k)
        rank: Whole = np.zeros(len(starts), dtype=int)
        # Number the words of i + 1 letters that occur, in the order of the alphabet.
        for i in range(self.k if len(starts) else 0):
            words = rank * size + letters[starts + i]
            rank = np.unique(words, return_inverse=True)[1]
        shape = len(X), rank.max(initial=-1) + 1
        return csr_array((np.ones(len(rank)), (owners[starts], rank)), shape)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\sum_{{u \in \mathcal{{A}}^{{{self.k}}}}} |{x}|_u\, |{z}|_u"


@dataclass(frozen=True)
class Subsequence(Kernel):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z) with φᵤ(x) = Σ decay^l(i) over all i₁ < … < i_k at which
    x spells the word u.

    ``k``, an integer ≥ 1, is the number of letters in u; ``decay``, 0 < decay ≤ 1, is
    the penalty λ for each step from the first letter to the last. ``window`` is what l
    counts: "span", the i_k − i₁ steps, or "cover", the i_k − i₁ + 1 positions (Lodhi's
    choice; it multiplies every value by decay²). A string shorter than k has φ = 0.

    A Gram matrix is computed by the cheaper of two routes: explicit features, |A|^k
    numbers a string where A holds the letters that occur, or the recursion of
    ``subsequence_recursion``, (k − 1) |x| |z| numbers a pair.

    Raises ValueError for a decay too small for floats; ``features`` also where they
    would fill 2 GB.

    Source: Linear regression and kernels, equations 30-31 (span). H. Lodhi et al., Text
    classification using string kernels, JMLR 2, 2002 (cover).

    >>> Subsequence(k=2, decay=0.5)("cat", "car")  # both have c and a side by side
    0.25
    """

    k: int = field(metadata=checked(positive_integer, WHY_K))
    decay: float = field(metadata=checked(as_decay))
    window: str = field(
        default="span", metadata=checked(one_of, ("span", "cover"), WHY_WINDOW)
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._factor < 1e-290:
            raise ValueError(
                f"decay = {self.decay!r} with k = {self.k}: even letters side by"
                f" side weigh decay^{2 * self.k - 2} = {self._factor:.0e}, below the"
                f" range of floats. Try Spectrum({self.k}), the limit for decay → 0."
            )

    kind = STRINGS
    rule = (
        "an inner product of features is a kernel: φ weighs how tightly x spells each"
        " word of k letters"
    )

    def formula(self, X: Points, Z: Points) -> Array:
        points = X if Z is X else np.concatenate([X, Z])
        if self._features_pay(X, Z, points):
            Phi = self._features(points)
            return Phi @ Phi.T if Z is X else Phi[: len(X)] @ Phi[len(X) :].T
        K = np.zeros((len(X), len(Z)))
        rows, columns = np.nonzero(K == 0) if Z is not X else np.triu_indices(len(X))
        K[rows, columns] = self._by_recursion(X, Z, rows, columns)
        if Z is X:
            K[columns, rows] = K[rows, columns]
        return K

    def feature_map(self, X: Points) -> Array:
        _, lengths, size = _letters_of(X)
        if lengths.max() >= self.k:
            check_size(len(X), self._words(size))
        Phi = self._features(X)
        # Sort the words by their first letter, not by their last.
        if Phi.shape[1] > 1:
            Phi = Phi[:, np.arange(Phi.shape[1]).reshape((size,) * self.k).T.ravel()]
        return Phi[:, np.any(Phi, axis=0)]  # a column for each word that occurs

    def squared_lengths(self, X: Points) -> Array:
        indices = np.arange(len(X))
        return self._by_recursion(X, X, indices, indices)

    def latex(self, x: str = "x", z: str = "z") -> str:
        steps = f"i_{{{self.k}}} - i_1 + j_{{{self.k}}} - j_1"
        steps += " + 2" if self.window == "cover" else ""
        words = rf"\sum_{{u \in \mathcal{{A}}^{{{self.k}}}}}"
        places = rf"\sum_{{{x}[i] = u = {z}[j]}}"
        return f"{words} {places} {number(self.decay)}^{{{steps}}}"

    @property
    def _factor(self) -> float:
        """The weight of a pair of words that are contiguous in both strings."""
        steps = self.k - 1 if self.window == "span" else self.k
        return float(self.decay ** (2 * steps))

    def _words(self, size: int) -> float:
        """|A|^k, at most 2^1000."""
        return float(2 ** min(self.k * np.log2(max(size, 1)), 1000.0))

    def _features_pay(self, X: Points, Z: Points, points: Points) -> bool:
        """Whether explicit features cost less than the tables."""
        _, lengths, size = _letters_of(points)
        words, n = self._words(size), len(points)
        filling = n * (2 * lengths.max() / max(size, 1) + ALLOCATION)
        by_features = words * (filling + len(X) * len(Z) * PRODUCT)
        pairs = float(lengths[: len(X)].sum()) * float(lengths[-len(Z) :].sum())
        by_tables = TABLE * (self.k - 0.5) * pairs / (2 if Z is X else 1)
        return bool(n * words <= MOST and by_features < by_tables)

    def _features(self, X: Points) -> Array:
        """Φ, (n, |A|^k), with the words over the letters of X sorted by last letters.

        ``partial[p]`` (n, |A|, |A|^p) holds, by the last letter, the weights of the
        words of p + 1 letters that have been read. Those shorter than k decay.
        """
        letters, lengths, size = _letters_of(X)
        if lengths.max() < self.k:
            return np.zeros((len(X), 0))
        starts = np.cumsum(lengths) - lengths
        partial = [np.zeros((len(X), size, size**p)) for p in range(self.k)]
        for i in range(int(lengths.max())):
            reading = np.flatnonzero(lengths > i)
            letter = letters[starts[reading] + i]
            for shorter in partial[:-1]:
                shorter *= self.decay
            for p in range(self.k - 1, 0, -1):
                prefixes = partial[p - 1].reshape(len(X), -1)
                partial[p][reading, letter] += prefixes[reading]
            partial[0][reading, letter, 0] += 1
        Phi = partial[-1].reshape(len(X), -1)
        Phi *= self.decay if self.window == "cover" else 1.0
        return Phi

    def _by_recursion(self, X: Points, Z: Points, rows: Whole, columns: Whole) -> Array:
        """k(x, z) for pairs of a row and a column, in batches of similar lengths."""
        letters, lengths, _ = _letters_of(np.concatenate([X, Z]))
        is_letter = np.arange(max(lengths.max(), 1)) < lengths[:, None]
        table = np.full(is_letter.shape, -1)
        table[is_letter] = letters
        of_x, of_z = table[: len(X)], table[len(X) :]
        length_x, length_z = lengths[: len(X)][rows], lengths[len(X) :][columns]
        values = np.zeros(len(rows))
        order = np.lexsort((length_z, length_x))[::-1]
        order = order[(length_x[order] >= self.k) & (length_z[order] >= self.k)]
        while len(order):
            height = length_x[order[0]]
            many = max(1, ENTRIES // int(length_z.max() * self.k))
            batch, order = order[:many], order[many:]
            width = length_z[batch].max()
            s, t = of_x[rows[batch], :height].T, of_z[columns[batch], :width].T
            t[t < 0] = -2  # padding of s and t, −1 and −2, never matches
            values[batch] = self._tables(s, t)
        return values * self._factor

    def _tables(self, s: Whole, t: Whole) -> Array:
        """k / ``_factor`` by the recursion, for each pair of columns of s and t.

        In row i of x, ``M[j]`` is the weight of the words of p letters that end at i in
        x and at j in z, ``above[p]`` their sum over the rows before, and R that over
        the places before in both, with a factor ``decay`` for each step.
        """
        from scipy.signal import lfilter  # which is slow to import

        total, above = np.zeros(s.shape[1]), np.zeros((self.k - 1, *t.shape))
        for letter in s:
            equal = letter == t
            M = equal.astype(float)
            for before in above:
                R = lfilter([1.0], [1.0, -self.decay], before, axis=0)
                before *= self.decay
                before += M
                M[0] = 0
                np.multiply(equal[1:], R[:-1], out=M[1:])
            total += M.sum(axis=0)
        return total


def _letters_of(X: Points) -> tuple[Whole, Whole, int]:
    """The letters of all strings, joined, as numbers; the lengths; the size of A."""
    encoded = "".join(X).encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(encoded, dtype=np.uint32)
    alphabet, letters = np.unique(characters, return_inverse=True)
    return letters, np.array(list(map(len, X))), len(alphabet)
