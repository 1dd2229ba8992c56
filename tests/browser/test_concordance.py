"""A link of the concordance opens the lecture at the cell that it names."""

from playwright.sync_api import TimeoutError

from tests.browser.lab_page import Course

AT_THE_CELL = """(id) => {
  const panel = window.jupyterapp.shell.currentWidget;
  if (!panel?.context.path.endsWith('09_kernel_ridge_regression.ipynb')) return false;
  const cell = panel.content.widgets.find((c) => c.model.id === id);
  if (!cell) return false;
  const box = cell.node.getBoundingClientRect(),
    page = panel.content.node.getBoundingClientRect();
  return box.top < page.bottom && box.bottom > page.top;
}"""


def test_a_link_lands_on_its_cell(course: Course):
    page = course.open("A2_concordance.ipynb").page
    # JupyterLab shows the table first and takes hold of its links after; a click in
    # between would leave the page.
    link = page.locator("a[href*='/files/']", has_text="09 · ").last
    target = (link.get_attribute("href") or "").partition("cell-id=")[2]
    assert target not in ("", "cell-00")
    # Where pictures above the cell arrive late, JupyterLab may stop short of it, and a
    # reader takes the link again. One that goes astray never ends at the cell.
    for _ in range(5):
        link.click()
        try:
            page.wait_for_function(AT_THE_CELL, arg=target, timeout=90_000)
        except TimeoutError:
            course.open("A2_concordance.ipynb")
        else:
            return
    raise AssertionError(f"no click on {target} leads to its cell")
