"""A setting for Jupyter Server: send each message at once.

TCP holds a small message back while an earlier one is unacknowledged (Nagle's algorithm), and a browser on the
same machine acknowledges late, so that each frame of a lab waits about 40 ms for nothing. The option named here
turns that off for the kernels' websockets. It is installed with the package as
``etc/jupyter/jupyter_server_config.d/kernellab.json``.
"""

from __future__ import annotations

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptWebsocketConnection(ZMQChannelsWebsocketConnection):
    """Jupyter Server's own connection, with TCP_NODELAY set on its socket."""

    def connect(self):
        """Set the option, then connect as usual."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
