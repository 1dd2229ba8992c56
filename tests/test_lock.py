"""The lists of pinned packages are those of pyproject.toml; `make lock` makes them."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT, ENGINE = (
    tomllib.loads((ROOT / folder / "pyproject.toml").read_text("utf-8"))["project"]
    for folder in (".", "engine")
)


def lines(name: str) -> list[str]:
    """What pip reads of a list of requirements."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [
        line for line in text.splitlines() if line and not line.lstrip().startswith("#")
    ]


def pinned(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", "\n".join(lines(name)), re.M))


def test_one_list_is_enough_for_the_course():
    assert lines("requirements.txt")[:2] == ["-e ./engine", "-e ."]
    course = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["course"]
    for text in course + ENGINE["dependencies"]:
        wanted = Requirement(text)
        if wanted.name == ENGINE["name"]:
            continue
        assert wanted.specifier.contains(pinned("requirements.txt")[wanted.name]), (
            f"{text}: run make lock"
        )


def test_one_more_is_enough_for_the_pages_and_another_for_the_tests():
    extras = PROJECT["optional-dependencies"]
    known, before = pinned("requirements.txt"), "requirements.txt"
    for name, more in (
        ("requirements-site.txt", ENGINE["optional-dependencies"]["site"]),
        ("requirements-dev.txt", extras["cluster"] + extras["dev"]),
    ):
        assert f"-r {before}" in lines(name)
        known, before = known | pinned(name), name
        for text in more:
            wanted = Requirement(text)
            assert wanted.specifier.contains(known[wanted.name]), text


def test_binder_reads_the_same_but_for_its_own_jupyterlab():
    course = lines("requirements.txt")
    course = [line for line in course if not line.startswith("jupyterlab==")]
    assert lines("binder/requirements.txt") == course
