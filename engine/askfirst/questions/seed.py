"""A student's own numbers: what is stored, and how exercises are drawn from it."""

from __future__ import annotations

import unicodedata
from hashlib import pbkdf2_hmac
from numbers import Integral

from askfirst.record import record
from askfirst.words.course import current

__all__ = ["own_numbers"]

ROUNDS = 200_000  # each guess at a student number costs about a tenth of a second


def own_numbers(student: str | int | None) -> None:
    """Give the exercises numbers of this student's own, or with None those of the
    lectures again. Answers to other numbers do not count meanwhile.

    ``student`` is a student number, or any text; letter case and the number of blanks
    do not matter. Only a hash of it is kept, and every check leaves that in its
    notebook: whoever has a list of the class, or time to try all numbers of seven
    digits, can tell whose it is.

    Raises ValueError for what is neither a whole number nor a text that says something.

    >>> own_numbers("s1234567")  # doctest: +ELLIPSIS
    From now on the exercises have numbers of your own. A check says which; ...
    Only a hash of your student number is kept, ...
    >>> own_numbers(None)
    From now on the exercises have the numbers of the lectures.
    """
    if student is None:
        record.student.add("seed", seed=None)
        print("From now on the exercises have the numbers of the lectures.")
        return
    text = unicodedata.normalize("NFKC", " ".join(str(student).split())).casefold()
    if not text or isinstance(student, bool) or not isinstance(student, str | Integral):
        raise ValueError(
            f"student = {student!r}, and numbers are drawn from a text, which is not"
            ' empty, or from a whole number. Try own_numbers("s1234567").'
        )
    salt = current().command.encode()
    seed = pbkdf2_hmac("sha256", text.encode(), salt, ROUNDS, dklen=16).hex()
    record.student.add("seed", seed=seed)
    print(
        "From now on the exercises have numbers of your own. A check says which; where"
        " it says none, the text's are yours.\nOnly a hash of your student number is"
        f" kept, {seed[:4]}…; the number itself stands in this cell, and can be deleted"
        " there now."
    )
