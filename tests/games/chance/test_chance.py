"""Games of chance: the solvers against all pairs of strategies, and every fault is found by the checker."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.arena import owners
from graphgames.core.value import Bracket, narrowed
from graphgames.games.chance import ssg_text
from graphgames.games.chance.certificate import ReachingRanks
from graphgames.games.chance.families import coin_games
from graphgames.games.chance.numbers import equations as exact
from graphgames.games.chance.reaching_form import Reaching
from tests import naive_chance as naive
from tests.share import cases

Rng = np.random.Generator


def random_arena(rng: Rng, most: int = 8, weight: int = 5) -> gg.Arena:
    """Return a small arena with chance, parallel edges, self-loops and dead ends."""
    n = int(rng.integers(1, most))
    owner = rng.choice(3, n, p=[0.3, 0.3, 0.4])
    edges, likely = [], []
    for v in range(n):
        for _ in range(int(rng.integers(owner[v] == 2, 4))):
            edges.append((v, int(rng.integers(n))))
            likely.append(int(rng.integers(1, weight)) if owner[v] == 2 else 0)
    return gg.Arena.from_edges(np.array(edges).reshape(-1, 2), n, owner, probability=np.array(likely, np.int64))


def games(count: int, seed: int = 0, **more: int) -> Iterator[tuple[gg.Game, list[Fraction]]]:
    """Yield random games with the probability of each vertex."""
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        arena = random_arena(rng, **more)
        target = rng.random(arena.n) < 0.3
        yield gg.Game(arena, gg.ReachProbability(target)), naive.probabilities(arena, target.tolist())
        left = [1 - one for one in naive.probabilities(arena, target.tolist(), player=1)]
        yield gg.Game(arena, gg.AvoidProbability(target)), left


def proved(game: gg.Game, solver: str | None = None, **options: Any) -> gg.ArenaSolution:
    solution: gg.ArenaSolution = gg.solve(game, solver=solver, **options)
    assert gg.verify(solution), gg.verify(solution)
    return solution


def values(solution: gg.ArenaSolution) -> list[Any]:
    assert solution.values is not None
    return list(solution.values)


def width(bracket: Bracket) -> Any:
    low: Any = bracket.low
    return bracket.high - low


@pytest.mark.slow
def test_exact_values_are_those_of_the_definition() -> None:
    for game, expected in games(cases(400, 0.3)):
        solution = proved(game)
        assert values(solution) == expected
        assert solution.winner.tolist() == [0 if one == 1 else 1 if one == 0 else 2 for one in expected]


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["interval-iteration", "optimistic-iteration"])
def test_brackets_hold_the_values_of_the_definition(solver: str) -> None:
    for game, expected in games(cases(200, 0.3), seed=1):
        for one, found in zip(expected, values(proved(game, solver, precision="1e-9")), strict=True):
            if isinstance(found, Bracket):
                assert one in found and width(found) <= Fraction(1, 10**9) and 0 < one < 1
            else:
                assert found == one


def test_large_denominators_are_exact() -> None:
    for game, expected in games(cases(60, 0.4), seed=2, weight=2**55):
        assert values(proved(game, "strategy-improvement")) == expected


def test_until_is_reaching_within_a_set() -> None:
    for k in range(cases(100, 0.4)):
        rng = np.random.default_rng([3, k])
        arena = random_arena(rng)
        target, within = rng.random(arena.n) < 0.3, rng.random(arena.n) < 0.7
        ends = np.flatnonzero(~within & ~target)
        kept = np.flatnonzero(~np.isin(arena.tails, ends))
        owner = arena.owner
        assert owner is not None
        cut = gg.Arena.from_arrays(
            arena.tails[kept],
            arena.successors[kept],
            arena.n,
            np.where(np.isin(np.arange(arena.n), ends), 0, owner),
            probability=None if arena.probability is None else arena.probability[kept],
        )
        expected = naive.probabilities(cut, target.tolist())
        assert values(proved(gg.Game(arena, gg.ReachProbability(target, within)))) == expected


def shifted(value: Any, by: Fraction) -> Any:
    return value + by if 0 <= value + by <= 1 else value - by


@pytest.mark.slow
def test_a_wrong_value_is_refused_at_every_vertex() -> None:
    for game, expected in games(cases(60, 0.3), seed=4):
        solution = proved(game)
        for v in range(game.arena.n):
            for by in (Fraction(1, 10**6), Fraction(-1, 10**6), Fraction(1, 10**30), Fraction(-1, 10**30)):
                wrong = solution.values.copy()  # type: ignore[union-attr]
                wrong[v] = shifted(expected[v], by)
                winner = solution.winner.copy()
                winner[v] = 0 if wrong[v] == 1 else 1 if wrong[v] == 0 else 2
                assert not gg.verify(replace(solution, numbers=wrong, winner=winner))


@pytest.mark.slow
def test_a_wrong_winner_move_or_rank_is_refused() -> None:
    for game, expected in games(cases(60, 0.15), seed=5):
        solution, arena = proved(game), game.arena
        for v in range(arena.n):
            winner = solution.winner.copy()
            winner[v] = (winner[v] + 1) % 3
            assert not gg.verify(replace(solution, winner=winner))
            moves, owner = solution.strategy.moves, arena.owner
            assert owner is not None
            for w in [-1, *range(arena.n)]:
                changed = moves.copy()
                changed[v] = w
                worse = w >= 0 and moves[v] >= 0 and expected[w] != expected[v]
                if w != moves[v] and (moves[v] < 0 or w < 0 or w not in arena.successors_of(v) or worse):
                    assert not gg.verify(replace(solution, strategy=gg.Strategy(changed)))


def test_a_useless_cycle_is_refused() -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("b", "a"), ("b", "roll"), ("roll", "goal"), ("roll", "end")],
        owner={"a": 0, "b": 0, "roll": 2, "goal": 0, "end": 0},
        probability=[None, None, None, "1/2", "1/2"],
    )
    solution = proved(gg.Game(arena, gg.ReachProbability(["goal"])))
    assert values(solution)[:2] == [Fraction(1, 2)] * 2
    assert isinstance(solution.certificate, ReachingRanks)
    moves, rank = solution.strategy.moves.copy(), solution.certificate.rank
    moves[arena.vertex("b")] = arena.vertex("a")
    for other in (rank, np.zeros(5, np.int64), np.arange(5)):
        report = gg.verify(replace(solution, strategy=gg.Strategy(moves), proof=ReachingRanks(other)))
        assert not report and "makes no progress" in str(report)


def test_a_set_that_max_need_not_leave_is_worth_its_best_exit() -> None:
    for size in (2, 5, 40):  # a ring of Max's, whose last has an exit, as has Min's ring of the same size
        edges = [(v, (v + 1) % size) for v in range(size)] + [(size - 1, size), (0, size + 1)]
        ends = [(size, size + 2), (size, size + 3), (size + 1, size + 2), (size + 1, size + 3), (size + 1, size + 3)]
        for player, value in ((0, Fraction(1, 2)), (1, 0)):
            owner = [player] * size + [2, 2, 0, 0]
            arena = gg.Arena.from_edges(edges + ends, owner=owner, probability=[0] * (size + 2) + [1, 1, 1, 1, 1])
            game = gg.Game(arena, gg.ReachProbability([size + 2]))
            for solver in ("strategy-improvement", "interval-iteration", "optimistic-iteration"):
                found = values(proved(game, solver))[0]
                assert value in found if isinstance(found, Bracket) else found == value


@pytest.mark.slow
def test_random_games_of_some_size_agree() -> None:
    for seed in range(6):
        game = coin_games(600, chance=0.4, stop=0.02 * seed, seed=seed)
        exactly = values(proved(game, "strategy-improvement"))
        for solver in ("interval-iteration", "optimistic-iteration"):
            for one, found in zip(exactly, values(proved(game, solver)), strict=True):
                assert one in found if isinstance(found, Bracket) else one == found


def test_optimistic_iteration_goes_on_from_the_bounds_that_it_has() -> None:
    """Where players can go round no guess settles; what it cost is less than half of what interval iteration takes."""
    for seed in range(4):
        game = coin_games(500, stop=0.02, seed=seed)
        alone, found = (proved(game, f"{how}-iteration").stats for how in ("interval", "optimistic"))
        assert found["guesses"] == 1 and found["sweeps"] < 1.5 * alone["sweeps"]


def test_linear_equations_are_solved_exactly() -> None:
    for k in range(cases(60, 0.4)):
        rng = np.random.default_rng([9, k])
        n, most = int(rng.integers(1, 9)), int(rng.choice([3, 1000, 2**40, 2**60 // 9]))
        dense = rng.integers(0, most, (n, n)) * (rng.random((n, n)) < 0.5)
        right = rng.integers(1, most, n)
        diagonal = dense.sum(axis=1) + right
        np.fill_diagonal(dense, 0)
        indptr = np.append(0, np.cumsum(np.count_nonzero(dense, axis=1)))
        rows, columns = np.nonzero(dense)
        equations = exact.Equations(indptr, columns.astype(np.int32), dense[rows, columns], diagonal, right)
        found = [Fraction(a, b) for a, b in exact.solve(equations, 1000) or []]
        for v in range(n):
            total = sum((int(dense[v, w]) * found[w] for w in range(n)), Fraction(int(right[v])))
            assert int(diagonal[v]) * found[v] == total


SSG = b"""# a game
NMAX: 1
NMIN: 1
NAVG: 1

1 2 3 maximizer
2 1 3 minimizer
3 4 5 average
4 0 0 terminal0
5 0 0 terminal1
"""


def test_ssg_files_are_read_and_written() -> None:
    game = ssg_text.read_game(SSG)
    assert values(proved(game)) == [Fraction(1, 2), Fraction(1, 2), Fraction(1, 2), 0, 1]
    file = io.BytesIO()
    ssg_text.write_game(game, file)
    assert file.getvalue() == SSG.removeprefix(b"# a game\n")
    for seed in range(5):
        made, file = coin_games(50, seed=seed), io.BytesIO()
        ssg_text.write_game(made, file)
        assert values(gg.solve(ssg_text.read_game(file.getvalue()))) == values(gg.solve(made))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "there is no vertex"),
        (b"# nothing\n", "there is no vertex"),
        (SSG.replace(b"maximizer", b"maximiser"), "this is not a vertex line"),
        (SSG.replace(b"2 1 3 min", b"2 1 9 min"), "vertex 2 has an edge to 9"),
        (SSG.replace(b"2 1 3 min", b"1 1 3 min"), "vertex 1 comes more than once"),
        (SSG.replace(b"2 1 3 min", b"7 1 3 min"), "vertex 7 is not one of 1 to 5"),
        (SSG.replace(b"4 0 0", b"4 0 1"), "vertex 4 is terminal and has an edge to 1"),
        (SSG.replace(b"2 1 3 min", b"2 1 0 min"), "vertex 2 has an edge to 0"),
        (SSG.replace(b"NMAX: 1", b"NMAX: 13"), "game.ssg:2:1: NMAX is 13\n"),
        (SSG.replace(b"NMAX: 1", b"NMAX: " + b"9" * 5000), "NMAX is 9999999999\n"),
    ],
)
def test_faults_of_ssg_files_are_told(text: bytes, said: str) -> None:
    with pytest.raises(gg.FormatError, match=said):
        ssg_text.read_game(text, "game.ssg")


def test_games_that_ssg_files_cannot_hold_are_refused() -> None:
    for game, said in (
        (gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Reach([0])), "reach"),
        (gg.Game(gg.Arena.from_edges([(0, 1)], owner=[0, 0]), gg.ReachProbability([1])), "has 1 moves"),
    ):
        with pytest.raises(gg.GameError, match=said):
            ssg_text.write_game(game, io.BytesIO())


@pytest.mark.slow
def test_the_program_answers_in_the_order_of_the_vertices(tmp_path: Any) -> None:
    (tmp_path / "game.ssg").write_bytes(SSG)
    command = [sys.executable, "-m", "graphgames", "solve", str(tmp_path / "game.ssg"), "--json", "--full", "--verify"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert '"verified": true' in done.stdout and '"value": ["1/2", "1/2", "1/2", 0, 1]' in done.stdout


@pytest.mark.slow
def test_arenas_with_chance_go_through_files(tmp_path: Any) -> None:
    for (game, expected), ending in zip(games(16, seed=10), ("arena", "dot", "gml", "graphml") * 4, strict=False):
        gg.write(game, tmp_path / f"game.{ending}")
        again = gg.read(tmp_path / f"game.{ending}")
        assert again.objective.name == game.objective.name
        assert sorted(values(gg.solve(again))) == sorted(expected)


@pytest.mark.parametrize("ending", ["csv", "gexf", "net"])
def test_files_without_room_for_the_objective_are_not_written(ending: str, tmp_path: Any) -> None:
    with pytest.raises(gg.GameError, match="cannot hold the reach-probability objective; write it as"):
        gg.write(ssg_text.read_game(SSG), tmp_path / f"game.{ending}")


def test_a_wrong_precision_is_refused() -> None:
    game = ssg_text.read_game(SSG)
    for wrong in (0, "-1", -0.5, "x"):
        with pytest.raises((gg.SolverError, gg.GameError)):
            gg.solve(game, solver="interval-iteration", precision=wrong)


@pytest.mark.parametrize("ending", ["dot", "gml", "graphml"])
@pytest.mark.parametrize("rewards", [{"reward": [1, 2]}, {"vertex_reward": [1, 2]}])
def test_a_target_beside_rewards_is_not_lost_in_a_file(rewards: Any, ending: str, tmp_path: Any) -> None:
    data = {"reward": [5, 6], "weight": [7, 8]}  # which those of the objective stand before
    arena = gg.Arena.from_edges([(0, 1), (1, 1)], owner=[2, 0], probability=[1, None], edge_data=data)
    game = gg.Game(arena, gg.ExpectedReward([1], **rewards, unreached="continue"))
    gg.write(game, tmp_path / f"game.{ending}")
    again = gg.read(tmp_path / f"game.{ending}")
    assert isinstance(again.objective, gg.ExpectedReward) and again.objective.unreached == "continue"
    assert again.objective.mask.tolist() == [False, True] and again.objective.rewards(arena).tolist() == [1, 2]
    with pytest.raises(gg.GameError, match="cannot hold the unreached of the game; write it as"):
        gg.write(game, tmp_path / "game.csv")


def test_values_close_to_1_are_told_apart_in_rounded_numbers() -> None:
    few = 10**18
    edges = [("choice", "worse"), ("choice", "better")]
    edges += [("worse", "goal"), ("worse", "end"), ("better", "goal"), ("better", "end")]
    likely = [None, None, *(Fraction(one, few) for one in (few - 2, 2, few - 1, 1))]
    owner = {"choice": 0, "worse": 2, "better": 2, "goal": 0, "end": 0}
    arena = gg.Arena.from_edges(edges, owner=owner, probability=likely)
    solution = proved(gg.Game(arena, gg.ReachProbability(["goal"])), "strategy-improvement")
    assert (solution.value("choice"), solution.stats["exact"]) == (1 - Fraction(1, few), 1)


@pytest.mark.parametrize("scale", [1, 10**30])
def test_unknowns_with_the_same_equation_count_as_one(scale: int) -> None:
    rows: list[tuple[list[tuple[int, int]], int, int]] = [  # weights and columns, the diagonal, the right-hand side
        ([], 2, 1),
        ([], 2, 1),
        ([(1, 0), (2, 1)], 9, 3),
        ([(3, 1)], 9, 3),
        ([(1, 0), (1, 1)], 9, 3),
        ([(9, 3)], 9, 0),  # the same number as unknown 3
        ([(1, 7), (1, 0)], 4, 0),
        ([(1, 6), (1, 1)], 4, 0),  # depends on itself, as the one before, and so stays
        ([(1, 6), (1, 2)], 4, 0),
        ([(1, 3), (1, 6)], 4, 0),
    ]
    indptr = np.concatenate([[0], np.cumsum([len(row) for row, _, _ in rows])])
    weight, column = (np.array([entry[k] for row, _, _ in rows for entry in row]) for k in (0, 1))
    diagonal, right = np.array([one for _, one, _ in rows]), narrowed([scale * one for _, _, one in rows])
    equations = exact.Equations(indptr, column.astype(np.int32), weight, diagonal, right, scale)
    merged, place = equations.merged()
    assert place.tolist() == [0, 0, 1, 1, 2, 1, 3, 4, 5, 5] and merged.diagonal.tolist() == [2, 9, 9, 4, 4, 4]
    assert merged.weight.tolist() == [3, 2, 1, 1, 1, 1, 1, 1]
    found = exact.solve(equations, 1000)
    assert found is not None
    x = [Fraction(*one) for one in found]
    for (row, own, more), value in zip(rows, x, strict=True):
        assert own * value == sum(times * x[v] for times, v in row) + scale * more


@pytest.mark.slow
def test_numbers_that_grow_along_the_components_are_given_up_early() -> None:
    pairs = 300  # each pair of unknowns depends on the pair before, so that denominators grow from pair to pair
    first = np.arange(0, 2 * pairs, 2)
    indptr = np.zeros(2 * pairs + 1, np.int64)
    columns, weights = [], []
    for v in first.tolist():
        columns += [v + 1] if not v else [v - 2, v + 1]
        weights += [5] if not v else [3, 5]
        indptr[v + 1] = len(columns)
        columns.append(v)
        weights.append(7)
        indptr[v + 2] = len(columns)
    diagonal, right = np.full(2 * pairs, 1009), np.ones(2 * pairs, np.int64)
    ladder = exact.Equations(indptr, np.array(columns, np.int32), np.array(weights), diagonal, right)
    found = exact.solve(ladder, 10**6)
    assert found is not None
    x = [Fraction(*one) for one in found]
    assert all(1009 * x[v] == 1 + 5 * x[v + 1] + (3 * x[v - 2] if v else 0) for v in first.tolist())
    digits = exact.Digits(ladder, 50_000)
    assert digits.enough(64, 0)
    assert not digits.enough(128, 100)  # though 128 digits for each unknown would be allowed
    assert 128 * digits.kept.size <= 4 * digits.most


def test_an_attractor_within_a_set_is_that_of_the_edges_inside() -> None:
    for k in range(cases(200, 0.4)):
        rng = np.random.default_rng([77, k])
        arena = random_arena(rng, 7)
        target, lost, inside, willing = (rng.random(arena.n) < share for share in (0.3, 0.2, 0.7, 0.5))
        game = Reaching(arena, owners(arena), target, lost & ~target)
        edges = game.live & (inside[game.tails] & inside[arena.successors])
        rank, moves = game.attracted(edges, target & inside, willing)
        found, chosen = game.within(inside, target, willing)
        assert found.tolist() == rank.tolist()
        mine = (rank > 0) & willing
        assert (rank[chosen[mine]] < rank[mine]).all() and (moves[mine] >= 0).all()
