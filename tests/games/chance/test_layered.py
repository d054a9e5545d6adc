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
from graphgames.certificates import RewardLayers, RewardRanks
from graphgames.core.value import INFINITY, Bracket, ends
from graphgames.formats.json_ import read_solution, write_solution
from graphgames.games.chance.certificate import Layer
from tests import naive_chance as naive
from tests.games.chance.test_chance import random_arena, values
from tests.share import cases, share


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


@pytest.mark.slow
def test_values_are_those_of_the_definition() -> None:
    agree(cases(20, 10), 0)


@pytest.mark.slow
def test_values_of_many_games_are_those_of_the_definition() -> None:
    agree(cases(300, 0.1), 1)


def test_both_strategies_together_are_worth_the_value() -> None:
    """The machines of both players leave a Markov chain of pairs, whose expectation is the value exactly."""
    for game, reward in games(cases(60, 0.4), 2):
        arena = gg.Arena(
            game.arena.indptr, game.arena.successors, game.arena.owner,
            probability=game.arena.probability, edge_data={"reward": reward},
        )  # fmt: skip
        game = gg.Game(arena, gg.ExpectedReward(cast("Any", game.objective).mask, unreached="zero"))
        solution = gg.solve(game)
        if INFINITY in values(solution):
            continue
        played = cast("Any", solution.certificate).strategy(game).followed().plays
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


@pytest.mark.slow
def test_it_can_be_written_and_read_back() -> None:
    for game, _ in games(10, 3):
        file = io.BytesIO()
        write_solution(gg.solve(game), file)
        again = read_solution(file.getvalue(), "solution.json", game)
        assert gg.verify(again), gg.verify(again)


@pytest.mark.slow
def test_a_wrong_value_is_refused_at_every_vertex() -> None:
    for game, _ in games(cases(25, 1), 4):
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


@pytest.mark.slow
def test_a_wrong_layer_is_refused() -> None:
    """Every number of the certificate that matters is changed, one at a time."""
    for game, _ in games(cases(25, 0.3), 5):
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
                reach_rank = proof.reach_rank.copy()
                reach_rank[v] = -1
                assert not gg.verify(replace(solution, proof=replace(proof, reach_rank=reach_rank)))
        assert not gg.verify(replace(solution, proof=replace(proof, layers=proof.layers[:1])))
        assert not gg.verify(replace(solution, proof=RewardRanks(proof.rank, proof.step)))


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


def test_no_layer_has_a_move_where_nobody_is_to_move() -> None:
    """At the target the play is over, where the value is infinite no move is best with little memory."""
    arena = gg.Arena.from_edges([("a", "a"), ("a", "goal"), ("b", "goal")], owner={"a": 0, "b": 1, "goal": 0})
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [1, 0, 2], unreached="zero")))
    proof = cast("Any", solution.certificate)
    assert values(solution) == [INFINITY, 0, 2] and gg.verify(solution)
    for x, layer in enumerate(proof.layers):
        for v in (0, 1):
            moves = layer.moves.copy()
            moves[v] = 1
            layers = (*proof.layers[:x], replace(layer, moves=moves), *proof.layers[x + 1 :])
            assert "the move of a layer" in str(gg.verify(replace(solution, proof=replace(proof, layers=layers))))


def claimed(
    edges: list[tuple[str, str]], owner: dict[str, int], reward: list[int], likely: Any = None, *,
    moves: dict[str, str], rows: list[list[Any]], slope: list[Any], reach_rank: list[int],
    rank: Any = None, endless: tuple[str, ...] = (),
) -> gg.ArenaSolution:  # fmt: skip
    """Return a claim by hand, with the same moves and ranks in all layers, of a game with the target "goal"."""
    arena = gg.Arena.from_edges(edges, owner=owner, probability=likely)
    game = gg.Game(arena, gg.ExpectedReward(["goal"], reward, unreached="zero"))
    names = list(arena.names)
    steps = np.array([names.index(moves[v]) if v in moves else -1 for v in names], np.int32)
    ranks = np.zeros(arena.n, np.int64) if rank is None else np.array(rank)
    layers = tuple(Layer(np.array(row, object), steps, ranks) for row in rows)
    zeros = np.zeros(arena.n, np.int64)
    proof = RewardLayers(zeros, zeros, np.array(reach_rank), np.array(slope, object), layers)
    found = np.array([INFINITY if v in endless else value for v, value in zip(names, rows[0], strict=True)], object)
    winner = np.array([v not in endless for v in names], np.uint8)
    return gg.ArenaSolution(game, winner, gg.Strategy(steps), "by hand", proof, found)


@pytest.mark.parametrize(
    ("edges", "owner", "reach_rank", "moves"),
    [
        pytest.param([], {}, [2], {}, id="she goes round"),
        pytest.param([("a", "end")], {"end": 0}, [2, -1], {}, id="to where there is none"),
        pytest.param([("a", "end")], {"end": 0}, [2, 1], {}, id="an end of hers"),
        pytest.param([("a", "end")], {"end": 1}, [2, 1], {}, id="an end of his"),
        pytest.param([("a", "m"), ("m", "goal"), ("m", "m")], {"m": 1}, [2, 1], {"m": "m"}, id="he goes round"),
    ],
)
def test_nothing_is_infinite_without_hope(
    edges: list[tuple[str, str]], owner: dict[str, int], reach_rank: list[int], moves: dict[str, str]
) -> None:
    """At a Max collects 1 for ever, but does not come to the target."""
    arena, rest = [("a", "a"), *edges, ("goal", "goal")], [0] * len(owner)
    claim = claimed(
        arena, {"a": 0, **owner, "goal": 0}, [1] + [0] * (len(arena) - 1), moves={"a": "a", **moves}, endless=("a",),
        rows=[[0, *rest, 0], [0, *rest, 1]], slope=[0, *rest, 1], reach_rank=[*reach_rank, 0],
    )  # fmt: skip
    assert "steps to the target" in str(gg.verify(claim))


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("end", ["goal", "end"])
def test_no_end_is_infinite(end: str, owner: int) -> None:
    arena = gg.Arena.from_edges([("a", "goal"), ("a", "end")], owner={"a": 0, "goal": owner, "end": owner})
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0, 0], unreached="zero")))
    assert gg.verify(solution)
    v, proof = list(arena.names).index(end), cast("Any", solution.certificate)
    numbers, winner, reach_rank = values(solution), solution.winner.copy(), proof.reach_rank.copy()
    numbers[v], winner[v] = INFINITY, 0
    for one in (-1, 0, 1):
        reach_rank[v] = one
        claim = replace(
            solution, numbers=np.array(numbers, object), winner=winner, proof=replace(proof, reach_rank=reach_rank)
        )
        assert not gg.verify(claim)


@pytest.mark.parametrize(
    ("reward", "value", "rows", "slope"),
    [
        ([1, 10, 0, 0], -5, [[Fraction(25, 4), 0, 0], [Fraction(33, 4), -5, 1], [9, 0, 2]], [Fraction(3, 4), 0, 1]),
        ([3, 10, 0, 0], 0, [[7, 0, 0], [Fraction(15, 2), 0, 1]], [Fraction(1, 2), -1, 1]),
    ],
    ids=["layer", "slope"],
)
def test_nothing_is_worth_less_than_0(reward: list[int], value: int, rows: list[Any], slope: list[Any]) -> None:
    """Min goes round at m; that this is worth less than nothing keeps all equations."""
    edges = [("s", "m"), ("s", "goal"), ("m", "m"), ("m", "goal")]
    claim = claimed(
        edges, {"s": 2, "m": 1, "goal": 0}, reward, ["1/4", "3/4", None, None],
        moves={"m": "m"}, rows=rows, slope=slope, reach_rank=[1, -1, 0], rank=[1, 1, 0],
    )  # fmt: skip
    assert "is negative" in str(gg.verify(claim))
    expected = gg.solve(claim.problem)
    assert gg.verify(expected) and values(expected)[0] == Fraction(15, 2)


def test_a_move_that_keeps_the_value_and_one_that_goes_on_must_be_the_same() -> None:
    """Of two edges round a vertex one keeps the value, the other collects; the target is out of reach."""
    claim = claimed(
        [("a", "a"), ("a", "a"), ("goal", "goal")], {"a": 0, "goal": 0}, [0, 1, 0],
        moves={"a": "a"}, rows=[[5, 0], [0, 1]], slope=[0, 1], reach_rank=[-1, 0],
    )  # fmt: skip
    assert "makes no progress" in str(gg.verify(claim))


def test_a_move_must_keep_the_slope_as_well() -> None:
    """Min goes to the goal for amounts up to 4, from then on to b; the claim goes on from 1 as if he went to b."""
    claim = claimed(
        [("a", "goal"), ("a", "b"), ("b", "goal"), ("b", "end")], {"a": 1, "b": 2, "goal": 0, "end": 0}, [0, 3, 1, 0],
        [None, None, "1/2", "1/2"], moves={"a": "goal"}, rows=[[0, 0, Fraction(1, 2), 0], [1, 1, 1, 0]],
        slope=[Fraction(1, 2), 1, Fraction(1, 2), 0], reach_rank=[2, 0, 1, -1], rank=[2, 0, 1, 0],
    )  # fmt: skip
    assert list(claim.arena.names) == ["a", "goal", "b", "end"]
    assert "worth more" in str(gg.verify(claim))


@pytest.mark.slow
def test_a_move_of_a_layer_that_is_no_edge_is_refused() -> None:
    for game, _ in games(cases(10, 1, least=4), 9):
        solution, none = gg.solve(game, precision="1e-3"), np.full(game.arena.n, -1, np.int32)
        proof = cast("Any", solution.certificate)
        moving = solution.strategy.moves >= 0
        if not (moving & (solution.winner == 1)).any():
            continue
        for x, layer in enumerate(proof.layers[1:], 1):
            layers = (*proof.layers[:x], replace(layer, moves=none), *proof.layers[x + 1 :])
            assert not gg.verify(replace(solution, proof=replace(proof, layers=layers)))


@pytest.mark.parametrize("player", [0, 1])
def test_a_worse_move_is_refused_in_every_layer(player: int) -> None:
    edges, owner = [("a", "goal"), ("a", "b"), ("b", "goal")], {"a": player, "goal": 0, "b": player}
    arena = gg.Arena.from_edges(edges, owner=owner)
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [3, 0, [1, 5][player]], unreached="zero")))
    proof, a = cast("Any", solution.certificate), arena.names.index("a")
    worse = solution.strategy.moves.copy()
    assert gg.verify(solution) and arena.names[worse[a]] == "goal"
    worse[a] = arena.names.index("b")
    assert not gg.verify(replace(solution, strategy=gg.Strategy(worse)))
    for x, layer in enumerate(proof.layers):
        layers = (*proof.layers[:x], replace(layer, moves=worse), *proof.layers[x + 1 :])
        claim = replace(solution, proof=replace(proof, layers=layers))
        assert not gg.verify(claim if x else replace(claim, strategy=gg.Strategy(worse)))


def test_winners_and_moves_stand_where_they_should() -> None:
    """A move stands where a player moves and nowhere else, and player 1 wins where the value is finite."""
    edges = [("s", "goal"), ("s", "m"), ("m", "s"), ("goal", "m")]
    arena = gg.Arena.from_edges(edges, owner={"s": 2, "goal": 0, "m": 1}, probability=["1/2", "1/2", None, None])
    for reward in ([1, 0, 0, 0], [0, 0, 0, 0]):
        solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], reward, unreached="zero")))
        proof = cast("Any", solution.certificate)
        with np.errstate(all="raise"):
            assert gg.verify(solution), gg.verify(solution)
        for v in range(arena.n):
            for move in {-1, 0, 1, 2} - {int(solution.strategy.moves[v])}:
                moves = solution.strategy.moves.copy()
                moves[v] = move
                layers = (replace(proof.layers[0], moves=moves), *proof.layers[1:])
                changed = replace(solution, strategy=gg.Strategy(moves), proof=replace(proof, layers=layers))
                assert not gg.verify(changed)
            winner = solution.winner.copy()
            winner[v] = 1 - winner[v]
            assert not gg.verify(replace(solution, winner=winner))


def test_rewards_of_64_bits_are_added_exactly() -> None:
    most = 2**63 - 1
    claim = claimed(
        [("s", "a"), ("a", "goal")], {"s": 0, "a": 0, "goal": 0}, [1, most], moves={"s": "a", "a": "goal"},
        rows=[[most + 1, most, 0], [most + 2, most + 1, 1]], slope=[1, 1, 1], reach_rank=[2, 1, 0], rank=[2, 1, 0],
    )  # fmt: skip
    assert gg.verify(claim), gg.verify(claim)


@pytest.mark.parametrize("large", [2**20 + 1, 2**62 + 1, 2**63 - 1])
def test_rewards_of_any_size_are_added_up_exactly(large: int) -> None:
    arena = gg.Arena.from_edges(
        [("s", "t"), ("t", "s"), ("t", "goal"), ("t", "lost"), ("lost", "lost"), ("goal", "goal")],
        owner=[0, 2, 0, 0],
        probability=[None, "1/2", "1/4", "1/4", None, None],
    )
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [large, 3, 5, 0, 0, 0], unreached="zero")))
    assert solution.value("s") == large + 4 and gg.verify(solution)


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["2", "1e-3", "1e-9"])
def test_brackets_hold_the_exact_values(precision: str) -> None:
    for game, _ in games(cases(60, 0.3), 6):
        exact, solution = values(gg.solve(game)), gg.solve(game, precision=precision)
        assert gg.verify(solution), gg.verify(solution)
        for value, one in zip(exact, values(solution), strict=True):
            low, high = ends(one)
            assert low <= value <= high
            assert value == INFINITY or high - low <= min(Fraction(precision), solution.stats["width"])


def daring(risk: Fraction) -> gg.Game:
    """Return a game in which she may collect 1 again and again, each time with some risk to lose all."""
    edges = [("s", "roll"), ("s", "goal"), ("roll", "s"), ("roll", "end")]
    owner = {"s": 0, "roll": 2, "goal": 0, "end": 0}
    arena = gg.Arena.from_edges(edges, owner=owner, probability=[None, None, 1 - risk, risk])
    return gg.Game(arena, gg.ExpectedReward(["goal"], [1, 0, 0, 0], unreached="zero"))


@pytest.mark.slow
def test_more_layers_make_brackets_as_narrow_as_asked() -> None:
    """It is best to stop after 99 times or 100, but more is possible."""
    game, value = daring(Fraction(1, 100)), 99 * Fraction(99, 100) ** 99
    solution = gg.solve(game, precision="1e-6")
    low, high = ends(cast("Any", solution.value("s")))
    assert gg.verify(solution) and low <= value <= high <= low + Fraction(1, 10**6)
    few = gg.solve(game, precision="1e-6", most=4 * 70)
    low, high = ends(cast("Any", few.value("s")))
    assert gg.verify(few) and low <= value <= high and few.stats["layers"] == 65
    assert few.stats["width"] >= high - low > 1
    with pytest.raises(gg.SolverError, match="16 layers of 4 edges"):
        gg.solve(game, precision="1e-6", most=60)


@pytest.mark.slow
def test_a_game_too_dear_for_exact_values_is_bracketed() -> None:
    """The exact values of 400 layers are fractions of more than a thousand digits."""
    game, value = daring(Fraction(1, 400)), 399 * Fraction(399, 400) ** 399
    solution = gg.solve(game, most=5_000)
    low, high = ends(cast("Any", solution.value("s")))
    assert gg.verify(solution) and low <= value <= high <= low + Fraction(1, 10**6)
    assert low < high


@pytest.mark.slow
def test_brackets_can_be_written_and_read_back() -> None:
    for game, _ in games(5, 7):
        file = io.BytesIO()
        write_solution(gg.solve(game, precision="1e-3"), file)
        again = read_solution(file.getvalue(), "solution.json", game)
        assert gg.verify(again), gg.verify(again)


def beside(value: Fraction) -> list[Bracket]:
    """Return brackets just above a number that is not negative, and just below it."""
    tiny = Fraction(1, 10**12)
    above = Bracket(value + tiny, value + 9)
    return [above, Bracket(Fraction(0), value - tiny)] if value else [above]


@pytest.mark.slow
def test_a_bracket_that_does_not_hold_the_value_is_refused_in_every_layer() -> None:
    """In each layer, and for the slopes, brackets just above what is right and just below."""
    refused = 0
    for game, _ in games(cases(8, 0.25), 8):
        solution, exact = gg.solve(game, precision="1e-3"), cast("Any", gg.solve(game).certificate)
        proof, last = cast("Any", solution.certificate), len(exact.layers) - 1
        for v in np.flatnonzero(solution.winner).tolist():
            for x, layer in share(enumerate(proof.layers), 1, str(v)):
                value = exact.layers[min(x, last)].value[v] + max(x - last, 0) * exact.slope[v]
                for wrong in beside(value):
                    changed, numbers = layer.value.copy(), np.array(values(solution), object)
                    changed[v] = wrong
                    if x == 0:
                        numbers[v] = Bracket(*(cast("Any", end) / 3 for end in ends(wrong)))
                    layers = (*proof.layers[:x], replace(layer, value=changed), *proof.layers[x + 1 :])
                    assert not gg.verify(replace(solution, numbers=numbers, proof=replace(proof, layers=layers)))
                    refused += 1
            for wrong in beside(exact.slope[v]):
                slope = proof.slope.copy()
                slope[v] = wrong
                assert not gg.verify(replace(solution, proof=replace(proof, slope=slope)))
    assert refused > cases(200, 0.2)
