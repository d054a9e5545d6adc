"""Where a solver runs."""

from __future__ import annotations

import os


def under_mpirun() -> bool:
    """Return whether ``mpirun`` has started this process."""
    return bool({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"} & os.environ.keys())
