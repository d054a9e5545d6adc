"""The memory that this process uses, so that a search can stop before the machine runs out."""

from __future__ import annotations

import os
from contextlib import suppress

OWN_LIMIT = "/sys/fs/cgroup/memory.max"
TAKEN = "/proc/self/statm"


def memory_is_short() -> bool:
    """Return whether this process uses more than half of its memory limit; False if that is unknown."""
    from pathlib import Path  # small jobs never come here

    try:
        page = os.sysconf("SC_PAGE_SIZE")
        taken = int(Path(TAKEN).read_text().split()[1]) * page
        allowed = os.sysconf("SC_PHYS_PAGES") * page
    except (OSError, ValueError, AttributeError):
        return False
    with suppress(OSError, ValueError):
        allowed = min(allowed, int(Path(OWN_LIMIT).read_text()))
    return 2 * taken > allowed
