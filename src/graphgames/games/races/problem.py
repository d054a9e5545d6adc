"""Races: tokens on a DAG, moved in turn under a fixed schedule of (player, token), and the first one home decides.

The tokens do not hinder each other, so each is a game of its own: the player who wants it home shortens its way, the
other lengthens it. The two distances are found by backward induction, and the arrival times compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arguments import instance, integer, integers, items
from graphgames.core.drawing import Drawable
from graphgames.core.errors import CycleError, GameError, shown
from graphgames.games.lastmove.objective import NormalPlay
from graphgames.graphs.order import topological_order

Position = tuple[tuple[int, ...], int]
"""Where each token stands, and which entry of the schedule comes next."""


@dataclass(frozen=True, eq=False)
class Race(Drawable):
    """Tokens on an acyclic graph, each wanted home by one player and kept away by the other.

    The schedule says who moves which token, over and over. A token moves along an edge; one that stands where no edge
    leads out stays there. The first token on the goal decides: the player who wants it there wins. If none ever comes
    home the race is a draw.

    Parameters
    ----------
    arena : Arena
        The graph; owners do not matter.
    goal : int
        The vertex to reach.
    starts : sequence of int
        Where each token stands at first, not on the goal.
    wants : sequence of int
        For each token the player, 0 or 1, who wins when it comes home.
    schedule : sequence of (int, int)
        Player and token of each move; after the last entry the first comes again.
    tokens : sequence of str, optional
        The names of the tokens.
    players : pair of str
        The names of the players.

    Raises
    ------
    CycleError
        If the arena has a cycle.
    GameError
        If a vertex, a player or a token is out of range, or a token starts on the goal.

    Notes
    -----
    A race is also a game given by `Rules`: `expand` makes the arena of all its positions, on which the general solvers
    can be held against this one's.

    Examples
    --------
    One token; Eve, who wants it home, and Adam move it in turn.

    >>> from graphgames import solve
    >>> race = Race(Arena.from_edges([(0, 1), (0, 2), (1, 3), (2, 3), (1, 2)]), 3, [0], [0], [(0, 0), (1, 0)])
    >>> print(solve(race).explain())
    Token 1 at 0: Eve brings it home in 2 moves of its own, at move 2.
    Token 1 comes home first: Eve wins at move 2.
    Eve moves token 1 to 2.
    """

    arena: Arena
    goal: int
    starts: Sequence[int] = ()
    wants: Sequence[int] = ()
    schedule: Sequence[tuple[int, int]] = ()
    tokens: Sequence[str] = ()
    players: tuple[str, str] = ("Eve", "Adam")
    kind: ClassVar[str] = "race"
    objective: ClassVar[NormalPlay] = NormalPlay()

    def __post_init__(self) -> None:
        arena: object = self.arena
        if isinstance(arena, int):
            raise GameError(
                f"the arena is {shown(arena)}; expected an Arena. To take 1, 2 or 3 from {arena} is a heap game: "
                f"heap_game('1,2,3', {arena})"
            )
        n = instance(self.arena, Arena, "the arena").n
        for name in ("starts", "wants"):
            object.__setattr__(self, name, integers(getattr(self, name), f"the {name}", -(2**63)))
        object.__setattr__(self, "goal", integer(self.goal, "the goal", -(2**63)))
        schedule = tuple(
            integers(entry, "the entries of the schedule") for entry in items(self.schedule, "the schedule")
        )
        if any(len(entry) != 2 for entry in schedule):
            raise GameError(f"the schedule is {shown(self.schedule)}; expected pairs of a player and a token")
        object.__setattr__(self, "schedule", schedule)
        count = len(self.starts)
        names = tuple(items(self.tokens, "the tokens")) or tuple(f"token {k + 1}" for k in range(count))
        object.__setattr__(self, "tokens", names)
        if len(self.wants) != count or len(names) != count:
            raise GameError(f"there are {count} starts, {len(self.wants)} wants and {len(names)} names of tokens")
        for vertex in (self.goal, *self.starts):
            if not 0 <= vertex < n:
                raise GameError(f"vertex {vertex} is not in the arena; its vertices are 0 to {n - 1}")
        if self.goal in self.starts:
            raise GameError(f"{names[list(self.starts).index(self.goal)]} starts on the goal; the race is over")
        if any(player not in (0, 1) for player in (*self.wants, *(player for player, _ in self.schedule))):
            raise GameError("a player in wants or in the schedule is neither 0 nor 1")
        if not self.schedule or any(not 0 <= token < count for _, token in self.schedule):
            raise GameError(f"the schedule must name tokens from 0 to {count - 1}, at least one of them")
        try:
            self.order  # noqa: B018
        except CycleError as error:
            raise CycleError(error.cycle, "a race needs an acyclic graph", self.arena.labels) from None

    @property
    def order(self) -> NDArray[np.int32]:
        """A topological order of the arena."""
        return topological_order(self.arena)

    @property
    def start(self) -> Position:
        """The position at the beginning."""
        return tuple(self.starts), 0

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """For each token the entries of the schedule that move it."""
        return tuple(
            tuple(turn for turn, (_, moved) in enumerate(self.schedule) if moved == token)
            for token in range(len(self.starts))
        )

    @property
    def extents(self) -> dict[str, Any]:
        """How many tokens there are, and the turns of each in the schedule."""
        return {"tokens": len(self.starts), "turns": [len(turns) for turns in self.turns]}

    def shortens(self, token: int) -> NDArray[np.uint8]:
        """Return for each of the token's turns whether its mover wants it home, shape (len(turns[token]),)."""
        wanted = [self.schedule[turn][0] == self.wants[token] for turn in self.turns[token]]
        return np.array(wanted, np.uint8)

    def at(self, position: object) -> Position:
        """Return a position as it was named; raise `GameError` if it is none of this race."""
        given = items(position, "the places of the tokens and the turn")
        if len(given) != 2:
            raise GameError(f"the position is {shown(position)}; expected one such as {self.start}")
        places = integers(given[0], "the places of the tokens", 0, self.arena.n - 1)
        if len(places) != len(self.starts):
            raise GameError(
                f"the position has {len(places)} places; expected one for each of {len(self.starts)} tokens"
            )
        return places, integer(given[1], "the turn", 0, len(self.schedule) - 1)

    def arrived(self, position: Position) -> int | None:
        """Return the token on the goal, or None while the race goes on."""
        places, _ = self.at(position)
        return places.index(self.goal) if self.goal in places else None

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after the next move of the schedule; none when a token is home."""
        if self.arrived(position) is not None:
            return []
        places, turn = position
        token, after = self.schedule[turn][1], (turn + 1) % len(self.schedule)
        heads = dict.fromkeys(self.arena.successors_of(places[token]).tolist()) or (places[token],)
        return [((*places[:token], head, *places[token + 1 :]), after) for head in heads]

    def mover(self, position: Position) -> int:
        """Return the player to move; at the end of the race the loser, who cannot."""
        token = self.arrived(position)
        return self.schedule[position[1]][0] if token is None else 1 - self.wants[token]

    def render(self, position: Position) -> str:
        """Return the position in a line."""
        places, turn = self.at(position)
        stand = ", ".join(f"{name} at {self.arena.label(v)}" for name, v in zip(self.tokens, places, strict=True))
        token = self.arrived(position)
        if token is not None:
            return f"{stand}; {self.tokens[token]} is home"
        player, moved = self.schedule[turn]
        return f"{stand}; {self.players[player]} moves {self.tokens[moved]}"
