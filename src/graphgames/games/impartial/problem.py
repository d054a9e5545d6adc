"""The problem of nimbers: the Grundy value of every vertex of an arena."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from graphgames.core.arena import Arena


@dataclass(frozen=True, eq=False)
class NimberProblem:
    """Ask for the Grundy value of every vertex of an arena; its owners, if it has any, do not matter."""

    kind: ClassVar[str] = "nimbers"
    arena: Arena
