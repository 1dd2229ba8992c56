"""The covers: their words can be read, they are small, and drawn alike each time."""

import hashlib
import os
from itertools import product
from math import comb

import numpy as np
import pytest

from askfirst_tests.process import python
from kernellab import (
    RBF,
    Periodic,
    RationalQuadratic,
    cover,
    datasets,
    gram,
    ridge_dual_offset,
    scaled_monomials,
)
from kernellab.course.lecture_04 import cover as lecture_04
from kernellab.course.lecture_07 import cover as lecture_07
from kernellab.course.shared.cover_page import HIGH, WIDE, Page

LECTURES = range(14)
DIGESTS = """
import hashlib
from kernellab import cover
for lecture in range(14):
    shown = cover(lecture)
    print(hashlib.sha256(shown.svg).hexdigest())
"""


@pytest.mark.slow
def test_a_cover_is_small_and_the_same_in_each_run():
    again = python("-c", DIGESTS, env=os.environ | {"PYTHONHASHSEED": "7"})
    shown = [cover(lecture) for lecture in LECTURES]
    assert again.split() == [hashlib.sha256(c.svg).hexdigest() for c in shown]
    for each in shown:
        assert len(each.svg) < 100_000
        assert each.alt.endswith(".")
        assert 60 < len(each.alt) < 300


def test_a_lecture_that_is_not_there_has_no_cover():
    for lecture in (14, -1, "x"):
        with pytest.raises(ValueError, match=r"has no cover\. Ask for one of 0 to 13"):
            cover(lecture)


def test_words_stand_where_their_pixels_say():
    page = Page()
    page.say(WIDE / 8, HIGH / 4, "a quarter down")
    assert page.figure.texts[0].get_position() == (0.125, 0.75)


def test_what_the_covers_of_the_first_lectures_say_is_so():
    speeds, feet = datasets.stopping()
    slope, at_rest = np.polyfit(speeds.ravel(), feet, 1)
    assert round(at_rest) == -20
    assert slope > 0
    assert 0 < np.polyval(np.polyfit(speeds.ravel(), feet, 2), 0) < 2

    X = np.random.default_rng(2).uniform(-1, 1, size=(40, 5))
    one, other = scaled_monomials(X[[0, 4]], degree=15)
    products = one * other
    assert len(products) == 15_504 == comb(20, 5)
    assert np.sum(products > 0) == np.sum(products < 0) == 15_504 / 2
    assert products.sum() == pytest.approx((1 + X[0] @ X[4]) ** 15, rel=1e-9)

    signs, alike = lecture_04.SIGNS, lecture_04.alike
    pairs = product(signs, repeat=2)
    total = sum(signs[a] * signs[b] * alike(a, b) for a, b in pairs)
    assert round(total, 3) == -0.107

    years, ppm = datasets.mauna_loa()
    known = years.ravel() < 1990
    k = 6 * Periodic(1.0, period=1.0) + 1000 * RBF(50.0)
    k += 0.5 * RationalQuadratic(1.0, 1.0)
    alpha, b = ridge_dual_offset(gram(k, years[known]), ppm[known], lam=0.1)
    missed = gram(k, years[~known], years[known]) @ alpha + b - ppm[~known]
    assert round(np.sqrt(np.mean(missed**2)), 1) == 1.1

    new, known = lecture_07.NEW, lecture_07.KNOWN
    shares = [lecture_07.through(*at) for at in np.ndindex(len(new), len(known))]
    assert sum(shares) == pytest.approx(3 * lecture_07.K(new, known))  # three letters
