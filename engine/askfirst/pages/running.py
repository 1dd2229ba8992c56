"""Run notebooks, each in a process of its own, forked from one that has imported what
takes long. Where a system cannot fork, each begins anew.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import sys
from base64 import b64encode
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from ipywidgets import Output, Widget
from traitlets import Type
from traitlets.config import Config

from askfirst.pages.shown import VIEW
from askfirst.words.course import Course, current, declare


class Job(NamedTuple):
    """A notebook's file, the name of its page, and its cells of code, each with
    whether it is meant to fail.
    """

    path: Path
    page: str
    code: list[tuple[str, bool]]


class Ran(NamedTuple):
    """What the cells of code of a notebook showed, up to one that failed though it was
    not meant to, as plain data; whether one did; the files that they imported; and the
    states of widgets that were shown.
    """

    outputs: list[list[dict[str, Any]]]
    failed: bool
    imported: list[str]
    widgets: dict[str, Any]


def run(
    notebooks: Sequence[Job], labs: Path, most: int, cores: int
) -> list[Ran | None]:
    """Each notebook run, ``cores`` at a time, or None if its process died; their labs
    write no more than ``most`` frames to ``labs``.
    """
    known = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context(
        "forkserver" if "forkserver" in known else "spawn"
    )
    context.set_forkserver_preload(["askfirst.pages.capture", *current().slow])

    def one(job: Job) -> Ran | None:
        ours, its = context.Pipe()
        given = its, job, labs, most, current()
        process = context.Process(target=_run, args=given)
        process.start()
        its.close()
        try:
            ran: Ran = ours.recv()
        except EOFError:
            return None
        finally:
            process.join()
        return ran

    with ThreadPoolExecutor(cores) as pool:
        return [*pool.map(one, notebooks)]


def _run(end: Connection, job: Job, labs: Path, most: int, course: Course) -> None:
    declare(course)
    from askfirst.pages.capture import imported, write_labs

    folder = str(job.path.parent)
    os.chdir(folder)
    sys.path.insert(0, folder)
    os.environ["COLUMNS"] = "80"  # of a table that is printed, whatever the terminal
    # As in Jupyter: what pyplot drew is shown at the end of its cell.
    matplotlib.rcParams["backend"] = "module://matplotlib_inline.backend_inline"
    write_labs(str(labs), job.page, most)
    shell = Shell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    outputs, failed = [], False
    for code, may_fail in job.code:
        outputs.append(shell.shown_by(code))
        errors = (each["output_type"] == "error" for each in outputs[-1])
        if failed := any(errors) and not may_fail:
            break
    end.send(Ran(outputs, failed, imported(folder), _widgets(outputs)))
    end.close()
    os._exit(0)  # threads of a notebook may go on


def _widgets(outputs: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """The states of widgets, if any was shown."""
    if not any(VIEW in each.get("data", ()) for shown in outputs for each in shown):
        return {}
    found: dict[str, Any] = Widget.get_manager_state()["state"]
    return found


class Publisher(DisplayPublisher):
    """What ``display`` shows."""

    def publish(
        self,
        data: dict,
        metadata: dict | None = None,
        *,
        transient: dict | None = None,
        update: bool = False,
        **_: Any,
    ) -> None:
        """Keep it, or put it in the place of what has its name."""
        name = (transient or {}).get("display_id")
        self.shell.show("display_data", data, metadata, name, update)

    def clear_output(self, wait: bool = False) -> None:
        """Forget what the cell has shown, now or before it shows more."""
        self.shell.clear(wait)


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
        self.clears = False
        self.named = getattr(self, "named", {})
        told = redirect_stdout(Stream("stdout", self))
        with told, redirect_stderr(Stream("stderr", self)):
            self.run_cell(cell, store_history=True)
        return self.shown

    def enable_gui(self, gui: str | None = None) -> None:
        """No window is open here, so none has to be kept alive."""

    def keep(self, output: dict[str, Any]) -> None:
        """Add an output; a text goes on from the one before."""
        if self.clears:
            self.clear(wait=False)
        before = self.shown[-1] if self.shown else {}
        if "name" in output and before.get("name") == output["name"]:
            before["text"] += output["text"]
        else:
            self.shown.append(output)

    def clear(self, wait: bool) -> None:
        """Forget what was shown, now or before the next output."""
        self.clears = wait
        if not wait:
            self.shown.clear()

    def show(
        self,
        kind: str,
        data: dict,
        metadata: dict | None,
        name: str | None = None,
        update: bool = False,
        **more: Any,
    ) -> None:
        """Keep an output by its MIME types, or put it in the place of those with its
        name.
        """
        data = {
            mime: b64encode(each).decode() if isinstance(each, bytes) else each
            for mime, each in data.items()
        }
        output = {"output_type": kind, "data": data, "metadata": metadata or {}} | more
        if not update:
            self.keep(output)
            self.named.setdefault(name, []).append(output)
        for each in self.named.get(name, ()) if update else ():
            each.update(data=data, metadata=metadata or {})

    def _showtraceback(self, etype: Any, evalue: Any, stb: list[str]) -> None:
        """Keep an error, of a cell or of what shows its result."""
        error = {"ename": etype.__name__, "evalue": str(evalue), "traceback": stb}
        self.keep({"output_type": "error"} | error)


class Stream(io.TextIOBase):
    """What is printed."""

    def __init__(self, name: str, shell: Shell) -> None:
        self.name, self.shell = name, shell

    def write(self, text: str) -> int:
        """Keep a text."""
        if text:
            self.shell.keep({"output_type": "stream", "name": self.name, "text": text})
        return len(text)


def _enter(output: Output) -> Output:
    """From now on what is shown is shown by a widget."""
    shell = Shell.instance()
    output.around = shell.shown, shell.clears
    shell.shown, shell.clears = list(output.outputs), False
    return output


def _exit(output: Output, kind: Any, error: Any, trace: Any) -> bool:
    shell = Shell.instance()
    if kind:
        shell.showtraceback((kind, error, trace), tb_offset=0)
    if not shell.clears:
        output.outputs = tuple(shell.shown)
    shell.shown, shell.clears = output.around
    return bool(kind)


Output.__enter__, Output.__exit__ = _enter, _exit
