"""Games with weights on their edges: what all kinds of certificates for them share.

Weights are exact; here they are integers, all multiplied by their common denominator. A play that comes to a dead end
stays there: each step counts the weight of the vertex, or 0; or, where the game says so, who cannot move loses.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, NamedTuple

from graphgames.reference.arena_game import CHANCE, DRAW, Claim, Game
from graphgames.reference.reading import Exact, Fields, Infinite, Reader, RefusedError, bracket, choice, exact, listing


class Edge(NamedTuple):
    """An edge out of a vertex, or the loop at a dead end, whose number is -1."""

    head: int
    weight: int
    likely: Exact
    number: int


class Weighted(Claim):
    """A claim about a game with weights: values, and moves of both players."""

    def __init__(self, game: Game, answers: Fields, value: Reader[Any]):
        super().__init__(game, answers, value)
        if self.value is None:
            raise RefusedError("the solution shows no values, and they are what the certificate is about")
        data, edges = game.data, len(game.tail)
        self.stuck_loses = data.maybe("dead_ends", choice("stay", "lose"), "stay") == "lose"
        of_loop: list[Exact] = [0] * game.n
        if "weight" in data:
            of_edge = data.take("weight", listing(exact, edges))
        else:
            of_loop = data.take("vertex_weight", listing(exact, game.n))
            of_edge = [of_loop[v] for v in game.tail]
        if self.stuck_loses:
            most = 1 + max((max(weight, -weight) for weight in of_edge), default=0)
            of_loop = [-most if owner == 0 else most for owner in self.owner]
        stuck = [v for v in self.vertices if not self.after[v]]
        used = of_edge + [of_loop[v] for v in stuck]
        self.denominator = lcm(*(weight.denominator for weight in used))
        self.edges: list[list[Edge]] = [[] for _ in self.vertices]
        for e, (v, w) in enumerate(zip(game.tail, game.head, strict=True)):
            self.edges[v].append(Edge(w, int(of_edge[e] * self.denominator), game.likely[e], e))
        for v in stuck:
            self.edges[v].append(Edge(v, int(of_loop[v] * self.denominator), 0, -1))

    def whole(self, value: Exact) -> int:
        """Return a value for the integer weights; it must be an integer."""
        scaled = value * self.denominator
        if scaled.denominator != 1:
            raise RefusedError(f"the value {value} is not a multiple of 1/{self.denominator}")
        return int(scaled)


def guaranteed(c: Weighted, v: int, player: int, good: Callable[[Edge], bool]) -> bool:
    """Return whether a player can only take good edges from v: by the strategy's move, or whatever the other does.

    Of parallel edges whoever moves takes the best.
    """
    if c.owner[v] != player:
        return all(good(edge) for edge in c.edges[v])
    move = c.move[v] if c.after[v] else v
    return any(good(edge) for edge in c.edges[v] if edge.head == move)


def mean(c: Weighted, v: int, value: Callable[[Edge], Exact]) -> Exact:
    """Return the mean of what the edges are worth by which chance moves from v."""
    return sum((edge.likely * value(edge) for edge in c.edges[v]), 0)


def sign(value: Exact | Infinite) -> int:
    """Return 1 and -1 for the infinities, 0 for a number."""
    return {Infinite.PLUS: 1, Infinite.MINUS: -1}[value] if isinstance(value, Infinite) else 0


def read_threshold(c: Claim) -> Exact:
    """Return the value that player 0 needs to win."""
    zero: Exact = 0
    return c.game.data.maybe("threshold", exact, zero)


def winner_has_the_threshold(c: Brackets, v: int) -> bool:
    """Player 0 wins where the value is at least the threshold, player 1 where it is less; 2 where a bracket leaves that
    open.
    """
    return c.winner[v] == (0 if c.low[v] >= c.threshold else 1 if c.high[v] < c.threshold else DRAW)


class Brackets(Weighted):
    """A claim that the values, for the integer weights, lie between two finite ends, and where chance may move."""

    with_chance = True
    undecided_by_chance = True

    def __init__(self, game: Game, answers: Fields):
        super().__init__(game, answers, bracket)
        self.threshold = read_threshold(self) * self.denominator
        self.low, self.high = ([self.finite(pair[end]) for pair in self.value or ()] for end in (0, 1))

    def finite(self, value: Exact | Infinite) -> Exact:
        """Return a value for the integer weights; it must be finite."""
        if isinstance(value, Infinite):
            raise RefusedError("a value is infinite")
        return value if self.denominator == 1 else value * self.denominator


def nobody_moves_for_chance(c: Weighted, v: int) -> bool:
    """The strategy has a move, along an edge, where a player is to move and can, and nowhere else."""
    return c.move[v] in c.after[v] if c.after[v] and c.owner[v] != CHANCE else c.move[v] is None
