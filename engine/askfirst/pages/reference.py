"""The page that has each public name of the course's package, from its docstring."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import isclass, ismodule
from typing import Any

from askfirst.words.course import current

# A name in code, as pygments marks it, that is no attribute of something else.
NAME = re.compile(r'(?<!<span class="o">\.</span>)<span class="n">(\w+)</span>')
MARKS = re.compile(r"(``[^`]*``)|([|*_`\\])")
HEAD = re.compile(r"[^.:?]+\??")  # what stands before the first full stop or colon


def reference() -> str:
    """The page's source: names by file, which Sphinx's autodoc documents; or "" where
    the course has no package, or one without public names of its own.
    """
    package = current().home
    module = import_module(package)
    public = {name: getattr(module, name) for name in getattr(module, "__all__", ())}
    homes: dict[str, list[str]] = {}
    for name, each in sorted(public.items()):
        home = "" if ismodule(each) else each.__module__
        if home.startswith(f"{package}.") and not home.startswith(current().package):
            homes.setdefault(home, []).append(name)
    contents, entries = [], []
    for home, names in sorted(homes.items()):
        title = HEAD.match(import_module(home).__doc__ or home)[0]  # type: ignore[index]
        links = " ".join(f":py:obj:`~{package}.{name}`" for name in names)
        contents.append(f"* {title}: {links}")
        entries += [title, "-" * len(title), ""]
        for name in names:
            kind = "class" if isclass(public[name]) else "function"
            entries.append(f".. auto{kind}:: {package}.{name}\n")
    head = ["Reference", "=========", ""]
    return "\n".join([*head, *contents, "", *entries]) if homes else ""


def left_out(
    _app: Any, _what: str, _name: str, each: Any, _skip: bool, _options: Any
) -> bool | None:
    """Have autodoc leave out what another package adds to a class."""
    home = getattr(each, "__module__", None) or current().home
    return None if home.startswith(current().home) else True


def plain(
    _app: Any, _what: str, _name: str, _each: Any, _options: Any, lines: list[str]
) -> None:
    """Keep reStructuredText from reading |v|, x* or ``noise_`` in a docstring as marks
    of its own.
    """
    example = False
    for i, line in enumerate(lines):
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if not example:
            lines[i] = MARKS.sub(lambda found: found[1] or f"\\{found[2]}", line)


def linked(
    app: Any, page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """While Sphinx writes a page: names of the reference in its code lead there."""
    if "/" in page or "body" not in context:
        return
    entries = app.env.get_domain("py").objects
    known = {each.rpartition(".")[2]: each for each in entries if each.count(".") == 1}

    def link(found: re.Match) -> str:
        entry = known.get(found[1])
        return f'<a href="reference.html#{entry}">{found[0]}</a>' if entry else found[0]

    context["body"] = NAME.sub(link, context["body"])
