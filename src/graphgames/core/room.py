"""How much memory is left."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from pathlib import Path


def free_memory() -> int:
    """Return how many bytes of memory this process may still take, as far as that is known."""
    free = 1 << 62
    with suppress(OSError, ValueError, IndexError):
        words = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
        free = int(words["MemAvailable"].split()[0]) * 1024
    with suppress(OSError, ValueError):
        taken = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            free = min(free, limit - taken)
    with suppress(OSError, ValueError):
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text())
        free = min(free, limit - int(Path("/sys/fs/cgroup/memory.current").read_text()))
    return max(free, 0)
