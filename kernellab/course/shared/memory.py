"""The memory of tables of numbers, in words."""

from askfirst.words.text import readable

LAPTOP = 2.0e9  # numbers of 8 bytes in 16 GB


def memory(numbers: float) -> str:
    """So many numbers of 8 bytes, in the unit that suits them."""
    size = 8 * numbers
    units = ("kB", "MB", "GB", "TB", "PB", "EB")
    for power, unit in [*enumerate(units, start=1)][::-1]:
        if size >= 1000**power:
            return f"{readable(size / 1000**power)} {unit}"
    return f"{size:.0f} bytes"
