"""What a program prints with the kernels of this process, and with the same kernels as plain Python."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout

SAYS_SO = """
from graphgames.core import compiled
assert not compiled.compiled()
"""


def printed_both_ways(program: str) -> tuple[str, str]:
    """Return what a program prints here, and in a process that takes the kernels as plain Python."""
    here = io.StringIO()
    with redirect_stdout(here):
        exec(program, {"__name__": "__main__"})
    environment = os.environ | {"GRAPHGAMES_PURE": "1", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", program + SAYS_SO]
    done = subprocess.run(command, capture_output=True, check=False, env=environment, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return here.getvalue(), done.stdout
