"""How Sphinx makes pages of the notebooks; copied beside them."""

from typing import Any

from kernellab.course.site.reference import plain

project = "kernellab"
html_title = "kernellab"
extensions = ["myst_nb", "sphinx.ext.mathjax", "sphinx.ext.autodoc"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
nb_execution_mode = "off"
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
html_theme = "sphinx_book_theme"
html_static_path = ["_static"]
html_css_files = ["lab.css", "site.css"]
html_js_files = ["labs.js"]
html_copy_source = False
html_show_sourcelink = False
mathjax_path = "mathjax.js"
# The tables of derivations and the words of exercises hold formulas too, between dollars, as JupyterLab reads them.
myst_update_mathjax = False
mathjax3_config = {
    "tex": {"inlineMath": [["\\(", "\\)"], ["$", "$"]]},
    "options": {"processHtmlClass": "tex2jax_process|mathjax_process|math|text_html"},
}
html_context = {"default_mode": "auto"}
html_sidebars = {"**": ["navbar-logo.html", "search-button-field.html", "sbt-sidebar-nav.html"]}
html_theme_options = {"use_download_button": False, "show_toc_level": 1, "navbar_persistent": []}
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]
html_show_search_summary = False  # a page that was opened from a file may not fetch another


def setup(app: Any) -> None:
    """Read docstrings as the plain text that they are."""
    app.connect("autodoc-process-docstring", plain)
