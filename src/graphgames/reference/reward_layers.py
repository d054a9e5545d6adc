"""``reward-layers``: expected rewards that count only if the target is reached, a layer for each amount collected so
far.

Rewards are whole multiples of a unit. The value for a vertex v and an amount x already collected lies between low(v, x)
and high(v, x). Each is a table up to a bound B, and grows from there on by a slope for each unit more. So two numbers
stand for all amounts from B on, the one at B and the slope: if an edge is worth no less by both, it is for all of them.

*Not more than high.* Let Min keep to his moves. High is nowhere negative, at the target what was collected, and nowhere
less than what the next step is worth; the value is the least of which that is true.

*Not less than low, below the bound*, if it is right beyond. As for the probability to reach a target: low exceeds the
value by most on a set that the play does not leave, where each step keeps low; there the rank falls for ever, since
where something is collected the amount rises.

*Not less than low, from the bound on.* From wherever low has a positive slope, Max can reach the target with a
probability of at least some c > 0 (the reach rank, the number of steps that takes, falls). So the value is at least
some part k of low, the largest such k. Let Max make her moves until the amount exceeds a large K, and then go for the
target. In any n steps all of which keep low the play ends with some probability, since ranks fall. So a play that comes
to K has made a number of steps that raise the mean of low in proportion to K, unless its probability falls
exponentially with K; each raises it by at least some constant. So the mean of low where the play comes to K is at most
a constant times what such steps brought. From this follows that the value is at least k' low with a k' > k, if k < 1;
and so k is 1.

*Infinite values.* Max collects for ever with positive probability, as for ``reward-ranks``, and may go to the target
from wherever she is, once she has collected as much as she likes.

The file is long, since each number stands for all amounts beyond a bound, too, and is compared twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm

from graphgames.reference.arena import CHANCE, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import (
    Exact,
    Fields,
    Infinite,
    RefusedError,
    anything,
    bracket,
    integer,
    listing,
    rank,
)
from graphgames.reference.reward_ranks import (
    Rewards,
    Shares,
    compared,
    infinite_values_stay,
    mean,
    players_have_moves,
    reward,
    winners_are_right,
)

Pair = tuple[int, int]
"""How two numbers compare: 1, 0 or -1 at the amount, and by the slopes from the bound on, else 0."""


class Side:
    """One end of the brackets: a row of numbers for each amount up to the bound, and the slopes."""

    def __init__(self, rows: list[list[Exact]], slope: list[Exact]):
        self.rows, self.slope, self.bound = rows, slope, len(rows) - 1

    def at(self, v: int, amount: int) -> Exact:
        """Return the number of a vertex once an amount has been collected."""
        if amount <= self.bound:
            return self.rows[amount][v]
        return self.rows[-1][v] + (amount - self.bound) * self.slope[v]


class Layers(Rewards):
    """The same as for ``reward-ranks``, with numbers, moves and ranks for each amount; 0 for infinite values."""

    conventions = ("zero",)

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, proof)
        n, scale = game.n, lcm(*(one.denominator for one in self.reward))
        self.unit = Fraction(gcd(*(int(one * scale) for one in self.reward)) or 1, scale)
        self.amount = [int(one / self.unit) for one in self.reward]
        self.reach_rank = proof.take("reach_rank", listing(rank, n))
        slope = self.read_row(proof.take("slope", listing(bracket, n)))
        layers = proof.take("layers", listing(listing(anything, 3)))  # for each amount: values, moves, ranks
        if len(layers) < 2:
            raise RefusedError("the certificate has less than two layers")
        rows = [self.read_row(listing(bracket, n)(layer[0], "the values of a layer")) for layer in layers]
        self.moves = [listing(integer(-1, n - 1), n)(layer[1], "the moves of a layer") for layer in layers]
        self.ranks = [listing(rank, n)(layer[2], "the ranks of a layer") for layer in layers]
        self.bound = len(layers) - 1
        self.below, self.above = (
            Side([[pair[end] for pair in row] for row in rows], [pair[end] for pair in slope]) for end in (0, 1)
        )
        self.going = {v for v in self.vertices if not self.over(v) and not self.infinite[v]}

    def read_row(self, pairs: list[tuple[Exact | Infinite, Exact | Infinite]]) -> list[tuple[Exact, Exact]]:
        """Return the brackets of the vertices, 0 where the value is infinite."""
        zero = (0, 0)
        return [zero if self.infinite[v] else self.finite(pair) for v, pair in enumerate(pairs)]

    def finite(self, pair: tuple[Exact | Infinite, Exact | Infinite]) -> tuple[Exact, Exact]:
        """Return a bracket whose ends must be finite and not negative."""
        if Infinite.PLUS in pair:
            raise RefusedError("a layer has an infinite number where the value is finite")
        return reward(pair[0]), reward(pair[1])

    def situations(self) -> Iterator[tuple[int, int]]:
        """Yield each vertex where the play goes on for a finite value, with each amount up to the bound."""
        return ((v, x) for x in range(self.bound + 1) for v in self.going)

    def gained(self, side: Side, v: int, x: int, shares: Shares) -> Pair:
        """Return how what happens at v compares with v on average; what leads to an infinite value is worth more."""
        head = self.game.head
        if any(self.infinite[head[e]] for e, _ in shares):
            return (1, 1)
        at = compared(mean(shares, lambda e: side.at(head[e], x + self.amount[e])), side.at(v, x))
        if x < self.bound:
            return at, 0
        return at, compared(mean(shares, lambda e: side.slope[head[e]]), side.slope[v])


def values_are_of_the_first_layer(c: Layers, v: int) -> bool:
    """A finite value, and the move, are those of a play in which nothing has been collected."""
    move = None if c.moves[0][v] == -1 else c.moves[0][v]
    first = (c.below.rows[0][v] * c.unit, c.above.rows[0][v] * c.unit)
    return c.infinite[v] or (first == (c.low[v], c.high[v]) and c.move[v] == move)


def ends_are_right(c: Layers, v: int) -> bool:
    """The target is worth what was collected, and another end nothing."""
    gained = 1 if v in c.target else 0
    return not c.over(v) or all(
        side.slope[v] == gained and all(side.rows[x][v] == x * gained for x in range(c.bound + 1))
        for side in (c.below, c.above)
    )


def reach_ranks_are_right(c: Layers, v: int) -> bool:
    """Where there is a reach rank, and where the value is infinite or low has a slope, an edge leads to a smaller one,
    all edges where Min moves; reach ranks are at least 0 there.
    """
    if v in c.target or not (c.reach_rank[v] >= 0 or c.infinite[v] or c.below.slope[v] > 0):
        return True
    nearer = [0 <= c.reach_rank[w] < c.reach_rank[v] for w in c.after[v]]
    return all(nearer) and nearer != [] if c.owner[v] == 1 else any(nearer)


def moves_stand_where_needed(c: Layers, v: int) -> bool:
    """For each amount a move, along an edge, stands where a player is to move for a finite value, and nowhere else."""
    needed = v in c.going and c.owner[v] != CHANCE
    return all(moves[v] in c.after[v] if needed else moves[v] == -1 for moves in c.moves)


def high_is_enough(c: Layers, place: tuple[int, int]) -> bool:
    """For each amount no step is worth more than high: Min's move, all of Max's, and the mean of chance."""
    v, x = place
    return c.goes(v, 1, c.moves[x][v], lambda shares: max(c.gained(c.above, v, x, shares)) <= 0)


def low_is_kept(c: Layers, place: tuple[int, int]) -> bool:
    """For each amount no step is worth less than low: all of Min's, and the mean of chance."""
    v, x = place
    return c.owner[v] == 0 or c.goes(v, 0, None, lambda shares: min(c.gained(c.below, v, x, shares)) >= 0)


def progress_is_made(c: Layers, place: tuple[int, int]) -> bool:
    """Where low is positive, Max's move is worth at least low; what is worth just that collects something, or lowers
    the rank: her move, all of Min's, and where chance moves some edge. From the bound on, low is positive with its
    slope.
    """
    v, x = place
    if c.below.slope[v] == 0 if x == c.bound else c.below.rows[x][v] == 0:
        return c.below.rows[x][v] == 0

    def falls(e: int) -> bool:
        return (c.amount[e] > 0 and x < c.bound) or c.ranks[x][c.game.head[e]] < c.ranks[x][v]

    def good(shares: Shares) -> bool:
        at, slope = c.gained(c.below, v, x, shares)
        return slope >= 0 and (at > 0 or (at == 0 and any(falls(e) for e, _ in shares)))

    return c.goes(v, 0, c.moves[x][v], good)


KIND = Kind(
    Layers,
    "the expected reward at each vertex or the bracket around it, and both players' moves for each amount collected",
    {
        "vertices": (
            players_have_moves,
            winners_are_right,
            values_are_of_the_first_layer,
            ends_are_right,
            reach_ranks_are_right,
            infinite_values_stay,
            moves_stand_where_needed,
        ),
        "situations": (high_is_enough, low_is_kept, progress_is_made),
    },
)
