"""Expected rewards for each amount collected so far: what a certificate of ``reward-layers`` holds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm

from graphgames.reference.arena_game import Game
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
from graphgames.reference.reward_ranks import Rewards, Shares, compared, mean, reward

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
        rewards = [int(one * scale) for one in self.reward]
        units = gcd(*rewards) or 1
        self.unit = units if scale == 1 else Fraction(units, scale)
        self.amount = [one // units for one in rewards]
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
