"""Plays of games of chance: dice are thrown by the odds, and a play goes on from where it was before."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.core.ending import Ending
from graphgames.core.memory import Remembered
from graphgames.core.value import Bracket
from graphgames.draw import html
from graphgames.games.chance.families import coin_games
from graphgames.play import Session, adapter_for
from graphgames.readers.source import Source
from tests.games.chance.test_rewards import games
from tests.share import cases


def example(name: str) -> gg.ArenaSolution:
    kind = find.kind_of(gg.ReachProbability([]))
    shown = next(one for one in find.examples(kind.package) if one.name == name)
    solution: gg.ArenaSolution = gg.solve(
        gg.read(Source(shown.text.encode(), shown.file), **dict[str, Any](shown.options))
    )
    return solution


def begun(solution: gg.ArenaSolution, start: str, seed: int) -> Session:
    return Session(adapter_for(solution, start=start), dice=Random(seed))


def over(session: Session) -> bool:
    return session.ending is not None and session.ending.winner == 1


@pytest.mark.slow
def test_plays_end_and_are_won_as_often_as_said() -> None:
    for name, start in (("reach-probability", "start"), ("avoid-probability", "shore")):
        solution = example(name)
        wins, plays = Counter[int | None](), cases(600, 0.35, least=105)
        for seed in range(plays):
            session = begun(solution, start, seed)
            while session.ending is None:
                session.reply()
            wins[session.ending.winner] += 1
            assert session.review() == []
        assert abs(wins[0] / plays - float(solution.value(start))) < 0.08


def test_a_move_that_lowers_a_probability_is_a_mistake() -> None:
    session = begun(example("reach-probability"), "start", 1)
    session.play("bold")
    assert [mistake.sentence for mistake in session.review()] == [
        "bold turned probability 3/4 into probability 1/2; cautious would have kept it"
    ]
    assert session.undo()
    session.play("cautious")
    assert session.review() == []


@pytest.mark.slow
def test_a_review_names_the_moves_that_are_worth_less() -> None:
    rng = Random(5)
    for seed in range(40):
        solution = gg.solve(coin_games(12, chance=0.4, stop=0.2, seed=seed))
        session = Session(adapter_for(solution, start=solution.arena.label(seed % 12)), dice=Random(seed))
        for _ in range(12):
            if session.ending is not None:
                break
            if session.mover == 2:
                session.reply()
                continue
            mover, here = session.mover, solution.numbered.value(session.position)
            name = rng.choice(list(session.moves()))
            session.play(name)
            if session.ending is None and 0 < here < 1:
                worse = solution.numbered.value(session.position) != here
                assert bool(session.review()[-1:] and session.review()[-1].number == len(session.made)) == worse, mover


def test_dice_are_named_and_a_play_may_come_back() -> None:
    session = begun(example("reach-probability"), "start", 1)
    assert session.mover == 0 and "probability" in session.words(session.moves()["cautious"])
    session.play("cautious")
    assert session.mover == 2 and set(session.moves()) == {"goal (1/3)", "again (2/3)"}
    assert session.play("again (2/3)") == "chance" and session.why()
    session.play("start")
    assert session.ending is None
    session.undo()
    session.undo()
    assert session.mover == 2


def test_going_round_without_dice_is_over() -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("b", "a"), ("b", "roll"), ("roll", "a"), ("roll", "goal")],
        owner={"a": 0, "b": 1, "roll": 2, "goal": 0},
        probability=[None, None, None, "1/2", "1/2"],
    )
    session = begun(gg.solve(gg.Game(arena, gg.ReachProbability(["goal"]))), "a", 0)
    for name in ("b", "roll", "a (1/2)"):
        session.play(name)
    assert not session.ending
    session.play("b")
    session.play("a")
    assert over(session)


@pytest.mark.slow
def test_a_play_in_time_ends_in_time_and_is_won_as_often_as_said() -> None:
    edges = [(v, w) for v in range(4) for w in (v, v + 1)]
    arena = gg.Arena.from_edges(edges, 5, [0, 2, 0, 2, 0], probability=[v % 2 for v, _ in edges])
    solution = gg.solve(arena, gg.BoundedReachProbability([4], steps=6))
    assert solution.value(0) == Fraction(11, 16)
    wins, plays = 0, cases(600, 0.35, least=63)
    for seed in range(plays):
        session, left = begun(solution, "0", seed), 6
        while session.ending is None:
            assert f"moves left: {left}" in session.adapter.render(session.position)
            session.reply()
            left -= 1
        assert session.review() == []
        wins += session.ending.winner == 0
        assert left >= 0 and (session.ending.winner == 0 or session.ending.reason == "no move is left")
    assert abs(wins / plays - 11 / 16) < 0.08


SITE = [
    ("dock", "dock", None),
    ("dock", "yard", None),
    ("yard", "sky", None),
    ("yard", "hill", None),
    ("sky", "field", "7/10"),
    ("sky", "mud", "3/10"),
    ("mud", "yard", None),
    ("mud", "dock", None),
    ("field", "goal", None),
    ("field", "dock", None),
    ("hill", "goal", "1/4"),
    ("hill", "yard", "3/4"),
    ("goal", "dock", None),
]


def in_time(steps: int) -> gg.ArenaSolution:
    owner = {name: 2 if name in ("sky", "hill") else 0 for name, _, _ in SITE}
    arena = gg.Arena.from_edges([one[:2] for one in SITE], owner=owner, probability=[one[2] for one in SITE])
    solution: gg.ArenaSolution = gg.solve(gg.Game(arena, gg.BoundedReachProbability({"goal"}, steps=steps)))
    return solution


@pytest.mark.slow
def test_the_moves_shown_in_time_come_nearer_to_the_target_and_do_not_wait() -> None:
    solution = in_time(5)
    dock, yard = map(solution.arena.vertex, ("dock", "yard"))
    assert solution.strategy[dock] == yard
    for seed in range(40):
        game = coin_games(12, chance=0.4, stop=0.2, seed=seed)
        owner = [2 if one == 2 else 0 for one in np.asarray(game.arena.owner).tolist()]
        arena = gg.Arena.from_edges(
            [(int(u), int(w)) for u, w in game.arena.edges()],
            n=game.arena.n,
            owner=owner,
            probability=[game.arena.probability_of(e) for e in range(game.arena.m)],
        )
        assert isinstance(game.objective, gg.ReachProbability)
        solution = gg.solve(gg.Game(arena, gg.BoundedReachProbability(game.objective.target, steps=9)))
        comes = set(game.objective.mask.nonzero()[0].tolist())
        for _ in range(arena.n):
            for v in range(arena.n):
                mine = [int(solution.strategy.opening[v])] if owner[v] == 0 else arena.successors_of(v).tolist()
                if comes & set(mine):
                    comes.add(v)
        assert {v for v in range(arena.n) if solution.value(v) > 0} <= comes


def test_a_game_in_time_says_how_many_moves_there_are_and_which_is_best() -> None:
    solution = in_time(10)
    assert "within 10 moves" in str(solution.draw()) and "the first of 10 moves" in str(solution.draw())
    assert "within 10 moves" in html.table(solution) and "first move" in solution.rows()[0]
    table = adapter_for(in_time(3), start="yard")
    assert table.oracle.explain(table.start) == (
        "From yard Robot wins with probability 7/10: Robot moves to sky, and no move is worth more; moves left: 3."
    ).replace("Robot", "Eve")
    assert "to visit the target within 3 moves" in table.aims[0]


def test_the_computer_does_not_wait_where_that_costs_nothing() -> None:
    session = begun(in_time(5), "dock", 1)
    assert session.reply() == "yard"


def test_where_nobody_wins_no_vertex_looks_won_or_lost() -> None:
    arena = gg.Arena.from_edges([("a", "b")], owner=[0, 0])
    drawn = str(gg.solve(gg.Game(arena, gg.ExpectedReward(["b"], [2]))).draw())
    assert "graphgames-hatched)" not in drawn and "finite (" not in drawn


def rewarded(unreached: str) -> gg.ArenaSolution:
    arena = gg.Arena.from_edges(
        [("base", "coin"), ("base", "goal"), ("coin", "base"), ("coin", "debt"), ("debt", "goal"), ("isle", "isle")],
        owner={"base": 0, "coin": 2, "debt": 1, "goal": 0, "isle": 0},
        probability=[None, None, "1/3", "2/3", None, None],
    )
    solution: gg.ArenaSolution = gg.solve(
        gg.Game(arena, gg.ExpectedReward(["goal"], [2, 1, 0, 1, 3, 1], None, unreached))
    )
    return solution


def test_a_play_for_rewards_ends_by_what_was_collected_and_nobody_wins() -> None:
    solution = rewarded("inf")
    session = begun(solution, "base", 1)
    assert session.words(session.moves()["coin"]) == "expected reward 7 in all"
    assert session.words(session.moves()["goal"]) == "ends the play: goal is the target; 1 was collected"
    session.play("goal")
    assert session.ending == Ending(None, "goal is the target; 1 was collected", won=False)
    assert [mistake.sentence for mistake in session.review()] == [
        "goal turned expected reward 7 in all into expected reward 1 in all; coin would have kept it"
    ]
    around = {"inf": "it is worth infinitely much", "continue": "it is worth infinitely much", "zero": "nothing counts"}
    for unreached, worth in around.items():
        session = begun(rewarded(unreached), "isle", 1)
        session.play("isle")
        assert session.ending is not None and session.ending.winner is None and worth in session.ending.reason


@pytest.mark.slow
def test_plays_collect_on_average_what_is_expected() -> None:
    solution, plays, total = rewarded("inf"), cases(600, 1), 0
    for seed in range(plays):
        session = begun(solution, "base", seed)
        while session.ending is None:
            session.reply()
        assert session.review() == []
        total += session.position.memory
    assert abs(total / plays - solution.value("base")) < 0.5


@pytest.mark.slow
def test_of_parallel_edges_of_chance_the_one_that_is_thrown_counts() -> None:
    edges = [("roll", "goal"), ("roll", "goal"), ("roll", "goal"), ("roll", "roll"), ("goal", "goal")]
    arena = gg.Arena.from_edges(edges, owner=[2, 0], probability=["1/2", "1/8", "1/8", "1/4", None])
    solution = gg.solve(gg.Game(arena, gg.ExpectedReward(["goal"], [0, 6, 6, 1, 0])))
    session, total, plays = begun(solution, "roll", 0), Fraction(0), cases(600, 0.35, least=63)
    names = ["goal (1/2, reward 0)", "goal (1/4, reward 6)", "roll (1/4)"]
    assert sorted(session.moves()) == names
    session.play(names[0])
    assert session.account == "collected: 0"
    assert session.undo()
    session.play(names[2])
    session.play(names[1])
    assert session.account == "collected: 7"
    assert session.ending is not None and session.ending.reason == "goal is the target; 7 was collected"
    for seed in range(plays):
        session = begun(solution, "roll", seed)
        while session.ending is None:
            session.reply()
        total += session.position.memory
    assert solution.value("roll") == Fraction(7, 3) and abs(total / plays - Fraction(7, 3)) < Fraction(1, 2)
    page = solution.draw().to_bytes("html").decode()
    assert all(name in page for name in names) and "[0.5,0.25,0.25]" in page


@pytest.mark.slow
def test_a_review_names_the_moves_that_collect_less_than_was_expected() -> None:
    rng, named = Random(6), 0
    for game, _ in games(40, 5):
        solution, arena = gg.solve(game), game.arena
        assert solution.values is not None
        session = Session(adapter_for(solution, start=arena.label(rng.randrange(arena.n))), dice=rng)
        worse = []
        while session.ending is None and len(session.made) < 12:
            v, mover = session.position.vertex, session.mover
            session.play(rng.choice(list(session.moves())))
            assert solution.values is not None
            worth = game.objective.values_of_moves(arena, v, solution.values)
            best = (min if mover == 1 else max)(worth.values())
            if mover < 2 and worth[session.position.vertex] != best:
                worse.append(len(session.made))
        if session.ending is not None and "come back" in session.ending.reason and worse[-1:] == [len(session.made)]:
            worse.pop()  # what the last move of a loop is worth is not what its vertex is
        assert [mistake.number for mistake in session.review()] == worse
        named += len(worse)
    assert named


def test_who_wins_by_a_throw_of_chance_is_said_by_name() -> None:
    session = begun(example("reach-probability"), "start", 1)
    assert session.value_in_words == "probability 3/4"
    session.play("bold")
    assert session.value_in_words == "probability 1/2"
    assert {name: session.words(choice).split(",")[0] for name, choice in session.moves().items()} == {
        "goal (1/2)": "Eve wins",
        "end (1/2)": "Adam wins",
    }
    session.play("goal (1/2)")
    assert session.value_in_words == "" and session.ending is not None


def test_a_play_adds_what_was_collected_to_a_bracket() -> None:
    solution = rewarded("inf")
    brackets = [Bracket(1, 2) for _ in range(solution.arena.n)]
    session = begun(replace(solution, numbers=np.array(brackets, object)), "base", 1)
    assert session.adapter.value is not None
    assert session.adapter.value(Remembered(0, 5)) == Bracket(6, 7)


@pytest.mark.parametrize(
    ("objective", "stands"),
    [
        (gg.MeanPayoff([1, 3, 3, 5, 5, 0]), "mean payoff 3"),
        (gg.Discounted([1, 1, 1, 1, 1, 0], discount="1/2"), "discounted payoff 2"),
        (gg.ExpectedReward(["d"], reward=[1, 1, 1, 1, 1, 0], unreached="zero"), "20 collected"),
    ],
)
def test_a_play_that_chance_lets_go_on_for_ever_is_stopped_and_says_what_it_is_worth(
    objective: gg.Objective, stands: str
) -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b"), ("d", "d")],
        owner={"a": "chance", "b": "chance", "c": 0, "d": 1},
        probability=[1, "1/2", "1/2", 0, 0, 0],
    )
    made = adapter_for(gg.solve(gg.Game(arena, objective)), "a")
    session = Session(replace(made, longest=made.longest and 20), dice=Random(1))
    assert session.adapter.loop_rule.endswith("the play goes on; it is stopped after 200 moves.")
    while session.ending is None:
        session.reply()
    assert len(session.made) == 20
    assert session.ending == Ending(None, f"it was stopped after 20 moves; where it stands: {stands}", won=False)
    assert session.undo() and session.ending is None


def test_a_play_within_so_many_moves_is_not_stopped() -> None:
    assert adapter_for(example("bounded-reach-probability")).longest is None
