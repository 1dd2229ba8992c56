"""Draw docs/lab.gif, the lab on support vector regression with its ε slider in motion: python tools/moving_picture.py"""

from __future__ import annotations

import io
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from kernellab import datasets, labs

TARGET = Path(__file__).parent.parent / "docs" / "lab.gif"
FONT = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
BLUE, GREY, INK = "#0072b2", "#d0d0d0", "#222222"


def main() -> None:
    lab = labs.svr_tube(*datasets.stopping())
    there = np.concatenate([np.arange(15, 32, 1.0), np.arange(31, -1, -1.0), np.arange(0, 15, 1.0)])
    frames = [frame(lab, epsilon) for epsilon in there]
    palette = frames[0].quantize(48)
    small = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    small[0].save(TARGET, save_all=True, append_images=small[1:], duration=110, loop=0, optimize=True)
    print(f"{TARGET.name}: {len(small)} frames, {TARGET.stat().st_size / 1024:.0f} kB")


def frame(lab: labs.Lab, epsilon: float) -> Image.Image:
    """The figure, and below it the slider and what the lab says."""
    lab.set(epsilon=epsilon)
    picture = Image.open(io.BytesIO(lab.picture().png)).convert("RGB")
    picture = picture.resize((756, round(756 * picture.height / picture.width)), Image.Resampling.LANCZOS)
    page = Image.new("RGB", (picture.width, picture.height + 64), "white")
    page.paste(picture, (0, 0))
    draw, font = ImageDraw.Draw(page), ImageFont.truetype(str(FONT), 14)
    y, left, right = picture.height + 14, 70, 360
    handle = left + (right - left) * epsilon / 40
    draw.text((40, y - 9), "ε", INK, font)
    draw.line([(left, y), (right, y)], GREY, 4)
    draw.line([(left, y), (handle, y)], BLUE, 4)
    draw.ellipse([handle - 7, y - 7, handle + 7, y + 7], BLUE)
    draw.text((right + 20, y - 9), f"{epsilon:g} ft", INK, font)
    inside, edge, outside = (part.split()[0] for part in lab.sentence.split(": ")[1].split(", "))
    said = f"{inside} cars inside the tube weigh nothing, {edge} on its edge are free, {outside} outside are at the bound."
    draw.text((40, y + 20), said, INK, font)
    return page


if __name__ == "__main__":
    main()
