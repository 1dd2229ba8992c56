"""The memory of tables of numbers, in words."""

from askfirst.words.text import readable

LAPTOP = 2.0e9  # numbers of 8 bytes in 16 GB


def memory(numbers: float) -> str:
    """So many numbers of 8 bytes, in the unit that suits them."""
    size = 8 * numbers
    for unit, power in (("TB", 12), ("GB", 9), ("MB", 6), ("kB", 3)):
        if size >= 10**power:
            return f"{readable(size / 10**power)} {unit}"
    return f"{size:.0f} bytes"
