"""The proved checker of games with weights and chance: exact numbers, every value, and lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.formats.cert import MisfitError
from graphgames.games.random_games import random_game
from tests.proof.program import EDGES, FORM, believed, run, text_of

BIG = 10**30


def weighted(objective: str, seed: int) -> gg.Game:
    game = random_game(2 + seed % 8, objective=objective, seed=seed, priorities=5)
    rng = np.random.default_rng(seed)
    weights: list[Any] = rng.integers(-4, 5, game.arena.m).tolist()
    if seed % 3 == 1:
        weights = [Fraction(one, 3) for one in weights]
    if seed % 3 == 2:
        weights = [one * BIG for one in weights]
    kinds: dict[str, Any] = {"energy": gg.Energy, "mean-payoff": gg.MeanPayoff, "total-payoff": gg.TotalPayoff}
    if objective == "discounted":
        return gg.Game(game.arena, gg.Discounted(discount=Fraction(int(rng.integers(1, 9)), 9), weight=weights))
    return gg.Game(game.arena, kinds[objective](weight=weights))


def chances(seed: int) -> gg.Game:
    objective = ("reach-probability", "avoid-probability")[seed % 2]
    return random_game(3 + seed % 9, objective=objective, seed=seed)


@pytest.mark.parametrize("objective", ["energy", "mean-payoff", "total-payoff", "discounted"])
def test_every_value_of_solved_games_is_proved(objective: str) -> None:
    assert all(believed(gg.solve(weighted(objective, seed)) for seed in range(60)))


def test_probabilities_and_brackets_are_proved() -> None:
    exact = [gg.solve(chances(seed)) for seed in range(40)]
    brackets = [gg.solve(chances(seed), solver="interval-iteration", precision=Fraction(1, 100)) for seed in range(10)]
    assert all(believed(exact + brackets))


def test_dead_ends_are_proved_where_the_checker_knows_them() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 2)], n=3, owner=[0, 0, 1])
    found = [gg.solve(gg.Game(arena, gg.Energy(weight=[-1, -5], dead_ends=ends))) for ends in ("stay", "lose")]
    found += [gg.solve(gg.Game(arena, gg.MeanPayoff(vertex_weight=[1, 2, -3])))]
    found += [gg.solve(gg.Game(arena, gg.TotalPayoff(weight=[-1, -5], dead_ends=ends))) for ends in ("stay", "lose")]
    found += [gg.solve(gg.Game(arena, gg.MeanPayoff(weight=[1, 2], dead_ends="lose")))]
    assert all(believed(found)) and [one.value(0) for one in found] == [1, 5, 2, -1, gg.INFINITY, gg.INFINITY]


def losing(seed: int) -> Any:
    """A mean payoff game in which some vertices lose all their edges, and whoever is stuck loses."""
    given = random_game(3 + seed % 7, objective="mean-payoff", seed=seed).arena
    rng = np.random.default_rng(seed)
    kept = rng.random(given.n)[given.tails] < 0.7
    edges = list(zip(given.tails[kept].tolist(), given.successors[kept].tolist(), strict=True))
    arena = gg.Arena.from_edges(edges, n=given.n, owner=given.owner)
    weights = rng.integers(-3, 4, arena.m).tolist()
    return gg.solve(gg.Game(arena, gg.MeanPayoff(weight=weights, dead_ends="lose")))


def test_mean_payoff_games_that_can_be_lost_at_a_dead_end_are_proved() -> None:
    found = [losing(seed) for seed in range(60)]
    infinite = [one for one in found if any(value in (gg.INFINITY, -gg.INFINITY) for value in one.values.tolist())]
    assert len(infinite) > 20 and all(believed(found))
    told = []
    for one in infinite[:8]:
        for v, other in product(range(one.arena.n), (gg.INFINITY, -gg.INFINITY, 0, 4, -4, 100, -100)):
            if one.values[v] != other:
                changed = one.values.copy()
                changed[v] = other
                told.append(replace(one, numbers=changed))
    assert not any(believed(told))


@pytest.mark.parametrize(("owner", "name"), [(0, "high"), (1, "low")])
def test_potentials_of_infinite_values_that_change_by_one_suffice(owner: int, name: str) -> None:
    """A true claim was refused unless they changed by as much as the weights, as those of the solver do."""
    arena = gg.Arena.from_edges([(1, 2), (1, 1), (2, 0)], 3, owner=[owner, 1 - owner, owner])
    game = gg.Game(arena, gg.MeanPayoff([1, -1, 1], dead_ends="lose"))
    found = gg.solve(game)
    assert found.values is not None and set(found.values) == {gg.INFINITY if owner else -gg.INFINITY}
    side, other = (1, "low") if name == "high" else (-1, "high")
    claims = []
    for potential in ([0, 2 * side, side], [0, side, side]):
        rows = {name: np.array(potential, object), other: np.array([9, 0, 5], object)}
        proof = gg.certificates.MeanPotentials(**rows)
        claims.append(gg.ArenaSolution(game, found.winner, found.strategy, "by hand", proof, found.values))
    assert [bool(gg.verify(claim)) for claim in claims] == [True, False] == believed(claims)


def lies(solution: gg.ArenaSolution) -> Iterator[gg.ArenaSolution]:
    """The claim with one winner, value or move changed."""
    values, arena = solution.values, solution.arena
    assert values is not None
    for v in range(arena.n):
        winner = np.array(solution.winner)
        winner[v] = (winner[v] + 1) % 2
        yield replace(solution, winner=winner)
        for other in (Fraction(-1, 7), 0, Fraction(1, 2), 1, BIG, gg.INFINITY):
            if other == gg.INFINITY and solution.problem.objective.name != "energy":
                continue
            if other == values[v]:
                continue
            changed = values.copy()
            changed[v] = other
            yield replace(solution, numbers=changed)


@pytest.mark.parametrize("objective", ["energy", "mean-payoff", "total-payoff", "discounted", "reach"])
def test_another_winner_or_value_is_refused(objective: str) -> None:
    for seed in range(4):
        solution = gg.solve(chances(2 * seed) if objective == "reach" else weighted(objective, seed))
        told = list(lies(solution))
        assert told and not any(believed(told))


@pytest.mark.parametrize("objective", ["energy", "mean-payoff", "total-payoff", "discounted", "reach"])
def test_other_moves_are_judged_as_by_the_fast_checker(objective: str) -> None:
    told = []
    for seed in range(6):
        solution = gg.solve(chances(2 * seed) if objective == "reach" else weighted(objective, seed))
        for v in range(solution.arena.n):
            for move in range(solution.arena.n):
                moves = np.array(solution.strategy.moves)
                moves[v] = move
                told.append(replace(solution, strategy=gg.Strategy(moves)))
    found = believed(told)
    differ = [i for i, one in enumerate(told) if found[i] != gg.verify(one).ok]
    assert differ == []


TEXT = """graphgames-certificate 1
reach-probability reaching-ranks 3 5 0
game
0 0 0 1
1 2 0 0 1/3 2 2/3
2 2 1 0 1/2 1 1/2
solution
0 0 1 1 1
1 0 1 1
2 0 1 1
certificate
0 2
1 1
2 0
end
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("0 1/3", "0 1/4", "their sum is 1"),
        ("0 1/3 2 2/3", "0 0 2 1", "the probabilities of chance are positive"),
        ("0 1/3", "0 1/0", "a denominator is 0"),
        ("0 1/3", "0 1.3", "expected a number"),
        ("0 2\n1 1", "0 0\n1 1", "the rank falls"),
        ("0 0 1 1 1", "0 2 1 1 1", "a player is said to win where that is certain"),
        ("0 0 1 1 1", "0 0 1 1 2", "a move is shown where a player is to move"),
        ("0 0 1 1 1", "0 0 2 2 1", "the bounds are 1|no step|upper bound|lower bound"),
        ("0 2\n1 1", "0 -2\n1 1", FORM),
        ("3 5 0", "3 4 0", EDGES),
        ("3 5 0", "3 5", FORM),
        ("2 0\nend", "2 0 0\nend", FORM),
        ("1 2 0 0 1/3 2 2/3", "1 2 0 0 1/3 2", FORM),
    ],
)
def test_planted_faults_are_refused(before: str, after: str, said: str) -> None:
    assert run(TEXT.encode())[0] == 0
    assert before in TEXT
    code, lines = run(TEXT.replace(before, after, 1).encode())
    assert code in (1, 2) and any(part in lines[0] for part in said.split("|")), lines


def test_an_infinite_total_payoff_belongs_to_the_player_who_is_named() -> None:
    solution = gg.solve(gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.TotalPayoff(weight=[1])))
    assert solution.value(0) == gg.INFINITY and believed([solution]) == [True]
    text = text_of(solution)
    assert b"solution\n0 0 inf 0\n" in text
    assert run(text.replace(b"0 0 inf 0", b"0 1 inf 0"))[0] == 1
    assert run(text.replace(b"0 0 1\nsolution", b"0 0 -1\nsolution"))[0] == 1
    assert not any(believed(replace(solution, numbers=np.array([other], object)) for other in (-gg.INFINITY, 5)))


def test_a_bracket_with_its_ends_exchanged_is_refused() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 2)], 3, owner=[2, 0, 0], probability=["1/2", "1/2"])
    solution = gg.solve(gg.Game(arena, gg.ReachProbability([1])))
    wide = np.array([gg.Bracket(Fraction(1, 4), Fraction(3, 4)), 1, 0], object)
    text = text_of(replace(solution, numbers=wide))
    assert b"0 2 1/4 3/4\n" in text and run(text)[0] == 0
    assert run(text.replace(b"1/4 3/4", b"3/4 1/4"))[0] == 1


def test_a_credit_below_every_number_is_not_written() -> None:
    solution = gg.solve(gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Energy([0])))
    lie = replace(solution, numbers=np.array([-gg.INFINITY], object))
    assert not gg.verify(lie)
    with pytest.raises(MisfitError, match="a credit is -inf"):
        text_of(lie)


@pytest.mark.parametrize("cap", [0, 1, 3])
def test_bounds_without_a_cap_prove_nothing_about_a_game_with_one(cap: int) -> None:
    """The file says nothing of a cap, so that credits were proved that are not enough, or not the least."""
    arena = gg.Arena([0, 1, 2, 3, 4], [1, 2, 3, 0], [0, 1, 0, 1])
    weights = [2, -3, 2, 0]
    found = gg.solve(gg.Game(arena, gg.Energy(weights)))
    capped = gg.Game(arena, gg.Energy(weights, cap=cap))
    claim = gg.ArenaSolution(capped, found.winner, found.strategy, "by hand", found.certificate, found.values)
    assert believed([found, claim]) == [True, False] and not gg.verify(claim).ok
