"""The page that has each public name of the course's package, from its docstring."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import isclass, ismodule
from typing import Any

from askfirst.words.course import current
from askfirst.words.refusal import RefusedError

# A name in code, as pygments marks it, that is no attribute of something else.
NAME = re.compile(r'(?<!<span class="o">\.</span>)<span class="n">(\w+)</span>')
MARKS = re.compile(r"(``[^`]*``)|([|*_`\\])")
DIRECTIVE = re.compile(r"\s*#\s*doctest:.*")
HEAD = re.compile(r"[^.:?]+\??")  # what stands before the first full stop or colon


def reference() -> str:
    """The page's source: names by file, which Sphinx's autodoc documents.

    Raises RefusedError where the package has none.
    """
    package = current().home
    module = import_module(package)
    public = {name: getattr(module, name) for name in getattr(module, "__all__", ())}
    ours = {
        name: home
        for name, each in public.items()
        if not ismodule(each)
        and (home := each.__module__).startswith(f"{package}.")
        and not home.startswith(current().package)
    }
    if not ours:
        raise RefusedError(
            f"--reference: {package} has no public name of its own (__all__), so there"
            " is nothing to document."
        )
    contents, entries = [], []
    for home in sorted({*ours.values()}):
        names = sorted(name for name in ours if ours[name] == home)
        docstring = import_module(home).__doc__ or home
        title = HEAD.match(docstring)[0]  # type: ignore[index]
        links = " ".join(f":py:obj:`~{package}.{name}`" for name in names)
        contents.append(f"* {title}: {links}")
        entries += [title, "-" * len(title), ""]
        entries += [_entry(f"{package}.{name}", public[name]) for name in names]
    return "\n".join(["Reference", "=========", "", *contents, "", *entries])


def _entry(name: str, each: Any) -> str:
    """What autodoc is told of a name: not what another package adds to a class."""
    if not isclass(each):
        return f".. autofunction:: {name}\n"
    package = current().home
    homes = {
        key: getattr(value, "__module__", None) or package
        for key, value in vars(each).items()
    }
    added = [key for key, home in homes.items() if not home.startswith(package)]
    members = f"   :members:\n   :exclude-members: {', '.join(added)}\n"
    return f".. autoclass:: {name}\n{members}"


def plain(
    _app: Any, _what: str, _name: str, _each: Any, _options: Any, lines: list[str]
) -> None:
    """Keep reStructuredText from reading |v|, x* or ``noise_`` in a docstring as marks
    of its own, and leave out what an example tells doctest.
    """
    example = False
    for i, line in enumerate(lines):
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if example:
            lines[i] = DIRECTIVE.sub("", line)
        else:
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
