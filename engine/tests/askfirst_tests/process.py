"""Commands in a process of their own, which end in eight minutes or fail."""

import os
import subprocess
import sys


def ran(*command, **options) -> subprocess.CompletedProcess:
    """A command when it has ended."""
    given = {"capture_output": True, "text": True, "check": False, "timeout": 500}
    return subprocess.run([*map(str, command)], **given | options)


def said(*command, **options) -> str:
    """What a command printed that did not fail."""
    done = ran(*command, **options)
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}{done.stderr or ''}"
    return done.stdout


def python(*arguments, path=(), **options) -> str:
    """What Python printed, with these folders alone on its path if there are any."""
    if path:
        options["env"] = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path))}
    return said(sys.executable, *arguments, **options)
