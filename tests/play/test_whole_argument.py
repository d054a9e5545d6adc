"""The whole argument: every step is there, and it ends where nothing is left to prove."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import objective_class
from graphgames.catalogue.rows import Kind
from graphgames.play import Session, adapter_for, argument, steps
from graphgames.play.whole_argument import ABOVE
from tests.arenas import random_arena
from tests.contract.test_catalogue import each_solved
from tests.examples import solved_examples


@each_solved
def test_every_example_has_an_argument(kind: Kind) -> None:
    for name, _, solution in solved_examples(kind):
        table = adapter_for(solution)
        first, *rest = steps(table, depth=2)
        assert first == (0, "", table.start, table.oracle.explain(table.start), first.moves), name
        assert len(rest) >= first.moves and all(0 < step.depth <= 2 and step.move for step in rest), name
        lines = argument(solution, depth=2).split("\n")
        assert lines[0] == first.reason.split("\n")[0] and len(lines) >= 1 + len(rest), name


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere"])
def test_an_argument_on_an_arena_is_closed(objective: str) -> None:
    """Every move of the loser is answered and the winner's move is one, at every position that the argument reaches."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        wanted = objective_class(objective)
        arena = random_arena(rng, 8, 2, wanted.needs_owner or bool(seed % 2), wanted.allows_dead_ends)
        game = gg.Game(arena, wanted.random(rng, 8))
        solution = gg.solve(game)
        for start in range(game.arena.n):
            whole = list(steps(adapter_for(solution, game.arena.label(start))))
            treated = {step.position: step for step in whole if step.reason != ABOVE}
            assert {step.position for step in whole} == set(treated)
            for v, step in treated.items():
                heads = set(game.arena.successors_of(v).tolist())
                ended = game.objective.ending(game.arena, v, 0) is not None
                wins = solution.numbered.outcome(v) == "win"
                assert step.moves == (0 if ended else min(1, len(heads)) if wins else len(heads))
            reached, todo = {start}, [start]
            while todo:
                v = todo.pop()
                if treated[v].moves:
                    wins = solution.numbered.outcome(v) == "win"
                    best = solution.numbered.best_moves(v)
                    after = {best[0].position} if wins else {move.position for move in best}
                    todo += after - reached
                    reached |= after
            assert reached == set(treated)


def test_a_long_argument_is_cut_and_a_deep_one_needs_no_recursion() -> None:
    chain: dict[int, Any] = {v: [v - 1] if v else [] for v in range(5000)}
    lines = argument(gg.solve(chain, gg.NormalPlay()), 4999).split("\n")
    assert len(lines) == 1001 and lines[-1].startswith("... and more; ask for a smaller depth")


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(gg.GameError, match="the depth is -1"):
        argument(gg.solve({0: []}, gg.NormalPlay()), depth=-1)


@pytest.mark.parametrize("objective", [gg.Discounted(discount="9/10"), gg.MeanPayoff(), gg.Buchi({"goal"})])
def test_chance_takes_every_way_though_the_outcome_is_certain(objective: gg.Objective) -> None:
    ways = [("sky", "field"), ("sky", "mud"), ("field", "goal"), ("mud", "goal"), ("goal", "sky")]
    odds = ["7/10", "3/10", None, None, None]
    owner = {"sky": 2, "field": 0, "mud": 1, "goal": 0}
    arena = gg.Arena.from_edges(ways, owner=owner, probability=odds, edge_data={"weight": [1, 2, 3, 4, 5]})
    text = argument(gg.solve(gg.Game(arena, objective)), "sky")
    assert "chance: field (7/10)." in text and "chance: mud (3/10)." in text


@pytest.mark.parametrize("objective", [gg.Discounted(discount="9/10"), gg.MeanPayoff(), gg.ReachProbability({"goal"})])
def test_a_play_goes_on_after_a_loop_on_which_chance_moved_and_its_rule_says_so(objective: gg.Objective) -> None:
    ways = [("hill", "yard"), ("hill", "goal"), ("yard", "hill"), ("yard", "yard"), ("goal", "goal")]
    arena = gg.Arena.from_edges(
        ways,
        owner={"hill": 2, "yard": 0, "goal": 0},
        probability=["1/2", "1/2", None, None, None],
        edge_data={"weight": [1, 1, 1, 1, 1]},
    )
    session = Session(adapter_for(gg.solve(gg.Game(arena, objective)), "yard"))
    assert (
        "If chance has moved on the way, the play goes on; it is stopped after 200 moves." in session.adapter.loop_rule
    )
    session.play("hill"), session.play("yard")
    assert session.ending is None
    session.play("yard")
    assert session.ending is not None
