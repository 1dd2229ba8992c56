"""The recursion of the string kernel with gaps: matches sorted by where they end."""

from itertools import combinations, product

import numpy as np

from askfirst import Step, Steps, assume, derivation
from kernellab import Subsequence
from kernellab._arrays import Array, as_bool
from kernellab._points import STRINGS
from kernellab.course.shared.ingredients import levelled

MOST_LETTERS = 10  # letters: at most 252 tuples of positions

Table = list[list[float]]


@derivation(
    "The gapped string kernel, from its sum over positions to its recursion",
    claim="a few tables in place of all words",
)
def subsequence_recursion(
    x: str, z: str, k: int, decay: float, subtract: bool = True
) -> Steps:
    """Σᵤ φᵤ(x) φᵤ(z) = Σ M_k(i, j), where each table M_p follows from M_{p − 1}.

    ``x`` and ``z`` are strings of 1 to 10 letters, ``k`` an integer ≥ 1, 0 < ``decay``
    ≤ 1 the penalty λ for each step of the window i_k − i₁. ``subtract`` False forgets
    to take off what two neighbours both count, which breaks that step. The first steps
    go through all tuples of positions, as the definition says; the last uses the
    recursion alone.

    Raises ValueError for a string that is empty or of more than 10 letters, and for a k
    or a decay out of range.

    Source: Linear regression and kernels, equations 30–31.

    >>> subsequence_recursion("cat", "carpet", k=2, decay=0.5).holds
    True
    >>> wrong = subsequence_recursion("cat", "cart", k=2, decay=0.5, subtract=False)
    >>> wrong.first_failure.broken[0].claim
    'each pair of places counted once'
    """
    x, z = _short(x, "x"), _short(z, "z")
    k, decay = Subsequence(k, decay).k, float(decay)
    subtract = as_bool(subtract, "subtract")
    sizes = range(1, k + 1)
    of_x, of_z = ([_weights_by_end(each, p, decay) for p in sizes] for each in (x, z))
    # M[p - 1]: the words of p letters that end at i in x and at j in z, by definition
    shape = len(x), len(z)
    M = np.stack([_tables(a, b, shape) for a, b in zip(of_x, of_z, strict=True)])
    equal = np.array([[float(s == t) for t in z] for s in x])
    by_features = sum(
        float(ends.sum() * of_z[-1][word].sum())
        for word, ends in of_x[-1].items()
        if word in of_z[-1]
    )
    by_pairs = sum(
        decay ** (i[-1] - i[0] + j[-1] - j[0])
        for i in combinations(range(len(x)), k)
        for j in combinations(range(len(z)), k)
        if all(x[a] == z[b] for a, b in zip(i, j, strict=True))
    )
    # S[p - 1](i, j): what ends at or before both places, each step a factor decay
    of_rows, of_columns = _steps(len(x), decay), _steps(len(z), decay)
    S = np.stack([of_rows @ table @ of_columns.T for table in M])
    before = np.pad(S, ((0, 0), (1, 0), (1, 0)))
    above, left, corner = before[:, :-1, 1:], before[:, 1:, :-1], before[:, :-1, :-1]
    seen = "what both neighbours hold is counted twice"
    once = assume("each pair of places counted once", subtract, seen)
    filled = _recursion(x, z, k, decay, subtract)

    yield Step(
        r"\sum_u\phi_u(x)\,\phi_u(z)="
        r"\sum_{\mathbf{i},\mathbf{j}:\,x[\mathbf{i}]=z[\mathbf{j}]}"
        r"\lambda^{l(\mathbf{i})+l(\mathbf{j})}",
        "multiply the two sums out: every way to find a word in $x$ meets every way"
        " to find the same word in $z$",
        (by_features, float(by_pairs)),
    )
    yield Step(
        r"k(x,z)=\sum_{i,j}M_k(i,j)",
        "sort these pairs by where they end: $M_p(i, j)$ sums those of $p$ letters"
        " whose last ones stand at $i$ in $x$ and $j$ in $z$",
        (float(by_pairs), float(M[-1].sum())),
    )
    yield Step(
        r"M_1(i,j)=1\;\mathrm{if}\;x_i=z_j,\;\mathrm{else}\;0",
        "the start: a word of one letter ends where it begins, and its window is 0",
        (M[0], equal),
    )
    if k > 1:
        rows, columns = _earlier(len(x), decay), _earlier(len(z), decay)
        farther = np.stack([decay**2 * rows @ each @ columns.T for each in M[:-1]])
        yield Step(
            r"M_{p+1}(i,j)=M_1(i,j)"
            r"\sum_{i'<i}\sum_{j'<j}\lambda^{(i-i')+(j-j')}M_p(i',j')",
            "remove the last letter: what is left ends at some earlier $i′$ and $j′$,"
            " and its windows are shorter by $i − i′$ and $j − j′$",
            levelled(M[1:], equal * farther),
        )
        yield Step(
            r"M_{p+1}(i,j)=M_1(i,j)\,\lambda^2S_p(i-1,j-1)",
            "let $S_p(i, j)$ be the double sum over all $i′ ≤ i$ and $j′ ≤ j$; step 4"
            " has its terms for $(i − 1, j − 1)$ with one factor $λ²$ more",
            levelled(M[1:], equal * decay**2 * corner[:-1]),
        )
    yield Step(
        r"S_p(i,j)=M_p(i,j)+\lambda S_p(i-1,j)+\lambda S_p(i,j-1)"
        r"-\lambda^2S_p(i-1,j-1)",
        "an end other than $(i, j)$ has $i′ < i$ or $j′ < j$; one with both was"
        " counted twice, so subtract it once",
        levelled(S, M + decay * above + decay * left - subtract * decay**2 * corner),
        needs=(once,),
    )
    yield Step(
        r"k(x,z)=\sum_{i,j}M_k(i,j)",
        "fill the tables by these lines alone, row by row, and add up the last one",
        (by_features, float(np.sum(filled[0][-1]))),
    )
    entries = sum(np.size(table) for tables in filled for table in tables)
    yield Step(
        r"\mathrm{entries}=(2k-1)\,|x|\,|z|",
        "count what was filled: $k$ tables $M$ and $k − 1$ tables $S$, and a few"
        " operations for each entry",
        (float(entries), float((2 * k - 1) * len(x) * len(z))),
    )


def _recursion(
    x: str, z: str, k: int, decay: float, subtract: bool = True
) -> tuple[list[Table], list[Table]]:
    """The tables M_1, …, M_k and S_1, …, S_(k − 1); k(x, z) is the sum of M_k.

    >>> M, S = _recursion("cat", "car", 2, 0.5)
    >>> M[1]
    [[0.0, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 0.0]]
    """
    M, S = [[[float(s == t) for t in z] for s in x]], []
    for _ in range(k - 1):
        S.append(_sums(M[-1], decay, subtract))
        M.append([[0.0] * len(z) for _ in x])
        for i, j in product(range(1, len(x)), range(1, len(z))):
            if x[i] == z[j]:
                M[-1][i][j] = decay**2 * S[-1][i - 1][j - 1]
    return M, S


def _sums(M: Table, decay: float, subtract: bool = True) -> Table:
    """S(i, j), what ends at or before both places, from its neighbours."""
    # A row and a column of zeros before the first letters
    S = [[0.0] * (len(M[0]) + 1) for _ in range(len(M) + 1)]
    for i, j in product(range(len(M)), range(len(M[0]))):
        twice = decay**2 * S[i][j] if subtract else 0.0
        S[i + 1][j + 1] = M[i][j] + decay * (S[i][j + 1] + S[i + 1][j]) - twice
    return [row[1:] for row in S[1:]]


def _weights_by_end(x: str, k: int, decay: float) -> dict[str, Array]:
    """For each word of k letters in x, its weights λ^(i_k − i₁) by where it ends."""
    found: dict[str, Array] = {}
    for places in combinations(range(len(x)), k):
        ends = found.setdefault("".join(x[i] for i in places), np.zeros(len(x)))
        ends[places[-1]] += decay ** (places[-1] - places[0])
    return found


def _tables(
    of_x: dict[str, Array], of_z: dict[str, Array], shape: tuple[int, int]
) -> Array:
    """M_p(i, j): the words that end at i in one string and at j in the other."""
    return sum(
        (np.outer(ends, of_z[word]) for word, ends in of_x.items() if word in of_z),
        np.zeros(shape),
    )


def _steps(n: int, decay: float) -> Array:
    """λ^(i − i') for i' ≤ i, else 0."""
    apart = np.subtract.outer(np.arange(n), np.arange(n))
    return np.where(apart >= 0, float(decay) ** np.abs(apart), 0.0)


def _earlier(n: int, decay: float) -> Array:
    """λ^(i − i' − 1) for i' < i, else 0."""
    return np.pad(_steps(n, decay), ((1, 0), (0, 0)))[:-1]


def _short(x: str, name: str) -> str:
    text = str(STRINGS.as_point(x, name)[0])
    if not 1 <= len(text) <= MOST_LETTERS:
        raise ValueError(
            f"{name} has {len(text)} letters, but this derivation goes through all"
            f" tuples of positions in strings of 1 to {MOST_LETTERS} letters. Try a"
            " word, or Subsequence(k, decay)(x, z), which has no such bound."
        )
    return text
