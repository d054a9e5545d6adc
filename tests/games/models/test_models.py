"""Models with actions: what is read from tables, environments and arrays, and what one decision as one step means."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import graphgames as gg
from graphgames.core.errors import FormatError, GameError
from graphgames.core.value import Brackets

MACHINE = [
    ("new", "run", "new", 0.7, 12),
    ("new", "run", "worn", 0.3, 12),
    ("worn", "run", "worn", 0.6, 8),
    ("worn", "run", "broken", 0.4, 8),
    ("worn", "service", "new", 0.9, -3),
    ("worn", "service", "worn", 0.1, -3),
    ("broken", "repair", "new", 1, -20),
    ("broken", "patch", "worn", 0.8, -6),
    ("broken", "patch", "broken", 0.2, -6),
]


def solve(model: Any, objective: Any = None, **how: Any) -> Any:
    """Return the solution, of whatever class."""
    return gg.solve(model, objective, **how)


def by_hand(model: gg.Model, policy: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the matrix and the gains that a choice in each state leaves, in floating point."""
    n = model.states
    matrix, gain = np.zeros((n, n)), np.zeros(n)
    for s, c in enumerate(policy):
        row = model.rewards[""].choices
        gain[s] = 0 if row is None else float(row[c])
        for b in range(int(model.branches[c]), int(model.branches[c + 1])):
            matrix[s, model.targets[b]] += float(model.probability(b))
    return matrix, gain


def policies(model: gg.Model) -> list[tuple[int, ...]]:
    """Return every choice in every state."""
    return list(product(*(range(int(a), int(b)) for a, b in zip(model.choices, model.choices[1:], strict=False))))


def random_model(rng: np.random.Generator, n: int = 4, players: bool = False) -> gg.Model:
    """Return a small model in which each state has one to three actions."""
    rows: list[dict[str, Any]] = []
    for s in range(n):
        for a in range(int(rng.integers(1, 4))):
            heads = rng.choice(n, int(rng.integers(1, 4)))
            cuts = rng.multinomial(10, np.ones(heads.size) / heads.size)
            reward = int(rng.integers(-5, 6))
            for t, tenths in zip(heads.tolist(), cuts.tolist(), strict=True):
                row = {"state": s, "action": f"a{a}", "next": t, "probability": tenths / 10, "reward": reward}
                rows.append(row | ({"player": s % 2} if players else {}))
    return gg.Model.from_table(rows)


@pytest.mark.parametrize("seed", range(12))
def test_a_discount_and_an_average_count_decisions(seed: int) -> None:
    """The best of all policies, each worth what linear equations with one step for each decision say."""
    model = random_model(np.random.default_rng(seed))
    exact = solve(model, gg.Discounted(discount="0.8"))
    best, gains = np.full(model.states, -np.inf), np.full(model.states, -np.inf)
    for policy in policies(model):
        matrix, gain = by_hand(model, policy)
        best = np.maximum(best, np.linalg.solve(np.eye(model.states) - 0.8 * matrix, gain))
        power = np.linalg.matrix_power((matrix + np.eye(model.states)) / 2, 2**20)
        gains = np.maximum(gains, power @ gain)
    assert np.allclose([float(exact.value(s)) for s in range(model.states)], best, atol=1e-9)
    average = solve(model, gg.MeanPayoff())
    assert np.allclose([float(average.value(s)) for s in range(model.states)], gains, atol=1e-4)
    assert gg.verify(exact) and gg.verify(average)
    bracketed = solve(model, gg.Discounted(discount="0.8"), precision="1e-6")
    assert gg.verify(bracketed) and isinstance(bracketed.values, Brackets)
    assert all(exact.value(s) in gg.Bracket(*_ends(bracketed.value(s))) for s in range(model.states))


def _ends(value: Any) -> tuple[Any, Any]:
    return (value.low, value.high) if isinstance(value, gg.Bracket) else (value, value)


@pytest.mark.parametrize("seed", range(6))
def test_two_players_keep_the_exact_values_in_brackets(seed: int) -> None:
    model = random_model(np.random.default_rng(seed), 6, players=True)
    exact = solve(model, gg.Discounted(discount="0.7"))
    bracketed = solve(model, gg.Discounted(discount="0.7"), precision="1e-4")
    assert gg.verify(exact) and gg.verify(bracketed)
    for s in range(model.states):
        low, high = _ends(bracketed.value(s))
        assert low <= exact.value(s) <= high and high - low <= Fraction(1, 10_000)


def test_a_bound_counts_decisions_and_what_is_reached_is_named() -> None:
    model = gg.Model.from_table(MACHINE)
    solution = solve(model, gg.BoundedReachProbability(["broken"], steps=2))
    assert solution.value("new") == Fraction(3, 10) * Fraction(4, 10) and solution.policy == {
        "new": "run",
        "worn": "run",
    }
    least = solve(model, gg.ReachProbability(["broken"]), owner="Min")
    assert least.value("new") == 0 and least.policy["worn"] == "service" and gg.verify(least)
    assert "service" in least.explain("worn") and "Min takes service" in least.explain("worn")


def test_rewards_that_are_all_negative_are_costs_until_the_target() -> None:
    rows = [(s, a, t, p, -abs(r)) for s, a, t, p, r in MACHINE]
    solution = solve(gg.Model.from_table(rows), gg.ExpectedReward(["broken"]))
    assert solution.value("new") == -40 - 8 / Fraction(4, 10) and solution.policy["worn"] == "run"
    assert gg.verify(solution) and "Max takes run, and no action is worth more" in solution.explain("worn")
    with pytest.raises(GameError, match="rewards of both signs"):
        solve(gg.Model.from_table(MACHINE), gg.ExpectedReward(["broken"]))


def test_actions_that_lead_to_the_same_state_are_told_apart_by_their_rewards() -> None:
    rows = [("a", "slow", "b", 1, 1), ("a", "fast", "b", 1, 5), ("b", "wait", "a", 1, 0)]
    solution = solve(gg.Model.from_table(rows), gg.Discounted(discount="1/2"))
    assert solution.policy == {"a": "fast", "b": "wait"} and solution.value("a") == Fraction(20, 3)
    assert [move.move for move in solution.best_moves("a")] == ["fast", "slow"]
    assert solve(gg.Model.from_table(rows), gg.Discounted(discount="1/2"), owner=1).policy == {"a": "slow", "b": "wait"}


# What is read.


def test_one_matrix_and_a_constant_by_its_name_are_answered_with_what_is_meant() -> None:
    with pytest.raises(GameError, match=r"the transitions are one matrix; .* as \[P\]"):
        gg.Model.from_arrays(np.eye(3), np.zeros(3))
    with pytest.raises(TypeError, match=r"ask takes no argument 'p'\. It takes model, properties, constants"):
        gg.Model.from_table(MACHINE).ask("Pmax=? [ true ]", p=0.3)
    with pytest.raises(TypeError, match=r"read_solution\(game, path\)"):
        gg.verify(gg.Game.from_graph({"a": ["a"]}, gg.Buchi(["a"]), owner={"a": 0}), "game.sol")  # type: ignore[call-arg]


def test_floats_are_decimals_as_written_or_refused_or_the_simplest_fractions() -> None:
    model = gg.Model.from_table(MACHINE)
    assert model.probability(0) == Fraction(7, 10) and "0.1 is 1/10" in model.remark
    with pytest.raises(GameError, match=r"0\.7 is a float"):
        gg.Model.from_table(MACHINE, exact="refuse")
    thirds = [("a", "go", t, 1 / 3) for t in "abc"]
    with pytest.warns(
        UserWarning, match="1 action missed 1 by at most 1e-15 and were corrected: rounded to 15 decimals"
    ):
        assert gg.Model.from_table(thirds).probability(0) == Fraction(1, 3)
    tenths = [("a", "go", "b", 0.1 + 0.2), ("a", "go", "c", "0.7")]
    with pytest.warns(UserWarning, match="were corrected"):
        assert gg.Model.from_table(tenths).probability(0) == Fraction(3, 10)
    nearly = [("a", "go", "b", Fraction(3, 10)), ("a", "go", "c", Fraction(7, 10) - Fraction(1, 10**16))]
    with pytest.raises(GameError, match=r"row 1: .* in state 'a' sum to ≈ 1 - 1e-16; .* normalize=True"):
        gg.Model.from_table(nearly)
    uneven = [("a", "go", "a", 0.333333333), *(("a", "go", after, 0.3333333333) for after in "bc")]
    with pytest.raises(GameError, match=r"sum to ≈ 1 - 4e-10; .* normalize=True"):
        gg.Model.from_table(uneven)
    assert gg.Model.from_table(thirds, exact="simplest").probability(0) == Fraction(1, 3)
    assert gg.Model.from_table([("a", "go", t, "0.3333333333") for t in "abc"], exact="simplest").probability(
        0
    ) == Fraction(1, 3)
    alike = [("a", "go", after, 0.333) for after in "abc"]
    with pytest.warns(UserWarning, match="missed 1 by at most 1e-03 and were corrected"):
        assert gg.Model.from_table(alike).probability(0) == Fraction(1, 3)
    few = [("a", "go", after, 0.33) for after in "abc"]
    with pytest.raises(GameError, match=r"sum to 99/100; .* normalize=True \(--normalize\) divides"):
        gg.Model.from_table(few)
    with pytest.raises(GameError, match=r"sum to 999/1000; .* normalize=True"):  # another number may be wrong
        gg.Model.from_table([("a", "go", "a", 0.5), ("a", "go", "b", 0.499)])
    with pytest.raises(GameError) as refused:  # the option that was given does not mend them
        gg.Model.from_table(few, exact="simplest")
    assert "simplest" not in str(refused.value)
    for rows in (few, thirds):  # which is asked for, so that there is no warning
        mended = gg.Model.from_table(rows, normalize=True)
        assert mended.probability(0) == Fraction(1, 3) and "1 action missed 1 by at most" in mended.remark
    with pytest.raises(GameError, match=r"sum to 3/4; expected exactly 1$"):
        gg.Model.from_table([("a", "go", "a", 0.75)], normalize=True)


def test_frames_may_have_an_index_short_floats_and_types_of_their_own() -> None:
    pandas = pytest.importorskip("pandas")
    plain = {"state": [0, 0, 1], "action": [0, 0, 0], "next": [0, 1, 1], "probability": [0.1, 0.9, 1.0]}
    frame = pandas.DataFrame(plain)
    short = frame.assign(probability=np.array([0.1, 0.9, 1], np.float32))
    typed = frame.astype({"state": "Int64", "next": "Int64"})
    named = frame.astype({"state": "category", "next": "category"})
    for one in (frame, short, typed, named, frame.set_index(["state", "action"]), frame.set_index("next")):
        model = gg.Model.from_table(one)
        assert (list(model.names or ()), model.probability(0)) == ([0, 1], Fraction(1, 10)), one


def test_floats_of_any_length_are_what_python_writes() -> None:
    rng = np.random.default_rng(5)
    given = np.concatenate([rng.random(300), rng.normal(0, 1e6, 100), 10.0 ** rng.integers(-30, 18, 50), [0.1, 5e-324]])
    table = {"state": np.arange(given.size), "action": np.zeros(given.size, int), "next": np.arange(given.size)}
    model = gg.Model.from_table(table | {"reward": given})
    row = model.rewards[""].choices
    assert row is not None and [Fraction(one) for one in row.tolist()] == [Fraction(repr(x)) for x in given.tolist()]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "has no rows"),
        ([("a", "go")], r"row 1 of the table is \('a', 'go'\)"),
        ([{"state": 1, "next": 2}], "no column 'action'; it has state, next"),
        ([("a", "go", "b", -1)], "row 1: the probability is -1; expected more than 0"),
        ([("a", "go", "b", "half")], "row 1: the probability is 'half'"),
        ([("a", "go", "b", float("nan"))], "row 1: the probability is nan"),
        ([("a", "go", None, 1)], "a state or an action is missing"),
        ([("a", "go", "b", 1, 0, "Ann")], "a player is 'Ann'; expected 0"),
        ([("a", "go", "b", 1, 0, 0), ("a", "to", "b", 1, 0, 1)], "another player moves in state 'a'"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(rows: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        gg.Model.from_table(rows)


def test_a_state_without_an_action_stays_and_what_is_impossible_is_left_out() -> None:
    model = gg.Model.from_table([("a", "go", "end", 1, 3), ("a", "go", "never", 0, 9), ("never", "x", "a", 1, 0)])
    solution = solve(model, gg.Discounted(discount="1/2"))
    assert solution.value("end") == 0 and solution.value("a") == 3 and "end" in model.remark


def test_rewards_of_transitions_count_as_expected() -> None:
    rows = [("a", "go", "a", "1/4", 8), ("a", "go", "b", "3/4", 0), ("b", "go", "b", 1, 1)]
    model = gg.Model.from_table(rows)
    assert solve(model, gg.Discounted(discount=0)).value("a") == 2


def test_arrays_have_the_conventions_of_two_libraries() -> None:
    """The example of pymdptoolbox's ``forest`` with its published policy, and QuantEcon's two forms of one model."""
    transitions = np.array([[[0.1, 0.9, 0], [0.1, 0, 0.9], [0.1, 0, 0.9]], [[1, 0, 0], [1, 0, 0], [1, 0, 0]]])
    rewards = np.array([[0, 0], [0, 1], [4, 2]])
    model = gg.Model.from_arrays(transitions, rewards)
    solution = solve(model, gg.Discounted(discount="0.96"))
    assert solution.policy == {0: 0, 1: 0, 2: 0}  # never cut
    short = solve(model, gg.Discounted(discount="0.9"))
    assert np.allclose([float(short.value(s)) for s in range(3)], [26.244, 29.484, 33.484])  # of its documentation
    from scipy.sparse import csr_matrix

    assert gg.Model.from_arrays([csr_matrix(one) for one in transitions], rewards).transitions == model.transitions
    # DiscreteDP of QuantEcon: https://quanteconpy.readthedocs.io, its first example
    rows, likely = [[5, 10], [-1, -np.inf]], [[(0.5, 0.5), (0, 1)], [(0, 1), (0.5, 0.5)]]
    product_form = gg.Model.from_arrays(np.array(likely), np.array(rows), order="sas")
    pairs = gg.Model.from_arrays([(0.5, 0.5), (0, 1), (0, 1)], [5, 10, -1], states=[0, 0, 1], actions=[0, 1, 0])
    for one in (product_form, pairs):
        found = solve(one, gg.Discounted(discount="0.95"))
        assert np.allclose([float(found.value(s)) for s in (0, 1)], [-8.57142857, -20])
    with pytest.raises(GameError, match=r"Model\.from_table takes rows of names"):
        gg.Model.from_arrays([(0.5, 0.5), (0, 1)], [5, 1], states=["a", "b"], actions=["go", "go"])


def test_two_readings_of_arrays_are_a_warning() -> None:
    from scipy.sparse import csr_matrix

    moves, rewards = np.array([[[1.0, 0], [0, 1]], [[0.5, 0.5], [1, 0]]]), np.array([[1, 2], [3, 4]])
    with pytest.warns(UserWarning, match=r"as many actions as states, 2, .* order='sas' reads them as \[state, action"):
        taken = gg.Model.from_arrays(moves, rewards)
    by_action = gg.Model.from_arrays(moves, rewards, order="ass")
    by_state = gg.Model.from_arrays(moves, rewards, order="sas")
    swapped = gg.Model.from_arrays(moves.swapaxes(0, 1), rewards, order="ass")
    models = (taken, by_action, by_state, swapped)
    values = [solve(model, gg.Discounted(discount="1/2")).value(0) for model in models]
    assert values[0] == values[1] != values[2] == values[3]
    # what is the same either way, what the rewards decide, matrices, and a dictionary of actions: no warning, no error
    gg.Model.from_arrays([[[1, 0], [0, 1]], [[0, 1], [1, 0]]], rewards)
    gg.Model.from_arrays(moves, np.ones((2, 2, 2)))
    gg.Model.from_arrays(moves, [csr_matrix(np.ones((2, 2)))] * 2)
    gg.Model.from_arrays([csr_matrix(one) for one in moves], rewards)
    gg.Model.from_arrays(dict(zip("ab", moves, strict=True)), rewards)
    with pytest.raises(GameError, match="expected 'ass' or 'sas'"):
        gg.Model.from_arrays(moves, rewards, order="saa")
    with pytest.raises(GameError, match="have their own"):
        gg.Model.from_arrays([(0.5, 0.5), (0, 1)], [5, 1], states=[0, 1], actions=[0, 0], order="sas")
    with pytest.raises(GameError, match=r"the transitions have the shape \(2, 3, 3\)"):
        gg.Model.from_arrays(np.ones((2, 3, 3)), [1, 2, 3], order="sas")


def test_an_environment_ends_where_it_says_so() -> None:
    dynamics = {
        0: {0: [(1.0, 0, 0, False)], 1: [(0.5, 1, 1, True), (0.5, 0, 0, False)]},
        1: {0: [(1.0, 0, 5, False)], 1: [(1.0, 1, 0, False)]},
    }
    model = gg.Model.from_gym(dynamics)
    solution = solve(model, gg.Discounted(discount="9/10"))
    assert solution.value(0) == Fraction(1, 2) / (1 - Fraction(9, 20)) and "'done'" in model.remark


def test_a_policy_goes_to_files_and_a_solution_comes_back_proved(tmp_path: Path) -> None:
    game = gg.Model.from_table(MACHINE).with_objective(gg.Discounted(discount="0.9"))
    solution = solve(game)
    for name in ("policy.csv", "policy.json", "policy.tra", "policy.dot"):
        solution.write_policy(tmp_path / name)
    assert (tmp_path / "policy.csv").read_text().splitlines()[:2] == ["state,action,value", "new,run,5055/59"]
    assert json.loads((tmp_path / "policy.json").read_text())["policy"] == {
        "new": "run",
        "worn": "service",
        "broken": "repair",
    }
    chain = (tmp_path / "policy.tra").read_text().splitlines()
    assert chain[0] == "3 5" and "1 0 9/10" in chain
    gg.write(solution, tmp_path / "solution.json")
    again: Any = gg.read_solution(game, tmp_path / "solution.json")
    assert gg.verify(again) and again.policy == solution.policy and again.to_dict() == solution.to_dict()
    other = gg.Model.from_table(MACHINE).with_objective(gg.Discounted(discount="0.8"))
    with pytest.raises(FormatError, match=r"another game|problem"):
        gg.read_solution(other, tmp_path / "solution.json")


def test_a_wrong_bracket_is_not_proved() -> None:
    game = gg.Model.from_table(MACHINE).with_objective(gg.Discounted(discount="0.9"))
    solution = solve(game, precision="1e-3")
    values = solution.values
    assert isinstance(values, Brackets)
    for end in ("low", "high"):
        for v in range(values.size):
            rows = {"low": values.low.copy(), "high": values.high.copy()}
            rows[end][v] += values.denominator if end == "low" else -values.denominator
            try:
                wrong: Any = Brackets(rows["low"], rows["high"], values.denominator)
            except GameError:
                rows["high" if end == "low" else "low"][v] = rows[end][v]
                wrong = Brackets(rows["low"], rows["high"], values.denominator)
            claim = gg.ArenaSolution(game, solution.winner, solution.strategy, "none", solution.certificate, wrong)
            assert not gg.verify(claim), (end, v)


@pytest.mark.slow
def test_more_than_a_few_thousand_transitions_are_bracketed_and_exact_on_request() -> None:
    rng = np.random.default_rng(3)
    n = 1200
    table = {
        "state": np.repeat(np.arange(n), 4),
        "action": np.tile([0, 0, 1, 1], n),
        "next": rng.integers(0, n, 4 * n),
        "probability": np.tile([0.25, 0.75, 0.5, 0.5], n),
        "reward": np.repeat(rng.integers(0, 9, 2 * n), 2),
    }
    solution = solve(gg.Model.from_table(table), gg.Discounted(discount="0.9"))
    assert gg.verify(solution) and isinstance(solution.value(0), gg.Bracket)
    largest = max(float(_ends(one)[1]) for one in solution.values.tolist())
    assert solution.stats["width"] <= 1e-6 * largest
    alone = {"state": np.repeat(np.arange(n), 4), "action": np.tile(np.arange(4), n)}
    sure = gg.Model.from_table(alone | {key: table[key] for key in ("next", "reward")})
    exact, near = (solve(sure, gg.Discounted(discount="0.9"), **how) for how in ({"precision": 0}, {}))
    assert sure.transitions > 4000 and isinstance(near.value(0), gg.Bracket) and gg.verify(exact)
    assert all(
        low <= value <= high
        for value, (low, high) in zip(exact.values.tolist(), map(_ends, near.values.tolist()), strict=True)
    )


@pytest.mark.parametrize("convention", ["max-even", "max-odd", "min-even", "min-odd"])
@pytest.mark.parametrize("priority", [[1, 1], [2, 2], [1, 3]])
def test_what_stands_between_states_decides_no_parity_game(convention: str, priority: list[int]) -> None:
    rows = [
        ("a", "x", "b", "1/2"),
        ("a", "x", "a", "1/2"),
        ("a", "y", "b", 1),
        ("b", "z", "a", "1/2"),
        ("b", "z", "b", "1/2"),
    ]
    solution = gg.solve(gg.Model.from_table(rows), gg.Parity(priority, convention=convention))
    loser = (priority[0] + convention.endswith("odd")) % 2
    assert solution.won == ((0, 2, 0) if loser else (2, 0, 0)) and gg.verify(solution)


def test_who_asks_for_exact_values_gets_no_brackets() -> None:
    rows = [(s, a, (3 * s + a + k) % 40, "1/2", s % 7 + a) for s in range(40) for a in range(2) for k in range(2)]
    game = gg.Model.from_table(rows).with_objective(gg.Discounted(discount="19/20"))
    exact: Any = gg.solve(game, precision=0)
    assert all(isinstance(one, int | Fraction) for one in exact.values.tolist()) and gg.verify(exact)
    with pytest.raises(gg.SolverError, match="need more memory than allowed; without the precision 0"):
        gg.solve(game, precision=0, most=10)
    rounded: Any = gg.solve(game, precision="1/10", most=10)
    assert exact.value(0) in rounded.value(0)


def test_rewards_that_depend_on_the_next_state_count_in_slopes_plays_and_environments() -> None:
    """Slopes had the wrong sign, and single plays earned what is expected: the rewards of branches were missing."""
    rows = [
        ("s", "go", "s", ".1", 0),
        ("s", "go", "t", ".9", 1),
        ("s", "wait", "s", 1, ".05"),
        ("t", "stay", "t", 1, 0),
    ]
    solution: Any = gg.solve(gg.Model.from_table(rows), gg.Discounted("9/10"))
    assert str(solution.value("s")) == "90/91"
    assert [(row.to, row.slope) for row in gg.sensitivity(solution, "s").rows if row.to == "t"] == [
        ("t", Fraction(1000, 8281))  # of .9 p / (1 - .9 (1 - p)) + ... = p / (.1 + .9 p) at p = .9
    ]
    alone: Any = gg.solve(gg.Model.from_table([row for row in rows if row[1] != "wait"]), gg.Discounted("9/10"))
    assert {row.slope for row in gg.sensitivity(alone, "s").rows} == {Fraction(1000, 8281), -Fraction(1000, 8281)}
    for each in (solution, alone):
        played = gg.simulate(each, 500, start="s")
        assert {round(float(one), 9) for one in played.payoffs} <= {round(0.9**k, 9) for k in range(50)}
        assert abs(played.mean - 90 / 91) < 0.01 and "on average" not in str(played)
    sooner: Any = gg.solve(gg.Model.from_table(rows), gg.Discounted(discount=0))
    with pytest.raises(gg.GameError, match="reward of an action depends on the next state"):
        gg.sensitivity(sooner, "s")
    assert "on average" in str(gg.simulate(sooner, 20, start="s"))
    reached: Any = gg.solve(gg.Model.from_table(rows), gg.ReachProbability(["t"]))
    assert not reached.problem.averaged and gg.sensitivity(reached, "s") is not None
    even = [(*row[:4], reward) for row, reward in zip(rows, (1, 1, 0, 0), strict=True)]
    alike: Any = gg.solve(gg.Model.from_table(even), gg.Discounted("9/10"))
    assert not alike.problem.averaged and "on average" not in str(gg.simulate(alike, 20, start="s"))
    assert str(gg.sensitivity(alike, "s").rows[0].slope) == "9000/8281"


def test_a_column_of_probabilities_by_another_name_is_noticed() -> None:
    """Each row was taken to be certain, and the sum was said to be 2 or nothing at all."""
    rows = [
        {"state": "s", "action": "go", "next": "s", "likelihood": 0.1},
        {"state": "s", "action": "go", "next": "t", "likelihood": 0.9},
        {"state": "t", "action": "stay", "next": "t", "likelihood": 1},
    ]
    with (
        pytest.warns(UserWarning, match="the column 'likelihood' is not read"),
        pytest.raises(gg.GameError, match="not read: likelihood; expected columns="),
    ):
        gg.Model.from_table(rows)
    with pytest.warns(UserWarning, match="--column probability=likelihood"):
        gg.Model.from_table(rows[1:])
    assert gg.Model.from_table(rows, columns={"probability": "likelihood"}).transitions == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gg.Model.from_table([{**row, "likelihood": row["next"]} for row in rows[1:]])


def test_pictures_name_every_action_and_nobody_who_does_not_choose() -> None:
    """Actions that lead to one state were named nowhere; a Min stood in the legend of a Markov decision process."""
    rows = [("s", "go", "s", ".1", 0), ("s", "go", "t", ".9", 1), ("s", "wait", "s", 1, 0), ("t", "rest", "t", 1, 0)]
    solution: Any = gg.solve(gg.Model.from_table(rows), gg.Discounted("9/10"))
    for picture in (solution.draw(), solution.problem.draw()):
        assert all(name in picture.svg for name in ("go", "wait", "rest")) and "Min" not in picture.svg


def test_brackets_that_are_wider_than_asked_for_are_told() -> None:
    """What floats cannot reach was said nowhere, and only the width of the brackets showed it."""
    rng = np.random.default_rng(2)
    rows = [
        (s, a, int(t), "1/2", int(rng.integers(99))) for s in range(9) for a in "ab" for t in rng.permutation(9)[:2]
    ]
    game: Any = gg.Model.from_table(rows).with_objective(gg.Discounted("9/10"))
    with pytest.warns(UserWarning, match=r"up to .* wide, more than the 1e-13 asked for"):
        wide: Any = gg.solve(game, precision=1e-13)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        narrow: Any = gg.solve(game, precision=1e-6)
        exact: Any = gg.solve(game, precision=0)
    assert exact.value(0) in wide.value(0) and exact.value(0) in narrow.value(0)
    with pytest.raises(gg.GameError, match=r"astype\(float\)"):
        wide.value(0) < narrow.value(0)  # noqa: B015


def test_models_are_made_of_what_people_have() -> None:
    rows = [("dry", "wait", "dry", 0.9, 1), ("dry", "wait", "wet", 0.1, 1), ("wet", "mop", "dry", 1, -2)]
    meant = solve(gg.Model.from_table(rows), gg.Discounted("1/2"))
    table = pd.DataFrame(rows, columns=["src", "act", "dst", "pr", "reward"])
    renamed = pd.DataFrame(rows, columns=["here", "action", "there", "p", "r"])
    anything: Any = gg
    for model in (
        anything.Model(rows),
        anything.MDP(table),
        anything.Model.from_pandas(renamed, columns={"here": "state", "there": "next_state"}),
        anything.Model(
            {"dry": {"wait": [(0.9, "dry", 1, False), (0.1, "wet", 1, False)]}, "wet": {"mop": [(1, "dry", -2, False)]}}
        ),
    ):
        assert solve(model, gg.Discounted("1/2")).values.tolist() == meant.values.tolist()
    assert solve(table.rename(columns={"act": "action"}), "discounted", discount="1/2").policy == meant.policy
    chances = {"a": {"go": {"b": 0.5, "a": 0.5}, "stay": {"a": 1}}, "b": {"stay": {"b": 1}}}
    assert solve(anything.Model(chances), gg.ReachProbability(["b"])).policy["a"] == "go"
    go, stay = csr_array(np.array([[0, 1.0], [0, 1]])), csr_array(np.eye(2))
    for rewards in (np.array([[1, 0], [0, 2]]), {"go": [1, 0], "stay": [0, 2]}):
        solution = solve(anything.Model({"go": go, "stay": stay}, rewards), gg.Discounted("1/2"))
        assert (solution.values.tolist(), solution.policy) == ([3, 4], {0: "go", 1: "stay"})
    with pytest.raises(gg.GameError, match=r"and needs an objective, such as Discounted"):
        solve({0: {0: [(1.0, 0, 0.0, False)]}})


def test_verify_may_be_true_or_false() -> None:
    model = gg.Model.from_table([("s", "go", "s", "1/10", 0), ("s", "go", "t", "9/10", 1), ("t", "stay", "t", 1, 0)])
    found = [model.ask('Pmax=? [ F "t" ]', verify=one)[0] for one in (True, False)]
    assert [one.value for one in found] == [1, 1] and [one.verified for one in found] == [True, None]


@pytest.mark.slow
def test_properties_without_an_automaton_need_no_scipy() -> None:
    code = (
        "import sys, graphgames as gg; rows = [('s', 'go', 's', '1/10', 0), ('s', 'go', 't', '9/10', 1)]; "
        "assert gg.Model.from_table([*rows, ('t', 'stay', 't', 1, 0)]).ask('Pmax=? [ F \"t\" ]')[0].verified; "
        "assert not {'scipy', 'networkx', 'pandas'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
