import unicodedata

import numpy as np
import pytest

from kernellab import datasets, separating_plane


def test_stopping_holds_the_measured_cars():
    X, y = datasets.stopping()
    cars = list(zip(X.ravel(), y, strict=True))
    assert cars[0] == (4, 4)
    assert cars[-1] == (40, 134)
    assert max(cars, key=lambda car: car[1]) == (39, 138)


def test_cars_holds_fifty_cars_of_the_1920s():
    X, y = datasets.cars()
    cars = list(zip(X.ravel(), y, strict=True))
    assert (cars[0], cars[-1]) == ((4, 2), (25, 85))
    assert max(cars, key=lambda car: car[1]) == (24, 120)


def test_the_air_over_mauna_loa_rises_and_breathes_once_a_year():
    X, y = datasets.mauna_loa()
    assert (np.diff(X.ravel()) > 0).all()
    assert X[0, 0] > 1958
    assert X[-1, 0] < 2002
    months = np.round((X.ravel() % 1) * 12 + 0.5).astype(int)
    trend = np.polynomial.Polynomial.fit(X.ravel(), y, 2)
    seasons = [np.mean((y - trend(X.ravel()))[months == m]) for m in range(1, 13)]
    # Highest in May, when the northern forests are about to breathe in.
    assert np.argmax(seasons) + 1 == 5
    assert np.argmin(seasons) + 1 in (9, 10)
    assert trend.deriv()(2000) > trend.deriv()(1960) > 0


def test_the_same_stops_of_a_fleet_without_noise():
    X, y = datasets.fleet(20_000, rng=3)
    same, truth = datasets.fleet(20_000, rng=3, noise=0)
    np.testing.assert_array_equal(X, same)
    v, t = 1.467 * (25 + 20 * X[:, 0]), 1 + X[:, 1] / 2
    _, _, slope, wet, wear = (X.T + 1) / 2
    grip = 0.75 * (1 - 0.4 * wet) * (1 - 0.3 * wear * wet)
    braking = v**2 / (2 * 32.2 * (grip - 0.16 * (slope - 0.5)))
    np.testing.assert_allclose(truth, v * t + braking)
    assert np.std(y - truth) == pytest.approx(6, rel=0.02)


@pytest.mark.parametrize("make", [datasets.corners, datasets.ring])
def test_two_classes_that_no_line_separates(make):
    for seed in range(20):
        X, y = make(48, rng=seed)
        assert sorted(set(y)) == [-1, 1]
        assert separating_plane(X, y) is None
    assert np.array_equal(make(7, rng=3)[0], make(7, rng=np.random.default_rng(3))[0])
    with pytest.raises(ValueError, match="n = 0"):
        make(0, rng=0)


def test_corners_are_named_by_the_sign_of_the_product_and_rings_by_the_radius():
    X, y = datasets.corners(48, rng=0)
    assert np.array_equal(y > 0, X[:, 0] * X[:, 1] > 0)
    assert [
        np.sum((np.sign(X) == corner).all(axis=1))
        for corner in [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    ] == [12] * 4
    X, y = datasets.ring(48, rng=0, centre=(0.5, 0.3))
    radius = np.hypot(*(X - [0.5, 0.3]).T)
    assert radius[y > 0].max() <= 0.5
    assert radius[y < 0] == pytest.approx(1.0, abs=0.2)
    for bad in ((0.0, 0.0, 0.0), 1.0, "middle", (np.nan, 0.0)):
        with pytest.raises((ValueError, TypeError), match="centre"):
            datasets.ring(8, rng=0, centre=bad)


def test_names_of_places_tell_a_language():
    names, languages, places = datasets.place_names()
    assert names.shape == languages.shape == places.shape
    assert set(languages) == {"Finnish", "Hungarian", "Italian", "Polish", "Turkish"}
    assert (
        len(set(names)) == len(set(zip(languages, places, strict=True))) == len(names)
    )
    assert all(unicodedata.is_normalized("NFC", name) for name in names)
    known = dict(zip(zip(languages, places, strict=True), names, strict=True))
    assert known["Finnish", "FI"] == "Suomi"
    assert known["Hungarian", "HU"] == "Magyarország"
    assert known["Turkish", "TR"] == "Türkiye"
    assert ("Italian", "AD") not in known  # Andorra, in four of the five


def test_clouds_lie_apart_by_as_much_as_was_asked():
    X, y = datasets.clouds(20_000, rng=0, apart=3.0)
    low, high = X[y < 0], X[y > 0]
    assert np.linalg.norm(high.mean(axis=0) - low.mean(axis=0)) == pytest.approx(
        3.0, abs=0.05
    )
    for cloud in (low, high):
        np.testing.assert_allclose(np.cov(cloud.T), np.eye(2), atol=0.05)
    with pytest.raises(ValueError, match=r"n = 1.*Try"):
        datasets.clouds(1, rng=0)
    with pytest.raises(ValueError, match="apart"):
        datasets.clouds(4, rng=0, apart=-1.0)
