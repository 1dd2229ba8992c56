"""A notebook's way back to Python, from its page."""

from types import SimpleNamespace

import nbformat
import pytest

from askfirst.pages import front, notebooks
from askfirst.pages.reference import linked, plain
from askfirst.words.refusal import RefusedError


@pytest.mark.parametrize("address", ["", "https://mybinder.org/v2/gh/an/address/main"])
def test_a_page_leads_to_binder_only_where_there_is_an_address(monkeypatch, address):
    monkeypatch.setattr(notebooks, "BINDER", address)
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_markdown_cell("# 01 · A page")]
    )
    head = notebooks.as_page(book, "01_a.ipynb").cells[0].source
    assert 'href="_static/notebooks/01_a.ipynb" download' in head
    assert (
        ("Binder" in head)
        == (f'href="{address}?urlpath=lab/tree/work/01_a.ipynb"' in head)
        == bool(address)
    )


def test_a_page_keeps_no_widget_whose_manager_it_would_have_to_fetch():
    view = "application/vnd.jupyter.widget-view+json"
    data = {view: {"model_id": "1"}, "text/html": "<p>said</p>"}
    cell = nbformat.v4.new_code_cell(
        "", outputs=[nbformat.v4.new_output("display_data", data)]
    )
    page = notebooks.as_page(nbformat.v4.new_notebook(cells=[cell]), "09_x.ipynb")
    shown = [output.data for cell in page.cells for output in cell.get("outputs", ())]
    assert [*map(list, shown)] == [["text/html"]]


def test_a_page_opens_with_the_pictures_of_its_cover(tmp_path):
    def book(html):
        shown = nbformat.v4.new_output("display_data", {"text/html": html})
        cell = nbformat.v4.new_code_cell("show()", outputs=[shown], id="here")
        cell.metadata["tags"] = ["cover"]
        return nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_markdown_cell("# A\n\nA question?"), cell]
        )

    drawn = book(
        '<picture><source srcset="data:image/svg+xml;base64,QQ==">'
        '<img alt="A line." src="data:image/png;base64,Qg=="></picture>'
    )
    cover = notebooks.with_cover(drawn, tmp_path, "01_a")
    assert (tmp_path / "01_a-cover-1.svg").read_bytes() == b"A"
    assert (tmp_path / "01_a-cover-2.png").read_bytes() == b"B"
    head, cell = notebooks.as_page(drawn, "01_a.ipynb", cover=cover).cells
    assert not cell.outputs
    for name in ("01_a-cover-1.svg", "01_a-cover-2.png"):
        assert f'="_static/labs/{name}"' in head.source
    with pytest.raises(RefusedError, match=r"cell here: .* shows no picture"):
        notebooks.with_cover(book("<p>none</p>"), tmp_path, "01_a")
    assert notebooks.with_cover(nbformat.v4.new_notebook(), tmp_path, "01_a") == ""


def test_the_reference_shows_examples_without_what_they_tell_doctest():
    said = ["An |α|:", "", ">>> f()  # doctest: +ELLIPSIS", "a*b", "", "of ``g_`` g_"]
    plain(None, "", "", None, None, said)
    shown = [r"An \|α\|:", "", ">>> f()", "a*b", "", r"of ``g_`` g\_"]
    assert said == shown


def test_the_head_of_a_page_has_its_author_s_way_to_python(tmp_path):
    (tmp_path / "index.md").write_text(
        "# Swings\n\n<!-- in Python: <code>lab\n{number}</code> -->\nHello."
    )
    said = front.introduction(tmp_path)
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A")])
    head = notebooks.as_page(book, "07_a.ipynb", said.in_python).cells[0].source
    assert "Take this notebook</a> · <code>lab 07</code>" in head
    assert said.words == "# Swings\n\nHello."
    assert front.introduction(tmp_path / "none").in_python == ""


@pytest.mark.parametrize(
    "shown",
    [
        "<style>@scope {#a { --b: 1 }}</style><a>x</a><script>f(`${x}$`)</script>",
        "<details><summary>More</summary>It costs $5.</details>",
        "<pre>a = '$x$' + `${b}`</pre>",
    ],
    ids=["a model", "a fold", "code"],
)
def test_what_another_library_shows_stays_as_it_is(shown):
    output = nbformat.v4.new_output("display_data", {"text/html": shown})
    cell = nbformat.v4.new_code_cell("x", outputs=[output])
    page = notebooks.as_page(nbformat.v4.new_notebook(cells=[cell]), "01_a.ipynb")
    assert page.cells[-1].outputs[0].data["text/html"] == shown


def test_a_name_in_code_leads_to_its_entry_and_an_attribute_of_that_name_does_not():
    domain = SimpleNamespace(objects={"cats.Siamese": 1, "cats.Siamese.purr": 2})
    env = SimpleNamespace(get_domain=lambda _: domain)
    name, dot = '<span class="n">Siamese</span>', '<span class="o">.</span>'
    context = {"body": f"{name} a{dot}{name}"}
    linked(SimpleNamespace(env=env), "01_a", "", context, None)
    link = f'<a href="reference.html#cats.Siamese">{name}</a>'
    assert context["body"] == f"{link} a{dot}{name}"


def test_a_page_leaves_out_exercises_and_folds_the_code_of_labs():
    enters = "@exercise_of('my.1')\ndef one(_rng):\n    return 'the answer'"
    lab = '<div class="lab-page" data-lab="01_a-01"></div>'
    shown = nbformat.v4.new_output("display_data", {"text/html": lab})
    cells = [
        nbformat.v4.new_code_cell("from askfirst import exercise_of"),
        nbformat.v4.new_code_cell(enters),
        nbformat.v4.new_code_cell(f"x = 1\n\n{enters}"),
        nbformat.v4.new_code_cell("lab(Question('?', right=5))", outputs=[shown]),
        nbformat.v4.new_code_cell("lab()", outputs=[shown]),
    ]
    page = notebooks.as_page(nbformat.v4.new_notebook(cells=cells), "01_a.ipynb")
    _, _, mixed, asks, plain_lab = page.cells
    assert mixed.source == "x = 1"
    assert not any("the answer" in cell.source for cell in page.cells)
    assert "hide-input" in asks.metadata.tags
    assert "hide-input" not in plain_lab.metadata.tags


def test_a_tag_that_the_author_gave_is_given_once():
    cell = nbformat.v4.new_code_cell(
        "import askfirst\n\naskfirst.Lab(figure, update)",
        metadata={"tags": ["hide-input"]},
    )
    page = notebooks.as_page(nbformat.v4.new_notebook(cells=[cell]), "01_a.ipynb")
    nbformat.validate(page)
    assert page.cells[-1].metadata.tags.count("hide-input") == 1


def test_what_an_author_folds_says_what_is_in_it():
    folds = {"outputs_hidden": True}, {"source_hidden": True}
    cells = [nbformat.v4.new_code_cell("x", metadata={"jupyter": f}) for f in folds]
    page = notebooks.as_page(nbformat.v4.new_notebook(cells=cells), "01_a.ipynb")
    said = [cell.metadata.mystnb["code_prompt_show"] for cell in page.cells[1:]]
    assert said == ["What it shows", "Code"]


@pytest.mark.parametrize(("more", "folded"), [("x = 1", True), ("def f(): ...", False)])
def test_imports_are_folded_and_functions_are_not(more, folded):
    lab = nbformat.v4.new_code_cell("import askfirst\n\naskfirst.Lab(figure, update)")
    cell = nbformat.v4.new_code_cell(f"import math\n\n\n{more}")
    book = nbformat.v4.new_notebook(cells=[cell, lab])
    page = notebooks.as_page(book, "01_a.ipynb")
    tags = next(c.metadata.tags for c in page.cells if c.source == cell.source)
    assert ("hide-input" in tags) == folded
