"""What a page without Python keeps of a lab: which settings, and for each the frame
that the live lab shows.
"""

import base64
import json
import zlib
from itertools import product

import nbformat
import numpy as np
import pytest
from matplotlib.figure import Figure

from askfirst.labs.controls import slider, text_box
from askfirst.labs.lab import Lab
from askfirst.pages import build
from askfirst.pages.folder import books, uses_engine
from askfirst.pages.prepared import Positions, packed, prepared
from askfirst.words.refusal import RefusedError
from askfirst_tests.books import book, code


@pytest.mark.parametrize(
    ("counts", "start", "together", "most"),
    [
        ([5, 7], [2, 0], [[0, 1]], 100),
        ([40, 30, 20], [3, 7, 0], [[0, 1], [0, 1, 2], [1, 2]], 400),
        ([200_001], [7], [], 100),
    ],
)
def test_settings_are_the_start_each_control_alone_and_a_grid(
    counts, start, together, most
):
    chosen = Positions(counts, start).settings(together, most)
    assert chosen[0] == tuple(start)
    assert len(chosen) == len(set(chosen)) <= most
    table = np.array(chosen)
    assert ((table >= 0) & (table < counts)).all()
    moved = table != start
    for i, count in enumerate(counts):
        alone = {*table[~np.delete(moved, i, axis=1).any(axis=1), i].tolist()}
        assert {0, count - 1} <= alone
        if sum(counts) - len(counts) < most:
            assert alone == {*range(count)}
    for group in together:
        ends = [(0, n - 1) if i in group else (start[i],) for i, n in enumerate(counts)]
        assert {*product(*ends)} <= {*chosen}


def test_a_control_without_effect_is_at_its_start():
    positions = Positions([3, 3], [0, 2], lambda each: [1] if each[0] else [])
    found = positions.settings()
    assert found == [(0, 2), (1, 2), (2, 2), (0, 0), (0, 1)]
    assert positions.settings([[0, 1]]) == found
    five = slider(0, 4, start=0, step=1)
    every = prepared(Lab(Figure(), lambda a, b, c: "fine", a=five, b=five, c=five))
    assert len(every["settings"]) == 5**3


def words_at_a_height() -> Lab:
    figure = Figure()
    text = figure.subplots().text(0, 0, "")

    def update(words, height):
        text.set(text=words, y=height)
        return f"“{words}” at {height:g}"

    box = text_box("banana", most=9, label="words", examples=("cat", "dog"))
    return Lab(figure, update, words=box, height=slider(0.0, 1.0, start=0.2, step=0.1))


def test_a_frame_is_that_of_the_live_lab():
    lab = words_at_a_height()
    made = prepared(lab, most=30)
    names, rng = list(lab.controls), np.random.default_rng(0)
    for i in rng.choice(len(made["settings"]), 12, replace=False):
        values = {
            name: lab.controls[name].values[position]
            for name, position in zip(names, made["settings"][i], strict=True)
        }
        frame = json.loads(made["frames"][i])
        assert frame["sentence"] == lab.set(**values).sentence
        assert made["frames"][i] == lab._frame(lab.values, asks=False).text
        assert frame["on"] in made["backgrounds"]


def test_a_box_becomes_a_choice_of_prepared_texts():
    words, _ = prepared(words_at_a_height(), most=60)["state"]["controls"]
    assert words["kind"] == "choice"
    assert (words["texts"][words["start"]], len(words["texts"])) == ("banana", 3)


def test_what_is_packed_comes_back():
    def read(part):
        return zlib.decompress(base64.b64decode(part)).decode()

    made = {"a": "λ", "frames": ["{1}", "{2}"], "veiled": ["{3}"]}
    first, rest = packed(made)
    assert json.loads(read(first)) == made | {"frames": ["{1}"]}
    assert read(rest).split("\n") == ["{1}", "{2}", "{3}"]


# What cannot be shown


def test_where_a_lab_fails_its_page_has_the_reason_that_the_live_lab_shows():
    figure = Figure()
    (line,) = figure.subplots().plot([0, 1], [0, 1])

    def update(height):
        if height == 3:
            raise ValueError("3 is too much. Try 2.")
        line.set_ydata([0, 1 / (height - 4)])
        return f"{height}"

    lab = Lab(figure, update, height=slider(0, 5, start=0, step=1))
    made = prepared(lab)
    told = [json.loads(frame).get("problem") for frame in made["frames"]]
    zero = "ZeroDivisionError: division by zero"
    assert told == [None, None, None, "3 is too much. Try 2.", zero, None]
    for height, problem in enumerate(told):
        try:
            lab.set(height=height)
        except (ValueError, ZeroDivisionError):
            assert lab.problem == problem
        else:
            assert json.loads(made["frames"][height])["sentence"] == f"{height}"


def notebook(folder, *cells):
    made = (each if each[0] == "#" else code(each) for each in cells)
    nbformat.write(book(*made), folder / "00_page.ipynb")


# What fails while it is shown does not fail its cell.
FAILS = """from askfirst_tests.labs import several
lab = several()
lab.widget_state = None
lab"""


@pytest.mark.slow
def test_a_cell_that_fails_is_named_with_what_to_do(tmp_path):
    notebook(tmp_path, "x = 1", FAILS, "x")
    ((page,), _) = books(tmp_path)
    assert uses_engine(page.notebook)
    problems = build._run_changed([page], tmp_path, tmp_path)
    where = r"00_page\.ipynb, cell 2 \(from askfirst_tests\.labs import several\)"
    with pytest.raises(RefusedError, match=f"{where}: TypeError.* tag raises-"):
        build._set_outputs(page, problems["00_page"])


def test_a_notebook_is_run_again_only_when_what_it_was_made_from_changed(
    tmp_path, monkeypatch
):
    ran = []

    def pretend(notebooks, folder, cores):
        made = []
        for each in notebooks:
            ran.append(each.path.name)
            (folder / f"{each.page}-01.js").write_text("frames", encoding="utf-8")
            outputs = [[] for _ in each.code]
            made.append({"outputs": outputs, "imported": [str(helper)], "widgets": {}})
        return made

    def write(*cells):
        return lambda: notebook(tmp_path, *cells)

    monkeypatch.setattr(build, "run", pretend)
    notebook(tmp_path, "x = 1")
    helper = tmp_path / "helper.py"
    source, folder = tmp_path / "source", tmp_path / "labs"
    for each in (source, folder):
        each.mkdir()
    script = folder / "00_page-01.js"
    for change, runs in (
        (lambda: None, 1),
        (lambda: None, 1),
        (script.unlink, 2),
        (lambda: script.write_text("", encoding="utf-8"), 3),
        (lambda: helper.write_text("y = 1", encoding="utf-8"), 4),
        (lambda: (tmp_path / "table.csv").write_text("1", encoding="utf-8"), 5),
        (write("x = 1", "# Words"), 5),
        (write("x = 2", "# Words"), 6),
    ):
        change()
        ((page,), _) = books(tmp_path)
        shown = build._run_changed([page], source, folder)
        build._set_outputs(page, shown["00_page"])
        made = build._pages(page, folder, (), "")
        assert len(ran) == runs
    assert script.read_text(encoding="utf-8") == "frames"
    assert "Words" in made["00_page.ipynb"]
