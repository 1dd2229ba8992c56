"""Run the notebooks from a clean kernel and save them with their outputs, cleaned of
what differs at each run.

python tools/run_notebooks.py [NOTEBOOK ...]        all of notebooks/ unless some are
named
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from askfirst.report.notebook import ASKS

FOLDER = Path(__file__).parent.parent / "notebooks"
KERNEL = {
    "display_name": "Python 3 (ipykernel)",
    "language": "python",
    "name": "python3",
}
WIDGET = "application/vnd.jupyter.widget-view+json"
# Else each kernel warns that whoever shares this machine might listen.
QUIET = ["--log-level=ERROR"]
GOES_ON = "raises-exception"  # Jupyter's tag: a failure here does not stop Run All


def run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook,
        timeout=120,
        resources=where,
        extra_arguments=QUIET,
        force_raise_errors=True,
    ).execute()
    clean(notebook)
    nbformat.write(notebook, path)


def clean(notebook: nbformat.NotebookNode) -> None:
    """Keep what a reader sees. A live widget needs its kernel, so the file keeps the
    words and the picture beside it. A student's answer may fail, and the cells after it
    run all the same.
    """
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    )
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "code" and ASKS.search(cell.source):
            cell.metadata["tags"] = [*tags, *[GOES_ON] * (GOES_ON not in tags)]
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
        if "outputs" in cell:
            cell.outputs = merged(cell.outputs)


def merged(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """What is printed in one go as one output: a kernel cuts it wherever its clock says
    so.
    """
    kept: list[nbformat.NotebookNode] = []
    for output in outputs:
        if (
            kept
            and output.output_type == kept[-1].output_type == "stream"
            and output.name == kept[-1].name
        ):
            kept[-1].text += output.text
        else:
            kept.append(output)
    return kept


def main() -> None:
    for path in (
        map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(FOLDER.glob("*.ipynb"))
    ):
        run(path)
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main()
