"""Payoffs where chance moves: the values by definition, and every fault is found by the checker."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.value import INFINITY, Bracket, ends
from graphgames.formats import dot
from graphgames.games.chance.certificate import GainBias
from tests import naive_chance as naive
from tests.games.chance.test_almost_sure import random_arena
from tests.share import cases


def proved(game: gg.Game) -> gg.ArenaSolution:
    solution: gg.ArenaSolution = gg.solve(game)
    assert gg.verify(solution), gg.verify(solution)
    return solution


def values(solution: gg.ArenaSolution) -> list[Any]:
    assert solution.values is not None
    return list(solution.values)


def fractions(rng: np.random.Generator, low: int, high: int, size: int) -> list[Fraction]:
    return [
        Fraction(int(a), int(b)) for a, b in zip(rng.integers(low, high, size), rng.integers(1, 5, size), strict=True)
    ]


def refused_where_changed(solution: gg.ArenaSolution) -> None:
    """Change each value a little, each winner, and each move to no edge: the checker must refuse all."""
    for v in range(solution.arena.n):
        for by in (Fraction(1, 10**6), Fraction(-1, 10**6), Fraction(1, 10**40)):
            wrong = np.array(values(solution), object)
            wrong[v] += by
            winner = (wrong < solution.problem.objective.threshold).astype(np.uint8)  # type: ignore[attr-defined]
            assert not gg.verify(replace(solution, numbers=wrong, winner=winner))
        winner = solution.winner.copy()
        winner[v] = 1 - winner[v]
        assert not gg.verify(replace(solution, winner=winner))
        for w in {-1, *range(solution.arena.n)} - set(solution.arena.successors_of(v).tolist()):
            moves = solution.strategy.moves.copy()
            if moves[v] != w:
                moves[v] = w
                assert not gg.verify(replace(solution, strategy=gg.Strategy(moves)))


@pytest.mark.slow
def test_discounted_values_are_those_of_the_definition() -> None:
    for k in range(cases(200, 0.3)):
        rng = np.random.default_rng([0, k])
        arena = random_arena(rng, 6)
        weight = fractions(rng, -9, 10, arena.m)
        discount = [one / 10 for one in fractions(rng, 0, 10, arena.m)]
        solution = proved(gg.Game(arena, gg.Discounted(weight, discount=discount)))
        assert values(solution) == naive.discounted(arena, weight, discount)
        if k < 20:
            refused_where_changed(solution)


def test_edges_of_chance_need_no_weight_and_no_discount_in_a_file() -> None:
    text = b"""digraph {
        a [player=-1]; b [player=0];
        a -> b [probability="1/2"]; a -> c [probability="1/2"];
        c [player=1];
        b -> a [weight=2, discount=0.5]; b -> b [weight=1, discount=0.5];
        c -> a [weight=-1, discount="1/4"];
    }"""
    solution = proved(dot.read_game(text, objective="discounted"))
    a, b, c = (solution.value(name) for name in "abc")
    assert a == (b + c) / 2 and b == max(2 + a / 2, 1 + b / 2) and c == -1 + a / 4
    assert "chance moves" in solution.explain("a")


def test_a_play_must_not_stay_where_nothing_is_discounted() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a")], owner={"a": 2, "b": 2}, probability=[1, 1])
    with pytest.raises(gg.GameError, match="from vertex a chance moves for ever with the discount 1"):
        gg.Game(arena, gg.Discounted([1, 1], discount=[1, 1]))
    assert values(proved(gg.Game(arena, gg.Discounted([1, 1], discount=[1, "1/2"])))) == [4, 3]
    mixed = gg.Arena.from_edges([("a", "b"), ("b", "a")], owner={"a": 2, "b": 0}, probability=[1, None])
    with pytest.raises(gg.GameError, match="the discount of edge 1 is 1"):
        gg.Game(mixed, gg.Discounted([1, 1], discount=["1/2", 1]))


@pytest.mark.slow
def test_averages_of_one_player_are_those_of_the_definition() -> None:
    for k in range(cases(300, 0.15)):
        rng = np.random.default_rng([1, k])
        arena = random_arena(rng, 6)
        assert arena.owner is not None
        owner = np.where(arena.owner == 1 - k % 2, k % 2, arena.owner)
        arena = gg.Arena(arena.indptr, arena.successors, owner, probability=arena.probability)
        weight = fractions(rng, -9, 10, arena.m)
        solution = proved(gg.Game(arena, gg.MeanPayoff(weight)))
        assert values(solution) == naive.averages(arena, weight)
        if k < 30 and arena.probability is not None:
            refused_where_changed(solution)
            assert isinstance(solution.certificate, GainBias)
            bias = solution.certificate.bias
            for wrong in (bias[1:], np.full(arena.n, 0.5), bias.astype(str)):
                assert not gg.verify(replace(solution, proof=GainBias(wrong)))  # one number more everywhere is as good
            assert gg.verify(replace(solution, proof=GainBias(bias + 1)))


@pytest.mark.slow
def test_averages_of_two_players_are_right() -> None:
    for k in range(cases(200, 0.3)):
        rng = np.random.default_rng([2, k])
        arena = random_arena(rng, 6)
        weight = fractions(rng, -9, 10, arena.m)
        assert values(proved(gg.Game(arena, gg.MeanPayoff(weight)))) == naive.averages(arena, weight)


def claimed(
    weight: list[int], value: list[Any], bias: list[Any], moves: list[int], edges: list[tuple[int, int]]
) -> gg.Report:
    """Return what the checker says of averages in a game of player 0 where chance moves at vertex 2."""
    arena = gg.Arena.from_edges(edges, owner=[0, 0, 2], probability=[int(tail == 2) or None for tail, _ in edges])
    solution = gg.solve(gg.Game(arena, gg.MeanPayoff(weight)))
    assert gg.verify(solution)
    numbers, proof = np.array(value, object), GainBias(np.array(bias, object))
    winner = np.array([int(ends(one)[0] < 0) for one in value], np.uint8)
    strategy = gg.Strategy(np.array(moves, np.int32))
    return gg.verify(replace(solution, numbers=numbers, winner=winner, strategy=strategy, proof=proof))


@pytest.mark.parametrize(
    ("weight", "value", "bias", "moves", "right"),
    [
        ([0, 0, 1, 0], [1, 1, 1], [-1, 0, -1], [1, 1, -1], True),
        ([0, 0, 1, 0], [0, 1, 1], [0, 0, -1], [0, 1, -1], False),  # a move with more gain is left out
        ([1, 0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 1, -1], False),  # a move with more bias is left out
        ([0, 0, 1, 0], [5, 1, 1], [0, 0, -1], [0, 1, -1], False),  # the bias does not fit
        ([0, 0, 1, 0], [5, 1, 1], [-5, 0, -1], [1, 1, -1], False),  # the move does not keep the gain
        ([0, 0, 1, 0], [1, 1, 1], [-1, 0, -1], [0, 1, -1], False),  # another move keeps it
        ([0, 0, 1, 0], [1, 1, 5], [-1, 0, -5], [1, 1, -1], False),  # chance does not keep the gain
        ([0, 0, 1, 0], [1, 1, 1], [-1, 0, 0], [1, 1, -1], False),  # chance does not keep the bias
    ],
)
def test_averages_that_one_equation_refutes_are_refused(
    weight: list[int], value: list[Any], bias: list[Any], moves: list[int], right: bool
) -> None:
    assert bool(claimed(weight, value, bias, moves, [(0, 0), (0, 1), (1, 1), (2, 1)])) == right


def test_no_average_is_infinite() -> None:
    said = claimed([0, 0, 1, 0], [INFINITY, 1, 1], [-1, 0, -1], [1, 1, -1], [(0, 0), (0, 1), (1, 1), (2, 1)])
    assert "the value is infinite" in str(said)


def test_no_end_of_a_bracket_is_infinite() -> None:
    for wrong in (Bracket(1, INFINITY), Bracket(-INFINITY, 1)):
        said = claimed([0, 0, 1, 0], [wrong, 1, 1], [-1, 0, -1], [1, 1, -1], [(0, 0), (0, 1), (1, 1), (2, 1)])
        assert "the value is infinite" in str(said)
