"""The problem of nimbers: the Grundy value of every vertex of an arena."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphgames.core.arena import Arena
from graphgames.formats import game_in

if TYPE_CHECKING:
    from graphgames.formats.priorities import Priorities
    from graphgames.readers.source import Source


@dataclass(frozen=True, eq=False)
class NimberProblem:
    """Ask for the Grundy value of every vertex of an arena; its owners, if it has any, do not matter."""

    kind: ClassVar[str] = "nimbers"
    arena: Arena


def read(source: Source, name: str, priorities: Priorities | None, format: str | None) -> NimberProblem:
    """Read the arena of a game in any format, to ask for its nimbers."""
    return NimberProblem(game_in(source, "normal", priorities, format).arena)
