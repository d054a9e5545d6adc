"""Races: tokens on a DAG, moved in turn under a fixed schedule of (player, token), and the first one home decides.

The tokens do not hinder each other, so each is a game of its own: the player who wants it home shortens its way, the
other lengthens it. The two distances are found by backward induction, and the arrival times compared.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.certificates import Certificate, in_moves
from graphgames.core.drawing import Drawable
from graphgames.core.errors import CycleError, GameError
from graphgames.core.objectives import NormalPlay
from graphgames.core.oracle import DRAW, RatedMove

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
    token 1 at 0: Eve brings it home in 2 moves of its own, at move 2.
    token 1 comes home first: Eve wins at move 2.
    Eve moves token 1 to 2.
    """

    arena: Arena
    goal: int
    starts: Sequence[int]
    wants: Sequence[int]
    schedule: Sequence[tuple[int, int]]
    tokens: Sequence[str] = ()
    players: tuple[str, str] = ("Eve", "Adam")
    kind: ClassVar[str] = "race"
    objective: ClassVar[NormalPlay] = NormalPlay()

    def __post_init__(self) -> None:
        n, count = self.arena.n, len(self.starts)
        names = tuple(self.tokens) or tuple(f"token {k + 1}" for k in range(count))
        for name, value in (("starts", self.starts), ("wants", self.wants), ("schedule", self.schedule)):
            object.__setattr__(self, name, tuple(value))
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
        return self.arena.topological_order

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

    def shortens(self, token: int) -> NDArray[np.uint8]:
        """Give for each of the token's turns whether its mover wants it home, shape (len(turns[token]),)."""
        wanted = [self.schedule[turn][0] == self.wants[token] for turn in self.turns[token]]
        return np.array(wanted, np.uint8)

    def arrived(self, position: Position) -> int | None:
        """Give the token on the goal, or None while the race goes on."""
        places, _ = position
        return places.index(self.goal) if self.goal in places else None

    def moves(self, position: Position) -> list[Position]:
        """Give the positions after the next move of the schedule; none when a token is home."""
        if self.arrived(position) is not None:
            return []
        places, turn = position
        token, after = self.schedule[turn][1], (turn + 1) % len(self.schedule)
        heads = dict.fromkeys(self.arena.successors_of(places[token]).tolist()) or (places[token],)
        return [((*places[:token], head, *places[token + 1 :]), after) for head in heads]

    def mover(self, position: Position) -> int:
        """Give the player to move; at the end of the race the loser, who cannot."""
        token = self.arrived(position)
        return self.schedule[position[1]][0] if token is None else 1 - self.wants[token]

    def render(self, position: Position) -> str:
        """Give the position in a line."""
        places, turn = position
        stand = ", ".join(f"{name} at {self.arena.label(v)}" for name, v in zip(self.tokens, places, strict=True))
        token = self.arrived(position)
        if token is not None:
            return f"{stand}; {self.tokens[token]} is home"
        player, moved = self.schedule[turn]
        return f"{stand}; {self.players[player]} moves {self.tokens[moved]}"


@dataclass(frozen=True, eq=False)
class RaceDistances(Certificate):
    """For each token, each of its turns in the schedule and each vertex: its own moves until it is home.

    Attributes
    ----------
    moves : tuple of ndarray of int32, each of shape (turns of the token in the schedule, n)
        0 on the goal. Elsewhere one more than the least (where the mover wants the token home) or the largest (where
        he does not) number at the token's next turn among the successors; -1, which stands for infinity, where the
        token need never come home. On an acyclic graph these equations have one solution.
    """

    kind: ClassVar[str] = "race-distances"
    moves: tuple[NDArray[np.int32], ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the certificate as plain Python, arrays as lists."""
        return {"kind": self.kind, "moves": [distances.tolist() for distances in self.moves]}


@dataclass(frozen=True, eq=False)
class RacesDistances(Certificate):
    """The distances of many races that were solved together, in their order."""

    kind: ClassVar[str] = "races-distances"
    races: tuple[RaceDistances, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the certificate as plain Python, arrays as lists."""
        return {"kind": self.kind, "races": [race.to_dict() for race in self.races]}


@dataclass(frozen=True, eq=False, repr=False)
class RaceSolution(Drawable):
    """A solved race: who wins from any position of the tokens at any turn, how, and when.

    Parameters
    ----------
    race : Race
        What was solved.
    certificate : RaceDistances
        Why.
    solver : str
        The name of the solver.
    """

    race: Race
    certificate: RaceDistances
    solver: str = "race"

    def own_moves(self, position: Position) -> tuple[int | None, ...]:
        """Give for each token how often it moves until it is home when both play best; None if it need never be."""
        places, turn = position
        numbers = []
        for token, distances in enumerate(self.certificate.moves):
            turns = self.race.turns[token]
            own = bisect_left(turns, turn) % len(turns) if turns else 0
            number = int(distances[own, places[token]]) if turns else 0 if places[token] == self.race.goal else -1
            numbers.append(number if number >= 0 else None)
        return tuple(numbers)

    def arrivals(self, position: Position | None = None) -> tuple[int | None, ...]:
        """Give for each token after how many moves of the race it is home, if the race went on so long."""
        position = self.race.start if position is None else position
        return tuple(self._moment(token, position[1], own) for token, own in enumerate(self.own_moves(position)))

    def _moment(self, token: int, turn: int, own: int | None) -> int | None:
        """Count the moves of the race, from a turn on, until a token has made so many of its own."""
        if not own:
            return own
        turns = self.race.turns[token]
        rounds, last = divmod(bisect_left(turns, turn) + own - 1, len(turns))
        return rounds * len(self.race.schedule) + turns[last] - turn + 1

    def first(self, position: Position | None = None) -> tuple[int, int] | None:
        """Give the token that comes home first and the number of moves of the race until then, or None if none does."""
        moments = [(moment, token) for token, moment in enumerate(self.arrivals(position)) if moment is not None]
        return min(moments)[::-1] if moments else None

    def winner(self, position: Position | None = None) -> int:
        """Give the player who wins, or 2 for a draw."""
        first = self.first(position)
        return DRAW if first is None else self.race.wants[first[0]]

    def outcome(self, position: Position) -> str:
        """Say ``"win"``, ``"draw"`` or ``"loss"`` for the player to move."""
        return self._result(self.winner(position), self.race.mover(position))

    @staticmethod
    def _result(winner: int, player: int) -> str:
        return "draw" if winner == DRAW else "win" if winner == player else "loss"

    def best_moves(self, position: Position) -> tuple[RatedMove, ...]:
        """Give every move, best first: wins, the shortest first; draws; losses, the longest first.

        A move is named by the vertex that the token goes to.
        """
        race, rated = self.race, []
        for after in race.moves(position):
            token, mover = race.schedule[position[1]][1], race.mover(position)
            first = self.first(after)
            result = self._result(self.winner(after), mover)
            distance = None if first is None else first[1]
            haste = 0 if distance is None else distance if result == "win" else -distance
            shorter = 1 if race.wants[token] == mover else -1
            own = self.own_moves(after)[token]
            way = float("inf") if own is None else own
            head = race.arena.label(after[0][token])
            key = (("win", "draw", "loss").index(result), haste, shorter * way, after)
            rated.append((key, RatedMove(head, after, result, distance)))
        return tuple(move for _, move in sorted(rated, key=lambda pair: pair[0]))

    def explain(self, position: Position | None = None) -> str:
        """Say for every token when it comes home, then who wins, when, and by which move."""
        race, position = self.race, self.race.start if position is None else position
        if race.arrived(position) is not None:
            return f"{race.render(position)}: {race.players[1 - race.mover(position)]} has won."
        lines = []
        for token, own in enumerate(self.own_moves(position)):
            place, wants = race.arena.label(position[0][token]), race.players[race.wants[token]]
            moment = self._moment(token, position[1], own)
            when = (
                f"{race.players[1 - race.wants[token]]} keeps it away for ever"
                if own is None
                else f"{wants} brings it home in {in_moves(own)} of its own, at move {moment}"
            )
            lines.append(f"{race.tokens[token]} at {place}: {when}.")
        first = self.first(position)
        if first is None:
            lines.append("No token ever comes home: a draw.")
        else:
            token, moment = first
            lines.append(
                f"{race.tokens[token]} comes home first: {race.players[race.wants[token]]} wins at move {moment}."
            )
        player, moved = race.schedule[position[1]]
        move = self.best_moves(position)[0].move
        lines.append(f"{race.players[player]} moves {race.tokens[moved]} to {move}.")
        return "\n".join(lines)

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Give the solution as plain Python; with ``full`` the certificate, too."""
        data: dict[str, Any] = {
            "solver": self.solver,
            "objective": self.race.kind,
            "winner": self.winner(),
            "arrivals": list(self.arrivals()),
        }
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def __repr__(self) -> str:
        winner = self.winner()
        result = "draw" if winner == DRAW else f"{self.race.players[winner]} wins"
        return f"RaceSolution({len(self.race.starts)} tokens on {self.race.arena!r}, {result}, solver={self.solver!r})"
