"""The working copy of the course: how it is made and opened."""

import sys
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from kernellab.course import work


def assert_trusted(path):
    """JupyterLab trusts the course's own notebook, as long as nobody changes it."""
    notebook = nbformat.read(path, 4)
    assert NotebookNotary().check_signature(notebook)
    notebook.metadata["other"] = 1
    assert not NotebookNotary().check_signature(notebook)


def test_where_nothing_can_be_copied_one_line_says_why(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SystemExit, match=r"^No working copy .*: .*file$"):
        work.main([str(tmp_path / "file")])
    for slip in (["--opne"], ["one", "two"]):
        with pytest.raises(SystemExit, match="not understood"):
            work.main(slip)


def test_open_hands_its_options_to_jupyterlab(tmp_path, monkeypatch, capsys):
    heard: list[list[str]] = []
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "01.ipynb").write_text(
        '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    )
    monkeypatch.setattr(work, "WORK", tmp_path / "work")
    monkeypatch.setattr(work, "ORIGINALS", tmp_path / "notebooks")
    lab = SimpleNamespace(main=heard.append)
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", lab)
    monkeypatch.chdir(tmp_path)  # and back again
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    work.main(["--open", "--no-browser"])
    assert_trusted(tmp_path / "work" / "01.ipynb")
    (options,) = heard
    opens = "--LabApp.default_url=/lab/tree/work/00_start_here.ipynb"
    own = [f"--config={work.SETTINGS}", "--allow-root", opens]
    assert options == [*own, "--no-browser"]
    assert capsys.readouterr().out


def test_a_copy_that_is_only_made_is_trusted_by_a_jupyterlab_that_comes_later(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    work.main([str(tmp_path / "mine")])
    assert_trusted(tmp_path / "mine" / work.START)
