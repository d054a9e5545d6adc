"""The checkers of games on arenas: right claims with one entry changed by hand, and all that must be said of each."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

from graphgames import Arena, ArenaSolution, Buchi, CoBuchi, Game, MiserePlay, NormalPlay, Reach, Safe, Strategy, verify
from graphgames.certificates import AttractorRanks, BuchiLabels, Remoteness
from tests.share import each


class Right(NamedTuple):
    """A game, who wins where, the winning moves, the certificate's type and whose it is, and its labels."""

    game: Game
    winner: list[int]
    moves: list[int]
    proof: Any
    labels: dict[str, list[int]]


def swapped(codes: list[int]) -> list[int]:
    return [1 - code for code in codes]


RANKED = [(0, 1), (0, 0), (1, 1), (2, 0), (2, 3), (4, 1), (5, 3), (6, 3), (7, 1), (7, 4)]
RANKED_OWNER = [0, 0, 1, 1, 1, 0, 1, 1]
RANKED_WINNER, RANKED_MOVES = [0, 0, 1, 1, 0, 1, 0, 0], [1, -1, 3, -1, -1, -1, -1, -1]
RANK = {"rank": [1, 0, -1, -1, 1, -1, 0, 2]}

GREEN = [(0, 1), (0, 0), (1, 0), (2, 2), (2, 1), (3, 2), (4, 4), (4, 2), (5, 3), (6, 0), (7, 7), (7, 2), (8, 2), (8, 3)]
GREEN_OWNER = [0, 1, 1, 0, 1, 0, 1, 0, 1]
GREEN_WINNER, GREEN_MOVES = [0, 0, 1, 1, 1, 1, 0, 0, 1], [1, -1, 2, -1, 2, -1, -1, 7, 2]
ALPHA_BETA = {"alpha": [1, 0, -1, -1, -1, -1, 2, 0, -1], "beta": [-1, -1, 0, 1, 1, 1, -1, -1, 0]}

ENDING = [(1, 0), (2, 1), (3, 4), (4, 3), (5, 3), (5, 1), (6, 0), (6, 3), (7, 2), (8, 7), (8, 1), (9, 0), (9, 2)]
OWNED = [(1, 0), (2, 0), (3, 2), (3, 1), (4, 4)]

RIGHT = {
    "reach": Right(
        Game(Arena.from_edges(RANKED, owner=RANKED_OWNER), Reach([1, 6])),
        RANKED_WINNER,
        RANKED_MOVES,
        lambda rank: AttractorRanks(0, rank),
        RANK,
    ),
    "safe": Right(
        Game(Arena.from_edges(RANKED, owner=swapped(RANKED_OWNER)), Safe([0, 2, 3, 4, 5, 7])),
        swapped(RANKED_WINNER),
        RANKED_MOVES,
        lambda rank: AttractorRanks(1, rank),
        RANK,
    ),
    "buchi": Right(
        Game(Arena.from_edges(GREEN, owner=GREEN_OWNER), Buchi([1, 3, 4, 7])),
        GREEN_WINNER,
        GREEN_MOVES,
        lambda alpha, beta: BuchiLabels(0, alpha, beta),
        ALPHA_BETA,
    ),
    "cobuchi": Right(
        Game(Arena.from_edges(GREEN, owner=swapped(GREEN_OWNER)), CoBuchi([1, 3, 4, 7])),
        swapped(GREEN_WINNER),
        GREEN_MOVES,
        lambda alpha, beta: BuchiLabels(1, alpha, beta),
        ALPHA_BETA,
    ),
    "normal": Right(
        Game(Arena.from_edges(ENDING), NormalPlay()),
        [1, 0, 1, 2, 2, 2, 0, 0, 1, 0],
        [-1, 0, -1, -1, -1, -1, 0, 2, -1, 0],
        Remoteness,
        {"remoteness": [0, 1, 2, -1, -1, -1, 1, 3, 4, 1]},
    ),
    # Adam cannot move from 0, and so wins there
    "misere": Right(
        Game(Arena.from_edges(OWNED, owner=[1, 0, 1, 0, 0]), MiserePlay()),
        [1, 1, 1, 1, 2],
        [-1, -1, 0, -1, -1],
        Remoteness,
        {"remoteness": [0, 1, 1, 2, -1]},
    ),
}


def said(name: str, *changes: tuple[str, int, int], value: Any = None) -> list[str]:
    """The failures of a right claim with some entries changed."""
    game, winner, moves, proof, labels = RIGHT[name]
    arrays: dict[str, Any] = {"winner": np.array(winner, np.uint8), "moves": np.array(moves, np.int32)}
    arrays |= {label: np.array(numbers) for label, numbers in labels.items()}
    for what, v, number in changes:
        arrays[what][v] = number
    winners, strategy = arrays.pop("winner"), Strategy(arrays.pop("moves"))
    claim = ArenaSolution(game, winners, strategy, "by hand", proof(**arrays), value)
    return [str(failure) for failure in verify(claim).failures]


def of_proof(name: str, proof: Any) -> list[str]:
    """The failures of a right claim with another certificate."""
    game, winner, moves, _, _ = RIGHT[name]
    claim = ArenaSolution(game, np.array(winner, np.uint8), Strategy(np.array(moves, np.int32)), "by hand", proof)
    return [str(failure) for failure in verify(claim).failures]


@pytest.mark.parametrize("name", RIGHT)
def test_right_claims_are_believed(name: str) -> None:
    assert not said(name)


CHANGED = {
    "reach": """
rank 6 2
    vertex 6: rank is 2, but the vertex is in the target; expected 0
rank 1 1
    vertex 1: rank is 1, but the vertex is in the target; expected 0
    vertex 0: rank is 1, but 1 + the least rank that Eve can move to is 2
    vertex 4: rank is 1, but 1 + the largest rank that Adam can move to is 2
    vertex 0: the strategy moves to 1, whose rank is 1; expected 0
rank 0 2
    vertex 0: rank is 2, but 1 + the least rank that Eve can move to is 1
    vertex 0: the strategy moves to 1, whose rank is 0; expected 1
rank 7 1
    vertex 7: rank is 1, but 1 + the largest rank that Adam can move to is 2
rank 5 1
    vertex 5: rank is 1, but no move of Eve leads into the attractor; expected -1
    vertex 5: Adam wins, but the rank is 1; expected Eve to win
rank 2 2
    vertex 2: rank is 2, but Adam has a move out of the attractor; expected -1
    vertex 2: Adam wins, but the rank is 2; expected Eve to win
rank 3 0
    vertex 5: rank is -1, but 1 + the least rank that Eve can move to is 1
    vertex 2: rank is -1, but 1 + the largest rank that Adam can move to is 2
    vertex 3: rank is 0, but the play stops here; expected -1
    vertex 3: Adam wins, but the rank is 0; expected Eve to win
    vertex 2: the strategy moves to 3, whose rank is 0; expected -1
winner 5 0
    vertex 5: Eve wins and is to move, but the strategy has no move
    vertex 5: Eve wins, but the rank is -1; expected Adam to win
winner 5 0, moves 5 3
    vertex 5: Eve wins, but the rank is -1; expected Adam to win
winner 4 1
    vertex 4: Adam wins and is to move, but the strategy has no move
    vertex 4: Adam wins, but the rank is 1; expected Eve to win
winner 1 1
    vertex 1: Adam wins, but the rank is 0; expected Eve to win
moves 0 -1
    vertex 0: Eve wins and is to move, but the strategy has no move
moves 1 1
    vertex 1: the strategy moves to 1, but there is nothing left to do; expected no move
moves 4 1
    vertex 4: the strategy moves to 1, but Eve wins and Adam moves; expected no move
moves 5 3
    vertex 5: the strategy moves to 3, but Adam wins and Eve moves; expected no move
moves 0 3
    vertex 0: the strategy moves to 3, but there is no such edge
moves 0 0
    vertex 0: the strategy moves to 0, whose rank is 1; expected 0
moves 2 0
    vertex 2: the strategy moves to 0, whose rank is 1; expected -1
moves 3 3
    vertex 3: the strategy moves to 3, but there is nothing left to do; expected no move
    vertex 3: the strategy moves to 3, but there is no such edge
""",
    "safe": """
rank 6 2
    vertex 6: rank is 2, but the vertex is not safe; expected 0
rank 7 1
    vertex 7: rank is 1, but 1 + the largest rank that Eve can move to is 2
moves 2 0
    vertex 2: the strategy moves to 0, whose rank is 1; expected -1
""",
    "buchi": """
alpha 2 0
    vertex 2: alpha is 0, but Adam wins; expected -1
alpha 7 1
    vertex 7: alpha is 1, but the vertex is accepting; expected 0
alpha 6 3
    vertex 6: alpha is 3, but 1 + the largest alpha of the moves is 2
alpha 0 2
    vertex 0: alpha is 2, but 1 + the largest alpha of the moves is 1
    vertex 6: alpha is 2, but 1 + the largest alpha of the moves is 3
beta 0 0
    vertex 0: beta is 0, but Eve wins; expected -1
beta 5 2
    vertex 5: beta is 2, but the largest beta that may come next is 1
beta 8 1
    vertex 8: beta is 1, but the largest beta that may come next is 0
beta 4 2
    vertex 4: beta is 2, but 1 for this accepting vertex + the largest beta that may come next is 1
winner 7 1
    vertex 7: the strategy moves to 7, but Adam wins and Eve moves; expected no move
    vertex 7: alpha is 0, but Adam wins; expected -1
    vertex 7: beta is -1, but 1 for this accepting vertex + the largest beta that may come next is 1
    vertex 7: Adam wins, but Eve may stay at this accepting vertex for ever
winner 8 0
    vertex 8: the strategy moves to 2, but Eve wins and Adam moves; expected no move
    vertex 8: Eve wins, but Adam can move to 2, where Adam wins
    vertex 8: alpha is -1, but 1 + the largest alpha of the moves is 0
    vertex 8: beta is 0, but Eve wins; expected -1
moves 0 -1
    vertex 0: Eve wins and is to move, but the strategy has no move
moves 0 0
    vertex 0: alpha is 1, but 1 + the largest alpha of the moves is 2
moves 2 1
    vertex 2: Adam wins, but the strategy moves to 1, where Eve wins
moves 4 4
    vertex 4: Adam wins, but Adam may stay at this accepting vertex for ever
moves 5 3
    vertex 5: the strategy moves to 3, but Adam wins and Eve moves; expected no move
moves 7 2
    vertex 7: Eve wins, but the strategy moves to 2, where Adam wins
moves 8 3
    vertex 8: beta is 0, but the largest beta that may come next is 1
moves 8 4
    vertex 8: the strategy moves to 4, but there is no such edge
""",
    "cobuchi": """
alpha 2 0
    vertex 2: alpha is 0, but Eve wins; expected -1
beta 0 0
    vertex 0: beta is 0, but Adam wins; expected -1
moves 4 4
    vertex 4: Eve wins, but Eve may stay at this rejecting vertex for ever
""",
    "normal": """
remoteness 3 0
    vertex 3: remoteness is 0, but it is a draw; expected -1
remoteness 0 1
    vertex 0: remoteness is 1, but the play ends here; expected 0
    vertex 1: remoteness is 1, but 1 + the least remoteness that keeps the win is 2
    vertex 6: remoteness is 1, but 1 + the least remoteness that keeps the win is 2
    vertex 9: remoteness is 1, but 1 + the least remoteness that keeps the win is 2
    vertex 1: the strategy moves to 0, whose remoteness is 1; expected 0
    vertex 6: the strategy moves to 0, whose remoteness is 1; expected 0
    vertex 9: the strategy moves to 0, whose remoteness is 1; expected 0
remoteness 9 3
    vertex 9: remoteness is 3, but 1 + the least remoteness that keeps the win is 1
    vertex 9: the strategy moves to 0, whose remoteness is 0; expected 2
remoteness 8 2
    vertex 8: remoteness is 2, but 1 + the largest remoteness that the player to move can move to is 4
winner 8 0
    vertex 8: the player to move wins and is to move, but the strategy has no move
    vertex 8: the player to move wins, but no move keeps the win
winner 8 0, remoteness 8 0
    vertex 8: the player to move wins and is to move, but the strategy has no move
    vertex 8: the player to move wins, but no move keeps the win
winner 8 2
    vertex 8: it is a draw, but no move of the player to move leads to a draw
    vertex 8: remoteness is 4, but it is a draw; expected -1
winner 0 2
    vertex 0: it is a draw, but the play ends there and the player to move loses
    vertex 1: the player to move wins, but no move keeps the win
    vertex 6: the player to move wins, but no move keeps the win
    vertex 9: remoteness is 1, but 1 + the least remoteness that keeps the win is 3
    vertex 0: remoteness is 0, but it is a draw; expected -1
    vertex 1: the player to move wins, but the strategy moves to 0, where it is a draw
    vertex 6: the player to move wins, but the strategy moves to 0, where it is a draw
    vertex 9: the player to move wins, but the strategy moves to 0, where it is a draw
winner 4 1
    vertex 4: the player to move loses, but the player to move does better by moving to 3
    vertex 4: remoteness is -1, but 1 + the largest remoteness that the player to move can move to is 0
    vertex 3: it is a draw, but the player to move wins by moving to 4
    vertex 3: it is a draw, but no move of the player to move leads to a draw
winner 6 1
    vertex 6: the strategy moves to 0, but the player to move loses and the player to move moves; expected no move
    vertex 6: the player to move loses, but the player to move does better by moving to 0
winner 6 2
    vertex 6: the strategy moves to 0, but it is a draw and the player to move moves; expected no move
    vertex 6: it is a draw, but the player to move wins by moving to 0
    vertex 6: remoteness is 1, but it is a draw; expected -1
moves 9 -1
    vertex 9: the player to move wins and is to move, but the strategy has no move
moves 9 1
    vertex 9: the strategy moves to 1, but there is no such edge
moves 9 2
    vertex 9: the strategy moves to 2, whose remoteness is 2; expected 0
moves 6 3
    vertex 6: the player to move wins, but the strategy moves to 3, where it is a draw
moves 8 7
    vertex 8: the strategy moves to 7, but the player to move loses and the player to move moves; expected no move
moves 5 1
    vertex 5: the strategy moves to 1, but it is a draw and the player to move moves; expected no move
""",
    "misere": """
winner 0 0
    vertex 0: Eve wins, but the play ends there and Adam wins
    vertex 2: Adam wins, but no move keeps the win
    vertex 1: Adam wins, but Eve does better by moving to 0
    vertex 2: Adam wins, but the strategy moves to 0, where Eve wins
remoteness 1 2
    vertex 1: remoteness is 2, but 1 + the largest remoteness that Eve can move to is 1
    vertex 3: remoteness is 2, but 1 + the largest remoteness that Eve can move to is 3
""",
}
"""Of each game what is changed, at which vertex, to what, and then all that is said of the claim."""


def cases() -> list[Any]:
    found = []
    for name, text in CHANGED.items():
        for case in re.split(r"\n(?=\w)", text)[1:]:
            what, *faults = map(str.strip, case.strip().splitlines())
            changes = [(word, int(v), int(number)) for word, v, number in map(str.split, what.split(", "))]
            found.append((name, changes, faults))
    return found


@each("name, changes, faults", cases())
def test_a_claim_with_an_entry_changed(name: str, changes: list[tuple[str, int, int]], faults: list[str]) -> None:
    assert said(name, *changes) == faults


@pytest.mark.parametrize("name", RIGHT)
def test_the_solution_has_the_numbers_of_its_certificate(name: str) -> None:
    labels = RIGHT[name].labels
    right = np.max([*labels.values()], axis=0)  # where one of two counts, the other is -1
    wrong, spoken = right.copy(), "label" if "alpha" in labels else next(iter(labels))
    wrong[0] += 1
    assert not said(name, value=right)
    assert said(name, value=wrong) == [f"vertex 0: the solution's value is {wrong[0]}, but the {spoken} is {right[0]}"]
    assert said(name, value=right[1:])[0].startswith("the solution's value has")


@pytest.mark.parametrize("name", RIGHT)
def test_numbers_out_of_range(name: str) -> None:
    """Each is refused before it is looked up, in a sentence with both ends of its range."""
    game, _, _, _, labels = RIGHT[name]
    n, codes = game.arena.n, 2 if game.objective.has_draws else 1
    ranges = [("winner", 0, codes), ("moves", -1, n - 1), *((label, -1, n) for label in labels)]
    for what, low, high in ranges:
        spoken = {"moves": "the strategy's move"}.get(what, what)
        for number in (high + 1,) if what == "winner" else (low - 1, high + 1):  # there is no type for winners below 0
            assert said(name, (what, 2, number)) == [f"vertex 2: {spoken} is {number}; expected {low} to {high}"]


@pytest.mark.parametrize(
    ("labels", "fault"),
    [
        (np.zeros(9, np.int32), "rank has 9 entries; expected 8 entries"),
        (np.zeros((8, 1), np.int32), "rank has shape (8, 1); expected (8,)"),
        (np.zeros(8), "rank has dtype float64; expected integers"),
        (np.zeros(8, np.bool_), "rank has dtype bool; expected integers"),
    ],
)
def test_labels_of_other_shapes_and_types(labels: Any, fault: str) -> None:
    assert of_proof("reach", AttractorRanks(0, labels)) == [fault]


@pytest.mark.parametrize(
    ("name", "proof", "fault"),
    [
        ("reach", lambda n: AttractorRanks(1, n), "the certificate is for player 1; expected 0"),
        ("safe", lambda n: AttractorRanks(0, n), "the certificate is for player 0; expected 1"),
        ("buchi", lambda n: BuchiLabels(1, n, n), "the certificate is for player 1; expected 0"),
        ("cobuchi", lambda n: BuchiLabels(0, n, n), "the certificate is for player 0; expected 1"),
        (
            "normal",
            lambda n: AttractorRanks(0, n),
            "a certificate of kind 'attractor-ranks' proves nothing about a normal game",
        ),
        ("reach", Remoteness, "a certificate of kind 'remoteness' proves nothing about a reach game"),
        (
            "safe",
            lambda n: BuchiLabels(1, n, n),
            "a certificate of kind 'buchi-labels' proves nothing about a safe game",
        ),
    ],
)
def test_certificates_of_another_kind_or_player(name: str, proof: Any, fault: str) -> None:
    assert of_proof(name, proof(np.zeros(RIGHT[name].game.arena.n, np.int32))) == [fault]


@pytest.mark.parametrize("objective", [Reach([]), Buchi([]), NormalPlay()])
def test_nothing_is_claimed_of_no_vertex(objective: Any) -> None:
    """Lists without numbers have no type of integers, and need none."""
    empty, no_code, none = Game(Arena([0], [], owner=[]), objective), np.empty(0, np.uint8), cast(Any, [])
    proof = {"reach": AttractorRanks(0, none), "buchi": BuchiLabels(0, none, none)}.get(
        objective.name, Remoteness(none)
    )
    assert verify(ArenaSolution(empty, no_code, Strategy(none), "by hand", proof))
