"""What other packages say of the same problems: QuantEcon, pymdptoolbox and Storm of toy texts, OpenSpiel of games."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.tables.board_games import game

TOYS: list[tuple[str, dict[str, Any]]] = [
    ("FrozenLake-v1", {}),
    ("FrozenLake-v1", {"map_name": "8x8"}),
    ("CliffWalking-v1", {}),
    ("CliffWalking-v1", {"is_slippery": True}),
    ("Taxi-v4", {}),
]
DISCOUNT = 0.95


def toy(name: str, how: dict[str, Any]) -> Any:
    """Return the dictionary ``P`` of a toy text of Gymnasium."""
    return pytest.importorskip("gymnasium").make(name, **how).unwrapped.P


def arrays(table: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return P[a, s, s2] and R[s, a], with one more state in which plays are over."""
    n, k = len(table) + 1, len(table[0])
    likely, gained = np.zeros((k, n, n)), np.zeros((n, k))
    likely[:, n - 1, n - 1] = 1
    for s, moves in table.items():
        for a, several in moves.items():
            for p, after, reward, done in several:
                likely[a, s, n - 1 if done else after] += p
                gained[s, a] += p * reward
    return likely, gained


def values(table: Any) -> np.ndarray:
    """Return our discounted values of the states, whose proof is checked."""
    model = gg.Model.from_gym(table, exact="simplest")
    solution: Any = gg.solve(model, gg.Discounted(discount=str(DISCOUNT)))
    assert gg.verify(solution)
    return np.array([float(solution.value(s)) for s in range(len(table))])


@pytest.mark.parametrize(("name", "how"), TOYS)
def test_pymdptoolbox_finds_the_same_discounted_values(name: str, how: dict[str, Any]) -> None:
    mdp = pytest.importorskip("mdptoolbox.mdp")
    table = toy(name, how)
    other = mdp.PolicyIterationModified(*arrays(table), DISCOUNT, epsilon=1e-9, max_iter=10_000)
    other.run()
    assert np.allclose(other.V[:-1], values(table), rtol=0, atol=2e-5)


@pytest.mark.slow(seconds=5)
def test_quantecon_finds_the_same_discounted_values() -> None:
    quantecon = pytest.importorskip("quantecon")
    for name, how in TOYS:
        table = toy(name, how)
        likely, gained = arrays(table)
        other = quantecon.markov.DiscreteDP(gained, likely.transpose(1, 0, 2), DISCOUNT)
        found = other.solve(method="policy_iteration").v[:-1]
        assert np.allclose(found, values(table), rtol=0, atol=2e-5), name


def program(table: Any, start: int, stays: bool = False) -> str:
    """Return a toy text in the PRISM language, exactly; rewards are what steps cost.

    A step that ends a play leads to a state of its own, unless the play stays where it is then.
    """
    n, lines, costs = len(table), [], []
    for s, moves in table.items():
        for a, several in moves.items():
            likely: dict[int, Fraction] = {}
            for p, after, _, done in several:
                to = n if done and not stays else after
                likely[to] = likely.get(to, Fraction(0)) + Fraction(p).limit_denominator(1000)
            cost = sum(-Fraction(p).limit_denominator(1000) * Fraction(r) for p, _, r, _ in several)
            lines.append(f"  [a{a}] s={s} -> {' + '.join(f'{p}:(s1={to})' for to, p in likely.items())};")
            costs.append(f"  [a{a}] s={s} : {cost};")
    return "\n".join(
        ["mdp", "module toy", f"  s : [0..{n}] init {start};", *lines, f"  [over] s={n} -> true;", "endmodule",
         "rewards", *costs, "endrewards", f'label "over" = s={n};', ""]
    ).replace("s1=", "s'=")  # fmt: skip


def by_storm(text: str, asked: str, folder: Path) -> tuple[Any, Fraction]:
    """Return the model that Storm builds of a program, and what it answers for its initial state, exactly."""
    stormpy = pytest.importorskip("stormpy")
    (folder / "toy.prism").write_text(text)
    parsed = stormpy.parse_prism_program(folder / "toy.prism")
    (wanted,) = stormpy.parse_properties(asked, parsed)
    built = stormpy.build_model[stormpy.Rational](parsed, [wanted])
    found = stormpy.model_checking(built, wanted, only_initial_states=True)
    return built, Fraction(str(found.get_value(built.initial_states[0])))


@pytest.mark.parametrize("size", ["4x4", "8x8"])
def test_storm_reaches_the_goal_of_a_frozen_lake_with_the_same_exact_probability(size: str, tmp_path: Path) -> None:
    table = toy("FrozenLake-v1", {"map_name": size})
    goal = len(table) - 1
    _, exact = by_storm(program(table, 0, stays=True), f"Pmax=? [ F s={goal} ]", tmp_path)
    solution: Any = gg.solve(gg.Model.from_gym(table, exact="simplest"), gg.ReachProbability([goal]))
    assert solution.value(0) == exact == (Fraction(14, 17) if size == "4x4" else 1) and gg.verify(solution)


@pytest.mark.slow
@pytest.mark.parametrize("how", [{}, {"is_slippery": True}])
def test_storm_expects_the_same_cost_of_walking_at_a_cliff(how: dict[str, Any], tmp_path: Path) -> None:
    table = toy("CliffWalking-v1", how)
    built, exact = by_storm(program(table, 36), 'Rmin=? [ F "over" ]', tmp_path)
    solution: Any = gg.solve(gg.Model.from_gym(table, exact="simplest", start=36), gg.ExpectedReward(["done"]))
    assert -solution.value(36) == exact and gg.verify(solution)
    again = gg.Model.from_storm(built)
    (over,) = [again.name(s) for s in np.flatnonzero(again.labels["over"]).tolist()]
    costly = gg.solve(again, gg.ExpectedReward([over]), owner=1)
    assert costly.value(again.name(int(again.initial[0]))) == exact and gg.verify(costly)


@pytest.mark.slow
def test_storm_needs_as_many_steps_in_a_taxi(tmp_path: Path) -> None:
    steps = {
        s: {a: [(p, to, -1, done) for p, to, _, done in several] for a, several in moves.items()}
        for s, moves in toy("Taxi-v4", {}).items()
    }
    _, exact = by_storm(program(steps, 328), 'Rmin=? [ F "over" ]', tmp_path)
    solution: Any = gg.solve(gg.Model.from_gym(steps, start=328), gg.ExpectedReward(["done"]))
    assert -solution.value(328) == exact > 5 and gg.verify(solution)


def test_a_sparse_model_of_storm_in_floating_point_is_read_too(tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    (tmp_path / "coin.prism").write_text(
        "mdp\nmodule m\n s : [0..2] init 0;\n [throw] s=0 -> 1/4:(s'=1) + 3/4:(s'=2);\n [wait] s=0 -> true;\n"
        ' [] s>0 -> true;\nendmodule\nlabel "won" = s=1;\n'
    )
    parsed = stormpy.parse_prism_program(tmp_path / "coin.prism")
    options = stormpy.BuilderOptions()
    options.set_build_all_labels()
    model = gg.Model.from_storm(stormpy.build_model(parsed, options=options))
    assert (model.type, model.states, model.transitions) == ("mdp", 3, 5)
    asked = gg.ReachProbability(model.labels["won"])
    assert gg.solve(model, asked).value(model.name(int(model.initial[0]))) == Fraction(1, 4)
    with pytest.raises(gg.GameError, match="is not a sparse model of stormpy"):
        gg.Model.from_storm(parsed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "ours", "options"),
    [("tic_tac_toe", "tic-tac-toe", {}),
     pytest.param("connect_four(rows=4,columns=4)", "connect-four", {"width": 4, "height": 4},
                  marks=pytest.mark.nightly)],
)  # fmt: skip
def test_openspiel_has_the_same_games(name: str, ours: str, options: dict[str, int]) -> None:
    """As many positions, the same value, and the same mark for the uniform player."""
    pytest.importorskip("pyspiel")
    expanded, other = gg.expand(game(ours, options)), gg.expand(gg.from_openspiel(name))
    assert expanded.arena.n == other.arena.n
    first, second = gg.solve(expanded), gg.solve(other)
    assert first.won == second.won and first.winner[0] == second.winner[0] == 2 and gg.verify(second)
    known = {"tic-tac-toe": Fraction(887, 945), "connect-four": Fraction(53465, 55296)}[ours]
    assert gg.evaluate(gg.from_openspiel(name), "uniform").exploitability == known
