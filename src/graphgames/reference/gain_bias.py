"""``gain-bias``: mean payoff where chance moves. A value is exact, or a bracket from low to high.

Write g for high and h for the bias, and let player 1 keep to his moves. No step raises g, on average where chance
moves; and where a step keeps it, its weight and the h of the next are at most g + h. Take h + K g for h, with K so
large that this holds for the steps that lower g, too. Then the weights of t steps sum on average to at most t times the
g at the start, and what bounds that h: so the long-run average is at most g. With player 0's moves it is at least low,
in the same way.
"""

from __future__ import annotations

from graphgames.reference.arena_game import CHANCE, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Exact, Fields, RefusedError, exact, listing
from graphgames.reference.weights import (
    Brackets,
    Edge,
    guaranteed,
    mean,
    nobody_moves_for_chance,
    winner_has_the_threshold,
)


class Gains(Brackets):
    """Who wins, the moves, and the bracket of each average, with the bias."""

    objectives = ("mean-payoff",)

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers)
        if self.stuck_loses and [] in self.after:
            raise RefusedError("the certificate proves nothing where who cannot move loses")
        self.bias = [x * self.denominator for x in proof.take("bias", listing(exact, game.n))]


def kept(c: Gains, v: int, gain: list[Exact], player: int) -> bool:
    """Return whether a player's steps from v make nothing better for the other: not the gain, nor then the rest."""
    side = 1 if player == 1 else -1

    def rise(e: Edge) -> Exact:
        return side * (gain[e.head] - gain[v])

    def rest(e: Edge) -> Exact:
        return side * (e.weight - gain[v] + c.bias[e.head] - c.bias[v])

    if c.owner[v] == CHANCE:
        return mean(c, v, rise) < 0 or (mean(c, v, rise) == 0 and mean(c, v, rest) <= 0)
    return guaranteed(c, v, player, lambda e: rise(e) < 0 or (rise(e) == 0 and rest(e) <= 0))


def high_is_enough(c: Gains, v: int) -> bool:
    """Player 1's move, all of player 0's, and chance on average lower high, or keep it with weight + h' <= high + h."""
    return kept(c, v, c.high, 1)


def low_is_kept(c: Gains, v: int) -> bool:
    """Player 0's move, all of player 1's, and chance on average, raise low, or keep it with weight + h' >= low + h."""
    return kept(c, v, c.low, 0)


KIND = Kind(
    Gains,
    "the average of each vertex or the bracket around it, who wins by the threshold, and both players' moves",
    {"vertices": (nobody_moves_for_chance, winner_has_the_threshold, high_is_enough, low_is_kept)},
)
