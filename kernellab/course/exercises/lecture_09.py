"""Exercises of lecture 09, support vector regression."""

from kernellab.course.exercises.exercise import Exercise, Mistake

FIT = "K = gram(RBF(3.0) + Polynomial(2), X)\nC = 1 / (2 * 0.62)\nwalk = SVRWalk(K, y)\n"
TRIES = "rng = np.random.default_rng(0)\ntries = [(10 * rng.normal(size=8), 3.0), (rng.normal(size=5), 0.0)]"

EXERCISES = (
    Exercise(
        name="09.1",
        solution="answer = min(10.0 - 1.0, 4.0)",
        why="Without a box α would be y − ε = 9 and the fit would lie on the edge of its tube; the box stops it at 4.",
        hints=("Where does the slope α − y + ε of the dual vanish?", "At α = 9. But |α| ≤ 4."),
        mistakes=(
            Mistake("9.0", "There the slope vanishes, but it lies outside the box."),
            Mistake("10.0", "Then the fit would pass through the point; the last ε of error costs nothing."),
            Mistake("3.0", "The box holds α, not α + ε."),
        ),
    ),
    Exercise(
        name="09.2",
        solution="answer = 1 / (2 * 50 * 0.01)",
        why="C = 1/(2nλ) for a mean of losses: with 50 points and λ = 0.01 the box has the size 1.",
        hints=("Multiply the lecture's objective by 1/(2λ). What stands before the sum of losses?", "1/(2nλ) with n = 50."),
        mistakes=(
            Mistake("50.0", "That is 1/(2λ), for a sum of losses. The slide has their mean."),
            Mistake("2.0", "The penalty is λ‖θ‖² and not λ‖θ‖²/2: a 2 is missing."),
            Mistake("0.5", "That would be for a penalty of 2λ‖θ‖²."),
        ),
    ),
    Exercise(
        name="09.3",
        solution="def answer(r, epsilon):\n    return np.maximum(0, np.abs(r) - epsilon)",
        why="Nothing within the tube, and beyond it the distance to the tube.",
        hints=("Large errors of both signs count.", "max(0, |r| − ε), for each r."),
        mistakes=(
            Mistake("np.maximum(0, r - epsilon)", "Errors below the tube count as well."),
            Mistake("np.abs(r) - epsilon", "Inside the tube this is negative: a reward."),
            Mistake(
                "np.where(np.abs(r) < epsilon, 0, np.abs(r))",
                "This jumps at the edge. What counts is the distance to the tube.",
            ),
            Mistake("np.maximum(0, np.abs(r) - epsilon) ** 2", "Beyond the tube the loss grows straight, not as a square."),
        ),
        tries_code=TRIES,
    ),
    Exercise(
        name="09.4",
        solution="answer = [0.0, 2.0, -2.0]",
        why="Inside the tube the weight is zero; outside it is at the bound, with the sign of the error.",
        hints=("Three cases: inside, on the edge, outside.", "Outside, |α| = C however far the point is."),
        mistakes=(
            Mistake("[0.0, 5.0, -15.0]", "These are the distances to the tube. A weight is never larger than C."),
            Mistake("[0.0, 2.0, 2.0]", "A point below the tube pulls downwards: its weight is negative."),
            Mistake("[3.0, 20.0, -30.0]", "In kernel ridge regression α is proportional to the errors; here it is not."),
            Mistake("[0.3, 2.0, -2.0]", "Within the tube a point does not pull at all."),
        ),
    ),
    Exercise(
        name="09.5",
        solution=FIT + "answer = next(e for e in range(15, 60) if len(walk.to(C, float(e)).support) <= 5)",
        why="At 18 ft there are still 6 support vectors, at 19 ft there are 5. The slide's 15 ft give 12.",
        hints=("walk = SVRWalk(K, y) carries a solution from one ε to the next: walk.to(C, epsilon).", "Try ε = 15, 16, 17, …"),
        mistakes=(
            Mistake("18", "At 18 ft there are still six."),
            Mistake("15", "That is the slide's ε. With this kernel there are 12."),
            Mistake("20", "At 20 ft there are four already, and 19 is smaller."),
        ),
    ),
    Exercise(
        name="09.6",
        solution="answer = np.sum(y > 15)",
        why="With almost no weight allowed f is almost 0, so the error of a car is its distance: all above 15 ft are outside.",
        hints=("How large can f = Kα be if |α| ≤ 0.000001?", "f ≈ 0. Which cars are then outside the tube of 15 ft?"),
        mistakes=(
            Mistake("62", "Cars that stop within 15 ft lie inside the tube around f ≈ 0."),
            Mistake("12", "That is the count at λ = 0.62. Here the weights may hardly do anything."),
            Mistake("0", "Small weights are weights: each car outside the tube pulls as hard as it may."),
            Mistake("np.sum(y <= 15)", "These are inside."),
        ),
    ),
)
