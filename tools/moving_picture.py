"""Draw docs/site.gif, a hand that pulls a car on a page of the site: `make site`, then
python -m tools.moving_picture
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from askfirst.pages.chromium import chromium, find
from tests.browser.lab_page import Lab

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "site.gif"
WINDOW = {"width": 1100, "height": 700}
WIDTH = 800  # of the picture
TURNS = 20  # from the middle to the top
# Chromium without windows draws no pointer, so the page draws one where it would be.
HAND = """(at) => {
  const hand = document.querySelector('#hand') ?? document.body.appendChild(
    Object.assign(document.createElement('div'), { id: 'hand' }));
  hand.textContent = '\u261d';
  hand.style.cssText = `position: fixed; left: ${at[0] - 9}px; top: ${at[1]}px;
    font-size: 40px; line-height: 1; color: #222; pointer-events: none; z-index: 9999`;
}"""


def main(site: Path = ROOT / "site") -> None:
    executable = find()
    assert executable, "the picture is taken in Chromium, and there is none on the PATH"
    with chromium(executable) as browser:
        page = browser.new_page(viewport=WINDOW)
        page.goto((site / "10_support_vector_regression.html").as_uri())
        for place in page.locator("[data-lab]").all():  # a lab starts when it is near
            place.scroll_into_view_if_needed()
            place.locator("canvas[data-frames]").wait_for()
        root = page.locator(
            ".lab-live",
            has=page.get_by_role("slider", name="pull", include_hidden=True),
        )
        lab = Lab(page, root.first)
        lab.canvas.scroll_into_view_if_needed()
        lab.skip()
        lab.canvas.evaluate(
            "(canvas) => scrollBy(0, canvas.getBoundingClientRect().top - 70)"
        )
        lab.settle()
        handle = lab.root.locator(".lab-handle").last.bounding_box()
        picture = lab.canvas.bounding_box()
        assert handle, "the lab has a handle for each car that can be taken"
        assert picture
        x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
        high = picture["y"] + picture["height"] * 0.12
        low = picture["y"] + picture["height"] * 0.8
        way = [y + (high - y) * step / TURNS for step in range(TURNS + 1)]
        way += [high + (low - high) * step / TURNS for step in range(1, TURNS + 1)]
        way += [low + (y - low) * step / TURNS for step in range(1, TURNS + 1)]
        frames = []
        page.mouse.move(x, y)
        page.mouse.down()
        for height in way:
            page.mouse.move(x, height)
            page.evaluate(HAND, [x, height])
            lab.settle()
            frames.append(_frame(page.screenshot()))
        page.mouse.up()
    # An octree keeps the hues of thin lines; the median cut mixes them with others
    palette = frames[TURNS].quantize(255, Image.Quantize.FASTOCTREE)
    small = [
        each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames
    ]
    small[0].save(
        TARGET,
        save_all=True,
        append_images=small[1:],
        duration=110,
        loop=0,
        optimize=True,
    )
    print(f"{TARGET.name}: {len(small)} frames, {TARGET.stat().st_size / 1024:.0f} kB")


def _frame(png: bytes) -> Image.Image:
    page = Image.open(io.BytesIO(png)).convert("RGB")
    return page.resize(
        (WIDTH, round(WIDTH * page.height / page.width)), Image.Resampling.LANCZOS
    )


if __name__ == "__main__":
    main()
