"""Faults injected: one ingredient of a step is disturbed after all others were made
from it, and the step must fail.
"""

import ast
import functools
import inspect
import sys
import textwrap
from dataclasses import replace

import numpy as np
import pytest

from kernellab import derivations
from kernellab.course.derivations.support import _At
from kernellab.interactive.derivations import _outcomes
from tests.course.test_derivations import ALL, SETS

# On fewer points than features some of w lies outside the span; on as many no Gram
# matrix is singular.
FEW = {"orthogonal parts"}
RUNS = {
    **{
        name: lambda run=run, Phi=SETS["n < m" if name in FEW else "n = m"]: run(
            Phi, np.arange(float(len(Phi))) + 0.3
        )
        for name, run in ALL.items()
    },
    "series": lambda: derivations.rbf_by_series(SETS["n = m"], 2.0, 40),
    "gapped strings": lambda: derivations.subsequence_recursion(
        "banana", "ananas", 3, 0.5
    ),
}


@functools.cache
def yields(code):
    """The line on which each yield of a generator begins, and the names that its two
    sides read.
    """
    lines, first = inspect.getsourcelines(code)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    return {
        first + node.lineno - 1: {
            each.id
            for side in node.value.value.args[2:]
            for each in ast.walk(side)
            if isinstance(each, ast.Name)
        }
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)
    }


def disturbed(value):
    """A number, a vector or one column of a table, moved by a tenth of its size; None
    for what is no part of a formula.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value + 1
    if isinstance(value, float | np.floating):
        return value + 0.1 * (abs(value) or 1.0)
    if (
        isinstance(value, list | tuple)
        and value
        and isinstance(value[-1], np.ndarray | list | tuple)
        and disturbed(value[-1]) is not None
    ):
        return type(value)([*value[:-1], disturbed(value[-1])])
    if isinstance(value, np.ndarray) and value.dtype == float and value.size:
        moved = value.copy()
        part = moved[..., :1] if value.ndim > 1 else moved
        part += (
            0.1
            * (np.abs(value).max() or 1.0)
            * np.cos(np.arange(part.size)).reshape(part.shape)
        )
        return moved
    if isinstance(value, _At):
        return replace(value, mu=disturbed(value.mu), mu_star=disturbed(value.mu_star))
    return None


def run(name, number, victim=None):
    """The outcome of a step for which ``victim``, a local name, is disturbed at the
    last moment; and what could have been.
    """
    seen, ingredients = 0, {}

    def at_line(frame, event, _):
        nonlocal seen
        if (
            event == "line"
            and frame.f_lineno in yields(frame.f_code)
            and frame.f_lineno != last.get(frame)
        ):
            last[frame] = frame.f_lineno
            seen += 1
            if seen == number:
                read = yields(frame.f_code)[frame.f_lineno]
                values = {
                    key: disturbed(value) for key, value in frame.f_locals.items()
                }
                ingredients.update(
                    {
                        key: key in read
                        for key, value in values.items()
                        if not isinstance(value, int | None)
                    }
                )
                if victim:
                    frame.f_locals[victim] = values[victim]
                sys.settrace(before)
        return at_line

    def at_call(frame, *_):
        code = frame.f_code
        written = (
            "kernellab/course/derivations/" in code.co_filename.replace("\\", "/")
            and code.co_flags & inspect.CO_GENERATOR
        )
        return (
            at_line
            if written
            and code.co_name != "_outcomes"
            and not code.co_name.startswith("<")
            else None
        )

    last, before = {}, sys.gettrace()
    sys.settrace(at_call)
    try:
        done = RUNS[name]()
    finally:
        sys.settrace(before)
    return done[number], ingredients


STEPS = [(name, each.number) for name in RUNS for each in RUNS[name]()]
# A count has no tenth: one more. An inequality has room: a promise of nothing is
# broken.
WHOLE = {
    ("polynomial map", 5): "count",
    ("interactions", 6): "d",
    ("gapped strings", 8): "k",
}
INEQUALITY = ("series", 4)
# What both sides share, or multiply by 0: the step is true whatever it is.
OFFSET_AND_TARGETS = {"epsilon", "Phi", "b", "price", "y"}
SLACKS = {"any_xi", "any_xi_star", "xi"}
SHARED = {
    "push through": {4: {"y"}},
    "leave-one-out": {3: {"y"}, 7: {"y", "lam"}},
    "substitution": {2: {"y", "lam"}, 6: {"Phi"}},
    "polynomial map": {5: {"c"}},
    "densities": {1: {"variance", "z"}, 3: {"X"}},
    "induction": {1: {"Phi"}},
    "gapped strings": {4: {"equal"}, 5: {"equal"}},
    "tube": {
        4: OFFSET_AND_TARGETS - {"b"},
        5: {"w", "length"},
        6: SLACKS,
        7: {"corners"},
        8: {"epsilon", "y"},
        9: {"epsilon", "K", "y"},
    },
    "tube with offset": {
        3: {"b"},
        4: OFFSET_AND_TARGETS,
        5: {"w", "length"},
        6: {"b"},
        7: SLACKS,
        8: {"corners"},
        9: {"epsilon", "y"},
        10: {"epsilon", "K", "y"},
        11: {"b"},
        12: {"price"},
    },
    "two classes": {
        4: OFFSET_AND_TARGETS,
        5: {"w", "length"},
        6: {"b"},
        7: SLACKS,
        9: {"epsilon", "mu", "mu_star", "y"},
        11: {"price"},
    },
}


def test_every_derivation_is_here():
    made = {
        name
        for name in derivations.__all__
        if hasattr(getattr(derivations, name), "__wrapped__")
    }
    titles = {RUNS[name]().title for name in RUNS}
    assert len(titles) == len(made)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), STEPS)
def test_a_step_fails_where_an_ingredient_of_one_side_is_disturbed(name, number):
    whole, ingredients = run(name, number)
    assert whole.agrees
    if (name, number) == INEQUALITY:
        return
    read = {victim for victim, is_read in ingredients.items() if is_read}
    silent = {victim for victim in read if run(name, number, victim)[0].agrees}
    assert silent == SHARED.get(name, {}).get(number, set())
    noticed = read - silent
    if (name, number) in WHOLE:
        noticed = not run(name, number, WHOLE[name, number])[0].agrees
    assert noticed


def test_a_series_that_promises_too_much_fails():
    step = derivations.rbf_by_series(SETS["n = m"], 2.0, 5)[INEQUALITY[1]].step
    assert not next(
        _outcomes(
            iter([replace(step, left=np.minimum(step.right, step.right.max() / 2))])
        )
    ).agrees
