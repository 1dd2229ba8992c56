"""Draw the moving pictures of the two READMEs, in which a hand moves a lab of a page.

    make site && python -m tools.moving_picture

draws docs/site.gif, on which a car is pulled, and

    askfirst site engine/examples --to /tmp/site
    python -m tools.moving_picture pendulum /tmp/site

draws engine/examples/pendulum.gif.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from PIL import Image

from askfirst.pages.chromium import chromium, find
from tests.browser.lab_page import Lab

ROOT = Path(__file__).parent.parent
WIDTH = 800  # of a picture
TURNS = 20  # from the middle to an end
# Chromium without windows draws no pointer, so the page draws one where it would be.
HAND = """(at) => {
  const hand = document.querySelector('#hand') ?? document.body.appendChild(
    Object.assign(document.createElement('div'), { id: 'hand' }));
  hand.textContent = '\u261d';
  hand.style.cssText = `position: fixed; left: ${at[0] - 9}px; top: ${at[1]}px;
    font-size: 40px; line-height: 1; color: #222; pointer-events: none; z-index: 9999`;
}"""


@dataclass(frozen=True)
class Film:
    """Where a lab is, by the name of one of its sliders, how high the window is, and
    from where to where the hand goes, in parts of the picture; None is where it begins.
    """

    target: Path
    page: str
    slider: str
    height: int
    ends: tuple[tuple[float | None, float | None], ...]


FILMS = {
    "site": Film(
        ROOT / "docs" / "site.gif",
        "10_support_vector_regression.html",
        "pull",
        700,
        ((None, 0.12), (None, 0.8)),
    ),
    "pendulum": Film(
        ROOT / "engine" / "examples" / "pendulum.gif",
        "01_pendulum.html",
        "θ₀ (degrees)",
        560,
        ((0.95, None), (0.12, None)),
    ),
}


def main(name: str = "site", site: str = str(ROOT / "site")) -> None:
    film, executable = FILMS[name], find()
    assert executable, "the picture is taken in Chromium, and there is none on the PATH"
    with chromium(executable) as browser:
        page = browser.new_page(viewport={"width": 1100, "height": film.height})
        page.goto((Path(site).resolve() / film.page).as_uri())
        for place in page.locator("[data-lab]").all():  # a lab starts when it is near
            place.scroll_into_view_if_needed()
            place.locator(".lab-controls").wait_for(state="attached")
        root = page.locator(
            ".lab-live",
            has=page.get_by_role("slider", name=film.slider, include_hidden=True),
        )
        lab = Lab(page, root.first)
        lab.root.locator("canvas[data-frames]").wait_for()
        lab.canvas.scroll_into_view_if_needed()
        lab.skip()
        lab.canvas.evaluate(
            "(canvas) => scrollBy(0, canvas.getBoundingClientRect().top - 70)"
        )
        lab.settle()
        handle = lab.root.locator(".lab-handle").last.bounding_box()
        picture = lab.canvas.bounding_box()
        assert handle, "the lab has a handle that can be taken"
        assert picture
        x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
        stops = [(x, y)]
        for across, down in film.ends:
            at_x = x if across is None else picture["x"] + picture["width"] * across
            at_y = y if down is None else picture["y"] + picture["height"] * down
            stops.append((at_x, at_y))
        way = [(x, y)]
        for (x0, y0), (x1, y1) in pairwise([*stops, (x, y)]):
            parts = [step / TURNS for step in range(1, TURNS + 1)]
            way += [(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part) for part in parts]
        frames = []
        page.mouse.move(x, y)
        page.mouse.down()
        for at in way:
            page.mouse.move(*at)
            page.evaluate(HAND, [*at])
            lab.settle()
            frames.append(_frame(page.screenshot()))
        page.mouse.up()
    # An octree keeps the hues of thin lines; the median cut mixes them with others
    palette = frames[TURNS].quantize(255, Image.Quantize.FASTOCTREE)
    small = [
        each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames
    ]
    small[0].save(
        film.target,
        save_all=True,
        append_images=small[1:],
        duration=110,
        loop=0,
        optimize=True,
    )
    size = film.target.stat().st_size / 1024
    print(f"{film.target.name}: {len(small)} frames, {size:.0f} kB")


def _frame(png: bytes) -> Image.Image:
    page = Image.open(io.BytesIO(png)).convert("RGB")
    return page.resize(
        (WIDTH, round(WIDTH * page.height / page.width)), Image.Resampling.LANCZOS
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
