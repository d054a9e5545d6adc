"""A synthesis question as a game by rules: can an arbiter serve both clients, however their requests come?

The environment moves first: each client may raise a request. Then the arbiter grants at most one request. Every request
must be granted sooner or later, which is a Büchi objective: a pointer goes to and fro between the clients and moves on
when its client has nothing to wait for; the arbiter wants it to move for ever. A rude client never gives the resource
back once it has it; then nothing can be granted any more.

Run it with the path of a file to write as its only argument, and with ``rude`` after it for the rude client.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

import graphgames as gg


class Position(NamedTuple):
    """Who moves, who waits, whose turn the pointer says, whether it has just moved, whether the resource is kept."""

    arbiter: bool = False
    waiting: tuple[bool, bool] = (False, False)
    turn: int = 0
    moved: bool = False
    kept: bool = False

    def __str__(self) -> str:
        who = "arbiter" if self.arbiter else "clients"
        waits = "".join("ab"[i] for i in (0, 1) if self.waiting[i]) or "-"
        return f"{who} {waits}, {'ab'[self.turn]} next" + ", kept" * self.kept


class Arbiter:
    """The rules: moves, who makes them, and where it begins."""

    start = Position()

    def __init__(self, rude: bool = False) -> None:
        self.rude = rude

    def mover(self, position: Position) -> int:
        """Give 0 where the arbiter moves, 1 where the clients do."""
        return 0 if position.arbiter else 1

    def moves(self, position: Position) -> Iterable[Position]:
        """Give what can come next."""
        if not position.arbiter:
            a, b = position.waiting
            asked = {(a or x, b or y) for x in (False, True) for y in (False, True)}
            return [Position(True, w, position.turn, False, position.kept) for w in sorted(asked)]
        grants = [i for i in (0, 1) if position.waiting[i] and not position.kept]
        return [self._after(position, position.waiting, position.kept)] + [
            self._after(
                position,
                (position.waiting[0] and i != 0, position.waiting[1] and i != 1),
                self.rude and i == 1,
            )
            for i in grants
        ]

    def _after(self, position: Position, waiting: tuple[bool, bool], kept: bool) -> Position:
        served = not waiting[position.turn]
        return Position(False, waiting, 1 - position.turn if served else position.turn, served, kept)


def game(rude: bool = False) -> gg.Game:
    """Give the game on its arena, with the positions as labels."""
    explicit = gg.expand(Arbiter(rude))
    positions = explicit.arena.labels or ()
    accepting = np.array([position.moved for position in positions])
    return gg.Game(explicit.arena, gg.Buchi(accepting), start=explicit.arena.label(0), players=("arbiter", "clients"))


if __name__ == "__main__":
    gg.write(game(rude="rude" in sys.argv[2:]), sys.argv[1])
