"""Read what a student handed in: the checks and guesses that a notebook keeps in its
outputs, and the journal of a work file, with a note on what is not counted.

Both are plain text in the student's own files, and are taken at their word.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from askfirst.questions.exercises import EXERCISES, VERSION, asks_the_same
from askfirst.record import earlier, journal
from askfirst.record.journal import event_in, guess_lines, line_of
from askfirst.report.folder import Student, printable
from askfirst.report.notebook import DamagedError, code, loaded, notebook_in, shown
from askfirst.words.course import current
from askfirst.words.text import counted


@dataclass
class Findings:
    """What was found for one student: the last check of each exercise and the guess on
    each question, as a journal has them, and notes on what is not counted.
    """

    checks: dict[str, dict[str, Any]] = field(default_factory=dict)
    guesses: dict[str, dict[str, Any]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)  # of the questions
    notes: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)  # exercises that are not given

    @property
    def tried(self) -> bool:
        """Whether there is anything."""
        return bool(self.checks or self.guesses or self.unknown)

    def states(self) -> dict[str, str]:
        """The state of each exercise that was tried."""
        return {name: entry["state"] for name, entry in self.checks.items()}

    def of_lecture(self, number: str) -> Findings:
        """What belongs to one lecture."""
        lecture = current().lectures.get(number)  # none, if it is a lecturer's own
        asked = {*lecture.questions, *lecture.further} if lecture else set()
        checks = {k: each for k, each in self.checks.items() if lecture_of(k) == number}
        guesses = {name: each for name, each in self.guesses.items() if name in asked}
        return Findings(checks, guesses, self.words, self.notes, self.unknown)


def lecture_of(exercise: str) -> str:
    """The lecture that an exercise belongs to: what its name has before the last dot.

    >>> lecture_of("09.1"), lecture_of("my.1"), lecture_of("bonus")
    ('09', 'my', 'bonus')
    """
    return exercise.rpartition(".")[0] or exercise


def of_student(student: Student, folder: Path) -> Findings:
    """What all files of a student say, joined as journals are."""
    whole, lines = Findings(), list[str]()
    for handed in student.files:
        try:
            of_kind = _notebook if handed.is_notebook else _work
            found, words, notes = of_kind(loaded(*handed))
        except DamagedError as error:
            found, words, notes = [], {}, [str(error)]
        lines += found
        whole.words |= words
        where = printable(handed.path.relative_to(folder) / handed.member)
        whole.notes += [f"{where}: {line}" for line in dict.fromkeys(notes)]
    state = journal.fold(lines)
    whole.guesses = state.guesses
    _count(state.checks, whole, student.name)
    return whole


def _count(checks: dict[str, dict], whole: Findings, student: str) -> None:
    """Count those checks that are of the student's own seed, which is the most frequent
    one. Checks with the numbers of the lecture count, too, if the
    student's own exercise asks the same question and was not answered.
    """
    seeds = Counter(seed for of_seed in checks.values() for seed in of_seed if seed)
    own = next((seed for seed, _ in seeds.most_common(1)), None)
    odd, void = [], []
    for name, of_seed in sorted(checks.items()):
        if name not in EXERCISES:
            whole.unknown.append(printable(name)[:20])
            continue
        if any(seed not in (None, own) for seed in of_seed):
            odd.append(printable(name)[:20])
        seed = own if own in of_seed else None
        if (entry := of_seed.get(seed)) is None:
            continue
        known = range(len(EXERCISES[name](None).mistakes))
        if entry["mistake"] not in (None, *known):
            whole.notes.append(
                f"{student}: not counted: {name}, whose record names an unknown mistake"
            )
        elif asks_the_same(name, seed, own):
            whole.checks[name] = entry
        else:
            void.append(name)
    if odd:
        whole.notes.append(
            f"{student}: not counted: {', '.join(odd)}, of another seed than the other"
            " answers; whose work was it?"
        )
    if void:
        whole.notes.append(
            f"{student}: not counted: {', '.join(void)}, answered with the numbers of"
            " the lecture and not with the student's own"
        )


def _notebook(text: bytes) -> tuple[list[str], dict[str, str], list[str]]:
    """The lines of a journal that say what a notebook has recorded, the words of its
    questions, and notes on what is not counted. Raises DamagedError.
    """
    lines, words, notes = list[str](), dict[str, str](), list[str]()
    check, guesses = current().mime("check"), current().mime("guesses")
    for number, cell in enumerate(code(notebook_in(text))):
        for bundle in shown(cell):
            if check in bundle:
                found = bundle[check] if isinstance(bundle[check], dict) else {}
                if found.get("state") == "open":
                    continue
                fields = {key: found.get(key) for key in ("seed", "state", "mistake")}
                line = line_of("check", number, name=found.get("exercise"), **fields)
                if found.get("version") == VERSION and event_in(line):
                    lines.append(line)
                else:
                    notes.append("not counted: a record that is malformed")
            if guesses in bundle:
                found = bundle[guesses] if isinstance(bundle[guesses], dict) else {}
                told = guess_lines(found.get("guesses"))
                if not isinstance(found.get("guesses"), dict) or not all(
                    map(event_in, told)
                ):
                    notes.append("not counted: guesses that are malformed")
                    continue
                lines += told
                for name, guess in found["guesses"].items():
                    words[name] = str(guess.get("words") or "")[:500]
    return lines, words, notes


def _work(text: bytes) -> tuple[list[str], dict[str, str], list[str]]:
    """The same for a journal, or for the record of an earlier course."""
    try:
        lines = earlier.lines_in(text)
    except ValueError as error:
        raise DamagedError(f"damaged: {error}") from None
    lost = [*map(event_in, lines)].count(None)
    note = f"not counted: {counted(lost, 'line')} that cannot be understood"
    return lines, {}, [note] if lost else []
