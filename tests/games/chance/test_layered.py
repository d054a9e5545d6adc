"""Rewards that count only if the target is reached: the definition agrees, and every fault is found."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.value import INFINITY
from graphgames.formats.json_ import read_solution, write_solution
from tests import naive_chance as naive
from tests.games.chance.test_chance import random_arena, values


def games(count: int, seed: int) -> Iterator[tuple[gg.Game, list[int]]]:
    """Yield random games with their rewards, which the game has as thirds."""
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        arena = random_arena(rng, 7)
        target, reward = rng.random(arena.n) < 0.3, rng.integers(0, 4, arena.m) * (rng.random(arena.m) < 0.5)
        scaled = [Fraction(int(one), 3) for one in reward]
        yield gg.Game(arena, gg.ExpectedReward(target, scaled, unreached="zero")), reward.tolist()


def solved(
    edges: list[tuple[str, str]], owner: dict[str, int], reward: list[Any], likely: Any = None
) -> dict[str, Any]:
    """Return the values of a game with the target "goal"."""
    arena = gg.Arena.from_edges(edges, owner=owner, probability=likely)
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], reward, unreached="zero")))
    assert gg.verify(solution), gg.verify(solution)
    return dict(zip(arena.names, values(solution), strict=True))


def agree(count: int, seed: int) -> None:
    for game, reward in games(count, seed):
        solution = gg.solve(game)
        assert gg.verify(solution), gg.verify(solution)
        below = naive.counted(game.arena, cast("Any", game.objective).mask.tolist(), reward, 60, 400)
        for value, low in zip(values(solution), below, strict=True):
            if value == INFINITY:
                assert low > 5
            else:
                assert low - 1e-6 <= float(3 * value) <= low + 0.1 * (1 + low)


def test_values_are_those_of_the_definition() -> None:
    agree(20, 0)


@pytest.mark.slow
def test_values_of_many_games_are_those_of_the_definition() -> None:
    agree(300, 1)


def test_both_strategies_together_are_worth_the_value() -> None:
    """The machines of both players leave a Markov chain of pairs, whose expectation is the value exactly."""
    for game, reward in games(60, 2):
        arena = gg.Arena(
            game.arena.indptr, game.arena.successors, game.arena.owner,
            probability=game.arena.probability, edge_data={"reward": reward},
        )  # fmt: skip
        game = gg.Game(arena, gg.ExpectedReward(cast("Any", game.objective).mask, unreached="zero"))
        solution = gg.solve(game)
        if INFINITY in values(solution):
            continue
        played = cast("Any", solution.certificate).strategy(game).followed()
        pairs, gains = played.arena, played.arena.edge_data["reward"].tolist()
        over = cast("Any", game.objective).mask[played.vertex].tolist()
        after = []
        for v in range(pairs.n):
            row = [
                (pairs.probability_of(e) or Fraction(1), int(pairs.successors[e]), int(gains[e]))
                for e in range(int(pairs.indptr[v]), int(pairs.indptr[v + 1]))
            ]
            if pairs.owner[v] != 2 and row:  # of parallel edges a player takes the best
                row = [(max, min)[pairs.owner[v]](row, key=lambda edge: edge[2])]
            after.append([] if over[v] else row)
        begun = np.flatnonzero(played.memory == 0).tolist()
        found = naive.counted_in_chain(after, over)
        for v in begun:
            assert found[v] == values(solution)[played.vertex[v]]


def test_how_to_move_depends_on_what_was_collected() -> None:
    """Collecting 1 with a risk of 1/10 each time: best stopped after ten times, worth 10 * 0.9^9."""
    edges = [("s", "roll"), ("s", "goal"), ("roll", "s"), ("roll", "end")]
    found = solved(edges, {"s": 0, "roll": 2, "goal": 0, "end": 0}, [1, 1, 0, 0], [None, None, "0.9", "0.1"])
    assert found["s"] == 10 * Fraction(9, 10) ** 9


def test_a_threat_to_collect_for_ever_counts() -> None:
    """Max cannot reach the target by going round, but if Min lets her she collects as much as she likes."""
    edges = [("m", "s"), ("m", "coin"), ("s", "m"), ("s", "goal"), ("coin", "goal"), ("coin", "end")]
    owner = {"m": 0, "s": 1, "coin": 2, "goal": 0, "end": 0}
    assert solved(edges, owner, [1, 0, 0, 0, 0, 0], [None] * 4 + ["1/2", "1/2"])["m"] == 1
    edges = [("a", "goal"), ("a", "b"), ("b", "a"), ("b", "goal")]
    assert solved(edges, {"a": 0, "b": 1, "goal": 0}, [4, 0, 1, 5]) == {"a": 5, "b": 5, "goal": 0}
    alone = solved([("m", "m"), ("m", "goal")], {"m": 0, "goal": 0}, ["1/7", 0])
    assert alone["m"] == INFINITY


def test_it_can_be_written_and_read_back() -> None:
    for game, _ in games(10, 3):
        file = io.BytesIO()
        write_solution(gg.solve(game), file)
        again = read_solution(file.getvalue(), "solution.json", game)
        assert gg.verify(again), gg.verify(again)


def test_a_wrong_value_is_refused_at_every_vertex() -> None:
    for game, _ in games(25, 4):
        solution = gg.solve(game)
        assert solution.values is not None
        for v, value in enumerate(values(solution)):
            for wrong in (
                (0, INFINITY, 10**6) if value == INFINITY else (INFINITY, value + Fraction(1, 10**20), value / 2)
            ):
                if wrong == value:
                    continue
                changed, winner = solution.values.copy(), solution.winner.copy()
                changed[v], winner[v] = wrong, int(wrong != INFINITY)
                assert not gg.verify(replace(solution, numbers=changed, winner=winner))


def test_a_wrong_layer_is_refused() -> None:
    """Every number of the certificate that matters is changed, one at a time."""
    for game, _ in games(25, 5):
        solution = gg.solve(game)
        proof, target = cast("Any", solution.certificate), cast("Any", game.objective).mask
        for v in range(game.arena.n):
            if values(solution)[v] == INFINITY:
                continue
            for x, layer in enumerate(proof.layers):
                for more in (Fraction(1, 10**20), -layer.value[v]):
                    changed = layer.value.copy()
                    changed[v] += more
                    layers = [*proof.layers[:x], replace(layer, value=changed), *proof.layers[x + 1 :]]
                    refused = not gg.verify(replace(solution, proof=replace(proof, layers=tuple(layers))))
                    assert refused or not more
            slope = proof.slope.copy()
            slope[v] += Fraction(1, 10**20)
            assert not gg.verify(replace(solution, proof=replace(proof, slope=slope)))
            if proof.slope[v] and not target[v]:
                hope = proof.hope.copy()
                hope[v] = -1
                assert not gg.verify(replace(solution, proof=replace(proof, hope=hope)))
        assert not gg.verify(replace(solution, proof=replace(proof, layers=proof.layers[:1])))
        assert not gg.verify(replace(solution, proof=gg.RewardRanks(proof.rank, proof.step)))


def test_going_round_in_vain_is_refused() -> None:
    """Moves round a cycle keep the values, below the bound and beyond; ranks that allow them do not exist."""
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a"), ("b", "goal")], owner={"a": 0, "b": 0, "goal": 0})
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0, 0, 5], unreached="zero")))
    proof = cast("Any", solution.certificate)
    assert values(solution) == [5, 5, 0] and gg.verify(solution)
    for x, layer in enumerate(proof.layers):
        for rank in (layer.rank, np.arange(3), np.zeros(3, np.int64)):
            bad = replace(layer, moves=np.array([1, 0, -1], np.int32), rank=rank)
            layers = (*proof.layers[:x], bad, *proof.layers[x + 1 :])
            moves = bad.moves if x == 0 else solution.strategy.moves
            assert not gg.verify(replace(solution, strategy=gg.Strategy(moves), proof=replace(proof, layers=layers)))
