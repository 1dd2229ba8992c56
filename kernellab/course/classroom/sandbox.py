"""A place to run what a student wrote: no network, nothing to write to but a small
memory disk, nothing to read but Python.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import site
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import Any

import matplotlib as mpl

import kernellab.course

SECONDS = 300  # for one notebook, on a busy machine too
LIMITS = {
    "RLIMIT_AS": 3 * 2**30,  # bytes of memory, for each process
    "RLIMIT_CPU": 120,  # seconds of work
    "RLIMIT_FSIZE": 2**24,  # bytes of a file
    # Processes and threads. The system grants root any number, so processes are
    # counted too.
    "RLIMIT_NPROC": 64,
    "RLIMIT_CORE": 0,
}
DISK_BYTES = 2**26  # bytes of the memory disk
MOST_BYTES_READ = 2**22  # bytes of answers that are read
POLL_SECONDS = 0.25  # seconds between two looks at what it has started
INSIDE = "kernellab.course.classroom.inside"


class NoSandboxError(RuntimeError):
    """Nothing on this machine confines a notebook."""


@dataclass(frozen=True)
class Sandbox:
    """What to put before a command so that it runs confined, and how to call that."""

    before: tuple[str, ...]
    words: str


def trusting() -> Sandbox:
    """No sandbox: the limits on time and memory hold, and nothing else is sure to."""
    return Sandbox((), "without a sandbox, as --trust asked")


def bubblewrap() -> Sandbox:
    """Bubblewrap, tried once with a Python that does nothing.

    Raises NoSandboxError, with what went wrong, where it does not work.
    """
    tool = shutil.which("bwrap")
    if not tool:
        raise NoSandboxError(
            "bubblewrap is not installed (Debian, Ubuntu: apt install bubblewrap)"
        )
    sandbox = Sandbox((tool, *_confines(tool)), "in a sandbox, bubblewrap")
    tried = subprocess.run(
        [*sandbox.before, sys.executable, "-c", ""],
        env=_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if tried.returncode:
        reason = (tried.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NoSandboxError(f"bubblewrap does not work here ({reason})")
    return sandbox


def run(
    cells: list[str],
    seed: str | None,
    sandbox: Sandbox,
    seconds: float = SECONDS,
    own: Sequence[dict[str, Any]] = (),
) -> tuple[list[Any], str]:
    """What the cells of one notebook sent, and why they did not come to their end, or
    nothing. ``own`` are files with exercises that are no part of the course.

    The messages are what any JSON can be: nothing in them is to be believed.
    """
    limits = dict(LIMITS)
    if not sandbox.before:
        del limits["RLIMIT_NPROC"]  # it would count all that you run
    given_job = {"cells": cells, "seed": seed, "limits": limits, "own": list(own)}
    job = json.dumps(given_job).encode()
    with TemporaryFile() as given, TemporaryFile() as out:
        given.write(job)
        given.seek(0)
        process = subprocess.Popen(
            [*sandbox.before, sys.executable, "-m", INSIDE],
            env=_environment(),
            stdin=given,
            stdout=out,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            stopped = _watch(process, seconds)
        finally:
            _end(process)
        out.seek(0)
        messages = _messages(out.read(MOST_BYTES_READ))
    if {"began": True} not in messages:
        stopped = f"could not be started; does `python -m {INSIDE}` start here?"
    elif not stopped and {"ended": True} not in messages:
        stopped = (
            "ended before its last cell: out of memory or of time, or by its own doing"
        )
    return messages, stopped


def _watch(process: subprocess.Popen, seconds: float) -> str:
    """Wait for its end, or say why it has to be ended."""
    until = monotonic() + seconds
    while monotonic() < until:
        with suppress(subprocess.TimeoutExpired):
            process.wait(POLL_SECONDS)
            return ""
        if _started(process.pid) > LIMITS["RLIMIT_NPROC"]:
            return f"stopped at more than {LIMITS['RLIMIT_NPROC']} processes"
    return f"stopped after {seconds:g} seconds"


def _started(pid: int) -> int:
    """The number of descendants of a process; 0 if the system does not tell."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            parent = stat.read_text(errors="replace").rpartition(")")[2].split()[1]
            children.setdefault(int(parent), []).append(int(stat.parent.name))
    found = [pid]
    for each in found:  # which grows meanwhile
        found += children.get(each, [])
    return len(found) - 1


def _end(process: subprocess.Popen) -> None:
    """Kill the process and its descendants; in the sandbox the rest dies with it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _messages(sent: bytes) -> list[Any]:
    found = []
    for line in sent.splitlines():
        try:
            found.append(json.loads(line))
        except (ValueError, RecursionError):
            continue  # cut off, or no answer of ours
    return found


@cache
def _home() -> Path:
    """The folder that holds the package."""
    return Path(kernellab.course.__file__).parents[2]


def _environment() -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": "/tmp",
        "IPYTHONDIR": "/tmp/ipython",
        "MPLCONFIGDIR": "/tmp/matplotlib",
        "MPLBACKEND": "agg",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(_home()),
    }


def _confines(tool: str) -> list[str]:
    """The options: namespaces and a file system with only what Python has to read."""
    read = "/usr /bin /lib /lib64 /etc/ld.so.cache /etc/fonts /etc/alternatives /nix"
    packages = [*site.getsitepackages(), site.getusersitepackages()]
    python = [sys.base_prefix, sys.prefix, *(p for p in packages if p in sys.path)]
    options = ["--unshare-all", "--die-with-parent", "--new-session"]
    options += ["--cap-drop", "ALL", "--proc", "/proc"]
    options += ["--dev", "/dev", "--remount-ro", "/dev"]
    tried = subprocess.run(
        [tool, "--help"], capture_output=True, text=True, check=False
    )
    if "--size" in tried.stdout:
        options += ["--size", str(DISK_BYTES)]
    options += ["--tmpfs", "/tmp"]
    for path in dict.fromkeys([*read.split(), *python, str(_home() / "kernellab")]):
        options += ["--ro-bind-try", path, path]
    # Else each run looks for all fonts anew.
    for fonts in Path(mpl.get_cachedir()).glob("fontlist-*.json"):
        options += ["--ro-bind", str(fonts), f"/tmp/matplotlib/{fonts.name}"]
    return [*options, "--remount-ro", "/", "--chdir", "/tmp"]
