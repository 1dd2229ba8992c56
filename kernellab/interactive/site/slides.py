"""A lecture's core as slides, cut out of its page: one claim, figure, lab or formula at
a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from math import ceil
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, NavigableString, Tag

from kernellab.interactive.site.formulas import tex_of

APPENDIX = re.compile(r"[A-Z]\d+_")  # names of pages that have no slides
END = "Going further"  # the heading at which the core ends
ROOM = 480  # letters that a slide of words holds, large enough for the last row
# Lines and columns that a slide holds: the code of a cell that is larger, with what it
# prints, is folded.
CODE = (16, 80)
ROWS = 9  # of a table on a slide
LINE = 90  # letters of TeX that a line holds
SENTENCE = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][)”’]))\s+(?=[^\W\d_a-z]|[“(]|\Z)")
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} (slides)</title>
{styles}
<script>
const night = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
const chosen = {{ dark: "dark", light: "light" }}[localStorage.getItem("mode")];
document.documentElement.dataset.theme = chosen ?? night;
</script>
<script src="../_static/labs.js"></script>
<script defer src="../_static/slides.js"></script>
</head>
<body>
<main aria-busy="true">
{slides}
</main>
<nav aria-label="Slides">
<button type="button" data-turn="-1" aria-label="Back">‹</button>
<button type="button" data-turn="1" aria-label="On">›</button>
<a href="../{name}.html">{title}</a>
<progress aria-label="How far" value="1" max="{count}"></progress>
<output>1 / {count}</output>
<button type="button" data-night>Day or night</button>
</nav>
</body>
</html>
"""
KEYS = (
    "<p class='keys'><kbd>→</kbd> on, <kbd>←</kbd> back. On a slider of a lab the"
    " arrows move the slider; <kbd>Esc</kbd> lets go of it, and <kbd>PageDown</kbd>"
    " goes on from anywhere.</p>"
)


@dataclass
class Slide:
    """What is seen at once: a title, words, a cell, a picture or a lab, under a
    heading, from a place of the page.
    """

    heading: str
    place: str
    kind: str
    parts: list[Tag] = field(default_factory=list)

    @property
    def letters(self) -> int:
        """How much there is to read."""
        return sum(map(letters, self.parts))


def write_slides(
    app: Any, name: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """While Sphinx writes the page of a lecture, write ``slides/NAME.html`` too."""
    if APPENDIX.match(name) or not Path(app.srcdir, f"{name}.ipynb").exists():
        return
    styles = [
        "pygments.css",
        *(
            Path(css.filename).name
            for css in context["css_files"]
            if "mystnb" in str(css.filename)
        ),
    ]
    folder = Path(app.outdir, "slides")
    folder.mkdir(exist_ok=True)
    Path(folder, f"{name}.html").write_text(
        as_page(context["body"], name, styles), encoding="utf-8"
    )


def as_page(body: str, name: str, styles: list[str]) -> str:
    """The slides of the lecture ``name`` as a page, from the HTML of its article."""
    shown = slides(body)
    for slide in shown:
        for part in slide.parts:
            _relink(part, name)
    links = "\n".join(
        f'<link rel="stylesheet" href="../_static/{each}">'
        for each in [*styles, "lab.css", "formulas.css", "slides.css"]
    )
    sections = "\n".join(map(_section, shown))
    return PAGE.format(
        title=escape(shown[0].heading),
        name=name,
        styles=links,
        slides=sections,
        count=len(shown),
    )


def _section(slide: Slide) -> str:
    level = "h1" if slide.kind == "title" else "h2"
    content = "".join(map(str, slide.parts)) + (KEYS if slide.kind == "title" else "")
    return (
        f'<section data-kind="{slide.kind}" data-place="{slide.place}" tabindex="-1"'
        f' hidden><{level}>{escape(slide.heading)}</{level}><div class="room"><div'
        f' class="content">{content}</div></div></section>'
    )


def _relink(part: Tag, name: str) -> None:
    """Let links lead where they led from the page, which is a folder above."""
    for each in [part, *part.find_all(True)]:
        for key in ("href", "src"):
            link = str(each.get(key, ""))
            if link.startswith("#"):
                each[key] = f"../{name}.html{link}"
            elif link and not re.match(r"\w+:", link):
                each[key] = f"../{link}"


def slides(body: str) -> list[Slide]:
    """Cut the core out of the HTML of an article.

    >>> more = "<section id='b'><h2>Going further</h2></section>"
    >>> page = f"<section id='a'><h1>A lecture</h1><p>A claim.</p>{more}</section>"
    >>> title, words = slides(page)
    >>> title.kind, title.heading, words.parts[0].text
    ('title', 'A lecture', 'A claim.')
    """
    found: list[Slide] = []
    for slide in _pieces(BeautifulSoup(body, "html.parser"), "", ""):
        if found and _joins(found[-1], slide):
            found[-1].parts += slide.parts
        else:
            found.append(slide)
    return found


def _joins(before: Slide, slide: Slide) -> bool:
    """Whether words stand on one slide with those before them: a formula with what
    leads to it, a claim on its own.
    """
    if not before.kind == slide.kind == "words" or (before.heading, before.place) != (
        slide.heading,
        slide.place,
    ):
        return False
    both, first = before.letters + slide.letters, slide.parts[0]
    if _is_formula(first) or first.name == "table":
        return both <= 1.5 * ROOM
    begins = next((each for each in first.children if str(each).strip()), None)
    claims = first.name == "p" and isinstance(begins, Tag) and begins.name == "strong"
    return both <= (ROOM // 2 if claims else ROOM)


def _pieces(node: Tag, heading: str, place: str) -> Iterator[Slide]:
    """All that a page shows, in its order, each piece as a slide of its own."""
    for child in [each for each in node.children if isinstance(each, Tag)]:
        if child.name == "section":
            if (title := child.find("h2", recursive=False)) and _words(title) == END:
                return
            yield from _pieces(child, heading, str(child.get("id", "")))
        elif child.name in ("h1", "h2", "h3", "h4", "summary"):
            heading = _words(child)
            if child.name == "h1":
                yield Slide(heading, place, "title")
        elif child.name == "details":
            yield from _pieces(child, heading, place)
        elif "cell" in child.get_attribute_list("class"):
            yield from _cell(child, heading, place)
        elif place and (child.get_text(strip=True) or child.find("img")):
            if child.name == "div" and _is_formula(child):
                _stack(child)
            parts = {"p": _paragraphs, "ul": _lists, "ol": _lists}.get(
                child.name, _tables
            )(child)
            yield from (Slide(heading, place, "words", [part]) for part in parts)


def _cell(cell: Tag, heading: str, place: str) -> Iterator[Slide]:
    """Its labs, a slide each; what it draws or prints, with its code; nothing of a cell
    that is only work, or an exercise.
    """
    code, output = cell.select_one(".cell_input"), cell.select_one(".cell_output")
    if output is None or (code and ".check(" in code.get_text()):
        return
    for lab in output.select(".lab-page"):
        yield Slide(heading, place, "lab", [lab.extract()])
    for script in output.select("script"):
        script.decompose()  # slides.js loads a lab when its slide is shown
    picture = output.find("img") is not None
    if not picture and not output.get_text(strip=True):
        return
    kind = "picture" if picture else "cell"
    if table := output.find("table"):
        first, *rest = _tables(table)
        table.replace_with(first)
    else:
        rest = []
    yield Slide(heading, place, kind, [*_shown(code, output), output])
    yield from (Slide(heading, place, kind, [part]) for part in rest)


def _shown(code: Tag | None, output: Tag) -> list[Tag]:
    """The code of a cell, folded where it and what it prints are too large for a slide,
    or where there is more to see.
    """
    if code is None:
        return []
    lines, said = (
        code.get_text().strip().splitlines(),
        output.get_text().strip().splitlines(),
    )
    if "   " not in "".join(said) or max(map(len, said)) > 1.25 * CODE[1]:
        output["class"] = (  # no columns, or too wide for any: its lines may be broken
            "cell_output prose"
        )
    if (
        len(lines) + len(said) <= CODE[0]
        and max(map(len, lines)) <= CODE[1]
        and not output.find(["img", "table"])
    ):
        return [code]
    folded = _made("details", _made("summary", "Code"))
    folded.append(code.extract())
    return [folded]


def _paragraphs(paragraph: Tag) -> list[Tag]:
    """A paragraph, or parts of about equal length that a slide can hold, cut between
    sentences.
    """
    for strong in paragraph.find_all("strong", recursive=False):
        if str(strong.previous_sibling or "").endswith("\n"):
            strong.insert_before(_made("br"))
    share = letters(paragraph) / ceil(letters(paragraph) / ROOM)
    sentences = [_made("p")]
    for child in list(paragraph.children):
        first, *rest = (
            SENTENCE.split(child) if isinstance(child, NavigableString) else [child]
        )
        sentences[-1].append(first)
        sentences += [_made("p", each) for each in rest]
    parts = [sentences[0]]
    for sentence in sentences[1:]:
        if letters(parts[-1]) + letters(sentence) / 2 <= share:
            parts[-1].append(" ")
            parts[-1].extend(list(sentence.children))
        else:
            parts.append(sentence)
    return parts


def _lists(whole: Tag) -> list[Tag]:
    """A list, or lists of as many of its items as a slide can hold."""
    parts: list[Tag] = []
    for number, item in enumerate(whole.find_all("li", recursive=False), 1):
        if not parts or letters(parts[-1]) + letters(item) > ROOM:
            parts.append(_made(whole.name))
            if whole.name == "ol":
                parts[-1]["start"] = str(number)
        parts[-1].append(item.extract())
    return parts


def _tables(block: Tag) -> list[Tag]:
    """A table, or tables of as many of its rows as a slide can hold, each with the
    head; any other block as it is.
    """
    table = block if block.name == "table" else block.find("table")
    if table is None:
        return [block]
    rows = table.select("tbody > tr")
    parts: list[list[Tag]] = [[]]
    for row in rows:
        if len(parts[-1]) == ROWS or sum(map(letters, [*parts[-1], row])) > 1.25 * ROOM:
            parts.append([])
        parts[-1].append(row)
    kind = ' class="steps"' if table.find("th", string="step") else ""  # a derivation
    body = ["".join(map(str, part)) for part in parts]
    made = [
        BeautifulSoup(
            f"<table{kind}>{table.thead or ''}<tbody>{each}</tbody></table>",
            "html.parser",
        ).table
        for each in body
    ]
    return [each for each in made if each]


def letters(tag: Tag) -> int:
    """How long it is to read, in letters: TeX is about twice as long as what it sets,
    and a formula takes lines.
    """
    formulas = [each for each in [tag, *tag.find_all(True)] if _is_formula(each)]
    taken = sum(
        len(each.get_text()) - len(tex_of(each)) / 2 - 120 * (each.name == "div")
        for each in formulas
    )
    return int(len(tag.get_text()) - taken)


def _is_formula(tag: Tag) -> bool:
    return "math" in tag.get_attribute_list("class")


def _stack(formula: Tag) -> None:
    """Put formulas that stand in one long line, with gaps between them, below each
    other.
    """
    if len(tex_of(formula)) <= LINE:
        return
    for group in formula.select(".group")[:-1]:
        group.insert_after(_made("br"))
        for gap in group.select('mspace[width="2em"]')[-1:]:
            gap.decompose()


def _words(title: Tag) -> str:
    for link in title.select(".headerlink"):
        link.decompose()
    return title.get_text().strip()


def _made(name: str, *inside: Any) -> Tag:
    tag = BeautifulSoup("", "html.parser").new_tag(name)
    tag.extend(inside)
    return tag
