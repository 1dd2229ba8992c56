"""Notebooks that tests write: cells, what they show, and all in a book."""

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

text = new_markdown_cell


def printed(said: str, name: str = "stdout") -> NotebookNode:
    return new_output("stream", name=name, text=said)


def shown(data: dict | str, **more) -> NotebookNode:
    """An output of these kinds, or of HTML."""
    data = data if isinstance(data, dict) else {"text/html": data}
    return new_output("display_data", data, **more)


def code(source: str, *outputs: NotebookNode, **metadata) -> NotebookNode:
    return new_code_cell(source, outputs=[*outputs], metadata=metadata)


def book(*cells: NotebookNode | str) -> NotebookNode:
    """A notebook; what is no cell is the text of one."""
    made = (text(each) if isinstance(each, str) else each for each in cells)
    return new_notebook(cells=[*made])
