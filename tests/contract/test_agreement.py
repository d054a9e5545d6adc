"""Every solver in the table, on every small arena and on random ones, against the definitions and the verifier."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.catalogue.rows import Solver
from tests import naive
from tests.arenas import every_arena, random_arena, random_mask
from tests.games.buchi.oracle import coloured
from tests.games.lastmove.oracle import won_ends
from tests.oracles import oracle
from tests.share import cases, share

MASKED: dict[str, Callable[..., gg.Objective]] = {
    "reach": gg.Reach,
    "safe": gg.Safe,
    "buchi": gg.Buchi,
    "cobuchi": gg.CoBuchi,
}
PLAYED: dict[str, Callable[[], gg.Objective]] = {"normal": gg.NormalPlay, "misere": gg.MiserePlay}
PAIRS = [(entry, kind) for kind in (*MASKED, *PLAYED) for entry in fitting(kind)]
GREEN_PAIRS = [(entry, kind) for entry, kind in PAIRS if kind in ("buchi", "cobuchi")]


def named(value: object) -> str:
    return value.name if isinstance(value, Solver) else str(value)


def masks(n: int) -> Iterator[NDArray[np.bool_]]:
    return (np.array([bool(bits >> v & 1) for v in range(n)], np.bool_) for bits in range(1 << n))


def small_games(kind: str, part: float) -> Iterator[gg.Game]:
    """A share of all games of up to three vertices; only what is in it is made."""
    return (gg.Game(arena, objective(data)) for arena, objective, data in share(small(kind), part))


def small(kind: str) -> Iterator[tuple[gg.Arena, Callable[..., gg.Objective], Any]]:
    """Every small game: its arena, its objective and what this is made of."""
    finite = kind not in ("buchi", "cobuchi")
    for n in range(4):
        if kind in PLAYED:
            for owned in (False, True):
                for arena in every_arena(n, owned, dead_ends=True):
                    yield arena, lambda nothing: PLAYED[kind](), None
                    ends = arena.dead_ends if kind == "normal" else arena.dead_ends[:0]
                    for count in range(1, ends.size + 1):
                        for won in combinations(ends, count):
                            yield arena, gg.NormalPlay, np.array(won)
        else:
            for arena in every_arena(n, dead_ends=finite):
                for mask in masks(n):
                    yield arena, MASKED[kind], mask


@cache
def solved_small_games(kind: str) -> list[tuple[gg.Game, list[Any]]]:
    return [(game, list(oracle(kind).answers(game))) for game in small_games(kind, 0.02)]


@cache
def solved_random_games(kind: str) -> list[tuple[gg.Game, list[Any]]]:
    return [(game, list(oracle(kind).answers(game))) for game in random_games(kind, cases(150, 0.4), seed=7)]


def random_games(kind: str, count: int, seed: int) -> Iterator[gg.Game]:
    rng = np.random.default_rng(seed)
    finite = kind not in ("buchi", "cobuchi")
    for i in range(count):
        n = int(rng.integers(1, 40))
        owned = kind not in PLAYED or i % 2 == 0
        arena = random_arena(rng, n, float(rng.choice([1.2, 1.6, 2.5])), owned, dead_ends=finite)
        mask = random_mask(rng, n, float(rng.choice([0.05, 0.2, 0.5])))
        if kind == "normal" and i % 3 == 0:
            yield gg.Game(arena, gg.NormalPlay(mask & (arena.out_degree == 0)))
        else:
            yield gg.Game(arena, PLAYED[kind]() if kind in PLAYED else MASKED[kind](mask))


def check_strategy(solution: gg.ArenaSolution) -> None:
    """The moves stand where the winner is to move, and what they leave has no cycle that the other wants."""
    arena, moves = solution.problem.arena, solution.strategy.moves.tolist()
    green, player = coloured(solution.problem)
    assert arena.owner is not None
    assert [move >= 0 for move in moves] == (arena.owner == solution.winner).tolist()
    for side in (0, 1):
        left = naive.follow(arena, set(solution.regions[side].tolist()), side, moves)
        if side == player:
            white = left.keys() - green
            assert not naive.on_cycles({v: [w for w in left[v] if w in white] for v in white})
        else:
            assert naive.on_cycles(left).isdisjoint(green)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize(("entry", "kind"), PAIRS, ids=named)
def test_every_small_game(entry: Solver, kind: str) -> None:
    solver = entry.load()
    for i, (game, expected) in enumerate(solved_small_games(kind)):
        solution = solver(game)
        assert solution.winner.tolist() == expected, list(game.arena.edges())
        if i % 40 == 0:
            assert gg.verify(solution), gg.verify(solution)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize(("entry", "kind"), PAIRS, ids=named)
def test_random_games(entry: Solver, kind: str) -> None:
    solver = entry.load()
    for game, expected in solved_random_games(kind):
        solution = solver(game)
        assert solution.solver == entry.name
        assert solution.winner.tolist() == expected
        assert gg.verify(solution), gg.verify(solution)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize(("entry", "kind"), GREEN_PAIRS, ids=named)
def test_strategies_win_by_definition(entry: Solver, kind: str) -> None:
    solver = entry.load()
    for game in small_games(kind, 0.01):
        check_strategy(solver(game))
    for game in random_games(kind, cases(60, 0.5), seed=11):
        check_strategy(solver(game))


@pytest.mark.parametrize(("entry", "kind"), PAIRS, ids=named)
def test_solvers_agree_on_larger_games(entry: Solver, kind: str) -> None:
    rng = np.random.default_rng(5)
    for degree, part in ((1.3, 0.02), (1.6, 0.1), (2.2, 0.01), (4.0, 0.3)):
        finite = kind not in ("buchi", "cobuchi")
        arena = random_arena(rng, 3000, degree, dead_ends=finite)
        mask = random_mask(rng, 3000, part)
        game = gg.Game(arena, PLAYED[kind]() if kind in PLAYED else MASKED[kind](mask))
        solution = entry.load()(game)
        default = gg.solve(game)
        assert np.array_equal(solution.winner, default.winner)
        assert gg.verify(solution), gg.verify(solution)
        if kind not in ("buchi", "cobuchi"):
            assert np.array_equal(solution.values, np.asarray(default.values))


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(PLAYED))
def test_remoteness_is_exact(kind: str) -> None:
    for game in (*random_games(kind, cases(100, 0.2), seed=3), *small_games(kind, 0.07)):
        solution = gg.solve(game)
        winner, remoteness = naive.retrograde(game.arena, won_ends(game))
        assert solution.values is not None
        assert (solution.winner.tolist(), solution.values.tolist()) == (winner, remoteness)


@pytest.mark.parametrize("kind", ["reach", "safe"])
def test_ranks_are_exact(kind: str) -> None:
    for game in random_games(kind, 100, seed=3):
        solution = gg.solve(game)
        player = int(kind == "safe")
        goal = game.objective.target if isinstance(game.objective, gg.Reach) else ~game.objective.safe  # type: ignore[attr-defined]
        ranks = naive.attractor(game.arena, set(np.flatnonzero(goal).tolist()), player)
        assert solution.values is not None
        assert solution.values.tolist() == [ranks.get(v, -1) for v in range(game.arena.n)]
