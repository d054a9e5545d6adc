"""The base of solutions that are oracles over the positions of rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar

from graphgames.core.naming import either
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import Solution
from graphgames.core.solution_base import P
from graphgames.games.impartial.sum import Sum, written


class RulesSolution(Solution[P]):
    """The base of solutions that answer for any position of a problem's ``rules``, the same for both players."""

    value_name: ClassVar[str] = "Grundy value"

    @property
    def start(self) -> P | None:
        """The start of the rules, None if they have none."""
        return getattr(self.problem.rules, "start", None)

    def moves(self, position: P) -> Sequence[P]:
        """Return the positions that can be reached in one move, each once."""
        from graphgames.core.rules import hashable_positions, moves_of  # heap games, which need neither, start sooner

        with hashable_positions(self.problem.rules, position):
            return tuple(dict.fromkeys(moves_of(self.problem.rules, position)))

    def render(self, position: P) -> str:
        """Return a position as text, perhaps in several lines."""
        return str(getattr(self.problem.rules, "render", str)(position))

    def begun_at(self, start: Hashable) -> Hashable:
        """Return where a play begins: at the start of the rules, or a position given, of a game by name as text."""
        read = getattr(self.problem.rules, "read", None)
        return self.start if start is None else start if read is None else read(start)

    def at(self, position: P | None = None) -> Sum:
        """Return the game at a position, by default the start, to be added to others.

        Raise `GameError` if its values do not add up.
        """
        return Sum.of(self, self._position_or_start(position))

    def best_moves(self, position: P | None = None) -> Sequence[RatedMove]:
        """Return every move, by default from the start, winning ones first; a move is the position it leads to."""
        position = self._position_or_start(position)
        rated = [RatedMove(after, after, self.outcome(after).for_the_other) for after in self.moves(position)]
        return tuple(sorted(rated, key=lambda move: -move.result.rank))

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the results so far as plain Python; with ``full``, the certificate as well."""
        data: dict[str, Any] = {"solver": self.solver, "objective": self.problem.kind, **self.stats}
        return data | {"certificate": self.certificate.to_dict()} if full else data


def winning_ways(solution: RulesSolution, moves: Iterable[RatedMove]) -> str:
    """Return the winning ones of some moves in words, where there are some."""
    won = [move.position for move in moves if move.result is Outcome.WIN]
    return either([written(solution, after) for after in won])
