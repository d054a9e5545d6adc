"""False claims about games with weights, made by hand: none is proved, neither as it is nor as a file in JSON.

Each test takes a small game whose truth is plain, and a claim that once passed: an index from the end, a number that
stood for an infinity, a move that is an edge and loses. `make_claim` fills in what follows from the values.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import EnergyLayers, EnergyLifts, GainBias, MeanPotentials, TotalRanks
from graphgames.core.value import INFINITY, Infinite
from graphgames.formats.json_ import read_solution, write_solution
from graphgames.games.weighted import measures

SMALLEST = -(2**63)


def make_claim(
    game: gg.Game, values: Sequence[Any], moves: Sequence[int], proof: Any, winner: Sequence[int] | None = None
) -> gg.ArenaSolution:
    """Return the claim that a game has these values, with the winners that they mean unless others are given."""
    if winner is None:
        threshold = getattr(game.objective, "threshold", None)
        winner = [int(isinstance(x, Infinite)) if threshold is None else int(x < threshold) for x in values]
    numbers = np.empty(len(values), object)
    numbers[:] = list(values)
    moves_row = gg.Strategy(np.array(moves, np.int32))
    return gg.ArenaSolution(game, np.array(winner, np.uint8), moves_row, "by hand", proof, numbers)


def from_file(claim: gg.ArenaSolution) -> gg.ArenaSolution:
    """Return a claim as it comes back from a file."""
    file = io.BytesIO()
    write_solution(claim, file)
    read: gg.ArenaSolution = read_solution(file.getvalue(), "claim.json", claim.problem)
    return read


def refusals(claim: gg.ArenaSolution) -> list[str]:
    """Return what the checker says to a claim, and to the file with it, or why that cannot be read."""
    said = [gg.verify(claim)]
    try:
        said.append(gg.verify(from_file(claim)))
    except gg.FormatError as error:
        return [str(said[0]), str(error)]
    return ["" if report.ok else str(report) for report in said]


def is_refused(claim: gg.ArenaSolution, *words: str) -> bool:
    """Return whether a claim and its file are refused, with these words."""
    return all(said and (not words or any(word in said for word in words)) for said in refusals(claim))


def arena(*edges: tuple[int, int], owner: Sequence[int]) -> gg.Arena:
    return gg.Arena.from_edges(list(edges), n=len(owner), owner=list(owner))


# Indices.


def test_a_step_from_the_end_is_refused() -> None:
    """With the offsets of the edges one longer than the owners, vertex -2 of two had vertex 1's edges."""
    game = gg.Game(arena((0, 0), (1, 1), owner=[0, 0]), gg.Energy([0, -1], cap=1))
    assert gg.solve(game).to_dict()["value"] == [0, "inf"]
    steps = EnergyLifts((-2, -2, 1, 1), (1, INFINITY, 1, INFINITY))
    assert is_refused(make_claim(game, [INFINITY, INFINITY], [-1, -1], steps), "expected 0 to 1")


@pytest.mark.parametrize("vertex", [-1, 2, 2**40, True, "0", 0.0])
def test_a_step_at_no_vertex_is_refused(vertex: Any) -> None:
    game = gg.Game(arena((0, 0), (1, 1), owner=[0, 0]), gg.Energy([-1, -1], cap=0))
    right = make_claim(game, [INFINITY] * 2, [-1, -1], EnergyLifts((0, 1), (INFINITY, INFINITY)))
    assert gg.verify(right) and gg.verify(from_file(right))
    wrong = EnergyLifts((0, 1, vertex), (INFINITY, INFINITY, INFINITY))
    assert "vertex[2] is" in str(gg.verify(replace(right, proof=wrong)))


# Infinities.


def test_a_credit_above_the_cap_is_no_infinity() -> None:
    """Without a step to infinity, 4 is no credit where 3 can be stored."""
    game = gg.Game(arena((0, 0), owner=[0]), gg.Energy([-1], cap=3))
    assert gg.solve(game).to_dict()["value"] == ["inf"]
    for last in (4, INFINITY):
        steps = EnergyLifts((0, 0, 0, 0), (1, 2, 3, last))
        assert is_refused(make_claim(game, [4], [0], steps))
    assert gg.verify(make_claim(game, [INFINITY], [-1], EnergyLifts((0, 0, 0, 0), (1, 2, 3, INFINITY))))


def test_a_credit_above_all_losses_is_no_infinity() -> None:
    game = gg.Game(arena((0, 1), (1, 0), owner=[0, 0]), gg.Energy([-2, 1]))
    steps = EnergyLifts((0, 1, 0, 1, 0, 1), (2, 1, INFINITY, INFINITY, 3, 3))
    for values in ([3, 3], [3, 2], [2, 1]):
        assert is_refused(make_claim(game, values, [1, 0], steps))


def test_a_step_may_not_lift_above_infinity_nor_below_1() -> None:
    game = gg.Game(arena((0, 0), owner=[0]), gg.Energy([-1], cap=3))
    for last in (-INFINITY, 4, 0, -1, 2.5, True, "4", None):
        claim = make_claim(game, [INFINITY], [-1], EnergyLifts((0, 0, 0, 0), (1, 2, 3, cast("Any", last))))
        assert "expected" in str(gg.verify(claim)) or "does not lift to a credit from 1 to 3" in str(gg.verify(claim))


def test_a_number_is_not_what_it_is_worth_to_be_stuck() -> None:
    """Who is stuck has lost infinitely much: more than 1 and the largest weight."""
    game = gg.Game(arena((0, 1), owner=[0, 1]), gg.MeanPayoff([3], dead_ends="lose", threshold=5))
    right = gg.solve(game)
    assert right.to_dict()["value"] == ["inf", "inf"] and gg.verify(right)
    proof = MeanPotentials(np.array([0, 4]), np.array([0, 4]))
    for four in (4, 3, 5):
        for zero in (0, 4):
            potentials = MeanPotentials(np.array([-zero, 0]), np.array([-zero, 0]))
            assert is_refused(make_claim(game, [four] * 2, [1, -1], proof))
            assert is_refused(make_claim(game, [four] * 2, [1, -1], potentials))


def test_gain_and_bias_do_not_prove_what_it_is_worth_to_be_stuck() -> None:
    game = gg.Game(arena((0, 1), owner=[0, 1]), gg.MeanPayoff([3], dead_ends="lose", threshold=5))
    claim = make_claim(game, [4, 4], [1, -1], GainBias(np.array([-1, 0], object)))
    assert is_refused(claim) and "who cannot move loses" in refusals(claim)[0]


def test_nobody_is_stuck_where_there_is_always_a_move() -> None:
    """A play that goes round for ever has an average, however high the potentials."""
    for dead_ends in ("stay", "lose"):
        game = gg.Game(arena((0, 1), (1, 0), owner=[0, 1]), gg.MeanPayoff([1, 1], dead_ends=dead_ends))
        for sign, low, high in ((1, [5, 6], [0, 0]), (-1, [0, 0], [6, 5]), (1, [6, 6], [6, 6])):
            proof = MeanPotentials(np.array(low), np.array(high))
            assert is_refused(make_claim(game, [Infinite(sign)] * 2, [1, 0], proof))


def test_who_is_stuck_does_not_win() -> None:
    game = gg.Game(arena((0, 1), owner=[0, 0]), gg.MeanPayoff([3], dead_ends="lose"))
    for low in ([0, 1], [0, 9], [9, 0]):
        claim = make_claim(game, [INFINITY] * 2, [1, -1], MeanPotentials(np.array(low), np.array([0, 0])))
        assert is_refused(claim, "has no move, but the value is")


# Moves.


ROBBED = gg.Game(arena((0, 0), (1, 1), (1, 0), owner=[0, 1]), gg.Energy([-4, 3, 3], cap=10))
"""Adam wins from 1 if he moves to 0; if he stays the energy never falls."""


def test_a_losing_move_is_not_shown() -> None:
    for cap in (10, None):
        game = gg.Game(ROBBED.arena, gg.Energy([-4, 3, 3], cap=cap))
        right = gg.solve(game, solver="credit-measures")
        assert right.winner.tolist() == [1, 1] and right.strategy.moves.tolist() == [-1, 0]
        assert gg.verify(right) and gg.verify(from_file(right))
        assert is_refused(replace(right, strategy=gg.Strategy(np.array([-1, 1], np.int32))), "vertex 1")


def test_a_move_that_loses_nothing_is_not_shown() -> None:
    """To wait for ever keeps the win and does not win; the credit is finite."""
    game = gg.Game(arena((0, 0), (0, 1), (1, 1), owner=[1, 0]), gg.Energy([0, -3, 0]))
    for cap in (5, None):
        right = gg.solve(gg.Game(game.arena, gg.Energy([0, -3, 0], cap=cap)), solver="credit-measures")
        assert right.to_dict()["value"] == [3, 0] and right.strategy.moves[0] == 1 and gg.verify(right)
        assert is_refused(replace(right, strategy=gg.Strategy(np.array([0, 1], np.int32))))


def test_no_move_is_shown_where_it_depends_on_the_energy() -> None:
    """From 1 Adam wins with 10 by moving to 0, and with 6 by moving to 2: no single move wins."""
    edges = arena((0, 1), (1, 0), (1, 2), (2, 2), owner=[1, 1, 0])
    game = gg.Game(edges, gg.Energy([-4, 4, -7, 0], cap=10))
    for solver in ("credit-measures", "fast-iteration", "credit-improvement"):
        right = gg.solve(game, solver=solver)
        assert right.to_dict()["value"] == ["inf", "inf", 0] and gg.verify(right) and gg.verify(from_file(right))
        assert right.strategy.moves.tolist() == [1, -1, 2]
        for move in (0, 2):
            assert is_refused(replace(right, strategy=gg.Strategy(np.array([1, move, 2], np.int32))))


def test_without_a_cap_player_1_has_a_move_wherever_he_wins() -> None:
    edges = arena((0, 1), (1, 0), (1, 2), (2, 2), owner=[1, 1, 1])
    right = gg.solve(gg.Game(edges, gg.Energy([0, 4, 0, -1])), solver="credit-measures")
    assert right.strategy.moves.tolist() == [1, 2, 2] and gg.verify(right)
    for v in range(3):
        moves = right.strategy.moves.copy()
        moves[v] = -1
        assert is_refused(replace(right, strategy=gg.Strategy(moves)))


@pytest.mark.parametrize("objective", [gg.Energy([1]), gg.Energy([1], cap=3), gg.MeanPayoff([1]), gg.TotalPayoff([1])])
def test_there_is_no_move_at_a_dead_end(objective: Any) -> None:
    right = gg.solve(gg.Game(arena((0, 1), owner=[0, 0]), objective))
    assert right.strategy.moves.tolist() == [1, -1] and gg.verify(right)
    claim = replace(right, strategy=gg.Strategy(np.array([1, 1], np.int32)))
    assert is_refused(claim) and "has no move here, but the strategy has the move to 1" in refusals(claim)[0]


# Layers.


def test_layers_prove_nothing_by_themselves() -> None:
    """From 1 the play comes to 0, where nothing is lost: no layer before is one that player 1 wins."""
    game = gg.Game(arena((0, 0), (1, 0), owner=[1, 1]), gg.Energy([0, 0], cap=2))
    for layer, bounds in (
        ([0, 1], ([0, 0], [0, 7])),
        ([0, 1], ([7, 0], [0, 7])),
        ([1, 0], ([0, 7], [0, 0])),
        ([-1, 0], ([0, 7],)),
        ([0, 2], ([0, 0], [0, 7])),
    ):
        proof = EnergyLayers(3, np.array(layer), tuple(map(np.array, bounds)))
        assert is_refused(make_claim(game, [0, INFINITY], [0, 0], proof))
        assert is_refused(make_claim(game, [0, 2], [0, 0], proof))


def test_what_is_lost_with_less_may_be_enough_with_all() -> None:
    """The bound must be above all that can be stored."""
    game = gg.Game(arena((0, 1), (1, 1), owner=[0, 0]), gg.Energy([-2, 0], cap=2))
    for bound in (3, 4, 5, 6):
        proof = EnergyLayers(3, np.array([0, 1]), (np.array([bound, 0]), np.array([0, 0])))
        assert is_refused(make_claim(game, [INFINITY, 0], [-1, 1], proof))
        last = EnergyLayers(3, np.array([0, 0]), (np.array([bound, 0]),))
        assert gg.verify(make_claim(game, [2, 0], [1, 1], last)).ok == (3 < bound < 6)
        assert is_refused(make_claim(game, [INFINITY, 0], [-1, 1], last))


@pytest.mark.parametrize("cap", [20_000_000, 10**30])
def test_a_large_cap_takes_no_longer(cap: int) -> None:
    for weight in (-1, "-1/100000000000000000000"):
        solution = gg.solve(gg.Game(arena((0, 0), owner=[0]), gg.Energy([weight], cap=cap)))
        assert solution.winner.tolist() == [1] and gg.verify(solution) and gg.verify(from_file(solution))


def test_who_counts_one_by_one_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "MOST", 1000)
    game = gg.Game(arena((0, 0), owner=[0]), gg.Energy([-1], cap=20_000_000))
    with pytest.raises(gg.SolverError, match=r"up to 20000000 .* fast-iteration solves this game"):
        gg.solve(game, solver="credit-measures")


# Numbers at the ends of 64 bits.


def test_the_smallest_weight_has_a_sign() -> None:
    loop = arena((0, 0), owner=[0])
    for weight in (SMALLEST, SMALLEST + 1, SMALLEST - 1):
        for objective in (gg.TotalPayoff([weight]), gg.MeanPayoff([weight]), gg.Energy([weight])):
            solution = gg.solve(gg.Game(loop, objective))
            assert solution.winner.tolist() == [1] and gg.verify(solution), objective
    game = gg.Game(loop, gg.TotalPayoff([SMALLEST]))
    for bound in (0, 1, SMALLEST, 2**63 - 1):
        proof = TotalRanks(2, np.array([bound]), np.zeros(1, np.int64), np.zeros(1, np.int64))
        for value in (INFINITY, 0):
            assert is_refused(make_claim(game, [value], [0], proof))


def test_a_sum_of_credit_and_weight_does_not_wrap() -> None:
    """What is left of a credit of 2^63 - 1 after a gain is more than before."""
    most = 2**63 - 1
    game = gg.Game(arena((0, 1), (1, 0), owner=[1, 0]), gg.Energy([most, -most], cap=most))
    right = gg.solve(game)
    assert right.to_dict()["value"] == [0, str(most)] and gg.verify(right) and gg.verify(from_file(right))
    for values in ([1, most], [0, most - 1], [0, 0], [most, most]):
        assert is_refused(make_claim(game, values, [1, 0], right.certificate))


def test_a_weight_of_vertices_at_the_end_of_64_bits_is_no_priority() -> None:
    objective = gg.Energy(vertex_weight=[SMALLEST]).bind(arena((0, 0), owner=[0]))
    with pytest.raises(gg.GameError, match="32 bits"):
        objective.priorities(arena((0, 0), owner=[0]))


def test_a_message_names_a_number_of_however_many_digits() -> None:
    for probability, said in (
        (["1" + "0" * 5000, 1], "sum to 1000"),
        ([f"-{10**4000}{10**4000}", 1], "has the probability -1000"),
        ([Fraction(1, 3**10000), Fraction(1, 2)], "sum to "),
    ):
        with pytest.raises(gg.ArenaError, match=said) as caught:
            gg.Arena.from_edges([(0, 0), (0, 1)], n=2, owner=[2, 0], probability=probability)
        assert len(str(caught.value)) < 200
    huge = 10**5000
    with pytest.raises(gg.GameError, match=r"the cap is -1000.*\.\.\.; expected 0"):
        gg.Game(arena((0, 0), owner=[0]), gg.Energy([1], cap=-huge))
    right = gg.solve(gg.Game(arena((0, 0), owner=[0]), gg.MeanPayoff([huge])))
    assert gg.verify(right) and "Adam wins, but the value is 1000" in str(
        gg.verify(replace(right, winner=np.ones(1, np.uint8)))
    )


def test_fractions_and_numbers_of_any_size_come_back_from_a_file() -> None:
    coin = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[2, 0], probability=[1, None])
    for weight in (2**70, Fraction(1, 3)):
        solution = gg.solve(gg.Game(coin, gg.MeanPayoff([weight, 0])))
        assert gg.verify(solution) and gg.verify(from_file(solution))
