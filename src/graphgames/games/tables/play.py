"""Plays of games that have a table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from graphgames.core.ending import Ending
from graphgames.core.errors import GameError
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.games.tables.table import Table
from graphgames.play.adapter import GameAdapter, drawn_where, in_turn


def player(table: Table, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: a play from the start of the rules, or from a position given."""
    rules = table.problem
    at = rules.position(start)
    table.label(at)
    known = hasattr(rules, "mover")

    def ending(position: Hashable, mover: int) -> Ending | None:
        if table.best_moves(position):
            return None
        outcome = table.outcome(position)
        winner = None if outcome == Outcome.DRAW else mover if outcome == Outcome.WIN else 1 - mover
        return Ending(winner, rules.reason(position, winner is None))

    def threats(position: Hashable) -> Sequence[RatedMove]:
        try:
            return table.best_moves(rules.passed(position))
        except GameError:  # the other player cannot be to move there
            return ()

    return GameAdapter(
        table,
        at,
        rule=rules.rule or f"The rules of {rules.title}.",
        players=rules.players,
        aims=rules.aims,
        mover=(lambda position, made: rules.mover(position)) if known else in_turn,
        render=rules.render,
        name=lambda position, move: rules.move_name(position, move.position),
        ending=ending,
        threats=threats if hasattr(rules, "passed") else None,
        **(_LOOPS if any(map(rules.space.cyclic, rules.space.tiers)) else {}),
    )


_LOOPS = drawn_where(
    lambda at: "the play has come back to a position", "A play that comes back to a position ends in a draw."
)
