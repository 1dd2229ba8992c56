"""A matplotlib renderer that writes a display list.

A page draws the list on its canvas (``player.js``), at any size and density, in any
colours. An operation is a list

    ["p", style, path, path, …]: paths, one after another
    ["m", style, path, [x, y, dx, dy, …]]: one path at many places, markers
    ["t", style, x, y, angle, size, [glyph, x, y, scale, …], [x, y, w, h, …], left,
        up]: a text, of glyphs and bars; where it is drawn larger, these parts of what
        it grows by go to its left and upwards
    ["w", style, x, y, angle, size, words]: a text in letters that our fonts lack,
        which the page's fonts draw
    ["i", style, [a, b, c, d, e, f], w, h, palette, pixels]: an image, and where its
        corners go

and a path is [letters, numbers]: M, L, Q, C and Z as on a canvas, and coordinates as
differences. Places are whole numbers of 1/UNIT pixel, with y downwards; a size is the
height of an em, and glyphs are in 1/EM of it. A style is a dict that leaves out what is
usual: f and s are the colours of filling and stroke (#rrggbbaa), w the stroke's width
and d its dashes (both in pixels), c and j caps and joins, k a clip (a rectangle or a
path), n whether lines snap to pixels, h a hatching.
"""

from __future__ import annotations

import base64
import unicodedata
from contextlib import nullcontext
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties, fontManager, get_font
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D

from kernellab.interactive.typeface import formulas

UNIT = 20  # of a pixel
EM = 1000  # of the height of a letter
MAX_POINTS = 20_000  # a path or a set of markers with more is sent as an image
MAX_COORDINATE = 1e6  # pixels; anything beyond is invisible

_LETTERS = np.array(list("-MLQC"))
_STROKES = {"butt": "butt", "projecting": "square", "round": "round"}

Op = list


class Recorder(RendererBase):
    """Record in ``ops`` what artists draw, in pixels at ``dpi``."""

    def __init__(self, width: float, height: float, dpi: float) -> None:
        super().__init__()
        self.width, self.height, self.dpi = width, height, dpi
        self.ops: list[Op] = []
        self._flip = Affine2D().scale(1, -1).translate(0, height)

    def draw_path(
        self, gc: GraphicsContextBase, path: Path, transform: Any, rgbFace: Any = None
    ) -> None:
        clip = None
        if rgbFace is None and gc.get_hatch() is None:
            clip = (-1.0, -1.0, self.width + 1, self.height + 1)
        path = path.cleaned(
            transform=transform + self._flip,
            remove_nans=True,
            clip=clip,
            simplify=path.should_simplify,
            curves=True,
        )
        if len(np.asarray(path.vertices)) > MAX_POINTS:
            self._as_image(
                gc, lambda agg, gc: agg.draw_path(gc, path, self._flip, rgbFace)
            )
            return
        written = written_path(path, UNIT)
        if written[0]:
            self._add_path(self._style(gc, rgbFace, snap=_rectilinear(path)), written)

    def draw_markers(
        self,
        gc: GraphicsContextBase,
        marker_path: Path,
        marker_trans: Any,
        path: Path,
        trans: Any,
        rgbFace: Any = None,
    ) -> None:
        at = trans.transform(path.vertices)
        if len(at) == 1 and not at.any():
            # No marker, but a collection of one path, which a panel may stretch
            self.draw_path(gc, marker_path, marker_trans, rgbFace)
            return
        places = self._flip.transform(at)
        if path.codes is not None:
            places = places[(path.codes == Path.MOVETO) | (path.codes == Path.LINETO)]
        if len(places) > MAX_POINTS:
            self._as_image(
                gc,
                lambda agg, gc: agg.draw_markers(
                    gc, marker_path, marker_trans, path, trans, rgbFace
                ),
            )
            return
        places = places[(np.abs(places) < MAX_COORDINATE).all(axis=1)]  # and no NaN
        if len(places):
            marker = marker_path.cleaned(
                transform=marker_trans + Affine2D().scale(1, -1), curves=True
            )
            style = self._style(gc, rgbFace, snap=_rectilinear(marker))
            at = differences(_rounded_down(places))
            self.ops.append(["m", style, written_path(marker, UNIT), at])

    def draw_path_collection(
        self,
        gc: GraphicsContextBase,
        master_transform: Any,
        paths: Any,
        *others: Any,
        **more: Any,
    ) -> None:
        all_transforms, offsets, _, faces, edges, widths, styles, *_ = others
        alike = (
            len(edges) == len(widths) == len(styles) == 1
            and len(faces) == len(all_transforms) == 0
        )
        # Strokes of one pen: one operation.
        if alike and edges[0][3] == 1 and not np.any(offsets) and len(paths) > 1:
            paths = [Path.make_compound_path(*paths)]
            paths[0].should_simplify = False
        super().draw_path_collection(gc, master_transform, paths, *others, **more)

    def draw_image(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        im: Any,
        transform: Any = None,
    ) -> None:
        im = np.asarray(im)
        height, width = im.shape[:2]
        # A pixel for each of its own, the first row at the bottom.
        if transform is None:
            bottom = self.height - y
            corners = np.array([[x, bottom], [x + width, bottom], [x, bottom - height]])
        else:
            corners = (transform + Affine2D().translate(x, y) + self._flip).transform(
                [[0, 0], [1, 0], [0, 1]]
            )
        self._add_image(gc, corners, im)

    def draw_quad_mesh(self, gc: GraphicsContextBase, *mesh: Any) -> None:
        self._as_image(gc, lambda agg, gc: agg.draw_quad_mesh(gc, *mesh))

    def draw_gouraud_triangles(self, gc: GraphicsContextBase, *triangles: Any) -> None:
        self._as_image(gc, lambda agg, gc: agg.draw_gouraud_triangles(gc, *triangles))

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: Any = False,
        mtext: Any = None,
    ) -> None:
        size = self.points_to_pixels(prop.get_size_in_points())
        style = self._style(gc, None, stroke=False) | {
            "f": to_hex(gc.get_rgb(), keep_alpha=True)
        }
        x, y, size = (round(length * UNIT) for length in (x, y, size))
        at = [style, x, y, round(angle, 2), size]
        if not ismath and lacking(s, prop):
            self.ops.append(["w", *at, s])
        else:
            glyphs = set_in_glyphs(s, prop, bool(ismath))
            self.ops.append(["t", *at, *glyphs, *_growing(mtext, angle)])

    def draw_tex(self, *args: Any, **more: Any) -> None:
        raise ValueError(
            "usetex needs a LaTeX beside Python, which a page does not have. Try"
            " matplotlib's own $…$."
        )

    def get_text_width_height_descent(
        self, s: str, prop: FontProperties, ismath: Any
    ) -> tuple[float, float, float]:
        if not ismath and lacking(s, prop):
            size = self.points_to_pixels(prop.get_size_in_points())
            wide = [unicodedata.east_asian_width(c) in "WF" for c in s]
            ems = sum(1.0 if each else 0.6 for each in wide)
            return ems * size, size, 0.22 * size
        width, height, descent = _extent(s, prop, bool(ismath))
        pixels = self.points_to_pixels
        return pixels(width), pixels(height), pixels(descent)

    def points_to_pixels(self, points: Any) -> Any:
        return points * self.dpi / 72

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def option_scale_image(self) -> bool:
        return True

    def _style(
        self,
        gc: GraphicsContextBase,
        face: Any,
        *,
        stroke: bool = True,
        snap: bool = False,
    ) -> dict[str, Any]:
        style: dict[str, Any] = {}
        if face is not None and len(face):
            forced = gc.get_forced_alpha() or len(face) == 3
            if forced or face[3] > 0:
                alpha = gc.get_alpha() if forced else face[3]
                style["f"] = to_hex((*face[:3], alpha), keep_alpha=True)
        width, ink = self.points_to_pixels(gc.get_linewidth()), gc.get_rgb()
        if stroke and width > 0 and ink[3] > 0:
            style |= {"s": to_hex(ink, keep_alpha=True), "w": round(width, 3)}
            offset, dashes = gc.get_dashes()
            if dashes is not None:
                style["d"] = [
                    round(self.points_to_pixels(each), 3)
                    for each in (offset, *np.asarray(dashes))
                ]
            if gc.get_capstyle() != "butt":
                style["c"] = _STROKES[gc.get_capstyle()]
            if gc.get_joinstyle() != "round":
                style["j"] = str(gc.get_joinstyle())
        if snap and gc.get_snap() is not False:
            style["n"] = 1
        if (hatch := gc.get_hatch_path()) is not None:
            line = to_hex(gc.get_hatch_color(), keep_alpha=True)
            tile = hatch.transformed(Affine2D().scale(1, -1).translate(0, 1))
            style["h"] = [
                written_path(tile, self.dpi * UNIT),
                line,
                round(self.points_to_pixels(gc.get_hatch_linewidth()), 3),
            ]
        if (clip := self._clip(gc)) is not None:
            style["k"] = clip
        return style

    def _clip(self, gc: GraphicsContextBase) -> list | None:
        clip: Any = gc.get_clip_path()
        if clip[0] is not None:
            return written_path(
                clip[0].cleaned(transform=clip[1] + self._flip, curves=True), UNIT
            )
        box = gc.get_clip_rectangle()
        if box is None:
            return None
        ends = (box.x0, self.height - box.y1), (box.x1, self.height - box.y0)
        return differences(_rounded_down(np.array(ends)))

    def _add_path(self, style: dict[str, Any], path: list) -> None:
        last = self.ops[-1] if self.ops else None
        if last is not None and last[0] == "p" and last[1] == style:
            last.append(path)
        else:
            self.ops.append(["p", style, path])

    def _add_image(
        self, gc: GraphicsContextBase, corners: np.ndarray, pixels: np.ndarray
    ) -> None:
        height, width = pixels.shape[:2]
        style = self._style(gc, None, stroke=False)
        if gc.get_alpha() not in (None, 1.0):
            style["a"] = round(gc.get_alpha(), 3)
        origin, right, down = corners * UNIT
        columns = (right - origin) / width, (down - origin) / height, origin
        matrix = [round(float(v), 3) for column in columns for v in column]
        self.ops.append(["i", style, matrix, width, height, *packed(pixels)])

    def _as_image(self, gc: GraphicsContextBase, draw: Any) -> None:
        """Draw with Agg what has no paths, or too many points."""
        agg = RendererAgg(self.width, self.height, self.dpi)
        draw(agg, gc)
        pixels = np.asarray(agg.buffer_rgba())
        inked = pixels[..., 3] > 0
        rows, columns = (np.flatnonzero(inked.any(axis=axis)) for axis in (1, 0))
        if len(rows) == 0:
            return
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        corners = np.array([[left, top], [right, top], [left, bottom]], float)
        self._add_image(self.new_gc(), corners, pixels[top:bottom, left:right])


def written_path(path: Path, unit: float) -> list:
    """A cleaned path as letters and differences of whole numbers."""
    vertices, codes = _points(path)
    closed = codes == Path.CLOSEPOLY
    numbers = differences(
        np.clip(vertices[~closed], -MAX_COORDINATE, MAX_COORDINATE) * unit
    )
    if codes.max(initial=0) <= Path.LINETO:
        return ["".join(_LETTERS[codes]), numbers]
    letters, i = [], 0
    while i < len(codes):
        letters.append("Z" if closed[i] else str(_LETTERS[codes[i]]))
        i += {Path.CURVE3: 2, Path.CURVE4: 3}.get(codes[i], 1)
    return ["".join(letters), numbers]


def differences(points: np.ndarray) -> list[int]:
    """Points (n, 2) as whole numbers: the first one, then the differences."""
    whole = np.rint(points).astype(np.int64)
    whole[1:] -= whole[:-1].copy()
    return whole.ravel().tolist()


def _rounded_down(places: np.ndarray) -> np.ndarray:
    """In whole units. What goes to whole pixels, as markers and clips do, goes to the
    next one from half a pixel on, and what is less is to stay so.
    """
    return np.floor(places * UNIT + 1e-6)


def _rectilinear(path: Path) -> bool:
    """Whether matplotlib would snap the path: it has no oblique line, and no curve."""
    vertices, codes = _points(path)
    if len(vertices) > 1024 or np.isin(codes, (Path.CURVE3, Path.CURVE4)).any():
        return False
    steps = np.abs(np.diff(vertices, axis=0))[codes[1:] == Path.LINETO]
    return len(steps) > 0 and bool((steps.min(axis=1) < 1e-4).all())


def _growing(text: Any, angle: float) -> tuple[float, float]:
    """The parts of what a text grows by that go to its left and upwards, so that it
    stays aligned with what it stands beside.
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


def _points(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """The vertices of a path and their codes, up to where it stops."""
    vertices, codes = np.asarray(path.vertices), path.codes
    if codes is None:
        codes = np.full(len(vertices), Path.LINETO, dtype=np.uint8)
        codes[:1] = Path.MOVETO
    codes = np.asarray(codes)
    return vertices[codes != Path.STOP], codes[codes != Path.STOP]


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


# The path of every letter drawn so far, in 1/EM of its height, by its number.
GLYPHS: list[list] = []
_NUMBERS: dict[str, int] = {}


@lru_cache(maxsize=4096)
def set_in_glyphs(
    s: str, prop: FontProperties, ismath: bool
) -> tuple[list[int], list[int]]:
    """A line of text as glyph numbers with positions and scales, and as bars."""
    if ismath:
        with formulas():
            info, glyphs, bars = text_to_path.get_glyphs_mathtext(prop, s)
    else:
        info, glyphs, bars = text_to_path.get_glyphs_with_font(_font(prop), s)
    unit = EM / text_to_path.FONT_SCALE
    numbers: list[int] = []
    for name, x, y, scale in info:
        if name not in _NUMBERS:
            _NUMBERS[name] = len(GLYPHS)
            empty = not len(glyphs[name][0])
            path = Path(np.empty((0, 2))) if empty else Path(*glyphs[name])
            GLYPHS.append(written_path(path.transformed(Affine2D().scale(1, -1)), unit))
        numbers += [_NUMBERS[name], round(x * unit), round(-y * unit)]
        numbers.append(round(scale * EM))
    boxes = []
    for corners, _ in bars:
        (x, y), (right, top) = corners[0], corners[2]
        boxes += [round(v * unit) for v in (x, -top, right - x, top - y)]
    return numbers, boxes


@lru_cache(maxsize=4096)
def _extent(s: str, prop: FontProperties, ismath: bool) -> tuple[float, float, float]:
    with formulas() if ismath else nullcontext():
        return text_to_path.get_text_width_height_descent(s, prop, ismath)


def _font(prop: FontProperties) -> Any:
    return text_to_path._get_font(prop)  # type: ignore[attr-defined]


@lru_cache(maxsize=4096)
def lacking(s: str, prop: FontProperties) -> bool:
    """Whether the fonts of the words lack a letter of ``s``, such as a Chinese one."""
    if s.isascii():
        return False
    fonts = [get_font(each) for each in fontManager._find_fonts_by_props(prop)]
    return any(
        not any(font.get_char_index(ord(c)) for font in fonts)
        for c in s
        if not c.isspace()
    )
