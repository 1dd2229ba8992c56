"""A tally as one page that needs nothing else: no script, no network, by day and by
night.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from kernellab.course.classroom.tally import MARKS, Line, Tally

STYLE = Path(__file__).with_name("page.css")
WORDS = {
    "right": "right",
    "wrong": "not right",
    "skipped": "skipped",
    None: "not judged",
}


def write(tally: Tally, said: Sequence[str], path: Path) -> None:
    """The page; ``said`` are lines on what was left out or not believed."""
    path.write_text(page(tally, said), encoding="utf-8")


def page(tally: Tally, said: Sequence[str]) -> str:
    """The page as text; whatever students wrote is escaped."""
    parts = [
        f"<h1>Class report</h1><p>{escape(tally.head[0].upper() + tally.head[1:])}</p>"
    ]
    if tally.by_exercise:
        legend = _legend("right", "wrong", "not tried")
        lines = "".join(
            _bar(line, ("right", "wrong", "not tried")) for line in tally.by_exercise
        )
        parts.append(f"<h2>Exercises</h2>{legend}<ul class=bars>{lines}</ul>")
    if tally.by_question:
        legend = _legend("held", "missed", "no guess, skipped or not judged")
        lines = "".join(
            _bar(line, ("held", "missed", "no guess")) for line in tally.by_question
        )
        parts.append(
            f"<h2>Questions of the labs</h2>{legend}<ul class=bars>{lines}</ul>"
        )
    parts.append(f"<h2>Students</h2>{_students(tally)}")
    if said:
        lines = "".join(f"<li>{escape(line)}</li>" for line in said)
        parts.append(f"<h2>Left out, or not believed</h2><ul>{lines}</ul>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<title>Class report</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<style>{STYLE.read_text(encoding='utf-8')}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _legend(*words: str) -> str:
    kinds = zip(("right", "wrong", "blank"), words, strict=True)
    return (
        "<p class=legend>"
        + " ".join(f"<span><i class={kind}></i>{word}</span>" for kind, word in kinds)
        + "</p>"
    )


def _bar(line: Line, words: tuple[str, str, str]) -> str:
    """A line of counts, its picture, and below it the known mistakes."""
    counts = (line.right, line.wrong, line.blank)
    said = ", ".join(
        f"{count} {word}" for count, word in zip(counts, words, strict=True)
    )
    x, rects = 0.0, ""
    for kind, count in zip(("right", "wrong", "blank"), counts, strict=True):
        width = 100 * count / max(sum(counts), 1)
        rects += f'<rect class={kind} x="{x:.3f}" width="{width:.3f}" height="10"/>'
        x += width
    picture = (
        '<svg viewBox="0 0 100 10" preserveAspectRatio="none"'
        f' aria-hidden="true">{rects}</svg>'
    )
    mistakes = "".join(
        f"<li><b>{times} of {line.answered}</b> {escape(mistake)}</li>"
        for times, mistake in line.mistakes
    )
    below = f"<p>{escape(line.words)}</p>" * bool(
        line.words
    ) + f"<ul>{mistakes}</ul>" * bool(mistakes)
    return (
        f"<li><div><b>{escape(line.name)}</b>"
        f" <small>{said}</small></div>{picture}{below}</li>"
    )


def _students(tally: Tally) -> str:
    columns = [*tally.exercises, *tally.questions]
    head = "".join(
        f"<th scope=col><span>{escape(name)}</span></th>" for name in columns
    )
    rows = ""
    for student, found in tally.active:
        states = found.states() | {
            name: guess["state"] for name, guess in found.guesses.items()
        }
        cells = "".join(
            _cell(states[name]) if name in states else "<td></td>" for name in columns
        )
        right = list(found.states().values()).count("right")
        rows += (
            f"<tr><th scope=row>{escape(student.name)}</th><td>{right}</td>{cells}</tr>"
        )
    top = (
        "<tr><th scope=col>student</th><th scope=col><span>exercises"
        f" right</span></th>{head}</tr>"
    )
    table = f"<table><thead>{top}</thead><tbody>{rows}</tbody></table>"
    idle = f"<p>{escape(tally.idle)}</p>" * bool(tally.idle)
    return f'<div class=wide tabindex="0">{table}</div>' * bool(rows) + idle


def _cell(state: str | None) -> str:
    return (
        f'<td class="{state or ""}" title="{WORDS[state]}">{MARKS[state]}<span'
        f" class=unseen>{WORDS[state]}</span></td>"
    )
