"""The record that a course of before version 2 kept."""

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
