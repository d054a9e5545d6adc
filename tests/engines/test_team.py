"""What members of a team do together: messages of any width, and work that is shared out."""

from __future__ import annotations

import numpy as np
import pytest

import graphgames.engines.mpi as mpi
from graphgames.engines.mpi import MpiTeam
from graphgames.engines.team import Team, shares
from graphgames.games.tables.breakthrough import Breakthrough
from tests.engines.members import together

pytest.importorskip("mpi4py")


@pytest.mark.parametrize("most", [3, 1 << 22])
@pytest.mark.parametrize("spread", [1 << 20, 1 << 40])
def test_items_come_to_their_owners_and_answers_back(most: int, spread: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether differences fit into 4 bytes or not, and in one message or many."""
    monkeypatch.setattr(mpi, "MOST", most)

    def work(team: MpiTeam) -> None:
        rng = np.random.default_rng(team.rank)
        items = rng.integers(1 << 50, (1 << 50) + spread, 10 * team.rank)
        items[::4] = -1
        come = np.concatenate(team.send([items]))
        assert ((come >> 16) % team.size == team.rank).all()
        everybody = np.concatenate(team.gather(items))
        expected = everybody[(everybody >= 0) & ((everybody >> 16) % team.size == team.rank)]
        assert sorted(come.tolist()) == sorted(expected.tolist())
        (found,) = team.ask([items], lambda asked: asked % 1000, np.int64(-1))
        assert found.tolist() == np.where(items < 0, -1, items % 1000).tolist()

    together(3, work)


def test_work_is_shared_out_fairly() -> None:
    assert shares(Team(1), [5, 3]) == [0, 0]
    sizes = [[8, 5, 4, 4, 3], [1], []]

    def work(team: MpiTeam) -> list[int]:
        return shares(team, sizes[team.rank])

    plan = together(3, work)
    loads = [0, 0, 0]
    for some, to in zip(sizes, plan, strict=True):
        for size, whose in zip(some, to, strict=True):
            loads[whose] += size
    assert plan[0][0] == 0 and plan[1] == [1] and sum(loads) == 25 and max(loads) <= 9


@pytest.mark.slow
def test_tiers_that_do_not_lead_to_each_other_go_together() -> None:
    space = Breakthrough(4, 4).space
    assert len(space.tiers) == 932 and len(space.groups) == 26
    done: set[object] = set()
    for group in space.groups[::-1]:
        assert set(space.after(group)) <= done
        done |= set(group)
    assert done == set(space.tiers)
