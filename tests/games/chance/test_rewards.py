"""Expected rewards: the solver against all pairs of strategies, and every fault is found by the checker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import RewardRanks
from graphgames.core.value import INFINITY, Bracket, in_words, parse
from tests import naive_chance as naive
from tests.games.chance.test_chance import random_arena, values
from tests.share import cases


def games(count: int, seed: int) -> Iterator[tuple[gg.Game, list[Any]]]:
    """Yield random games with the expectation from each vertex."""
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        arena = random_arena(rng, 7)
        target, reward = rng.random(arena.n) < 0.3, rng.integers(0, 3, arena.m) * (rng.random(arena.m) < 0.5)
        for unreached in ("inf", "continue"):
            expected = naive.expectations(arena, target.tolist(), reward.tolist(), unreached == "inf")
            scaled = [Fraction(int(one), 3) for one in reward]
            objective = gg.ExpectedReward(target, scaled, unreached=unreached)
            yield gg.Game(arena, objective), [one / 3 if isinstance(one, Fraction) else one for one in expected]


@pytest.mark.slow
def test_expectations_are_those_of_the_definition() -> None:
    for game, expected in games(cases(250, 0.3), 0):
        solution = gg.solve(game)
        assert values(solution) == expected
        assert gg.verify(solution), gg.verify(solution)


@pytest.mark.slow
def test_a_wrong_value_is_refused_at_every_vertex() -> None:
    for game, expected in games(cases(40, 0.3), 1):
        solution = gg.solve(game)
        assert solution.values is not None
        for v, value in enumerate(expected):
            for wrong in (
                (INFINITY, 0, 10**6) if value == INFINITY else (INFINITY, value + Fraction(1, 10**20), value / 2)
            ):
                if wrong == value:
                    continue
                changed, winner = solution.values.copy(), solution.winner.copy()
                changed[v], winner[v] = wrong, int(wrong != INFINITY)
                assert not gg.verify(replace(solution, numbers=changed, winner=winner))


def test_whoever_must_make_progress_may_not_go_round() -> None:
    for unreached, player in (("inf", 1), ("continue", 0)):
        arena = gg.Arena.from_edges(
            [("a", "b"), ("b", "a"), ("b", "goal")], owner={"a": player, "b": player, "goal": 0}
        )
        solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0, 0, 5], unreached=unreached)))
        assert values(solution) == [5, 5, 0] and gg.verify(solution)
        assert isinstance(solution.certificate, RewardRanks)
        moves = solution.strategy.moves.copy()
        moves[1] = 0
        for rank in (solution.certificate.rank, np.arange(3), np.zeros(3, np.int64)):
            proof = RewardRanks(rank, solution.certificate.step)
            assert not gg.verify(replace(solution, strategy=gg.Strategy(moves), proof=proof))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"reward": [1, -1]}, "negative"),
        ({"reward": [1, 1], "unreached": "nothing"}, "unreached"),
        ({"reward": [1, 1], "vertex_reward": [1, 1]}, "exactly one of"),
        ({"reward": [1]}, "reward"),
        ({"reward": [1, 1, 1]}, "for rewards of vertices give vertex_reward"),
    ],
)
def test_wrong_rewards_are_refused(more: dict[str, Any], said: str) -> None:
    size = max(2, len(more["reward"]))  # with two edges
    arena = gg.Arena.from_edges([(0, 1), (1, 1)], size, owner=[0] * size)
    with pytest.raises(gg.GraphGamesError, match=said):
        gg.Game(arena, gg.ExpectedReward([1], **more))


@pytest.mark.parametrize("ending", ["arena", "dot", "csv", "graphml"])
def test_weights_are_the_rewards_where_a_file_has_no_rewards(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"way.{ending}"
    data = {"weight": [3, "1/2", 4]}
    arena = gg.Arena.from_edges([(0, 1), (1, 2), (0, 2)], owner=[1, 1, 1], edge_data=data)
    gg.write(gg.Game(arena, gg.Reach([2])), path)
    game = gg.read(path, objective="expected-reward", priorities="2")
    assert values(gg.solve(game)) == [Fraction(7, 2), Fraction(1, 2), 0]
    both = gg.Arena.from_edges([(0, 1)], owner=[0, 0], edge_data={"weight": [3], "reward": [5]})
    assert values(gg.solve(gg.Game(both, gg.ExpectedReward([1])))) == [5, 0]


def test_a_file_that_does_not_say_the_target_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("source,target,reward\na,b,1\nb,a,2\n")
    with pytest.raises(gg.GraphGamesError, match=r"reward game needs vertices that are[^\0]*priorities mean .target."):
        gg.read(tmp_path / "r.csv", objective="expected-reward")


@pytest.mark.parametrize("ending", ["arena", "dot", "graphml"])
def test_priorities_name_the_target_where_the_rewards_are_data(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"coin.{ending}"
    arena = gg.Arena.from_edges(
        [(0, 1), (1, 0), (1, 2), (2, 2)],
        owner=[0, 2, 1],
        probability=[None, "1/3", "2/3", None],
        vertex_data={"reward": [1, 0, 0]},
    )
    gg.write(gg.Game(arena, gg.Parity([0, 1, 3])), path)
    game = gg.read(path, objective="expected-reward", priorities="3")
    assert values(gg.solve(game)) == [Fraction(3, 2), Fraction(1, 2), 0]
    even: Any = gg.read(path, objective="expected-reward").objective
    assert np.flatnonzero(even.target).tolist() == [0]
    kept = gg.read(path, objective="expected-reward", priorities="3", settings={"unreached": "zero"})
    assert kept.objective.changed_settings() == {"unreached": "zero"} and values(gg.solve(kept)) == [
        Fraction(3, 2),
        Fraction(1, 2),
        0,
    ]
    for settings, said in (({"unreached": "foo"}, "unreached is"), ({"unreach": "inf"}, "it has: unreached")):
        with pytest.raises(gg.GameError, match=said):
            gg.read(path, objective="expected-reward", priorities="3", settings=settings)


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["1/10", "1e-9"])
def test_brackets_hold_the_expectations(precision: str) -> None:
    for game, expected in games(cases(120, 0.3), 5):
        solution = gg.solve(game, precision=precision)
        assert gg.verify(solution), gg.verify(solution)
        for value, exact in zip(values(solution), expected, strict=True):
            if isinstance(value, Bracket):
                low: Any = value.low
                assert exact in value and value.high <= low + Fraction(precision)
            else:
                assert value == exact


@pytest.mark.slow
def test_a_bracket_beside_the_expectation_is_refused_at_every_vertex() -> None:
    little = Fraction(1, 10**20)
    for game, expected in games(cases(40, 0.3), 1):
        solution = gg.solve(game, precision="1/100")
        assert solution.values is not None
        for v, exact in enumerate(expected):
            wrong: list[Any] = [Bracket(0, INFINITY), 0, 10**6]
            if exact != INFINITY:
                wrong = [Bracket(exact + little, exact + 1), Bracket(-1, exact), Bracket(0, INFINITY), INFINITY]
                wrong += [Bracket(0, exact - little)] if exact > little else []
            for one in wrong:
                changed, winner = solution.values.copy(), solution.winner.copy()
                changed[v], winner[v] = one, int(one != INFINITY)
                assert not gg.verify(replace(solution, numbers=changed, winner=winner))


def test_brackets_are_refused_where_moves_are_bad_or_go_round() -> None:
    for unreached, player in (("inf", 1), ("continue", 0)):
        arena = gg.Arena.from_edges(
            [("a", "b"), ("b", "a"), ("b", "goal")], owner={"a": player, "b": player, "goal": 0}
        )
        solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0, 0, 5], unreached=unreached)), precision="1")
        assert gg.verify(solution)
        moves = solution.strategy.moves.copy()
        assert moves.tolist()[1] == 2
        moves[1] = 0
        assert not gg.verify(replace(solution, strategy=gg.Strategy(moves)))
        same = np.array([Bracket(4, 6), Bracket(4, 6), 0], object)  # no step loses, and none makes progress
        for chosen, proved in ((solution.strategy.moves, True), (moves, False)):
            claim = replace(solution, strategy=gg.Strategy(chosen), numbers=same)
            assert isinstance(claim.certificate, RewardRanks)
            falling = RewardRanks(np.array([2, 1, 0]), claim.certificate.step)
            assert bool(gg.verify(replace(claim, proof=falling))) == proved
            assert not gg.verify(replace(claim, proof=RewardRanks(np.zeros(3, np.int64), claim.certificate.step)))


def test_brackets_are_written_and_read_back(tmp_path: Path) -> None:
    game, _ = next(pair for pair in games(40, 7) if INFINITY in pair[1] and any(0 < one < INFINITY for one in pair[1]))
    solution = gg.solve(game, precision="1e-3")
    gg.write(solution, tmp_path / "found.json")
    again = gg.read_solution(game, tmp_path / "found.json")
    assert values(again) == values(solution) and any(isinstance(one, Bracket) for one in values(again))
    assert gg.verify(again)
    for picture in (solution.draw(), again.draw()):
        assert "±" in picture.svg
    said = [str(again.explain(game.arena.label(v))) for v in range(game.arena.n)]
    assert any("±" in one for one in said) and any("∞" in one for one in said)


@pytest.mark.parametrize(
    ("player", "own", "more", "other"), [(0, "lower", "more", "upper"), (1, "upper", "less", "lower")]
)
def test_of_a_bracket_a_reason_says_no_more_than_is_proved(player: int, own: str, more: str, other: str) -> None:
    arena = gg.Arena.from_edges(
        [("a", "a"), ("a", "coin"), ("coin", "a"), ("coin", "goal")],
        owner={"a": player, "coin": 2, "goal": 0},
        probability=[None, None, "2/3", "1/3"],
    )
    objective = gg.ExpectedReward(["goal"], [0, 1, 0, 0], unreached="continue" if player == 0 else "inf")
    solution = gg.solve(gg.Game(arena, objective), precision="1/100")
    assert isinstance(solution.value("a"), Bracket) and gg.verify(solution)
    expected = f"moves to coin, which keeps the {own} bound, and no move is worth {more} than the {other} one"
    assert expected in solution.explain("a")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        ("5/6", "13/15", "0.85 ± 0.02"),
        ("-13/15", "-5/6", "-0.85 ± 0.02"),
        ("0", "1/3000", "0.0002 ± 0.0002"),
        ("19/2", "21/2", "10.0 ± 0.5"),
        ("7/2", "inf", "at least 7/2"),
        ("1/3", "1/3", "1/3"),
    ],
)
def test_a_sentence_rounds_brackets_outward(low: str, high: str, said: str) -> None:
    ends: Any = parse(low), parse(high)
    assert in_words(Bracket(*ends)) == said


@pytest.mark.parametrize(
    ("more", "precision", "said"),
    [
        ({}, 0, "more than 0"),
        ({}, "wide", "not a number"),
        ({"unreached": "zero"}, 0, "more than 0"),
    ],
)
def test_a_precision_that_cannot_be_had_is_refused(more: dict[str, Any], precision: Any, said: str) -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 1)], owner=[0, 0])
    with pytest.raises(gg.GraphGamesError, match=said):
        gg.solve(gg.Game(arena, gg.ExpectedReward([1], [1, 1], **more)), precision=precision)


def test_a_claim_that_the_certificate_cannot_prove_is_refused_in_a_sentence() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 1)], owner=[0, 0])
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward([1], [1, 1])))
    assert "no values to prove" in str(gg.verify(replace(solution, numbers=None)))
    counted = gg.Game(arena, gg.ExpectedReward([1], [1, 1], unreached="zero"))
    assert "proves nothing where unreached is 'zero'" in str(gg.verify(replace(solution, problem=counted)))


@pytest.mark.parametrize("unreached", ["inf", "continue"])
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_a_rank_that_rises_where_the_value_is_said_to_be_infinite_is_refused(unreached: str, owner: int) -> None:
    """By each throw the play may come to a smaller rank, or leave; if the rank may rise again it leaves at last."""
    arena = gg.Arena.from_edges(
        [("coin", "back"), ("coin", "goal"), ("back", "coin")],
        owner={"coin": 2, "back": owner, "goal": 0},
        probability=["1/2", "1/2", "1" if owner == 2 else None],
    )
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0, 0, 1], unreached=unreached)))
    assert values(solution) == [1, 2, 0] and gg.verify(solution)
    endless = np.array([INFINITY, INFINITY, 0], object)
    proof = RewardRanks(np.array([1, 0, 0]), np.zeros(3, np.int64))
    claim = replace(solution, numbers=endless, winner=np.array([0, 0, 1], np.uint8), proof=proof)
    assert "the rank 0 does not prove it" in str(gg.verify(claim))


@pytest.mark.parametrize("wrong", [[0], [0, 0, 0], [[0], [0]], [0.5, 0.5], ["0", "0"]])
def test_ranks_of_the_wrong_form_are_refused(wrong: Any) -> None:
    arena = gg.Arena.from_edges([(0, 0), (1, 0)], owner=[0, 0])
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward([0], [0, 1])))
    right = np.arange(2)
    assert gg.verify(replace(solution, proof=RewardRanks(right, right)))
    for proof in (
        RewardRanks(np.array(wrong), right),
        RewardRanks(right, np.array(wrong)),
    ):
        assert "expected" in str(gg.verify(replace(solution, proof=proof)))


def test_a_game_without_vertices_needs_no_ranks() -> None:
    solution = gg.solve(gg.Game(gg.Arena.from_edges([], 0, owner=[]), gg.ExpectedReward(np.empty(0, np.bool_), [])))
    assert gg.verify(replace(solution, proof=RewardRanks(np.array([]), np.array([]))))


def claimed(
    solution: gg.ArenaSolution, numbers: list[Any], rank: list[int], step: list[int], moves: list[int] | None = None
) -> gg.ArenaSolution:
    """Return another claim about the game of a solution, with the winners that go with the values."""
    winner = [int(getattr(one, "high", one) != INFINITY) for one in numbers]
    return replace(
        solution, numbers=np.array(numbers, object), winner=np.array(winner, np.uint8),
        strategy=solution.strategy if moves is None else gg.Strategy(np.array(moves, np.int32)),
        proof=RewardRanks(np.array(rank), np.array(step)),
    )  # fmt: skip


@pytest.mark.parametrize("unreached", ["inf", "continue"])
def test_sums_of_large_numbers_do_not_overflow(unreached: str) -> None:
    """Eight times 2^61 is 0 in 64 bits, as if a throw that is worth nothing were worth 2^61."""
    arena = gg.Arena.from_edges(
        [("s", "goal"), ("s", "t"), ("t", "goal")], owner={"s": 2, "goal": 0, "t": 0}, probability=["1/8", "7/8", None]
    )
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0, 0, 0], unreached=unreached)))
    for large, proved in ((0, True), (2**61, False), (2**64, False)):
        assert bool(gg.verify(claimed(solution, [large, 0, 0], [2, 0, 1], [0, 0, 0]))) == proved
    for reward in (2**61 + 1, 2**63 - 1, 2**70 + 1):
        costly = gg.Game(arena, gg.ExpectedReward(["goal"], [reward, 0, Fraction(1, 3)], unreached=unreached))
        value = Fraction(reward, 8) + Fraction(7, 24)
        for wrong in (0, Fraction(2**61), Fraction(2**64), Fraction(1, 10**30)):
            claim = replace(solution, problem=costly)
            assert bool(gg.verify(claimed(claim, [value + wrong, 0, Fraction(1, 3)], [2, 0, 1], [0, 0, 0]))) == (
                not wrong
            )


def test_a_bracket_may_begin_anywhere_where_the_value_is_infinite() -> None:
    edges = [("a", "a"), ("a", "end"), ("b", "a"), ("b", "goal"), ("c", "end")]
    arena = gg.Arena.from_edges(
        edges, owner={"a": 0, "end": 0, "b": 1, "goal": 0, "c": 2}, probability=[None] * 4 + [1]
    )
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0] * 5)))
    wide = Bracket(5, INFINITY)
    assert values(solution) == [INFINITY, INFINITY, 0, 0, INFINITY]
    assert isinstance(solution.certificate, RewardRanks)
    rank, step = solution.certificate.rank.tolist(), solution.certificate.step.tolist()
    assert gg.verify(claimed(solution, [wide, wide, 0, 0, wide], rank, step))
    assert not gg.verify(claimed(solution, [wide, wide, wide, 0, wide], rank, step))


def test_steps_to_a_reward_are_counted_where_the_rank_does_not_fall() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "b")], owner={"a": 0, "b": 1})
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward([False, False], [0, 1], unreached="continue")))
    for rank, step, proved in (([1, 0], [0, 9], True), ([0, 0], [1, 0], True), ([0, 0], [0, 9], False)):
        assert bool(gg.verify(claimed(solution, [INFINITY, INFINITY], rank, step))) == proved


@pytest.mark.parametrize("unreached", ["inf", "continue"])
def test_moves_stand_where_a_player_moves_and_keep_an_infinite_value(unreached: str) -> None:
    edges = [("a", "a"), ("a", "goal"), ("goal", "a"), ("m", "a"), ("c", "a"), ("c", "goal")]
    arena = gg.Arena.from_edges(
        edges, owner={"a": 0, "goal": 0, "m": 1, "c": 2}, probability=[None] * 4 + ["1/2", "1/2"]
    )
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [1, 0, 0, 0, 0, 0], unreached=unreached)))
    assert values(solution) == [INFINITY, 0, INFINITY, INFINITY] and gg.verify(solution)
    for v in range(arena.n):
        for move in {-1, *range(arena.n)} - {int(solution.strategy.moves[v])}:
            moves = solution.strategy.moves.copy()
            moves[v] = move
            assert not gg.verify(replace(solution, strategy=gg.Strategy(moves)))
