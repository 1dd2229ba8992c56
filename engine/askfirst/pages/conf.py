"""How Sphinx makes pages of the notebooks; ``build`` says whose, and what is static."""

from pathlib import Path
from typing import Any

from askfirst.pages.formulas import plain_title, set_formulas, write
from askfirst.pages.links import settle
from askfirst.pages.reference import left_out, linked, plain
from askfirst.pages.slides import finished

extensions = ["myst_nb", "sphinx.ext.autodoc"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
nb_execution_mode = "off"
nb_render_markdown_format = "myst"  # tables and formulas in what a cell shows
myst_enable_extensions = ["attrs_inline", "strikethrough", "tasklist"]
# What JupyterLab reads as text
myst_disable_syntax = [
    "footnote_def",
    "footnote_ref",
    "front_matter",
    "myst_block_break",
    "myst_line_comment",
    "myst_role",
    "myst_target",
]
myst_all_links_external = True  # ``settle`` knows where they lead
html_theme = "sphinx_book_theme"
html_css_files = [
    f"{name}.css"
    for name in ("lab", "exercise", "formulas", "icons", "site", "front", "print")
]
templates_path = ["."]
exclude_patterns = ["_static"]  # the notebooks that pages offer
html_js_files = ["labs.js", "theme.js"]
html_math_renderer = "mathml"
html_copy_source = False
html_context = {"default_mode": "auto"}
html_sidebars = {"**": ["rail.html"]}
html_theme_options = {
    "article_header_start": ["toggle-primary-sidebar.html", "navbar-logo.html"],
    "article_header_end": [],
    "back_to_top_button": False,
    "disable_search": True,  # of a dialog: the field stands in the rail
    "secondary_sidebar_items": [],
    "footer_content_items": [],
    "pygments_dark_style": "github-dark",
}
suppress_warnings = [
    "image.not_readable",  # ``settle`` has told it
    "misc.highlighting_failure",
    "myst.header",
    "myst.strikethrough",
    "mystnb.unknown_mime_type",
]
# A page that was opened from a file may not fetch another.
html_show_search_summary = False


def _keep_pictures(app: Any) -> None:
    """Have MyST-NB keep what cells drew with the sources, not beside the site."""
    place = str(Path(app.srcdir).parent / "pictures")
    app.env.mystnb_config = app.env.mystnb_config.copy(output_folder=place)


def setup(app: Any) -> None:
    """Set formulas and links, read docstrings as plain text, and make slides."""
    app.add_html_math_renderer("mathml", (write, None), (write, None))
    app.connect("builder-inited", _keep_pictures, priority=900)
    app.connect("autodoc-process-docstring", plain)
    app.connect("autodoc-skip-member", left_out)
    # Before titles and pictures are looked for
    app.connect("doctree-read", set_formulas, priority=300)
    app.connect("doctree-read", settle, priority=400)
    app.connect("html-page-context", linked)
    app.connect("html-page-context", finished)
    app.connect("html-page-context", plain_title)
