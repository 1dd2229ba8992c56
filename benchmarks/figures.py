"""What the benchmarks found, in figures.json, and the part of the README that shows it:
`python benchmarks/figures.py`.

Each benchmark keeps its figures, with machine, date and versions. readme.md says which
of them the README shows, and how.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from datetime import date
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
STORE = HERE / "figures.json"
README = HERE.parent / "README.md"
BEGIN, END = "<!-- From here on made by make bench. -->\n", "<!-- To here. -->"
PACKAGES = ("numpy", "scipy", "scikit-learn")


def keep(benchmark: str, figures: Mapping[str, float]) -> None:
    """Store what a benchmark found, in the place of what it found before."""
    found = {
        "date": date.today().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} cores",
        "versions": (
            {"Python": platform.python_version()}
            | {name: version(name) for name in PACKAGES}
        ),
        "figures": {name: float(f"{value:.4g}") for name, value in figures.items()},
    }
    STORE.write_text(
        json.dumps(stored() | {benchmark: found}, indent=1, sort_keys=True) + "\n",
        encoding="utf-8",
    )


def stored() -> dict[str, dict]:
    return json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}


def processor() -> str:
    """The processor's name where the system tells it, and else its kind."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [
        line.partition(":")[2].strip()
        for line in lines
        if line.startswith("model name")
    ]
    return names[0] if names else platform.processor() or platform.machine()


def shown() -> str:
    """The README's part: readme.md with the figures in it, and where they come from."""
    found = stored()
    figures = {name: each["figures"] for name, each in found.items()}
    sources: dict[str, list[str]] = {}
    for name, each in found.items():
        versions = ", ".join(
            f"{package} {number}" for package, number in each["versions"].items()
        )
        sources.setdefault(f"{each['date']}, {each['machine']}, {versions}", []).append(
            name
        )
    measured = "; ".join(
        f"{', '.join(names)}: {source}" for source, names in sources.items()
    )
    return (
        (HERE / "readme.md")
        .read_text(encoding="utf-8")
        .format(**figures, measured=measured)
    )


def parts() -> tuple[str, str, str]:
    """The README before its figures, with them, and behind them."""
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    inside, _, behind = rest.partition(END)
    return before, inside, behind


if __name__ == "__main__":
    before, _, behind = parts()
    README.write_text(before + BEGIN + shown() + END + behind, encoding="utf-8")
