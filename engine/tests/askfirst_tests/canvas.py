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

    def show(self, lab: Lab) -> np.ndarray:
        """The pixels (h, w, 3) of the lab now, as large as it was drawn, on
        white.
        """
        shot = lab._frame(lab.values)
        assert shot.error is None
        png = self.page.evaluate(
            """([size, glyphs, background, text]) => {
              const frame = JSON.parse(text);
              stage.setTheme([255, 255, 255]);
              stage.setFigure(size);
              stage.addGlyphs(0, glyphs);
              stage.addBackground(frame.on, JSON.parse(background));
              stage.resize(1e4, 1);
              stage.show(frame);
              return document.querySelector('canvas').toDataURL();
            }""",
            [lab._figure_spec(), lab._painter.glyphs, shot.background, shot.text],
        )
        bytes_ = io.BytesIO(base64.b64decode(png.split(",")[1]))
        return np.asarray(Image.open(bytes_).convert("RGB")).astype(int)


def by_agg(lab: Lab) -> np.ndarray:
    """What Agg draws of it."""
    figure = lab.figure
    canvas = FigureCanvasAgg(figure)
    # Letters of their true widths, as the page has them.
    with typeset(figure), rc_context({"text.hinting": "no_hinting"}):
        canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].astype(int)


def apart(one: np.ndarray, other: np.ndarray, tile: int = 12) -> float:
    """How far two pictures are apart: over all tiles, the largest difference of mean
    colours (0 to 255).
    """
    height, width = (n // tile * tile for n in one.shape[:2])
    tiles = (height // tile, tile, width // tile, tile, 3)
    differences = (one - other)[:height, :width].reshape(tiles)
    return float(np.abs(differences.mean(axis=(1, 3))).max())
