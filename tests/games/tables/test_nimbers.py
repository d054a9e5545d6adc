"""Nimbers in tables are those of the arena; the checker refuses others, and games that have none are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.naming import either
from graphgames.games.tables.build import build, from_labels
from graphgames.games.tables.checker import check
from graphgames.games.tables.chomp import Chomp
from graphgames.games.tables.connect_four import ConnectFour
from tests.games.tables.test_checker import rewritten
from tests.games.tables.toys import Circle, RandomGame


@pytest.fixture
def table(tmp_path: Path) -> gg.Table:
    return build(Chomp(4, 3), tmp_path / "table", nimbers=True)


@pytest.mark.slow
def test_nimbers_are_those_of_the_arena(table: gg.Table, tmp_path: Path) -> None:
    rules: Any = table.problem
    values = gg.grundy_values(gg.expand(rules).arena)
    for position in values.arena.labels or ():
        assert table.value(position) == values.value(position)
        assert (table.outcome(position) == "win") == (values.value(position) > 0)
    assert gg.verify(table) and "nimber" in table.explain(rules.start)
    gg.write(table, tmp_path / "table.json")
    again = gg.read_solution(rules, tmp_path / "table.json")
    assert gg.verify(again) and again.statistics() == table.statistics()
    assert table.draw().svg.startswith("<svg")


@pytest.mark.slow
def test_a_reason_names_all_winning_moves(table: gg.Table) -> None:
    rules: Any = table.problem
    several = 0
    for position in gg.expand(rules).arena.labels or ():
        winning = [rules.move_name(position, after) for after in rules.moves(position) if not table.value(after)]
        said = table.explain(position)
        several += len(winning) > 1
        if winning:
            assert said == f"The nimber is {table.value(position)}: the player to move wins with {either(winning)}."
        elif rules.moves(position):
            assert said == "The nimber is 0: the player to move loses."
        else:
            assert said == "The player to move has lost: only the poisoned square is left."
    assert several


@pytest.mark.slow
def test_another_nimber_is_refused(table: gg.Table) -> None:
    tier = table.space.tiers[3]
    for label in (1, 7, 11, 2, 4 * 9 + 3):
        kept = int(table.files[tier].block(0).labels[0])
        if label != kept:
            changed = rewritten(table, tier, lambda labels, label=label: labels.put(0, label))
            assert not check(changed)
            rewritten(changed, tier, lambda labels, kept=kept: labels.put(0, kept))
    assert check(table)


@pytest.mark.parametrize("rules", [ConnectFour(3, 3, 3), Circle(), RandomGame(3)], ids=repr)
def test_games_without_nimbers_are_refused(rules: Any, tmp_path: Path) -> None:
    with pytest.raises(gg.GraphGamesError, match="nimbers"):
        build(rules, tmp_path / "table", nimbers=True)


@pytest.mark.parametrize("labels", [(1, 7), (7, 1)])
def test_nimbers_prove_nothing_where_a_play_can_come_back(labels: tuple[int, int]) -> None:
    """Of two positions that lead to each other one may be called 0, the other 1: each is a mex, and both are draws."""
    table = from_labels(Circle(), np.array([0, 1]), np.array(labels, np.int32), nimbers=True)
    assert "stays in its tier" in str(gg.verify(table))


@pytest.mark.slow
def test_nimber_answers_for_a_board_with_a_name() -> None:
    def naive(bar: tuple[int, ...]) -> int:
        return gg.mex({naive(after) for after in Chomp(3, 2).moves(bar)})

    assert gg.nimber("chomp 3x2") == naive((3, 3))
    assert gg.nimber("chomp 3x2", (2, 1)) == naive((2, 1)) and gg.nimber("chomp 3x2", "3,1") == naive((3, 1))
    with pytest.raises(gg.GameError, match="is not a position of Chomp"):
        gg.nimber("chomp 3x2", "start")
    with pytest.raises(gg.GameError, match="has no nimbers"):
        gg.nimber("tic-tac-toe")
