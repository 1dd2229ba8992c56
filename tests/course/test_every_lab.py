"""What holds for every lab of the course: each control moves something, no setting is
too much, and a question gives nothing away.
"""

import json
import re
from functools import cache
from io import BytesIO
from itertools import product

import numpy as np
import pytest

from askfirst.questions.question import VEILED
from tests.course.labs import EVERY, answer, at, made
from tests.every import LABS

RICHEST = "SE + polynomial"
TEXTS = ("ananas an one", "to be or not", "aaaa aa a", "x yx zyx")


@pytest.fixture(params=LABS, scope="module")
def lab(request):
    return made(request.param)


def drawn(lab, values) -> tuple[list, list[str]]:
    """What is drawn and said, and the names of the controls that are called idle."""
    frame = json.loads(lab._frame(values, asks=False).text)
    return [frame["on"], frame["ops"], frame["sentence"]], frame["idle"]


def starts(lab) -> dict:
    return {name: control.start for name, control in lab.controls.items()}


def anywhere(control, rng):
    if control.kind == "text":
        return str(rng.choice(TEXTS))[: control.most]
    return control.values[rng.integers(len(control.values))]


def one_step(control) -> list:
    """The settings next to the start: another choice or text, a step of a slider."""
    if control.kind == "choice":
        return [value for value in control.values if value != control.start]
    if control.kind == "text":
        return ["ananas an one"[: control.most]]
    at = control.nearest(control.start)
    return [control.values[at + 1 if at + 1 < len(control.values) else at - 1]]


@pytest.mark.slow
def test_one_step_of_every_control_changes_the_picture_and_the_sentence(lab):
    @cache
    def shown(**values) -> tuple[list, str]:
        (*picture, sentence), _ = drawn(lab, values)
        return picture, sentence

    for name, control in lab.controls.items():
        start = starts(lab)
        kernels = getattr(lab.controls.get("kernel"), "values", ())
        if name != "kernel" and RICHEST in kernels:
            start["kernel"] = RICHEST  # in which every slider has a say
        before, told = shown(**start)
        for value in one_step(control):
            picture, sentence = shown(**start | {name: value})
            assert picture != before, (name, value)
            assert sentence != told, (name, value)


@pytest.mark.slow
def test_no_corner_is_too_much(lab):
    """Each control at its ends, and all of them thrown about: a picture and a sentence,
    or a reason and the last good one.
    """
    rng, controls = np.random.default_rng(0), lab.controls.items()
    corners = []
    for end in (0, -1):
        ends = {name: control.values[end] for name, control in controls}
        corners += [*({name: value} for name, value in ends.items()), ends]
    for _ in range(8):
        corners.append({name: anywhere(control, rng) for name, control in controls})
    for corner in corners:
        before = lab.sentence
        try:
            lab.set(**starts(lab) | corner)
        except ValueError:
            assert len(lab.problem or "") > 40, corner
            assert lab.sentence == before
        assert not re.search(r"\bnan\b", lab.sentence), corner
        assert not re.search(r"(?<![\d.·,])1 (?!is |times the )\w+s\b", lab.sentence), (
            lab.sentence
        )


@pytest.mark.slow
def test_a_control_is_called_idle_where_it_moves_nothing_and_only_there(lab):
    choices = [name for name, each in lab.controls.items() if each.kind == "choice"]
    together = list(product(*(lab.controls[name].values for name in choices)))
    if len(together) > 6:
        picked = np.random.default_rng(0).choice(len(together), 6, replace=False)
        together = [together[i] for i in picked]
    for chosen in together:
        at = starts(lab) | dict(zip(choices, chosen, strict=True))
        here, idle = drawn(lab, at)
        for name, control in lab.controls.items():
            if control.kind not in ("choice", "text"):
                places = np.linspace(0, len(control.values) - 1, 4).round().astype(int)
                there = [at | {name: control.values[i]} for i in places]
                still = all(drawn(lab, each)[0] == here for each in there)
                assert still == (name in idle), (chosen, name)


def pixels(name, setting):
    """The whole figure, drawn anew by Agg, or the table, and the sentence; nothing
    where the lab refuses the setting.
    """
    try:
        lab = at(name, **setting)
    except ValueError:
        return None
    if not hasattr(lab, "figure"):
        return lab.picture()._repr_html_(), lab.sentence
    drawn = BytesIO()
    lab.figure.savefig(drawn, format="raw", dpi="figure")
    return drawn.getvalue(), lab.sentence


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_what_was_shown_before_leaves_no_trace(name):
    rng, controls = np.random.default_rng(len(name)), at(name).controls
    settings = [
        {each: anywhere(control, rng) for each, control in controls.items()}
        for _ in range(3)
    ]
    before = [pixels(name, setting) for setting in settings]
    assert sum(each is not None for each in before) > 1
    for i in rng.permutation(3):
        assert pixels(name, settings[i]) == before[i], settings[i]


def wrong_guesses(spec) -> list:
    """A wrong answer for each reply of a choice or a number, or one curve."""
    low, high = spec.get("low"), spec.get("high")
    if spec["kind"] == "curve":
        edge = high if np.mean(spec["right"]) < (low + high) / 2 else low
        return [[edge] * len(spec["right"])]
    wrong = [when for when, state, *_ in spec["cases"] if state == "wrong"]
    if spec["kind"] == "choice":
        return wrong
    # The last case is the whole range.
    return [(max(a, low) + min(b, high)) / 2 for a, b in wrong[:-1]]


@pytest.mark.parametrize("name", EVERY)
def test_a_question_gives_nothing_away_and_can_be_answered(name):
    lab = made(name)
    if (question := lab.question) is None:
        return
    lab.set(**starts(lab))
    assert lab.sentence not in repr(lab._still())
    assert question.words.split(".")[0] in repr(lab._still())
    veiled, shown = (
        json.loads(lab._frame(lab.values, asks=asks).text) for asks in (True, False)
    )
    if "rows" in shown:  # of a derivation, whose steps say how they end
        assert len(shown["sentences"]) == len(shown["rows"])
        assert veiled["sentences"] == []
    else:
        assert (veiled["sentence"], shown["sentence"]) == (VEILED, lab.sentence)
        assert "handles" not in veiled
        if question.veil:
            assert len(json.dumps(veiled["ops"])) < len(json.dumps(shown["ops"]))
    spec = question.spec()
    assert question.judge(answer(question)).state == "right"
    for guess in wrong_guesses(spec):
        assert question.judge(guess).state == "wrong", guess
    if spec["kind"] == "choice":
        assert all(reply for _, state, _, reply in spec["cases"] if state == "wrong")
    # A hand may have moved a lab that was answered before.
    assert not re.search(r"(picture|lab) (starts|opens)|opens with", question.words)
