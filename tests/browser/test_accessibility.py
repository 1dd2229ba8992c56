"""What the course puts on the page, judged by axe-core in the browser: text, tables, pictures and labs."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.lab_page import Course

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))

# JupyterLab stacks panels within panels, and behind them axe-core judges no colours. So what is ours steps forward.
STEP_FORWARD = """() => {
  const ours = [...document.querySelectorAll('.jp-MarkdownOutput, .jp-OutputArea-output')];
  const main = document.createElement('main');
  main.append(...ours.filter((each) => !each.parentElement.closest('.jp-OutputArea-output')));
  main.style.overflow = 'visible';
  document.head.append(...document.body.querySelectorAll('link[rel=stylesheet], style')); // the theme
  document.body.replaceChildren(main);
  document.body.style.cssText = 'overflow: visible; position: static; background: var(--jp-layout-color0)';
}"""
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"link-in-text-block": {"enabled": False}},  # whether links are underlined is JupyterLab's to say
    "resultTypes": ["violations"],
}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_nothing_serious_stands_between_a_reader_and_a_lecture(course: Course, name: str):
    notebook = course.open(name)
    notebook.run_all()
    assert grave(notebook.page) == []


def test_what_turns_red_or_green_is_legible_on_a_dark_page_too(course: Course):
    notebook = course.open("04_gram_matrices_and_mercer.ipynb")
    wear = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })"
    notebook.page.evaluate(wear, "JupyterLab Dark")
    try:
        notebook.page.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
        notebook.run_all()
        assert grave(notebook.page) == []
    finally:
        # The theme is a setting of the server, and other tests read by day.
        notebook.page.evaluate(wear, "JupyterLab Light")
        notebook.page.wait_for_timeout(1000)


def test_the_judge_sees_a_picture_without_words_and_a_pale_sentence(course: Course):
    page = course.open("00_start_here.ipynb").page
    page.locator(".jp-MarkdownOutput").first.evaluate(
        """(cell) => cell.insertAdjacentHTML('beforeend',
          '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p style="color:#bbb;background:#fff">pale</p>')"""
    )
    assert {each.split(":")[0] for each in grave(page)} == {"image-alt", "color-contrast"}


def grave(page: Page) -> list[str]:
    """What axe-core calls serious or critical in our own content."""
    page.evaluate(STEP_FORWARD)
    return [
        f"{each['id']}: {each['help']}: {node['html'][:120]}"
        for each in Axe().run(page, None, RULES).response["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
