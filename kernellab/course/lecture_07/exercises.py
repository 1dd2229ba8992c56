"""Exercises of lecture 07, strings and sets."""

from collections import Counter
from itertools import product

import numpy as np

from askfirst import Exercise, pick, shuffled

WORDS = (
    "banana ananas, bandana banana, ananas bandana, rococo cocoa, tartar tartan,"
    " nonsense senses, singing ringing, winning inning, barbarian barbaric,"
    " sentient lenient"
)


def neighbours(word):
    """The pairs of letters that stand side by side."""
    return [word[i : i + 2] for i in range(len(word) - 1)]


def shared_pairs_of_letters_07_1(rng):
    x, z = pick(rng, *WORDS.split(", ")).split()

    def answer():
        # Only words that stand in both strings add to the inner product.
        # Each adds the product of its two counts, which is how often a place in one
        # meets an equal place in the other.
        in_x, in_z = (
            [word[i : i + 2] for i in range(len(word) - 1)] for word in (x, z)
        )
        return sum(a == b for a in in_x for b in in_z)

    n, m = Counter(neighbours(x)), Counter(neighbours(z))
    both = sorted(n & m)
    sums = ", ".join(f"“{word}” gives {n[word]} · {m[word]}" for word in both)
    return Exercise(
        answer,
        f"{sums}: together {answer()}. What only one has gives nothing.",
        "Write down all words of two letters of either string, with their counts.",
        "Which words of two letters stand in both, and how often in each?",
        "Multiply the counts for each, then add.",
        (len(both), f"{len(both)} different words are shared. Count repetitions."),
        (sum((n & m).values()), "An inner product multiplies the two counts."),
        (n.total() * m.total(), "That is every place against every place."),
        (sum(count**2 for count in n.values()), f"That is k({x}, {x})."),
        asks=f"the strings {x} and {z}",
    )


TASKS = ["the language of a page", "the letters to be set", "the topic of a news item"]
TASKS += ["the mass of a molecule", "the sum of the digits"]


def where_length_matters_07_2(rng):
    tasks = shuffled(rng, TASKS)

    def answer():
        # Write each text twice, and ask what the answer does.
        # A language and a topic stay; numbers of letters, masses and sums double, and a
        # normalised kernel cannot tell.
        return [
            task in ("the language of a page", "the topic of a news item")
            for task in tasks
        ]

    right = np.array(answer())
    return Exercise(
        answer,
        "A language and a topic are the same for a text and for the text twice. The"
        " other three double, and the length that normalising takes away is what"
        " they need.",
        "Normalised, a text and the same text twice are nearly the same point.",
        "For which of the tasks may they be the same point?",
        "Write each text twice. Where the answer stays, normalise.",
        ((~right).tolist(), "The other way round: normalising forgets the length."),
        ([True] * len(tasks), "Three of these answers double with the text."),
        [False] * len(tasks),
        "Without normalising, a long page has a large k with every other page.",
        asks=f"this order: {', '.join(tasks)}",
        items=(tasks, {True: "normalise", False: "do not"}),
    )


def another_window_07_3(rng):
    decay, k = pick(rng, 0.8, 0.3, 0.4, 0.6, 0.7, 0.9), pick(rng, 4, 3, 5)

    def answer():
        # 1/64 is λ⁶: windows of 4 and 2 in place of 3 and 1, so she counts the letters
        # that a match covers, not the steps. That is one λ more in each of the two
        # strings, whatever the length of the word.
        return decay**2

    return Exercise(
        answer,
        "She takes iₖ − i₁ + 1, the number of letters that a match covers, as Lodhi"
        " does. Each feature has one factor λ more, so k has two; normalised they"
        " cancel.",
        "Write both values as powers of λ = ½.",
        "From g to o “gulo” has four letters and three steps. Which does she take?",
        "One more in each window, for any word: how many factors λ more?",
        (0.25, "That was for λ = ½. The factor is made of λ, which has changed."),
        (decay, "One factor λ more in each string. There are two strings."),
        decay ** (2 * k),
        "Each window grows by one in all, not by one for each letter.",
        decay**-2,
        "You took our value over hers. Hers is smaller, so the factor is below 1.",
        asks=f"λ = {decay:g} and k = {k} in its last question",
    )


def sets_in_one_exponential_07_4(_rng):
    def answer(S, T):
        # Normalised, the exponent is |S ∩ T| − |S|/2 − |T|/2, the halves from the
        # roots. Put in |S| = |S ∩ T| + |S \ T|, and the same for T: what both share
        # cancels, and half of what they do not share is left.
        return np.exp(-len(S ^ T) / 2)

    return Exercise(
        answer,
        "|S ∩ T| − |S|/2 − |T|/2 = −|S △ T|/2: the set kernel is an RBF kernel of"
        " the indicator vectors, since |S △ T| is their squared distance.",
        "What is k(S, S)? To normalise, divide by the roots of two such values.",
        "Normalised, it is exp(|S ∩ T|) over the root of exp(|S|) exp(|T|).",
        "|S| = |S ∩ T| + what S has for itself. Put this in for both sets.",
        lambda S, T: np.exp(-len(S ^ T)),
        "This is the square of the right value. The root of exp(|S|) is exp(|S|/2).",
        lambda S, T: np.exp(len(S & T)),
        "This is not normalised: k(S, S) should be 1.",
        lambda S, T: len(S & T) / max(len(S | T), 1),
        "This is Jaccard’s index, another kernel. Normalise exp(|S ∩ T|).",
        lambda S, T: np.exp(len(S & T) - len(S) - len(T)),
        "You divided by exp(|S|) exp(|T|). Divide by its root.",
        tries=[
            (set("ab"), set("bcd")),
            (set(), {1}),
            ({1, 2, 3}, {1, 2, 3}),
            ({"x"}, {"y"}),
        ],
    )


def words_of_every_length_07_5(_rng):
    def answer(x, z):
        # Let D[i, j] be the count for the first i and j letters. Choices that avoid one
        # of the last letters are counted by a neighbour; both neighbours count D[i − 1,
        # j − 1], so subtract it once. Equal last letters bring it once more.
        D = np.full((len(x) + 1, len(z) + 1), 1.0)
        for i in range(1, len(x) + 1):
            for j in range(1, len(z) + 1):
                D[i, j] = (
                    D[i - 1, j] + D[i, j - 1] - (x[i - 1] != z[j - 1]) * D[i - 1, j - 1]
                )
        return D[-1, -1]

    def table(edge, corner):
        """A table filled as above, with ``edge`` for a word of no letters and
        ``corner`` times what both neighbours count.
        """

        def fill(x, z):
            D = np.full((len(x) + 1, len(z) + 1), edge)
            for (i, a), (j, b) in product(enumerate(x), enumerate(z)):
                twice = corner(a, b) * D[i, j]
                D[i + 1, j + 1] = D[i, j + 1] + D[i + 1, j] - twice
            return D[-1, -1]

        return fill

    pairs = "cat-cart", "banana-bandana", "-a", "ab-ba", "aaa-aa"
    return Exercise(
        answer,
        "D(i, j) counts for the first i and j letters. Both neighbours count"
        " D(i − 1, j − 1), so subtract it once; equal last letters bring it back."
        " That takes |x||z| steps, and trying all choices 2^(|x| + |z|).",
        "Count for beginnings of both, and let them grow letter by letter.",
        "Let D(i, j) count for the first i and j letters. What is D(0, j)?",
        "D(i, j) = D(i − 1, j) + D(i, j − 1) − D(i − 1, j − 1), and D(i − 1, j"
        " − 1) more if the last letters are equal.",
        table(1.0, lambda a, b: 1),
        "Every earlier pair can be made longer by equal last letters.",
        table(0.0, lambda a, b: a != b),
        "The empty word stands in every string, once: D(0, j) = 1.",
        table(1.0, lambda a, b: 0),
        "Both neighbours count what avoids both letters. Take it off once.",
        lambda x, z: float(len(set(x) & set(z))),
        "This counts the letters that both have. Count words of any length.",
        tries=[pair.split("-") for pair in pairs],
    )


def chains(rng):
    """Pairs of chain molecules, two of which tell the usual mistakes apart."""
    others = [("COC", "CCO"), ("NCCN", "CCN"), ("C", "CC")]
    if rng is not None:
        drawn = ["".join(rng.choice([*"CNO"], rng.integers(1, 7))) for _ in range(6)]
        others = [*zip(drawn[::2], drawn[1::2], strict=True)]
    return [("CCO", "OCC"), ("CCO", "CCCO"), *others]


def bonds_of_a_chain_07_6(rng):
    def answer(x, z):
        # A bond has no direction, so sort its two atoms: CO and OC become one feature.
        # The inner product of the counts is how often a bond of one chain meets one of
        # the same sort in the other.
        in_x, in_z = (
            ["".join(sorted(word[i : i + 2])) for i in range(len(word) - 1)]
            for word in (x, z)
        )
        return sum(a == b for a in in_x for b in in_z)

    def directed(x, z):
        return sum(a == b for a in neighbours(x) for b in neighbours(z))

    def once(x, z):
        bonds = ({"".join(sorted(each)) for each in neighbours(w)} for w in (x, z))
        return len(set.intersection(*bonds))

    return Exercise(
        answer,
        "Sorted, a pair of neighbours is a bond between two sorts of atoms, and"
        " whoever reads the chain from its other end counts the same bonds. It is"
        " still an inner product of counts, so it is a kernel.",
        "Which pairs of neighbours has “CCO”, and which has “OCC”?",
        "CO and OC are one bond. Give them one name.",
        "Sort the two letters of each pair; then count as the spectrum kernel.",
        (directed, "This is the spectrum kernel with k = 2: CO is not OC to it."),
        lambda x, z: directed(x, z) + directed(x, z[::-1]),
        "This is nearly right, but it counts a bond of two equal atoms, such as CC,"
        " twice.",
        (once, "Each sort counts once here, as in a set. Multiply the counts."),
        lambda x, z: sum(a == b for a in x for b in z),
        "This compares atoms. Bonds are asked for: pairs of neighbours.",
        tries=chains(rng),
    )
