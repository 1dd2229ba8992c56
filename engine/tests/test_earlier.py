"""Records of before the journal still open; what cannot be taken over is kept aside."""

import json

import pytest

from askfirst.record.earlier import lines_in
from askfirst.record.journal import event_in, fold, line_of
from askfirst.record.record import Record
from askfirst_tests.earlier import NO_RECORDS, OLD, RECORDS


@pytest.fixture
def file(tmp_path):
    (tmp_path / ".cats.json").write_text("{}")
    return tmp_path / "progress.jsonl"


def of(kept):
    lines = lines_in(json.dumps(kept, indent=1).encode())
    return fold(lines), [*map(event_in, lines)].count(None)


def test_an_earlier_record_becomes_events():
    state, malformed = of(OLD)
    assert malformed == 0
    assert state.seed == "ann"
    assert state.guesses == {
        "a": OLD["guesses"]["a"],
        "c": {"guess": None, "when": 7, "state": "skipped"},
    }
    assert state.checks == {
        "cats.1": {None: {"state": "right", "mistake": None, "answer": [4, -1]}},
        "cats.2": {"ann": {"state": "wrong", "mistake": 0}},
    }


def test_a_page_hands_it_on_as_a_line_of_its_journal():
    new = line_of("guess", 20, name="d", guess="up", state="right")
    lines = lines_in(f"{json.dumps(OLD)}\n{new}\n{new[:8]}\n".encode())
    assert lines == [*lines_in(json.dumps(OLD).encode()), new, new[:8]]


def test_what_an_earlier_course_could_not_have_written_is_no_event():
    for kept, malformed in RECORDS:
        assert of(kept)[1] == malformed, kept
    for kept in NO_RECORDS:
        with pytest.raises(ValueError, match=r"^it"):
            of(kept)


def test_own_numbers_that_were_given_up_stay_given_up():
    lines = lines_in(b'{"seed": null, "seed_when": 50}')
    assert fold([line_of("seed", 4, seed="ann"), *lines]).seed is None


def test_an_earlier_record_is_taken_over_once_and_its_file_kept(file):
    old = file.with_name("progress.json")
    old.write_text(json.dumps(OLD))
    one, other = Record(file), Record(file)
    assert one.state == other.state == of(OLD)[0]
    assert Record(file).state == one.state
    assert not old.exists()
    aside = file.with_name("progress (of an earlier course).json")
    assert json.loads(aside.read_text()) == OLD


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "was not understood"), ('{"version": 2}', "its version is 2")],
)
def test_what_cannot_be_taken_over_is_said_and_kept_aside(file, text, said):
    file.with_name("progress.json").write_text(text)
    with pytest.warns(UserWarning, match=said):
        Record(file).add("guess", name="it", guess=1, state=None)
    aside = file.with_name("progress (of an earlier course).json")
    assert aside.read_text() == text
    assert Record(file).state.guesses["it"]["guess"] == 1


def test_an_odd_line_leaves_the_rest_of_a_journal():
    line = line_of("guess", 20, name="d", guess="up")
    odd = ['{"version": 2}', '{"checks": 3}']
    assert lines_in("\n".join([line, *odd]).encode()) == [line, *odd]


def test_a_record_that_cannot_be_renamed_is_taken_over_all_the_same(file, monkeypatch):
    def locked(*_):
        raise PermissionError(13, "Permission denied")

    file.with_name("progress.json").write_text(json.dumps(OLD))
    monkeypatch.setattr(type(file), "replace", locked)
    with pytest.warns(UserWarning, match="Permission denied"):
        assert Record(file).state.seed == "ann"
    assert b"ann" in file.read_bytes()
