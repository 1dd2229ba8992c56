"""A JupyterLab of one's own: on loopback, with the course's settings and nobody else's,
serving one folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

OURS = (
    sys.executable,
    "-m",
    "jupyterlab",
    f"--config={Path(__file__).parents[2] / 'jupyter/jupyter_config.py'}",
)
OPTIONS = [
    "--no-browser",
    "--allow-root",
    "--port=0",
    "--ServerApp.ip=127.0.0.1",
    "--IdentityProvider.token=",
    "--expose-app-in-browser",
]


@contextmanager
def jupyterlab(folder: Path, home: Path, start: Sequence[str] = OURS) -> Iterator[str]:
    """Serve the notebooks of ``folder``; ``home`` takes the settings and the log. Gives
    the address.
    """
    env = os.environ | {
        "JUPYTER_CONFIG_DIR": str(home),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "HOME": str(home),
    }
    command = [*start, *OPTIONS, f"--ServerApp.root_dir={folder}"]
    with (
        (home / "log").open("w") as log,
        subprocess.Popen(command, env=env, stdout=log, stderr=log) as server,
    ):
        try:
            yield _address(home, server)
        finally:
            server.terminate()
            try:
                server.wait(60)
            except subprocess.TimeoutExpired:
                server.kill()  # else leaving this block would wait for it for ever
                raise


def _address(home: Path, server: subprocess.Popen) -> str:
    for _ in range(300):
        for file in (home / "runtime").glob("jpserver-*.json"):
            if written := file.read_text():  # a file is there a moment before its text
                return json.loads(written)["url"]
        if server.poll() is not None:
            break
        time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{(home / 'log').read_text()}")
