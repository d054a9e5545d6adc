"""Plays of games with weights: what moves are worth, what the threshold is, and how much energy there is."""

from __future__ import annotations

from fractions import Fraction

import pytest

import graphgames as gg
from graphgames.play import Session, table_for

WAYS = [("dock", "dock", 2), ("dock", "yard", -1), ("yard", "goal", -4), ("goal", "yard", 6), ("goal", "dock", -1)]


def begun(objective: gg.Objective, start: str = "dock") -> Session:
    owner = {"dock": 0, "yard": 0, "goal": 1}
    arena = gg.Arena.from_edges(
        [way[:2] for way in WAYS], owner=owner, edge_data={"weight": [Fraction(way[2]) for way in WAYS]}
    )
    return Session(table_for(gg.solve(gg.Game(arena, objective, players=("Robot", "Weather"))), start))


def hints(session: Session) -> dict[str, str]:
    return {name: session.words(choice) for name, choice in session.moves().items()}


@pytest.mark.parametrize(
    ("objective", "worth"),
    [
        (gg.MeanPayoff(), "mean payoff 1"),
        (gg.Discounted(discount="1/2"), "discounted payoff -7/2"),
        (gg.TotalPayoff(), "total payoff ∞"),
        (gg.Energy(), "credit 5"),
        (gg.Energy(cap=3), "no credit is enough"),
    ],
)
def test_hints_say_what_moves_are_worth(objective: gg.Objective, worth: str) -> None:
    session = begun(objective, "yard")
    (said,) = hints(session).values()
    assert said.endswith(worth), said


def test_a_worse_move_that_still_wins_gives_no_win_away_and_the_aim_says_why() -> None:
    session = begun(gg.MeanPayoff(threshold=Fraction(1, 2)))
    assert session.table.aims[0] == "the average weight to be at least the threshold 1/2"
    assert session.faultless == "gave a win away: Robot wants the average weight to be at least the threshold 1/2"


def test_the_value_of_a_new_play_is_said_to_be_one() -> None:
    """The move to the yard has a value of its own, but Weather brings the play back to where it was, and that loses."""
    ways = [("a", "b"), ("a", "c"), ("b", "a"), ("c", "c")]
    arena = gg.Arena.from_edges(ways, owner={"a": 0, "b": 1, "c": 1})
    solution = gg.solve(gg.Game(arena, gg.MeanPayoff([-2, 1, -2, 3]), players=("Robot", "Weather")))
    session = Session(table_for(solution, "a"))
    assert hints(session)["b"] == "loss, in a new play mean payoff 3"


def test_a_play_of_an_energy_game_counts_the_energy_and_says_the_cap() -> None:
    session = begun(gg.Energy(cap=5))
    assert "begins with the energy 0." in session.table.rule and "at most 5" in session.table.aims[0]
    assert "at most 5," in session.table.loop_rule
    seen = []
    for name in ("yard", "goal", "yard"):
        seen.append(session.table.drawn(session.position).splitlines()[-1])
        session.play(name)
    assert seen == [
        "energy: 0, at most 5 can be stored",
        "energy: -1, at most 5 can be stored; more was needed",
        "energy: -5, at most 5 can be stored; more was needed",
    ]
    assert session.position.left == 1 and session.ending is not None
    session = begun(gg.Energy(cap=5), "yard")
    assert session.table.account(session.position) == "energy: 5, at most 5 can be stored"
    assert session.table.account(table_for_start(session)) == "energy: 5, at most 5 can be stored"


def table_for_start(session: Session) -> object:
    return session.table.begins(session.table.place(session.table.start))


def test_a_move_that_needs_more_than_can_be_stored_wins_nothing() -> None:
    """From b the rest can be played with full stores, but the way there costs too much."""
    ways = [("a", "b"), ("b", "b"), ("a", "a")]
    arena = gg.Arena.from_edges(ways, owner={"a": 0, "b": 0}, edge_data={"weight": [-3, 0, -1]})
    solution = gg.solve(gg.Game(arena, gg.Energy(cap=2)))
    assert solution.outcome("b") == "win" and solution.outcome("a") == "loss"
    assert {move.move: move.result for move in solution.best_moves("a")} == {"a": "loss", "b": "loss"}
