"""The exercises of a course about cats: numbers, a function, choices, yes and no."""

import numpy as np

from askfirst.questions.exercises import Exercise, exercise_of, pick

HINTS = ("Look at one cat.", "And at the next.", "Then count.")


def enter() -> None:
    """Enter them in the engine, for one test."""

    @exercise_of("cats.1")
    def legs_and_tails(rng):
        n = pick(rng, 4, 5, 6, 7)

        def answer():
            # A cat has four legs and one tail.
            return np.array([4.0 * n, -1.0 * n])

        return Exercise(
            answer,
            "Four legs each; a tail points backwards.",
            *HINTS,
            ([4.0 * n, 1.0 * n], "A tail points backwards. Change its sign."),
            ([2.0 * n, -1.0 * n], "A cat has four legs. Count again."),
            asks=f"{n} cats",
        )

    @exercise_of("cats.2")
    def whiskers(rng):
        n = pick(rng, 2, 3, 5)

        def answer():
            # Twelve on each side.
            return 24 * n

        reply = "That is one side of each. Double it."
        why, asks = "Twelve on each side.", f"{n} cats"
        return Exercise(answer, why, *HINTS, (12 * n, reply), asks=asks)

    @exercise_of("cats.3")
    def meals(_rng):
        def answer(A, y, share, out):
            # Each cat takes what the table says.
            return (A @ y)[out] * share

        A = 0.5 ** np.abs(np.subtract.outer(np.arange(8), np.arange(8)))
        tries = ((A, np.arange(1.0, 9.0), 0.62, [1, 2]),)
        return Exercise(answer, "So they eat.", *HINTS, tries=tries)

    @exercise_of("cats.4")
    def lives(_rng):
        def answer():
            # As the proverb says.
            return 9

        return Exercise(answer, "Nine lives.", *HINTS, (7, "So in Spain. Add two."))

    @exercise_of("cats.5")
    def sounds(_rng):
        def answer():
            # One sound for each mood.
            return np.array([1, 2, 2])

        items = ("(a) fed", "(b) hungry", "(c) alone"), {1: "purrs", 2: "meows"}
        return Exercise(answer, "So they sound.", *HINTS, items=items)

    @exercise_of("cats.6")
    def swims(_rng):
        def answer():
            # Few cats like water.
            return [True, False]

        items = {"Turkish Van": {}, "Siamese": {}}
        return Exercise(answer, "So they do.", *HINTS, items=items)

    @exercise_of("dogs.1")
    def years(_rng):
        def answer():
            # A year of a dog is seven of ours.
            return 7

        return Exercise(answer, "Seven of ours.", *HINTS)
