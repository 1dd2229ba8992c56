"""String kernels against a plain dynamic programme: `python benchmarks/strings.py`."""

from __future__ import annotations

import numpy as np
from figures import keep
from timing import ratio

from kernellab import Spectrum, Subsequence, gram, residual

DECAY = 0.5
# As long as the promoter genes on which string kernels are often tried.
STRINGS, LETTERS = (40, 57)


def draw(alphabet: int) -> list[str]:
    rng = np.random.default_rng(alphabet)
    return [
        "".join(map(chr, rng.integers(97, 97 + alphabet, LETTERS)))
        for _ in range(STRINGS)
    ]


def plain_gram(X: list[str], k: int) -> np.ndarray:
    """The recursion, a pair at a time and a place at a time."""
    K = np.zeros((len(X), len(X)))
    for a, x in enumerate(X):
        for b in range(a, len(X)):
            K[a, b] = K[b, a] = plain(x, X[b], k)
    return K


def plain(x: str, z: str, k: int) -> float:
    ends = [[float(s == t) for t in z] for s in x]
    for _ in range(k - 1):
        longer, above = [], [0.0] * len(z)
        for i, s in enumerate(x):
            left, row = 0.0, []
            for j, t in enumerate(z):
                row.append(DECAY**2 * left if s == t else 0.0)
                left = above[j] + DECAY * left
            longer.append(row)
            above = [
                DECAY * before + here
                for before, here in zip(above, ends[i], strict=True)
            ]
        ends = longer
    return sum(map(sum, ends))


def plain_spectrum(X: list[str], k: int) -> np.ndarray:
    """A dictionary of counts for each string, and a loop over pairs."""
    counts = []
    for x in X:
        count: dict[str, int] = {}
        for i in range(len(x) - k + 1):
            count[x[i : i + k]] = count.get(x[i : i + k], 0) + 1
        counts.append(count)
    return np.array(
        [
            [sum(n * other.get(u, 0) for u, n in count.items()) for other in counts]
            for count in counts
        ],
        dtype=float,
    )


def main() -> None:
    found = {}
    print(f"{STRINGS} strings of {LETTERS} letters")
    print(
        f"{'work':46}{'letters':>9}{'k':>4}{'peer, ms':>11}{'ours, ms':>11}"
        f"{'peer / ours':>13}"
    )
    for alphabet, k in ((4, 3), (4, 5), (26, 3), (26, 4)):
        X = draw(alphabet)
        kernel = Subsequence(k, DECAY)
        work = "Subsequence: dynamic programme / gram"
        found[f"subsequence {alphabet} {k}"] = row(
            work, alphabet, k, 1, kernel, plain_gram, X
        )
    for alphabet, k in ((4, 5), (26, 4)):
        work = "Spectrum: dictionaries / gram"
        found[f"spectrum {alphabet} {k}"] = row(
            work, alphabet, k, 31, Spectrum(k), plain_spectrum, draw(alphabet)
        )
    keep("strings", found)


def row(
    work: str, alphabet: int, k: int, rounds: int, kernel, peer, X: list[str]
) -> float:
    assert residual(gram(kernel, X), peer(X, k)) < 1e-12
    mine, theirs, factor = ratio(lambda: gram(kernel, X), lambda: peer(X, k), rounds)
    print(
        f"{work:46}{alphabet:9}{k:4}{1e3 * theirs:11.2f}{1e3 * mine:11.2f}"
        f"{factor:12.1f}×",
        flush=True,
    )
    return factor


if __name__ == "__main__":
    main()
