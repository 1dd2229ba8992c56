"""The report of a class as one page without scripts and without a network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from kernellab.course.classroom.tally import MARKS, Count, Tally, at_first

STYLE = Path(__file__).with_name("page.css")
WORDS = {"right": "right", "wrong": "not right", "skipped": "skipped"}
KINDS = ("right", "wrong", "blank")
EXERCISE = ("right", "wrong", "not tried")
QUESTION = ("right", "wrong", "no guess")


def write(tally: Tally, notes: Sequence[str], path: Path) -> None:
    """The page; ``notes`` are lines on what was left out or not believed. Whatever
    students wrote is escaped.
    """
    summary = escape(tally.head[0].upper() + tally.head[1:])
    parts = [f"<h1>Class report</h1><p>{summary}</p>"]
    if tally.by_exercise:
        parts.append(f"<h2>Exercises</h2>{_bars(tally.by_exercise, EXERCISE)}")
    if tally.by_question:
        bars = _bars(tally.by_question, QUESTION)
        parts.append(f"<h2>Questions of the labs</h2>{bars}")
    parts.append(f"<h2>Students</h2>{_students(tally)}")
    if notes:
        lines = "".join(f"<li>{escape(line)}</li>" for line in notes)
        parts.append(f"<h2>Left out, or not believed</h2><ul>{lines}</ul>")
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<title>Class report</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<style>{STYLE.read_text(encoding='utf-8')}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )
    path.write_text(page, encoding="utf-8")


def _bars(counts: Sequence[Count], words: tuple[str, str, str]) -> str:
    """A legend, and a bar for each exercise or question."""
    spans = (
        f"<span><i class={kind}></i>{word}</span>"
        for kind, word in zip(KINDS, words, strict=True)
    )
    bars = "".join(_bar(each, words) for each in counts)
    return f"<p class=legend>{' '.join(spans)}</p><ul class=bars>{bars}</ul>"


def _bar(count: Count, words: tuple[str, str, str]) -> str:
    """A line of counts, its picture, and below it the known mistakes."""
    counts = (count.right, count.wrong, count.blank)
    numbers = ", ".join(f"{n} {word}" for n, word in zip(counts, words, strict=True))
    if count.at_first not in (None, count.right):
        numbers += f"; {count.at_first} right at first"
    x, rects = 0.0, ""
    for kind, n in zip(KINDS, counts, strict=True):
        width = 100 * n / max(sum(counts), 1)
        rects += f'<rect class={kind} x="{x:.3f}" width="{width:.3f}" height="10"/>'
        x += width
    mistakes = "".join(
        f"<li><b>{times} of {count.answered}</b> {escape(mistake)}</li>"
        for times, mistake in count.mistakes
    )
    below = f"<p>{escape(count.words)}</p>" * bool(count.words)
    below += f"<ul>{mistakes}</ul>" * bool(mistakes)
    return (
        f"<li><div><b>{escape(count.name)}</b> <small>{numbers}</small></div>"
        '<svg viewBox="0 0 100 10" preserveAspectRatio="none"'
        f' aria-hidden="true">{rects}</svg>{below}</li>'
    )


def _students(tally: Tally) -> str:
    """A table with a row for each student who tried something."""
    columns = [*tally.exercises, *tally.questions]
    heads = ("exercises right", *columns)
    head = "".join(f"<th scope=col><span>{escape(each)}</span></th>" for each in heads)
    rows = ""
    for student, found in tally.active:
        states = found.states()
        cells = {name: _cell([state]) for name, state in states.items()}
        for name, guess in found.guesses.items():
            first = [at_first(guess)] if "first" in guess else []
            cells[name] = _cell([*first, guess.get("state")])
        right = [*states.values()].count("right")
        row = "".join(cells.get(name, "<td></td>") for name in columns)
        name = f"<th scope=row>{escape(student.name)}</th>"
        rows += f"<tr>{name}<td>{right}</td>{row}</tr>"
    head = f"<thead><tr><th scope=col>student</th>{head}</tr></thead>"
    table = f"<table>{head}<tbody>{rows}</tbody></table>"
    idle = f"<p>{escape(tally.idle)}</p>" * bool(tally.idle)
    return f'<div class=wide tabindex="0">{table}</div>' * bool(rows) + idle


def _cell(states: list[str | None]) -> str:
    """One state, or that of the first guess and of the last."""
    words = ", then ".join(WORDS.get(state or "", "not judged") for state in states)
    marks = "".join(MARKS[state] for state in states)
    seen = f"{marks}<span class=unseen>{words}</span>"
    return f'<td class="{states[-1] or ""}" title="{words}">{seen}</td>'
