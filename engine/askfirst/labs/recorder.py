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
path), n whether lines snap to pixels. What is hatched is an image.
"""

from __future__ import annotations

import base64
import unicodedata
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties, fontManager, get_font
from matplotlib.ft2font import LoadFlags
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D

from askfirst.labs.typeface import own_settings

UNIT = 20  # of a pixel
EM = 1000  # of the height of a letter
MAX_POINTS = 20_000  # a path or a set of markers with more is sent as an image
MAX_COORDINATE = 1e6  # pixels; anything beyond is invisible
STRAIGHT = 1e-4  # pixels by which a line may go aside and still be snapped

# The letters of a path by matplotlib's codes; curves have theirs at each point.
_LETTERS = bytes.maketrans(bytes([1, 2, 3, 4, 79]), b"MLQCZ")
_STROKES = {"butt": "butt", "projecting": "square", "round": "round"}
_MIRROR = Affine2D().scale(1, -1)

Op = list


class Recorder(RendererBase):
    """Record in ``ops`` what artists draw, in pixels at ``dpi``; ``glyphs`` are the
    paths of all letters so far, in 1/EM of their height, by their numbers.
    """

    def __init__(self, width: float, height: float, dpi: float) -> None:
        super().__init__()
        self.dpi = dpi
        self.ops: list[Op] = []
        self.glyphs: list[list] = []
        self._numbers: dict[str, int] = {}
        self.fit(width, height)

    def fit(self, width: float, height: float) -> None:
        """Take another size."""
        self.width, self.height = width, height
        self._flip = Affine2D().scale(1, -1).translate(0, height)

    def draw_path(
        self, gc: GraphicsContextBase, path: Path, transform: Any, rgbFace: Any = None
    ) -> None:
        outline = rgbFace is None and gc.get_hatch() is None
        path = path.cleaned(
            transform=transform + self._flip,
            remove_nans=True,
            clip=(-1.0, -1.0, self.width + 1, self.height + 1) if outline else None,
            simplify=path.should_simplify,
            curves=True,
        )
        if gc.get_hatch() is not None or len(np.asarray(path.vertices)) > MAX_POINTS:
            self._as_image(
                gc, lambda agg, gc: agg.draw_path(gc, path, self._flip, rgbFace)
            )
            return
        style = self._style(gc, rgbFace, snap=_rectilinear(path))
        written = written_path(path, UNIT)
        if not written[0]:
            return
        if self.ops and self.ops[-1][:2] == ["p", style]:
            self.ops[-1].append(written)
        else:
            self.ops.append(["p", style, written])

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
        if path.codes is not None:
            at = at[(path.codes == Path.MOVETO) | (path.codes == Path.LINETO)]
        if len(at) > MAX_POINTS:
            self._as_image(
                gc,
                lambda agg, gc: agg.draw_markers(
                    gc, marker_path, marker_trans, path, trans, rgbFace
                ),
            )
            return
        places = self._flip.transform(at)
        places = places[(np.abs(places) < MAX_COORDINATE).all(axis=1)]  # and no NaN
        if len(places):
            marker, snap = _marker(marker_path, marker_trans.get_matrix().tobytes())
            style, shifts = self._style(gc, rgbFace, snap=snap), _rounded_down(places)
            self.ops.append(["m", style, marker, differences(shifts)])

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
            return
        glyphs, bars, _ = line(s, prop, bool(ismath))
        letters: list[int] = []
        for name, path, *where in glyphs:
            if (number := self._numbers.get(name)) is None:
                number = self._numbers[name] = len(self.glyphs)
                self.glyphs.append(_glyph(*path))
            letters += (number, *where)
        self.ops.append(["t", *at, letters, bars, *_growing(mtext, angle)])

    def get_text_width_height_descent(
        self, s: str, prop: FontProperties, ismath: Any
    ) -> tuple[float, float, float]:
        if not ismath and lacking(s, prop):
            size = self.points_to_pixels(prop.get_size_in_points())
            wide = [unicodedata.east_asian_width(c) in "WF" for c in s]
            ems = sum(1.0 if each else 0.6 for each in wide)
            return ems * size, size, 0.22 * size
        *_, extent = line(s, prop, bool(ismath))
        size = self.points_to_pixels(prop.get_size_in_points())
        width, height, descent = (part * size for part in extent)
        return width, height, descent

    def _get_font_height_metrics(
        self, prop: FontProperties
    ) -> tuple[float, float, float]:
        """How far letters go up and down, and the gap between lines, in pixels."""
        size = self.points_to_pixels(prop.get_size_in_points())
        up, down, gap = (part * size for part in _heights(prop))
        return up, -down, gap

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
                style["f"] = _hex((*face[:3], alpha))
        pixel, width, ink = self.points_to_pixels(1), gc.get_linewidth(), gc.get_rgb()
        if stroke and width > 0 and ink[3] > 0:
            style |= {"s": _hex((*ink,)), "w": round(width * pixel, 3)}
            offset, dashes = gc.get_dashes()
            if dashes is not None:
                both = (offset, *np.asarray(dashes))
                style["d"] = [round(each * pixel, 3) for each in both]
            if (cap := gc.get_capstyle()) != "butt":
                style["c"] = _STROKES[cap]
            if (join := gc.get_joinstyle()) != "round":
                style["j"] = str(join)
        if snap and gc.get_snap() is not False:
            style["n"] = 1
        if (clip := self._clip(gc)) is not None:
            style["k"] = clip
        return style

    def _clip(self, gc: GraphicsContextBase) -> list | None:
        clip: Any = gc.get_clip_path()
        if clip[0] is not None:
            return written_path(
                clip[0].cleaned(transform=clip[1] + self._flip, curves=True), UNIT
            )
        box: Any = gc.get_clip_rectangle()
        if box is None:
            return None
        x0, y0, x1, y1 = box.extents.tolist()
        return _corners(x0, self.height - y1, x1, self.height - y0)

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
    """A path without gaps as letters and differences of whole numbers."""
    vertices: Any = path.vertices
    codes: Any = path.codes
    if codes is None:
        letters = "M" * (len(vertices) > 0) + "L" * (len(vertices) - 1)
    else:
        kept = (codes != Path.STOP) & (codes != Path.CLOSEPOLY)
        vertices = vertices[kept]
        text = codes.tobytes().translate(_LETTERS, b"\0").decode()
        letters = text.replace("QQ", "Q").replace("CCC", "C")
    numbers = vertices.clip(-MAX_COORDINATE, MAX_COORDINATE) * unit
    return [letters, differences(numbers)]


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
    """In whole units. What goes to whole pixels, as markers and clips do, goes to the
    next one from half a pixel on, and what is less is to stay so.
    """
    return np.floor(places * UNIT + 1e-6)


def _rectilinear(path: Path) -> bool:
    """Whether matplotlib would snap a cleaned path: it has no oblique line, and no
    curve.
    """
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


# A line of text: its glyphs (name, path, x, y, scale), the bars of fractions and roots
# in 1/EM of its height, and its width, height and descent in ems.
Line = tuple[list[tuple], list[int], list[float]]


@lru_cache(maxsize=4096)
def line(s: str, prop: FontProperties, ismath: bool) -> Line:
    """A line of words or, if ``ismath``, with formulas between dollars."""
    with own_settings():
        if ismath:
            info, paths, bars = text_to_path.get_glyphs_mathtext(prop, s)
            extent = text_to_path.get_text_width_height_descent(s, prop, ismath)
            size = prop.get_size_in_points()
        else:
            font, size = _font(prop), text_to_path.FONT_SCALE
            info, paths, bars = text_to_path.get_glyphs_with_font(font, s)
            font.set_text(s, 0.0, flags=LoadFlags.NO_HINTING)
            width, height = font.get_width_height()
            extent = width / 64, height / 64, font.get_descent() / 64
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


def _font(prop: FontProperties) -> Any:
    """As ``text_to_path._get_font``, which looks for the files each time."""
    font = get_font(_files(prop))
    font.set_size(text_to_path.FONT_SCALE, text_to_path.DPI)
    return font


@lru_cache(maxsize=256)
def _files(prop: FontProperties) -> list[Any]:
    return fontManager._find_fonts_by_props(prop)


@lru_cache(maxsize=256)
def _heights(prop: FontProperties) -> tuple[float, float, float]:
    """The same in ems, the second upwards. matplotlib itself looks it up each time."""
    font = _font(prop)
    table, unit = font.get_sfnt_table("OS/2"), font.get_sfnt_table("head")["unitsPerEm"]
    names = "sTypoAscender", "sTypoDescender", "sTypoLineGap"
    up, down, gap = (table[name] / unit for name in names)
    return up, down, gap


def _glyph(vertices: np.ndarray, codes: np.ndarray) -> list:
    """The path of a letter as written."""
    if not len(vertices):
        return ["", []]
    path = Path(vertices, codes).transformed(_MIRROR)
    return written_path(path, EM / text_to_path.FONT_SCALE)


@lru_cache(maxsize=4096)
def lacking(s: str, prop: FontProperties) -> bool:
    """Whether the fonts of the words lack a letter of ``s``, such as a Chinese one."""
    if s.isascii():
        return False
    fonts = [get_font(each) for each in _files(prop)]
    return any(
        not any(font.get_char_index(ord(c)) for font in fonts)
        for c in s
        if not c.isspace()
    )
