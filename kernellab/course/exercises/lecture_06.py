"""Exercises of lecture 06, strings and sets."""

import numpy as np

from kernellab.course.exercises.exercise import Exercise, exercise_of, pick


@exercise_of("06.1")
def shared_pairs_of_letters(_rng):
    def answer():
        # Only words that stand in both strings add to the inner product: “an” and “na”.
        # Each adds the product of its two counts.
        count = {"ba": (1, 0), "an": (2, 2), "na": (2, 2), "as": (0, 1)}
        return sum(n * m for n, m in count.values())

    return Exercise(
        answer,
        why="“an” and “na” stand twice in each word, and each gives 2 · 2. What stands in one word only gives nothing.",
        hints=(
            "Write down all words of two letters of either string, with their counts.",
            "Which words of two letters stand in both, and how often in each?",
            "Multiply the counts for each, then add.",
        ),
        mistakes=[
            (2, "Two different words are shared, but each counts as often as it stands: 2 times 2."),
            (4, "You took 2 for each shared word. An inner product multiplies the two counts, 2 · 2."),
            (25, "That is 5 · 5, every place against every place. Only equal words meet."),
            (9, "That is k(banana, banana): “ba” stands in banana only."),
        ],
    )


@exercise_of("06.2")
def wolverine(rng):
    decay = pick(rng, 0.5, 0.25, 0.75)

    def answer():
        # “go” is the only word of two letters that “go” spells, with its letters one step apart.
        # In “gulo” they are three steps apart, and an inner product multiplies the two weights.
        return decay**3 * decay**1

    return Exercise(
        answer,
        why="“go” is the only word of two letters in “go”, with a window of 1. In “gulo” its letters are 3 steps apart.",
        hints=(
            "The shorter string decides which words can be shared.",
            "Which words of two letters does “go” spell at all?",
            "g stands at place 1 of “gulo” and o at place 4: the window is 3. Multiply with that of “go”.",
        ),
        mistakes=[
            (decay**3, "You left out the weight of “go” itself: its letters are one step apart, too."),
            (decay**6, "That is Lodhi's window, in positions. Ours is i_k − i₁, in steps."),
            (decay**3 + decay, "An inner product multiplies the two weights."),
            (0.0, "That is the contiguous count. With gaps, “gulo” does spell “go”."),
        ],
    )


@exercise_of("06.3")
def proteins(rng):
    k, length = pick(rng, 4, 3, 5), pick(rng, 300, 200, 500)

    def answer():
        # Each of the k letters is one of 20, and the choices multiply.
        # A word of k letters begins at the latest k − 1 letters before the last, and no two places need to agree.
        return [20**k, length - k + 1]

    begins, choices = length - k + 1, " · ".join(["20"] * k)
    number = "four" if k == 4 else str(k)
    return Exercise(
        answer,
        why=f"20 letters in each of {k} places make {20**k:,} components, and only {begins} words of {number} letters can begin in {length}.",
        hints=(
            "φ has a component for each word. Count the words that there are, and those that fit.",
            f"How many choices are there for each of the {number} letters?",
            f"Choices multiply. And where may a word of {number} letters begin, at the last?",
        ),
        mistakes=[
            ([20**k, length], f"The last {'three' if k == 4 else k - 1} letters begin no word of {number}."),
            (
                [20**k, length // k],
                f"Words may overlap: they begin at every place, not at every {'fourth' if k == 4 else f'{k}th'}.",
            ),
            ([k**20, begins], f"{'Four' if k == 4 else k} places with 20 choices each: {choices}."),
            ([20 * k, begins], f"The choices multiply: {choices}."),
        ],
    )


@exercise_of("06.4")
def no_direction(rng):
    decay = pick(rng, 0.5, 0.25, 0.75)

    def answer():
        # “a” spells no word of two letters, so φ(a) = 0 has no direction, and we call its angles 0.
        # φ(ab) is not zero, and divided by its length it has an inner product of 1 with itself.
        return [0.0, 1.0]

    return Exercise(
        answer,
        why="“a” spells no word of two letters: φ = 0, which has no direction. Any other string is at an angle of 0 to itself.",
        hints=(
            "Normalised, k is the cosine of the angle between two feature vectors. Do both have a direction?",
            "What is φ(“a”) for words of two letters?",
            "A vector of zeros has no angle with anything; it adds nothing. Any other has an angle of 0 with itself.",
        ),
        mistakes=[
            ([1.0, 1.0], "That is so wherever φ(x) ≠ 0. Does “a” spell any word of two letters?"),
            ([0.0, decay**2], "That is k(ab, ab). Divide it by the lengths of both feature vectors."),
            ([0.0, decay], "That is φ of “ab”, and the length of φ. Normalised, every length is 1."),
        ],
    )


@exercise_of("06.5")
def sets_in_one_exponential(_rng):
    def answer(S, T):
        # Normalised, the exponent is |S ∩ T| − |S|/2 − |T|/2, the halves from the roots.
        # Put in |S| = |S ∩ T| + |S \ T|, and the same for T: what both share cancels, and half of what they do not share is left.
        return np.exp(-len(S ^ T) / 2)

    return Exercise(
        answer,
        why="|S ∩ T| − |S|/2 − |T|/2 = −|S △ T|/2: the set kernel is an RBF kernel of the indicator vectors, since |S △ T| is "
        "their squared distance.",
        hints=(
            "What is k(S, S)? To normalise, divide by the roots of two such values.",
            "Normalised, it is exp(|S ∩ T|) over the root of exp(|S|) exp(|T|).",
            "|S| = |S ∩ T| + what S has for itself. Put this in for both sets.",
        ),
        mistakes=[
            (lambda S, T: np.exp(-len(S ^ T)), "Nearly. The root of exp(|S|) is exp(|S|/2)."),
            (lambda S, T: np.exp(len(S & T)), "This is not normalised: k(S, S) should be 1."),
            (
                lambda S, T: len(S & T) / max(len(S | T), 1),
                "This is Jaccard's index, which is another kernel. Normalise exp(|S ∩ T|).",
            ),
            (
                lambda S, T: np.exp(len(S & T) - len(S) - len(T)),
                "You divided by exp(|S|) exp(|T|). The root of it is what makes k(S, S) = 1.",
            ),
        ],
        tries=[({"a", "b"}, {"b", "c", "d"}), (set(), {1}), ({1, 2, 3}, {1, 2, 3}), ({"x"}, {"y"})],
    )


@exercise_of("06.6")
def words_of_every_length(_rng):
    def answer(x, z):
        # Let D[i, j] be the count for the first i and j letters. Choices that avoid one of the last letters are counted by a
        # neighbour; both neighbours count D[i − 1, j − 1], so take it off once. Equal last letters bring it once more.
        D = np.full((len(x) + 1, len(z) + 1), 1.0)
        for i in range(1, len(x) + 1):
            for j in range(1, len(z) + 1):
                D[i, j] = D[i - 1, j] + D[i, j - 1] - (x[i - 1] != z[j - 1]) * D[i - 1, j - 1]
        return D[-1, -1]

    def table(edge, corner):
        """A table filled as above, with ``edge`` for a word of no letters and ``corner`` times what both neighbours count."""

        def fill(x, z):
            D = np.full((len(x) + 1, len(z) + 1), edge)
            for i in range(1, len(x) + 1):
                for j in range(1, len(z) + 1):
                    D[i, j] = D[i - 1, j] + D[i, j - 1] - corner(x[i - 1], z[j - 1]) * D[i - 1, j - 1]
            return D[-1, -1]

        return fill

    return Exercise(
        answer,
        why="D(i, j) counts for the first i and j letters. What avoids one of the last letters is counted by a neighbour, both "
        "neighbours count D(i − 1, j − 1) twice, and equal last letters bring D(i − 1, j − 1) once more.",
        hints=(
            "Count for beginnings of the two strings, and let them grow by a letter at a time.",
            "Let D(i, j) be the count for the first i letters of x and the first j of z. What is D(0, j)? (The empty word counts.)",
            "D(i, j) = D(i − 1, j) + D(i, j − 1) − D(i − 1, j − 1), and D(i − 1, j − 1) more if the last letters are equal.",
        ),
        mistakes=[
            (
                table(1.0, lambda a, b: 1),
                "Where the last letters are equal, every pair that came before them can be made longer by them.",
            ),
            (
                table(0.0, lambda a, b: a != b),
                "Everything begins with the empty word, which stands in every string, once: D(0, j) = 1.",
            ),
            (
                table(1.0, lambda a, b: 0),
                "What avoids both last letters is counted by both neighbours. Take it off once, unless the letters are equal.",
            ),
            (
                lambda x, z: float(len(set(x) & set(z))),
                "This counts the letters that both have. Words of any length are asked for, and as often as they are spelt.",
            ),
        ],
        tries=[("cat", "cart"), ("banana", "bandana"), ("", "a"), ("ab", "ba"), ("aaa", "aa")],
    )
