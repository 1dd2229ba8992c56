"""In a notebook's kernel: each lab that is shown writes its frames down for the page,
and leaves its place there. What a slide shows is drawn once more, for the wall.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from IPython import get_ipython
from IPython.core.formatters import format_display_data
from IPython.display import display

from kernellab.interactive.boxes import work_place
from kernellab.interactive.exercises import Verdict
from kernellab.interactive.lab import Lab
from kernellab.interactive.picture import Picture, drawn
from kernellab.interactive.playable import Playable
from kernellab.interactive.progress import Progress
from kernellab.interactive.site.command import MOST
from kernellab.interactive.site.paper import sheet
from kernellab.interactive.site.prepared import packed, prepared
from kernellab.interactive.site.wall import ALONE, BELOW, BESIDE, letters, on_the_wall

PLACE = (
    '<div class="lab-page" data-lab="{name}">{still}</div>{sheet}<script'
    ' src="_static/labs/{name}.js"{late}></script>'
)

FUNCTION = (
    "it asks for a function, so it is answered in Python. <a"
    ' href="_static/notebooks/{notebook}.ipynb" download>Take this notebook</a>, put'
    " your function in place of the three dots there, and run the cell."
)


# Frames of a lab that a slide keeps, at most: the site is made in half the time.
WALL_MOST = 200


def write_labs(
    folder: str, notebook: str, most: int = MOST, slides: Collection[str] = ()
) -> None:
    """From now on a lab that is shown writes ``folder/notebook-NN.js`` and is displayed
    as its place on a page; and so is an exercise that waits for its answer.

    What the cells with the sources ``slides`` show is also written for the wall, as
    ``notebook-NN-wall.js`` or ``.png``.
    """
    shown = stills = 0

    def write(lab: Playable, name: str, most: int) -> None:
        given = json.dumps([name, *packed(prepared(lab, most))])[1:-1]
        Path(folder, f"{name}.js").write_text(
            f"kernellabFrames({given});\n", encoding="utf-8"
        )

    def on_slide() -> bool:
        return get_ipython().history_manager.input_hist_raw[-1] in slides

    def show(lab: Playable) -> None:
        nonlocal shown
        shown += 1
        name = f"{notebook}-{shown:02d}"
        write(lab, name, most)
        data, _ = format_display_data(lab._still())
        unveiled, _ = format_display_data(lab.picture())
        late = " async" if shown > 1 else ""  # a page waits for its first picture alone
        words = sheet(lab, name, shown, unveiled["text/html"])
        place = PLACE.format(name=name, still=data["text/html"], sheet=words, late=late)
        if on_slide() and isinstance(lab, Lab):
            several = len(lab.panels()) > 1
            places = (BELOW,) if several else (BESIDE, BELOW)
            with on_the_wall(lab.figure, *places, update=lab.redraw) as inch:
                write(lab, f"{name}-wall", min(most, WALL_MOST))
            wall = f'data-wall="{name}-wall" data-letters="{letters(inch):g}"'
            place = place.replace("<div", f"<div {wall}", 1)
        display({"text/html": place, "text/plain": data["text/plain"]}, raw=True)

    Playable._ipython_display_ = show  # type: ignore[method-assign, assignment]

    as_usual = Picture._repr_mimebundle_

    def still(
        picture: Picture, include: Any = None, exclude: Any = None
    ) -> tuple[dict, dict]:
        nonlocal stills
        data, more = as_usual(picture)
        # What has a tail is a lab's own picture.
        if on_slide() and not picture.tail:
            stills += 1
            name = f"{notebook}-picture-{stills:02d}-wall.png"
            with on_the_wall(picture.figure, ALONE) as inch:
                Path(folder, name).write_bytes(drawn(picture.figure, 1.5 * inch))
            data["text/html"] = data["text/html"].replace(
                "<img", f'<img data-wall="{name}" data-letters="{letters(inch):g}"', 1
            )
        return data, more

    Picture._repr_mimebundle_ = still  # type: ignore[method-assign, assignment]

    def counted(progress: Progress) -> None:
        display({"text/html": work_place(progress.spec()), "text/plain": ""}, raw=True)

    Progress._ipython_display_ = counted  # type: ignore[method-assign, assignment]
    written = Verdict._repr_html_

    def place(verdict: Verdict) -> str:
        if verdict.state != "open":
            return written(verdict)
        if verdict.exercise.spec() is None:
            return verdict.exercise.place(FUNCTION.format(notebook=notebook))
        return verdict.exercise.place("not answered yet.", with_spec=True)

    Verdict._repr_html_ = place  # type: ignore[method-assign, assignment]
