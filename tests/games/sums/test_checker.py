"""The checker of sums of stones and strips: certificates made by hand, each wrong in one respect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from graphgames import Arena, solve, verify
from graphgames.games.sums import checker as stacks
from graphgames.games.sums.games_are_important import StonesProblem
from graphgames.games.sums.playing_with_stones import PilesProblem
from graphgames.games.sums.say_goodbye_to_tic_tac_toe import MarkedStrip, MarkedStripsProblem
from graphgames.games.sums.stone_game import BoxesProblem
from graphgames.games.sums.treblecross import StripsProblem


def said(solution: Any, **changes: Any) -> list[str]:
    """The failures of a solution whose certificate is changed."""
    changed = replace(solution, certificate=replace(solution.certificate, **changes))
    return [str(failure) for failure in verify(changed).failures]


@pytest.mark.parametrize(
    ("values", "mask", "fault"),
    [
        # with values below 0, which are nobody's mex, the two winning cells of eight would not be found
        ([0, 0, 0, -1, 1, 1, 1, 2, 0, 2, 0], 0, "proof.values[3] is -1; expected 0 to"),
        ([0, 0, 0, 1, -1, 1, 2, 2, 0, 3, 0], 0, "proof.values[4] is -1; expected 0 to"),
        ([0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3], -1, "proof.mask is -1; expected 0 to"),
        ([0.5, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3], 0, "proof.values has dtype float64; expected integers"),
        ([0, 0, 0, 1, 1, 1, 2, 2, 1, 3, 3], 0, "vertex 8: in the values of .007, no option has some smaller value"),
        ([0, 0, 0, 1, 1, 1, 2, 2, 0, 3], 0, "there is no proof of the values of the runs"),
    ],
)
def test_a_board_of_treblecross_is_proved_by_values_that_are_proved(values: list[Any], mask: int, fault: str) -> None:
    solution = solve(StripsProblem(("........",)))
    proof = replace(solution.certificate.proof, values=np.array(values), mask=mask)
    lost = replace(solution, wins=~solution.wins, winning_cells=((),))
    for claim, nimbers in ((solution, [3]), (lost, [values[-1]])):
        assert any(one.startswith(fault) for one in said(claim, proof=proof, nimbers=np.array(nimbers)))


@pytest.mark.parametrize("board", ["", ".", "..", "XXX.", "O..."])
def test_what_is_no_board_of_treblecross_is_not_proved(board: str) -> None:
    """On two cells the second player has the last move, although .007 says that the first one wins."""
    boards = ("...", board)
    assert said(solve(StripsProblem(boards))) == [
        f"vertex 1: board 2 is {board!r}; expected three or more cells . and X, no three X in a row"
    ]


@pytest.mark.parametrize("wins", [[True], [[True], [False]], [2, 0], [256, 0], [1.0, 0.0]])
def test_who_wins_is_true_or_false_for_each_test(wins: Any) -> None:
    """Other numbers would be counted, or taken for 0 where only eight bits are kept."""
    solution = solve(PilesProblem(np.array([2, 1]), np.array([0, 1, 2])))
    assert solution.wins.tolist() == [True, False]
    claim = replace(solution, wins=np.array(wins))
    assert said(claim)[0].startswith("wins has")


@pytest.mark.parametrize(
    ("problem", "first"),
    [
        (PilesProblem(np.array([3, 4, 5]), np.array([0, 3])), [0, 2]),
        (BoxesProblem(np.array([3, 4, 5]), np.array([1, 1, 1]), np.array([0, 3])), [0, 2]),
        (StripsProblem(("......X......",)), [0, 3]),
        (MarkedStripsProblem(("..X..X..",)), [0, 2]),
    ],
)
def test_each_part_has_one_nimber(problem: Any, first: list[int]) -> None:
    solution = solve(problem)
    assert verify(solution)
    count, nimbers = solution.certificate.nimbers.size, np.zeros(first[-1], np.int64)
    fault = f"there are {nimbers.size} nimbers for {count} parts"
    assert fault in said(solution, nimbers=nimbers, first=np.array(first))


@pytest.mark.parametrize(
    "problem",
    [
        StonesProblem(Arena.from_edges([(1, 0)]), np.array([1, 1]), np.array([0, 2, 2])),
        PilesProblem(np.array([2, 2]), np.array([0, 2, 2])),
        BoxesProblem(np.array([3, 3]), np.array([2, 2]), np.array([0, 2, 2])),
        StripsProblem(("...X...", ".X.X.")),
        MarkedStripsProblem(("..X..", "XO")),
    ],
)
def test_each_part_belongs_to_its_test(problem: Any) -> None:
    """The parts of the first test are given to the second, and what is claimed of both follows."""
    solution = solve(problem)
    assert verify(solution)
    nimbers = solution.certificate.nimbers
    moved = np.array([0, 0, nimbers.size])
    total = int(np.bitwise_xor.reduce(nimbers.astype(np.int64)))
    claim = replace(solution, wins=np.array([False, total != 0]))
    assert "the parts do not belong to the tests that they should" in said(claim, first=moved)


@pytest.mark.parametrize(
    "worth",
    [
        lambda length, ends: 0,
        lambda length, ends: length,
        lambda length, ends: 2 * length if ends[:1] == "X" else length,
        lambda length, ends: length if ends[-1:] == "O" else 0,
        lambda length, ends: length * len(set(ends)) % 3,
    ],
)
def test_made_up_values_of_runs_of_marks_are_held_against_the_rules(
    worth: Callable[[int, str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the options of each run would be worth, by the rules of strips."""
    monkeypatch.setattr(stacks, "_marked_value", worth)
    expected = []
    for left, right in (("", ""), ("X", ""), ("X", "X"), ("X", "O")):
        for length in range(1, 6):
            run = left + "." * length + right
            options = {sum_of_two(run, after, worth) for after in MarkedStrip().moves(run)}
            least = next(g for g in range(len(options) + 1) if g not in options)
            if least != worth(length, left + right):
                expected.append(f"a run of {length} between {left!r} and {right!r} is worth {least}")
    report = verify(solve(MarkedStripsProblem((".....",))))
    assert expected and [failure.message for failure in report.failures][: len(expected)] == expected


def sum_of_two(run: str, after: str, worth: Callable[[int, str], int]) -> int:
    """What a run is worth after a mark: what is left of it and what is right of it, each with its marks."""
    mark = next(i for i, cell in enumerate(run) if cell != after[i])
    one, two = (worth(part.count("."), part.replace(".", "")) for part in (after[: mark + 1], after[mark:]))
    return one ^ two
