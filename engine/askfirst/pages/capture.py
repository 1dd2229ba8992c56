"""Where a notebook runs: each lab that is shown writes its frames down for the page,
and leaves its place there.
"""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

from IPython import get_ipython
from IPython.core.formatters import format_display_data
from IPython.display import display

from askfirst.labs.picture import Picture
from askfirst.labs.playable import Playable
from askfirst.pages.paper import sheet
from askfirst.pages.prepared import packed, prepared
from askfirst.questions.boxes import embedded
from askfirst.questions.exercises import Verdict
from askfirst.questions.guesses import HandedIn
from askfirst.report.progress import Progress
from askfirst.words.course import declare, packages

PLACE = (
    '<div class="lab-page" data-lab="{name}">{still}</div>{sheet}<script'
    ' src="_static/labs/{name}.js"{late}></script>'
)
FUNCTION = (
    "it asks for a function, so it is answered in Python. <a"
    ' href="_static/notebooks/{notebook}.ipynb" download>Take this notebook</a>, put'
    " your function in place of the three dots there, and run the cell."
)


def begin(given: bytes) -> None:
    """From now on a lab that is shown writes ``folder/notebook-NN.js`` and is displayed
    as its place on a page; and so is an exercise that waits for its answer. ``given``
    are the course, that folder and the notebook.
    """
    course, folder, notebook = pickle.loads(given)
    declare(course)
    shown = 0

    def show(lab: Playable) -> None:
        nonlocal shown
        shown += 1
        name = f"{notebook}-{shown:02d}"
        given = json.dumps([name, *packed(prepared(lab))])[1:-1]
        script = f"askfirstFrames({given});\n"
        Path(folder, f"{name}.js").write_text(script, encoding="utf-8")
        still = lab._still()
        data, _ = format_display_data(still)
        unveiled, _ = format_display_data(lab.picture() if lab.question else still)
        late = " async" if shown > 1 else ""  # a page waits for its first picture alone
        words = sheet(lab, name, shown, data["text/html"], unveiled["text/html"])
        place = PLACE.format(name=name, still=data["text/html"], sheet=words, late=late)
        display({"text/html": place, "text/plain": data["text/plain"]}, raw=True)

    def place_of_work(asks: Progress | HandedIn) -> None:
        nothing: dict[str, Any] = {"lecture": None, "lectures": {}}  # to count
        spec = asks.spec if isinstance(asks, Progress) else nothing
        place = f'<div class="work-live">{embedded(spec)}</div>'
        display({"text/html": place, "text/plain": ""}, raw=True)

    def still(picture: Picture, **_: Any) -> tuple[dict, dict]:
        return {"text/html": picture.html, "text/plain": picture.alt}, {}

    formatters = get_ipython().display_formatter
    displayed = formatters.ipython_display_formatter.for_type
    displayed(Playable, show)
    displayed(Progress, place_of_work)
    displayed(HandedIn, place_of_work)
    formatters.mimebundle_formatter.for_type(Picture, still)
    written = Verdict._repr_html_

    def place(verdict: Verdict) -> str:
        if verdict.state != "open":
            return written(verdict)
        if verdict.exercise.spec() is None:
            return verdict.exercise.element(FUNCTION.format(notebook=notebook))
        return verdict.exercise.element("not answered yet.")

    Verdict._repr_html_ = place  # type: ignore[method-assign, assignment]


def tell_imported(folder: str) -> None:
    """Show which files of the packages and of a folder were imported."""
    places = (*map(str, packages()), folder)
    files = {getattr(each, "__file__", None) or "" for each in [*sys.modules.values()]}
    found = sorted(each for each in files if each.startswith(places))
    display({"application/json": found}, raw=True)
