"""Exact marks of policies: known fractions, definitions executed directly, and what does not fit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.errors import GameError
from graphgames.core.value import Bracket
from graphgames.games.tables.board_games import game
from graphgames.games.tables.build import build
from graphgames.policies.marks import claim_of
from graphgames.policies.marks_checker import same_on
from tests.games.tables.test_checker import rewritten
from tests.share import share

MACHINE = [
    ("new", "run", "new", "0.7", 12),
    ("new", "run", "worn", "0.3", 12),
    ("worn", "run", "worn", "0.6", 8),
    ("worn", "run", "broken", "0.4", 8),
    ("worn", "service", "new", 1, -3),
    ("broken", "repair", "new", 1, -20),
]


def beaten(rules: Any, player: int) -> Fraction:
    """Return how likely the uniform player is beaten by the best reply, by the definition, on a game without cycles."""

    @cache
    def worth(position: Any, turn: int) -> Fraction:
        after = list(rules.moves(position))
        if not after:
            outcome = rules.outcome(position)
            loser = turn if outcome == "loss" else 1 - turn
            return Fraction(outcome != "draw" and loser == player)
        found = [worth(one, 1 - turn) for one in after]
        return max(found) if turn != player else sum(found, Fraction(0)) / len(found)

    return worth(rules.start, 0)


def test_parallel_edges_that_differ_in_what_they_cost_have_marks_of_their_own() -> None:
    """The last of them once stood for all, so that no move lost anything of a policy that does."""
    arena = gg.Arena.from_edges([(0, 0), (0, 0), (0, 0)], owner=[0])
    (one,) = gg.evaluate(gg.Game(arena, gg.MeanPayoff([0, 4, 0])), "uniform", start=0).regrets()
    assert one.moves_once == {"0 (1 of 3)": 4, "0 (2 of 3)": 0, "0 (3 of 3)": 4}
    assert one.policy == dict.fromkeys(one.moves, Fraction(1, 3)) and one.best == ["0 (2 of 3)"]
    assert one.once == sum(one.policy[move] * lost for move, lost in one.moves_once.items()) == Fraction(8, 3)
    (one,) = gg.evaluate(gg.Game(arena, gg.MeanPayoff([4, 4, 4])), "uniform", start=0).regrets()
    assert one.moves == {0: 0} and one.policy == {0: 1}


@pytest.mark.slow
def test_the_uniform_player_of_tic_tac_toe_has_a_known_mark() -> None:
    """887/945 was found by hand and by a program of its own."""
    mark = gg.evaluate(game("tic-tac-toe"), "uniform")
    assert mark.exploitability == Fraction(887, 945) == beaten(game("tic-tac-toe"), 0)
    assert mark.value == Fraction(58, 945) and mark.game_value == 1 and mark.verify()
    second = gg.evaluate(game("tic-tac-toe"), "uniform", player=1)
    assert second.exploitability == beaten(game("tic-tac-toe"), 1) and second.verify()
    assert gg.evaluate(game("tic-tac-toe"), "uniform", draw="1/2").value == Fraction(71, 1890)
    assert "regret" in str(mark) and mark.to_dict()["exploitability"] == "887/945"


@pytest.mark.nightly
def test_the_uniform_player_of_connect_four_has_a_known_mark() -> None:
    mark = gg.evaluate(game("connect-four", {"width": 4, "height": 4}), "uniform")
    assert mark.exploitability == Fraction(53465, 55296) and mark.verify()


@pytest.mark.slow(seconds=4)
def test_a_game_of_openspiel_has_the_same_mark_and_its_moves_are_actions() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rules = gg.from_openspiel(pyspiel.load_game("tic_tac_toe"))
    assert gg.evaluate(rules, "uniform").exploitability == Fraction(887, 945)
    nim = gg.from_openspiel(pyspiel.load_game("nim(pile_sizes=1;2;3)"))
    mark = gg.evaluate(nim, lambda at: {one: "1" if one == at.state.legal_actions()[0] else 0
                                        for one in at.state.legal_actions()})  # fmt: skip
    assert mark.value in (0, 1) and mark.verify()
    assert gg.evaluate(nim, lambda at: at.state.legal_actions()[0]).value == mark.value
    with pytest.raises(GameError, match="imperfect information"):
        gg.from_openspiel("kuhn_poker")


def test_a_policy_of_a_model_is_worth_what_linear_equations_say() -> None:
    asked = gg.Model.from_table(MACHINE).with_objective(gg.Discounted(discount="9/10"))
    mark = gg.evaluate(asked, {"worn": {"run": "1/4", "service": 0.75}})
    matrix = np.array([[0.7, 0.3, 0], [0.75, 0.15, 0.1], [1, 0, 0]])
    value = np.linalg.solve(np.eye(3) - 0.9 * matrix, [12, 8 / 4 - 3 * 0.75, -20])
    assert abs(float(mark.value) - value[0]) < 1e-9 and mark.verify()
    assert sum(one.cost for one in mark.costs()) == pytest.approx(float(mark.exploitability))
    best: Any = gg.solve(asked)
    assert gg.evaluate(asked, best).exploitability == 0 == gg.evaluate(asked, best.policy).exploitability
    assert gg.evaluate(asked, "uniform").costs()[0].moves == {
        "run": mark.regrets()[0].moves["run"], "service": 0
    }  # fmt: skip


def test_actions_that_lead_to_the_same_state_have_regrets_of_their_own() -> None:
    rows = [("a", "slow", "b", 1, 1), ("a", "fast", "b", 1, 5), ("b", "wait", "a", 1, 0)]
    asked = gg.Model.from_table(rows).with_objective(gg.Discounted(discount="1/2"))
    (only,) = gg.evaluate(asked, "uniform").costs()
    assert only.moves == {"slow": 4, "fast": 0} and only.regret == 2


def test_where_costs_are_counted_a_policy_gives_away_what_it_costs_more() -> None:
    rows = [("a", "cheap", "b", 1, -1), ("a", "dear", "b", 1, -5), ("b", "stop", "b", 1, 0)]
    asked = gg.Model.from_table(rows, start="a").with_objective(gg.ExpectedReward(["b"]))
    mark = gg.evaluate(asked, "uniform")
    assert (mark.value, mark.game_value, mark.exploitability) == (-3, -1, 2)


def test_both_players_may_have_policies_and_either_is_marked() -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("a", "t"), ("b", "a"), ("b", "dead"), ("dead", "dead"), ("t", "t")],
        owner={"a": 0, "b": 1, "t": 0, "dead": 0},
    )
    reach = gg.Game(arena, gg.Reach(["t"]), start="a")
    assert gg.evaluate(reach, "uniform").value == Fraction(1, 2)
    assert gg.evaluate(reach, "uniform").best_reply == {"b": "dead"}
    both = gg.evaluate(reach, "uniform", against="uniform")
    assert both.value == Fraction(2, 3) and both.verify()
    assert gg.evaluate(reach, {"a": "t"}).exploitability == 0
    hers = gg.evaluate(reach, {"b": {"a": 1}}, player=1)
    assert hers.value == 1 and hers.exploitability == 0
    parity = gg.Game(arena, gg.Parity({"a": 1, "b": 1, "t": 2, "dead": 1}), start="a")
    assert [gg.evaluate(parity, {"a": to}).value for to in ("b", "t")] == [0, 1]


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ({}, r"the policy says nothing at 'worn', where there are 2 moves"),
        ({"worn": "sell"}, r"at 'worn' the policy says 'sell', which is not a move there"),
        ({"worn": {"run": "1/2"}}, r"sum to 1/2; expected exactly 1$"),
        ({"worn": {"run": 0.3333333, "service": 0.66666666}}, r"normalize=True divides"),
        ({"worn": {"run": 2, "service": -1}}, r"has the probability -1"),
        (5, r"the policy is 5"),
        ("best", r"the policy is 'best'"),
    ],
)
def test_what_is_wrong_with_a_policy_is_said(policy: Any, message: str) -> None:
    asked = gg.Model.from_table(MACHINE).with_objective(gg.Discounted(discount="9/10"))
    with pytest.raises(GameError, match=message):
        gg.evaluate(asked, policy)


@pytest.mark.slow
def test_a_mark_that_is_claimed_too_good_is_not_proved() -> None:
    from dataclasses import replace

    mark = gg.evaluate(game("tic-tac-toe"), "uniform")
    values: Any = np.array(mark.solution.values)
    values[0] += Fraction(1, 945)
    wrong = replace(mark, solution=replace(mark.solution, numbers=values))
    assert wrong.value == Fraction(59, 945) and not wrong.verify()


def test_a_policy_with_memory_is_marked_on_what_it_remembers() -> None:
    """It takes the toll road every second time; the other player may send it round once more, and does."""
    arena = gg.Arena.from_edges(
        [("fork", "toll"), ("fork", "round"), ("round", "fork"), ("toll", "toll")], owner=[0, 0, 1]
    )
    turns = gg.FiniteMemoryStrategy(arena, [[2, -1, -1], [1, -1, -1]], [[1, 0, 0], [1, 1, 1]])
    asked = gg.Game(arena, gg.Discounted([0, 0, 8, 0], discount="1/2"), start="fork")
    mark = gg.evaluate(asked, turns)
    assert mark.value == 2 and mark.game_value == 8 and mark.verify()


@pytest.mark.slow
def test_a_mark_that_rests_on_a_false_table_is_not_proved(tmp_path: Path) -> None:
    """Draws after the first move are said to be lost for who moves next, so perfect play seems to win."""

    def lost(labels: Any) -> None:
        labels[labels & 3 == 2] = 4 * 9 + 1

    rules = game("tic-tac-toe")
    table = build(rules, tmp_path / "table")

    def first(position: Any) -> Any:
        return rules.moves(position)[0]

    right = gg.evaluate(table, first, draw=0)
    assert right.game_value == 0 and right.verify() and right.to_dict()["rests_on"] == repr(table)
    wrong = gg.evaluate(rewritten(table, 1, lost), first, draw=0)
    assert wrong.exploitability == 1 and "rests on Table(" in str(wrong)
    report = wrong.verify()
    assert not report and "tier 1, block 0" in str(report)
    assert wrong.verify(table=False) and wrong.value == right.value
    whole = gg.evaluate(table, "uniform")
    assert whole.to_dict()["rests_on"] is None and "rests on" not in str(whole)


class Nim:
    """Take one or two."""

    def __init__(self, start: int):
        self.start = start

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]


def test_a_mark_with_the_solution_of_another_game_is_not_proved() -> None:
    mark, other = gg.evaluate(Nim(5), "uniform"), gg.evaluate(Nim(6), "uniform")
    assert mark.value != other.value and mark.verify() and other.verify()
    wrong = [
        replace(mark, solution=other.solution),
        replace(mark, share=np.minimum(mark.share, np.arange(mark.share.size) % 2)),
        replace(mark, solution=mark.best),
    ]
    vars(wrong_best := replace(mark))["best"] = other.best
    for one in [*wrong, wrong_best]:
        report = one.verify()
        assert not report and "of another game" in report.failures[0].message
    both = gg.evaluate(Nim(5), "uniform", against="uniform")
    assert both.verify() and not replace(both, board=mark.board).verify()


def test_what_a_policy_gives_away_is_a_bracket_where_a_value_is_one() -> None:
    for player, value, expected in ((0, Fraction(1, 4), (0, 1)), (1, Fraction(3, 4), (0, 1))):
        mark = gg.evaluate(Nim(5), "uniform", player=player)
        object.__setattr__(mark, "board", replace(mark.board, player=player))
        vars(mark).update(game_value=Fraction(1, 2), value=Bracket(value - Fraction(1, 4), value + Fraction(1, 4)))
        assert mark.exploitability == Bracket(Fraction(expected[0]), Fraction(expected[1], 2))


def test_policies_of_buchi_and_parity_games_have_exact_probabilities() -> None:
    """Who tosses a coin at the fork again and again comes home almost surely, and who may be locked out in half."""
    graph = {"fork": ["home", "bog"], "home": ["fork"], "bog": ["fork", "deep"], "deep": ["deep"]}
    owner = {"fork": 0, "home": 1, "bog": 1, "deep": 1}
    game = gg.Game.from_graph(graph, gg.Buchi(["home"]), owner=owner, start="fork")
    mark = gg.evaluate(game, {"fork": {"home": "2/3", "bog": "1/3"}})
    assert mark.value == 0 and mark.exploitability == 1 and mark.verify()
    assert mark.best_reply["bog"] == "deep" and mark.costs()[0].moves == {"home": 0, "bog": 1}
    kind = gg.evaluate(game, "uniform", against={"bog": "fork"})
    assert kind.value == 1 and kind.verify()
    once = gg.Game.from_graph({**graph, "home": ["home"]}, gg.Parity({"fork": 1, "home": 2, "bog": 1, "deep": 3}),
                              owner=owner, start="fork")  # fmt: skip
    assert gg.evaluate(once, {"fork": {"home": "2/3", "bog": "1/3"}}).value == Fraction(2, 3)
    assert gg.evaluate(once, {"bog": {"deep": "1/4", "fork": "3/4"}}, player=1, against="uniform").value == Fraction(
        4, 5
    )


def by_hand_in_turn(steps: int) -> Fraction:
    """Return how often a walker who goes left, right, left, ... from 0, pushed at random, is at -2 before at 2."""
    worth = {(x, q): Fraction(int(x == -2)) for x in range(-2, 3) for q in (0, 1)}
    for _ in range(steps):
        worth |= {
            (x, q): (worth[x - 1 + 2 * q, 1 - q] * 2 + worth[x + 1 - 2 * q, 1 - q]) / 3
            for x in (-1, 0, 1)
            for q in (0, 1)
        }
    return worth[0, 0]


def test_policies_of_fair_games_are_not_marked() -> None:
    game = gg.Game.from_graph({"a": ["a", "b"], "b": ["a"]}, gg.FairBuchi(["b"], fair=[("a", "b")]), start="a",
                              owner={"a": 0, "b": 1})  # fmt: skip
    for policy in ("uniform", {"a": "a"}):
        with pytest.raises(gg.GraphGamesError, match="need not be fair"):
            gg.evaluate(game, policy)


def test_what_a_policy_gives_away_where_plays_stop() -> None:
    """The edges behind a dead end have their own weights and discounts."""
    graph = {"end": [], "fork": ["end", "turn"], "turn": ["fork", "end"]}
    discount: Any = ["1/2", "1/4", "1/3", "1/5"]
    for each in (discount, "1/2"):
        objective = gg.Discounted([1, 2, 3, 4], discount=each)
        game = gg.Game.from_graph(graph, objective, owner={"end": 0, "fork": 0, "turn": 1}, start="fork")
        mark = gg.evaluate(game, {"fork": "end"})
        whole = gg.solve(game)
        by = Fraction(each[1] if isinstance(each, list) else each)
        assert mark.value == 1 and mark.verify()
        assert mark.regrets()[0].regret == 2 + by * whole.value("turn") - 1


def test_policies_that_remember() -> None:
    goes = {"left": -1, "right": 1}
    ways = [(name, by, likely) for name, step in goes.items() for by, likely in ((step, "2/3"), (-step, "1/3"))]
    rows = [(x, name, x + by, likely) for x in (-1, 0, 1) for name, by, likely in ways]
    rows += [(x, "stay", x, "1") for x in (-2, 2)]
    game = gg.Model.from_table(rows, start=0).with_objective(gg.ReachProbability([-2]))
    turns = gg.MemoryPolicy(0, lambda x, q: ("left", "right")[q], lambda q, x, move: 1 - q if move in goes else q)
    mark = gg.evaluate(game, turns)
    assert mark.verify() and abs(float(mark.value) - float(by_hand_in_turn(200))) < 1e-12
    drunk = gg.MemoryPolicy(0, lambda x, q: {"left": "1/2", "right": "1/2"}, lambda q, x, move: q)
    assert gg.evaluate(game, drunk).value == gg.evaluate(game, "uniform").value
    regrets = {str(one.position): one.regret for one in mark.regrets()}
    assert regrets["0 / 0"] == 0 and regrets["-1 / 1"] > 0 and "-2 / 0" not in regrets


def test_both_players_may_remember() -> None:
    """Each player repeats what the other did last; the first begins with b, so they alternate for ever."""
    graph = {("p", x): [("q", y) for y in "ab"] for x in "ab"} | {("q", x): [("p", y) for y in "ab"] for x in "ab"}
    game = gg.Game.from_graph(
        graph, gg.Buchi([("p", "a")]), owner={v: int(v[0] == "q") for v in graph}, start=("p", "b")
    )
    copies = gg.MemoryPolicy("b", lambda at, last: ({"p": "q", "q": "p"}[at[0]], last), lambda last, at, move: move[1])
    other = gg.MemoryPolicy(0, lambda at, n: ("p", "ab"[n]), lambda n, at, move: 1 - n if at[0] == "q" else n)
    assert gg.evaluate(game, copies, against=copies).value == 0
    assert gg.evaluate(game, copies, against=other).value == 1
    both = gg.evaluate(game, other, player=1, against=copies)
    assert both.value == 1 and both.verify()
    strategy = gg.solve(
        gg.Game(game.arena, gg.GeneralizedBuchi([[("p", "a")], [("p", "b")]]), start=("p", "b"))
    ).strategy
    assert gg.evaluate(game, "uniform", against=strategy).value in (0, 1)


def test_a_mark_is_told_and_drawn() -> None:
    class Nim:
        start = 5

        def moves(self, n: int) -> list[int]:
            return [n - k for k in (1, 2) if n >= k]

    mark = gg.evaluate(Nim(), "uniform")
    told = mark.to_dict()["costs"][0]
    assert told["position"] == "5" and told["regret"] == "1/2" and told["moves"] == {"4": 1, "3": 0}
    drawn = mark.draw()
    assert "exploitability 3/4" in drawn.title and "regret 1/2, 1 visits; 4: 1, 3: 0" in drawn.svg


class Walk:
    """Three steps to make: a safe one for 1, or a throw of a coin that leads one step for nothing or two for 3."""

    start = ("step", 0)

    def mover(self, place: tuple[str, int]) -> int:
        return 2 if place[0] == "throw" else 0

    def moves(self, place: tuple[str, int]) -> list[tuple[str, int]]:
        return [] if place[1] >= 2 else [("throw", place[1]), ("step", place[1] + 1)]

    def chances(self, place: tuple[str, int]) -> list[tuple[tuple[str, int], Fraction]]:
        return [(("step", place[1] + far), Fraction(1, 2)) for far in (1, 2)]

    def reward(self, place: tuple[str, int], after: tuple[str, int]) -> int:
        return {("throw", 2): 3, ("step", 1): 1}.get((place[0], after[1] - place[1]), 0)


@pytest.mark.parametrize(
    ("objective", "uniform", "best"),
    [
        (gg.ExpectedReward([("step", 2), ("step", 3)]), "35/16", "5/2"),
        (gg.Discounted(discount="1/2"), "55/32", "15/8"),
    ],
)
def test_rewards_of_rules_with_chance_count_as_their_objective_says(objective: Any, uniform: str, best: str) -> None:
    rules: Any = Walk()
    with pytest.raises(gg.GameError, match="have rewards and do not say how they count; give them an objective"):
        gg.evaluate(rules, "uniform")
    rules.objective = objective
    mark = gg.evaluate(rules, "uniform")
    assert (mark.value, mark.game_value) == (Fraction(uniform), Fraction(best)) and mark.verify()
    assert gg.solve(rules).value(Walk.start) == mark.game_value
    bold = gg.evaluate(rules, lambda place: ("throw", place[1]))
    assert bold.value == (Fraction(15, 8) if objective.name == "discounted" else Fraction(9, 4))


COIN = [(0, 1), (0, 2)]
REPLIES = [(2, 1), (3, 1), (3, 2), (3, 3)]
WHOLE = gg.Game(
    gg.Arena.from_edges([*COIN, (1, 0), (1, 2), (1, 3), *REPLIES], owner=[2, 0, 1, 1],
                        probability=["1/3", "2/3", *[None] * 7]),
    gg.ReachProbability([2]),
    start=0,
)  # fmt: skip


def left(
    replies: list[tuple[int, int]] = REPLIES,
    owner: tuple[int, ...] = (2, 2, 1, 1),
    likely: tuple[str, ...] = ("1/3", "2/3", "1/4", "3/4"),
    objective: Any = None,
) -> gg.Game:
    """Return what the policy leaves that goes from 1 to 2 or to 3, or something like it."""
    edges = [*COIN, (1, 2), (1, 3), *replies]
    arena = gg.Arena.from_edges(edges, owner=owner, probability=[*likely, *[None] * (len(edges) - 4)])
    return gg.Game(arena, objective or gg.ReachProbability([2]))


def test_what_a_policy_leaves_is_one_game() -> None:
    """Of three moves the policy takes two; nothing else than what it leaves is taken for it."""
    mark = gg.evaluate(WHOLE, {1: {2: "1/4", 3: "3/4"}})
    claim = claim_of(mark)
    assert mark.verify() and claim.is_left(left())
    one, other = (gg.Game(gg.Arena.from_edges([(0, 1)], owner=[0, 0]), kind([1])).objective
                  for kind in (gg.Reach, gg.ReachProbability))  # fmt: skip
    assert same_on(one, one, np.ones(1, np.bool_)) and not same_on(one, other, np.ones(1, np.bool_))
    for lie in (
        left(owner=(2, 2, 1, 1, 0)),
        left([(2, 1), (2, 1), (3, 2), (3, 3)]),
        left([(2, 1), (3, 0), (3, 2), (3, 3)]),
        left(owner=(2, 2, 1, 0)),
        left(likely=("2/3", "1/3", "1/4", "3/4")),
        left(likely=("1/3", "2/3", "3/4", "1/4")),
        left(objective=gg.ReachProbability([3])),
        left(objective=gg.AvoidProbability([2])),
    ):
        assert not claim.is_left(lie), lie
        assert "another game than the policy leaves" in str(replace(mark, solution=gg.solve(lie)).verify())


def test_a_policy_says_what_its_player_does_and_nothing_else() -> None:
    claim = claim_of(gg.evaluate(WHOLE, "uniform"))
    fork, bog = (np.flatnonzero(WHOLE.arena.tails == v) for v in (1, 3))
    for edge, taken in ((fork, 0), (fork[:1], -1), (bog, 1)):
        policy = claim.share.copy()
        policy[edge] = taken
        assert "policy is one of another game" in next(iter(replace(claim, share=policy).faults())), (edge, taken)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_policy_against_another_is_compared_with_the_best_against_that_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = [
        (s, f"a{a}", int(rng.integers(5)), "1/2", int(rng.integers(-5, 6)), s % 2)
        for s in range(5) for a in range(2) for _ in range(2)
    ]  # fmt: skip
    game = gg.Model.from_table(rows, start=0).with_objective(gg.Discounted(discount="1/2"))
    own: list[Any] = [dict(zip((0, 2, 4), some, strict=True)) for some in product(("a0", "a1"), repeat=3)]
    for against in ({1: "a0", 3: "a1"}, "uniform"):
        marks = [gg.evaluate(game, policy, against=against) for policy in own]
        assert all(mark.verify() for mark in marks)
        values: list[Any] = [mark.value for mark in marks]
        for mark, value in zip(marks, values, strict=True):
            assert mark.game_value == max(values) and mark.exploitability == max(values) - value
    assert min(mark.exploitability for mark in marks) == 0 and "best policy against it" in str(marks[0])


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_policies_are_marked_for_so_many_decisions(steps: int) -> None:
    """Against all policies that may go by how many decisions are left, by a recursion."""
    game = gg.Model.from_table(MACHINE).with_objective(gg.BoundedReachProbability(["broken"], steps=steps))
    uniform = gg.evaluate(game, "uniform")

    def reached(at: str, left: int, choose: Any) -> Fraction:
        if at == "broken" or not left:
            return Fraction(at == "broken")
        actions = dict.fromkeys(row[1] for row in MACHINE if row[0] == at)
        worth = [
            sum((Fraction(str(row[3])) * reached(row[2], left - 1, choose) for row in MACHINE if row[:2] == (at, one)),
                Fraction(0)) for one in actions
        ]  # fmt: skip
        return Fraction(choose(worth))

    assert uniform.value == reached("new", steps, lambda worth: sum(worth) / len(worth))
    assert uniform.game_value == reached("new", steps, max) and uniform.verify()
    perfect = gg.evaluate(game, gg.solve(game))
    assert perfect.exploitability == 0 and perfect.value == uniform.game_value and perfect.verify()
    assert all("left" in str(one.position) and one.position.vertex != "broken" for one in uniform.regrets())
    turns = gg.MemoryPolicy(0, lambda at, k: ("run", "service")[k], lambda k, at, move: k if at == "new" else 1 - k)
    assert gg.evaluate(game, turns, start="worn").value <= gg.evaluate(game, "uniform", start="worn").game_value


def test_policies_come_in_tables_files_and_arrays(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    model = gg.Model.from_table(MACHINE)
    solution: Any = gg.solve(model, gg.Discounted(discount="9/10"))
    for name in ("policy.csv", "policy.json"):
        solution.write_policy(tmp_path / name)
        assert gg.evaluate(solution, str(tmp_path / name)).exploitability == 0
    mixed = pandas.DataFrame(
        {"state": ["worn", "worn", "broken"], "action": ["run", "service", "repair"], "probability": [0.25, 0.75, 1]}
    )
    listed = {"worn": {"run": "1/4", "service": "3/4"}, "broken": "repair"}
    given = [
        solution.to_pandas(),
        solution.policy,
        ["run", "service", "repair"],
        np.array(["run", "service", "repair"]),
    ]
    assert {gg.evaluate(solution, one).value for one in given} == {solution.value("new")}
    value = gg.evaluate(model, listed, objective=gg.Discounted(discount="9/10")).value
    assert gg.evaluate(solution, mixed).value == value < solution.value("new")
    chances = np.array([[[1, 0], [0.5, 0.5]], [[0, 1], [1, 0]]])
    numbered = gg.Model.from_arrays(chances, [[1, 0], [0, 2]], order="ass").with_objective(
        gg.Discounted(discount="1/2")
    )
    half = gg.evaluate(numbered, [[0.5, 0.5], [0.5, 0.5]])
    assert half.value == gg.evaluate(numbered, "uniform").value < gg.evaluate(numbered, [0, 1]).value
    for wrong, said in (
        (["run"], "for 1 states, but there are 3"), (pandas.DataFrame({"state": [1]}), "columns state and action"),
        (str(tmp_path / "policy.tra"), "expected 'uniform'"),
        ({**listed, "worm": "run"}, "names 'worm', which is not a state of the game; did you mean 'worn'"),
        ({**listed, "broken": "run"}, "at 'broken' the policy says 'run', which is not a move there"),
    ):  # fmt: skip
        with pytest.raises(GameError, match=said):
            gg.evaluate(solution, wrong)
    holes = [("a", "go", "b", "1/2"), ("a", "go", "hole", "1/2"), ("a", "wait", "a", 1),
             *((s, a, s, 1) for s in ("b", "hole") for a in ("left", "right"))]  # fmt: skip
    mark = gg.evaluate(gg.Model.from_table(holes), {"a": "go"}, objective=gg.ReachProbability(["b"]))
    assert mark.value == Fraction(1, 2) and mark.verify()  # nothing is to be said of where plays stay
    gains = gg.Model.from_table([("a", "rest", "a", 1, 0), ("a", "work", "a", 1, 1)])
    with pytest.raises(GameError, match="says nothing at 'a'"):
        gg.evaluate(gains, {}, objective=gg.Discounted(discount="1/2"))
    with pytest.raises(GameError, match="whose states have numbers"):
        gg.evaluate(Nim(5), [1, 2])


def random_rows(seed: int, players: int = 1) -> list[dict[str, Any]]:
    """Return a random model of five states, in which actions may lead to the same state with different rewards."""
    rng = np.random.default_rng(seed)
    return [
        {"state": s, "action": f"a{a}", "next": int(t), "probability": f"1/{ways}", "reward": reward,
         "player": s % players}
        for s in range(5) for a in range(int(rng.integers(1, 4)))
        for ways, reward in [(int(rng.integers(1, 3)), int(rng.integers(-4, 5)))]
        for t in rng.integers(5, size=ways)
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("objective", [gg.MeanPayoff(), gg.Discounted(discount="4/5")])
def test_what_positions_cost_is_together_what_a_policy_gives_away(objective: Any) -> None:
    """With one player exactly; another one may give something back, who goes for what the policy does."""
    for seed in share(range(40), 0.2):
        players = 1 + (seed % 3 == 2)
        model = gg.Model.from_table(random_rows(seed, players), start=0)
        mark = gg.evaluate(model, "uniform", objective=objective)
        costs, given_away = sum(one.cost for one in mark.regrets()), float(mark.exploitability)
        assert costs == pytest.approx(given_away, abs=1e-6) if players == 1 else costs >= given_away - 1e-6, seed
        assert (mark.bias is None) == (objective.name == "discounted") and mark.verify(), seed


def test_what_a_visit_costs_is_known_of_averages_without_chance_too() -> None:
    """A clerk serves (worth 3) or sweeps (1): each sweeping costs 2, as often as he does it."""
    rows = [("desk", "serve", "desk", 1, 3), ("desk", "sweep", "yard", 1, 1), ("yard", "walk", "desk", 1, 3)]
    mark = gg.evaluate(gg.Model.from_table(rows), {"desk": {"serve": "1/2", "sweep": "1/2"}}, objective=gg.MeanPayoff())
    (one,) = mark.costs()
    assert (mark.value, mark.exploitability) == (Fraction(7, 3), Fraction(2, 3))
    assert (one.regret, one.once, one.moves_once) == (0, 1, {"serve": 0, "sweep": 2})
    assert one.visits == pytest.approx(2 / 3) and one.best == ["serve"] and "1 a visit" in str(mark)
    alone = gg.Game.from_graph(
        {"a": ["a", "b"], "b": ["a"]}, gg.MeanPayoff([2, 0, 2]), owner={"a": 0, "b": 1}, start="a"
    )
    (only,) = gg.evaluate(alone, "uniform").costs()
    assert only.once == 1 and only.visits == pytest.approx(2 / 3)


def test_the_best_reply_is_the_better_of_two_actions_that_lead_to_one_state() -> None:
    rows = [
        ("s", "x", "t", 1, 0, 0),
        ("s", "y", "t", 1, 1, 0),
        ("t", "dear", "s", 1, 5, 1),
        ("t", "cheap", "s", 1, -5, 1),
    ]
    names = ("state", "action", "next", "probability", "reward", "player")
    model = gg.Model.from_table([dict(zip(names, row, strict=True)) for row in rows])
    for objective in (gg.Discounted(discount="1/2"), gg.MeanPayoff()):
        mark = gg.evaluate(model, "uniform", objective=objective)
        assert mark.best_reply == {"t": "cheap"} and mark.met()[0][:2] == ("t", "cheap") and mark.verify()
        assert claim_of(mark).replies() == mark.replies()
        assert 0 < mark.visits[0] < 3 or mark.visits[0] == np.inf


def test_the_policy_is_that_of_the_only_player_who_moves() -> None:
    rows = [{"state": "a", "action": x, "next": x, "probability": 1, "player": 1} for x in ("b", "c")]
    game = gg.Model.from_table(rows).with_objective(gg.ReachProbability(["b"]))
    mark = gg.evaluate(game, {"a": "b"})
    assert (mark.player, mark.value, mark.exploitability) == (1, 1, 1) and mark.verify()


def test_a_policy_of_states_holds_for_what_a_bounded_property_remembers_of_them() -> None:
    rows = [("low", "go", "high", "1/2"), ("low", "go", "low", "1/2"), ("low", "leap", "high", "3/10")]
    rows += [("low", "leap", "lost", "7/10"), ("high", "stay", "high", "1"), ("lost", "stay", "lost", "1")]
    model = gg.Model.from_table(rows, start="low")
    within: Any = model.with_property('Pmax=? [ F<=3 "high" ]')
    policy = {"low": "leap", "high": "stay"}
    for given in (policy, {**policy, "lost": "stay"}):
        mark = gg.evaluate(within, given)
        assert mark.value == Fraction(3, 10) and mark.verify()
    assert gg.evaluate(within, {"low": {"go": "1/3", "leap": "2/3"}}).value == Fraction(11, 30) * sum(
        Fraction(1, 6) ** k for k in range(3)
    )
    with pytest.raises(GameError, match=r"names 'lo', which is not a state of the game; did you mean 'low'"):
        gg.evaluate(within, {"lo": "leap"})
    timed = dict.fromkeys((within.model.name(k) for k in range(within.states)), "go")
    with pytest.raises(GameError, match="remembers what the property that it was made for needs"):
        gg.evaluate(model.with_property('Pmax=? [ F "high" ]'), timed)


def test_what_moves_give_away_is_proved_with_the_value() -> None:
    """And so is the best reply: what a mark shows of them is compared with what the checker finds."""
    game = gg.Game.from_graph(
        {"a": ["b", "c"], "b": ["b", "c"], "c": ["c"]},
        gg.Reach(["b"]),
        owner={"a": 0, "b": 1, "c": 1},
        start="a",
    )
    mark = gg.evaluate(game, "uniform")

    class Lie(type(mark)):  # type: ignore[misc]
        def given_away(self, v: int) -> Any:
            regret, lost = super().given_away(v)
            return regret, {e: 1 - one for e, one in lost.items()}

    class Other(type(mark)):  # type: ignore[misc]
        def replies(self) -> list[tuple[int, int]]:
            return []

    model = gg.Model.from_table(MACHINE).with_objective(gg.Discounted("0.9"))
    parts = {name: getattr(mark, name) for name in ("board", "share", "solution", "player")}
    assert mark.verify() and "regrets" in str(Lie(**parts).verify())
    played = gg.evaluate(model, "uniform", start="new")
    assert played.verify()
    fought = gg.Game.from_graph(
        {"a": ["b", "c"], "b": ["a", "c"], "c": ["c"]}, gg.Reach(["c"]), owner={"a": 0, "b": 1, "c": 1}, start="a"
    )
    mark = gg.evaluate(fought, "uniform")
    parts = {name: getattr(mark, name) for name in ("board", "share", "solution", "player")}
    assert mark.verify() and mark.replies() and "best_reply" in str(Other(**parts).verify())
