"""A lecture about something else, the example of the engine: its page is made by the
command that the README names, is played, and is asked.
"""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from askfirst_tests.process import python
from tests.browser.lab_page import Lab
from tests.browser.site_page import grave, reading

ENGINE = Path(__file__).parents[2] / "engine"


@pytest.fixture(scope="module")
def pendulum(tmp_path_factory):
    """The folder of its site, made where nothing else of the course is at hand."""
    folder = tmp_path_factory.mktemp("pendulum")
    shutil.copytree(ENGINE / "examples", folder / "examples")
    absent = folder / "absent"
    absent.mkdir()
    for name in ("kernellab", "scipy", "sklearn"):
        (absent / f"{name}.py").write_text("raise ImportError('not here')")
    site = "-m", "askfirst", "site", "examples"
    made = python(*site, path=(absent, ENGINE), cwd=folder)
    assert made == "site/index.html\n"
    return folder / "site"


def test_its_scripts_name_no_course(pendulum):
    scripts = (pendulum / "_static" / "labs.js").read_text(encoding="utf-8")
    assert 'const COURSE = {"name": "askfirst", "letters": ""};' in scripts


def test_its_lab_asks_and_moves_and_its_derivation_breaks(browser, pendulum):
    with reading(browser, pendulum / "01_pendulum.html") as page:
        lab = Lab(page, page.locator(".lab-live"))
        assert lab.sentence.startswith("Answer the question above")
        lab.root.get_by_label("my guess").fill("18")
        page.keyboard.press("Enter")
        question = lab.root.locator(".lab-question")
        expect(question).to_have_attribute("data-state", "right")
        lab.settle()
        assert lab.sentence == "From 90° it takes 18% longer than a small swing."
        lab.sliders[1].focus()
        page.keyboard.press("End")
        lab.settle()
        assert lab.sentence == "From 170° it takes 144% longer than a small swing."
        steps = page.locator(".lab-steps")
        steps.get_by_role("slider", name="θ₀").focus()
        page.keyboard.press("End")
        expect(steps.locator("li").first).to_contain_text("⊘ fails, as it should")
        expect(page.locator(".exercise")).to_contain_text("pendulum.1")
        assert grave(page) == []
