"""Small games with weights, and what can be claimed of them: whatever the checkers accept is true, moves included.

The games have one or two vertices, with every way of owners, edges, dead ends and small weights, and weights at the
ends of 64 bits. A claim is the solution of one of the solvers, or numbers made up, with entries replaced by others of a
grid: infinities, the numbers next to the cap, to the largest weight and to what is true, and indices out of range by
one. The truth is that of `tests.naive_weighted`, which knows no certificate: a move is true if the values stay the same
where its player can make no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, product
from math import gcd
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.certificates import EnergyBounds, GainBias, MeanPotentials
from graphgames.core.value import INFINITY
from tests import naive_weighted as naive
from tests.share import cases, share

ENDS = (-(2**63), 2**63 - 1, 2**62)
SMALL = (-2, -1, 0, 1)
Edges = tuple[tuple[int, int, int], ...]
"""Tails, heads and weights."""


@dataclass(frozen=True)
class Truth:
    """The values of a game by the definitions, and which moves keep them."""

    game: gg.Game

    @cached_property
    def known(self) -> dict[tuple[int, ...], list[Any]]:
        """The values that were looked for already, by the moves."""
        return {}

    def values(self, moves: Sequence[int] = ()) -> list[Any]:
        """Return the values if players make these moves; all where there is -1."""
        if tuple(moves) not in self.known:
            self.known[*moves] = self._values(moves)
        return self.known[*moves]

    def _values(self, moves: Sequence[int]) -> list[Any]:
        arena, objective = self.game.arena, self.game.objective
        owner = [int(one) for one in arena.owner]  # type: ignore[union-attr]
        weights: list[int] = [int(one) for one in objective.weight]  # type: ignore[attr-defined]
        rows = [(u, w, x) for (u, w), x in zip(arena.edges(), weights, strict=True)]
        rows = [(u, w, x) for u, w, x in rows if not len(moves) or moves[u] in (-1, w)]
        stuck = set(range(arena.n)) - {u for u, _, _ in rows}
        lost = stuck if objective.dead_ends == "lose" else set()  # type: ignore[attr-defined]
        rows = sorted([*rows, *((v, v, owner[v] - 1 if v in lost else 0) for v in stuck)])
        closed = gg.Arena.from_edges([(u, w) for u, w, _ in rows], n=arena.n, owner=owner)
        by_edge = [x for _, _, x in rows]
        match objective:
            case gg.Energy(cap=None):
                return naive.least_credits(closed, by_edge)
            case gg.Energy(cap=cap):
                unit = gcd(*by_edge) or int(cap) or 1  # the least credits are multiples of it
                found = naive.capped_credits(closed, [x // unit for x in by_edge], int(cap) // unit)
                return [one if one == INFINITY else one * unit for one in found]
        of_cycle = naive.mean_payoff if isinstance(objective, gg.MeanPayoff) else naive.total_payoff

        def worth(way: list[int], cycle: list[int]) -> Any:
            v = rows[cycle[0]][0]
            if v in lost:
                return INFINITY if owner[v] else -INFINITY
            return of_cycle(by_edge, way, cycle)

        return naive.best(closed, worth)

    def contains(self, claim: gg.ArenaSolution) -> bool:
        """Return whether everything that a claim shows is true."""
        arena, moves = self.game.arena, claim.strategy.moves.tolist()
        edges, true = set(arena.edges()), self.values()
        if claim.numbers.tolist() != true or any(w >= 0 and (v, w) not in edges for v, w in enumerate(moves)):  # type: ignore[union-attr]
            return False
        threshold = getattr(self.game.objective, "threshold", None)
        short = [x == INFINITY if threshold is None else x < threshold for x in true]
        own = [[w if arena.owner[v] == player else -1 for v, w in enumerate(moves)] for player in (0, 1)]  # type: ignore[index]
        return claim.winner.tolist() == short and all(self.values(one) == true for one in own)


def objectives(weights: list[int]) -> Iterator[gg.Objective]:
    for dead_ends in ("stay", "lose"):
        yield gg.MeanPayoff(weights, dead_ends=dead_ends)
        yield gg.TotalPayoff(weights, dead_ends=dead_ends)
        for cap in (None, 0, 1, 2, 3):
            yield gg.Energy(weights, dead_ends=dead_ends, cap=cap)


def games(n: int, weights: Sequence[int]) -> list[tuple[Edges, tuple[int, ...]]]:
    """Return the edges and owners of all games of one vertex, with parallel loops, or two, each up to symmetry."""
    pairs = list(product(range(n), repeat=2)) * (2 if n == 1 else 1)
    found: set[tuple[Edges, tuple[int, ...]]] = set()
    for chosen in product((None, *weights), repeat=len(pairs)):
        edges: Edges = tuple(sorted((u, w, x) for (u, w), x in zip(pairs, chosen, strict=True) if x is not None))
        for owner in product((0, 1), repeat=n):
            swapped: Edges = tuple(sorted((n - 1 - u, n - 1 - w, x) for u, w, x in edges))
            found.add(min((edges, owner), (swapped, owner[::-1])))
    return sorted(found)


def made(edges: Edges, owner: Sequence[int]) -> Iterator[gg.Game]:
    """Yield the games on an arena."""
    arena = gg.Arena.from_edges([(u, w) for u, w, _ in edges], n=len(owner), owner=list(owner))
    for objective in objectives([x for _, _, x in edges]):
        yield gg.Game(arena, objective)


def solvers(game: gg.Game) -> list[str]:
    """Return the solvers of a game, without those that count one by one where that is far."""
    sizes = {abs(x) for x in game.objective.weight.tolist()} - {0}  # type: ignore[attr-defined]
    far = {"credit-measures"} if max(sizes, default=0) > 100 else set()
    return [one.name for one in fitting(game.objective.name) if one.name not in far]


def proofs(game: gg.Game) -> Iterator[gg.ArenaSolution]:
    """Yield the solutions by all solvers, which are true, and one with another kind of certificate."""
    n, zeros = game.arena.n, np.zeros(game.arena.n, np.int64)
    for solver in solvers(game):
        yield gg.solve(game, solver=solver)
    if isinstance(game.objective, gg.MeanPayoff):
        yield replace(gg.solve(game), proof=GainBias(zeros.astype(object)))
        yield replace(gg.solve(game), proof=MeanPotentials(zeros, zeros))
    if isinstance(game.objective, gg.Energy):
        yield replace(gg.solve(game), proof=EnergyBounds(n + 1, zeros))


class Liar:
    """Makes claims of a game by replacing entries of a solution with entries of a grid, each as likely as given."""

    def __init__(self, rng: np.random.Generator, right: gg.ArenaSolution, often: float):
        self.rng, self.right, self.often = rng, right, often
        game = right.problem
        sizes = [abs(int(x)) for x in game.objective.weight]  # type: ignore[attr-defined]
        cap, most = getattr(game.objective, "cap", None) or 0, max(sizes, default=0)
        near = {x + d for x in (0, cap, most, sum(sizes), -most) for d in (-1, 0, 1)}
        self.numbers = sorted(near | {x for x in (2**62, 2**63, 2**64) if most > 2**60})
        self.infinite: list[Any] = [INFINITY, -INFINITY]

    def entry(self, given: Any, others: Sequence[Any], steps: Sequence[int] = ()) -> Any:
        """Return an entry or, as often as said, another one: of a list, or larger by a step."""
        if self.rng.random() > self.often:
            return given
        near = [given + step for step in steps] if given not in self.infinite else []
        pool = [*others, *near, *near]
        return pool[int(self.rng.integers(len(pool)))]

    def row(self, given: Any, others: Sequence[Any], steps: Sequence[int] = ()) -> Any:
        """Return an array with other entries."""
        entries = [self.entry(one, others, steps) for one in given.tolist()]
        array = np.empty(len(entries), object)
        array[:] = entries
        return array

    def field(self, given: Any) -> Any:
        """Return another value of a field of a certificate."""
        if isinstance(given, tuple) and isinstance(given[0] if given else 0, np.ndarray):
            return tuple(map(self.field, given))
        if isinstance(given, tuple):
            return tuple(self.entry(one, [*self.infinite, *self.numbers], (-1, 1)) for one in given)
        if isinstance(given, np.ndarray):
            return self.row(given, self.numbers, (-3, -2, -1, 1, 2, 3))
        return self.entry(given, (-1, 0, 1, 2, 3))

    def every_move(self) -> Iterator[gg.ArenaSolution]:
        """Yield the solution with all moves that there could be, and some that there could not."""
        for moves in product(range(-1, self.right.arena.n + 1), repeat=self.right.arena.n):
            yield replace(self.right, strategy=gg.Strategy(np.array(moves, np.int32)))

    def every_value(self) -> Iterator[gg.ArenaSolution]:
        """Yield the solution with all values of the grid at each vertex."""
        for v, given in enumerate(self.right.numbers.tolist()):  # type: ignore[union-attr]
            for value in [*self.infinite, *self.numbers]:
                if value != given:
                    values, winner = self.right.numbers.copy(), self.right.winner.copy()  # type: ignore[union-attr]
                    values[v], winner[v] = value, self.loses(value)
                    yield replace(self.right, numbers=values, winner=winner)

    def loses(self, value: Any) -> bool:
        """Return whether player 0 loses with a value."""
        threshold = getattr(self.right.problem.objective, "threshold", None)
        return bool(value in self.infinite if threshold is None else value < threshold)

    def claim(self) -> gg.ArenaSolution:
        """Return a claim."""
        right, n = self.right, self.right.arena.n
        values = self.row(right.numbers, [*self.infinite, *self.numbers, Fraction(1, 2)], (-1, 1))
        moves = self.row(right.strategy.moves, range(-1, n + 1))
        winner = [self.loses(x) for x in values.tolist()]
        certificate: Any = right.certificate
        entries = {one.name: self.field(getattr(certificate, one.name)) for one in fields(certificate)}
        if "vertex" in entries and self.rng.random() < self.often:
            steps = int(self.rng.integers(len(entries["vertex"]) + 1))
            entries = {name: row[:steps] + row[: int(self.rng.integers(4))] for name, row in entries.items()}
            entries = {name: row[: min(map(len, entries.values()))] for name, row in entries.items()}
        return replace(
            right,
            winner=self.row(np.array(winner, np.int64), (0, 1)).astype(np.uint8),
            strategy=gg.Strategy(moves.astype(np.int32)),
            numbers=values,
            proof=type(certificate)(**entries),
        )


def attack(rng: np.random.Generator, game: gg.Game, claims: int) -> tuple[int, int]:
    """Make claims about a game by each proof; return how many there were, and how many were accepted, all true."""
    truth, made, accepted = Truth(game), 0, 0
    for right in proofs(game):
        liars = [Liar(rng, right, often) for often in (0.1, 0.3, 0.7)]
        for claim in chain(
            liars[0].every_move(), liars[0].every_value(), (liar.claim() for liar in liars for _ in range(claims))
        ):
            made += 1
            if gg.verify(claim):
                accepted += 1
                assert truth.contains(claim), (list(game.arena.edges()), game.objective, claim.to_dict(), claim.proof)
    return made, accepted


@pytest.mark.slow
def test_the_solvers_say_what_is_true() -> None:
    """In one vertex and in two, with weights at the ends of 64 bits; the checker believes all of it."""
    rng = np.random.default_rng(1)
    some = games(1, (*SMALL, *ENDS)) + games(2, (*SMALL, *ENDS))
    for k in rng.choice(len(some), cases(8, 1), replace=False).tolist():
        for game in made(*some[k]):
            for solver in solvers(game):
                solution = gg.solve(game, solver=solver)
                assert Truth(game).contains(solution) and gg.verify(solution), (game.objective, solution.to_dict())


@pytest.mark.slow
@pytest.mark.parametrize(("n", "weights"), [(1, (*SMALL, *ENDS)), (2, SMALL), (2, (*ENDS, -1, 1))])
def test_what_is_accepted_is_true(n: int, weights: Sequence[int]) -> None:
    rng = np.random.default_rng(n)
    some, accepted = games(n, weights), 0
    for k in rng.choice(len(some), 3 - n, replace=False).tolist():
        for game in share(made(*some[k]), 1, least=4):
            accepted += attack(rng, game, 1)[1]
    assert accepted > 20


@pytest.mark.nightly
@pytest.mark.parametrize(("n", "weights"), [(1, (*SMALL, *ENDS)), (2, (-1, 1))])
def test_what_is_accepted_of_all_games_is_true(n: int, weights: Sequence[int]) -> None:
    """About 300,000 claims, in some minutes."""
    rng, claims, accepted = np.random.default_rng(3), 0, 0
    for edges, owner in games(n, weights):
        for game in made(edges, owner):
            some, good = attack(rng, game, 4)
            claims, accepted = claims + some, accepted + good
    assert claims > 50_000 and accepted > claims / 20
