"""The page that has each public name of the mathematics, made from its docstring."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import isclass, ismodule
from itertools import groupby
from typing import Any

LITERAL = re.compile(r"(``[^`]*``)")
DIRECTIVE = re.compile(r"\s*#\s*doctest:.*")
HEAD = re.compile(r"[^.:?]+\??")  # what stands before the first full stop or colon
OTHER_WINGS = re.compile(r"kernellab\.(course|interactive)\b")
OF_SKLEARN = (  # it adds them to each estimator
    "set_fit_request, set_predict_request, set_score_request"
)


def reference() -> str:
    """The page's source: names by file, which Sphinx's autodoc documents."""
    kernellab = import_module("kernellab")
    public = {name: getattr(kernellab, name) for name in kernellab.__all__}
    ours = {
        name: home
        for name, each in public.items()
        if not ismodule(each) and not OTHER_WINGS.match(home := each.__module__)
    }
    contents, entries = [], []
    for home, names in groupby(
        sorted(ours, key=lambda name: (ours[name], name)), key=ours.__getitem__
    ):
        docstring = import_module(home).__doc__ or home
        title = HEAD.match(docstring)[0]  # type: ignore[index]
        entries += [title, "-" * len(title), ""]
        links = []
        for name in names:
            links.append(f":py:obj:`~kernellab.{name}`")
            kind = "class" if isclass(public[name]) else "function"
            options = (
                ["   :members:", f"   :exclude-members: {OF_SKLEARN}"]
                if kind == "class"
                else []
            )
            entries += [f".. auto{kind}:: kernellab.{name}", *options, ""]
        contents += [f"* {title}: {' '.join(links)}"]
    head = [
        "Reference",
        "=========",
        "",
        "Each public name of the mathematics, as its docstring has it.",
        "",
    ]
    return "\n".join([*head, *contents, "", *entries])


def plain(
    _app: Any, _what: str, _name: str, _each: Any, _options: Any, lines: list[str]
) -> None:
    """Keep reStructuredText from reading |α|, x* or ``noise_`` in a docstring as marks
    of its own, and leave out what an example tells doctest.

    Sphinx would strip the latter itself, but only where sphinx-codeautolink no longer
    finds the example.
    """
    example = False
    for i, line in enumerate(lines):
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if example:
            lines[i] = DIRECTIVE.sub("", line)
        else:
            parts = LITERAL.split(line)
            lines[i] = "".join(
                part if part.startswith("``") else re.sub(r"([|*_`\\])", r"\\\1", part)
                for part in parts
            )
