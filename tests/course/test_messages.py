"""What Python sends to the page has the format that the page's scripts are checked
against.
"""

import json
import zlib
from contextlib import suppress
from datetime import date

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from kernellab import labs
from kernellab.interactive import Lab, record
from kernellab.interactive.prefetch import PREFETCH
from kernellab.interactive.progress import Progress
from kernellab.interactive.recorder import GLYPHS, Recorder
from kernellab.interactive.site.prepared import prepared
from kernellab.interactive.steppers import Stepper
from tests.contract import check, fields, mismatch, types
from tests.course.labs import EVERY, STEPPERS, at

QUICK = ("kernel_ridge", "svr_tube", "word_similarity", *sorted(STEPPERS)[:2])


class Page:
    """The page's half of a lab: it keeps what it is sent, all of it checked."""

    def __init__(self, lab) -> None:
        self.lab, self.steps = lab, isinstance(lab, Stepper)
        self.messages: list[dict] = []
        self.frames: list[dict] = []
        self.turn = 0
        lab._widget = self

    def send(self, message: dict, buffers: list[bytes] | None = None) -> None:
        check("ToSteps" if self.steps else "ToLab", message)
        self.messages.append(message)
        for buffer in buffers or []:
            head, *lines = zlib.decompress(buffer).decode().split("\n")
            contents = json.loads(head)
            check("Contents", contents)
            backgrounds = len(contents["backgrounds"])
            for line in lines[:backgrounds]:
                for op in json.loads(line):
                    check("Op", op)
            for line in lines[backgrounds:]:
                check("Frame", json.loads(line))
                self.frames.append(json.loads(line))

    def close(self) -> None:
        pass

    def tell(self, kind: str, **more) -> None:
        self.turn += 1
        head = {"kind": kind, "view": "v", "turn": self.turn}
        forgot = {} if self.steps else {"forgot": []}
        self.lab._receive(self, head | forgot | more, [])

    def play(self) -> None:
        """Every message that a page may send, and what a cell may do."""
        lab = self.lab
        ends = [
            [control.nearest(control.values[end]) for control in lab.controls.values()]
            for end in (0, -1)
        ]
        if self.steps:
            self.tell("hello", positions={}, settings=[], guesses={})
            data = [positions[1:] for positions in ends]
            names = list(lab.controls)
            for positions in ends:
                moved = dict(zip(names, positions, strict=True))
                self.tell("set", positions=moved, settings=data)
            self.tell("rest")
        else:
            self.tell("hello", guesses={})
            for positions in ends:
                self.tell("set", positions=positions, have=False)
                self.tell("set", positions=positions, have=True)
            self.tell("rest", id="another")
            self.tell("wish", settings=ends)
            draw, send = PREFETCH._requests.pop(id(lab), (None, None))
            while draw and draw():
                pass
            if send:
                send()
        if lab.question:
            spec = lab.question.spec()
            check("QuestionSpec", spec)
            right = spec["right"] if "right" in spec else spec["cases"][0][0]
            right = right[0] if spec["kind"] == "number" else right
            for guess in (right, None):
                self.tell("guess", entry={"guess": guess, "when": 1})
                self.tell("again")
            self.tell("guess", entry={"guess": right, "when": 2})
        for values in lab._named(ends[0]), lab._named(ends[1]):
            with suppress(Exception):  # a setting that fails sends its problem
                lab.set(**values)
        lab.reset()


@pytest.fixture(autouse=True)
def _no_thread(monkeypatch):
    """Wishes stay where they are put, and the test draws them."""
    monkeypatch.setattr(
        type(PREFETCH),
        "put",
        lambda self, lab, draw, send: self._requests.update({lab: (draw, send)}),
    )


@pytest.fixture(autouse=True)
def _as_before():
    yield
    record.student.forget()


@pytest.mark.parametrize(
    "name",
    [
        each if each in QUICK else pytest.param(each, marks=pytest.mark.slow)
        for each in EVERY
    ],
)
@pytest.mark.slow
def test_all_that_a_lab_sends_has_its_type(name):
    lab = at(name)
    check("PlayableState", lab.widget_state())
    page = Page(lab)
    try:
        page.play()
    finally:
        lab._widget = None
    kinds = {message["kind"] for message in page.messages}
    if page.steps:
        assert kinds == {"moved", "answer"}
    else:
        asked = {"asked"} if lab.question else set()
        assert kinds == {"hello", "answer", "ahead", "moved"} | asked
    found = prepared(lab, 6)
    check("PreparedSteps" if page.steps else "PreparedLab", found)
    for text in [*found.get("frames", []), *found.get("veiled", [])]:
        check("Frame", json.loads(text))
    for text in found.get("backgrounds", {}).values():
        for op in json.loads(text):
            check("Op", op)


def everything() -> list:
    """The display list of a figure in which each operation and each style appears."""
    figure = Figure(figsize=(4, 3), dpi=100)
    ax = figure.subplots()
    ax.set(xlim=(0, 4), ylim=(0, 3))
    ax.plot([0, 4], [0, 3], "--", solid_capstyle="projecting")
    ax.plot([0, 1, 2], [1, 2, 1], marker="o", solid_joinstyle="miter")
    ax.add_patch(Rectangle((1, 1), 1, 1, hatch="//", facecolor="none"))
    ax.imshow(np.eye(2), extent=(2, 3, 1, 2), alpha=0.5, clip_path=None)
    ax.imshow(
        np.random.default_rng(0).random((20, 20, 3)), extent=(3, 4, 1, 2), aspect="auto"
    ).set_clip_path(Circle((3.5, 1.5), 0.4, transform=ax.transData))
    ax.text(1, 2, r"$\frac{1}{\lambda}$")
    ax.text(2, 2, "核")
    recorder = Recorder(400, 300, 100)
    figure.draw(recorder)
    return recorder.ops


def test_every_operation_and_every_style_has_its_type():
    ops = everything()
    for op in ops:
        check("Op", op)
    for path in GLYPHS:
        check("WrittenPath", path)
    assert {op[0] for op in ops} == set("pmtwi")
    assert {name for op in ops for name in op[1]} == set(fields("Style"))


def test_progress_sends_what_its_type_says(tmp_path, monkeypatch):
    shown = Progress({}, None, tmp_path)
    monkeypatch.setattr(
        "kernellab.interactive.progress.pack", lambda folder: (b"zip", [])
    )
    monkeypatch.setattr(
        "kernellab.interactive.progress.unpack", lambda *_: ["Brought back."]
    )
    told = []
    for file in (None, tmp_path / "progress.jsonl"):
        monkeypatch.setattr(record, "student", record.Record(file))
        widget = shown.widget()
        check("ProgressState", {"html": widget.html, "keeps": widget.keeps})
        widget.send = lambda message, buffers=None: told.append(message)
        for kind in ("pack", "unpack", "forget"):
            check("FromProgress", {"kind": kind})
            shown._receive(widget, {"kind": kind}, [b"zip"])
    for message in told:
        check("ToProgress", message)
    assert {message["kind"] for message in told} == {"status", "packed"}
    assert str(date.today()) in next(m["name"] for m in told if m["kind"] == "packed")


@pytest.fixture(scope="module")
def recorded():
    """Messages and frames, each with its type."""
    figure = Figure(figsize=(3, 2))
    (line,) = figure.subplots().plot([0, 1])

    def update(a):
        line.set_ydata([0, 1 / a])
        return f"It ends at {1 / a:g}."

    question = labs.Question(
        "How high?", name="high", number=(0, 9), right=1, why="It is."
    )
    lab = Lab(
        figure,
        update,
        a=labs.slider(0.0, 5.0, start=2.0, step=1.0),
        question=question,
        handles={"a": lambda: (line.axes, *line.get_xydata()[1])},
    )
    page = Page(lab)
    page.play()
    lab._widget = None
    return [
        *(("ToLab", message) for message in page.messages),
        *(("Frame", frame) for frame in page.frames),
        ("QuestionSpec", question.spec()),
        ("PlayableState", lab.widget_state()),
        ("PreparedLab", prepared(lab, 3)),
        *(("Op", op) for op in everything()),
    ]


def test_a_field_too_many_or_too_few_or_of_another_kind_is_found(recorded):
    """Dropping, adding or changing any field of what was sent is a mismatch, but for
    what may be absent.
    """
    optional = {"handles", "healed", "state"}
    assert any("handles" in value for _, value in recorded if isinstance(value, dict))
    assert any("problem" in value for _, value in recorded if isinstance(value, dict))
    for name, value in recorded:
        if isinstance(value, list):
            assert mismatch(name, [*value, {}]), value[0]
            assert mismatch(name, value[:1])
            assert mismatch(name, [value[0], value[1] | {"z": 1}, *value[2:]])
            continue
        assert mismatch(name, value) is None
        assert mismatch(name, value | {"new": 1})
        for field in value:
            less = {k: v for k, v in value.items() if k != field}
            if field not in optional:
                assert mismatch(name, less), (name, field)
            assert mismatch(name, value | {field: {"of": 1}}), field


def test_every_type_is_written_as_the_reader_takes_it():
    assert {"ToLab", "FromLab", "ToSteps", "FromSteps", "Prepared"} <= set(types())
    assert fields("LabHello").keys() == {
        "kind", "view", "turn", "figure", "positions", "texts", "exact", "entry",
        "left", "apart"
    }  # fmt: skip
    assert mismatch("Entry", {"guess": 1, "when": True})
    assert mismatch("Entry", {"guess": 1, "when": 1, "state": "unsure"})
    assert mismatch("WrittenPath", ["ML", [0, 0]])
    assert mismatch("PathOp", ["p", {"f": "red"}])
    assert mismatch("Figure", {"width": 1, "height": 1, "panels": [[0, 1, 2]]})
    assert mismatch("Figure", {"width": 1, "height": 1, "panels": [[0, "1"]]})
