"""What is read by night in JupyterLab."""

import io

from PIL import Image

from tests.browser.judge import grave
from tests.browser.lab_page import Course


def test_what_turns_red_or_green_is_legible_on_a_dark_page_too(course: Course):
    notebook = course.open("04_gram_matrices.ipynb")
    wear = (
        "theme => window.jupyterapp.commands.execute('apputils:change-theme', {"
        " theme })"
    )
    notebook.page.evaluate(wear, "JupyterLab Dark")
    try:
        notebook.page.wait_for_function(
            "document.body.dataset.jpThemeLight === 'false'"
        )
        notebook.run_all()
        still = notebook.page.locator("img.lab-still:visible").first
        drawn = Image.open(io.BytesIO(still.screenshot())).convert("L")
        # The ground is the page's, and the ink stands out from it.
        assert drawn.getpixel((2, drawn.height // 2)) == 0x11
        assert max(drawn.get_flattened_data()) > 200
        assert grave(notebook.page) == []
    finally:
        # The theme is a setting of the server, and other tests read by day.
        notebook.page.evaluate(wear, "JupyterLab Light")
        notebook.page.wait_for_timeout(1000)
