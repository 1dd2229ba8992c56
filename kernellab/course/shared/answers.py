"""What exercises of several lectures have in common: data that a function is tried on,
and answers that choose for each of some things.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from askfirst.questions.exercises import lettered as lettered


def gram_matrices(rng: np.random.Generator | None) -> list[tuple[np.ndarray]]:
    """Two Gram matrices, one that is singular and one that is not."""
    rng = rng or np.random.default_rng(0)
    features = (rng.normal(size=shape) + 0.5 for shape in ((4, 3), (6, 9)))
    return [(Phi @ Phi.T,) for Phi in features]


def but_for(things: Sequence, right: Sequence, thing: Any, value: Any) -> list:
    """The right answer, with another value for one of the things.

    >>> but_for("ab", [1, 2], "b", 3)
    [1, 3]
    """
    pairs = zip(things, right, strict=True)
    return [value if each == thing else usual for each, usual in pairs]


def replies_of(*answers: str) -> dict[str, str]:
    """Things with their replies, each behind its thing and a dash.

    >>> replies_of("a — No.")
    {'a': 'No.'}
    """
    return dict(each.split(" — ", 1) for each in answers)


def those(things: Sequence, *chosen: Any) -> list[bool]:
    """Which of the things are among the chosen ones.

    >>> those("cab", "a", "b")
    [False, True, True]
    """
    return [each in chosen for each in things]


def flips(things: Sequence, right: Sequence, replies: dict) -> list[tuple]:
    """The mistakes to turn one yes or no round, each with the reply for its thing.

    >>> flips("ab", [True, False], {"a": "No.", "b": "Yes."})
    [([False, False], 'No.'), ([True, True], 'Yes.')]
    """
    pairs = zip(things, right, strict=True)
    return [(but_for(things, right, t, not usual), replies[t]) for t, usual in pairs]
