"""A notebook's way back to Python, from its page."""

import nbformat
import pytest

from kernellab.course.site import notebooks


@pytest.mark.parametrize("address", ["", "https://mybinder.org/v2/gh/an/address/main"])
def test_a_page_leads_to_binder_only_where_there_is_an_address(monkeypatch, address):
    monkeypatch.setattr(notebooks, "BINDER", address)
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# 01 · A page")])
    head = notebooks.as_page(book, "01_a.ipynb").cells[0].source
    assert 'href="_static/notebooks/01_a.ipynb" download' in head
    assert ("Binder" in head) == (f'href="{address}?urlpath=lab/tree/work/01_a.ipynb"' in head) == bool(address)
