"""The style of pictures: axes without a box, ruled by pale lines where a
value is read, with a title and what is measured at the upper left.
"""

from __future__ import annotations

from inspect import isfunction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.image import AxesImage
from matplotlib.text import Text
from matplotlib.transforms import ScaledTranslation

from askfirst.labs.typeface import own_settings

INK, MUTED = "#1b1f24", "#5f6772"  # of titles; of numbers and of what they measure
RULE, BASE = "#e3e6ea", "#a9b0b8"  # of the lines where a value is read; of the lowest
FONT = 11
# Points from the axes to the words above them, and of a line: on a telephone 1.3 times
# the height of its letters, which are enlarged
ABOVE, LINE = 7.0, 18.0
SHEET: dict[Any, Any] = {
    **{f"axes.spines.{side}": False for side in ("left", "right", "top")},
    "axes.axisbelow": True,
    "axes.edgecolor": BASE,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": MUTED,
    "axes.labelsize": FONT,
    "axes.linewidth": 0.8,
    "axes.titlecolor": INK,
    "axes.titlepad": ABOVE,
    "axes.titlesize": FONT,
    "axes.titleweight": "bold",
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "xaxis.labellocation": "right",
    **{
        f"{axis}tick.{name}": value
        for axis in "xy"
        for name, value in {
            "color": RULE,
            "labelcolor": MUTED,
            "labelsize": FONT,
            "major.pad": 5.0,
            "major.size": 0.0,
            "minor.size": 0.0,
        }.items()
    },
}


class Panel(Axes):
    """Axes in that style."""

    name = "askfirst"

    def __init__(self, *args: Any, **more: Any) -> None:
        with own_settings(SHEET):
            super().__init__(*args, **more)

    def set_title(self, label: str, *args: Any, **more: Any) -> Text:
        title = super().set_title(label, *args, **more)
        title.set(x=0, ha="left")
        self._part_words()
        return title

    def set_xlabel(self, *args: Any, **more: Any) -> Text:
        with own_settings(SHEET):
            return super().set_xlabel(*args, **more)

    def set_ylabel(self, *args: Any, **more: Any) -> Text:
        """What is measured upwards, in a line above the axes."""
        label = super().set_ylabel(*args, **more)
        label.set(rotation=0, ha="left", va="baseline")
        figure: Any = self.get_figure(root=True)
        raised = ScaledTranslation(0, ABOVE / 72, figure.dpi_scale_trans)
        self.yaxis.set_label_coords(0, 1, self.transAxes + raised)
        self._part_words()
        return label

    def set_aspect(self, aspect: Any, *args: Any, **more: Any) -> None:
        """A plane, whose axes are of one kind, is ruled both ways."""
        super().set_aspect(aspect, *args, **more)
        if aspect == "equal" and not self.images:
            with own_settings(SHEET):
                self.grid(True, axis="both")

    def imshow(self, *args: Any, **more: Any) -> AxesImage:
        """An image has no lines over it."""
        image = super().imshow(*args, **more)
        self.grid(False)
        return image

    def _part_words(self) -> None:
        """The title stands above what is measured, and in one line with those of other
        panels of the figure.
        """
        figure: Any = self.get_figure(root=True)
        panels = [each for each in figure.axes if isinstance(each, Panel)]
        lines = max(bool(p.get_title()) + bool(p.get_ylabel()) for p in panels)
        for panel in panels:
            panel._set_title_offset_trans(  # type: ignore[attr-defined]
                ABOVE + LINE * (lines == 2)
            )
        room = 1 - (ABOVE + LINE * lines + 3) / 72 / figure.get_figheight()
        if figure.get_layout_engine() is None and figure.subplotpars.top > room:
            figure.subplots_adjust(top=room)


# What a method of its own draws is in that style, whatever a reader has set
for _name, _method in vars(Axes).items():
    if isfunction(_method) and not _name.startswith(("_", "draw", "get_")):
        setattr(Panel, _name, own_settings(SHEET)(getattr(Panel, _name)))
