"""A notebook's way back to Python, from its page."""

from types import SimpleNamespace

import nbformat
import pytest

from kernellab import KernelRidge, Linear
from kernellab.interactive.refusal import RefusedError
from kernellab.interactive.site import front, notebooks
from kernellab.interactive.site.reference import linked, plain


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


def test_a_page_opens_with_its_text_beside_what_it_needs_and_folds_its_imports():
    html = '<img class="lab-still" alt="A line, &lt; 2." src="x">'
    shown = nbformat.v4.new_output("display_data", {"text/html": html})
    cells = [
        nbformat.v4.new_markdown_cell(
            "[Back](00_a.ipynb)\n\n# 01 · A page\n\nA question?"
            "\n\n**You need** ink.\n**It takes** 5 minutes."
        ),
        nbformat.v4.new_code_cell("import this"),
        nbformat.v4.new_code_cell("from this import show\nshow()", outputs=[shown]),
        nbformat.v4.new_code_cell("a = 1\n" * 6 + "show()", outputs=[shown]),
    ]
    title, folded, picture, long = notebooks.as_page(
        nbformat.v4.new_notebook(cells=cells), "01_a.ipynb"
    ).cells
    text, _, needs = title.source.partition('</div><div class="needs">')
    assert text.rstrip().endswith("A question?")
    assert needs.split("\n\n")[1:3] == ["**You need** ink.", "**It takes** 5 minutes."]
    assert needs.split("\n\n")[3].startswith('<details class="take"><summary>')
    assert "hide-input" in folded.metadata["tags"]
    assert "hide-input" not in picture.metadata["tags"]
    assert "hide-input" in long.metadata["tags"]
    assert long.metadata["mystnb"]["code_prompt_show"] == "Code of this picture"
    caption = '<figcaption aria-hidden="true">A line, &lt; 2.</figcaption>'
    shown = f"<figure><div>{html}</div>{caption}</figure>"
    assert picture.outputs[0].data["text/html"] == shown


@pytest.mark.parametrize(
    ("printed", "lines", "beside"),
    [
        ("✓ the same numbers\n", 1, True),
        ("n   error\n1   0.25\n", 3, True),
        ("n" + " " * 40 + "error\n", 3, False),  # columns that the margin would break
        ("a sentence that the margin would break", 8, False),
        ("a line\n" * 7, 4, True),
        ("a line\n" * 8, 4, False),  # much longer than its code
    ],
)
def test_what_a_cell_prints_stands_beside_it_where_it_is_short(printed, lines, beside):
    output = nbformat.v4.new_output("stream", text=printed)
    cell = nbformat.v4.new_code_cell("\n".join("a" * lines), outputs=[output])
    notebooks.as_page(nbformat.v4.new_notebook(cells=[cell]), "01_a.ipynb")
    assert ("beside" in cell.metadata["tags"]) == beside


@pytest.mark.parametrize(
    ("width", "beside", "least"), [(700, True, 616), (900, False, 792)]
)
def test_a_caption_stands_beside_a_narrow_picture(width, beside, least):
    html = f'<img class="lab-still" alt="A line." width="{width}" src="x">'
    shown = nbformat.v4.new_output(
        "display_data", {"text/html": html, "text/plain": "A line."}
    )
    cell = nbformat.v4.new_code_cell("show()", outputs=[shown])
    notebooks.as_page(nbformat.v4.new_notebook(cells=[cell]), "01_a.ipynb")
    figure = shown.data["text/html"]
    assert figure.startswith('<figure class="beside">') == beside
    assert f"--least: {least}px" in figure
    assert "beside" not in cell.metadata["tags"]


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


def test_what_is_printed_in_pieces_is_shown_in_one():
    pieces = [("stdout", "a "), ("stdout", "b\n"), ("stderr", "!"), ("stdout", "c")]
    outputs = [
        nbformat.v4.new_output("stream", name=name, text=text) for name, text in pieces
    ]
    merged = [(each.name, each.text) for each in notebooks.merged(outputs)]
    assert merged == [("stdout", "a b\n"), ("stderr", "!"), ("stdout", "c")]


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
        KernelRidge(Linear())
        .fit([[1.0], [2.0]], [1.0, 2.0])
        ._repr_mimebundle_()["text/html"],
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


def test_a_name_in_code_leads_to_its_entry_and_an_attribute_of_that_name_does_not(
    tmp_path,
):
    entry = ".. autoclass:: kernellab.RBF\n   :members:\n"
    (tmp_path / "reference.rst").write_text(entry, encoding="utf-8")
    name, dot = '<span class="n">RBF</span>', '<span class="o">.</span>'
    context = {"body": f"{name} a{dot}{name}"}
    linked(SimpleNamespace(srcdir=tmp_path), "01_a", "", context, None)
    link = f'<a href="reference.html#kernellab.RBF">{name}</a>'
    assert context["body"] == f"{link} a{dot}{name}"
