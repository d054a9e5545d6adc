"""The checkers: they know why an answer is right, not how it was found.

Each checks one kind of certificate vertex by vertex, in plain NumPy and linear time. Nothing here imports a solver or a
kernel, so a fault in one cannot hide itself. `TABLE` says which checker knows which certificate.
"""

from __future__ import annotations

from importlib import import_module

from graphgames.core.errors import SolverError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgames.core.solution import Report

TABLE: dict[str, str] = {
    "attractor-ranks": "attractor",
    "remoteness": "remoteness",
    "buchi-labels": "buchi",
    "strategy-pair": "parity",
    "grundy-values": "grundy",
    "loopy-values": "grundy",
    "heap-values": "heaps",
    "misere-quotient": "misere",
    "stack-nimbers": "stacks",
    "race-distances": "race",
    "races-distances": "race",
    "geography": "geography",
    "losing-segments": "grid",
    "grids-segments": "grid",
}
"""From the ``kind`` of a certificate to the module here that has ``check(solution) -> Report``."""


def check(solution: Any) -> Report:
    """Check a solution by its certificate.

    Raises
    ------
    SolverError
        If no checker knows this kind of certificate.
    """
    kind = solution.certificate.kind
    if kind not in TABLE:
        raise SolverError(f"no verifier knows certificates of kind {kind!r}; known are: {', '.join(sorted(TABLE))}")
    report: Report = import_module(f"graphgames.verifier.{TABLE[kind]}").check(solution)
    return report
