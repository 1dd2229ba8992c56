"""The last cell of a notebook, which stores the guesses on its labs' questions."""

from __future__ import annotations

from typing import Any

from askfirst.record import record
from askfirst.words.course import current
from askfirst.words.signs import GREEN, GREY
from askfirst.words.text import counted

__all__ = ["hand_in"]


class HandedIn:
    """Keep in this cell's output the guesses on record, each with how it was judged and
    the words of its question, if a lab of this notebook asks it.

    >>> hand_in()  # doctest: +ELLIPSIS
    No guess is in this notebook yet. Answer the questions of its labs, ...
    """

    def __init__(self) -> None:
        known, words = record.student.state.guesses, record.student.asked
        self._guesses = {
            name: known[name] | {"words": words.get(name)} for name in sorted(known)
        }

    def __repr__(self) -> str:
        if not self._guesses:
            return (
                "No guess is in this notebook yet. Answer the questions of its labs,"
                " and run this cell again."
            )
        count = counted(len(self._guesses), "question")
        return (
            f"In this cell now: guesses on {count}. Save the notebook and hand it in."
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        ground = GREEN if self._guesses else GREY
        shown = f'<p style="background:{ground};padding:.2em .5em">{self!r}</p>'
        kept = {"version": 1, "seed": record.student.seed, "guesses": self._guesses}
        kind = current().mime("guesses")
        return {"text/plain": repr(self), "text/html": shown, kind: kept}


hand_in = HandedIn
