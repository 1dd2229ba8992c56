"""Exercises of lecture 03, the kernel trick."""

from kernellab.course.exercises.exercise import Exercise, Mistake

PAIRS = "rng = np.random.default_rng(3)\ntries = [(rng.normal(size=d), rng.normal(size=d)) for d in (1, 2, 3, 6)]"
KERNELS = (
    "rng = np.random.default_rng(4)\n"
    "points = [(rng.normal(size=3), rng.normal(size=3)) for _ in range(3)]\n"
    "tries = [(k, *pair) for k, pair in zip((RBF(2.0), Polynomial(3), Linear()), points)]"
)

EXERCISES = (
    Exercise(
        name="03.1",
        solution="answer = (1 + np.array([1, 2]) @ np.array([3, -1])) ** 3",
        why="xᵀz = 3 − 2 = 1, and (1 + 1)³ = 8. The ten features were there, and nobody saw them.",
        hints=("First the inner product of the two points, then the power.", "xᵀz = 1·3 + 2·(−1)."),
        mistakes=(
            Mistake("216", "You added 2 · 1 instead of 2 · (−1): the inner product is 1, not 5."),
            Mistake("1", "This is (xᵀz)³. The kernel has a 1 inside the bracket."),
            Mistake("2", "This is 1 + xᵀz; the degree is missing."),
            Mistake("6", "This is 3 · (1 + xᵀz). A degree is an exponent, not a factor."),
        ),
    ),
    Exercise(
        name="03.2",
        solution="answer = np.sqrt(12)  # 4! / (2! 1! 1!) = 12 ways, shared between x and z",
        why="Of the four brackets two give x₁, one gives x₂ and one gives the 1: twelve ways, and each side gets the root.",
        hints=(
            "In how many ways can two of four brackets give x₁z₁, one x₂z₂ and one the 1?",
            "4!/(2! 1! 1!) is the coefficient of x₁²x₂ · z₁²z₂. What must each of the two sides contribute?",
        ),
        mistakes=(
            Mistake("12", "That is the coefficient in the kernel. The map stands on both sides, so each side has its root."),
            Mistake("1", "With unit weights the inner product is another number. Count how often the monomial arises."),
            Mistake("np.sqrt(3)", "That is √(3!/(2! 1!)), as if there were three brackets. The fourth gives the 1."),
            Mistake(
                "np.sqrt(6)", "There are 4!/(2! 2!) = 6 ways to choose the brackets for x₁; two are left, for x₂ and for the 1."
            ),
            Mistake("np.sqrt(24)", "4! counts the two x₁ as if they could be told apart. Divide by 2!."),
        ),
        tolerance=2e-3,
    ),
    Exercise(
        name="03.3",
        solution="answer = 10 + 6 + 2  # xᵀz, six squarings, and two products of what they gave",
        why="100 = 64 + 32 + 4: square six times and multiply three of the powers, which takes two products.",
        hints=(
            "How many multiplications has xᵀz in ten dimensions? Adding is free.",
            "t², t⁴, t⁸, … t⁶⁴ takes six squarings, and 100 = 64 + 32 + 4.",
        ),
        mistakes=(
            Mistake("109", "Multiplying 1 + xᵀz by itself 99 times works, but squaring what you have gets there much faster."),
            Mistake("110", "The hundredth power takes at most 99 multiplications after xᵀz, and by squaring far fewer."),
            Mistake("8", "That is the power alone; xᵀz has ten multiplications of its own."),
            Mistake("16", "Six squarings give t⁶⁴, t³² and t⁴ on the way; they have still to be multiplied with each other."),
            Mistake("19", "Three numbers are multiplied with two products."),
        ),
    ),
    Exercise(
        name="03.4",
        solution="def answer(x, z):\n    return np.prod(1 + x * z)",
        why="One bracket a coordinate: d products in the place of 2^d features.",
        hints=(
            "Each coordinate doubles the features and multiplies the kernel by one bracket.",
            "The bracket of coordinate a is 1 + xₐzₐ; numpy's prod multiplies the entries of an array.",
        ),
        mistakes=(
            Mistake("(1 + x @ z) ** len(x)", "This is the polynomial kernel of degree d: it has squares, and other weights."),
            Mistake("1 + x @ z", "These are the subsets of at most one coordinate. The larger ones are missing."),
            Mistake("np.prod(x * z)", "This is the one subset that holds every coordinate. There are 2^d of them."),
            Mistake("1 + np.prod(x * z)", "These are the smallest and the largest subset. What of those between?"),
            Mistake("np.sum(1 + x * z)", "The brackets are multiplied, not added."),
        ),
        tries_code=PAIRS,
    ),
    Exercise(
        name="03.5",
        solution="def answer(k, x, z):\n    return np.sqrt(k(x, x) - 2 * k(x, z) + k(z, z))",
        why="‖φ(x) − φ(z)‖² is made of inner products, so a distance in infinitely many dimensions takes three kernel values.",
        hints=(
            "Multiply out (φ(x) − φ(z))ᵀ(φ(x) − φ(z)).",
            "The squared distance is k(x, x) − 2k(x, z) + k(z, z). One step is left.",
        ),
        mistakes=(
            Mistake("k(x, x) - 2 * k(x, z) + k(z, z)", "This is the squared distance. The question asks for the distance."),
            Mistake("np.sqrt(k(x, x) + 2 * k(x, z) + k(z, z))", "This is ‖φ(x) + φ(z)‖: mind the sign."),
            Mistake("np.sqrt(k(x, x) + k(z, z))", "This would be right if φ(x) and φ(z) were orthogonal."),
            Mistake("np.linalg.norm(x - z)", "This is the distance of the points. Their images may be elsewhere."),
            Mistake("k(x - z, x - z) ** 0.5", "This is ‖φ(x − z)‖, and φ(x − z) is φ(x) − φ(z) only if φ is linear."),
        ),
        tries_code=KERNELS,
    ),
    Exercise(
        name="03.6",
        solution="def answer(x, beta):\n    return (2 * np.pi / beta) ** (len(x) / 4)",
        why="c² (4πσ²)^(−d/2) = 1 with σ² = 1/2β; that is k(x, x) = 1.",
        hints=(
            "k(x, x) must be 1, and the integral of the squared density of d coordinates is (4πσ²)^(−d/2).",
            "c² = (4πσ²)^(d/2) with σ² = 1/2β. Take the root.",
        ),
        mistakes=(
            Mistake(
                "(2 * np.pi / beta) ** (len(x) / 2)", "This is c². The density stands twice under the integral, and c with it."
            ),
            Mistake("(4 * np.pi / beta) ** (len(x) / 4)", "This is the constant for the variance 1/β. The kernel needs 1/2β."),
            Mistake(
                "(2 * np.pi / beta) ** 0.25",
                "This is right in one dimension. In d dimensions every coordinate brings its factor.",
            ),
        ),
        tries_code="tries = [(np.zeros(d), beta) for d, beta in ((2, 0.5), (3, 2.0), (7, 1.0))]",
    ),
)
