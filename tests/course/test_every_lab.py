"""What holds for every lab of the course: each control moves something, and no setting
is too much.
"""

import json
import re
from functools import cache
from itertools import product

import numpy as np
import pytest

from tests.course.labs import EVERY, at, made
from tests.every import LABS

RICHEST = "SE + polynomial"
# Their curves come back to where they began
CLOSED = {"other_penalty", "points_in_the_plane", "weight_space"}
# Words in the panel name its axis; a scale of colours.
BESIDE_WORDS = {("feature_quiz", 1), ("tanh_map", 2)}


@pytest.fixture(params=LABS, scope="module")
def lab(request):
    return made(request.param)


def one_step(control) -> list:
    """The settings next to the start: every other choice, another text, one step of a
    slider.
    """
    if control.kind == "choice":
        return [value for value in control.values if value != control.start]
    if control.kind == "text":
        return ["ananas an one"[: control.most]]
    at = control.nearest(control.start)
    return [control.values[at + 1 if at + 1 < len(control.values) else at - 1]]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.slow
def test_each_wrong_choice_has_its_reply(name):
    asked = made(name).question and made(name).question.spec()
    if asked and asked["kind"] == "choice":
        assert all(reply for _, state, _, reply in asked["cases"] if state == "wrong")


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.slow
def test_no_question_says_where_its_lab_stands(name):
    """A lab that was answered on an earlier day stands where it was left."""
    asked = made(name).question
    assert not re.search(
        r"(picture|lab) (starts|opens)|opens with", asked.words if asked else ""
    )


@pytest.mark.parametrize("name", sorted(set(LABS) - CLOSED))
@pytest.mark.slow
def test_a_curve_reaches_from_side_to_side(name):
    for ax in at(name).figure.axes:
        for line in ax.lines:
            x = line.get_xdata(orig=False)
            # Fewer are edges and marks, those without a line are points.
            if len(x) >= 50 and line.get_linestyle() != "None":
                across = ax.transLimits.transform(
                    [
                        (ax.transScale.transform((each, 1))[0], 0)
                        for each in (min(x), max(x))
                    ]
                )
                assert np.ptp(np.clip(across[:, 0], 0, 1)) > 0.9, line


@pytest.mark.parametrize("name", LABS)
@pytest.mark.slow
def test_the_numbers_on_an_axis_are_numbers_of_something(name):
    for number, ax in enumerate(at(name).figure.axes):
        if not ax.axison or (name, number) in BESIDE_WORDS:
            continue
        for axis in (ax.xaxis, ax.yaxis):
            if any(
                re.search(r"\d", each.get_text())
                for each in axis.get_ticklabels()
                if each.get_visible()
            ):
                assert axis.get_label_text() or ax.get_title()


@pytest.mark.slow
def test_one_step_of_every_control_changes_the_picture_and_the_sentence(lab):
    if lab.question:
        lab.answer(None)

    @cache
    def shown(**values) -> tuple[list, str]:
        (*drawn, sentence), _ = _drawn(lab, values)
        return drawn, sentence

    for name, control in lab.controls.items():
        start = {each: lab.controls[each].start for each in lab.controls}
        if name != "kernel" and RICHEST in getattr(
            lab.controls.get("kernel"), "values", ()
        ):
            start["kernel"] = RICHEST  # in which every slider has a say
        for value in one_step(control):
            (before, said) = shown(**start)
            (picture, sentence) = shown(**start | {name: value})
            assert picture != before, (name, value)
            assert sentence != said, (name, value)


@pytest.mark.slow
def test_no_corner_is_too_much(lab):
    """Each control at its ends, and all of them thrown about: a picture and a sentence,
    or a reason and the last good one.
    """
    rng = np.random.default_rng(0)
    corners = [
        {name: control.values[end]}
        for name, control in lab.controls.items()
        for end in (0, -1)
    ]
    corners += [
        {name: control.values[end] for name, control in lab.controls.items()}
        for end in (0, -1)
    ]
    for _ in range(12):
        corners.append(
            {
                name: c.values[rng.integers(len(c.values))]
                for name, c in lab.controls.items()
            }
        )
    start = {name: control.start for name, control in lab.controls.items()}
    for corner in corners:
        said = lab.sentence
        try:
            lab.set(**start | corner)
        except ValueError:
            assert len(lab.problem or "") > 40, corner
            assert lab.sentence == said
        assert not re.search(r"\bnan\b", lab.sentence), corner
        assert not re.search(r"(?<![\d.·,])1 (?!is |times the )\w+s\b", lab.sentence), (
            lab.sentence
        )


@pytest.mark.slow
def test_a_control_is_called_idle_where_it_moves_nothing_in_the_picture_and_only_there(
    lab,
):
    if lab.question:
        lab.answer(None)
    choices = [
        name for name, control in lab.controls.items() if control.kind == "choice"
    ]
    together = list(product(*(lab.controls[name].values for name in choices)))
    if len(together) > 6:
        together = [
            together[i]
            for i in np.random.default_rng(0).choice(len(together), 6, replace=False)
        ]
    for chosen in together:
        at = {name: control.start for name, control in lab.controls.items()} | dict(
            zip(choices, chosen, strict=True)
        )
        here, idle = _drawn(lab, at)
        for name, control in lab.controls.items():
            if control.kind not in ("choice", "text"):
                places = np.linspace(0, len(control.values) - 1, 4).round().astype(int)
                still = all(
                    _drawn(lab, at | {name: control.values[i]})[0] == here
                    for i in places
                )
                assert still == (name in idle), (chosen, name)


def _drawn(lab, values) -> tuple[list, list[str]]:
    """What the picture is drawn with and what is said of it, and the names of the
    controls that are called idle.
    """
    frame = json.loads(lab._frame(values).text)
    return [frame["on"], frame["ops"], frame["sentence"]], frame["idle"]
