"""Run benchmarks three times and write the medians into figures.json and the README:
`python benchmarks/figures.py kernels ridge`.

Without names it only writes the README again. Each benchmark stores its figures, with
machine, date and versions. readme.md says which of them the README shows, and how.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
STORE = HERE / "figures.json"
README = HERE.parent / "README.md"
BEGIN, END = "<!-- From here on made by make bench. -->\n", "<!-- To here. -->"
RUNS = 3
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


def run(benchmark: str) -> None:
    """Run a benchmark three times and store the median of each figure."""
    found = []
    for _ in range(RUNS):
        subprocess.run([sys.executable, HERE / f"{benchmark}.py"], check=True)
        found.append(stored()[benchmark]["figures"])
    keep(benchmark, {name: median(each[name] for each in found) for name in found[0]})


if __name__ == "__main__":
    for name in sys.argv[1:]:
        run(name)
    before, _, behind = parts()
    README.write_text(before + BEGIN + shown() + END + behind, encoding="utf-8")
