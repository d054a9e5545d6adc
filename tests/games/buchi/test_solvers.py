"""What is particular to one solver: its counts, the families that are hard for it, and the rule of the Green Game."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import BuchiLabels
from graphgames.games.buchi import families as hard
from graphgames.games.buchi.auto import buchi_auto
from tests import naive
from tests.arenas import Made, every_arena, random_arena, random_mask
from tests.share import cases, share


def boards(ours: int, theirs: int) -> Made[gg.Arena]:
    """Every board with so many fields of either player: bipartite, no dead ends."""

    def board(choice: tuple[list[int], ...]) -> gg.Arena:
        indptr = np.cumsum([0, *map(len, choice)])
        return gg.Arena(indptr, [w for ws in choice for w in ws], [0] * ours + [1] * theirs)

    first = [[ours + w for w in range(theirs) if mask >> w & 1] for mask in range(1, 1 << theirs)]
    second = [[w for w in range(ours) if mask >> w & 1] for mask in range(1, 1 << ours)]
    return Made(board, list(product(*[first] * ours, *[second] * theirs)))


def check_rule(arena: gg.Arena, colours: range) -> None:
    """Play to the first repetition and the solver's regions are the same, for each colouring."""
    for bits in colours:
        green = {v for v in range(arena.n) if bits >> v & 1}
        winner = gg.solve(gg.Game(arena, gg.Buchi(sorted(green)))).winner
        assert [naive.first_repetition(arena, green, 0, v) for v in range(arena.n)] == (winner == 0).tolist()


@pytest.mark.slow
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (1, 4), (4, 1)])
def test_rule_on_every_board_of_up_to_four_fields(ours: int, theirs: int) -> None:
    for arena in share(boards(ours, theirs), 1, least=8):
        check_rule(arena, range(1 << arena.n))


@pytest.mark.slow
@pytest.mark.parametrize(("ours", "theirs"), [(2, 3), (3, 2)])
def test_rule_on_every_board_of_five_fields(ours: int, theirs: int) -> None:
    """Every board with every colouring."""
    for arena in share(boards(ours, theirs), 0.04):
        check_rule(arena, range(32))


@pytest.mark.slow
def test_rule_on_every_small_arena() -> None:
    """Boards that are not bipartite, with self-loops."""
    for n in (1, 2, 3):
        arenas = every_arena(n)
        for i in share(range(len(arenas)), 0.3 if n == 3 else 1):
            check_rule(arenas[i], range(i % 2, 1 << n, 2 if n == 3 else 1))


@pytest.mark.slow
def test_rule_on_random_boards() -> None:
    rng = np.random.default_rng(2)
    for _ in range(200):
        arena = random_arena(rng, int(rng.integers(4, 8)), 1.6)
        check_rule(arena, range(int(rng.integers(1 << arena.n)), 1 << arena.n, 1 << arena.n))


@pytest.mark.parametrize("solver", ["buchi-auto", "buchi-traps", "buchi-lifting", "buchi-n2"])
@pytest.mark.parametrize("family", [hard.buchi_ladder, hard.buchi_descent])
@pytest.mark.parametrize("seed", [None, 1])
def test_hard_families(solver: str, family: object, seed: int | None) -> None:
    assert callable(family)
    game = family(200, seed)
    solution = gg.solve(game, solver=solver)
    assert solution.won == (0, game.arena.n)
    assert gg.verify(solution)
    assert max(solution.values) == 199


@pytest.mark.parametrize("family", [hard.buchi_ladder, hard.buchi_descent])
def test_traps_stay_linear_where_there_are_many_rounds(family: object) -> None:
    assert callable(family)
    game = family(20_000, 3)
    solution = gg.solve(game)
    assert solution.stats["rounds"] == 20_000
    assert solution.stats["edges"] < 20 * (game.arena.n + game.arena.m)


def test_auto_hands_over_when_its_budget_is_spent() -> None:
    game = hard.buchi_ladder(50)
    solution = buchi_auto(game, budget=300)
    assert (solution.stats["decided"], solution.solver) == ("buchi-n2", "buchi-auto")
    assert gg.verify(solution)


@pytest.mark.slow
def test_new_reasons_are_followed_through_vertices_of_both_players() -> None:
    """Long chains with branches: reasons are given up, mended, and found again."""
    rng = np.random.default_rng(9)
    for _ in range(cases(300, 1)):
        n = int(rng.integers(30, 120))
        arena = random_arena(rng, n, float(rng.choice([1.15, 1.3, 1.5])))
        game = gg.Game(arena, gg.Buchi(random_mask(rng, n, 0.15)))
        solution = gg.solve(game, solver="buchi-traps")
        assert np.array_equal(solution.winner, gg.solve(game, solver="buchi-n2").winner)
        assert gg.verify(solution)


def test_a_dense_game() -> None:
    rng = np.random.default_rng(4)
    arena = gg.Arena.from_edges([(u, w) for u in range(60) for w in range(60)], owner=rng.integers(0, 2, 60))
    game = gg.Game(arena, gg.CoBuchi([7]))
    for solver in ("buchi-traps", "buchi-lifting", "buchi-n2"):
        solution = gg.solve(game, solver=solver)
        assert solution.won == (60, 0) or solution.won == (0, 60)
        assert gg.verify(solution)


def test_a_path_of_many_vertices_needs_no_recursion() -> None:
    n = 200_000
    arena = gg.Arena(np.arange(n + 1), np.minimum(np.arange(1, n + 1), n - 1), np.arange(n) % 2)
    for objective in (gg.Buchi([n - 1]), gg.CoBuchi([n - 1]), gg.Buchi([0]), gg.CoBuchi([0])):
        assert gg.verify(gg.solve(gg.Game(arena, objective)))


def test_value_of_a_buchi_solution_is_alpha_or_beta() -> None:
    game = gg.Game(gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 3), (3, 3)], owner=[0, 0, 1, 1]), gg.Buchi([0, 2]))
    solution = gg.solve(game)
    assert solution.values is not None and solution.values.tolist() == [0, 1, 1, 0]
    assert isinstance(solution.certificate, BuchiLabels)
    assert (solution.certificate.alpha.tolist(), solution.certificate.beta.tolist()) == ([0, 1, -1, -1], [-1, -1, 1, 0])


def test_white_fields_before_the_foot_keep_beta() -> None:
    """On a white cycle nothing more can come: beta is the least there is, 0."""
    game = gg.Game(gg.Arena.from_edges([(0, 1), (1, 2), (2, 1)], owner=[0, 1, 0]), gg.Buchi([0]))
    assert np.asarray(gg.solve(game).values).tolist() == [1, 0, 0]


def descent_with_long_reasons(rungs: int, tail: int) -> gg.Game:
    """A descent whose every reason also holds a long white path to a green vertex that stays."""
    arena = hard.buchi_descent(rungs).arena
    n = arena.n
    between = n + np.arange(rungs)  # of player 1, between the chain and its green vertex
    path = n + rungs + np.arange(tail)
    heads = arena.successors.copy()
    heads[arena.indptr[3 * rungs : 4 * rungs]] = between
    tails = np.concatenate([arena.tails, between, between, path])
    heads = np.concatenate([heads, np.arange(rungs) * 3 + 2, np.full(rungs, path[0]), path[1:], path[-1:]])
    owner = np.concatenate([np.asarray(arena.owner), np.ones(rungs, np.uint8), np.zeros(tail, np.uint8)])
    return gg.Game(gg.Arena.from_arrays(tails, heads, owner=owner), gg.Buchi([*np.arange(rungs) * 3 + 2, path[-1]]))


@pytest.mark.parametrize("tail", [1, 250, 260, 600, 2000])
def test_reasons_of_any_length(tail: int) -> None:
    game = descent_with_long_reasons(400, tail)
    solution = gg.solve(game, solver="buchi-traps")
    assert np.array_equal(solution.winner, gg.solve(game, solver="buchi-lifting").winner)
    assert solution.stats["rounds"] == 400
    assert gg.verify(solution)


def test_reasons_too_long_to_follow() -> None:
    """Sparse arenas of thousands of vertices, where many reasons are longer than what is followed."""
    rng = np.random.default_rng(12)
    for part in (0.002, 0.01, 0.05):
        arena = random_arena(rng, 5000, 1.08)
        game = gg.Game(arena, gg.Buchi(random_mask(rng, 5000, part)))
        solution = gg.solve(game, solver="buchi-traps")
        assert np.array_equal(solution.winner, gg.solve(game, solver="buchi-n2").winner)
        assert gg.verify(solution)


def test_the_hierarchy_looks_at_no_more_than_n_squared_edges() -> None:
    """A ladder whose white vertices may also go to every lower green one: n^2 / 18 edges, and n / 3 rounds."""
    rungs = 300
    ladder = hard.buchi_ladder(rungs).arena
    upper, lower = np.tril_indices(rungs, -1)
    tails = np.concatenate([ladder.tails, 3 * upper])
    heads = np.concatenate([ladder.successors, 3 * lower + 2])
    arena = gg.Arena.from_arrays(tails, heads, owner=ladder.owner)
    solution = gg.solve(gg.Game(arena, gg.Buchi(np.arange(rungs) * 3 + 2)), solver="buchi-n2")
    assert solution.won == (0, arena.n)
    assert solution.stats["rounds"] == rungs
    assert solution.stats["edges"] < 2 * arena.n**2
    assert gg.verify(solution)


def test_traps_of_every_size_are_found_at_their_width() -> None:
    """Cliques of growing size in which player 1 stays, one behind the other: a larger trap needs a wider search."""
    tails, heads, owner, green = [], [], [], []
    start = 0
    for size in (2, 4, 8, 16, 32):
        members = range(start, start + size)
        tails += [u for u in members for w in members if u != w]
        heads += [w for u in members for w in members if u != w]
        owner += [u % 2 for u in members]
        gate = start + size  # green, of player 1, and the way on for player 0's members
        tails += [u for u in members if u % 2 == 0 and size < 32] + [gate]
        heads += [gate for u in members if u % 2 == 0 and size < 32] + [max(start - 1, 0)]
        owner.append(1)
        green.append(gate)
        start = gate + 1
    game = gg.Game(gg.Arena.from_arrays(tails, heads, owner=owner), gg.Buchi(green))
    solution = gg.solve(game, solver="buchi-n2")
    assert np.array_equal(solution.winner, gg.solve(game, solver="buchi-traps").winner)
    assert solution.stats["widest"] >= 16
    assert gg.verify(solution)
