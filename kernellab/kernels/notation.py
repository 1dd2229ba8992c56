"""How formulas are written in LaTeX."""

import re
from typing import Any

SIGNS = re.compile(r"\\Vert|\\sum|\\prod|[-+(){}\[\]]")


def number(value: float) -> str:
    """A number to four digits, with a power of ten where it is very large or small."""
    digits, _, power = f"{value:.4g}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def as_factor(formula: str) -> str:
    """A formula, in brackets if it has +, −, ∑ or ∏ outside of brackets."""
    open_: list[str] = []
    for sign in SIGNS.findall(formula):
        if sign in ")}]" or (sign == r"\Vert" and open_[-1:] == [sign]):
            open_.pop()
        elif sign in "({[" or sign == r"\Vert":
            open_.append(sign)
        elif not open_:
            return rf"\left({formula}\right)"
    return formula


def entry(x: str, a: int | str = "a") -> str:
    """The coordinate a of a point x."""
    return f"{x}_{a}" if len(x) == 1 else f"[{x}]_{a}"


def name_of(f: Any) -> str:
    """The name of a function, or its repr where it has none."""
    # A ufunc of NumPy 2.0 has no __qualname__.
    return getattr(f, "__qualname__", None) or getattr(f, "__name__", None) or repr(f)


def called(f: Any, x: str) -> str:
    """f(x) in LaTeX, by the method ``latex`` of f if it has one."""
    if hasattr(f, "latex"):
        return as_factor(str(f.latex(x)))
    name = name_of(f).rsplit(".", 1)[-1]
    name = "f" if "<" in name else name.replace("_", r"\_")
    return f"{name}({x})" if len(name) == 1 else rf"\mathrm{{{name}}}({x})"
