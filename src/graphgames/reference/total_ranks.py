"""``total-ranks``: total payoff games, where a play is worth the limit inferior of the sums of its weights.

Write y for the value of the vertex where the play is. *It is worth at least the value.* Let player 0 keep to her moves.
Each step from v to w of weight x has y[v] <= x + y[e.head]: so the sum is at least the value at the start less y. If it
is more than that again and again, by whole numbers, it grows without end. Else each step is exact from some point on.
There alpha never rises, and falls where y > 0; so in the end y is at most 0, and the sum at least the value at the
start.

*It is worth at most the value.* Let player 1 keep to his. The sum is at most the value less y. If it is less again and
again, it falls without end. Else each step is exact in the end, and beta falls until y is at least 0, again and again:
there the sum is at most the value.

*Infinite values.* From plus infinity player 0 keeps the play there, and the potential rises by less than the scale
times the sum: so the sum grows without end. From minus infinity player 1 makes it fall in the same way.
"""

from __future__ import annotations

from graphgames.reference.arena_game import Game, moves_are_edges
from graphgames.reference.energy_bounds import read_scale
from graphgames.reference.kind import Kind
from graphgames.reference.mean_potentials import Valued, winner_has_the_threshold
from graphgames.reference.reading import Fields, Infinite, listing, whole
from graphgames.reference.weights import Edge, guaranteed, sign


class Total(Valued):
    """A claim with a potential and ranks."""

    objectives = ("total-payoff",)

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers)
        self.y = [0 if isinstance(value, Infinite) else self.whole(value) for value in self.values]
        self.infinite = [sign(value) for value in self.values]
        self.scale = read_scale(proof)
        self.bound, self.alpha, self.beta = (
            proof.take(name, listing(whole, game.n)) for name in ("bound", "alpha", "beta")
        )


def sums_do_not_fall(c: Total, v: int) -> bool:
    """Player 0's move and all of player 1's gain, or are exact with an alpha that does not rise, and falls if y > 0."""

    def good(e: Edge) -> bool:
        if c.infinite[v] or c.infinite[e.head]:
            return c.infinite[e.head] > 0
        gain = e.weight + c.y[e.head] - c.y[v]
        return gain > 0 or (gain == 0 and c.alpha[v] >= c.alpha[e.head] + (c.y[v] > 0))

    return c.infinite[v] != 0 or guaranteed(c, v, 0, good)


def sums_do_not_rise(c: Total, v: int) -> bool:
    """Player 1's move and all of player 0's lose, or are exact with a beta that falls if y < 0."""

    def good(e: Edge) -> bool:
        if c.infinite[e.head]:
            return c.infinite[e.head] < 0
        gain = e.weight + c.y[e.head] - c.y[v]
        return gain < 0 or (gain == 0 and (c.y[v] >= 0 or c.beta[v] > c.beta[e.head]))

    return c.infinite[v] != 0 or guaranteed(c, v, 1, good)


def infinite_values_grow(c: Total, v: int) -> bool:
    """From an infinite value its player's move and all of the other's keep it, and the potential rises by less than the
    scale times the weight, for player 1 with the opposite sign.
    """
    side = c.infinite[v]

    def good(e: Edge) -> bool:
        return c.infinite[e.head] == side and c.bound[v] < c.bound[e.head] + side * c.scale * e.weight

    return side == 0 or guaranteed(c, v, 0 if side > 0 else 1, good)


KIND = Kind(
    Total,
    "the value of each vertex, who wins by the threshold, and both players' moves",
    {
        "vertices": (
            moves_are_edges,
            winner_has_the_threshold,
            sums_do_not_fall,
            sums_do_not_rise,
            infinite_values_grow,
        )
    },
)
