"""Handles: where frames say that they are, when they are not there, and what cannot be
one.
"""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from askfirst.labs.controls import slider
from askfirst.labs.lab import Lab
from askfirst.labs.recorder import UNIT
from askfirst.pages.prepared import prepared
from askfirst_tests.labs import several


def drawn(lab, values=None, **how):
    return json.loads(lab._frame(lab.values if values is None else values, **how).text)


def places(lab, **values):
    """In pixels of the figure, from below."""
    height = lab._painter.size[1]
    found = drawn(lab, lab.values | values, asks=False).get("handles", {})
    return {key: (x / UNIT, height - y / UNIT) for key, (x, y) in found.items()}


def made(handles=None, **more):
    """A dot at (a, b), a threshold at a, a disc at b; and a curve."""
    figure = Figure(figsize=(4, 3))
    ax = figure.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    (dot,) = ax.plot([0], [0], "o")
    (curve,) = ax.plot([0, 5, 10], [0, 0, 0])
    still = ax.axhline(5)
    threshold = ax.axvline(0)
    disc = ax.add_patch(Circle((0, 2), 1))
    artists = {
        "dot": dot, "curve": curve, "still": still, "threshold": threshold, "disc": disc
    }  # fmt: skip

    def update(a, b, c):
        dot.set_data([a], [b])
        curve.set_ydata([0, a, 0])
        threshold.set_xdata([a, a])
        disc.center = (b, 2)
        return f"{a:g}, {b:g}, {c:g}"

    handles = (handles or (lambda on, ax: {("a", "b"): on["dot"]}))(artists, ax)
    part = slider(0.0, 10.0, start=4.0, step=1.0)
    lab = Lab(figure, update, handles=handles, a=part, b=part, c=part, **more)
    lab.ax, lab.artists = ax, artists
    return lab


def test_a_frame_says_where_its_handles_are():
    moves = {("a", "b"): "dot", "a": "threshold", "b": "disc"}
    lab = made(lambda artists, ax: {k: artists[each] for k, each in moves.items()})
    found = places(lab, a=7.0, b=2.0)
    to = lab.ax.transData.transform
    np.testing.assert_allclose(found["a b"], to((7, 2)), atol=0.05)
    np.testing.assert_allclose(found["a"], to((7, 5)), atol=0.05)
    np.testing.assert_allclose(found["b"], to((2, 2)), atol=0.05)


def test_a_handle_is_gone_where_nothing_is_to_be_taken():
    lab = made(
        lambda artists, ax: {"a": artists["threshold"], ("a", "b"): artists["dot"]},
        idle=lambda a, b, c: ("a", "b")[: int(c)],
    )
    assert set(places(lab, c=0.0)) == {"a", "a b"}
    assert set(places(lab, c=1.0)) == {"a b"}  # b still moves it
    assert places(lab, c=2.0) == {}
    lab.artists["threshold"].set_visible(False)
    assert set(places(lab, c=0.0)) == {"a b"}
    lab.ax.set_xlim(5, 10)
    assert places(lab, a=4.0, c=0.0) == {}
    assert set(places(lab, a=5.0, c=0.0)) == {"a b"}
    lab.ax.set_visible(False)
    assert places(lab, a=5.0, c=0.0) == {}
    beyond = made(lambda artists, ax: ax.set(xlim=(20, 30)) and {"a": artists["dot"]})
    assert places(beyond) == {}


def test_under_the_veil_there_is_no_handle():
    name = "where a dot is"
    lab = made().asks("Where?", "It is.", name=name, number=(0, 9), right=1)
    assert "handles" in drawn(lab, asks=False)
    assert "handles" not in drawn(lab, asks=True)
    made_of = prepared(lab, 40)
    assert all("handles" in json.loads(text) for text in made_of["frames"])
    assert not any("handles" in json.loads(text) for text in made_of["veiled"])


def elsewhere(artists, ax):
    return {"a": Figure().subplots().axvline(1)}


@pytest.mark.parametrize(
    ("handles", "error", "reason"),
    [
        (lambda on, ax: {"d": on["dot"]}, ValueError, "'d', .* 'd'; .* a, b, c"),
        (lambda on, ax: {(*"abc",): on["dot"]}, ValueError, r"'b', 'c'\): .*two"),
        (lambda on, ax: {"a": on["still"]}, ValueError, "of 'a': .* 0.0 to 10"),
        (lambda on, ax: {"a": on["curve"]}, TypeError, "'a' is on .*Line2D"),
        (elsewhere, TypeError, "in the figure that Lab is given"),
        (lambda on, ax: {"a": ax}, TypeError, "<Axes: >; .* function returns"),
        (lambda on, ax: {"a": lambda: (1, 2)}, TypeError, r"'a' is at \(1, 2\);"),
    ],
)
def test_what_is_no_handle_is_refused_when_the_lab_is_made(handles, error, reason):
    with pytest.raises(error, match=reason):
        made(handles)


# Handles that choose which of several things the others move


def test_each_value_that_is_named_has_a_handle_where_it_is():
    lab = several()
    to = lab.ax.transData.transform
    for values, second, fourth in (
        ({"dot": 4, "right": 2.0, "up": -1.0}, (2, 2), (6, 3)),
        ({"dot": 2, "right": 1.0, "up": 0.0}, (3, 2), (4, 4)),
        ({"dot": 5, "right": 1.0, "up": 1.0}, (2, 2), (4, 4)),
    ):
        found = places(lab, **values)
        assert set(found) == {"dot right up|2", "dot right up|4"}
        np.testing.assert_allclose(found["dot right up|2"], to(second), atol=0.05)
        np.testing.assert_allclose(found["dot right up|4"], to(fourth), atol=0.05)


def test_a_page_has_the_named_values_alone_and_the_start_and_says_how_many():
    made = prepared(several(named=(4, 5)), 300)
    assert made["state"]["controls"][0]["texts"] == ["2", "4", "5"]
    assert made["state"]["controls"][0]["label"] == "dot (3 of 5)"
    assert made["start"] == [0, 2, 2]
    every = {(dot, x, y) for dot in range(3) for x in range(5) for y in range(5)}
    assert {*map(tuple, made["settings"])} == every
    sentences = {json.loads(text)["sentence"] for text in made["frames"]}
    assert "Dot 5 is moved by (2, −2)." in sentences
    assert not any(said.startswith(("Dot 1", "Dot 3")) for said in sentences)


@pytest.mark.parametrize(
    ("handles", "reason"),
    [
        ({("dot", "up"): {7: lambda: None}}, r"'dot', 'up'\) chooses dot = 7, .* 1\."),
        ({"dot": {2: lambda: None}}, "'dot': .* two directions"),
        ({("up", "dot"): {0.0: lambda: None}}, r"dot does .* 'up dot\|0': .* 1 to 5"),
    ],
)
def test_what_is_no_handle_that_chooses_is_refused(handles, reason):
    with pytest.raises(ValueError, match=reason):
        several(more=handles)
