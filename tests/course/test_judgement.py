"""The page and Python say the same of any answer to an exercise of the course."""

import json

import numpy as np
import pytest

from askfirst.questions.boxes import judging
from askfirst_tests.node import run
from kernellab.course.exercises import EXERCISES, Exercise, exercise

ODD = [None, True, [], [1, None], [[1], [1, 2]], [[1, 2], [3, None]], [True, 2], 1e400]


def answers(made: Exercise) -> list:
    """Right answers, mistakes, and answers of every kind that a hint tells apart."""
    right = np.asarray(made.wanted[0])
    if right.dtype == bool:
        flips = right ^ np.eye(right.size, dtype=bool)
        found = [right, ~right, *flips, right[1:], right.astype(int)]
        return [*(each.tolist() for each in found), *ODD]
    right = right.astype(float)
    factors = (
        -1, 0, 0.5, 0.9, 0.995, 1 + 1e-12, 1.02, 1.3, 1.7, 2.04, -3, 12, 1e3, -1e7,
    )  # fmt: skip
    known = [made.outcomes(mistake)[0] for mistake, _ in made.mistakes]
    found = [right, right[None], right[..., None], np.stack([right, right]), *known]
    found += [right * factor for factor in factors] + [right + 1, right - 0.25]
    if right.ndim:
        turned, one = right.copy(), np.eye(len(right))[-1]
        turned[0] *= -1
        found += [right[::-1], right[1:], turned]
        found += [right + 7 * one, right * (1 + 0.4 * one), np.arange(len(right)) + 0.5]
        found += [np.where(one, np.inf, right)]
    found = [np.asarray(each, float) for each in found]
    return [*(each.tolist() for each in found if not np.isnan(each).any()), *ODD]


TYPED = [made for name in sorted(EXERCISES) if (made := exercise(name)).spec()]


@pytest.mark.slow
def test_the_judgement_on_an_answer_is_python_s():
    table = [[made.spec(), answers(made)] for made in TYPED]
    table = json.loads(json.dumps(table))
    code = "const answer = (t) => t.map(([s, g]) => g.map((a) => judgeAnswer(s, a)));"
    found, hints = run(judging() + code, table), set()
    for made, (_, given), there in zip(TYPED, table, found, strict=True):
        for answer, said in zip(given, there, strict=True):
            here = made.judge(answer)
            if "list of" in here.words and np.asarray(made.wanted[0]).dtype == bool:
                continue  # a page offers boxes to tick
            assert said == {
                "state": here.state,
                "text": here.words,
                "mistake": here.mistake,
            }, (made.name, answer)
            hints.add(here.words.split(". ")[1][:12])
    assert len(hints) > 100
