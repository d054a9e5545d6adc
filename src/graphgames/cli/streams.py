"""Standard streams that were closed when the program began.

Python then sets the stream to None, and the next file opened gets the stream's descriptor, so output would go into it.
"""

from __future__ import annotations

import os
import sys


def open_closed() -> None:
    """Open closed streams: nothing is read, notes go nowhere, and writing an answer fails, as `guarded` then says."""
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # the lowest number that is free
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False, errors="backslashreplace")  # noqa: SIM115
