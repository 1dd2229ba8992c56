"""Run notebooks, each in a process of its own, forked from one that has imported what
takes long. Where a system cannot fork, each begins anew.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

from askfirst.words.course import Course, current, declare

Jobs = Sequence[tuple[Path, list[str]]]


class Ran(NamedTuple):
    """What the cells of code of a notebook showed, up to one that failed if there is
    one, as plain data, and the files that they imported.
    """

    outputs: list[list[dict[str, Any]]]
    imported: list[str]


def run(
    notebooks: Jobs, labs: Path, most: int, cores: int
) -> Iterator[tuple[int, Ran | None]]:
    """The notebooks' paths and code run, ``cores`` at a time, each by its number when
    it is ready, or None if its process died; their labs write no more than ``most``
    frames to ``labs``.
    """
    if not notebooks:
        return
    fresh = multiprocessing.get_context("spawn")
    ours, its = fresh.Pipe()
    given = (its, notebooks, labs, most, cores, current())
    server = fresh.Process(target=_serve, args=given)
    server.start()
    its.close()
    with suppress(EOFError):
        while True:
            yield ours.recv()
    server.join()


def _serve(
    end: Connection, notebooks: Jobs, labs: Path, most: int, cores: int, course: Course
) -> None:
    declare(course)
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if can_fork else "spawn")
    for name in ("askfirst.pages.capture", *course.slow):
        with suppress(ImportError):
            import_module(name)
    waiting = list(enumerate(notebooks))
    running: dict[Any, tuple[int, Any]] = {}  # by the end at which a result arrives
    while waiting or running:
        if waiting and len(running) < cores:
            number, (path, code) = waiting.pop(0)
            ready, its = context.Pipe()
            given = its, path, code, labs, most, course
            process = context.Process(target=_run, args=given)
            process.start()
            its.close()
            running[ready] = number, process
            continue
        for ready in wait([*running]):
            number, process = running.pop(ready)
            try:
                end.send((number, ready.recv()))  # type: ignore[union-attr, call-arg]
            except EOFError:
                end.send((number, None))
            process.join()


def _run(
    end: Connection, path: Path, code: list[str], labs: Path, most: int, course: Course
) -> None:
    declare(course)
    from askfirst.pages.capture import imported, write_labs

    os.chdir(path.parent)
    sys.path.insert(0, str(path.parent))
    os.environ["COLUMNS"] = "80"  # of a table that is printed, whatever the terminal
    # As in Jupyter: what pyplot drew is shown at the end of its cell.
    matplotlib.rcParams["backend"] = "module://matplotlib_inline.backend_inline"
    write_labs(str(labs), path.stem, most)
    shell = Shell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    outputs = []
    for cell in code:
        outputs.append(shell.shown_by(cell))
        if any(each["output_type"] == "error" for each in outputs[-1]):
            break
    end.send(Ran(outputs, imported(str(path.parent))))
    end.close()
    os._exit(0)  # threads of a notebook may go on


class Publisher(DisplayPublisher):
    """What ``display`` shows."""

    def publish(self, data: dict, metadata: dict | None = None, **_: Any) -> None:
        """Keep it."""
        self.shell.show("display_data", data, metadata)


class Hook(DisplayHook):
    """What the last line of a cell shows."""

    def write_output_prompt(self) -> None:
        """It has none."""

    def write_format_data(self, format_dict: dict, md_dict: dict | None = None) -> None:
        """Keep it."""
        count = self.prompt_count
        self.shell.show("execute_result", format_dict, md_dict, execution_count=count)


class Shell(InteractiveShell):
    """It keeps what a cell shows, as a notebook has it."""

    display_pub_class = Type(Publisher)
    displayhook_class = Type(Hook)

    def shown_by(self, cell: str) -> list[dict[str, Any]]:
        """The outputs of a cell."""
        self.shown: list[dict[str, Any]] = []
        told = redirect_stdout(Stream("stdout", self.shown))
        with told, redirect_stderr(Stream("stderr", self.shown)):
            self.run_cell(cell, store_history=True)
        return self.shown

    def show(self, kind: str, data: dict, metadata: dict | None, **more: Any) -> None:
        """Keep an output by its MIME types."""
        data = {
            mime: b64encode(each).decode() if isinstance(each, bytes) else each
            for mime, each in data.items()
        }
        output = {"output_type": kind, "data": data, "metadata": metadata or {}}
        self.shown.append(output | more)

    def showtraceback(self, exc_tuple: Any = None, *_: Any, **_more: Any) -> None:
        """Keep an error, of a cell or of what shows its result."""
        kind, error, _traceback = self._get_exc_info(exc_tuple)
        output = {"output_type": "error", "ename": kind.__name__, "evalue": str(error)}
        self.shown.append(output | {"traceback": []})

    def showsyntaxerror(self, *_: Any, **_more: Any) -> None:
        """Keep the error of a cell that is no Python."""
        self.showtraceback()


class Stream(io.TextIOBase):
    """What is printed, one output as long as nothing else comes between."""

    def __init__(self, name: str, shown: list[dict[str, Any]]) -> None:
        self.name, self.shown = name, shown

    def write(self, text: str) -> int:
        """Keep a text."""
        before = self.shown[-1] if self.shown else {}
        if before.get("name") == self.name:
            before["text"] += text
        elif text:
            output = {"output_type": "stream", "name": self.name, "text": text}
            self.shown.append(output)
        return len(text)
