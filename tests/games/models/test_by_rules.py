"""Models from rules with chance: held against a recursion over positions, and against the marks of the same rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.errors import GameError, LimitExceededError

DISCOUNT = Fraction(9, 10)
Spot = tuple[int, int]


class Downhill:
    """Random rules on the spots of a slope, where each move leads down and chance may move several times in a row."""

    start: Spot = (0, 0)

    def __init__(self, seed: int, layers: int = 6, width: int = 4):
        rng = np.random.default_rng(seed)
        self.turn, self.ways, self.gain, self.word = {}, {}, {}, {}
        for layer in range(layers):
            for k in range(width):
                at = layer, k
                rest = [(low, other) for low in range(layer + 1, layers) for other in range(width)]
                many = int(rng.integers(1, 4)) if rest and not (layer and rng.random() < 0.1) else 0
                heads = (
                    [rest[int(i)] for i in rng.choice(len(rest), min(many, len(rest)), replace=False)] if many else []
                )
                shares = rng.integers(1, 5, len(heads)).tolist()
                self.turn[at] = int(rng.integers(3)) if heads else int(rng.integers(2))
                self.ways[at] = [(one, Fraction(s, sum(shares))) for one, s in zip(heads, shares, strict=True)]
                self.gain.update({(at, one): Fraction(int(rng.integers(-4, 5)), 2) for one in heads})
                self.word[at] = ("win", "loss", "draw")[int(rng.integers(3))]

    def mover(self, at: Spot) -> int:
        return self.turn[at]

    def moves(self, at: Spot) -> list[Spot]:
        return [after for after, _ in self.ways[at]]

    def chances(self, at: Spot) -> list[tuple[Spot, Fraction]]:
        return self.ways[at]

    def outcome(self, at: Spot) -> str:
        return self.word[at]

    def reward(self, at: Spot, after: Spot) -> Fraction:
        return self.gain[at, after]


def expected(rules: Downhill, discounted: bool) -> dict[Spot, Fraction]:
    """Return what each spot is worth to player 0: how likely he wins, or his rewards, which decisions discount."""

    @cache
    def worth(at: Spot) -> Fraction:
        turn, ways = rules.turn[at], rules.ways[at]
        if not ways:
            return Fraction(0) if discounted else Fraction(rules.word[at] == ("win", "loss")[turn])
        return (max, min)[turn](along(at, after) for after, _ in ways)

    def along(at: Spot, after: Spot) -> Fraction:
        """Return what a move is worth: its reward, and that of chance's moves up to the next decision."""
        gain = rules.gain[at, after] if discounted else Fraction(0)
        if rules.turn[after] != 2:
            return gain + (DISCOUNT if discounted else 1) * worth(after)
        return gain + sum(likely * along(after, then) for then, likely in rules.ways[after])

    return {at: worth(at) for at in rules.turn if rules.turn[at] != 2}


@pytest.mark.parametrize("seed", range(12))
def test_values_are_those_of_a_recursion_over_positions(seed: int) -> None:
    rules = Downhill(seed)
    rules.turn[rules.start] = seed % 2
    model = gg.Model.from_rules(rules)
    for solution, discounted in (
        (gg.solve(rules), False),
        (gg.solve(model, gg.Discounted(discount=DISCOUNT)), True),
    ):
        assert gg.verify(solution)
        right = expected(rules, discounted)
        found = {at: solution.value(at) for at in model.names or ()}
        assert {at: right[at] for at in found} == found


@pytest.mark.parametrize("seed", range(6))
def test_marks_of_the_rules_and_of_their_model_agree(seed: int) -> None:
    rules = Downhill(seed)
    game: Any = gg.solve(rules).problem
    of_model = gg.evaluate(game, "uniform")  # of the only player who moves, if there is one
    player = of_model.player
    of_rules = gg.evaluate(rules, "uniform", player, draw=player)
    worth: Any = of_rules.value
    value = 1 - worth if player else worth
    assert (value, of_rules.exploitability) == (of_model.value, of_model.exploitability)


class Pond:
    """A frog who jumps, whom the wind may carry on, until the far shore."""

    start = 1

    def mover(self, at: Any) -> int:
        return 2 if isinstance(at, tuple) else 0

    def moves(self, at: Any) -> list[Any]:
        return [("calm", at), ("gust", at)] if at < 6 else []

    def chances(self, at: Any) -> list[Any]:
        kind, k = at
        if kind == "calm":
            return [(k + 1, 1)]
        return [(k + 3, 0.25), (("calm", k), 0.25), (max(0, k - 1), "1/2")] if k < 3 else [(k + 3, 0.1), (0, 0.9)]

    def move_name(self, at: Any, after: Any) -> str:
        return "wait" if after[0] == "calm" else "fly"

    def reward(self, at: Any, after: Any) -> float:
        return -1.5 if isinstance(at, int) else 0


def test_decisions_and_rewards_are_counted_and_actions_have_names() -> None:
    model = gg.Model.from_rules(Pond())
    assert sorted(set(model.actions or ())) == ["fly", "stay", "wait"] and model.states == 9
    assert "decimals" in model.remark
    solution: Any = gg.solve(model, gg.ExpectedReward(lambda at: at >= 6))
    assert solution.value(5) == Fraction(-3, 2) and solution.action(5) == "wait"
    bounded = gg.solve(model, gg.BoundedReachProbability(lambda at: at >= 6, steps=1))
    assert [bounded.value(at) for at in (3, 4, 5)] == [Fraction(1, 10), Fraction(1, 10), 1]
    assert gg.solve(model, gg.Discounted(discount="1/2")).value(5) == Fraction(-3, 2)


def test_they_are_marked_simulated_shielded_and_stepped_through() -> None:
    game = gg.solve(Pond(), gg.ReachProbability(lambda at: at >= 6)).problem
    mark = gg.evaluate(game, dict.fromkeys(range(6), "fly"))
    assert mark.exploitability == 0
    found = gg.simulate(gg.solve(game), plays=200, seed=1)
    assert found.mean == 1 and found.cut == 0
    shield = gg.shield(gg.Model.from_rules(Pond()), avoid=[0])
    assert shield.allowed[3] == ["wait"] and shield.verify()
    env = gg.to_gymnasium(game)
    env.reset(seed=0)
    assert env.position == 1 and sorted(env.moves.values()) == ["fly", "wait"]


def test_rules_are_shielded_as_their_model_is() -> None:
    class Ladder:
        start = 1

        def mover(self, at: int) -> int:
            return 0

        def moves(self, at: int) -> list[int]:
            return [at - 1, at + 1] if 0 < at < 4 else []

    assert gg.shield(Ladder(), avoid=[0]).allowed[1] == [2]
    assert gg.shield(Pond(), avoid=[0]).allowed == gg.shield(gg.Model.from_rules(Pond()), avoid=[0]).allowed


def test_a_start_of_chance_is_a_state_with_one_action() -> None:
    class Dealt(Pond):
        start = ("gust", 2)  # type: ignore[assignment]

    model = gg.Model.from_rules(Dealt())
    assert model.name(0) == ("gust", 2) and model.action(0) == "chance" and model.transitions > 3


class Coin:
    start: Any = "heads"

    def __init__(self, chances: Any, mover: Any = lambda at: 0 if at == "heads" else 2):
        self.mover = mover
        if chances is not None:
            self.chances = lambda at: chances

    def moves(self, at: str) -> list[str]:
        return ["thrown", "caught"]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Coin([("heads", "1/3")]), "sum to 1/3; expected exactly 1"),
        (Coin([("heads", 0.333), ("tails", 0.66)]), "thirds"),
        (Coin([("thrown", "1/2"), ("heads", "1/2")]), "in a circle without a decision"),
        (Coin(None), "no method chances"),
        (Coin([("heads", 1)], lambda at: "Eve"), "expected 0 or 1, or 2 where chance moves"),
    ],
)
def test_faults_of_rules_are_said(rules: Any, said: str) -> None:
    with pytest.raises(GameError, match=said):
        gg.Model.from_rules(rules)


def test_floats_that_miss_one_by_their_last_bits_are_corrected_with_a_warning() -> None:
    rules = Coin([("heads", 1 / 3), ("tails", 2 / 3)], lambda at: 2 if at == "thrown" else 0)
    rules.moves = lambda at: ["thrown"] if at == "heads" else []  # type: ignore[method-assign]
    with pytest.warns(UserWarning, match="missed 1 by the last bits of floats were corrected"):
        model = gg.Model.from_rules(rules)
    third = Fraction(333333333333333, 10**15)
    assert gg.solve(model, gg.BoundedReachProbability(["tails"], steps=1)).value("heads") == 1 - third


def test_names_limits_and_floats_are_refused() -> None:
    class Alike(Coin):
        def move_name(self, at: str, after: str) -> str:
            return "throw"

    with pytest.raises(GameError, match="two moves have the name 'throw'"):
        gg.Model.from_rules(Alike([("heads", 1)]))
    with pytest.raises(GameError, match="is a float, which is rounded"):
        gg.Model.from_rules(Pond(), exact="refuse")
    with pytest.raises(LimitExceededError, match="more than 3 positions"):
        gg.Model.from_rules(Pond(), limit=3)
    with pytest.raises(GameError, match="need an objective"):
        gg.solve(Pond())


def test_thirds_as_floats_are_recovered_on_request() -> None:
    rules = Coin([("heads", 1 / 3), ("tails", 2 / 3)], lambda at: 2 if at == "thrown" else 0)
    rules.moves = lambda at: ["thrown"] if at == "heads" else []  # type: ignore[method-assign]
    model = gg.Model.from_rules(rules, exact="simplest")
    assert gg.solve(model, gg.BoundedReachProbability(["tails"], steps=1)).value("heads") == Fraction(2, 3)


def test_chance_is_asked_once_a_move_in_an_environment() -> None:
    pytest.importorskip("gymnasium")
    asked = []

    class Watched(Pond):
        def chances(self, at: Any) -> list[Any]:
            asked.append(at)
            return super().chances(at)

    env = gg.to_gymnasium(Watched(), actions=["fly", "wait"], opponent="uniform")
    env.reset(seed=3)
    asked.clear()
    env.step(1)
    assert asked == [("calm", 1)]
