"""How the course opens JupyterLab: nothing is asked of the network.

jupyter lab --config=jupyter/jupyter_config.py
"""

from pathlib import Path

c = get_config()  # noqa: F821  (Jupyter's own)
c.LabApp.app_settings_dir = str(
    Path(__file__).resolve().parent
)  # overrides.json, beside this file
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.expose_app_in_browser = True  # "Download my work" saves first what is open
c.LabApp.extension_manager = "readonly"
c.LabApp.news_url = None
