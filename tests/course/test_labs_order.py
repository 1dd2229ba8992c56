"""A lab shows the same at the same setting, whatever was shown before."""

from io import BytesIO

import numpy as np
import pytest

from tests.course.labs import EVERY, at

VISITS = 3
TEXTS = ("ananas an one", "to be or not", "aaaa aa a", "x yx zyx")


def shown(name, setting):
    """The whole figure, drawn anew by Agg, or the table, and the sentence; nothing
    where the lab refuses the setting.
    """
    try:
        lab = at(name, **setting)
    except ValueError:
        return None
    if not hasattr(lab, "figure"):
        return lab.picture()._repr_html_(), lab.sentence
    pixels = BytesIO()
    lab.figure.savefig(pixels, format="raw", dpi="figure")
    return pixels.getvalue(), lab.sentence


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_what_was_shown_before_leaves_no_trace(name):
    rng, controls = np.random.default_rng(len(name)), at(name).controls

    def anywhere(control):
        if control.kind == "text":
            return str(rng.choice(TEXTS))[: control.most]
        return control.values[rng.integers(len(control.values))]

    settings = [
        {each: anywhere(control) for each, control in controls.items()}
        for _ in range(VISITS)
    ]
    before = [shown(name, setting) for setting in settings]
    assert sum(each is not None for each in before) > 1
    for i in rng.permutation(VISITS):
        assert shown(name, settings[i]) == before[i], settings[i]
