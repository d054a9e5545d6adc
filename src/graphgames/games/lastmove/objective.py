"""The objectives that the last move decides: normal and misère play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from graphgames.core.adapter import LAST_MOVE, NOT_LAST_MOVE
from graphgames.core.objective import Objective


@dataclass(frozen=True, eq=False)
class _LastMove(Objective):
    """The base class of both objectives."""

    value_name: ClassVar[str] = "remoteness"
    needs_owner: ClassVar[bool] = False
    allows_dead_ends: ClassVar[bool] = True
    has_draws: ClassVar[bool] = True
    counts_moves: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class NormalPlay(_LastMove):
    """A player who cannot move loses; an endless play is a draw. With or without owners."""

    name: ClassVar[str] = "normal"
    title: ClassVar[str] = "normal play"
    aims: ClassVar[tuple[str, str]] = LAST_MOVE


@dataclass(frozen=True, eq=False)
class MiserePlay(_LastMove):
    """A player who cannot move wins; an endless play is a draw. With or without owners."""

    name: ClassVar[str] = "misere"
    title: ClassVar[str] = "misère play"
    aims: ClassVar[tuple[str, str]] = NOT_LAST_MOVE
