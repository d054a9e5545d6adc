"""Waiting for other processes: for what they do, never for a time on the clock, which says little on a busy machine."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 300.0
"""Seconds after which what must come is not waited for any longer; only a fault lets a test wait so long."""


def until(holds: Callable[[], bool], child: subprocess.Popen[str] | subprocess.Popen[bytes] | None = None) -> bool:
    """Wait until something holds, or the child has ended; return whether it holds."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()) and time.monotonic() < end and (child is None or child.poll() is None):
        time.sleep(0.01)
    return found or holds()


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a running process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def at_work(child: subprocess.Popen[str] | subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait until a child has worked for so many seconds of processor time; return whether it is still at it."""
    return until(lambda: processor_time(child.pid) >= seconds, child) and child.poll() is None
