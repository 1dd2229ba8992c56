"""The page's scripts in Node, without a page."""

import json
import sys
from pathlib import Path
from typing import Any

from askfirst_tests.process import said

NODE = Path(sys.executable).with_name("node")


def run(code: str, data: Any) -> Any:
    """The value of the last expression, ``answer(data)`` in JavaScript's JSON, where
    ``code`` declares ``answer``.
    """
    read = "JSON.parse(require('fs').readFileSync(0, 'utf8'))"
    code = f"{code}\nprocess.stdout.write(JSON.stringify(answer({read})));"
    given = json.dumps(data).replace("Infinity", "1e999")
    return json.loads(said(NODE, "-e", code, input=given))
