"""Kernels that start at once: each is forked from one process that has imported what
takes long. Where a system cannot fork, kernels start as usual.

Jupyter starts this file as the kernel; it asks that process to fork, and ends when the
forked kernel does. It needs nothing but the standard library.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

SLOW = ("ipykernel.kernelapp", "askfirst.pages.capture", "scipy.stats", "sklearn.svm")


@contextmanager
def quick_kernels() -> Iterator[None]:
    """Meanwhile Jupyter's kernel ``python3`` is a forked one."""
    if not hasattr(os, "fork"):
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        place, spec = Path(folder, "socket"), Path(folder, "kernels", "python3")
        spec.mkdir(parents=True)
        command = [sys.executable, "-S", "-E", __file__, str(place), "-f"]
        kernel = {"argv": [*command, "{connection_file}"], "language": "python"}
        kernel["display_name"] = "Python 3"
        Path(spec, "kernel.json").write_text(json.dumps(kernel), encoding="utf-8")
        before = os.environ.get("JUPYTER_PATH")
        module = [sys.executable, "-m", "askfirst.pages.kernels"]
        with socket.socket(socket.AF_UNIX) as asked:
            asked.bind(str(place))
            asked.listen()
            number = asked.fileno()
            server = subprocess.Popen(
                [*module, str(number)], stdin=subprocess.PIPE, pass_fds=[number]
            )
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, (folder, before)))
        try:
            yield
        finally:
            server.communicate()  # it ends when its input does
            del os.environ["JUPYTER_PATH"]
            if before is not None:
                os.environ["JUPYTER_PATH"] = before


def serve(number: int) -> None:
    """Fork a kernel for each who asks at a socket, until the input ends."""
    with socket.socket(fileno=number) as asked:
        for name in SLOW:
            with suppress(ImportError):
                import_module(name)

        def end() -> None:
            sys.stdin.read()
            asked.shutdown(socket.SHUT_RDWR)

        threading.Thread(target=end).start()
        while True:
            try:
                asking, _ = asked.accept()
            except OSError:
                break
            if os.fork() == 0:
                asked.close()
                _be_a_kernel(asking)
            asking.close()
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _be_a_kernel(asking: socket.socket) -> None:
    with asking.makefile() as file:
        arguments, folder, environment = json.loads(file.readline())
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[0] = folder

    def watch() -> None:
        asking.recv(1)
        os._exit(1)  # whoever asked is gone

    threading.Thread(target=watch, daemon=True).start()
    try:
        app = import_module("ipykernel.kernelapp").IPKernelApp
        app.launch_instance(argv=[*arguments, "--IPKernelApp.parent_handle=1"])
    finally:
        sys.stdout.flush()
        os._exit(0)


def ask(place: str, arguments: list[str]) -> None:
    """Have a kernel forked, and wait until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(place)
        told = json.dumps([arguments, os.getcwd(), dict(os.environ)])
        asking.sendall(f"{told}\n".encode())
        asking.recv(1)


if __name__ == "__main__":
    if sys.argv[2:]:
        ask(sys.argv[1], sys.argv[2:])
    else:
        serve(int(sys.argv[1]))
