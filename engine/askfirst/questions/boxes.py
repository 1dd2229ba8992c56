"""The boxes of an exercise in a page, and the widget for JupyterLab."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from askfirst.questions.diagnosis import SENTENCES, SIZES
from askfirst.scripts import script, style


def judging() -> str:
    """The scripts that read and judge an answer, with their sentences."""
    data = json.dumps([SENTENCES, SIZES], ensure_ascii=False)
    scripts = script("typed", "judge_answer", "exercises")
    return f"const [SENTENCES, SIZES] = {data};\n{scripts}"


def work_place(spec: dict[str, Any]) -> str:
    """The place of what was answered, on a page without Python."""
    return f'<div class="work-live">{embedded(spec)}</div>'


def embedded(spec: dict[str, Any]) -> str:
    """Data for the scripts of a page, as an element of it."""
    text = json.dumps(spec, ensure_ascii=False)
    for sign in "<>&$":  # neither a tag nor a formula begins in it
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return f'<script type="application/json">{text}</script>'


class Boxes(anywidget.AnyWidget):
    """The boxes of an exercise in JupyterLab; see ``boxes.js``."""

    spec: traitlets.Dict = traitlets.Dict().tag(sync=True)
    html = traitlets.Unicode().tag(sync=True)
    earlier = traitlets.Dict(allow_none=True).tag(sync=True)

    @property
    def _esm(self) -> str:
        return script("controls") + judging() + script("boxes")

    @property
    def _css(self) -> str:
        return style("lab") + style("exercise")

    def __repr__(self) -> str:
        return "an exercise with boxes (in JupyterLab, run this cell to answer it)"


def show(
    html: str,
    spec: dict[str, Any],
    judged: Callable[[Any], dict[str, Any]],
    outdated: Callable[[], str],
    earlier: dict[str, Any] | None = None,
) -> Boxes:
    """Display boxes with the ``earlier`` answer on record, and below them, for those
    who read the notebook without a kernel, what ``judged`` returns for the last answer,
    by MIME type. No answer is judged once ``outdated`` returns why.
    """
    widget = Boxes(html=html, spec=spec, earlier=earlier)
    display(widget)
    beside = display(_beside(judged(...)), raw=True, display_id=True)

    def receive(_: Boxes, message: dict[str, Any], buffers: list) -> None:
        reason = outdated()
        if not reason:
            beside.update(_beside(judged(message["answer"])), raw=True)
        widget.send({"kind": "heard", "note": reason})

    widget.on_msg(receive)
    return widget


def _beside(bundle: dict[str, Any]) -> dict[str, Any]:
    return bundle | {"text/html": f"<div data-checked>{bundle['text/html']}</div>"}
