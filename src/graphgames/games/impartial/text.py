"""Read arenas from files of any format, to find their nimbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphgames.formats import game_in
from graphgames.games.impartial.problem import NimberProblem

if TYPE_CHECKING:
    from graphgames.formats.priorities import Priorities
    from graphgames.readers.source import Source


def read(source: Source, name: str, priorities: Priorities | None, format: str | None) -> NimberProblem:
    """Read the arena of a game in any format, to ask for its nimbers."""
    return NimberProblem(game_in(source, "normal", priorities, format).arena)
