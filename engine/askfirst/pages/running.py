"""Run notebooks, each in a kernel of its own."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from askfirst.pages.folder import Book, fails, may_fail
from askfirst.pages.shown import WIDGET_STATE, merged
from askfirst.words.course import current

CAPTURE = "__import__('askfirst.pages.capture', fromlist=['capture'])"
# Else each kernel warns that whoever shares this machine might listen.
QUIET = ["--log-level=ERROR"]
# Of a printed table, whatever the terminal, and of pyplot, whatever is set here
SETTINGS = {"COLUMNS": "80", "MPLBACKEND": "module://matplotlib_inline.backend_inline"}
# Seconds that a kernel may take to begin, and to hand over what a cell has shown
BEGINS = HANDS_OVER = 120


class Ran(NamedTuple):
    """What the cells of code of a notebook showed, up to one that failed though it was
    not meant to, as plain data; whether one did; the files that they imported; and the
    states of widgets.
    """

    outputs: list[list[NotebookNode]]
    failed: bool
    imported: list[str]
    widgets: dict[str, Any]


def run(books: Sequence[Book], labs: Path, most: int, cores: int) -> list[Ran | None]:
    """Each notebook run, ``cores`` at a time, or None if its process died, did not
    begin or did not hand over what a cell showed; their labs write no more than
    ``most`` frames to ``labs``.
    """

    async def every() -> list[Ran | None]:
        turns = asyncio.Semaphore(cores)
        return await asyncio.gather(*(_ran(each, labs, most, turns) for each in books))

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(every())
    # The caller's thread has a loop already, as in a notebook.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, every()).result()


async def _ran(
    book: Book, labs: Path, most: int, turns: asyncio.Semaphore
) -> Ran | None:
    if not book.code:
        return Ran([], False, [], {})
    folder = str(book.path.parent)
    given = pickle.dumps((current(), str(labs), book.page, most))
    first = new_code_cell(f"{CAPTURE}.begin({given!r})")
    last = new_code_cell(f"{CAPTURE}.tell_imported({folder!r})")
    goes_on = {"tags": ["raises-exception"]}
    cells = [new_code_cell(cell.source, metadata=goes_on) for cell in book.code]
    client = NotebookClient(
        new_notebook(cells=[*cells, first, last]),
        extra_arguments=QUIET,
        iopub_timeout=HANDS_OVER,
        kernel_name="python3",
        raise_on_iopub_timeout=True,
        shutdown_kernel="immediate",
        startup_timeout=BEGINS,
        timeout=None,
    )
    more = SETTINGS | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    shown: list[list[NotebookNode]] = []
    try:
        async with turns:
            # As soon as nbclient has set its handlers of signals
            asyncio.get_running_loop().call_soon(_remove_handlers)
            async with client.async_setup_kernel(cwd=folder, env=os.environ | more):
                await client.async_execute_cell(first, len(cells), store_history=False)
                for number, cell in enumerate(cells):
                    await client.async_execute_cell(cell, number)
                    shown.append(cell.outputs)
                    if fails(cell) and not may_fail(book.code[number]):
                        return Ran(shown, True, [], {})
                number = len(cells) + 1
                await client.async_execute_cell(last, number, store_history=False)
    except (RuntimeError, TimeoutError):  # of nbclient
        return None
    client.set_widgets_metadata()
    stored = client.nb.metadata.get("widgets", {}).get(WIDGET_STATE, {})
    widgets = stored.get("state", {})
    imported = last.outputs[0].data["application/json"]
    return Ran([merged(each) for each in shown], False, imported, widgets)


def _remove_handlers() -> None:
    """Let Ctrl-C, or a signal to end, end all: nbclient would end one kernel alone."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # of Windows
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)
