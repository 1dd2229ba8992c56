"""The boxes of an exercise in a page, and the widget for JupyterLab."""

from __future__ import annotations

import json
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from askfirst.questions.diagnosis import SENTENCES, SIZES
from askfirst.questions.exercises import Exercise, Verdict, asks_the_same, on_record
from askfirst.record import record
from askfirst.scripts import script, style

# Said where the numbers have changed since the boxes of a question were displayed
OUTDATED = (
    "This does not count: the numbers of your questions have changed since. Run this"
    " cell again, and it asks with your present numbers."
)


def judging() -> str:
    """The scripts that read and judge an answer, with their sentences."""
    data = json.dumps([SENTENCES, SIZES], ensure_ascii=False)
    scripts = script("typed", "judge_answer", "exercises")
    return f"const [SENTENCES, SIZES] = {data};\n{scripts}"


def embedded(spec: dict[str, Any]) -> str:
    """Data for the scripts of a page, as an element of it."""
    text = json.dumps(spec, ensure_ascii=False)
    for sign in "<>&$":  # neither a tag nor a formula begins in it
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return f'<script type="application/json">{text}</script>'


class Boxes(anywidget.AnyWidget):
    """The boxes of an exercise in JupyterLab; see ``boxes.js``."""

    html = traitlets.Unicode().tag(sync=True)
    earlier = traitlets.Dict(allow_none=True).tag(sync=True)
    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)

    def __repr__(self) -> str:
        return "an exercise with boxes (in JupyterLab, run this cell to answer it)"


def show(exercise: Exercise) -> None:
    """Display boxes with the answer on record, and below them, for those who read the
    notebook without a kernel, the verdict on the last answer; that alone if it cannot
    be typed into a box.
    """
    if exercise.spec() is None:
        display(exercise.check(...))
        return
    seed = record.student.seed
    widget = Boxes(
        html=exercise.element("not answered yet."),
        earlier=on_record(exercise.name),
        _esm=script("controls") + judging() + script("boxes"),
        _css=style("lab") + style("exercise"),
    )
    display(widget)
    beside = display(_beside(exercise.check(...)), raw=True, display_id=True)

    def receive(_: Boxes, message: dict[str, Any], buffers: list) -> None:
        is_present = asks_the_same(exercise.name, seed, record.student.seed)
        if is_present:
            beside.update(_beside(exercise.check(message["answer"])), raw=True)
        widget.send({"kind": "heard", "note": "" if is_present else OUTDATED})

    widget.on_msg(receive)


def _beside(verdict: Verdict) -> dict[str, Any]:
    bundle = verdict._repr_mimebundle_()
    return bundle | {"text/html": f"<div data-checked>{bundle['text/html']}</div>"}
