"""A solved race, as an oracle over its positions."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from graphgames.core.certificate import in_moves
from graphgames.core.oracle import DRAW, Outcome, RatedMove
from graphgames.core.solution import Solution
from graphgames.games.races.certificate import RaceDistances
from graphgames.games.races.problem import Position, Race


@dataclass(frozen=True, eq=False, repr=False)
class RaceSolution(Solution[Position]):
    """A solved race: who wins from any position of the tokens at any turn, how, and when.

    Examples
    --------
    >>> from graphgames import Arena, Race, solve
    >>> board = Arena.from_edges([(0, 1), (0, 2), (1, 3), (2, 3), (1, 2)])
    >>> solution = solve(Race(board, 3, [0], [0], [(0, 0), (1, 0)]))
    >>> print(solution.explain())
    Token 1 at 0: Eve brings it home in 2 moves of its own, at move 2.
    Token 1 comes home first: Eve wins at move 2.
    Eve moves token 1 to 2.
    """

    problem: Race
    certificate: RaceDistances
    solver: str = "race"

    def own_moves(self, position: Position) -> tuple[int | None, ...]:
        """Return for each token how often it moves until it is home when both play best; None if it need never be."""
        places, turn = self.problem.at(position)
        numbers = []
        for token, distances in enumerate(self.certificate.moves):
            turns = self.problem.turns[token]
            own = bisect_left(turns, turn) % len(turns) if turns else 0
            number = int(distances[own, places[token]]) if turns else 0 if places[token] == self.problem.goal else -1
            numbers.append(number if number >= 0 else None)
        return tuple(numbers)

    def arrivals(self, position: Position | None = None) -> tuple[int | None, ...]:
        """Return for each token after how many moves of the race it is home, if the race went on so long."""
        position = self.problem.start if position is None else position
        return tuple(self._moment(token, position[1], own) for token, own in enumerate(self.own_moves(position)))

    def _moment(self, token: int, turn: int, own: int | None) -> int | None:
        """Count the moves of the race, from a turn on, until a token has made so many of its own."""
        if not own:
            return own
        turns = self.problem.turns[token]
        rounds, last = divmod(bisect_left(turns, turn) + own - 1, len(turns))
        return rounds * len(self.problem.schedule) + turns[last] - turn + 1

    def first(self, position: Position | None = None) -> tuple[int, int] | None:
        """Return the token that comes home first and the number of moves until then, None if none does."""
        moments = [(moment, token) for token, moment in enumerate(self.arrivals(position)) if moment is not None]
        return min(moments)[::-1] if moments else None

    def winner_of(self, position: Position | None = None) -> int | None:
        """Return the player who wins from a position, by default from the start; None for a draw."""
        first = self.first(position)
        return None if first is None else self.problem.wants[first[0]]

    def mover(self, position: Position | None = None) -> int:
        """Return the player to move; at the end of the race the loser, who cannot."""
        return self.problem.mover(self._position_or_start(position))

    def value(self, position: Position | None = None) -> int | None:
        """Return the number of moves until the first token is home, None if none ever is."""
        first = self.first(position)
        return None if first is None else first[1]

    def outcome(self, position: Position | None = None) -> Outcome:
        position = self._position_or_start(position)
        winner, mover = self.winner_of(position), self.mover(position)
        return Outcome.of(DRAW if winner is None else winner, mover)

    def best_moves(self, position: Position | None = None) -> tuple[RatedMove, ...]:
        """Return every move, best first: wins, the shortest first; draws; losses, the longest first.

        A move is named by the vertex that the token goes to.
        """
        race, rated, position = self.problem, [], self._position_or_start(position)
        positions = race.moves(position)  # which refuses what is no position
        token, mover = race.schedule[position[1]][1], race.mover(position)
        for after in positions:
            first, own = self.first(after), self.own_moves(after)[token]
            winner, distance = (DRAW, None) if first is None else (race.wants[first[0]], first[1])
            result = Outcome.of(winner, mover)
            haste = (distance or 0) * (1 if result == Outcome.WIN else -1)
            way = (float("inf") if own is None else own) * (1 if race.wants[token] == mover else -1)
            head = race.arena.label(after[0][token])
            rated.append(((-result.rank, haste, way, after), RatedMove(head, after, result, distance)))
        return tuple(move for _, move in sorted(rated, key=lambda pair: pair[0]))

    def explain(self, position: Position | None = None) -> str:
        """Return when each token comes home, then who wins, when, and by which move."""
        race, position = self.problem, self._position_or_start(position)
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
        return "\n".join(line[0].upper() + line[1:] for line in lines)

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        data: dict[str, Any] = {
            "solver": self.solver,
            "objective": self.problem.kind,
            "winner": DRAW if self.winner_of() is None else self.winner_of(),
            "arrivals": list(self.arrivals()),
        }
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def __repr__(self) -> str:
        winner = self.winner_of()
        result = "draw" if winner is None else f"{self.problem.players[winner]} wins"
        count = len(self.problem.starts)
        return f"RaceSolution({count} tokens on {self.problem.arena!r}, {result}, solver={self.solver!r})"
