"""``mean-potentials``: mean payoff games, by a potential for each player.

*The average is at least the value.* Let player 0 keep to her moves. The value that the play sees never falls, so it is
constant from some point on, p / q in lowest terms. There each step from v to w of weight x has low[v] <= low[e.head] +
(q x - p). Add this up over k steps: q times the sum of the weights is at least k p, less the difference of two
potentials. So the average of the weights tends to p / q or more, and that is at least the value at the start.

*It is at most the value*, by player 1's moves and the potential high, in the same way.

*Infinite values* are there where one who cannot move loses: at such a dead end the other player has the value. From an
infinite value its player keeps it, and the potential changes by one at least at every step. So the play comes to an
end.
"""

from __future__ import annotations

from graphgames.reference.arena_game import Game, moves_are_edges
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Exact, Fields, Infinite, extended, listing, whole
from graphgames.reference.weights import Edge, Weighted, guaranteed, read_threshold, sign


class Valued(Weighted):
    """Who wins by the threshold, the moves, and the value of each vertex, which may be infinite."""

    def __init__(self, game: Game, answers: Fields):
        super().__init__(game, answers, extended)
        self.threshold = read_threshold(self)
        self.values: list[Exact | Infinite] = self.value or []


class Mean(Valued):
    """A claim with potentials."""

    objectives = ("mean-payoff",)

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers)
        self.low = proof.take("low", listing(whole, game.n))
        self.high = proof.take("high", listing(whole, game.n))

    def lost(self, v: int) -> bool:
        """Return whether the player who should move at v loses because there is no move."""
        return self.stuck_loses and not self.after[v]

    def step(self, v: int, weight: int) -> int:
        """Return what a step from v adds: the weight less the value, times q; one against it where it is infinite."""
        value = self.values[v]
        if isinstance(value, Infinite):
            return -sign(value)
        scaled = value * self.denominator
        return weight * scaled.denominator - scaled.numerator


def compared(one: Exact | Infinite, other: Exact | Infinite) -> int:
    """Return 1, 0 or -1 as the first value is larger, the same or smaller."""
    if isinstance(one, Infinite) or isinstance(other, Infinite):
        return (sign(one) > sign(other)) - (sign(one) < sign(other))
    return (one > other) - (one < other)


def who_is_stuck_has_lost(c: Mean, v: int) -> bool:
    """Where the player who should move loses for want of a move, the value is infinite, for the other player."""
    return not c.lost(v) or c.values[v] is (Infinite.MINUS if c.owner[v] == 0 else Infinite.PLUS)


def winner_has_the_threshold(c: Valued, v: int) -> bool:
    """Player 0 wins where the value is at least the threshold, player 1 where it is less."""
    return c.winner[v] == (0 if compared(c.values[v], c.threshold) >= 0 else 1)


def value_never_falls(c: Mean, v: int) -> bool:
    """Player 0's move, and every move of player 1, leads to a larger value, or the same within the potential low."""

    def good(e: Edge) -> bool:
        rise = compared(c.values[e.head], c.values[v])
        return rise > 0 or (rise == 0 and c.low[v] <= c.low[e.head] + c.step(v, e.weight))

    return c.lost(v) or c.values[v] is Infinite.MINUS or guaranteed(c, v, 0, good)


def value_never_rises(c: Mean, v: int) -> bool:
    """Player 1's move, and every move of player 0, leads to a smaller value, or the same within the potential high."""

    def good(e: Edge) -> bool:
        rise = compared(c.values[e.head], c.values[v])
        return rise < 0 or (rise == 0 and c.high[v] >= c.high[e.head] + c.step(v, e.weight))

    return c.lost(v) or c.values[v] is Infinite.PLUS or guaranteed(c, v, 1, good)


KIND = Kind(
    Mean,
    "the value of each vertex, who wins by the threshold, and both players' moves",
    {
        "vertices": (
            moves_are_edges,
            who_is_stuck_has_lost,
            winner_has_the_threshold,
            value_never_falls,
            value_never_rises,
        )
    },
)
