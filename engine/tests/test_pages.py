"""A notebook's way back to Python, from its page."""

from types import SimpleNamespace

import nbformat
import pytest

from askfirst.pages import front, notebooks
from askfirst.pages.reference import linked, plain, reference
from askfirst.words.refusal import RefusedError
from askfirst_tests.books import book, code, printed, shown


def page_of(*cells):
    """The cells of the page of such a notebook."""
    return notebooks.as_page(book(*cells), "01_a").cells


@pytest.mark.parametrize("address", ["", "https://mybinder.org/v2/gh/an/address/main"])
def test_a_page_leads_to_binder_only_where_there_is_an_address(monkeypatch, address):
    monkeypatch.setattr(notebooks, "BINDER", address)
    head = page_of("# 01 · A page")[0].source
    assert 'href="_static/notebooks/01_a.ipynb" download' in head
    link = f'href="{address}?urlpath=lab/tree/work/01_a.ipynb"'
    assert ("Binder" in head) == (link in head) == bool(address)


def test_a_page_keeps_no_widget_whose_manager_it_would_have_to_fetch():
    view = "application/vnd.jupyter.widget-view+json"
    data = {view: {"model_id": "1"}, "text/html": "<p>said</p>"}
    cells = page_of(code("", shown(data)))
    kept = [output.data for cell in cells for output in cell.get("outputs", ())]
    assert [*map(list, kept)] == [["text/html"]]


def test_a_page_opens_with_the_pictures_of_its_cover(tmp_path):
    def covered(html):
        cell = code("show()", shown(html), tags=["cover"])
        cell.id = "here"
        return book("# A\n\nA question?", cell)

    drawn = covered(
        '<picture><source srcset="data:image/svg+xml;base64,QQ==">'
        '<img alt="A line." src="data:image/png;base64,Qg=="></picture>'
    )
    cover = notebooks.with_cover(drawn, tmp_path, "01_a")
    assert (tmp_path / "01_a-cover-1.svg").read_bytes() == b"A"
    assert (tmp_path / "01_a-cover-2.png").read_bytes() == b"B"
    head, cell = notebooks.as_page(drawn, "01_a", cover=cover).cells
    assert not cell.outputs
    for name in ("01_a-cover-1.svg", "01_a-cover-2.png"):
        assert f'="_static/labs/{name}"' in head.source
    with pytest.raises(RefusedError, match=r"01_a, cell here: .* 'cover' and"):
        notebooks.with_cover(covered("<p>none</p>"), tmp_path, "01_a")
    assert notebooks.with_cover(book(), tmp_path, "01_a") == ""


def test_the_reference_shows_classes_and_the_signs_of_a_docstring(monkeypatch):
    course = SimpleNamespace(home="askfirst", package="cats")
    monkeypatch.setattr("askfirst.pages.reference.current", lambda: course)
    for kind in ("class:: askfirst.Lab\n", "function:: askfirst.slider\n"):
        assert f".. auto{kind}" in reference()
    said = ["An |α|:", "", ">>> f()", "a*b", "", "of ``g_`` g_"]
    plain(None, "", "", None, None, said)
    assert said == [r"An \|α\|:", "", ">>> f()", "a*b", "", r"of ``g_`` g\_"]


def test_the_head_of_a_page_has_its_author_s_way_to_python(tmp_path):
    (tmp_path / "index.md").write_text(
        "# Swings\n\n<!-- in Python: <code>lab\n{number}</code> -->\nHello."
    )
    said = front.introduction(tmp_path)
    page = notebooks.as_page(book("# A"), "07_a_b", said["in Python"], file="&")
    head = page.cells[0].source
    assert '"&amp;">Take this notebook</a> · <code>lab 07</code>' in head
    assert said["words"] == "Hello."
    assert "in Python" not in front.introduction(tmp_path / "none")


@pytest.mark.parametrize(
    "html",
    [
        "<style>@scope {#a { --b: 1 }}</style><a>x</a><script>f(`${x}$`)</script>",
        "<details><summary>More</summary>It costs $5.</details>",
        "<pre>a = '$x$' + `${b}`</pre>",
    ],
    ids=["a model", "a fold", "code"],
)
def test_what_another_library_shows_stays_as_it_is(html):
    cell = page_of(code("x", shown(html)))[-1]
    assert cell.outputs[0].data["text/html"] == html


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
    sources = "from askfirst import exercise_of", enters, f"x = 1\n\n{enters}"
    labs = (code(each, shown(lab)) for each in ("lab(Question('?', right=5))", "lab()"))
    cells = page_of(*map(code, sources), *labs)
    _, _, mixed, asks, plain_lab = cells
    assert mixed.source == "x = 1"
    assert not any("the answer" in cell.source for cell in cells)
    assert "hide-input" in asks.metadata.tags
    assert "hide-input" not in plain_lab.metadata.tags


def test_a_tag_that_the_author_gave_is_given_once():
    cell = code("import askfirst\n\naskfirst.Lab(figure, update)", tags=["hide-input"])
    page = notebooks.as_page(book(cell), "01_a")
    nbformat.validate(page)
    assert page.cells[-1].metadata.tags.count("hide-input") == 1


def test_what_an_author_folds_says_what_is_in_it():
    folds = {"outputs_hidden": True}, {"source_hidden": True}
    cells = page_of(*(code("x", jupyter=fold) for fold in folds))
    said = [cell.metadata.mystnb["code_prompt_show"] for cell in cells[1:]]
    assert said == ["What it shows", "Code"]
    for lines, beside in ((4, True), (5, False)):
        cell = page_of(code("x", printed("a\n" * lines)))[-1]
        assert ("beside" in cell.metadata.tags) == beside


@pytest.mark.parametrize(("more", "folded"), [("x = 1", True), ("def f(): ...", False)])
def test_imports_are_folded_and_functions_are_not(more, folded):
    lab = code("import askfirst\n\naskfirst.Lab(figure, update)")
    cell = code(f"import math\n\n\n{more}")
    tags = next(c.metadata.tags for c in page_of(cell, lab) if c.source == cell.source)
    assert ("hide-input" in tags) == folded
