"""What a page without Python keeps of a lab: which settings, and for each the frame that the live lab shows."""

import base64
import json
import zlib
from itertools import product

import numpy as np
import pytest

from kernellab import datasets, labs
from kernellab.course.site.prepared import packed, prepared, settings

X, Y = datasets.stopping()


@pytest.mark.parametrize(
    ("ladders", "start", "together", "most"),
    [
        ([5, 7], [2, 0], [], 100),
        ([5, 7], [2, 0], [0, 1], 100),
        ([40, 30, 20], [3, 7, 0], [0, 2], 300),
        ([500, 600], [0, 0], [], 200),
    ],
)
def test_settings_are_the_start_each_control_alone_and_a_grid(ladders, start, together, most):
    chosen = settings(ladders, start, together, most)
    assert chosen[0] == tuple(start)
    assert len(chosen) == len(set(chosen)) <= most
    assert all(0 <= rung < count for setting in chosen for rung, count in zip(setting, ladders, strict=True))
    alone = [
        {setting[i] for setting in chosen if all(setting[j] == start[j] for j in range(len(start)) if j != i)}
        for i in range(len(start))
    ]
    if sum(ladders) - len(ladders) < most:
        assert alone == [set(range(count)) for count in ladders]
    assert all({0, count - 1} <= found for found, count in zip(alone, ladders, strict=True))
    if together:
        ends = product(*((0, ladders[i] - 1) if i in together else (start[i],) for i in range(len(ladders))))
        assert set(ends) <= set(chosen)


def test_a_frame_is_that_of_the_live_lab():
    lab = labs.leave_one_out(X, Y)
    made = prepared(lab, most=60)
    names, rng = list(lab.controls), np.random.default_rng(0)
    for i in rng.choice(len(made["settings"]), 12, replace=False):
        values = {name: lab.controls[name].values[rung] for name, rung in zip(names, made["settings"][i], strict=True)}
        frame = json.loads(made["frames"][i])
        assert frame["sentence"] == lab.set(**values).sentence
        assert made["frames"][i] == lab._shot(lab.values, asks=False).text
        assert frame["on"] in made["backgrounds"]


def test_what_a_question_veils_is_veiled_at_the_start():
    lab = labs.leave_one_out(X, Y)
    made = prepared(lab, most=60)
    (veiled,) = made["veiled"]
    assert json.dumps(lab.sentence)[1:-1] not in veiled
    assert len(veiled) < len(made["frames"][0])


def test_a_box_becomes_a_choice_of_prepared_texts():
    x, z = prepared(labs.shared_words(), most=60)["words"]["controls"][:2]
    assert x["kind"] == z["kind"] == "choice"
    assert (x["texts"][x["start"]], z["texts"][z["start"]]) == ("banana", "bandana")
    assert len(x["texts"]) > 2


def test_a_stepper_has_the_steps_of_each_setting_of_its_data():
    made = prepared(labs.which_inverse())
    assert len(made["runs"]) == len(made["settings"]) == 15
    assert made["free"] == [True, False, False]
    assert all(len(run["rows"]) == len(run["sentences"]) for run in made["runs"])


def test_unknown_controls_cannot_move_together():
    with pytest.raises(ValueError, match="no control 'width'"):
        labs.stepper(lambda x: None, lambda x: (x,), together=("width",), x=labs.slider(0, 1, start=0, step=1))


def test_what_is_packed_comes_back():
    made = {"a": [1, "λ"], "b": None}
    assert json.loads(zlib.decompress(base64.b64decode(packed(made)))) == made
