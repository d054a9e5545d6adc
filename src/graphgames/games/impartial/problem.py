"""The problems of impartial games: the Grundy values of an arena, and of the positions of a game by rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arguments import function, instance, integer
from graphgames.core.claim import LABEL, Declared, PerVertex
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.rules import LIMIT, plain_rules
from graphgames.formats import game_in
from graphgames.formats.priorities import Priorities
from graphgames.readers.source import Source


@dataclass(frozen=True, eq=False)
class NimberProblem:
    """The problem of finding the Grundy value of every vertex of an arena; owners are ignored."""

    kind: ClassVar[str] = "nimbers"
    answers: ClassVar[dict[str, Declared]] = {"values": Annotated[NDArray[np.int32], PerVertex(LABEL)]}
    arena: Arena
    read_as: Game | None = None
    """The game that was read from a file, with what its reader took for granted."""

    def __post_init__(self) -> None:
        instance(self.arena, Arena, "the arena")


@dataclass(frozen=True, eq=False)
class RulesProblem:
    """The problem of finding nimbers and outcomes of positions of an impartial game given by rules, in normal play.

    Parameters
    ----------
    rules : Rules
        The game; its ``start``, if it has one, is asked first.
    limit : int
        Stop with an error rather than remember more positions than this.
    progress : callable, optional
        Called now and then with the number of positions remembered.

    Raises
    ------
    GameError
        If the rules are none, or not those of an impartial game under normal play.
    """

    kind: ClassVar[str] = "rules"
    rules: Any
    limit: int = LIMIT
    progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        plain_rules(self.rules)
        object.__setattr__(self, "limit", integer(self.limit, "the limit"))
        function(self.progress, "progress")
        objective = getattr(self.rules, "objective", None)
        for name, found in (
            ("mover", hasattr(self.rules, "mover")),
            ("outcome", hasattr(self.rules, "outcome")),
            ("objective", objective is not None and objective.name != "normal"),
        ):
            if found:
                raise GameError(
                    f"the rules have {name}, so this is not an impartial game under normal play; use solve(rules), "
                    "which expands it"
                )

    @property
    def in_misere(self) -> MisereProblem:
        """The problem of the same rules where the player who moves last loses."""
        return MisereProblem(self.rules, self.limit, self.progress)


def read(source: Source, name: str, priorities: Priorities | None, format: str | None) -> NimberProblem:
    """Read the arena of a game in any format, to ask for its nimbers.

    Raise `GameError` if it says that the player to move wins some ends: then the nimbers do not say who wins.
    """
    game = game_in(source, "normal", priorities, format)
    if game.objective.marked is not None:
        raise GameError("in this game the player to move wins some ends, so it has no nimbers; solve it without them")
    return NimberProblem(game.arena, game)


@dataclass(frozen=True, eq=False)
class MisereProblem(RulesProblem):
    """The problem of finding outcomes and genera of positions of an impartial game given by rules, in misère play."""

    kind: ClassVar[str] = "misere-rules"
