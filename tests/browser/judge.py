"""What is wrong with a page: axe-core's verdict on text, tables, pictures and labs."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# JupyterLab stacks panels within panels, and behind them axe-core judges no colours. So
# what is ours steps forward.
STEP_FORWARD = """() => {
  const ours = [...document.querySelectorAll(
    '.jp-MarkdownOutput, .jp-OutputArea-output')];
  const main = document.createElement('main');
  main.append(...ours.filter((each) =>
    !each.parentElement.closest('.jp-OutputArea-output')));
  main.style.overflow = 'visible';
  // The theme.
  document.head.append(
    ...document.body.querySelectorAll('link[rel=stylesheet], style'));
  document.body.replaceChildren(main);
  document.body.style.cssText = `overflow: visible; position: static;
    background: var(--jp-layout-color0)`;
}"""
# Half of a lecture's elements are the boxes of letters that MathJax hides from the ear
# and fills from its style sheet: they hold no text, so axe-core walks through them for
# nothing. Each formula stays, as large as it was, with its MathML.
WITHOUT_LETTER_BOXES = """() => {
  const formulas = [...document
    .querySelectorAll("mjx-math[aria-hidden='true']:not(:has(a, [tabindex]))")];
  const sizes = formulas.map((each) => each.getBoundingClientRect());
  formulas.forEach((each, i) => {
    each.replaceChildren();
    each.style.cssText = `display: inline-block; width: ${sizes[i].width}px;
      height: ${sizes[i].height}px`;
  });
}"""
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    # Whether links are underlined is JupyterLab's to say.
    "rules": {"link-in-text-block": {"enabled": False}},
    "resultTypes": ["violations"],
}


def found(page: Page, **more) -> list[str]:
    """What axe-core calls serious or critical on a page."""
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]}"
        for each in Axe().run(page, None, RULES | more).response["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def grave(page: Page) -> list[str]:
    """The same in our own content of JupyterLab."""
    page.evaluate(STEP_FORWARD)
    page.evaluate(WITHOUT_LETTER_BOXES)
    return found(page)
