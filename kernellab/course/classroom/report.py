"""``kernellab report FOLDER``: what a class did, and its misconceptions."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from kernellab.course.classroom import (
    anew,
    gradebook,
    page,
    recorded,
    sandbox,
    taught,
    work_file,
)
from kernellab.course.classroom.folder import Handed, Student, plain, students
from kernellab.course.classroom.notebook import DamagedError, read
from kernellab.course.classroom.recorded import Findings
from kernellab.course.classroom.table import table
from kernellab.course.classroom.tally import Tally
from kernellab.course.exercises import EXERCISES
from kernellab.course.progress import LECTURES, two_digits
from kernellab.interactive.refusal import RefusedError, writing


def arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "folder",
        type=Path,
        help="the notebooks and work files (Download my work) of a class: a file or a"
        " folder for each student",
    )
    parser.add_argument("--lecture", help="count this one alone, such as 09")
    parser.add_argument(
        "--exercises",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="also count your own, of this notebook or file of Python",
    )
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="also write a CSV that Moodle and Canvas take",
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="also write one page with pictures"
    )
    parser.add_argument(
        "--run",
        action="store_true",
        help="check the answers anew, each notebook in a sandbox",
    )
    parser.add_argument(
        "--trust",
        action="store_true",
        help="with --run: where no sandbox works, run them without one",
    )


def run(options: Namespace) -> None:
    """Report. Raises RefusedError where nothing can be reported."""
    with taught.entered(options.exercises) as own:
        _run(options, own)


def _run(options: Namespace, own: list[dict[str, Any]]) -> None:
    _check(options)
    lecture = two_digits(options.lecture) if options.lecture else None
    confined = None
    if options.run and sys.platform != "linux":
        raise RefusedError(
            "--run needs Linux, also with --trust; on Windows WSL is one, and anywhere"
            " a virtual machine."
        )
    if options.run:
        confined = _sandbox(options.trust)
    everyone, notes = students(options.folder)
    if not any(student.notebooks + student.records for student in everyone):
        for line in notes:
            print(line, file=sys.stderr)
        raise RefusedError(
            f"{plain(options.folder)}: holds no notebook (.ipynb) and no work file"
            " (.zip), so there is nothing to report."
        )
    total = sum(len(student.notebooks + student.records) for student in everyone)
    with _Progress(total) as step:
        found = [
            (student, _read(student, options.folder, step)) for student in everyone
        ]
    how = "as their notebooks have recorded it, and not run"
    if any(student.records for student in everyone):
        how = "as their files have recorded it, and not run"
    if confined:
        total = sum(len(student.notebooks) for student in everyone)
        with _Progress(total) as step:
            found = list(_anew(found, options.folder, confined, own, step))
        how = (
            f"exercises checked anew {confined.words}, guesses as their files have"
            " recorded them"
        )
    notes += [line for _, each in found for line in each.notes]
    if lecture:
        found = [(student, each.of_lecture(lecture)) for student, each in found]
    tally = Tally(tuple(found), how, lecture)
    for line in notes:
        print(line, file=sys.stderr)
    print(table(tally, shutil.get_terminal_size((100, 24)).columns))
    with writing():
        if options.csv:
            gradebook.write(tally, options.csv)
        if options.html:
            page.write(tally, notes, options.html)


def _check(options: Namespace) -> None:
    if not options.folder.exists():
        raise RefusedError(f"{plain(options.folder)}: there is no such folder.")
    if not options.folder.is_dir():
        raise RefusedError(
            f"{plain(options.folder)}: a file, not a folder; give the folder that it is"
            " in, or unpack it."
        )
    known = list(dict.fromkeys([*LECTURES, *map(recorded.lecture_of, EXERCISES)]))
    if options.lecture and two_digits(options.lecture) not in known:
        raise RefusedError(
            f"--lecture {options.lecture}: no such lecture. There are"
            f" {', '.join(known)}."
        )
    if options.trust and not options.run:
        raise RefusedError(
            "--trust says how to run notebooks, and without --run none is run; add"
            " --run."
        )


def _sandbox(trust: bool) -> sandbox.Sandbox:
    try:
        return sandbox.bubblewrap()
    except sandbox.NoSandboxError as error:
        if trust:
            return sandbox.trusting()
        raise RefusedError(
            f"{error}. Without a sandbox notebooks could do whatever you can; if you"
            " trust them, add --trust."
        ) from None


def _read(student: Student, folder: Path, step: Callable[[], None]) -> Findings:
    """What all notebooks and records of a student say."""
    whole = Findings()
    for handed in (*student.notebooks, *student.records):
        try:
            of_kind = recorded.notebook if handed.is_notebook else work_file.work
            one = of_kind(*handed)
        except DamagedError as error:
            one = Findings(notes=[str(error)])
        whole.answers += one.answers
        recorded.merge_guesses(whole.guesses, one.guesses)
        whole.notes += _of_file(handed, folder, one.notes)
        step()
    whole.keep_one_seed(student.name)
    return whole


def _of_file(handed: Handed, folder: Path, notes: list[str]) -> list[str]:
    """The notes on a file, each once and with its name."""
    where = plain(handed.path.relative_to(folder) / handed.member)
    return [f"{where}: {line}" for line in dict.fromkeys(notes)]


def _anew(
    found: Sequence[tuple[Student, Findings]],
    folder: Path,
    confined: sandbox.Sandbox,
    own: list[dict[str, Any]],
    step: Callable[[], None],
) -> Iterator[tuple[Student, Findings]]:
    """The results of running all notebooks, several at a time, in their order."""

    def sent(handed: Handed, seed: str | None) -> tuple[list, str]:
        try:
            return sandbox.run(anew.to_run(read(*handed)), seed, confined, own=own)
        except DamagedError:
            return [], ""  # noted when it was read

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [
            [pool.submit(sent, each, before.seed) for each in student.notebooks]
            for student, before in found
        ]
        for (student, before), futures in zip(found, runs, strict=True):
            whole = Findings(guesses=before.guesses, notes=list(before.notes))
            whole.answers += [answer for answer in before.answers if answer.judged]
            for handed, future in zip(student.notebooks, futures, strict=True):
                messages, problem = future.result()
                one = anew.judged(messages, before.seed)
                whole.answers += one.answers
                one.notes += [problem] if problem else []
                whole.notes += _of_file(handed, folder, one.notes)
                step()
            after = whole.states()
            for name, state in before.states().items():
                if after.get(name) != state:
                    whole.notes.append(
                        f"{student.name}: {name} is recorded as {state}, and when run"
                        f" it is {after.get(name, 'not answered')}"
                    )
            yield student, whole


class _Progress:
    """How many files are done, on a terminal."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.shown = total, 0, sys.stderr.isatty()

    def __enter__(self) -> Callable[[], None]:
        return self._step

    def _step(self) -> None:
        self.done += 1
        if self.shown:
            bar = "#" * round(30 * self.done / self.total)
            print(
                f"\r[{bar:<30}] {self.done} of {self.total} files",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def __exit__(self, *_: object) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
