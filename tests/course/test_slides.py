"""Slides cut out of a page: in order, none lost, legible from the last row."""

import pytest
from bs4 import BeautifulSoup

from kernellab.interactive.site.formulas import formula
from kernellab.interactive.site.slides import ROOM, as_page, letters, slides

SENTENCE = "Each of these sentences says that a kernel is a number. "


def article(core: str, further: str = "") -> str:
    beyond = (
        "<section id='on'><h2>Going further<a class='headerlink'"
        f" href='#on'>#</a></h2>{further}</section>"
    )
    section = (
        "<section id='part'><h2>A part<a class='headerlink'"
        f" href='#part'>#</a></h2>{core}</section>"
    )
    return (
        "<p class='take'>Take it</p><section id='top'><h1>07 · A"
        f" lecture</h1><p>Why?</p>{section}{beyond}</section>"
    )


def cell(code: str, output: str = "") -> str:
    shown = f"<div class='cell_output'>{output}</div>" if output else ""
    return (
        "<div class='cell'><div"
        f" class='cell_input'><pre>{code}</pre></div>{shown}</div>"
    )


def math(tex: str) -> str:
    return f"<div class='math'>{formula(tex, display=True)}</div>"


def texts(core: str) -> list[str]:
    """What the slides of a part say, without the title and the first question."""
    return [
        "".join(part.get_text(" ") for part in slide.parts)
        for slide in slides(article(core))
    ][2:]


def test_the_core_alone_is_shown_under_its_headings():
    found = slides(
        article("<p>First.</p><h3>Small</h3><p>Second.</p>", "<p>Third.</p>")
    )
    assert [(slide.heading, slide.place) for slide in found] == [
        ("07 · A lecture", "top"),
        ("07 · A lecture", "top"),
        ("A part", "part"),
        ("Small", "part"),
    ]
    assert [slide.kind for slide in found] == ["title", "words", "words", "words"]


@pytest.mark.parametrize("count", [1, 9, 20, 41])
def test_long_text_is_cut_between_sentences_and_none_is_lost(count):
    shown = texts(f"<p>{SENTENCE * count}</p>")
    assert "".join(" ".join(shown).split()) == "".join((SENTENCE * count).split())
    assert all(len(text) <= ROOM and text.strip().endswith(".") for text in shown)
    assert len(shown) >= len(SENTENCE * count) / ROOM


def test_a_formula_within_a_sentence_and_its_full_stop_stay_together():
    shown = texts(f"<p>{SENTENCE * 4}It ends <em>here</em>. {SENTENCE * 7}</p>")
    assert len(shown) == 2
    assert any("here ." in text for text in shown)


def test_a_claim_begins_a_slide_and_a_formula_stays_with_what_leads_to_it():
    shown = texts(
        f"<p>{SENTENCE * 5}</p><p><strong>The claim.</strong> {SENTENCE}</p>"
        + math("a=b")
    )
    assert len(shown) == 2
    assert "The claim." in shown[1]
    assert "a=b" in shown[1]


def test_formulas_in_one_long_line_are_put_below_each_other():
    for terms, stacked in ((30, True), (2, False)):
        tex = rf"{'a+' * terms}b=0,\qquad {'c+' * terms}d=0 ."
        part = slides(article(math(tex)))[2].parts[0]
        assert len(part.select("br")) == stacked
        assert bool(part.select('mspace[width="2em"]')) != stacked
        assert "".join(note.text for note in part.select("annotation")) == tex


def test_lists_and_tables_are_cut_between_items_and_rows():
    shown = slides(article(f"<ol>{f'<li>{SENTENCE * 3}</li>' * 7}</ol>"))[2:]
    assert [
        (str(each.parts[0]["start"]), len(each.parts[0].find_all("li")))
        for each in shown
    ] == [("1", 2), ("3", 2), ("5", 2), ("7", 1)]
    rows = "".join(f"<tr><td>{i}</td></tr>" for i in range(20))
    tables = texts(
        f"<table><thead><tr><th>Head</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    assert all("Head" in table for table in tables)
    assert " ".join(tables).replace("Head", "").split() == [str(i) for i in range(20)]


def test_a_cell_is_shown_by_what_it_shows():
    lab = (
        "<div class='lab-page' data-lab='x-01'><img alt='still'></div><script"
        " src='_static/labs/x-01.js' async></script>"
    )
    core = [
        cell("import numpy"),
        cell("labs.one()", lab),
        cell("plot()", "<img alt='two bells' src='data:x'>"),
        cell("1 + 1", "<pre>2</pre>"),
        cell("\n".join(["work()"] * 30), "<pre>3</pre>"),
        cell('exercise("7.1").check(answer)', "<p>not answered</p>"),
    ]
    found = slides(article("".join(core)))[2:]
    assert [slide.kind for slide in found] == ["lab", "picture", "cell", "cell"]
    assert not any(part.find("script") for slide in found for part in slide.parts)
    assert [bool(slide.parts[0].name == "details") for slide in found] == [
        False,
        True,
        False,
        True,
    ]


def test_links_lead_where_they_led():
    core = (
        "<p><a href='08_next.html#x'>next</a> <a href='#part'>here</a> <a"
        " href='https://a.org'>out</a></p>"
    )
    page = BeautifulSoup(as_page(article(core), "07_a_lecture", []), "html.parser")
    links = [each["href"] for each in page.select("section a")]
    assert links == ["../08_next.html#x", "../07_a_lecture.html#part", "https://a.org"]


def test_tex_is_counted_by_about_what_it_sets():
    tex = r"\lambda\lVert w\rVert^2"
    inline = f"<p>So <span class='math'>{formula(tex)}</span></p>"
    assert letters(BeautifulSoup(inline, "html.parser")) == 3 + len(tex) // 2
