"""The page's scripts in Node, without a page."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

NODE = Path(sys.executable).with_name("node")


def run(code: str, data: Any) -> Any:
    """The value of the last expression, ``answer(data)`` in JavaScript's JSON, where
    ``code`` declares ``answer``.
    """
    read = "JSON.parse(require('fs').readFileSync(0, 'utf8'))"
    code = f"{code}\nprocess.stdout.write(JSON.stringify(answer({read})));"
    given = json.dumps(data).replace("Infinity", "1e999")
    done = subprocess.run(
        [NODE, "-e", code], input=given, capture_output=True, text=True
    )
    assert not done.returncode, done.stderr[-1000:]
    return json.loads(done.stdout)
