"""Covers, found in the folders of the lectures: ``cover(13)``.

A file ``cover`` draws one, and its docstring says what is to be seen there.
"""

from importlib import import_module

from kernellab.course.shared.cover_page import Cover

__all__ = ["cover"]


def cover(lecture: int) -> Cover:
    """The picture that a lecture opens with, from 0 to 13.

    Raises ValueError where there is no such lecture.

    >>> cover(13).alt[:24]
    'A band around a curve na'
    """
    try:
        drawing = import_module(f"kernellab.course.lecture_{lecture:02}.cover")
    except ModuleNotFoundError:
        raise ValueError(
            f"lecture {lecture!r} has no cover. Ask for one of 0 to 13."
        ) from None
    return Cover(drawing.draw, str(drawing.__doc__))
