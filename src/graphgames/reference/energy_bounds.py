"""``energy-bounds``: energy games without a cap.

*A credit suffices.* While player 0 keeps to her moves the energy is at least the credit of the vertex where the play
is: what is left after a move is at least the credit there. So it never falls below 0.

*Less does not.* Let the play begin with an energy x below the credit, and let player 1 keep to his moves. The bound
less the scale times the energy is positive at first, for x is at most the credit less one. It rises at every step; and
the bound of the vertex is positive as long as the energy is not negative, so the condition keeps holding. It cannot
rise for ever: the bounds are finitely many, and the energy would not be negative. So the energy falls below 0.
From an infinite credit the play never comes to a finite one, and the same holds for every x. Where it comes from a
finite credit to an infinite one, no energy is enough.
"""

from __future__ import annotations

from graphgames.reference.arena_game import Game, moves_are_edges
from graphgames.reference.kind import Kind
from graphgames.reference.reading import (
    Exact,
    Fields,
    Infinite,
    RefusedError,
    exact,
    extended,
    integer,
    listing,
    optional,
    whole,
)
from graphgames.reference.weights import Edge, Weighted, guaranteed


class Credits(Weighted):
    """Who wins, the moves, and the least credit of each vertex, None where it is infinite."""

    objectives = ("energy",)

    def __init__(self, game: Game, answers: Fields):
        super().__init__(game, answers, extended)
        cap = game.data.maybe("cap", optional(exact), None)
        self.cap = None if cap is None else int(cap * self.denominator // 1)
        self.credit = [self.credit_of(value) for value in self.value or ()]

    def credit_of(self, value: Exact | Infinite) -> int | None:
        """Return a credit for the integer weights."""
        if isinstance(value, Infinite):
            if value is Infinite.MINUS:
                raise RefusedError("a credit is minus infinity")
            return None
        credit = self.whole(value)
        if credit < 0 or (self.cap is not None and credit > self.cap):
            raise RefusedError(f"a credit is {value}; expected 0 or more, and no more than can be stored")
        return credit


class Bounds(Credits):
    """The same, with the bounds."""

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers)
        if self.cap is not None:
            raise RefusedError("the certificate proves nothing about a game with a cap")
        self.scale = read_scale(proof)
        self.bound = proof.take("bound", listing(whole, game.n))


def read_scale(proof: Fields) -> int:
    """Return the scale of a certificate, a positive integer."""
    return integer(1)(proof.take("scale", whole), "the scale")


def winner_has_a_credit(c: Credits, v: int) -> bool:
    """Player 0 wins where the credit is finite, player 1 where it is infinite."""
    return c.winner[v] == (1 if c.credit[v] is None else 0)


def credits_suffice(c: Credits, v: int) -> bool:
    """Player 0's move, and every move of player 1, leaves at least the credit of the next vertex."""
    credit = c.credit[v]

    def enough(e: Edge) -> bool:
        after = c.credit[e.head]
        return credit is not None and after is not None and credit + e.weight >= after

    return credit is None or guaranteed(c, v, 0, enough)


def credits_are_least(c: Bounds, v: int) -> bool:
    """Where the credit is positive, the bound is above the scale times one less."""
    credit = c.credit[v]
    return not credit or c.bound[v] > c.scale * (credit - 1)


def bounds_rise(c: Bounds, v: int) -> bool:
    """Where the bound is positive or the credit infinite, player 1's move and all of player 0's raise the bound by more
    than the scale times the weight, or lead from a finite credit to an infinite one; never from infinite to finite.
    """

    def good(e: Edge) -> bool:
        rises = c.bound[v] < c.bound[e.head] - c.scale * e.weight
        if c.credit[v] is None:
            return c.credit[e.head] is None and rises
        return c.credit[e.head] is None or rises

    return (c.credit[v] is not None and c.bound[v] <= 0) or guaranteed(c, v, 1, good)


PROVES = "the least credit of each vertex, infinite where player 1 wins, and the moves by which the players keep it so"
KIND = Kind(
    Bounds,
    PROVES,
    {"vertices": (moves_are_edges, winner_has_a_credit, credits_suffice, credits_are_least, bounds_rise)},
)
