"""What lecture 06 says of its forecasts, computed by scikit-learn."""

import numpy as np
import pytest

from tests.course.lecture_06.test_labs import PPM, YEARS, air, peer

HIDDEN = YEARS.ravel() >= 1990
YEAR = np.floor(YEARS.ravel()).astype(int)


def test_a_narrow_trend_carries_its_last_bend_on():
    later = np.arange(1990, 2040, 1 / 12)[:, None]
    months = peer("trend + season", 5.0, 100.0, 0.1, at=later)
    # A whole year of months has no season
    years = np.convolve(months, np.ones(12) / 12, "valid")
    assert (years.min(), years[-1]) == pytest.approx((297, 325), abs=0.5)


def test_the_error_stays_below_1_ppm_for_34_months_at_each_of_four_cuts():
    so_far, gains = {}, []
    for cut in (1975, 1980, 1985, 1990):
        twelve = (YEARS.ravel() >= cut) & (YEARS.ravel() < cut + 12)
        misses = (peer("trend + season", 50.0, 100.0, 0.1, before=cut) - PPM)[twelve]
        so_far[cut] = np.sqrt(np.cumsum(misses**2) / np.arange(1, 145))
        third = peer("trend + season + wiggles", 50.0, 100.0, 0.1, before=cut) - PPM
        gains.append(np.sqrt(np.mean(third[twelve] ** 2)) < so_far[cut][-1])
    largest = np.max([*so_far.values()], axis=0)
    assert largest[:34].max() < 1 < largest[34]
    assert so_far[1980].max() < 1
    at_twelve = [errors[-1] for errors in so_far.values()]
    assert min(at_twelve) == pytest.approx(0.6, abs=0.05)
    assert max(at_twelve) == pytest.approx(2.6, abs=0.05)
    assert gains == [False, False, True, True]


def test_a_third_part_leaves_a_stiff_trend_too_low():
    model = "trend + season + wiggles", 100.0, 100.0, 0.1
    for cut in (1975, 1980):
        forecast = peer(*model, before=cut)
        assert (forecast - PPM)[cut + 11 == YEAR].mean() == pytest.approx(-7, abs=0.5)


def test_a_trend_of_five_years_fits_the_past_better_and_the_future_not_at_all():
    wide, narrow = (air("trend + season", t, 100.0, 0.1) for t in (50.0, 5.0))
    assert wide == pytest.approx((0.40, 2.61), abs=0.005)
    assert narrow[0] == pytest.approx(0.34, abs=0.005)
    assert round(narrow[1]) == 49


def test_what_the_two_kernels_leave_over_lasts_for_months():
    left = (PPM - peer("trend + season", 50.0, 100.0, 0.1))[~HIDDEN]
    assert np.corrcoef(left[:-1], left[1:])[0, 1] == pytest.approx(0.7, abs=0.05)
