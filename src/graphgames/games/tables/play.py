"""Plays of games that have a table."""

from __future__ import annotations

from typing import Any

from graphgames.core.adapter import Ending, GameAdapter, in_turn
from graphgames.core.oracle import Outcome
from graphgames.games.tables.table import Table


def player(table: Table, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: a play from the start of the rules, or from a position given."""
    rules = table.problem
    at = rules.start if start is None else start
    table.label(at)
    known = hasattr(rules, "mover")

    def ending(position: Any, mover: int) -> Ending | None:
        if rules.moves(position):
            return None
        outcome = table.outcome(position)
        if outcome == Outcome.DRAW:
            return Ending(None, "the game is over: a draw")
        return Ending(mover if outcome == Outcome.WIN else 1 - mover, "the game is over")

    return GameAdapter(
        table,
        at,
        rule=rules.rule or f"The rules of {rules.title}.",
        aims=("to win", "to win"),
        mover=(lambda position, made: rules.mover(position)) if known else in_turn,
        render=table.line,
        board=rules.render,
        name=lambda position, move: rules.move_name(position, move.position),
        ending=ending,
        loop_ending=lambda cycle: Ending(None, "the play has come back to a position: a draw"),
        loop_rule="A play that comes back to a position ends in a draw.",
    )
