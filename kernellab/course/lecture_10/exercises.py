"""Exercises of lecture 10, support vector regression."""

from functools import cache

import numpy as np

from askfirst import Exercise, pick, shuffled, written
from kernellab import RBF, Polynomial, SVRWalk, gram
from kernellab.course import datasets
from kernellab.course.shared.answers import flips, replies_of

X, y = datasets.stopping()
# A solution may be run in the notebook, whose later cells use its ``epsilon``. So the ε
# of a question is called ``half_width``.


def one_point_10_1(rng):
    target, half_width = pick(rng, 10.0, 8.0, 9.0, 11.0, 12.0), pick(rng, 1.0, 2.0)
    box = pick(rng, 4.0, 3.0, 5.0)

    def answer():
        # With one point and k(x, x) = 1 the dual is −α²/2 + yα − ε|α|, whose slope
        # vanishes at y − ε. That is outside the box, so the dual still climbs at the
        # bound and stops there.
        return min(target - half_width, box)

    free = target - half_width
    return Exercise(
        answer,
        f"Without a box α would be y − ε = {free:g}; the box stops it at {box:g}.",
        "Write the dual for one point: a parabola in α, and a box.",
        "Where does the slope y − ε − α of the dual vanish?",
        f"At α = {free:g}. But is that in the box?",
        (free, "There the slope vanishes, but it lies outside the box."),
        (target, "Then the fit would pass through the point; an error ε is free."),
        (box - half_width, "The box holds α, not α + ε."),
        asks=f"y = {target:g}, ε = {half_width:g} and C = {box:g}",
    )


def impossible_rows_10_2(rng):
    box, half_width = pick(rng, 2.0, 3.0, 4.0), 15.0
    # Three wrong rows, and two right ones that are easily called wrong
    wrong_sign, inside, below_bound = (-30.0, box), (-8.0, -0.3), (40.0, box - 0.5)
    on_edge, weightless = (15.0, 0.7), (-15.0, 0.0)
    wrong_rows = wrong_sign, inside, below_bound
    rows = [(3.0, 0.0), (20.0, box), wrong_sign, on_edge, inside, below_bound]
    rows = shuffled(rng, [*rows, weightless])

    def answer():
        # The loss and the weight of a point have to match: zero inside the tube, the
        # wall of the box outside. Only on the edge may a weight be anything from zero
        # to the bound, and it has the sign of its error.
        wrong = []
        for number, (error, weight) in enumerate(rows, start=1):
            pull = weight if error > 0 else -weight
            least = 0 if abs(error) <= half_width else box
            most = box if abs(error) >= half_width else 0
            if not least <= pull <= most:
                wrong.append(number)
        return wrong

    def numbers_of(*found):
        return sorted(rows.index(row) + 1 for row in found)

    listed = ", ".join(f"({written(*row)})" for row in rows)
    return Exercise(
        answer,
        "A weight inside the tube, a weight below the bound outside it, and a"
        " weight of the wrong sign: none can be optimal.",
        "For each car: is it inside the tube, on its edge or outside?",
        "What may the weight be in each of the three cases? Remember the sign.",
        "Outside the tube look at the size of a weight, and at its sign.",
        numbers_of(wrong_sign, inside),
        "Outside the tube the weight is at the bound, not just near it.",
        (numbers_of(inside, below_bound), "A car below the tube pulls downwards."),
        numbers_of(wrong_sign, below_bound),
        "One car inside the tube pulls at the curve.",
        numbers_of(*wrong_rows, on_edge),
        "On the edge a weight between 0 and C is allowed: that car is free.",
        (numbers_of(*wrong_rows, weightless), "On the edge a car may weigh nothing."),
        asks=f"C = {box:g} and the rows (r, α) = {listed}",
    )


def proven_gap_10_4(rng):
    def answer(K, y, alpha, C, epsilon):
        # Every w gives a primal value above the minimum, and every α in the box a dual
        # value below it. So take the w that belongs to α, and subtract: ‖w‖² is αᵀKα
        # and wᵀφ(xᵢ) is (Kα)ᵢ.
        square = alpha @ K @ alpha
        above = square / 2 + C * np.maximum(0, np.abs(y - K @ alpha) - epsilon).sum()
        below = -square / 2 + alpha @ y - epsilon * np.abs(alpha).sum()
        return above - below

    def primal(K, y, alpha, C, epsilon):
        losses = np.maximum(0, np.abs(y - K @ alpha) - epsilon)
        return alpha @ K @ alpha / 2 + C * losses.sum()

    def dual(K, y, alpha, C, epsilon):
        return alpha @ y - alpha @ K @ alpha / 2 - epsilon * np.abs(alpha).sum()

    rng = rng or np.random.default_rng(0)
    tries = []
    for C in (1.0, 0.4):
        Phi, y_try = rng.normal(size=(6, 3)), 3 * rng.normal(size=6)
        tries.append((Phi @ Phi.T, y_try, C * rng.uniform(-1, 1, size=6), C, 0.5))
    return Exercise(
        answer,
        "The two values enclose the minimum: no α gains more than the difference.",
        "Which function is never below the common optimum, which never above?",
        "Take w = Σ αᵢφ(xᵢ). Which numbers of K are ‖w‖² and wᵀφ(xᵢ)?",
        "Subtract D(α), which has a minus before its square and before its ε.",
        lambda *given: primal(*given) + dual(*given),
        "D(α) is the lower bound itself: subtract it, do not add it.",
        (primal, "That is the upper bound alone. Subtract the lower one."),
        (dual, "That is the lower bound alone. What is the upper one?"),
        lambda K, y, alpha, C, epsilon: answer(K, y, alpha, 1.0, epsilon),
        "This is right for C = 1 only: each loss is multiplied by C.",
        tries=tries,
    )


def which_loss_10_3(rng):
    replies = replies_of(
        "a small memory — Ridge stores every car; which method stores only some?",
        "all errors of leave-one-out — For this, one of the two needs a new fit for"
        " each car and each λ.",
        "the mean — Squares are least at the mean. At ε = 0 the other loss is least at"
        " the median, which a few late brakers do not move.",
        "safety from slips of the pen — One of the two losses follows a wild value"
        " wherever it goes.",
    )
    needs = shuffled(rng, [*replies])

    def answer():
        # Flat near zero and straight far out: that loss makes zeros among the weights,
        # and no pull is stronger than C. The squared loss has a closed form, with
        # leave-one-out for nothing, and it aims at the mean.
        support_vectors = ("a small memory", "safety from slips of the pen")
        return [need in support_vectors for need in needs]

    return Exercise(
        answer,
        "Support vectors for memory and against wild values; ridge for the rest.",
        "What does each loss do far out, and what near zero?",
        "Two of the four ask for zeros among the weights, or for a bound.",
        "Which method has a closed form, and which loss is least at the mean?",
        *flips(needs, answer(), replies),
        asks=f"this order: {', '.join(needs)}",
        items=(needs, {True: "support vectors", False: "kernel ridge regression"}),
    )


@cache
def support_vectors():
    """How many cars of the lecture are support vectors, for each whole ε from 15 ft."""
    walk, C = SVRWalk(gram(RBF(3.0) + Polynomial(2), X), y), 1 / (2 * 0.62)
    return {e: len(walk.to(C, float(e)).support) for e in range(15, 30)}


def five_support_vectors_10_5(rng):
    few = pick(rng, 5, 2, 3, 4, 6, 7, 8, 9, 10)

    def answer():
        # A wider tube holds more cars by and large, but not at every step. So walk from
        # ε = 15 in steps of a foot, and stop at the first with few enough.
        K, C = gram(RBF(3.0) + Polynomial(2), X), 1 / (2 * 0.62)
        walk = SVRWalk(K, y)
        return next(
            e for e in range(15, 60) if len(walk.to(C, float(e)).support) <= few
        )

    counts = support_vectors()
    first = min(e for e, count in counts.items() if count <= few)
    before, after = first - 1, first + 1
    return Exercise(
        answer,
        f"At {before} ft there are still {counts[before]} support vectors, at"
        f" {first} ft there are {counts[first]}. The lecture’s 15 ft give 12.",
        "What happens to the support vectors as the tube widens?",
        "walk = SVRWalk(K, y) goes from ε to ε: walk.to(C, epsilon).",
        "Count len(walk.to(C, epsilon).support) for ε = 15, 16, … with C = 1/(2λ).",
        (before, f"At {before} ft there are still {counts[before]}."),
        (15, "That is the lecture’s ε. With this kernel there are 12."),
        (after, f"At {after} ft there are {counts[after]}. Try a smaller ε."),
        asks=f"{few} support vectors or fewer",
    )


def almost_no_weight_10_6(rng):
    half_width = pick(rng, 15, 10, 12, 18, 20, 22, 28, 33, 35, 40)

    def answer():
        # With |α| ≤ 10⁻⁸ no f(xᵢ) = Σαⱼk(xⱼ, xᵢ) exceeds half a foot, so the error of a
        # car is its distance, less a little: all weights pull upwards. So every car
        # that stops beyond the tube is a support vector, and none on its very edge.
        return int(np.sum(y > half_width))

    return Exercise(
        answer,
        f"f is almost 0, so a car’s error is its distance: all above {half_width} ft.",
        "What does the curve look like if no weight may be large?",
        "How large can f = Kα be if |α| ≤ 10⁻⁸ and no row of K sums to 46 million?",
        f"With f ≈ 0, which cars are outside the tube of {half_width} ft?",
        (len(y), f"Those up to {half_width} ft lie inside the tube around f ≈ 0."),
        (12, "That is the count at λ = 0.62. Here weights can do almost nothing."),
        0,
        "A small weight counts as well: each car outside the tube is a support vector.",
        (np.sum(y <= half_width), "These are inside."),
        asks=f"ε = {half_width} ft",
    )


@cache
def least_outside(length):
    """The least number of the 50 cars outside, if at each speed the cars inside lie in
    an interval of this length.
    """
    speeds, feet = datasets.cars()
    groups = [feet[speeds.ravel() == speed] for speed in np.unique(speeds)]
    return sum(
        len(group)
        - max(np.sum((low <= group) & (group <= low + length)) for low in group)
        for group in groups
    )


def five_is_not_excluded_10_7(rng):
    few = pick(rng, 5, 2, 3, 4, 6, 7, 8, 10)

    def answer():
        # A function has one value at each speed, so of the cars of one speed only those
        # within some 2ε are in its tube. All others are outside, each a support vector;
        # take the smallest ε that leaves few enough of them.
        speeds, feet = datasets.cars()
        groups = [feet[speeds.ravel() == speed] for speed in np.unique(speeds)]
        half_width, outside = 0, len(feet)
        while outside > few:
            half_width += 1
            outside = sum(
                len(group)
                - max(
                    np.sum((low <= group) & (group <= low + 2 * half_width))
                    for low in group
                )
                for group in groups
            )
        return half_width

    first = next(e for e in range(1, 99) if least_outside(2 * e) <= few)
    outside_before = least_outside(2 * first - 2)
    twice = next(e for e in range(1, 99) if least_outside(e) <= few)
    return Exercise(
        answer,
        f"At {first} ft no more than {few} cars are forced outside: the argument"
        f" excludes {few} support vectors no longer.",
        "Why can a function not have all cars of one speed in its tube?",
        "How many of a speed’s cars fit into an interval of length 2ε, at best?",
        "Count what is left over, speed by speed, for ε = 1, 2, 3, …",
        (first - 1, f"There {outside_before} are outside, whatever the function."),
        (27, "There no car need be outside. Some may be, as support vectors."),
        (twice, "The tube reaches ε to either side: an interval of length 2ε."),
        asks=f"{few} support vectors, and no more than {few} cars outside",
    )
