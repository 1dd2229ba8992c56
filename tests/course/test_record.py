"""What a student did outlives the kernel in a working copy, and nowhere else; of two
kernels neither takes from the other.
"""

import copy
import json
import warnings

import pytest
from matplotlib.figure import Figure

from kernellab import datasets, derivations, exercise, labs
from kernellab.interactive import record, record_file
from kernellab.interactive.working_copy import MARKER


class Kernel:
    """A kernel of its own in one process: its memory is put in place while it is at
    work.
    """

    def __init__(self, monkeypatch, folder):
        monkeypatch.chdir(folder)
        self._patch = monkeypatch
        kept = record_file.understood(b"{}")
        self._state = {
            "_PLACE": record_file.place(),
            "_STAMP": None,
            "_KEPT": kept,
            "_ARRIVED": set(),
        }

    def __enter__(self):
        for name, value in self._state.items():
            self._patch.setattr(record, name, value)

    def __exit__(self, *_):
        self._state = {name: getattr(record, name) for name in self._state}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / MARKER).write_text("{}")
    return tmp_path


@pytest.fixture
def kernel(monkeypatch, folder):
    return lambda: Kernel(monkeypatch, folder)


def in_file(folder):
    return json.loads((folder / "progress.json").read_text(encoding="utf-8"))


def asking(**more):
    figure = Figure()
    (line,) = figure.subplots().plot([0, 1])
    question = labs.Question(
        "What?", name="it", number=(0, 10), right=2, within=0, why="So.", veil=[line]
    )

    def update(a, b="up"):
        line.set_ydata([0, a])
        return f"At {a:.1f}, {b}."

    return labs.Lab(
        figure,
        update,
        title="A lab",
        **{"question": question, "a": (0.0, 10.0), "b": ["up", "down"]} | more,
    )


def moved(lab, **values):
    """As a page tells of a hand that moves the controls and rests."""
    positions = [
        each.nearest(values.get(name, lab.values[name]))
        for name, each in lab.controls.items()
    ]
    lab.widget().send = lambda *_: None
    head = {"view": "v", "turn": 1}
    lab._receive(
        lab.widget(), {"kind": "set", "positions": positions, "have": False, **head}, []
    )
    lab._receive(lab.widget(), {"kind": "rest", "id": "", **head}, [])


def shown(lab):
    lab._ipython_display_()
    return lab


def test_what_one_kernel_knew_the_next_one_knows(kernel):
    with kernel():
        record.note("it", "größer", state="right")
        record.checked("09.1", "wrong", 2)
        record.keep_seed("ann")
        record.left("A lab", {"a": 3.0})
        before = record.record()
    with kernel():
        assert record.record() == before
        assert record.seed() == "ann"
        assert record.guess_on("it")["guess"] == "größer"


def test_where_no_marker_stands_nothing_is_written(monkeypatch, tmp_path):
    with Kernel(monkeypatch, tmp_path):
        record.note("it", 1)
        record.checked("09.1", "right", None)
        assert record.guess_on("it")["guess"] == 1
    assert list(tmp_path.iterdir()) == []


def test_reading_writes_nothing(kernel, folder):
    with kernel():
        record.record()
        exercise("09.1").check(...)
        shown(asking())
        record.merge({})
    assert [path.name for path in folder.iterdir()] == [MARKER]


def test_two_kernels_at_once_keep_each_others_answers(kernel, folder):
    one, other = kernel(), kernel()
    with one:
        record.note("a", 1)
    with other:
        record.note("b", 2)
        assert record.guess_on("a")["guess"] == 1
    with one:
        record.checked("09.1", "right", None)
        assert record.guess_on("b")["guess"] == 2
    assert {*in_file(folder)["guesses"]} == {"a", "b"}
    assert {*in_file(folder)["checks"]} == {"09.1"}


def test_of_two_entries_the_newer_stands_but_right_stays_right(kernel):
    one, other = kernel(), kernel()
    with one:
        record.note("it", 1, when=10)
        record.checked("09.1", "right", None)
    with other:
        record.note("it", 2, when=30)
        record.checked("09.1", "wrong", 0)
        record.merge({"it": {"guess": 3, "when": 20}})
        assert record.guess_on("it") == {
            "guess": 2,
            "when": 30,
            "first": {"guess": 1, "when": 10},
        }
        assert record.record()["checks"]["09.1"]["state"] == "right"


def test_an_exercise_that_was_right_stays_so_also_where_two_records_meet():
    right, wrong = (
        {"state": state, "mistake": None, "when": when}
        for state, when in (("right", 1), ("wrong", 2))
    )
    empty = record_file.understood(b"{}")
    one, other = empty | {"checks": {"1": right}}, empty | {"checks": {"1": wrong}}
    assert (
        record_file.joined(one, other)["checks"]
        == record_file.joined(other, one)["checks"]
        == {"1": right}
    )


@pytest.mark.parametrize(
    "newer",
    [{"guess": "down", "when": 2, "state": "wrong"}, {"when": 2}],
    ids=["wrong", "let go"],
)
def test_of_two_guesses_the_newer_stands_even_if_the_older_was_right(newer):
    empty = record_file.understood(b"{}")
    older = {"guess": "up", "when": 1, "state": "right"}
    one, other = empty | {"guesses": {"a": older}}, empty | {"guesses": {"a": newer}}
    assert (
        record_file.joined(one, other)["guesses"]
        == record_file.joined(other, one)["guesses"]
        == {"a": newer | {"first": older}}
    )


def test_a_guess_that_was_let_go_does_not_come_back(kernel):
    one, other = kernel(), kernel()
    with one:
        record.note("it", 1)
    with other:
        assert record.guess_on("it")["guess"] == 1
        kept = record.record()["guesses"]
    with one:
        record.forget("it")
        record.merge(kept)  # from a page that has not heard of it
        assert record.guess_on("it") is None
    with other:
        record.note("another", 1)
        assert record.guess_on("it") is None
    with kernel():
        assert {*record.record()["guesses"]} == {"another"}
        record.note("it", 5, when=1)  # the clock of the page is behind
    with one:
        assert record.guess_on("it")["guess"] == 5


def test_the_first_guess_and_the_last_are_kept(kernel, folder):
    with kernel():
        record.note("it", "down", state="wrong")
        record.forget("it")
        assert record.guess_on("it") is None
        assert record.record()["guesses"] == {}
    with kernel():  # another one, which reads the file
        record.note("it", "up", state="right")
        record.forget("it")
        record.note("it", "flat", state="wrong")
        kept = record.record()["guesses"]["it"]
        assert (kept["guess"], kept["state"]) == ("flat", "wrong")
        assert (kept["first"]["guess"], kept["first"]["state"]) == ("down", "wrong")
        assert record.guess_on("it")["first"]["guess"] == "down"
        record.forget_all()
        record.note("it", "up")
        assert "first" not in record.guess_on("it")


def test_a_record_without_first_guesses_is_understood(kernel, folder):
    known = {"version": 1, "guesses": {"it": {"guess": "up", "when": 5}}}
    (folder / "progress.json").write_text(json.dumps(known))
    with kernel():
        assert record.guess_on("it") == {"guess": "up", "when": 5}
        record.forget("it")
        record.note("it", "down")
        assert record.guess_on("it")["first"] == {"guess": "up", "when": 5}


def test_to_forget_it_all_reaches_every_kernel_and_page(kernel):
    one, other = kernel(), kernel()
    with other:
        record.note("it", 1)
        record.checked("09.1", "right", None)
        record.left("A lab", {"a": 1.0})
        page = record.record()["guesses"]
    with one:
        record.keep_seed("ann")
        record.forget_all()
    with other:
        record.merge(page)
        assert not any(
            record.record()[name] for name in ("guesses", "checks", "positions")
        )
        assert record.seed() == "ann"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 2}',
        '{"guesses": []}',
        '{"seed": 3}',
        '{"forgotten": "now"}',
        '{"forgotten": NaN}',
        f'{{"forgotten": 1{"0" * 400}}}',
        "[" * 99_999,
        "\xff",
    ],
)
def test_a_file_that_is_not_understood_is_kept_aside(kernel, folder, text):
    (folder / "progress.json").write_bytes(text.encode("latin-1"))
    with (
        kernel(),
        pytest.warns(UserWarning, match=r"kept as progress \(not understood\)\.json"),
    ):
        record.note("it", 1)
    assert (folder / "progress (not understood).json").read_bytes() == text.encode(
        "latin-1"
    )
    assert in_file(folder)["guesses"]["it"]["guess"] == 1


def test_what_is_no_entry_is_left_out(kernel, folder):
    sound = {"guess": "up", "when": 1}
    spoilt = [
        None,
        3,
        {},
        {"guess": 1},
        {"guess": 1, "when": "now"},
        {"guess": 1, "when": 10**400},
        {"guess": {}, "when": 1},
        {"guess": "x" * 20_000, "when": 1},
    ]
    guesses = {"sound": sound} | {str(i): each for i, each in enumerate(spoilt)}
    checks = {
        "1": {"state": "fine", "mistake": None, "when": 1},
        "2": {"state": "right", "mistake": "a", "when": 1},
    }
    positions = {"1": {"values": [1], "when": 1}}
    (folder / "progress.json").write_text(
        json.dumps(
            {"version": 1, "guesses": guesses, "checks": checks, "positions": positions}
        )
    )
    with kernel():
        found = record.record()
    assert found == {
        "version": 1,
        "seed": None,
        "guesses": {"sound": sound},
        "checks": {},
        "positions": {},
    }


def test_half_of_a_letter_spoils_no_other_answer(kernel, folder):
    with kernel():
        record.left("A lab", {"word": "\ud83d"})
        record.note("it", 1)
    assert in_file(folder)["guesses"]["it"]["guess"] == 1
    assert in_file(folder)["positions"]["A lab"]["values"] == {"word": "?"}


def test_where_the_file_cannot_be_written_the_answer_is_kept_in_memory_and_said(
    kernel, folder
):
    (folder / "progress.json").mkdir()
    with kernel(), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        record.note("it", 1)
        assert record.guess_on("it")["guess"] == 1
    assert "not kept beyond this kernel" in str(said[0].message)


def test_what_is_restored_comes_back_also_after_it_was_forgotten(kernel):
    with kernel():
        record.note("it", 1)
        backup = copy.deepcopy(record._KEPT)
        record.forget_all()
        found = record_file.restored(record._KEPT, backup)
        assert found["guesses"]["it"]["guess"] == 1
        assert record_file.joined(record._KEPT, found)["guesses"]["it"]["guess"] == 1


# Positions


def test_a_lab_stands_where_a_hand_left_it_once(kernel):
    with kernel():
        lab = shown(asking(question=None))
        moved(lab, a=3.0, b="down")
        # The cell was run again.
        assert shown(asking(question=None)).values == {"a": 5.0, "b": "up"}
    with kernel():
        made = asking(question=None)
        assert made.values["a"] == 5.0  # it is the first that is shown
        assert shown(asking(question=None)).values == {"a": 3.0, "b": "down"}
        assert shown(asking(question=None)).values == {"a": 5.0, "b": "up"}


def test_a_position_that_a_hand_has_changed_since_is_not_taken(kernel):
    with kernel():
        moved(shown(asking(question=None)), a=3.0)
    with kernel():
        record.record()  # the file is read
        record.left("A lab", {"a": 7.0, "b": "up"})
        assert record.position("A lab") == {}


def test_a_position_that_is_restored_later_is_taken_then(kernel):
    with kernel():
        moved(asking(question=None), a=3.0)
        backup = record_file.load(record.place())
        record.forget_all()
    with kernel():
        assert shown(asking(question=None)).values["a"] == 5.0
        record_file.save(
            record.place(),
            record_file.restored(record_file.load(record.place()), backup),
        )
        assert shown(asking(question=None)).values["a"] == 3.0
        assert shown(asking(question=None)).values["a"] == 5.0


def test_a_lab_that_was_put_back_starts_at_its_start(kernel, folder):
    with kernel():
        lab = asking(question=None)
        moved(lab, a=3.0)
        moved(lab, a=5.0)
        assert record.record()["positions"] == {}
    with kernel():
        assert shown(asking(question=None)).values["a"] == 5.0


def test_a_lab_whose_question_is_open_starts_at_its_start(kernel):
    with kernel():
        lab = asking()
        lab.answer(3)
        moved(lab, a=3.0)
    with kernel():
        assert shown(asking()).values["a"] == 3.0
        record.forget("it")
    with kernel():
        assert shown(asking()).values["a"] == 5.0


@pytest.mark.slow
def test_values_that_no_longer_fit_are_left_out(kernel):
    with kernel():
        moved(asking(question=None), a=9.0, b="down")
    with kernel():
        assert shown(asking(question=None, a=(0.0, 4.0))).values == {
            "a": 2.0,
            "b": "down",
        }
    with kernel():
        assert shown(asking(question=None, b=["up", "aside"])).values == {
            "a": 9.0,
            "b": "up",
        }


def test_a_position_that_cannot_be_shown_any_more_is_none(kernel):
    with kernel():
        moved(asking(question=None), a=9.0)
    with kernel():
        lab = asking(question=None)
        usual = lab.update

        def update(a, b):
            if a > 8:
                raise ValueError("no")
            return usual(a, b)

        lab.update = update
        assert shown(lab).values["a"] == 5.0
        assert lab.problem is None


def test_what_a_cell_has_set_is_no_position_and_a_lab_without_a_title_keeps_none(
    kernel,
):
    with kernel():
        shown(asking(question=None)).set(a=3.0)
        figure = Figure()
        (line,) = figure.subplots().plot([0, 1])
        untitled = labs.Lab(figure, lambda a: str(line.set_ydata([0, a])), a=(0, 4))
        moved(untitled, a=3)
        assert record.record()["positions"] == {}


def test_a_stepper_keeps_its_step_and_its_data(kernel):
    def make():
        sliders = {"lam": labs.slider(0.0, 2.0, start=1.0, step=0.1)}
        return labs.stepper(
            derivations.ridge_primal_to_dual,
            lambda lam: (*labs.random_problem(3, 2), lam),
            **sliders,
        )

    with kernel():
        lab = make()
        lab.widget().send = lambda *_: None
        for message in (
            {"kind": "set", "positions": {"step": 1, "lam": 3}, "settings": []},
            {"kind": "rest"},
        ):
            lab._receive(lab.widget(), {"view": "v", "turn": 1, **message}, [])
        left = lab.values
    with kernel():
        assert shown(make()).values == left != make().values


def test_how_a_guess_was_judged_is_kept(kernel):
    with kernel():
        asking().answer(2)
        assert record.record()["guesses"]["it"]["state"] == "right"
        lab = asking()
        lab.widget().send = lambda *_: None
        record.forget("it")
        when = record._KEPT["guesses"]["it"]["when"] + 1
        lab._receive(
            lab.widget(),
            {
                "kind": "hello",
                "view": "v",
                "turn": 1,
                "guesses": {"it": {"guess": 3, "when": when}},
            },
            [],
        )
        assert record.record()["guesses"]["it"]["state"] == "wrong"


def test_the_labs_of_the_course_make_no_warning_of_what_they_keep(kernel):
    with kernel(), warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        lab = labs.first_fit(*datasets.stopping())
        name = next(iter(lab.controls))
        moved(lab, **{name: lab.controls[name].values[0]})
    with kernel():
        assert (
            shown(labs.first_fit(*datasets.stopping())).values[name] == lab.values[name]
        )
