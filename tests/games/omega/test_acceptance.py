"""Acceptance conditions: joined objectives, Zielonka trees, the parity game, what is said, and what is refused."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from math import factorial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import GoalRanks, RememberedMoves
from graphgames.core.acceptance import holds, parsed, spelled
from graphgames.core.memory import Automaton
from graphgames.games.omega import recursion
from graphgames.games.omega.tree import zielonka_tree
from tests.arenas import every_arena, random_arena
from tests.cli.test_cli import program
from tests.games.omega.oracle import mcnaughton
from tests.share import cases, share

ROUND = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0), (1, 1)], owner=[0, 1, 1])


@pytest.mark.parametrize(
    ("objective", "name"),
    [
        (gg.Buchi([1]) & gg.Buchi([2]), "generalized-buchi"),
        (gg.CoBuchi([1]) | gg.CoBuchi([2]), "generalized-cobuchi"),
        (gg.Buchi([1]) >> gg.Buchi([2]), "gr1"),
        ((gg.Buchi([0]) & gg.Buchi([1])) >> (gg.Buchi([2]) & gg.Buchi([0])), "gr1"),
        (gg.GR1([[0]], [[1]]) & gg.GR1([[1]], [[2]]), "streett"),
        (~(gg.Buchi([0]) >> gg.Buchi([1])), "rabin"),
        (gg.Buchi([0]) & (gg.Buchi([1]) | gg.CoBuchi([2])), "emerson-lei"),
        (~gg.GeneralizedBuchi([[0], [1]]), "generalized-cobuchi"),
    ],
)
def test_objectives_are_joined_to_the_plainest_that_says_it(objective: Any, name: str) -> None:
    game = gg.Game(ROUND, objective)
    assert game.objective.name == name
    assert gg.solve(game).winner.tolist() == mcnaughton(game)


def test_joined_parity_objectives_mean_both() -> None:
    """Against the definition: the condition holds of what a loop sees just if both parity conditions do."""
    rng = np.random.default_rng(1)
    for convention in ("max-even", "max-odd", "min-even", "min-odd"):
        rows = rng.integers(0, 4, (2, 5))
        both = gg.Parity(rows[0], convention=convention) & gg.Parity(dict(enumerate(rows[1].tolist())))
        bound: Any = gg.Game(random_arena(rng, 5, 2), both).objective
        for loop in (rng.random(5) < 0.5 for _ in range(30)):
            if not loop.any():
                continue
            end = (max if convention.startswith("max") else min)(rows[0][loop])
            wanted = end % 2 == convention.endswith("odd") and max(rows[1][loop]) % 2 == 0
            seen = np.flatnonzero(bound.masks[:, loop].any(axis=1)).tolist()
            assert holds(bound.condition(), seen) == wanted


def test_what_is_no_condition_on_endless_plays_is_not_joined() -> None:
    with pytest.raises(gg.GameError, match="a reach objective cannot be joined"):
        gg.Reach([1]) & gg.Buchi([0])
    with pytest.raises(gg.GameError, match="3 cannot be joined"):
        gg.Buchi([0]) | 3


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_trees_have_the_leaves_that_theory_says(count: int) -> None:
    def leaves(text: str, sets: int) -> int:
        return len(list(zielonka_tree(parsed(text), frozenset(range(sets))).paths()))

    goals = " & ".join(f"Inf({i})" for i in range(count))
    assert leaves(goals, count) == count
    pairs = " & ".join(f"(Fin({2 * i}) | Inf({2 * i + 1}))" for i in range(count))
    assert leaves(pairs, 2 * count) == factorial(count)
    chain = "t" if count % 2 == 0 else "f"
    for i in range(count):
        chain = f"Inf({i}) | ({chain})" if i % 2 else f"Fin({i}) & ({chain})"
    assert leaves(chain, count) == 1


def test_sets_that_say_nothing_cost_no_memory() -> None:
    sets = [[0], [0, 1, 2], [], [0]]
    game = gg.Game(ROUND, gg.EmersonLei(sets, "Inf(0) & Inf(1) & Fin(2) & Inf(3)"))
    assert len(cast("Any", game.objective).leaves.after) == 1


@pytest.mark.slow
def test_the_parity_game_has_the_same_winners_on_tiny_games() -> None:
    conditions = [parsed(text) for text in ("Inf(0) & Fin(1)", "Fin(0) | Inf(1)", "Inf(0) & Inf(1)", "Fin(0) & Fin(1)")]
    for k, arena in share(enumerate([*every_arena(2), *every_arena(3)[::37]]), 10):
        sets = [[v for v in range(arena.n) if (k * 7 + 3) >> (2 * v + i) & 1] for i in range(2)]
        game = gg.Game(arena, gg.EmersonLei(sets, spelled(conditions[k % 4])))
        made = game.objective.parity_game(arena)
        assert made is not None
        parity = gg.Game(*made)
        expected = mcnaughton(game)
        assert gg.solve(parity).winner.tolist() == [expected[v % arena.n] for v in range(parity.arena.n)]
        solution = gg.solve(game)
        assert solution.winner.tolist() == expected and gg.verify(solution)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("Inf(0) &", "wrong from character 9"),
        ("Inf(0", "wrong from character 1"),
        ("Inf(0)) & t", "wrong from character 7"),
        ("Inf(2)", "names set 2, but the sets are numbered 0 to 1"),
        (3, "expected an acceptance condition"),
        ("(" * 300 + "t" + ")" * 300, "wrong from character"),
    ],
)
def test_a_wrong_formula_is_answered_with_its_place(formula: Any, said: str) -> None:
    with pytest.raises(gg.GameError, match=said):
        gg.Game(ROUND, gg.EmersonLei([[0], [1]], formula))


def test_a_muller_condition_is_true_of_its_sets_alone() -> None:
    wanted = [{0, 2}, {1}, {0, 1, 2}]
    bound: Any = gg.Muller(wanted).bind(gg.Arena.from_edges([(v, v) for v in range(4)], owner=[0] * 4))
    for bits in range(1, 16):
        seen = {v for v in range(4) if bits >> v & 1}
        sets = [k for k, mask in enumerate(bound.sets) if any(mask[v] for v in seen)]
        assert holds(bound.condition(), sets) == (seen in wanted)
    with pytest.raises(gg.GameError, match="the sets name 31 vertices; expected at most 30"):
        gg.Muller([range(31)])


@pytest.mark.slow
@pytest.mark.parametrize("kind", [gg.Rabin, gg.Streett])
@pytest.mark.parametrize(("hub", "place"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_a_condition_with_a_large_tree_needs_the_memory_of_the_game(kind: Any, hub: int, place: int) -> None:
    """From the hub to one of some places, from there to a set of its pair, and back."""
    whole = hub == place == 0  # all seven: the tree is that of the condition, whoever owns the vertices
    many = 7 if whole else cases(7, 14)
    ways = [edge for i in range(many) for edge in ((0, 3 * i + 1), (3 * i + 1, 3 * i + 2), (3 * i + 1, 3 * i + 3))]
    back = [(3 * i + j, 0) for i in range(many) for j in (2, 3)]
    owners = [hub, *[place, 0, 0] * many]
    pairs = [([3 * i + 2], [3 * i + 3]) for i in range(many)]
    game = gg.Game(gg.Arena.from_edges(ways + back, owner=owners), kind(pairs))
    solution, all_pairs = gg.solve(game), int(kind is gg.Rabin)
    assert solution.winner.tolist() == [place] * (3 * many + 1) and gg.verify(solution)
    assert len(solution.strategy.moves) == (many if hub == place == all_pairs else 1)
    if whole:
        with pytest.raises(gg.GameError, match="Zielonka tree of the condition has more than 4096 leaves"):
            game.objective.parity_game(game.arena)


def test_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recursion, "MOST_STATES", 1)
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1])
    with pytest.raises(gg.GameError, match="more than 1 states of memory"):
        gg.solve(gg.Game(arena, gg.Streett([([0], [1]), ([0], [2])])), solver="recursion")


@pytest.mark.parametrize(
    ("objective", "field", "value", "said"),
    [
        (gg.GeneralizedBuchi([[0], [2]]), "rank", 1, "the rank is 1, and the largest that may come next is 1"),
        (gg.GeneralizedBuchi([[0], [2]]), "rank", -1, "expected only a rank"),
        (gg.GR1([[0], [2]], [[]]), "steps", 0, "0 steps are left, and at the same level as many as 0 may come next"),
        (gg.GR1([[0], [2]], [[]]), "level", -1, "expected no rank"),
        (gg.GR1([[0], [2]], [[], [1]]), "level", 1, "the level is 1, and the largest that may come next is 1, at"),
    ],
)
def test_wrong_ranks_are_found_each_by_its_condition(objective: Any, field: str, value: int, said: str) -> None:
    """On a way to and fro."""
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 1)], owner=[0, int(objective.name == "gr1"), 0])
    solution = gg.solve(gg.Game(arena, objective))
    proof = cast("GoalRanks", solution.certificate)
    assert gg.verify(solution)
    wrong = np.full_like(getattr(proof, field), value)
    report = gg.verify(replace(solution, proof=replace(proof, **{field: wrong})))
    assert any(said in one.message for one in report.failures), str(report)


def test_a_rank_may_not_rise_where_an_assumption_is_missed() -> None:
    solution = gg.solve(gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[1, 0]), gg.GR1([[]], [[]])))
    proof = cast("GoalRanks", solution.certificate)
    assert gg.verify(solution) and solution.winner.tolist() == [0, 0]
    wrong = replace(solution, proof=replace(proof, rank=np.array([[1, 2]], np.int32)))
    assert "the rank is 1, and the largest that may come next is 2" in gg.verify(wrong).failures[0].message


def test_moves_depend_on_what_their_player_waits_for_alone() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1])
    solution = gg.solve(gg.Game(arena, gg.GR1([[1], [2]], [[0]])))
    strategy = cast("gg.FiniteMemoryStrategy", solution.strategy)
    moves = strategy.moves.copy()
    moves[1, 0] = 3 - moves[0, 0]
    wrong = replace(solution, strategy=gg.FiniteMemoryStrategy(arena, moves, strategy.automaton))
    assert "moves by what its player does not wait for" in gg.verify(wrong).failures[0].message


def test_a_strategy_that_forgets_is_found_by_the_loop_it_leaves() -> None:
    """Two sets by turns: with the memory that the certificate says, but moves that always go to the same."""
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1])
    game = gg.Game(arena, gg.EmersonLei([[1], [2]], "Inf(0) & Inf(1) | Fin(0) & Fin(1)"))
    solution = gg.solve(game)
    strategy = cast("gg.FiniteMemoryStrategy", solution.strategy)
    assert gg.verify(solution) and strategy.memory == 2
    moves = strategy.moves.copy()
    moves[:, 0] = 1
    wrong = replace(solution, strategy=gg.FiniteMemoryStrategy(arena, moves, strategy.automaton))
    assert "that the loser wants (sets seen: 0)" in gg.verify(wrong).failures[0].message
    proof = cast("RememberedMoves", solution.certificate)
    other = replace(solution, proof=RememberedMoves(1 - proof.update))
    assert "the strategy's memory is not" in gg.verify(other).failures[0].message
    short = replace(solution, proof=RememberedMoves(proof.update[:1]))
    assert "update has 1 states of the memory, the strategy's move 2; they differ" in str(gg.verify(short).failures[0])
    still = Automaton(2, 0, lambda memory, edge: memory)
    forgets = gg.FiniteMemoryStrategy(arena, strategy.moves, still)
    assert not gg.verify(replace(solution, strategy=forgets, proof=RememberedMoves(np.array([[0] * 3, [1] * 3]))))


def test_reasons_name_the_next_goal() -> None:
    house = gg.Arena.from_edges(
        [("wait", "wait"), ("wait", "lift"), ("lift", "door"), ("lift", "roof"), ("door", "wait"), ("roof", "wait")],
        owner={"wait": 1, "lift": 0, "door": 0, "roof": 0},
    )
    solution = gg.solve(gg.Game(house, gg.GR1([["lift"]], [["door"], ["roof"]])))
    assert solution.winner.tolist() == [0, 0, 0, 0] and gg.verify(solution)
    assert solution.explain("lift") == (
        "Eve wins from lift: move to door, and the play comes to guarantee 0, next goal 1 of 2, within 1 move, and to "
        "the others in turn, for ever."
    )
    assert solution.explain("wait") == (
        "Eve wins from wait: whatever Adam does, the play comes to guarantee 0, next goal 1 of 2, within 2 moves, "
        "not counting waits outside assumption 0, and to the others in turn, for ever, unless it misses assumption 0 "
        "from some time on."
    )
    lost = gg.solve(gg.Game(house, gg.GR1([["wait"]], [["door"]])))
    assert "misses guarantee 0 from some time on" in lost.explain("wait")
    text = gg.solve(gg.Game(house, gg.Streett([(["lift"], ["door"])]))).explain("lift")
    assert "the second as well" in text


def test_the_goal_comes_within_the_moves_told_whatever_the_opponent_does() -> None:
    """A move costs one; one from outside an assumption after which as many are told costs nothing, where waits are."""
    rng, seen = np.random.default_rng(3), Counter[str]()
    for _ in range(cases(300, 0.4, least=36)):
        arena = random_arena(rng, int(rng.integers(2, 9)), 1.8)
        assumed, goals = (rng.random((int(count), arena.n)) < 0.4 for count in rng.integers([1, 1], [3, 4]))
        objective = gg.GR1(list(assumed), list(goals)) if rng.random() < 0.7 else gg.GeneralizedBuchi(list(goals))
        solution = gg.solve(gg.Game(arena, objective))
        if objective.name != "gr1":
            assumed = np.ones((1, arena.n), np.bool_)
        strategy = cast("gg.FiniteMemoryStrategy", solution.strategy)
        said = {int(v): solution.explain(int(v)) for v in solution.regions[0]}
        numbers = {v: int(found[1]) for v, text in said.items() if (found := re.search(r"within (\d+) move", text))}
        for start, text in said.items():
            seen["never" if " the play misses " in text else "waits" if "waits" in text else "at once"] += 1
            told, waits = numbers.get(start, 0), "waits outside" in text
            assert (start in numbers) == (not goals[0, start] and " the play misses " not in text), text
            plays, due = {(start, told)}, [(start, told)]
            while due:
                v, left = due.pop()
                if goals[0, v]:
                    assert " the play misses " not in text
                    continue
                move = strategy.first(v)
                for w in arena.successors_of(v) if move is None else [move]:
                    still = waits and not assumed[:, v].all() and numbers.get(int(w), 0) == numbers[v]
                    after = int(w), left - (start in numbers and not still)
                    assert after[1] >= 0, text
                    if after not in plays:
                        plays.add(after)
                        due.append(after)
    assert len(seen) == 3 and min(seen.values()) > 2, seen


def test_the_explanation_counts_no_steps_that_begin_again() -> None:
    """From vertex 3 the level may fall at vertex 2 before assumption 0 comes, and only then do the steps fall."""
    edges = [(0, 2), (1, 4), (1, 4), (1, 2), (1, 2), (1, 4), (2, 1), (2, 0), (3, 4), (3, 2), (4, 0), (4, 4)]
    game = gg.Game(gg.Arena.from_edges(edges, owner=[0, 1, 1, 0, 0]), gg.GR1([[0, 1, 4]], [[0], [0, 1, 2]]))
    solution = gg.solve(game)
    assert gg.verify(solution) and solution.certificate.to_dict()["steps"][0][3] == 1
    assert "comes to assumption 0, and to every other in turn" in solution.explain(3)  # it takes two moves by vertex 2


def test_the_reduction_to_parity_can_be_written(tmp_path: Path) -> None:
    game, out = tmp_path / "game.pg", tmp_path / "parity.pg"
    game.write_text("parity 2;\n0 1 0 0,1;\n1 2 1 0;\n2 0 1 2;\n")
    assert program("convert", game, out, "--objective", "generalized-buchi", "--to", "parity").returncode == 0
    again = gg.read(out)
    assert again.arena.n == 6 and gg.solve(again).winner.tolist() == [0, 0, 1, 0, 0, 1]
    assert program("convert", game, out, "--objective", "normal", "--to", "parity").returncode == 2
