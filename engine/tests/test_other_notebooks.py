"""Notebooks as others write them: any name, format and language, as pages that show
what JupyterLab shows; and what is said where that cannot be.
"""

import base64
import json
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from askfirst.pages.book import joined
from askfirst.pages.folder import addresses
from askfirst.pages.shown import WIDGET_VIEW, outputs
from askfirst_tests.books import book, code, printed, shown, text
from askfirst_tests.process import ran

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAA"
    "AABJRU5ErkJggg=="
)
PASTED = {"a b.png": {"image/png": base64.b64encode(PNG).decode()}}
TEXT = """A note before\u2028on two\u2028lines

# The *first* <span>title</span>

![u](bild_ü.png) <img src="plain.png" width=40> ![p](attachment:a%20b.png)
[data](some%20data.csv) [gone](transition.csv) [below](#The-second-part) ~~struck~~
[kept](.own/a.csv)
[next](05.01-What-Is-…ipynb) [self](index.ipynb#A) https://example.org/x.
**https://example.org/y** [an $x$](https://example.org/?$a=ü&$b "of $x$")

- [x] done

## <div class="within">A part

</div>

<div class="open">

Underlined
==

```{note}
kept as code
```

---
"""


def write(at, name, *cells, kernel="python", **more):
    made = book(*cells)
    spec = {"name": "k", "display_name": "K", "language": kernel}
    made.update({"metadata": {"kernelspec": spec}} | more)
    (at / name).write_text(json.dumps(made), encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A site of such notebooks, and what was said."""
    at = tmp_path_factory.mktemp("others") / "a folder"
    at.mkdir()
    for name in ("bild_ü.png", "plain.png", "some data.csv"):
        (at / name).write_bytes(PNG)
    (at / ".own").mkdir()
    (at / ".own" / "a.csv").write_bytes(PNG)
    first = text(TEXT)
    first["attachments"] = PASTED
    second = (
        "## The second part\n\n## Sec-$x_\\alpha$ one\n\n[to](#Sec-$x_\\alpha$-one)"
    )
    write(at, "01 Übung.ipynb", first, code("x = 1", printed("old\n")), second)
    write(at, "05.01-What-Is-….ipynb", "### A part\n\n# Late")
    for name in ("index.ipynb", "Search.ipynb", "search.ipynb"):
        write(at, name, "# A")
    hidden = code("secret = 1", jupyter={"source_hidden": True})
    drawn = code("cat(1)", printed("of R\n"), shown(PASTED["a b.png"]))
    write(at, "r.ipynb", drawn, hidden, kernel="R", nbformat_minor=2)
    write(at, "lacks.ipynb", code("import no_such_one", printed("stored\n")))
    write(at, "fails.ipynb", code("x = 1"), code("1 / 0\n2"))
    write(at, "meant.ipynb", code("1 / 0", tags=["raises-exception"]), code("3 * 7"))
    write(at, "odd.ipynb", code("1", slideshow="of no kind"))
    write(at, "writes.ipynb", code("open('made.csv', 'w').write('1')"))  # after others
    (at / "broken.ipynb").write_text("{", encoding="utf-8")
    (at / "loop.ipynb").symlink_to(at / "loop.ipynb")
    three = {"cell_type": "code", "input": "print 1", "language": "python",
             "outputs": [{"output_type": "stream", "stream": "stdout", "text": "of 3"}],
             "collapsed": False, "metadata": {}, "prompt_number": 1}  # fmt: skip
    sheet = {"cells": [{"cell_type": "heading", "level": 1, "source": "Of old",
                        "metadata": {}}, three]}  # fmt: skip
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [sheet]}
    (at / "old.ipynb").write_text(json.dumps(old), encoding="utf-8")
    call = sys.executable, "-m", "askfirst", "site", at, "--to", at.parent / "site"
    run = ran(*call)
    assert "Traceback" not in run.stderr
    return at.parent / "site", run


def page(made, name):
    html = (made[0] / f"{name}.html").read_text(encoding="utf-8")
    return BeautifulSoup(html, "html.parser").article


pytestmark = pytest.mark.slow


def test_each_but_the_broken_has_a_page_and_those_are_named(made):
    site, run = made
    assert run.returncode == 1
    pages = ["01-Übung", "05.01-What-Is", "index-2", "Search-2", "search-3", "r"]
    pages += ["lacks", "meant", "old", "writes"]
    for name in pages:
        assert (site / f"{name}.html").exists(), name
    said = run.stderr
    assert "fails.ipynb, cell 2 (1 / 0): ZeroDivisionError: division by zero." in said
    assert "lacks.ipynb, cell 1 (import no_such_one): ModuleNotFoundError" in said
    assert "r.ipynb: its code is r, and Python alone is run here" in said
    assert "odd.ipynb: no page can be made of it" in said
    for name in ("broken", "loop"):
        assert f"{name}.ipynb: no notebook that can be read" in said
    assert "with a transition" not in said
    for name in ("transition.csv", ".own/a.csv"):
        (line,) = [each for each in said.splitlines() if name in each]
        assert line.startswith("01 Übung.ipynb, cell 1 (A note before)")
    assert "drag a slider" not in page(made, "index").get_text()


def test_outputs_are_those_of_a_run_or_else_those_that_are_stored(made):
    for name, said in (
        ("r", "of R"),
        ("lacks", "stored"),
        ("meant", "division by zero"),
        ("meant", "21"),
        ("old", "of 3"),
    ):
        texts = [each.get_text() for each in page(made, name).select(".cell_output")]
        assert any(said in text for text in texts), name
    assert "old" not in page(made, "01-Übung").get_text()
    assert page(made, "old").h1.get_text().startswith("Of old")
    assert "secret" in page(made, "r").select_one("details:not(.take)").get_text()


def test_pictures_files_and_links_lead_somewhere(made):
    site, _ = made
    text = page(made, "01-Übung")
    images = [each["src"] for each in text.select("img")]
    assert images[:2] == ["_static/files/bild_%C3%BC.png", "_static/files/plain.png"]
    assert base64.b64decode(images[2].partition(",")[2]) == PNG
    links = [each.get("href") for each in text.select("section a:not(.headerlink)")]
    assert "_static/files/some%20data.csv" in links
    assert {"index-2.html#A", "https://example.org/x"} <= {*links}
    assert "https://example.org/y" in links
    assert text.find(href="https://example.org/?$a=%C3%BC&$b")["title"] == "of $x$"
    assert text.find(id="The-second-part")
    (to,) = [each for each in links if each.startswith("#Sec")]
    assert text.find(id=unquote(to[1:]))
    drawn = page(made, "r").select_one(".cell_output img")["src"]
    assert (site / drawn).read_bytes() == PNG
    assert not (site.parent / "jupyter_execute").exists()
    for name in ("bild_ü.png", "plain.png", "some data.csv"):
        assert (site / "_static" / "files" / name).read_bytes() == PNG


def test_markdown_is_read_as_in_jupyterlab(made):
    text = page(made, "01-Übung")
    assert text.h1.get_text().startswith("The first title")
    assert text.s.get_text() == "struck"
    assert text.select_one("li input[checked]")
    assert "kept as code" in text.pre.get_text()
    assert not text.select_one(".open section, .within section")
    assert text.find(id="The-second-part").find_parent("section").find_parent("section")
    assert page(made, "05.01-What-Is").h1.get_text().startswith("Late")


def test_the_book_has_a_chapter_of_each_page_whatever_its_name(made):
    book = BeautifulSoup(joined(made[0]), "html.parser")
    ways = {each["href"].partition("#")[0] for each in book.select("article a[href]")}
    assert all("://" in way for way in ways - {""})  # paper has no file beside it
    chapters = {each["id"] for each in book.select(".chapter")}
    assert {"01-Übung", "05.01-What-Is"} <= chapters
    assert book.select_one('.chapter a[href="#index-2.A"]')


def test_no_two_pages_share_an_address_where_capitals_are_small():
    names = ["a b", "A-B", "a?b", "…", "index", "Index"]
    found = addresses([Path(f"{name}.ipynb") for name in names])
    assert len({name.casefold() for name in found.values()} - {"index"}) == len(names)


def widget(**state):
    return {"state": state}


def test_a_widget_is_shown_as_its_outputs_with_a_word_that_it_moves():
    states = {
        "box": widget(children=["IPY_MODEL_out"]),
        "out": widget(_model_name="OutputModel", outputs=[printed("picture\n")]),
    }
    view = {WIDGET_VIEW: {"model_id": "box"}, "text/plain": "interactive(children=("}
    words, said = outputs(code("x", shown(view)), states)
    assert words.text == "picture\n"
    assert "JupyterLab only" in said.data["text/html"]
    (alone,) = outputs(code("x", shown(view)), {})
    assert "JupyterLab only" in alone.data["text/html"]


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ({"text/html": "<b>h</b>", "image/png": "A", "text/plain": "p"}, "<b>h</b>"),
        ({"application/javascript": "go()", "text/plain": "p"}, "p"),
        ({"text/latex": "$x$", "image/png": "A"}, "$x$"),
        ({"image/webp": "QQ=="}, '<img alt=""  src="data:image/webp;base64,QQ==">'),
        ({"text/html": "<div><p>open"}, "<div><p>open</p></div>"),
        ({"text/html": "<b>shut</b></div>"}, "<b>shut</b>"),
        ({"text/html": "<style>p {}</style>"}, "<style>@scope {p {}}</style>"),
    ],
)
def test_of_several_forms_the_one_of_jupyterlab_is_shown_and_stays_by_itself(
    data, kept
):
    (found,) = outputs(code("x", shown(data)), {})
    assert [*found.data.values()] == [kept]


def test_a_bar_of_progress_shows_its_last_state():
    bar = "\r  0%|    |\x1b[1M\r 50%|██  |\r100%|████|\x1b[2b\n"
    (found,) = outputs(code("x", printed(bar), printed("done\n")), {})
    assert found.text == "100%|████|\ndone\n"
    said = printed("a\n"), printed("b\n", "stderr"), printed("c\n", "stderr")
    assert [each.text for each in outputs(code("x", *said), {})] == ["a\n", "b\nc\n"]


def test_a_picture_has_the_size_that_its_cell_gave_it():
    width = {"image/png": {"width": 40}}
    picture = shown({"image/png": "QQ=="}, metadata=width)
    (found,) = outputs(code("x", picture), {})
    assert 'width="40"' in found.data["text/html"]
