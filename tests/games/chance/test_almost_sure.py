"""Parity, Büchi and co-Büchi games with chance: the winners by definition, and every fault is found by the checker."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from graphgames.catalogue.find import checker
from graphgames.certificates import StrategyPair
from graphgames.formats import json_
from graphgames.games.chance.certificate import PriorityCounts
from graphgames.readers.source import Source
from tests import naive_chance as naive
from tests.share import cases, share


def random_arena(rng: np.random.Generator, most: int = 8) -> gg.Arena:
    """Return a small arena with chance and no dead ends."""
    n = int(rng.integers(1, most))
    owner = rng.choice(3, n, p=[0.3, 0.3, 0.4])
    edges = [(v, int(rng.integers(n))) for v in range(n) for _ in range(int(rng.integers(1, 4)))]
    likely = np.array([int(owner[v] == 2) for v, _ in edges], np.int64)
    return gg.Arena.from_edges(edges, n, owner, probability=likely)


def games(count: int, seed: int, priorities: int = 5) -> Iterator[tuple[gg.Game, list[int]]]:
    """Yield random parity games with the winners."""
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        arena = random_arena(rng)
        priority = rng.integers(0, priorities, arena.n)
        yield gg.Game(arena, gg.Parity(priority)), naive.almost_sure_winners(arena, priority.tolist())


def proved(game: gg.Game) -> gg.ArenaSolution:
    solution: gg.ArenaSolution = gg.solve(game)
    assert gg.verify(solution), gg.verify(solution)
    return solution


@pytest.mark.slow
def test_the_winners_are_those_of_the_definition() -> None:
    for game, expected in games(cases(600, 0.3), 0):
        assert proved(game).winner.tolist() == expected


@pytest.mark.slow
def test_buchi_and_cobuchi_games_are_parity_games() -> None:
    for k in range(cases(150, 0.3)):
        rng = np.random.default_rng([1, k])
        arena = random_arena(rng)
        mask = rng.random(arena.n) < 0.4
        twos, ones = (mask + 1).tolist(), mask.astype(int).tolist()
        assert proved(gg.Game(arena, gg.Buchi(mask))).winner.tolist() == naive.almost_sure_winners(arena, twos)
        assert proved(gg.Game(arena, gg.CoBuchi(mask))).winner.tolist() == naive.almost_sure_winners(arena, ones)


@pytest.mark.slow
def test_priorities_on_edges_and_other_conventions() -> None:
    for k in range(cases(100, 0.3)):
        rng = np.random.default_rng([2, k])
        arena = random_arena(rng, 6)
        priority = rng.integers(0, 4, arena.n)
        expected = proved(gg.Game(arena, gg.Parity(priority))).winner.tolist()
        on_edges = gg.Game(arena, gg.Parity(edge_priority=priority[arena.tails]))
        assert proved(on_edges).winner.tolist() == expected
        for convention, turned in (
            ("min-even", 4 - priority),
            ("min-odd", 5 - priority),
            ("min-odd", 3 - priority),
            ("max-odd", priority + 1),
        ):
            assert proved(gg.Game(arena, gg.Parity(turned, convention=convention))).winner.tolist() == expected


@pytest.mark.slow
def test_a_wrong_winner_is_refused() -> None:
    for game, expected in games(cases(60, 0.3), 3):
        solution = proved(game)
        for v in range(game.arena.n):
            for code in {0, 1, 2} - {expected[v]}:
                winner = solution.winner.copy()
                winner[v] = code
                assert not gg.verify(replace(solution, winner=winner))
        for other in ([code] * game.arena.n for code in range(3)):
            if other != expected:
                assert not gg.verify(replace(solution, winner=np.array(other, np.uint8)))


@pytest.mark.slow
def test_a_wrong_claim_is_refused_whatever_counts_it_has() -> None:
    for k in share(range(60), 0.15):
        rng = np.random.default_rng([4, k])
        arena = random_arena(rng, 4)
        priority = rng.integers(0, 3, arena.n)
        expected = naive.almost_sure_winners(arena, priority.tolist())
        solution = proved(gg.Game(arena, gg.Parity(priority)))
        for _ in range(cases(200, 0.4)):
            winner = rng.integers(0, 3, arena.n).astype(np.uint8)
            moves = np.array([rng.choice(arena.successors_of(v)) for v in range(arena.n)], np.int32)
            assert arena.owner is not None
            moves[(arena.owner == 2) | ((winner != 2) & (winner != arena.owner))] = -1
            counts = PriorityCounts(tuple(range(6)), tuple(rng.integers(0, 3, (6, arena.n))))
            claim = replace(solution, winner=winner, strategy=gg.Strategy(moves), proof=counts)
            assert not gg.verify(claim) or winner.tolist() == expected


def test_a_play_that_leaves_at_last_is_not_left_to_chance() -> None:
    """The throw at v may leave; that the count of 1 may fall there proves nothing, since it rises again at w."""
    arena = gg.Arena.from_edges(
        [("v", "w"), ("v", "end"), ("w", "v"), ("end", "end")],
        owner={"v": 2, "w": 2, "end": 0},
        probability=["1/2", "1/2", "1", None],
    )
    solution = proved(gg.Game(arena, gg.Parity([0, 2, 1])))
    assert solution.winner.tolist() == [1, 1, 1]
    counts = PriorityCounts((0, 1, 2), (np.array([0, 0, 0]), np.array([1, 0, 0]), np.array([0, 1, 0])))
    claim = replace(solution, winner=np.array([2, 2, 1], np.uint8), proof=counts)
    assert "vertex 0: at v" in str(gg.verify(claim))


@pytest.mark.slow
def test_wrong_moves_and_counts_of_the_wrong_form_are_refused() -> None:
    for game, _ in games(cases(40, 0.3), 5):
        solution, arena = proved(game), game.arena
        if arena.probability is None:
            continue
        for v in range(arena.n):
            for w in {-1, *range(arena.n)} - {*arena.successors_of(v).tolist(), int(solution.strategy.moves[v])}:
                moves = solution.strategy.moves.copy()
                moves[v] = w
                assert not gg.verify(replace(solution, strategy=gg.Strategy(moves)))
        proof = solution.certificate
        assert isinstance(proof, PriorityCounts)
        for wrong in (
            replace(proof, level=(*proof.level, 1, 1)),
            replace(proof, count=(*proof.count, np.zeros(arena.n + 1, np.int64))),
            replace(proof, level=proof.level[:-1]),
        ):
            if proof.level:
                assert not gg.verify(replace(solution, proof=wrong))


def test_certificates_for_two_players_prove_nothing_of_chance() -> None:
    arena = gg.Arena.from_edges([(0, 0), (0, 1), (1, 1)], owner=[2, 0], probability=["1/2", "1/2", None])
    game = gg.Game(arena, gg.Buchi([1]))
    solution = replace(proved(game), proof=StrategyPair())
    assert not checker("strategy-pair")(solution)
    with pytest.raises(gg.SolverError, match="'buchi-n2' does not solve buchi games with chance; these do: almost"):
        gg.solve(game, solver="buchi-n2")


def test_a_solution_is_written_read_explained_drawn_and_played() -> None:
    game, expected = next(one for one in games(50, 6) if set(one[1]) == {0, 1, 2})
    solution = proved(game)
    file = io.BytesIO()
    json_.write_solution(solution, file)
    again = gg.read_solution(game, Source(file.getvalue(), "solution.json"))
    assert again.to_dict() == solution.to_dict() and gg.verify(again)
    v = expected.index(2)
    assert "left to chance" in solution.explain(v) and "positive probability" in solution.explain(v)
    for player in (0, 1):
        why = solution.explain(expected.index(player))
        assert (
            f"succeeds with probability 1: {game.players[player]} wants {game.objective.aims_in_words[player]}." in why
        )
    assert "left to chance" in str(solution.draw())


def claimed(game: gg.Game, winner: list[int], moves: list[int], **counts: list[int]) -> gg.ArenaSolution:
    """Return a claim by hand, with the counts of the priorities of p1, p2 and so on."""
    level, rows = tuple(int(name[1:]) for name in counts), tuple(map(np.array, counts.values()))
    strategy = gg.Strategy(np.array(moves, np.int32))
    return gg.ArenaSolution(game, np.array(winner, np.uint8), strategy, "by hand", PriorityCounts(level, rows))


@pytest.mark.parametrize(("dtype", "large"), [(np.int8, 100), (np.int64, 6 * 10**18)])
def test_counts_do_not_fall_round_a_cycle_by_overflow(dtype: type, large: int) -> None:
    row: NDArray[Any] = np.array([0, large, -large], dtype)
    for order in ([1, 2, 0], [2, 0, 1]):
        for owner in (0, 2):
            likely = np.full(3, owner // 2)
            arena = gg.Arena.from_edges(list(enumerate(order)), 3, [owner] * 3, probability=likely)
            game = gg.Game(arena, gg.Parity([1, 1, 1]))
            moves = gg.Strategy(np.array(order if owner == 0 else [-1] * 3, np.int32))
            for code in (0, 2):
                proof = PriorityCounts((1,), (row,))
                assert not gg.verify(gg.ArenaSolution(game, np.full(3, code, np.uint8), moves, "by hand", proof))


@pytest.mark.parametrize(
    ("level", "rows"),
    [
        ((1,), [[0, 0]]),
        ((1,), [[[0], [0], [0]]]),
        ((1,), [[np.nan] * 3]),
        ((1,), [[2.0, 1.0, 0.0]]),
        ((1,), []),
        ((), [[0, 0, 0]]),
        ((1, 1), [[0, 0, 0], [0, 0, 0]]),
    ],
)
def test_counts_are_a_row_of_integers_for_each_priority(level: tuple[int, ...], rows: list[list[float]]) -> None:
    """Numbers of which none is less than another would prove anything."""
    arena = gg.Arena.from_edges([(0, 1), (1, 2), (2, 0)], 3, [0, 0, 0])
    proof = PriorityCounts(level, tuple(map(np.array, rows)))
    game, moves = gg.Game(arena, gg.Parity([1, 1, 1])), gg.Strategy(np.array([1, 2, 0], np.int32))
    claim = gg.ArenaSolution(game, np.zeros(3, np.uint8), moves, "by hand", proof)
    assert re.search("expected|more than one row", str(gg.verify(claim)))


def test_a_game_without_vertices_needs_no_counts() -> None:
    game = gg.Game(gg.Arena.from_edges([], 0, owner=[]), gg.Parity([]))
    proof = PriorityCounts((1,), (np.empty(0, np.int64),))
    moves = gg.Strategy(np.empty(0, np.int32))
    assert gg.verify(gg.ArenaSolution(game, np.empty(0, np.uint8), moves, "by hand", proof))


def test_that_a_count_of_less_may_fall_proves_nothing() -> None:
    """Player 1 may go round by v, of priority 3, for ever; the moves that are given for him lead to the coin."""
    arena = gg.Arena.from_edges(
        [("v", "p"), ("p", "coin"), ("p", "v"), ("coin", "win"), ("coin", "lose"), ("win", "win"), ("lose", "lose")],
        owner={"v": 2, "p": 1, "coin": 2, "win": 0, "lose": 0},
        probability=[1, None, None, "1/2", "1/2", None, None],
    )
    game = gg.Game(arena, gg.Parity([3, 2, 2, 2, 1]))
    assert proved(game).winner.tolist() == [1, 1, 2, 0, 1]
    claim = claimed(game, [2, 2, 2, 0, 1], [-1, 2, -1, 3, -1], p1=[1, 0, 0, 0, 0], p2=[1, 1, 0, 0, 0], p3=[0] * 5)
    assert "vertex 0: at v" in str(gg.verify(claim))


def test_of_the_counts_that_change_the_largest_must_fall() -> None:
    """The count of 3 rises at v, so that the count of 1 falls there proves nothing."""
    arena = gg.Arena.from_edges([("v", "w"), ("w", "v")], owner={"v": 2, "w": 0}, probability=[1, None])
    game = gg.Game(arena, gg.Parity([0, 3]))
    assert proved(game).winner.tolist() == [1, 1]
    claim = claimed(game, [2, 2], [-1, 0], p0=[1, 0], p1=[1, 0], p3=[0, 1])
    assert "vertex 0: at v" in str(gg.verify(claim))


def test_where_a_throw_may_leave_the_largest_count_must_fall() -> None:
    """The throw at v leaves at last; that the count of 1 may fall there proves nothing."""
    arena = gg.Arena.from_edges(
        [("v", "w"), ("v", "end"), ("w", "v"), ("end", "end")],
        owner={"v": 2, "w": 0, "end": 0},
        probability=["1/2", "1/2", None, None],
    )
    game = gg.Game(arena, gg.Parity([0, 2, 1]))
    assert proved(game).winner.tolist() == [1, 1, 1]
    claim = claimed(game, [2, 2, 1], [-1, 0, -1], p1=[1, 0, 0], p2=[0, 1, 0], p3=[0, 0, 0])
    assert "vertex 0: at v" in str(gg.verify(claim))


@pytest.mark.parametrize("code", [0, 2])
def test_a_count_falls_where_its_priority_is_seen_and_does_not_rise_elsewhere(code: int) -> None:
    for first in (0, 2):
        for second in (0, 1, 2):
            likely = [None if one != 2 else 1 for one in (first, second)]
            arena = gg.Arena.from_edges([("v", "w"), ("w", "v")], owner={"v": first, "w": second}, probability=likely)
            game = gg.Game(arena, gg.Parity([1, 0]))
            moves = [1 if first == 0 else -1, 0 if second == 0 or (second, code) == (1, 2) else -1]
            for counts in ([0, 0], [1, 0], [0, 1]):
                assert not gg.verify(claimed(game, [code, code], moves, p1=counts, p0=[0, 1]))


def test_only_steps_that_are_taken_and_stay_where_it_is_left_to_chance_count() -> None:
    """Each throw at s may lead anywhere; the moves a to b, b to b and m to win are not made."""
    ways = ["win", "lose", "a", "b", "m", "c"]
    edges = [
        *(("s", w) for w in ways),
        ("win", "win"),
        ("lose", "lose"),
        ("a", "s"),
        ("a", "b"),
        ("b", "s"),
        ("b", "b"),
    ]
    edges += [("m", "s"), ("m", "win"), ("c", "s")]
    owner = {"s": 2, "win": 0, "lose": 0, "a": 0, "b": 0, "m": 1, "c": 2}
    likely = ["1/6"] * 6 + [None] * 8 + [1]
    arena = gg.Arena.from_edges(edges, owner=owner, probability=likely)
    game = gg.Game(arena, gg.Parity([0, 0, 1, 0, 1, 1, 4]))
    winner, moves = [2, 0, 1, 2, 2, 2, 2], [-1, 1, -1, 0, 0, 0, -1]
    assert list(arena.names) == ["s", *ways] and proved(game).winner.tolist() == winner
    for win in (0, 1, 5):
        p0, p1, p4 = [0, 0, 0, 1, 0, 0, 0], [0, win, 0, 0, 1, 1, 0], [0, 0, 0, 0, 0, 0, 1]
        claim = claimed(game, winner, moves, p0=p0, p1=p1, p4=p4, p6=[0] * 7)
        assert gg.verify(claim), gg.verify(claim)


def test_that_a_count_falls_where_a_throw_leaves_proves_nothing() -> None:
    arena = gg.Arena.from_edges(
        [("v", "v"), ("v", "end"), ("end", "end")], owner={"v": 2, "end": 0}, probability=["1/2", "1/2", None]
    )
    game = gg.Game(arena, gg.Parity([0, 1]))
    assert proved(game).winner.tolist() == [1, 1]
    assert not gg.verify(claimed(game, [2, 1], [-1, -1], p1=[1, 0]))
