"""``energy-lifts``: energy games, perhaps with a cap, by the steps in which the credits were raised.

*A credit suffices*, as for ``energy-bounds``: what is left after a move, at most the cap, is at least the next credit.

*Less does not.* Say that a level is proved at a vertex if with less energy than that player 1 wins. Level 0 is proved
everywhere. A step raises the level of a vertex to what is needed there because of the levels proved before: the need of
an edge is the level at its head less its weight, and infinite if it is more than can be stored, or than any least
credit can be. Where player 0 moves she needs at least the smallest need of all edges; where player 1 moves he can
enforce the largest, with a cap perhaps by another move for another energy; where the strategy has a move of his, that
move alone counts. After the last step the levels are the credits.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.arena_game import Game, moves_are_edges
from graphgames.reference.energy_bounds import PROVES, Credits, credits_suffice, winner_has_a_credit
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, count, integer, listing


class Lifts(Credits):
    """Who wins, the moves and the credits, with the steps; None is infinite."""

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers)
        losses = [max(-edge.weight for edge in edges) for edges in self.edges]
        self.most = self.cap if self.cap is not None else sum(max(loss, 0) for loss in losses)
        vertex = proof.take("vertex", listing(integer(0, game.n - 1)))
        credit = proof.take("credit", listing(self.read_level, len(vertex)))
        self.step = list(zip(vertex, credit, strict=True))
        self.level: list[int | None] = [0] * game.n

    def read_level(self, given: object, where: str) -> int | None:
        """Read what a step raises a level to."""
        return None if given == "inf" else integer(1, self.most)(count(given, where), where)

    def steps(self) -> Iterator[int]:
        """Yield the number of each step, before it is done."""
        for k, (v, credit) in enumerate(self.step):
            yield k
            self.level[v] = credit

    def needs(self, v: int) -> list[tuple[bool, int]]:
        """Return what each edge from v needs that counts, to be compared: an infinite need is above all others."""
        found = []
        for edge in self.edges[v]:
            any_move = self.owner[v] == 0 or (self.move[v] is None and self.cap is not None)
            if any_move or edge.head == (self.move[v] if self.after[v] else v):
                level = self.level[edge.head]
                need = None if level is None else max(level - edge.weight, 0)
                found.append(comparable(need if need is not None and need <= self.most else None))
        return found


def comparable(level: int | None) -> tuple[bool, int]:
    """Return a pair that compares as levels do: first whether it is infinite, then the number."""
    return (level is None, level or 0)


def step_follows(c: Lifts, k: int) -> bool:
    """A step raises a level, to no more than what is needed by the levels so far."""
    v, credit = c.step[k]
    needs = c.needs(v)
    needed = (max if c.owner[v] == 1 else min)(needs, default=comparable(0))
    return comparable(c.level[v]) < comparable(credit) <= needed


def steps_reach_the_credit(c: Lifts, v: int) -> bool:
    """The level in the end is the credit."""
    return c.level[v] == c.credit[v]


KIND = Kind(
    Lifts,
    PROVES,
    {
        "vertices": (moves_are_edges, winner_has_a_credit, credits_suffice),
        "steps": (step_follows,),
        "vertices after the steps": (steps_reach_the_credit,),
    },
)
