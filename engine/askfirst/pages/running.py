"""Run notebooks, each in a kernel of its own."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import zmq
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from askfirst.pages.folder import KEEP, PLACE, Book, fails, may_fail
from askfirst.pages.shown import merged
from askfirst.words.course import current

CAPTURE = "__import__('askfirst.pages.capture', fromlist=['capture'])"
# Else each kernel warns that whoever shares this machine might listen.
QUIET = ["--log-level=ERROR"]
# Of a printed table, whatever the terminal, and of pyplot, whatever is set here
SETTINGS = {"COLUMNS": "80", "MPLBACKEND": "module://matplotlib_inline.backend_inline"}
# Seconds that a kernel may take to begin, and to hand over what a cell has shown
BEGINS = HANDS_OVER = 120
# Of a notebook as plain data: the ``outputs`` of its cells of code, the files that they
# ``imported`` and the states of ``widgets``; or why it could not be run to its end
Ran = dict[str, Any] | str


class Client(NotebookClient):
    """A client that misses no reply to a cell while a widget of it sends."""

    def process_message(self, *message: Any) -> NotebookNode | None:
        """Process what a cell shows. An ``Output`` widget then sends on the channel of
        the replies, which takes away the signal that one is there; asking for it has
        what waits for the reply look again.
        """
        shown = super().process_message(*message)
        assert self.kc
        self.kc.shell_channel.socket.get(zmq.EVENTS)
        return shown


def run(books: Sequence[Book], labs: Path, cores: int) -> list[Ran]:
    """Run notebooks, ``cores`` at a time, while their labs write frames to ``labs``."""

    async def every() -> list[Ran]:
        turns = asyncio.Semaphore(cores)
        return await asyncio.gather(*(_ran(each, labs, turns) for each in books))

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(every())
    # The caller's thread has a loop already, as in a notebook.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, every()).result()


async def _ran(book: Book, labs: Path, turns: asyncio.Semaphore) -> Ran:
    if not book.code:
        return {"outputs": [], "imported": [], "widgets": {}}
    folder = str(book.path.parent)
    given = pickle.dumps((current(), str(labs), book.page))
    first = new_code_cell(f"{CAPTURE}.begin({given!r})")
    last = new_code_cell(f"{CAPTURE}.tell_imported({folder!r})")
    goes_on = {"tags": [KEEP]}
    cells = [new_code_cell(cell.source, metadata=goes_on) for cell in book.code]
    client = Client(
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
    shown = []
    async with turns:
        # Not by its async_setup_kernel, with which Ctrl-C would end one kernel alone
        client.create_kernel_manager()
        try:
            await client.async_start_new_kernel(cwd=folder, env=os.environ | more)
            await client.async_start_new_kernel_client()
            await client.async_execute_cell(first, len(cells), store_history=False)
            for number, cell in enumerate(cells):
                await client.async_execute_cell(cell, number)
                shown.append(merged(cell.outputs))
                if fails(cell) and not may_fail(book.code[number]):
                    return f"{book.code[number].metadata[PLACE]}: {_error(cell)}."
            number = len(cells) + 1
            await client.async_execute_cell(last, number, store_history=False)
        except (RuntimeError, TimeoutError):  # of nbclient
            return (
                f"{book.path.name}: its process died, or did not answer for"
                f" {HANDS_OVER} seconds. It may have taken more memory than there is;"
                " run the notebook in JupyterLab to see in which cell."
            )
        finally:
            if client.km:
                await client._async_cleanup_kernel()
    client.set_widgets_metadata()
    widgets = client.nb.metadata.get("widgets", {})
    imported = last.outputs[0].data["application/json"]
    return {"outputs": shown, "imported": imported, "widgets": widgets}


def _error(cell: NotebookNode) -> str:
    """The first line of an error."""
    error = next(each for each in cell.outputs if each.output_type == "error")
    return f"{error.ename}: {error.evalue.strip()}".splitlines()[0].rstrip(".")
