"""``bellman-equations``: discounted payoff, where chance may move. A value is exact, or a bracket from low to high.

Let player 1 keep to his moves. No step is worth more than high then: its weight and the discounted high of the next
vertex, on average where chance moves. By induction neither are t steps with the discounted high where they lead. What
is discounted so often tends to 0, for the discounts are below 1, but perhaps on edges of chance, on which no play stays
for ever. So the play is worth at most high. With player 0's moves it is worth at least low, in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm

from graphgames.reference.arena_game import CHANCE, DRAW, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, Infinite, RefusedError, bracket, exact, listing, ratio
from graphgames.reference.weights import Weighted, guaranteed, nobody_moves_for_chance, read_threshold

Ratio = tuple[int, int]
"""A numerator and a denominator, perhaps not in lowest terms: of long numbers these take long to find."""


class Ratios:
    """Numbers of vertices or edges. All have one denominator where that is not much longer than each of their own."""

    def __init__(self, given: list[Ratio]):
        self.given, self.scale = given, 1
        bottoms = {bottom for _, bottom in given}
        longest = max(map(int.bit_length, bottoms), default=0)
        for bottom in bottoms:
            if self.scale.bit_length() <= 2 * longest:
                self.scale = lcm(self.scale, bottom)
        times = {bottom: self.scale // bottom for bottom in bottoms}
        self.alike = self.scale.bit_length() <= 2 * longest
        self.tops = [top * times[bottom] for top, bottom in given] if self.alike else []

    def over_one(self, some: Sequence[int]) -> tuple[int, list[int] | dict[int, int]]:
        """Return a common denominator of some of the numbers, and the numerators by these."""
        if self.alike:
            return self.scale, self.tops
        scale = lcm(*{self.given[k][1] for k in some})
        return scale, {k: self.given[k][0] * (scale // self.given[k][1]) for k in some}


class Discounted(Weighted):
    """Who wins, the moves, and the bracket of each value; the discount of each edge."""

    objectives = ("discounted",)
    with_chance = True
    undecided_by_chance = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, ratios)
        self.threshold = read_threshold(self)
        low, high = ([pair[end] for pair in self.value or ()] for end in (0, 1))
        self.exact, self.gains, self.low = low == high, cache(self.gained), Ratios(low)
        self.high = self.low if self.exact else Ratios(high)
        if game.model:  # whose states have values by name
            self.value = [(Fraction(*low), Fraction(*high)) for low, high in self.value or ()]
        if self.stuck_loses and [] in self.after:
            raise RefusedError("in a discounted game a play that stops has a value")
        edges, given = range(len(game.tail)), game.data.given.get("discount")
        one = None if isinstance(given, list) else game.data.take("discount", exact)
        by_edge = game.data.take("discount", listing(exact, len(edges))) if one is None else [one for _ in edges]
        self.one, of_loop = one, 0 if one is None else one  # where each edge has its own, a dead end counts once
        self.discount = Ratios([number.as_integer_ratio() for number in [*by_edge, of_loop]])

    def gained(self, v: int, player: int) -> dict[int, int]:
        """Return what the step along each edge from v is worth more than the end of the bracket at v, which promises
        high to player 1 and low to player 0, by the numbers of the edges.

        All is multiplied by the common denominators of the weights, of the ends, and of the discounts: integers are
        quicker.
        """
        if player and self.exact:
            return self.gains(v, 0)
        scale, tops = (self.high if player else self.low).over_one((v, *self.after[v]))
        parts, share = self.discount.over_one([edge.number for edge in self.edges[v]])
        unit, here = parts * scale, parts * self.denominator * tops[v]
        return {
            e.number: unit * e.weight + share[e.number] * self.denominator * tops[e.head] - here for e in self.edges[v]
        }

    def staying(self) -> list[set[int]]:
        """Return in a list the set of vertices from where a play can stay for ever on edges with the discount 1."""
        if self.one is not None and self.one != 1:
            return [set()]
        whole = [top == bottom for top, bottom in self.discount.given]
        stay = {v for v in self.vertices if all(whole[edge.number] for edge in self.edges[v])}
        while leave := {v for v in stay if any(edge.head not in stay for edge in self.edges[v])}:
            stay -= leave
        return [stay]


def ratios(given: object, where: str) -> tuple[Ratio, Ratio]:
    """Read the two finite ends of a bracket."""
    if isinstance(given, str) and (found := ratio(given)):
        return found, found
    low, high = bracket(given, where)
    if isinstance(low, Infinite) or isinstance(high, Infinite):
        raise RefusedError("a value is infinite")
    return low.as_integer_ratio(), high.as_integer_ratio()


def discounts_are_below_one(c: Discounted, v: int) -> bool:
    """Discounts are at least 0 and below 1; those of chance may be 1."""
    discounts = [c.discount.given[edge.number] for edge in c.edges[v]]
    return all(0 <= top < bottom or (top == bottom and c.owner[v] == CHANCE) for top, bottom in discounts)


def all_is_discounted_in_the_end(c: Discounted, stay: object) -> bool:
    """There is no set of vertices where chance moves for ever with the discount 1."""
    return not stay


def winner_has_the_threshold(c: Discounted, v: int) -> bool:
    """Player 0 wins where the value is at least the threshold, player 1 where it is less; 2 where a bracket leaves that
    open.
    """
    top, bottom = c.threshold.numerator, c.threshold.denominator
    low, high = (end * bottom >= top * below for end, below in (c.low.given[v], c.high.given[v]))
    return c.winner[v] == (0 if low else DRAW if high else 1)


def kept(c: Discounted, v: int, player: int) -> bool:
    """Return whether no step from v is worth less to a player than the end that he is promised."""
    gains = c.gains(v, player)

    def enough(number: int) -> bool:
        return number >= 0 if player == 0 else number <= 0

    if c.owner[v] == CHANCE:
        return enough(sum(c.game.share[e] * gains[e] for e in c.game.out[v]))
    return guaranteed(c, v, player, lambda edge: enough(gains[edge.number]))


def no_step_is_worth_more(c: Discounted, v: int) -> bool:
    """Player 1's move, all of player 0's, and the mean of chance, are worth at most high."""
    return kept(c, v, 1)


def no_step_is_worth_less(c: Discounted, v: int) -> bool:
    """Player 0's move, all of player 1's, and the mean of chance, are worth at least low."""
    return kept(c, v, 0)


KIND = Kind(
    Discounted,
    "the value of each vertex or the bracket around it, who wins by the threshold, and both players' moves",
    {
        "vertices": (discounts_are_below_one, nobody_moves_for_chance, winner_has_the_threshold),
        "staying": (all_is_discounted_in_the_end,),
        "vertices again": (no_step_is_worth_more, no_step_is_worth_less),
    },
)
