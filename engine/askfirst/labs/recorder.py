"""A matplotlib renderer that writes a display list.

A page draws the list on its canvas (``player.js``), at any size and density, in any
colours. An operation begins with its kind and a style: "p" are paths, "m" is one path
at many places, "t" a text of glyphs, "w" a text in letters that our fonts lack, "i" an
image; what is hatched is an image too. ``Op`` in ``messages.d.ts`` says what each
holds, in which units.
"""

from __future__ import annotations

import base64
import unicodedata
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties, fontManager, get_font
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D
from PIL import Image

from askfirst.labs.typeface import own_settings

UNIT = 20  # of a pixel
EM = 1000  # of the height of a letter
MAX_POINTS = 20_000  # a path or a set of markers with more is sent as an image
MAX_COORDINATE = 1e6  # pixels; anything beyond is invisible
STRAIGHT = 1e-4  # pixels by which a line may go aside and still be snapped

# The letters of a path by matplotlib's codes; curves have theirs at each point.
_LETTERS = bytes.maketrans(bytes([1, 2, 3, 4, 79]), b"MLQCZ")
_MIRROR = Affine2D().scale(1, -1)


class Recorder(RendererBase):
    """Record in ``ops`` what artists draw; ``glyphs`` are the letters so far."""

    def __init__(self, width: float, height: float, dpi: float) -> None:
        super().__init__()
        self.dpi = dpi
        self.ops: list[list] = []
        self.glyphs: list[list] = []
        self._numbers: dict[str, int] = {}
        self.fit(width, height)

    def fit(self, width: float, height: float) -> None:
        """Take another size."""
        self.width, self.height = width, height
        self._flip = np.array([[1, 0, 0], [0, -1, height], [0, 0, 1]])

    def draw_path(self, gc: Any, path: Path, transform: Any, face: Any = None) -> None:
        hatched = gc.get_hatch() is not None
        whole = hatched or face is not None
        path = path.cleaned(
            transform=self._flip @ transform.get_matrix(),
            remove_nans=True,
            clip=None if whole else (-1.0, -1.0, self.width + 1, self.height + 1),
            simplify=path.should_simplify,
            curves=True,
        )
        if hatched or len(np.asarray(path.vertices)) > MAX_POINTS:
            self._as_image("draw_path", gc, path, Affine2D(self._flip), face)
            return
        style = self._style(gc, face, snap=_rectilinear(path))
        written = written_path(path, UNIT)
        if not written[0]:
            return
        if not self.ops or self.ops[-1][:2] != ["p", style]:
            self.ops.append(["p", style])
        self.ops[-1].append(written)

    def draw_markers(
        self, gc: Any, marker: Any, shape: Any, path: Path, to: Any, face: Any = None
    ) -> None:
        at = to.transform(path.vertices)
        if len(at) == 1 and not at.any():
            # No marker, but a collection of one path, which a panel may stretch
            self.draw_path(gc, marker, shape, face)
            return
        if path.codes is not None:
            at = at[(path.codes == Path.MOVETO) | (path.codes == Path.LINETO)]
        if len(at) > MAX_POINTS:
            self._as_image("draw_markers", gc, marker, shape, path, to, face)
            return
        places = at * (1, -1) + (0, self.height)
        places = places[(np.abs(places) < MAX_COORDINATE).all(axis=1)]  # and no NaN
        if len(places):
            written, snap = _marker(marker, shape.get_matrix().tobytes())
            style, shifts = self._style(gc, face, snap=snap), _rounded_down(places)
            self.ops.append(["m", style, written, differences(shifts)])

    def draw_path_collection(
        self, gc: Any, master_transform: Any, paths: Any, *others: Any, **more: Any
    ) -> None:
        transforms, offsets, _, faces, edges, widths, styles, *_ = others
        pens, shapes = (edges, widths, styles), (faces, transforms)
        alike = all(len(each) == 1 for each in pens) and not any(map(len, shapes))
        # Strokes of one pen: one operation.
        if alike and edges[0][3] == 1 and not np.any(offsets) and len(paths) > 1:
            paths = [Path.make_compound_path(*paths)]
            paths[0].should_simplify = False
        super().draw_path_collection(gc, master_transform, paths, *others, **more)

    def draw_image(
        self, gc: Any, x: float, y: float, im: Any, transform: Any = None
    ) -> None:
        pixels = np.asarray(im)
        if transform is None:  # a pixel for each of its own
            transform = Affine2D().scale(pixels.shape[1], pixels.shape[0])
        corners = [[0, 0, 1], [1, 0, 1], [0, 1, 1]] @ transform.get_matrix().T[:, :2]
        self._add_image(gc, corners * (1, -1) + (x, self.height - y), pixels)

    def draw_quad_mesh(self, gc: Any, *mesh: Any) -> None:
        self._as_image("draw_quad_mesh", gc, *mesh)

    def draw_gouraud_triangles(self, gc: Any, *triangles: Any) -> None:
        self._as_image("draw_gouraud_triangles", gc, *triangles)

    def draw_text(
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: Any = False,
        mtext: Any = None,
    ) -> None:
        size = self.points_to_pixels(prop.get_size_in_points())
        style = self._style(gc, None, stroke=False) | {"f": _hex((*gc.get_rgb(),))}
        x, y, size = (round(length * UNIT) for length in (x, y, size))
        at = [style, x, y, round(angle, 2), size]
        glyphs, bars, _ = line(s, prop, bool(ismath))
        if glyphs is None:
            self.ops.append(["w", *at, s])
            return
        letters: list[int] = []
        for name, path, *where in glyphs:
            if (number := self._numbers.get(name)) is None:
                number = self._numbers[name] = len(self.glyphs)
                upright = Path(*path).transformed(_MIRROR)
                self.glyphs.append(written_path(upright, EM / text_to_path.FONT_SCALE))
            letters += (number, *where)
        self.ops.append(["t", *at, letters, bars, *_growing(mtext, angle)])

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> Any:
        return self._in_pixels(line(s, prop, bool(ismath))[2], prop)

    def _get_font_height_metrics(self, prop: Any) -> Any:
        return self._in_pixels(_heights(prop), prop)

    def _in_pixels(self, ems: list[float], prop: FontProperties) -> list[float]:
        size = self.points_to_pixels(prop.get_size_in_points())
        return [each * size for each in ems]

    def points_to_pixels(self, points: Any) -> Any:
        return points * self.dpi / 72

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def option_scale_image(self) -> bool:
        return True

    def _style(
        self, gc: Any, face: Any, *, stroke: bool = True, snap: bool = False
    ) -> dict[str, Any]:
        style: dict[str, Any] = {}
        if face is not None and len(face):
            forced = gc.get_forced_alpha() or len(face) == 3
            if forced or face[3] > 0:
                alpha = gc.get_alpha() if forced else face[3]
                style["f"] = _hex((*face[:3], alpha))
        pixel, width, ink = self.points_to_pixels(1), gc.get_linewidth(), gc.get_rgb()
        if stroke and width > 0 and ink[3] > 0:
            style |= {"s": _hex((*ink,)), "w": round(width * pixel, 3)}
            offset, dashes = gc.get_dashes()
            if dashes is not None:
                style["d"] = [round(v * pixel, 3) for v in (offset, *dashes)]
            if (cap := gc.get_capstyle()) != "butt":
                style["c"] = "square" if cap == "projecting" else "round"
            if (join := gc.get_joinstyle()) != "round":
                style["j"] = str(join)
        if snap and gc.get_snap() is not False:
            style["n"] = 1
        if (clip := self._clip(gc)) is not None:
            style["k"] = clip
        return style

    def _clip(self, gc: Any) -> list | None:
        path, to = gc.get_clip_path()
        if path is not None:
            path = path.cleaned(transform=self._flip @ to.get_matrix(), curves=True)
            return written_path(path, UNIT)
        box = gc.get_clip_rectangle()
        if box is None:
            return None
        x0, y0, x1, y1 = box.extents.tolist()
        return _corners(x0, self.height - y1, x1, self.height - y0)

    def _add_image(self, gc: Any, corners: np.ndarray, pixels: np.ndarray) -> None:
        height, width = pixels.shape[:2]
        style = self._style(gc, None, stroke=False)
        if gc.get_alpha() not in (None, 1.0):
            style["a"] = round(gc.get_alpha(), 3)
        origin, right, down = corners * UNIT
        columns = (right - origin) / width, (down - origin) / height, origin
        matrix = [round(float(v), 3) for column in columns for v in column]
        self.ops.append(["i", style, matrix, width, height, *packed(pixels)])

    def _as_image(self, method: str, *drawn: Any) -> None:
        """Draw with Agg what has no paths, or too many points."""
        agg = RendererAgg(self.width, self.height, self.dpi)
        getattr(agg, method)(*drawn)
        pixels = np.asarray(agg.buffer_rgba())
        if inked := Image.fromarray(pixels[..., 3]).getbbox():
            left, top, right, bottom = inked
            corners = np.array([[left, top], [right, top], [left, bottom]], float)
            self._add_image(self.new_gc(), corners, pixels[top:bottom, left:right])


def written_path(path: Path, unit: float) -> list:
    """A path without gaps as letters and differences of whole numbers."""
    vertices: Any = path.vertices
    codes: Any = path.codes
    kept = (codes != Path.STOP) & (codes != Path.CLOSEPOLY)
    letters = codes.tobytes().translate(_LETTERS, b"\0").decode()
    numbers = vertices[kept].clip(-MAX_COORDINATE, MAX_COORDINATE) * unit
    return [letters.replace("QQ", "Q").replace("CCC", "C"), differences(numbers)]


@lru_cache(maxsize=1024)
def _marker(path: Path, matrix: bytes) -> tuple[list, bool]:
    """A marker as written, and whether it snaps."""
    shape = Affine2D(np.frombuffer(matrix).reshape(3, 3)) + _MIRROR
    marker = path.cleaned(transform=shape, curves=True)
    return written_path(marker, UNIT), _rectilinear(marker)


@lru_cache(maxsize=1024)
def _corners(*ends: float) -> list[int]:
    return differences(_rounded_down(np.reshape(ends, (2, 2))))


@lru_cache(maxsize=1024)
def _hex(rgba: tuple[float, ...]) -> str:
    return to_hex(rgba, keep_alpha=True)  # type: ignore[arg-type]


def differences(points: np.ndarray) -> list[int]:
    """Points (n, 2) as whole numbers: the first one, then the differences."""
    whole = np.rint(points).astype(np.int64)
    whole[1:] -= whole[:-1].copy()
    return whole.ravel().tolist()


def _rounded_down(places: np.ndarray) -> np.ndarray:
    """In whole units. Markers and clips go to whole pixels, the next one from half a
    pixel on, and what is less is to stay so.
    """
    return np.floor(places * UNIT + 1e-6)


def _rectilinear(path: Path) -> bool:
    """Whether matplotlib would snap a path: it has no oblique line, and no curve."""
    vertices: Any = path.vertices
    marks: Any = path.codes
    codes = marks.tobytes()
    if len(vertices) > 1024 or Path.CURVE3 in codes or Path.CURVE4 in codes:
        return False
    if codes[:2] == b"\1\2":  # MOVETO, LINETO: oblique from the first, as most lines
        (x, y), (right, down) = vertices[:2].tolist()
        if abs(right - x) >= STRAIGHT and abs(down - y) >= STRAIGHT:
            return False
    drawn = marks[1:] == Path.LINETO
    steps = np.abs(vertices[1:] - vertices[:-1])[drawn]
    return len(steps) > 0 and bool((steps.min(axis=1) < STRAIGHT).all())


def _growing(text: Any, angle: float) -> tuple[float, float]:
    """The parts of what a text grows by that go to its left and upwards, by how it is
    aligned.
    """
    if angle:
        return 0.5, 0.5
    if text is None:  # a line of several, which have an edge in common
        return 0, 0.5
    across, down = text.get_horizontalalignment(), text.get_verticalalignment()
    return (
        {"left": 0, "right": 1}.get(across, 0.5),
        {"top": 0, "bottom": 1, "baseline": 1}.get(down, 0.5),
    )


def packed(pixels: np.ndarray) -> tuple[str | int, str]:
    """Pixels (h, w, 4) as a palette and one byte each or, with more than 256 colours, 0
    and four bytes each; in base 64.
    """
    flat = np.ascontiguousarray(pixels).view(np.uint32).ravel()
    colours, which = np.unique(flat, return_inverse=True)
    if len(colours) > 256:
        return 0, base64.b64encode(flat.tobytes()).decode()
    return (
        base64.b64encode(colours.tobytes()).decode(),
        base64.b64encode(which.astype(np.uint8).tobytes()).decode(),
    )


_font: Any = text_to_path._get_font  # type: ignore[attr-defined]
_paths: Any = {}  # of the glyphs so far, by their names
# A line of text: its glyphs (name, path, x, y, scale), or None where the fonts lack
# some; bars of fractions and roots in 1/EM of its height; width, height, descent in ems
Line = tuple[list[tuple] | None, list[int], list[float]]


@lru_cache(maxsize=4096)
@own_settings()
def line(s: str, prop: FontProperties, ismath: bool) -> Line:
    """A line of words or, if ``ismath``, with formulas between dollars."""
    if ismath:
        info, paths, bars = text_to_path.get_glyphs_mathtext(prop, s, _paths)
    elif lacking(s, prop):
        wide = [unicodedata.east_asian_width(c) in "WF" for c in s]
        return None, [], [sum(1.0 if each else 0.6 for each in wide), 1.0, 0.22]
    else:
        info, paths, bars = text_to_path.get_glyphs_with_font(_font(prop), s, _paths)
    size = prop.get_size_in_points()
    extent = text_to_path.get_text_width_height_descent(s, prop, ismath)
    unit = EM / text_to_path.FONT_SCALE
    glyphs = [
        (name, paths[name], *(round(x * unit), round(-y * unit), round(scale * EM)))
        for name, x, y, scale in info
    ]
    boxes = []
    for corners, _ in bars:
        (x, y), (right, top) = corners[0], corners[2]
        boxes += [round(v * unit) for v in (x, -top, right - x, top - y)]
    return glyphs, boxes, [part / size for part in extent]


@lru_cache(maxsize=256)
def _heights(prop: FontProperties) -> list[float]:
    """How far letters go up and down, and the gap between lines, in ems."""
    font = _font(prop)
    table, unit = font.get_sfnt_table("OS/2"), font.get_sfnt_table("head")["unitsPerEm"]
    parts = table["sTypoAscender"], -table["sTypoDescender"], table["sTypoLineGap"]
    return [each / unit for each in parts]


def lacking(s: str, prop: FontProperties) -> bool:
    """Whether the fonts of the words lack a letter of ``s``, such as a Chinese one."""
    if s.isascii():
        return False
    fonts = [get_font(each) for each in fontManager._find_fonts_by_props(prop)]
    letters = map(ord, "".join(s.split()))
    return not all(any(font.get_char_index(c) for font in fonts) for c in letters)
