"""Draw docs/site.gif, a page of the site whose lab moves: `make site`, then python -m
tools.moving_picture
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from kernellab.interactive.site.chromium import chromium, find
from tests.browser.lab_page import Lab

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "site.gif"
WINDOW = {"width": 1100, "height": 700}
WIDTH = 800  # of the picture


def main(site: Path = ROOT / "site") -> None:
    executable = find()
    assert executable, "the picture is taken in Chromium, and there is none on the PATH"
    with chromium(executable) as browser:
        page = browser.new_page(viewport=WINDOW)
        page.goto((site / "10_support_vector_regression.html").as_uri())
        root = page.locator(".lab-live", has=page.get_by_role("slider", name="ε")).first
        lab = Lab(page, root)
        lab.canvas.wait_for()
        lab.skip()
        slider = root.get_by_role("slider", name="ε")
        lab.canvas.evaluate(
            "(canvas) => scrollBy(0, canvas.getBoundingClientRect().top - 70)"
        )
        slider.focus()
        frames = [_frame(page.screenshot())]
        for key in ["ArrowRight"] * 16 + ["ArrowLeft"] * 31 + ["ArrowRight"] * 14:
            page.keyboard.press(key)  # half a foot
            page.keyboard.press(key)
            lab.settle()
            frames.append(_frame(page.screenshot()))
    palette = frames[0].quantize(48)
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
