"""What runs in the sandbox: the cells of one notebook, in their order, and a line of
JSON out for each answer that is checked.

Nothing is judged here, since the notebook's code shares this process and may change
whatever it finds. What it can send is numbers, and those are all that an answer is.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from kernellab.course.classroom.taught import Source
from kernellab.interactive import record
from kernellab.interactive.diagnosis import numbers
from kernellab.interactive.exercises import _LAST, Exercise
from kernellab.interactive.playable import Playable

MOST_NUMBERS = 10_000  # numbers of one outcome


def main() -> None:
    """Run the notebook that arrives at the standard input."""
    import resource  # not on Windows

    job = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # what cells print is nobody's to read
        os.dup2(nowhere, stream)
    for each in job["own"]:
        with suppress(Exception):  # what a lecturer's file may raise on another machine
            Source(**each).run()
    record.keep_seed(job["seed"])

    def tell(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")

    def check(self: Exercise, answer: Any) -> None:
        tell({"exercise": self.name, **taken(self, answer)})

    Exercise.check = check  # type: ignore
    # Nobody looks, and drawing takes much of the time.
    Playable._ipython_display_ = lambda self: None  # type: ignore
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    for kind, most in job["limits"].items():
        resource.setrlimit(getattr(resource, kind), (most, most))
    tell({"began": True})
    for source in job["cells"]:
        shell.run_cell(source, store_history=True)
    tell({"ended": True})
    out.flush()
    os._exit(0)  # threads of the notebook's do not keep it


def taken(exercise: Exercise, answer: Any) -> dict[str, Any]:
    """An answer as plain data: what it is, or what it returns."""
    if answer is ... or _LAST.left_over(exercise.name, answer):
        return {"open": True}
    if not (exercise._parameters and callable(answer)):
        return {"value": plain_numbers(answer)}
    calls = exercise.called(answer)
    if failure := calls[-1].failure:
        return {"stopped": failure}
    return {"outcomes": [plain_numbers(each.result) for each in calls]}


def plain_numbers(value: Any) -> dict[str, Any] | None:
    """The numbers of a value and their shape, or None for anything else.

    >>> plain_numbers([[1, 2]])
    {'shape': [2], 'numbers': [1.0, 2.0]}
    """
    found = numbers(value)
    if found is None or found.size > MOST_NUMBERS:
        return None
    return {"shape": list(found.shape), "numbers": found.ravel().tolist()}


if __name__ == "__main__":
    main()
