"""A small extension of Jupyter Server: send each message at once.

TCP holds a small message back while an earlier one is unacknowledged (Nagle's algorithm), and a browser on the same
machine acknowledges late, so that a frame of a lab can wait about 40 ms for nothing. The option set here turns that
off for the websockets of kernels. The course switches the extension on where it is opened, by ``jupyter/jupyter_config.py``
at the root of the repository; labs work without it.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.serverapp import ServerApp
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

SETTING = "kernel_websocket_connection_class"


class PromptWebsocketConnection(ZMQChannelsWebsocketConnection):
    """Jupyter Server's own connection, with TCP_NODELAY set on its socket."""

    def connect(self) -> Any:
        """Set the option, then connect as usual."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "kernellab.course.server"}]


def _load_jupyter_server_extension(app: ServerApp) -> None:
    if app.web_app.settings[SETTING] is ZMQChannelsWebsocketConnection:  # whoever chose another one keeps it
        app.web_app.settings[SETTING] = PromptWebsocketConnection
