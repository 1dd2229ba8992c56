"""What a student did outlives the kernel in a working copy, and nowhere else; of two
kernels neither takes from the other.
"""

import multiprocessing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askfirst.questions.exercises import exercise
from askfirst.record import record
from askfirst.record.journal import event_in, fold, guess_lines, line_of
from askfirst.record.record import Record
from askfirst_tests.earlier import NO_EVENTS

MARKER = ".cats.json"


@pytest.fixture
def file(tmp_path):
    (tmp_path / MARKER).write_text("{}")
    return tmp_path / "progress.jsonl"


@pytest.fixture
def kernel(monkeypatch, file):
    """Put the record of another kernel in this working copy in place."""

    def make():
        monkeypatch.setattr(record, "student", Record(file))
        return record.student

    return make


def guess(name, value, **more):
    return {"kind": "guess", "name": name, "guess": value, "state": None} | more


def after(*events):
    """The state after these events, one a millisecond."""
    lines = [line_of(when=i, **event) for i, event in enumerate(events, start=1)]
    return fold(lines)


# The journal

EVENTS = st.fixed_dictionaries(
    {"when": st.integers(0, 9), "name": st.sampled_from("ab")}
)
KINDS = st.one_of(
    st.fixed_dictionaries(
        {
            "kind": st.just("guess"),
            "guess": st.sampled_from([None, "up", 1.5, [1, 2]]),
            "state": st.sampled_from(["right", "wrong", None]),
        }
    ),
    st.fixed_dictionaries(
        {
            "kind": st.just("check"),
            "seed": st.sampled_from([None, "s"]),
            "state": st.sampled_from(["right", "wrong"]),
            "mistake": st.none(),
        }
    ),
    st.fixed_dictionaries({"kind": st.just("again")}),
    st.fixed_dictionaries(
        {"kind": st.just("seed"), "seed": st.sampled_from(["s", "t"])}
    ),
)
LINES = st.lists(
    st.builds(lambda each, kind: line_of(**each, **kind), EVENTS, KINDS), max_size=12
)


@given(LINES, LINES)
def test_of_two_journals_the_union_has_one_state_in_whatever_order(one, other):
    assert fold([*one, *other]) == fold([*other, *one, *one])


def test_the_last_guess_stands_and_the_first_is_kept():
    state = after(
        guess("it", "down", state="wrong"),
        {"kind": "again", "name": "it"},
        guess("it", "up", state="right"),
        {"kind": "again", "name": "it"},
        guess("it", "flat", state="wrong"),
    )
    first = {"guess": "down", "when": 1, "state": "wrong"}
    last = {"guess": "flat", "when": 5, "state": "wrong", "first": first}
    assert state.guesses == {"it": last}


def test_events_count_in_the_order_of_time_not_of_their_lines():
    lines = [line_of("seed", when, seed=f"{when}") for when in (10, 9)]
    assert fold(lines).seed == "10"


def test_a_guess_that_is_told_twice_is_one_guess_and_may_be_judged_later():
    told = guess("it", "up"), guess("it", "up", state="right")
    first = {"guess": "up", "when": 1, "state": "right"}
    assert after(*told).guesses == {"it": first}
    assert after(*told, guess("it", "flat")).guesses["it"]["first"] == first


def test_an_exercise_that_was_right_stays_right():
    def check(state, **more):
        fixed = {"kind": "check", "name": "1", "seed": None, "mistake": None}
        return fixed | {"state": state} | more

    state = after(check("wrong", answer=2), check("right"), check("wrong"))
    assert state.checks["1"][None] == {"state": "right", "mistake": None}
    state = after(check("right"), check("right", answer=3), check("right", answer=4))
    assert state.checks["1"][None]["answer"] == 3


def test_a_line_that_is_no_event_is_passed_over():
    long = line_of("guess", 1, name="a", guess="x" * 20_000, state=None)
    for line in (*NO_EVENTS, long):
        assert event_in(line) is None, line


def test_an_event_without_numbers_of_ones_own_or_a_mistake_has_none():
    lines = ['{"when": 1, "kind": "check", "name": "1", "state": "right"}']
    lines += ['{"when": 1, "kind": "seed"}']
    state = fold(lines)
    assert state.checks == {"1": {None: {"state": "right", "mistake": None}}}
    assert state.seed is None


# The record of a kernel


def test_where_no_marker_stands_nothing_is_written(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert record.file_here() is None
    student = Record(record.file_here())
    student.add("guess", name="it", guess=1, state=None)
    assert student.state.guesses["it"]["guess"] == 1
    assert list(tmp_path.iterdir()) == []
    (tmp_path / MARKER).write_text("{")  # spoilt, and still one
    assert record.file_here() == tmp_path / "progress.jsonl"


def test_reading_writes_nothing(kernel, file):
    kernel()
    exercise("cats.1").check(...)
    assert not file.exists()


def _answer(file, who):
    student = Record(file)
    for i in range(30):
        student.checked(f"{who}.{i}", "right", None)


@pytest.mark.slow
def test_of_processes_that_append_at_once_no_answer_is_lost(kernel, file):
    context = multiprocessing.get_context("spawn")
    each = [context.Process(target=_answer, args=(file, who)) for who in range(3)]
    for process in each:
        process.start()
    for process in each:
        process.join()
    assert len(kernel().state.checks) == 90


def test_a_line_that_broke_off_takes_no_other_with_it(kernel, file):
    kernel().checked("09.1", "right", None)
    file.write_bytes(file.read_bytes() + b'{"when": 5, "ki')
    kernel().checked("09.2", "right", None)
    assert {*kernel().state.checks} == {"09.1", "09.2"}
    assert b'{"when": 5, "ki\n' in file.read_bytes()


def test_a_guess_that_was_let_go_does_not_come_back_from_a_page(kernel):
    student = kernel()
    student.add("guess", name="it", guess=1, state=None)
    kept = student.state.guesses
    student.add("again", name="it")
    student.merge(guess_lines(kept))
    assert student.state.guesses == {}
    student.add("guess", 1, name="it", guess=5, state=None)  # the page's clock is slow
    assert student.state.guesses["it"]["guess"] == 5


def test_to_forget_it_all_reaches_every_kernel_and_the_file(kernel, file):
    one, other = kernel(), kernel()
    other.add("guess", name="it", guess="secret", state=None)
    other.checked("09.1", "right", None)
    backup = file.read_text().splitlines()
    one.add("seed", seed="ann")
    one._unsaved = [*backup]  # as where the file could not be written
    one.forget()
    assert "secret" not in file.read_text()
    for student in (one, other, kernel()):
        state = student.state
        assert (state.guesses, state.checks) == ({}, {})
        assert state.seed == "ann"
    one.merge(backup)
    assert other.state.guesses["it"]["guess"] == "secret"


def test_what_could_not_be_written_is_said_and_outlives_what_others_write(kernel, file):
    file.mkdir()
    student = kernel()
    with pytest.warns(UserWarning, match="not kept beyond this kernel"):
        student.add("guess", name="it", guess=1, state=None)
    file.rmdir()
    assert {*student.state.guesses} == {"it"}
    kernel().add("guess", name="more", guess=1, state=None)
    assert {*student.state.guesses} == {"it", "more"}
    student.add("seed", seed="ann")
    assert {*kernel().state.guesses} == {"it", "more"}


# Exercises


def test_an_answer_on_record_stands_where_the_cell_has_none(kernel):
    kernel()
    exercise("cats.1").check([16, -4])
    kernel()
    verdict = exercise("cats.1").check(...)
    assert verdict.state == "right"
    assert "Your answer on record is [16, -4]." in repr(verdict)
    assert exercise("cats.1").check([8, -4]).state == "wrong"
    exercise("cats.3").check(lambda *_: 0)  # a function is not kept
    verdict = exercise("cats.3").check(...)
    assert verdict.state == "open"
    assert "not right yet on your record" in repr(verdict)


def test_an_answer_on_record_to_other_numbers_is_none(kernel):
    student = kernel()
    exercise("cats.1").check([16, -4])
    exercise("cats.4").check(7)
    student.add("seed", seed="a seed")
    assert exercise("cats.1").check(...).words.startswith("not answered yet")
    exercise("cats.4").check(9)  # which has no other numbers
    assert exercise("cats.4").check(...).state == "right"
