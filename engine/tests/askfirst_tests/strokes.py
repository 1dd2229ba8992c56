"""What a painter draws and what matplotlib draws, as lists that can be compared."""

import json

from askfirst.labs.painter import DPI
from askfirst.labs.recorder import Recorder
from askfirst.labs.typeface import typeset


def strokes(glyphs, *lists):
    """All operations, each path on its own and letters by their paths."""
    single = []
    for kind, style, *rest in (op for each in lists for op in each):
        if kind == "t":
            letters = [glyphs[n] if i % 4 == 0 else n for i, n in enumerate(rest[4])]
            rest = [*rest[:4], letters, *rest[5:]]
        ways = [[each] for each in rest] if kind == "p" else [rest]
        single += [json.dumps([kind, style, *each]) for each in ways]
    return sorted(single)


def painted(painter):
    made = painter.paint()
    return strokes(painter.glyphs, json.loads(made.background), json.loads(made.ops))


def by_matplotlib(figure):
    """What the figure itself draws on a recorder."""
    recorder = Recorder(figure.bbox.width, figure.bbox.height, DPI)
    with typeset(figure):
        figure.draw(recorder)
    return strokes(recorder.glyphs, recorder.ops)
