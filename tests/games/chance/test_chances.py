"""The probability to win a parity game: by definition, and every fault is found by the checker."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import WinningChances
from graphgames.core.errors import GameError
from tests import naive_chance as naive
from tests.games.chance.oracle import chances_game
from tests.share import cases


def values_of(solution: gg.ArenaSolution) -> Any:
    return solution.values


def proved(game: gg.Game) -> gg.ArenaSolution:
    solution: gg.ArenaSolution = gg.solve(game)
    assert gg.verify(solution), gg.verify(solution)
    return solution


@pytest.mark.parametrize("seed", range(4))
def test_the_values_are_those_of_the_definition(seed: int) -> None:
    for k in range(cases(40, 0.4)):
        game = chances_game(np.random.default_rng([seed, k]), 6)
        solution, priority = proved(game), game.objective.priority.tolist()  # type: ignore[attr-defined]
        assert list(values_of(solution)) == naive.winning_chances(game.arena, priority)
        assert solution.winner.tolist() == naive.almost_sure_winners(game.arena, priority)


def test_both_players_may_choose_where_somebody_wins_almost_surely() -> None:
    arena = gg.Arena.from_edges(
        [("go", "toss"), ("go", "bad"), ("toss", "good"), ("toss", "bad"), ("good", "good"), ("good", "bad"),
         ("bad", "bad"), ("bad", "good")],
        owner={"go": 0, "toss": 2, "good": 0, "bad": 1},
        probability=[None, None, "1/3", "2/3", None, None, None, None],
    )  # fmt: skip
    row = {"go": 0, "toss": 0, "good": 2, "bad": 1}
    solution = proved(gg.Game(arena, gg.ParityProbability(row)))
    assert list(values_of(solution)) == naive.winning_chances(arena, [row[v] for v in arena.names])
    assert str(solution.value("go")) == "1/3"


def test_what_is_not_known_is_refused() -> None:
    arena = gg.Arena.from_edges(
        [("eve", "adam"), ("adam", "eve"), ("adam", "toss"), ("eve", "toss"), ("toss", "good"), ("toss", "bad"),
         ("good", "good"), ("bad", "bad")],
        owner={"eve": 0, "adam": 1, "toss": 2, "good": 0, "bad": 0},
        probability=[None] * 4 + ["1/2", "1/2", None, None],
    )  # fmt: skip
    with pytest.raises(GameError, match="both players choose where it is left to chance"):
        gg.solve(arena, gg.ParityProbability({"eve": 2, "adam": 0, "toss": 0, "good": 2, "bad": 1}))


@pytest.mark.slow
def test_brackets() -> None:
    for k in range(cases(30, 10)):
        game = chances_game(np.random.default_rng([5, k]), 6)
        loose = gg.solve(game, precision="1/10")
        assert gg.verify(loose)
        for value, exact in zip(values_of(loose), values_of(proved(game)), strict=True):
            assert value == exact or exact in value
    with pytest.raises(GameError, match="priorities of vertices"):
        gg.Game(game.arena, gg.ParityProbability(edge_priority=[0] * game.arena.m))


def test_a_wrong_value_winner_or_move_is_refused() -> None:
    for k in range(cases(40, 0.4)):
        rng = np.random.default_rng([6, k])
        game = chances_game(rng, 6)
        solution, arena = proved(game), game.arena
        for v in range(arena.n):
            values = list(values_of(solution))
            values[v] = 1 - values[v] if values[v] != Fraction(1, 2) else Fraction(0)
            assert not gg.verify(replace(solution, numbers=np.array(values, object)))
            for code in {0, 1, 2} - {int(solution.winner[v])}:
                winner = solution.winner.copy()
                winner[v] = code
                assert not gg.verify(replace(solution, winner=winner))


NUMBERS = [Fraction(k, 4) for k in range(5)] + [Fraction(1, 3), Fraction(2, 3)]


def believed_lies(seed: int, count: int) -> int:
    """Make claims of all sorts about a small game; none that is believed may be wrong; return how many are."""
    rng = np.random.default_rng([7, seed])
    game, believed = chances_game(rng, 4, 3), 0
    arena, solution = game.arena, proved(game)
    owner: Any = arena.owner
    right: Any = naive.winning_chances(arena, game.objective.priority.tolist())  # type: ignore[attr-defined]
    for k in range(count):
        winner = rng.integers(0, 3, arena.n).astype(np.uint8) if k % 2 else solution.winner.copy()
        drawn: Any = np.array([NUMBERS[i] for i in rng.integers(0, len(NUMBERS), arena.n)], object)
        values = np.where(winner == 2, drawn if k % 3 else right, 1 - winner.astype(object))
        moves = np.array([rng.choice(arena.successors_of(v)) for v in range(arena.n)], np.int32)
        moves[(owner == 2) | ((winner != 2) & (winner != owner))] = -1
        rows: Any = tuple(rng.integers(0, 3, (4, arena.n)))
        proof = WinningChances(tuple(range(4)), rows, rng.integers(0, 3, arena.n)) if k % 5 else solution.certificate
        claim = replace(solution, winner=winner, numbers=values, strategy=gg.Strategy(moves), proof=proof)
        believed += bool(gg.verify(claim))
        assert not gg.verify(claim) or list(values) == right
    return believed


@pytest.mark.slow
def test_a_wrong_claim_is_refused_whatever_proof_it_has() -> None:
    assert sum(believed_lies(seed, 40) for seed in range(cases(6, 0.5))) > 0


@pytest.mark.slow
def test_more_wrong_claims() -> None:
    assert sum(believed_lies(seed, 100) for seed in range(6, 6 + cases(18, 0.2))) > 0


@pytest.mark.parametrize("priority", [(2, 0, 1), (1, 2, 1), (1, 0, 2), (2, 2, 2)])
def test_a_loop_that_is_won_may_not_be_left_to_chance(priority: tuple[int, int, int]) -> None:
    """Who could stay and win is not said to win with a smaller probability than 1: not by moves, nor by throws."""
    arena = gg.Arena.from_edges(
        [("stay", "round"), ("stay", "toss"), ("stay", "bad"), ("round", "stay"), ("round", "again"),
         ("again", "stay"), ("toss", "good"), ("toss", "bad"), ("good", "good"), ("bad", "bad")],
        owner={"stay": 0, "round": 2, "again": 1, "toss": 2, "good": 0, "bad": 0},
        probability=[None, None, None, "1/2", "1/2", None, "1/2", "1/2", None, None],
    )  # fmt: skip

    def game(stay: int, loop: int, again: int) -> gg.Game:
        row = {"stay": stay, "round": loop, "again": again, "toss": 0, "good": 2, "bad": 1}
        return gg.Game(arena, gg.ParityProbability(row))

    lost = proved(game(1, 0, 1))
    assert [str(lost.value(v)) for v in ("stay", "round", "again", "toss")] == ["1/2"] * 4
    assert not gg.verify(replace(lost, problem=game(*priority))) and proved(game(*priority)).value("stay") == 1


def test_moves_and_ranks_that_make_no_progress_are_refused() -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("b", "a"), ("b", "toss"), ("b", "worse"), ("toss", "good"), ("toss", "bad"), ("worse", "toss"),
         ("worse", "bad"), ("good", "good"), ("good", "bad"), ("bad", "bad")],
        owner={"a": 1, "b": 0, "toss": 2, "worse": 2, "good": 0, "bad": 1},
        probability=[None] * 4 + ["1/2"] * 4 + [None] * 3,
    )  # fmt: skip
    solution = proved(gg.Game(arena, gg.ParityProbability([1, 1, 1, 1, 2, 1])))
    moves, proof = solution.strategy.opening, solution.certificate
    assert moves.tolist() == [1, 2, -1, -1, 4, 5] and isinstance(proof, WinningChances)
    for v, w in ((1, 0), (1, 3), (1, -1), (1, 4), (4, 5), (4, -1), (2, 4), (5, 4)):
        changed = moves.copy()
        changed[v] = w
        assert not gg.verify(replace(solution, strategy=gg.Strategy(changed))), (v, w)
    for rank in (np.zeros(6, np.int64), -proof.rank - 1):
        assert not gg.verify(replace(solution, proof=replace(proof, rank=rank)))
    for low in ("1/3", "2/3"):
        values = [Fraction(low)] * 4 + [Fraction(1), Fraction(0)]
        assert not gg.verify(replace(solution, numbers=np.array(values, object)))
    values = [Fraction(1, 2)] * 3 + [Fraction(1, 4), Fraction(1, 2), Fraction(1, 2)]
    assert not gg.verify(replace(solution, numbers=np.array(values, object)))
