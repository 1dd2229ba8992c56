"""Read the record of a work file, as *Download my work* gives it, and say why some of
its entries are rejected.

A record is plain text in the student's own file, as a notebook is. Where it holds what
was answered, the answer is judged again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kernellab.course.classroom import anew
from kernellab.course.classroom.folder import plain
from kernellab.course.classroom.notebook import DamagedError, loaded
from kernellab.course.classroom.recorded import (
    LONGEST,
    Answer,
    Findings,
    is_guess,
    why_malformed,
)
from kernellab.interactive import record_file


def work(path: Path, member: str = "") -> Findings:
    """What a student's record says, which is a file or a ``member`` of a zip.

    Raises DamagedError where there is no record of this version.
    """
    content = loaded(path, member)
    try:
        kept = record_file.understood(content)
        given = json.loads(content)
    except json.JSONDecodeError as error:
        raise DamagedError(
            f"damaged: its JSON breaks off or goes wrong in line {error.lineno}"
        ) from None
    except ValueError as error:
        raise DamagedError(f"not believed: {plain(error)[:LONGEST]}") from None
    found = Findings()
    rejected = []
    for key, entry in kept["checks"].items():
        if "state" not in entry:
            continue  # it was deleted
        answer = _answer(key, entry)
        if isinstance(answer, Answer):
            found.answers.append(answer)
        else:
            rejected.append(answer)
    for name, entry in kept["guesses"].items():
        if "guess" not in entry:
            continue
        guess = _judged(entry) | {"words": None}
        if "first" in entry:
            guess["first"] = _judged(entry["first"])
        if len(found.guesses) < LONGEST and is_guess((name, guess)):
            found.guesses[name] = guess
        else:
            rejected.append(f"the guess on {plain(name)[:20]}, which is malformed")
    for section in ("checks", "guesses"):
        lost = given.get(section, {}).keys() - kept[section].keys()
        rejected += [f"{plain(key)[:20]}, whose record is malformed" for key in lost]
    found.notes = [f"not believed: {each}" for each in sorted(rejected)]
    return found


def _judged(guess: dict[str, Any]) -> dict[str, Any]:
    return {"when": guess["when"], "state": guess.get("state")}


def _answer(key: str, entry: dict[str, Any]) -> Answer | str:
    """An answer, or why its record is not believed."""
    name, _, seed = key.partition("@")
    state, mistake = entry["state"], entry["mistake"]
    if problem := why_malformed(name, state, mistake, seed or None):
        return problem
    if "answer" not in entry:
        return Answer(name, state, mistake, seed or None)
    verdict = anew.drawn(name, seed or None).judge(entry["answer"])
    if verdict.state != state:
        return f"{name}, whose answer is {verdict.state} and whose record says {state}"
    return Answer(name, state, verdict.mistake, seed or None, judged=True)
