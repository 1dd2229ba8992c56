"""What lecture 06 says of its forecasts, computed by scikit-learn and by numpy."""

import numpy as np
import pytest

from tests.course.labs import rms
from tests.course.lecture_06.test_labs import PPM, YEARS, air, peer

HIDDEN = YEARS.ravel() >= 1990
YEAR = np.floor(YEARS.ravel()).astype(int)


def yearly(forecast):
    """The mean error of each hidden year."""
    missed = forecast - PPM
    return np.array([missed[year == YEAR].mean() for year in range(1990, 2002)])


def least_squares(degree):
    months = np.floor(12 * (YEARS % 1)) == np.arange(12)
    Phi = np.hstack([*((YEARS - 1974) ** p for p in range(1, degree + 1)), months])
    return Phi @ np.linalg.lstsq(Phi[~HIDDEN], PPM[~HIDDEN])[0]


def test_the_forecast_is_too_high_from_the_first_year_and_its_rivals_miss_by_more():
    missed = yearly(peer("trend + season", 50.0, 100.0, 0.1))
    assert missed[:2] == pytest.approx([0.3, 0.6], abs=0.05)
    assert np.all((missed[3:] > 2.3) & (missed[3:] < 3.75))
    line, parabola = yearly(least_squares(1)), yearly(least_squares(2))
    assert (line[-1], parabola[-1]) == pytest.approx((-6.3, 6.5), abs=0.06)


def test_a_trend_of_five_years_fits_the_past_better_and_the_future_not_at_all():
    wide, narrow = (air("trend + season", t, 100.0, 0.1) for t in (50.0, 5.0))
    assert wide == pytest.approx((0.40, 2.61), abs=0.005)
    assert narrow[0] == pytest.approx(0.34, abs=0.005)
    assert round(narrow[1]) == 49


def test_what_the_two_kernels_leave_over_lasts_for_months():
    left = (PPM - peer("trend + season", 50.0, 100.0, 0.1))[~HIDDEN]
    assert np.corrcoef(left[:-1], left[1:])[0, 1] == pytest.approx(0.7, abs=0.05)
    assert rms(left) == pytest.approx(0.40, abs=0.005)


def test_in_twelve_years_the_air_gained_17_to_19_ppm():
    means = {year: PPM[year == YEAR].mean() for year in range(1974, 2002)}
    gains = [means[cut + 11] - means[cut - 1] for cut in (1975, 1980, 1985, 1990)]
    assert (round(min(gains)), round(max(gains))) == (17, 19)
