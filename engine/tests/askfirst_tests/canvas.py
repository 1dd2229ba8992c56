"""The player alone on an empty page: what it draws for a lab's frames, as pixels."""

from __future__ import annotations

import base64
import io

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image
from playwright.sync_api import Page

from askfirst.labs.lab import Lab
from askfirst.labs.typeface import typeset
from askfirst.scripts import script


class Stage:
    """A canvas with a player; ``show`` draws one frame of a lab on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_content("<canvas></canvas>")
        page.add_script_tag(content=script("player"))
        page.evaluate("window.stage = player(document.querySelector('canvas'))")

    def show(
        self,
        lab: Lab,
        *,
        room: float = 1e4,
        density: float = 1,
        ground: str = "#ffffff",
        **values,
    ) -> np.ndarray:
        """The pixels (h, w, 3) of the lab at these values, in ``room`` pixels of the
        page, on a page of this colour.
        """
        shot = lab._frame(lab.values | values)
        assert shot.error is None
        self.page.evaluate(
            "(ground) => stage.setTheme([1, 3, 5].map((i) => parseInt(ground.slice(i, i"
            " + 2), 16)))",
            ground,
        )
        png = self.page.evaluate(
            """([size, room, density, glyphs, background, text]) => {
              const frame = JSON.parse(text);
              stage.setFigure(size);
              stage.addGlyphs(0, glyphs);
              stage.addBackground(frame.on, JSON.parse(background));
              stage.resize(room, density);
              stage.show(frame);
              return document.querySelector('canvas').toDataURL();
            }""",
            [
                lab._figure_spec(),
                room,
                density,
                lab._painter.glyphs,
                shot.background,
                shot.text,
            ],
        )
        return np.asarray(
            Image.open(io.BytesIO(base64.b64decode(png.split(",")[1]))).convert("RGB")
        ).astype(int)


def by_agg(lab: Lab, **values) -> np.ndarray:
    """What Agg draws for the same values."""
    figure = lab.set(**values).figure
    canvas = FigureCanvasAgg(figure)
    # Letters of their true widths, as the page has them.
    with typeset(figure), rc_context({"text.hinting": "no_hinting"}):
        canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].astype(int)


def apart(
    one: np.ndarray, other: np.ndarray, tile: int = 12
) -> tuple[float, np.ndarray]:
    """How far two pictures are apart: over all tiles, the largest difference of mean
    colours (0 to 255), and the tiles.
    """
    height, width = (n // tile * tile for n in one.shape[:2])
    means = [
        a[:height, :width]
        .reshape(height // tile, tile, width // tile, tile, 3)
        .mean(axis=(1, 3))
        for a in (one, other)
    ]
    tiles = np.abs(means[0] - means[1]).max(axis=2)
    return float(tiles.max()), tiles
