"""A synthesis question as a game by rules: can an arbiter serve two clients, whatever they request?

The clients move first: each may raise a request. Then the arbiter grants at most one request. Every request must be
granted eventually. This is a Büchi objective: a pointer names one client and passes to the other when that client has
no open request; the arbiter wants it to pass infinitely often. A rude client keeps the resource once it has it, and
then nothing can be granted any more.

Give the path of the file to write as the argument; a second argument ``rude`` makes the second client rude.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

import graphgames as gg


class Position(NamedTuple):
    """Who moves, who waits, where the pointer is, whether it has just passed, whether the resource is kept."""

    arbiter: bool = False
    waiting: tuple[bool, bool] = (False, False)
    turn: int = 0
    passed: bool = False
    kept: bool = False

    def __str__(self) -> str:
        who = "arbiter" if self.arbiter else "clients"
        waits = "".join("ab"[i] for i in (0, 1) if self.waiting[i]) or "-"
        return f"{who} {waits}, {'ab'[self.turn]} next" + ", passed" * self.passed + ", kept" * self.kept


class Arbiter:
    """The rules: the start, the moves, and who makes them."""

    start = Position()

    def __init__(self, rude: bool = False) -> None:
        self.rude = rude

    def mover(self, position: Position) -> int:
        """Return 0 where the arbiter moves, 1 where the clients do."""
        return 0 if position.arbiter else 1

    def moves(self, position: Position) -> Iterable[Position]:
        """Return the positions after each move."""
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
    """Return the game on its arena, with the positions as labels."""
    arena = gg.expand(Arbiter(rude)).arena
    objective = gg.Buchi(lambda position: position.passed)
    return gg.Game(arena, objective, start=Arbiter.start, players=("arbiter", "clients"))


if __name__ == "__main__":
    gg.write(game(rude="rude" in sys.argv[2:]), sys.argv[1])
