"""What the page's scripts work out without a page: settings, places, frames, pixels."""

import json
import re
from itertools import product
from typing import Any

import pytest

from askfirst.scripts import script
from askfirst_tests.node import run


def evaluated(files: tuple[str, ...], expression: str, data: Any = None) -> Any:
    """An expression in ``data``, where the scripts are."""
    scripts = script(*files).replace("export default { render };", "")
    return run(f"{scripts}\nconst answer = (data) => {expression};", data)


# Where the hand goes


def test_what_the_hand_may_want_next_is_two_ahead_for_one_behind():
    found = evaluated(("settings",), "data.map((each) => nearest(...each))", [
        [2, 6, 1], [2, 6, -1], [0, 4, 1], [3, 4, 1], [0, 1, 1], [0, 0, 1],
    ])  # fmt: skip
    assert found == [[3, 4, 1, 5, 0], [1, 0, 3, 4, 5], [1, 2, 3], [2, 1, 0], [], []]


def test_around_a_handle_in_the_plane_the_nearest_come_first_and_none_beyond_the_ends():
    asked = "neighbours(data, [0, 2], [4, 3], [1, -1], 2)"
    found = evaluated(("settings",), asked, [1, 7, 0])
    assert all(each[1] == 7 for each in found)
    assert sorted((a, b) for a, _, b in found) == [*product(range(4), range(3))]
    # One of the four that are as near to the place where the hand goes.
    assert found[0] == [2, 7, 0]
    assert evaluated(("settings",), "neighbours(['a'], [0], [0], [1], 2)") == []


SPECS = [
    {"name": "kind", "texts": ["a", "b"], "start": 0},
    {"name": "x", "texts": ["0", "1", "2"], "start": 1},
    {"name": "y", "texts": ["0", "1", "2"], "start": 2},
]


@pytest.mark.parametrize(
    ("handle", "indices", "start"),
    [
        ("x y", [1, 2], [0, 0, 0]),
        ("kind x|a", [1], [0, 0, 0]),  # chosen already
        ("kind x|b", [1], [1, 1, 0]),  # x begins where it starts, y stays
    ],
)
def test_a_handle_moves_its_controls_from_where_they_are_or_from_what_it_chooses(
    handle, indices, start
):
    found = evaluated(("aim",), "aimed(...data)", [SPECS, [0, 0, 0], handle])
    assert found == {"indices": indices, "from": start}


# The hand is at 2.2; elsewhere a page has no frame.
PULLS = {
    "the nearest": ([0, 1, 2, 3], [0], False, [2]),
    "of those that are known": ([0, 3], [0], False, [3]),
    "none is nearer": ([2], [2], False, [2]),
    "none is known, and others give way": ([0], [0], True, [1]),
    "none is known, and others stay": ([0], [0], False, [0]),
    "from the other end": ([3], [3], True, [2]),
}


@pytest.mark.parametrize(("known", "here", "gives", "goal"), PULLS.values(), ids=PULLS)
def test_a_handle_goes_to_the_setting_that_is_nearest_to_the_hand(
    known, here, gives, goal
):
    found = evaluated(
        ("settings", "aim"),
        """pulledTo({ indices: [0], from: data.here }, [4], data.here, ([at]) =>
          data.known.includes(at) ? 10 * Math.abs(at - 2.2) : Infinity, data.gives)""",
        {"known": known, "here": here, "gives": gives},
    )
    assert found == goal


# A page without Python


def goes(
    settings: list[list],
    start: list,
    wanted: list[list],
    kinds=("linear", "linear"),
    free=(False, False),
    idle=None,
) -> list:
    """Where a page stands after it was asked for each of the wanted settings."""
    controls = [
        {"name": name, "kind": kind, "texts": ["0", "1", "2", "3", "4"]}
        for name, kind in zip("ab", kinds, strict=True)
    ]
    made = {
        "state": {"controls": controls},
        "free": free,
        "settings": settings,
        "idle": idle or [[] for _ in settings],
    }
    return evaluated(
        ("prepared",),
        """data.wanted.reduce((here, each) =>
          settingsOf(data.made).nearestTo(each, here), data.start)""",
        {"made": made, "start": start, "wanted": wanted},
    )


CROSS = [[i, 0] for i in range(5)] + [[0, i] for i in range(1, 5)] + [[4, 4]]


@pytest.mark.parametrize(
    ("settings", "start", "wanted", "there"),
    [
        (CROSS, [0, 0], [[3, 0]], [3, 0]),
        # The one in the hand goes where it was moved, the other gives way.
        (CROSS, [0, 4], [[1, 4], [1, 3]], [0, 3]),
        # Never back to where it stood, or a key would not get on.
        ([[0, 0], [2, 0], [4, 0]], [2, 0], [[1, 0]], [0, 0]),
    ],
)
def test_a_page_goes_to_the_nearest_setting_it_has(settings, start, wanted, there):
    assert goes(settings, start, wanted) == there


@pytest.mark.slow
def test_of_choices_none_is_nearer_than_another_and_a_free_control_goes_anywhere():
    settings = [[0, 0], [1, 1], [4, 0]]
    assert goes(settings, [0, 0], [[2, 0]]) == [1, 1]
    assert goes(settings, [0, 0], [[2, 0]], kinds=("choice", "linear")) == [4, 0]
    near = [[0, 0], [1, 0], [0, 4], [1, 3]]
    for kind, there in (("linear", [0, 4]), ("choice", [1, 3]), ("check", [1, 3])):
        assert goes(near, [1, 0], [[1, 4]], kinds=(kind, "linear")) == there
    assert goes([[0, 0], [1, 0]], [0, 0], [[1, 3]], free=(False, True)) == [1, 3]
    # So does one without effect, until it has one.
    idle = [[], [], [1]]
    settings = [[0, 0], [0, 1], [2, 0]]
    assert goes(settings, [0, 0], [[2, 0], [2, 4]], idle=idle) == [2, 4]
    assert goes(settings, [0, 0], [[2, 4], [0, 4]], idle=idle) == [0, 1]


# What is done


def test_the_core_and_what_goes_further_are_counted_apart():
    lecture = {"exercises": [2, 1], "questions": ["a", "b"], "further": ["c"]}
    answered = {
        "checks": {"9.1": {"state": "right"}, "9.2": {"state": "wrong"}},
        "guesses": {"a": {"state": "skipped"}, "b": {"state": "right"}},
    }
    code = "partsOf(data[0], '9', data[1]).map(({ text }) => text)"
    words = evaluated(("counts",), code, [answered, lecture])
    assert words == ["1 of 2 exercises right, 1 of 2 guesses right", "not begun"]
    answered["checks"]["9.3"] = answered["checks"]["9.1"]
    _, further = evaluated(("counts",), code, [answered, lecture])
    assert further == "1 of 1 exercise right, 0 of 1 guess right"


# Frames


def test_a_background_goes_with_the_last_frame_that_stands_on_it():
    frame = json.dumps({"id": "1", "on": "b", "handles": {"x": [1, 2]}, "ops": []})
    other = frame.replace('"b"', '"c"')
    code = """(() => {
      const gone = [], cache = frameCache((name) => gone.push(name));
      const after = [];
      const look = () => after.push(gone.splice(0).join());
      cache.put('1', data[0]); cache.put('2', data[0]); look();
      cache.put('1', data[0]); look();
      cache.put('1', data[1]); look();
      const places = cache.places('1').x;
      cache.put('2', data[1]); look();
      cache.clear(); look();
      return [after, places, cache.has('1'), cache.size()];
    })()"""
    found = evaluated(("frames",), code, [frame, other])
    assert found == [["", "", "", "b", "c"], [1, 2], False, 0]


def test_a_frame_that_comes_again_takes_no_more_room():
    code = """(() => {
      const cache = frameCache(() => {}), large = JSON.stringify('x'.repeat(3e6));
      for (const name of ['1', '1', '1', '2']) cache.put(name, large);
      return cache.has('1');
    })()"""
    assert evaluated(("frames",), code)


def test_what_another_position_draws_elsewhere_is_marked():
    here, there = ({"ops": [["p", {}, [i]], ["p", {}, [9]]]} for i in (1, 2))
    frames = [json.dumps(each) for each in (here, there)]
    found = evaluated(("frames",), "movedBetween(data)", frames)
    assert found == here["ops"][:1]


def test_the_label_of_a_guess_stands_on_the_side_away_from_the_truth():
    code = """data.map((gap) => labelPlace([0, 0, 200, 100], [[100, 50 + gap]],
      [[100, 50]])[1] - 50 - gap)"""
    above, below = evaluated(("sketch",), code, [-10, 10])
    assert above < 0 < below


# Colours


def test_by_night_white_is_the_ground_black_the_ink_and_a_curve_keeps_its_hue():
    code = "['#ffffff80', '#000000ff', '#0072b2ff', '#0072b2ff'].map(inks(data))"
    white, black, curve, again = evaluated(("colours",), code, [24, 24, 24])
    assert white == "#18181880"
    assert min(bytes.fromhex(black[1:7])) > 220
    red, green, blue = bytes.fromhex(curve[1:7])
    assert red < green < blue
    assert green > 150
    assert again == curve
    day = evaluated(("colours",), code, [250, 250, 250])
    assert day == ["#ffffff80", "#000000ff", "#0072b2ff", "#0072b2ff"]


def test_by_night_every_colour_is_one_that_a_screen_has():
    pure = [f"#{''.join(each)}ff" for each in product(("00", "ff"), repeat=3)]
    found = evaluated(("colours",), "data.map(inks([24, 24, 24]))", pure)
    assert all(re.fullmatch("#[0-9a-f]{6}ff", each) for each in found), found
