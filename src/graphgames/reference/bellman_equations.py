"""``bellman-equations``: discounted payoff, where chance may move. A value is exact, or a bracket from low to high.

Let player 1 keep to his moves. No step is worth more than high then: its weight and the discounted high of the next
vertex, on average where chance moves. By induction neither are t steps with the discounted high where they lead. What
is discounted so often tends to 0, for the discounts are below 1, but perhaps on edges of chance, on which no play stays
for ever. So the play is worth at most high. With player 0's moves it is worth at least low, in the same way.
"""

from __future__ import annotations

from math import lcm

from graphgames.reference.arena import CHANCE, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Exact, Fields, RefusedError, exact, listing
from graphgames.reference.weights import (
    Brackets,
    Edge,
    guaranteed,
    nobody_moves_for_chance,
    winner_has_the_threshold,
)


class Discounted(Brackets):
    """Who wins, the moves, and the bracket of each value; the discount of each edge."""

    objectives = ("discounted",)

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers)
        if self.stuck_loses and [] in self.after:
            raise RefusedError("in a discounted game a play that stops has a value")
        edges, given = range(len(game.tail)), game.data.given.get("discount")
        one = None if isinstance(given, list) else game.data.take("discount", exact)
        self.by_edge = game.data.take("discount", listing(exact, len(edges))) if one is None else [one for _ in edges]
        self.one, self.of_loop = one, 0 if one is None else one  # where each edge has its own, a dead end counts once

    def discount(self, edge: Edge) -> Exact:
        """Return the discount of an edge."""
        return self.of_loop if edge.number is None else self.by_edge[edge.number]

    def staying(self) -> list[set[int]]:
        """Return in a list the set of vertices from where a play can stay for ever on edges with the discount 1."""
        if self.one is not None and self.one != 1:
            return [set()]
        stay = {v for v in self.vertices if all(self.discount(edge) == 1 for edge in self.edges[v])}
        while leave := {v for v in stay if any(edge.head not in stay for edge in self.edges[v])}:
            stay -= leave
        return [stay]


def discounts_are_below_one(c: Discounted, v: int) -> bool:
    """Discounts are at least 0 and below 1; those of chance may be 1."""
    discounts = [c.discount(edge) for edge in c.edges[v]]
    return all(0 <= d.numerator < d.denominator or (d == 1 and c.owner[v] == CHANCE) for d in discounts)


def all_is_discounted_in_the_end(c: Discounted, stay: object) -> bool:
    """There is no set of vertices where chance moves for ever with the discount 1."""
    return not stay


def kept(c: Discounted, v: int, player: int, end: list[Exact]) -> bool:
    """Return whether no step from v is worth less to a player than the end that he is promised.

    All is multiplied by the common denominators of the ends, of the discounts and of the chances: integers are quicker.
    """
    discounts, ends = [c.discount(edge) for edge in c.edges[v]], [end[w] for w in (v, *c.after[v])]
    parts, scale = (lcm(*{number.denominator for number in numbers}) for numbers in (discounts, ends))

    def scaled(number: Exact, common: int) -> int:
        return number.numerator * (common // number.denominator)

    unit, here = parts * scale, parts * scaled(end[v], scale)

    def gain(e: Edge) -> int:
        return unit * e.weight + scaled(c.discount(e), parts) * scaled(end[e.head], scale) - here

    def enough(number: int) -> bool:
        return number >= 0 if player == 0 else number <= 0

    if c.owner[v] == CHANCE:
        return enough(sum(c.game.share[e] * gain(edge) for e, edge in zip(c.game.out[v], c.edges[v], strict=True)))
    return guaranteed(c, v, player, lambda edge: enough(gain(edge)))


def no_step_is_worth_more(c: Discounted, v: int) -> bool:
    """Player 1's move, all of player 0's, and the mean of chance, are worth at most high."""
    return kept(c, v, 1, c.high)


def no_step_is_worth_less(c: Discounted, v: int) -> bool:
    """Player 0's move, all of player 1's, and the mean of chance, are worth at least low."""
    return kept(c, v, 0, c.low)


KIND = Kind(
    Discounted,
    "the value of each vertex or the bracket around it, who wins by the threshold, and both players' moves",
    {
        "vertices": (discounts_are_below_one, nobody_moves_for_chance, winner_has_the_threshold),
        "staying": (all_is_discounted_in_the_end,),
        "vertices again": (no_step_is_worth_more, no_step_is_worth_less),
    },
)
