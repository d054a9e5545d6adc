"""Plays of games with weights: what moves are worth, what the threshold is, how much energy there is, what average."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.explore.game_session import GameSession
from graphgames.play import Session, adapter_for
from graphgames.readers.source import Source
from tests.draw.test_page import data_of

WAYS = [("dock", "dock", 2), ("dock", "yard", -1), ("yard", "goal", -4), ("goal", "yard", 6), ("goal", "dock", -1)]
EDGES = " ".join(f"{u} -> {w} [weight={gain}];" for u, w, gain in WAYS)
FILE = f"digraph {{ dock [player=0]; yard [player=0]; goal [player=1]; {EDGES} }}"


def begun(objective: gg.Objective, start: str = "dock") -> Session:
    owner = {"dock": 0, "yard": 0, "goal": 1}
    arena = gg.Arena.from_edges(
        [way[:2] for way in WAYS], owner=owner, edge_data={"weight": [Fraction(way[2]) for way in WAYS]}
    )
    return Session(adapter_for(gg.solve(gg.Game(arena, objective, players=("Robot", "Weather"))), start))


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
    assert session.adapter.aims[0] == "the average weight to be at least the threshold 1/2"
    assert session.faultless == "gave a win away: Robot wants the average weight to be at least the threshold 1/2"


def test_the_value_of_a_new_play_is_said_to_be_one() -> None:
    """The move to the yard has a value of its own, but Weather brings the play back to where it was, and that loses."""
    ways = [("a", "b"), ("a", "c"), ("b", "a"), ("c", "c")]
    arena = gg.Arena.from_edges(ways, owner={"a": 0, "b": 1, "c": 1})
    solution = gg.solve(gg.Game(arena, gg.MeanPayoff([-2, 1, -2, 3]), players=("Robot", "Weather")))
    session = Session(adapter_for(solution, "a"))
    assert hints(session)["b"] == "loss, by the loop rule, in a new play mean payoff 3"


def test_a_play_of_an_energy_game_counts_the_energy_and_says_the_cap() -> None:
    session = begun(gg.Energy(cap=5))
    assert "begins with the energy 0." in session.adapter.rule and "at most 5" in session.adapter.aims[0]
    assert "at most 5," in session.adapter.loop_rule
    seen = []
    for name in ("yard", "goal", "yard"):
        seen.append(session.account)
        session.play(name)
    assert seen == [
        "energy: 0, at most 5 can be stored",
        "energy: -1, at most 5 can be stored; more was needed",
        "energy: -5, at most 5 can be stored; more was needed",
    ]
    assert session.account == "energy: 1, at most 5 can be stored" and session.ending is not None
    session.undo()
    assert session.account == seen[-1]
    assert begun(gg.Energy(cap=5), "yard").account == "energy: 5, at most 5 can be stored"


def test_a_play_of_a_mean_payoff_game_says_the_average_so_far_and_ends_where_it_comes_back() -> None:
    session = begun(gg.MeanPayoff(threshold="1/2"))
    accounts = [session.account]
    for name in ("yard", "goal", "yard"):
        assert session.ending is None
        session.play(name)
        accounts.append(session.account)
    assert accounts == [
        "no average yet; the threshold is 1/2",
        "average of 1 move: -1; the threshold is 1/2",
        "average of 2 moves: -5/2; the threshold is 1/2",
        "average of 3 moves: 1/3; the threshold is 1/2",
    ]
    assert session.ending is not None and session.ending.winner == 0, "the way round alone counts"
    assert session.ending.reason == "the play has come back to yard; the average of a step is 1 from here on"


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        ("mean-payoff", ("no average yet; the threshold is 0", "average of 1 move: -1; the threshold is 0")),
        ("energy", ("energy: 0", "energy: -1; more was needed")),
    ],
)
def test_the_page_says_what_a_play_has_come_to(objective: str, said: tuple[str, str]) -> None:
    page = GameSession()
    page.open_text(FILE, "ways.dot", {"objective": objective})
    answers = [page.restart(0, [0, 1]), page.move("yard"), page.undo()]
    places = ("dock", said[0]), ("yard", said[1]), ("dock", said[0])
    assert [one["play"]["position"] for one in answers] == [f"the pawn stands on {v}; {words}" for v, words in places]


@pytest.mark.parametrize("objective", ["mean-payoff", "energy", "total-payoff"])
def test_a_page_in_a_file_counts_what_came_before(objective: str) -> None:
    solution = gg.solve(gg.read(Source(FILE.encode(), "ways.dot"), objective=objective))
    data = data_of(solution.draw().to_bytes("html").decode())
    assert (data["tally"] is None) == (objective == "total-payoff")
    assert any("needs at least" in row["text"] for row in data["positions"]) == (objective == "total-payoff")


def test_a_move_that_needs_more_than_can_be_stored_wins_nothing() -> None:
    """From b the rest can be played with full stores, but the way there costs too much."""
    ways = [("a", "b"), ("b", "b"), ("a", "a")]
    arena = gg.Arena.from_edges(ways, owner={"a": 0, "b": 0}, edge_data={"weight": [-3, 0, -1]})
    solution = gg.solve(gg.Game(arena, gg.Energy(cap=2)))
    assert solution.outcome("b") == "win" and solution.outcome("a") == "loss"
    assert {move.move: move.result for move in solution.best_moves("a")} == {"a": "loss", "b": "loss"}


@pytest.mark.parametrize("objective", [gg.Energy, gg.MeanPayoff, gg.TotalPayoff, gg.Discounted])
@pytest.mark.parametrize("of_edges", [True, False])
@pytest.mark.parametrize("sign", [1, 0, -1])
def test_weights_of_thousands_of_digits_are_said(objective: Any, of_edges: bool, sign: int) -> None:
    """Python refuses to write integers of more than 4,300 digits."""
    much = 10**5000
    weights = [much, sign * much] if sign else [much, -much]
    given = {"weight" if of_edges else "vertex_weight": np.array(weights, object)}
    more: dict[str, Any] = {"discount": Fraction(much - 1, much)} if objective is gg.Discounted else {}
    more |= {"cap": 2 * much} if objective is gg.Energy else {"threshold": -10 * much}
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a")], owner={"a": 0, "b": 1})
    solution = gg.solve(gg.Game(arena, objective(**given, **more)))
    assert gg.verify(solution) and solution.explain("a")
    session = Session(adapter_for(solution, "a"))
    for step in ("b", "a"):
        assert session.why() and hints(session)
        session.play(step)
    assert session.ending is not None and session.ending.reason
    assert session.adapter.loop_rule and all(mistake.made for mistake in session.review())


def test_a_loop_whose_edges_have_discounts_of_their_own_has_a_winner_also_where_chance_moves() -> None:
    """From 0 round 0 and 1 for ever it is worth x = 4 + 1/2 (-3 + 1/3 x), that is 3."""
    chances = [None, None, "1/2", "1/2"]
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (2, 0), (2, 1)], owner=[0, 1, 2], probability=chances)
    discount = ["1/2", "1/3", "1/2", "1/2"]
    endings = []
    for threshold in (3, Fraction(31, 10)):
        objective = gg.Discounted(weight=[4, -3, 0, 0], discount=discount, threshold=threshold)
        session = Session(adapter_for(gg.solve(gg.Game(arena, objective, start=0))))
        while session.ending is None:
            session.reply()
        endings.append(session.ending)
    assert [ending.winner for ending in endings] == [0, 1]
    assert endings[0].reason == "the play has come back to 0; from there the play is worth 3"


def test_a_move_after_which_neither_is_certain_to_win_is_no_draw() -> None:
    """At 1 player 0 can throw dice or go back, which loses since the play has come back."""
    ways = [(0, 1), (0, 3), (1, 0), (1, 2), (2, 3), (2, 4), (3, 3), (4, 4)]
    chances = [None, None, None, None, "1/2", "1/2", None, None]
    arena = gg.Arena.from_edges(ways, owner=[0, 0, 2, 0, 0], probability=chances)
    session = Session(adapter_for(gg.solve(gg.Game(arena, gg.Parity([1, 1, 1, 2, 1]), start=0))))
    words = {name: session.words(choice) for name, choice in session.moves().items()}
    assert words == {"3": "win, on the strategy", "1": "left to chance"}
