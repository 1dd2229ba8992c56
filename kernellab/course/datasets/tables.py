"""Two columns of numbers out of a CSV file of the reader's own."""

from __future__ import annotations

import csv
from itertools import islice
from math import isfinite
from os import PathLike
from pathlib import Path

import numpy as np

from kernellab._arrays import Array, as_points, as_targets, counted

SEPARATORS = ",;\t"
MANY_ROWS = 1_000_000
MISSING = {"", "na", "n/a", "nan", "null", "none", "-", "?"}


def from_csv(
    path: str | PathLike[str], x: str | int = 0, y: str | int = 1
) -> tuple[Array, Array]:
    """Two columns of a CSV file: X (n, 1) and y (n,).

    ``x`` and ``y`` name the columns as the first line does, or count them from 0; a
    file whose first line is numbers has no names. Commas, semicolons and tabs separate;
    with semicolons or tabs a decimal comma is read, too.

    Raises ValueError for a file that cannot be read, a column that is not there, text
    among the numbers, missing values, a million rows or more, and numbers outside the
    domain.

    Source: written for this course.

    >>> from importlib.resources import files
    >>> X, y = from_csv(files("kernellab.course.datasets") / "stopping.csv")
    >>> X.shape, y.shape
    ((62, 1), (62,))
    """
    path = Path(path)
    try:
        # A spreadsheet's byte order mark is no part of the first name.
        with path.open(encoding="utf-8-sig", newline="") as file:
            first = file.readline()
            separator = max(SEPARATORS, key=first.count)
            file.seek(0)
            lines = filter(any, csv.reader(file, delimiter=separator))
            rows = list(islice(lines, MANY_ROWS + 1))
    except FileNotFoundError:
        raise ValueError(
            f"{path}: no such file. Try its whole path, or put it beside the notebook."
        ) from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ValueError(
            f"{path}: cannot be read as text in UTF-8 ({error}). Try to export it as a"
            " CSV file anew."
        ) from None
    if len(rows) < 2:
        raise ValueError(
            f"{path}: holds {counted(len(rows), 'line')}, and a fit needs a few points."
            " Try a file with a row for each of them."
        )
    point = "." if separator == "," else ","  # "1,200" may be a thousand, too
    names = rows[0] if any(_number(cell, point) is None for cell in rows[0]) else None
    if names is not None:
        rows = rows[1:]
    if len(rows) >= MANY_ROWS:
        raise ValueError(
            f"{path}: holds a million rows or more, and a Gram matrix of n points has n"
            " times n entries. Try a sample, such as every thousandth row."
        )
    places = [_place(path, each, names, len(rows[0])) for each in (x, y)]
    read = np.array([_column(path, rows, place, names, point) for place in places])
    X = as_points(read[0][:, None])
    return X, as_targets(read[1], len(X))


def _place(path: Path, column: str | int, names: list[str] | None, wide: int) -> int:
    stripped = [name.strip() for name in names or []]
    if isinstance(column, str) and column.strip() in stripped:
        return stripped.index(column.strip())
    if isinstance(column, int) and not isinstance(column, bool):
        if 0 <= column < wide:
            return column
        what = f"column {column}, and a row has {wide}, counted from 0"
    elif names is None:
        what = f"column {column!r}: its first line has numbers and no names"
    else:
        what = f"column {column!r}. It has {', '.join(map(repr, stripped))}"
    raise ValueError(
        f"{path}: has no {what}. Try x=… and y=… with a name or a number that it has."
    )


def _column(
    path: Path, rows: list[list[str]], place: int, names: list[str] | None, point: str
) -> list[float]:
    cells = [row[place].strip() if place < len(row) else "" for row in rows]
    numbers = [_number(cell, point) for cell in cells]
    bad = [i for i, number in enumerate(numbers) if number is None]
    if bad:
        i, name = bad[0], repr(names[place]) if names else str(place)
        missing = cells[i].lower() in MISSING
        what = "nothing" if missing else f"{cells[i]!r:.40}, which is no number,"
        advice = (
            "Drop these rows, or fill them in, and say so."
            if missing
            else "Try another column, or leave units and words out."
        )
        row = i + 1 + (names is not None)
        raise ValueError(
            f"{path}: column {name} has {what} in line {row} ({len(bad)} such of"
            f" {len(rows)} rows): a fit computes with numbers alone. {advice}"
        )
    return [number for number in numbers if number is not None]


def _number(cell: str, point: str) -> float | None:
    try:
        number = float(cell.strip().replace(point, "."))
    except ValueError:
        return None
    return number if isfinite(number) else None
