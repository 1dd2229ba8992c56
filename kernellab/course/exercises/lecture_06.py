"""Exercises of lecture 06, strings and sets."""

from kernellab.course.exercises.exercise import Exercise, Mistake

BAGS = 'tries = [({"a", "b"}, {"b", "c", "d"}), (set(), {1}), ({1, 2, 3}, {1, 2, 3}), ({"x"}, {"y"})]'
WORDS = 'tries = [("cat", "cart"), ("banana", "bandana"), ("", "a"), ("ab", "ba"), ("aaa", "aa")]'


def _table(first: str, rest: str) -> str:
    """A dynamic programme for 06.6 with ``first`` on its edges and ``rest`` for what the neighbours give."""
    return (
        "def answer(x, z):\n"
        f"    D = np.full((len(x) + 1, len(z) + 1), {first})\n"
        "    for i in range(1, len(x) + 1):\n"
        "        for j in range(1, len(z) + 1):\n"
        f"            D[i, j] = D[i - 1, j] + D[i, j - 1]{rest}\n"
        "    return D[-1, -1]"
    )


EXERCISES = (
    Exercise(
        name="06.1",
        solution='count = {"ba": (1, 0), "an": (2, 2), "na": (2, 2), "as": (0, 1)}\n'
        "answer = sum(n * m for n, m in count.values())",
        why="“an” and “na” stand twice in each word, and each gives 2 · 2. What stands in one word only gives nothing.",
        hints=("Which words of two letters stand in both, and how often in each?", "Multiply the counts for each, then add."),
        mistakes=(
            Mistake("2", "Two different words are shared, but each counts as often as it stands: 2 times 2."),
            Mistake("4", "You took 2 for each shared word. An inner product multiplies the two counts, 2 · 2."),
            Mistake("25", "That is 5 · 5, every place against every place. Only equal words meet."),
            Mistake("9", "That is k(banana, banana): “ba” stands in banana only."),
        ),
    ),
    Exercise(
        name="06.2",
        solution="answer = 0.5**3 * 0.5**1",
        why="“go” is the only word of two letters in “go”, with a window of 1. In “gulo” its letters are 3 steps apart.",
        hints=(
            "Which words of two letters does “go” spell at all?",
            "g stands at place 1 of “gulo” and o at place 4: the window is 3. Multiply with that of “go”.",
        ),
        mistakes=(
            Mistake("0.5**3", "You left out the weight of “go” itself: its letters are one step apart, too."),
            Mistake("0.5**6", "That is Lodhi's window, in positions. Ours is i_k − i₁, in steps."),
            Mistake("0.5**3 + 0.5", "An inner product multiplies the two weights."),
            Mistake("0.0", "That is the contiguous count. With gaps, “gulo” does spell “go”."),
        ),
    ),
    Exercise(
        name="06.3",
        solution="answer = [20**4, 300 - 4 + 1]",
        why="20 letters in each of 4 places make 160,000 components, and only 297 words of four letters can begin in 300.",
        hints=(
            "How many choices are there for each of the four letters?",
            "Where may a word of four letters begin, at the last?",
        ),
        mistakes=(
            Mistake("[20**4, 300]", "The last three letters begin no word of four."),
            Mistake("[20**4, 75]", "Words may overlap: they begin at every place, not at every fourth."),
            Mistake("[4**20, 297]", "Four places with 20 choices each: 20 · 20 · 20 · 20."),
            Mistake("[80, 297]", "The choices multiply: 20 · 20 · 20 · 20."),
        ),
    ),
    Exercise(
        name="06.4",
        solution="answer = [0.0, 1.0]",
        why="“a” spells no word of two letters: φ = 0, which has no direction. Any other string is at an angle of 0 to itself.",
        hints=("What is φ(“a”) for words of two letters?", "A vector of zeros has no angle with anything; we call that 0."),
        mistakes=(
            Mistake("[1.0, 1.0]", "That is so wherever φ(x) ≠ 0. Does “a” spell any word of two letters?"),
            Mistake("[0.0, 0.25]", "That is k(ab, ab). Divide it by the lengths of both feature vectors."),
            Mistake("[0.0, 0.5]", "That is φ of “ab”, and the length of φ. Normalised, every length is 1."),
        ),
    ),
    Exercise(
        name="06.5",
        solution="def answer(S, T):\n    return np.exp(-len(S ^ T) / 2)",
        why="|S ∩ T| − |S|/2 − |T|/2 = −|S △ T|/2: the set kernel is an RBF kernel of the indicator vectors, since |S △ T| is "
        "their squared distance.",
        hints=(
            "Normalised, it is exp(|S ∩ T|) over the root of exp(|S|) exp(|T|).",
            "|S| = |S ∩ T| + what S has for itself. Put this in for both sets.",
        ),
        mistakes=(
            Mistake("np.exp(-len(S ^ T))", "Nearly. The root of exp(|S|) is exp(|S|/2)."),
            Mistake("np.exp(len(S & T))", "This is not normalised: k(S, S) should be 1."),
            Mistake(
                "len(S & T) / max(len(S | T), 1)", "This is Jaccard's index, which is another kernel. Normalise exp(|S ∩ T|)."
            ),
            Mistake(
                "np.exp(len(S & T) - len(S) - len(T))",
                "You divided by exp(|S|) exp(|T|). The root of it is what makes k(S, S) = 1.",
            ),
        ),
        tries_code=BAGS,
    ),
    Exercise(
        name="06.6",
        solution=_table("1.0", " - (x[i - 1] != z[j - 1]) * D[i - 1, j - 1]"),
        why="D(i, j) counts for the first i and j letters. What avoids one of the last letters is counted by a neighbour, both "
        "neighbours count D(i − 1, j − 1) twice, and equal last letters bring D(i − 1, j − 1) once more.",
        hints=(
            "Let D(i, j) be the count for the first i letters of x and the first j of z. What is D(0, j)? (The empty word counts.)",
            "D(i, j) = D(i − 1, j) + D(i, j − 1) − D(i − 1, j − 1), and D(i − 1, j − 1) more if the last letters are equal.",
        ),
        mistakes=(
            Mistake(
                _table("1.0", " - D[i - 1, j - 1]"),
                "Where the last letters are equal, every pair that came before them can be made longer by them.",
            ),
            Mistake(
                _table("0.0", " - (x[i - 1] != z[j - 1]) * D[i - 1, j - 1]"),
                "Everything begins with the empty word, which stands in every string, once: D(0, j) = 1.",
            ),
            Mistake(
                _table("1.0", ""),
                "What avoids both last letters is counted by both neighbours. Take it off once, unless the letters are equal.",
            ),
            Mistake(
                "def answer(x, z):\n    return float(len(set(x) & set(z)))",
                "This counts the letters that both have. Words of any length are asked for, and as often as they are spelt.",
            ),
        ),
        tries_code=WORDS,
    ),
)
