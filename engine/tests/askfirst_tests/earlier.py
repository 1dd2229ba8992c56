"""Records as a course of before version 2 kept them, and events that are none."""

from askfirst.record.journal import line_of

OLD = {
    "version": 1,
    "seed": "ann",
    "seed_when": 4,
    "forgotten": 0,
    "guesses": {
        "a": {
            "guess": "up",
            "when": 5,
            "state": "right",
            "first": {"guess": "down", "when": 3, "state": "wrong"},
        },
        "b": {"when": 6},
        "c": {"guess": None, "when": 7, "state": "skipped"},
    },
    "checks": {
        "cats.1": {"state": "right", "mistake": None, "when": 8, "answer": [4, -1]},
        "cats.2@ann": {"state": "wrong", "mistake": 0, "when": 9},
    },
    "positions": {
        "A lab": {"values": {"lam": 2.0}, "when": 10},
        "Another": {"when": 11},
    },
}

# Each with how many of its entries are malformed.
RECORDS = [
    ({}, 0),
    (OLD, 0),
    ({"seed": None, "seed_when": 50}, 0),
    ({"seed": None}, 0),
    ({"seed": "ann"}, 0),
    ({"seed_when": 50}, 0),
    ({"seed": 3, "guesses": {"a": {"guess": 1, "when": 1}}}, 1),
    (
        {
            "guesses": {
                "a": None,
                "b": {"guess": 1},
                "c": {"guess": {}, "when": 1},
                "d": {"guess": 1, "when": 1, "state": "fine"},
                "e": {"guess": 1, "when": 1, "first": None},
                "f": {"guess": 1, "when": 1, "first": {"when": 0}},
                "g": {"when": 1, "first": {"guess": 2, "when": 0}},
                "h": 3,
            },
            "checks": {
                "1": {"state": "fine", "when": 1},
                "2": {},
                "3": {"when": 1},
                "4@ann@home": {"state": "right", "when": 1},
                "5": {"state": "right", "mistake": "a", "when": 1},
                "6": {"state": "right", "answer": {}, "when": 1},
                "7@": {"state": "right", "when": "now"},
            },
        },
        11,
    ),
]
NO_RECORDS = [{"version": 2}, {"guesses": []}, {"checks": None}]

NO_EVENTS = [
    "",
    "[1]",
    "null",
    "[" * 5000,
    '{"when": 1}',
    '{"when": 1, "kind": ["guess"]}',
    '{"when": 1, "kind": "toString"}',
    '{"when": NaN, "kind": "seed", "seed": null}',
    '{"when": true, "kind": "seed", "seed": null}',
    '{"when": 1e300, "kind": "seed", "seed": null}',
    line_of("seed", 1, seed=3),
    line_of("again", 1),
    line_of("guess", 1, guess="up", state=None),
    line_of("guess", 1, name="a", state=None),
    line_of("guess", 1, name="a", guess={}, state=None),
    line_of("check", 1, name="1", seed=None, state="fine", mistake=None),
    line_of("check", 1, name="1", seed=None, state="right", mistake="a"),
    line_of("check", 1, name="1", seed=None, state="right", mistake=0, answer="a"),
    line_of("position", 1, name="A lab"),
    line_of("position", 1, name="A lab", values=None),
    line_of("position", 1, name="A lab", values=[1]),
]
