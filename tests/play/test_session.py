"""Sessions: the best moves win whatever is won, the review names what was given away, every game can be played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import concrete_game, concrete_games, objective_class, objectives
from graphgames.catalogue.rows import Example
from graphgames.core.chance import CHANCE
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.play import Ending, Session, adapter_for
from graphgames.play.adapter import GameAdapter
from tests.arenas import random_arena
from tests.examples import shown, shown_examples, solved
from tests.share import cases

LADDER = gg.Arena.from_edges([(n, n - k) for n in range(8) for k in (1, 2) if n >= k])


def example(name: str) -> Any:
    return gg.solve(concrete_game(name).read(concrete_game(name).example.encode()))


def played(session: Session, rng: np.random.Generator, careless: int, limit: int = 200) -> Ending | None:
    """Let one player move anyhow and the other best."""
    while session.ending is None and len(session.made) < limit:
        names = list(session.moves())
        if session.mover == careless:
            session.play(names[int(rng.integers(len(names)))])
        else:
            session.reply()
    return session.ending


@pytest.mark.parametrize("name", [entry.name for entry in concrete_games()])
def test_every_concrete_game_is_played_to_the_end_and_the_best_moves_win(name: str) -> None:
    solution = example(name)
    for careless in (0, 1):
        session = Session(adapter_for(solution))
        winner = session.mover if solution_outcome(session) == "win" else 1 - session.mover
        ending = played(session, np.random.default_rng(careless), careless)
        assert ending is not None and ending.reason
        mine = [m for m in session.review() if m.made.player == careless]
        assert not [m for m in session.review() if m.made.player != careless]
        if winner != careless or mine:
            assert ending.winner == 1 - careless
        assert all(mistake.better for mistake in mine)


@pytest.mark.parametrize("name", [entry.name for entry in concrete_games()])
def test_the_examples_can_be_won_by_a_person_and_lost(name: str) -> None:
    session = Session(adapter_for(example(name)))
    assert session.mover == 0
    assert {move.result for move in session.moves().values()} == {"win", "loss"}


class Row:
    """An oracle of three squares, which two players fill in turn; a full row is a draw."""

    def outcome(self, position: int) -> Outcome:
        return Outcome.DRAW

    def best_moves(self, position: int) -> list[RatedMove]:
        return [RatedMove(position + 1, position + 1, Outcome.DRAW)] if position < 3 else []

    def explain(self, position: int) -> str:
        return "Nobody can win."


def test_a_play_that_the_oracle_calls_a_draw_where_there_is_no_move_is_won_by_nobody() -> None:
    session = Session(GameAdapter(Row(), 0))
    for name in "123":
        assert session.ending is None
        session.play(name)
    assert session.ending == Ending(None, "nobody can move any more")


def solution_outcome(session: Session) -> str:
    return session.adapter.oracle.outcome(session.position)


@pytest.mark.parametrize("objective", ["reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere"])
def test_the_best_moves_win_on_every_arena(objective: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(12):
        n = int(rng.integers(2, 9))
        arena = gg.Arena.from_arrays(
            np.concatenate((np.arange(n), rng.integers(0, n, n))), rng.integers(0, n, 2 * n), n, rng.integers(0, 2, n)
        )
        some = np.flatnonzero(rng.random(n) < 0.4)
        kinds: dict[str, Any] = {
            "reach": gg.Reach(some),
            "safe": gg.Safe(some),
            "buchi": gg.Buchi(some),
            "cobuchi": gg.CoBuchi(some),
            "parity": gg.Parity(rng.integers(0, 4, n)),
            "normal": gg.NormalPlay(),
            "misere": gg.MiserePlay(),
        }
        solution = gg.solve(gg.Game(arena, kinds[objective]))
        for start in range(n):
            winner = int(solution.winner[start])
            if winner == 2:
                continue
            ending = played(Session(adapter_for(solution, start=start)), rng, 1 - winner)
            assert ending is not None and ending.winner == winner, (objective, start, ending)


def test_a_threat_that_closes_a_loop_is_rated_with_the_play_so_far() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")], owner={"a": 0, "b": 1, "c": 0})
    session = Session(adapter_for(gg.solve(gg.Game(arena, gg.Parity([2, 2, 1]))), start="a"))
    session.play("b")
    threats = session.threats()
    assert threats is not None and [(name, str(choice.result)) for name, choice in threats.items()] == [
        ("a", "win"),
        ("c", "loss"),
    ]
    ending = threats["a"].ending
    assert ending is not None and ending == session.moves()["a"].ending and ending.winner == 0
    assert session.position == 1 and session.reply() == "c"  # nothing of the threat stays


def test_threats_where_both_players_have_the_same_moves_and_where_none_are_known() -> None:
    session = Session(adapter_for(gg.solve(gg.Game(LADDER, gg.NormalPlay())), start=7))
    assert session.threats() is not None and list(session.threats() or {}) == list(session.moves())
    assert Session(adapter_for(example("great-game"))).threats() is None
    while session.ending is None:
        session.reply()
    assert session.threats() == {}


def test_the_review_names_the_move_that_gave_the_win_away() -> None:
    session = Session(adapter_for(gg.solve(gg.Game(LADDER, gg.NormalPlay())), start=7))
    assert session.moves().keys() == {"5", "6"} and next(iter(session.moves())) == "6"
    assert session.play("5") == "First" and session.reply() == "3"
    session.play("2")
    session.reply()
    assert session.ending == Ending(1, "First cannot move")
    assert [(m.number, m.made.name, m.better) for m in session.review()] == [(1, "5", ("6",))]
    assert session.undo() and session.position == 2
    with pytest.raises(gg.GameError, match="no move '7'"):
        session.play("7")
    while session.undo():
        pass
    assert session.position == 7 and not session.made


def test_a_loopy_play_is_a_draw_when_the_same_player_comes_back() -> None:
    ring = gg.Arena.from_edges([(0, 1), (1, 2), (2, 0)])
    for solution in (gg.solve(gg.Game(ring, gg.NormalPlay())), gg.grundy_values(ring, loopy=True)):
        session = Session(adapter_for(solution, start=0))
        while (ending := session.ending) is None:
            session.reply()
        assert len(session.made) == 6 and ending.winner is None and "come back to 0" in ending.reason


def test_where_a_play_begins() -> None:
    arena = gg.Arena.from_edges([(0, 0), (1, 1)], owner=[0, 1], labels=["x", "y"])
    solution = gg.solve(gg.Game(arena, gg.Buchi(["y"])))
    assert adapter_for(solution, person=0).start == 1 and adapter_for(solution, person=1).start == 0
    assert adapter_for(solution, start="y").start == 1
    grid = gg.solve(gg.BlockedGrid([(1, 1)]))
    assert adapter_for(grid).start == (2, 2) and adapter_for(grid, start="3,4").start == (3, 4)
    assert adapter_for(gg.heap_game(".77", 20), start=(3, 5)).start == (3, 5)
    wrong: list[tuple[Any, dict[str, Any], str]] = [
        (solution, {"start": "z"}, "no vertex 'z'"),
        (grid, {"start": "z"}, "is not a cell"),
        (grid, {"start": "1,1"}, "impassable"),
        (example("treblecross"), {"test": 1}, "no test 2"),
        (example("treblecross"), {"start": 1}, "leave out the start 1"),
        (gg.heap_game(".77", 0), {}, "no heap"),
        (gg.heap_game(".77", 20), {"start": "3,x"}, "are not heaps"),
        (3, {}, "cannot be played"),
    ]
    for thing, options, message in wrong:
        with pytest.raises((gg.GameError, gg.ArenaError), match=message):
            adapter_for(thing, **options)


def test_of_very_many_moves_some_can_be_chosen() -> None:
    for piles, outcome in (("20000000000 20000000000", "loss"), ("20000000000 20000000002", "win")):
        solution = gg.solve(concrete_game("playing-with-stones").read(f"1\n2\n{piles}\n".encode()))
        session = Session(adapter_for(solution))
        results = [move.result for move in session.moves().values()]
        assert session.ending is None and len(results) >= 20
        assert results.count(gg.Outcome.WIN) == (1 if outcome == "win" else 0)
        session.play(list(session.moves())[-1])
        assert session.adapter.oracle.outcome(session.position) == "win" and session.ending is None


def ends_at_once(session: Session) -> bool:
    """Whether the player to move can win with the next move."""
    for name in list(session.moves()):
        player = session.mover
        session.play(name)
        ending = session.ending
        session.undo()
        if ending is not None and ending.winner == player:
            return True
    return False


@pytest.mark.share(0.5)
@pytest.mark.parametrize("example", shown_examples())
def test_who_is_lost_gives_nothing_away_and_makes_it_hard(example: Example) -> None:
    solution = solved(example)
    rng = np.random.default_rng(2)
    for _ in range(cases(3, 0.3)):
        session = Session(adapter_for(solution))
        while session.ending is None and len(session.made) < 20:
            moves = session.moves()
            best = next(iter(moves.values()))
            if best.result is gg.Outcome.LOSS and session.mover != CHANCE and len(moves) < 30:
                kept = {}
                for name, choice in moves.items():
                    if choice.rank == best.rank:
                        session.play(name)
                        answers = list(session.moves().values())
                        if session.ending is None and not ends_at_once(session):
                            right = sum(answer.rank == answers[0].rank for answer in answers)
                            kept[name] = right == len(answers), right
                        session.undo()
                reply = session.reply()
                assert not kept or kept[reply] == min(kept.values())
            else:
                session.play(list(moves)[int(rng.integers(len(moves)))])


def test_the_lost_computer_hands_over_no_three_in_a_row() -> None:
    solution = gg.solve(concrete_game("treblecross").read(b"1\n...........\n"))
    session = Session(adapter_for(solution))
    session.play("6")
    session.reply()
    board = session.position[1]
    assert not ends_at_once(session), board


def test_in_a_draw_the_computer_leaves_a_chance_to_go_wrong() -> None:
    """From 0 both 1 and 2 draw: at 1 the only move goes back, at 2 a second one leads to a place that is lost."""
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0), (2, 3), (3, 4)])
    session = Session(adapter_for(gg.solve(gg.Game(arena, gg.NormalPlay())), start=0))
    assert [choice.result for choice in session.moves().values()] == ["draw", "draw"]
    assert session.reply() == "2"


def test_moves_of_a_loopy_value_are_listed_by_their_counter() -> None:
    session = Session(adapter_for(gg.grundy_values(gg.Arena.from_edges([(0, 1), (1, 0), (1, 2)]), loopy=True), start=1))
    assert [(name, session.words(choice)) for name, choice in session.moves().items()] == [
        ("2", "win, on the strategy"),
        ("0", "draw"),
    ]


@pytest.mark.slow
def test_a_rule_and_aims_are_said_of_every_example_and_every_board_is_text() -> None:
    for example in shown():
        table = adapter_for(solved(example))
        assert table.rule.endswith(".") and table.rule[0].isupper(), example.name
        assert any(table.aims) and table.drawn(table.start).strip(), example.name  # who has no move wants nothing
        assert bool(table.loop_rule) == (table.loop_ending is not None) and "{" not in table.loop_rule


def test_every_objective_has_aims() -> None:
    for name in objectives():
        arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 1)], owner=[0, 1])
        made = objective_class(name).random(np.random.default_rng(1), 2).bind(arena)
        assert all(aim and not aim.endswith(".") for aim in made.aims_in_words), name


def test_a_board_shows_what_stands_on_edges_and_where_the_pawn_is() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a"), ("b", "b")], owner=[0, 1])
    table = adapter_for(gg.solve(gg.Game(arena, gg.Parity(edge_priority=[3, 2, 1]))), start="b")
    assert table.drawn(table.start) == "  a (Eve) -> b [p 3]\n> b (Adam) -> a [p 2], b [p 1]"
    grid = adapter_for(gg.solve(gg.BlockedGrid([(1, 1)])))
    assert grid.drawn(grid.start).splitlines()[1:3] == ["2 . . @ .", "1 . # . ."]


def test_moves_tried_and_taken_back_change_nothing_of_what_follows() -> None:
    edges = [("s", "a", 5), ("s", "b", 0), ("a", "t", 0), ("b", "t", 0), ("t", "t", 0)]
    arena = gg.Arena.from_edges([(u, w) for u, w, _ in edges], owner=dict.fromkeys("sabt", 0))
    solution = gg.solve(arena, gg.TotalPayoff([w for *_, w in edges], threshold=3))
    session = Session(adapter_for(solution, start="s"))
    for way, left in (("a", -2), ("b", 3), ("a", -2)):
        session.play(way)
        session.play("t")
        assert session.position.memory == left
        session.undo()
        session.undo()


def test_a_play_with_many_priorities_begins_without_the_condition_on_their_sets() -> None:
    n = 1500
    arena = gg.Arena.from_edges([(v, (v + 1) % n) for v in range(n)], owner=[v % 2 for v in range(n)])
    table = adapter_for(gg.solve(arena, gg.Parity(range(n))))
    assert Session(table).moves() and table.round() is None
    with pytest.raises(gg.GameError, match="1,500 priorities"):
        gg.Parity(range(n)).acceptance()
    assert adapter_for(gg.solve(arena, gg.Parity([v % 3 for v in range(n)]))).round() is not None


@pytest.mark.parametrize("objective", [gg.Energy, gg.MeanPayoff, gg.Parity])
def test_moves_of_a_large_arena_are_rated_as_those_of_a_small_one(
    objective: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large one it is only asked where moves lead, which is quicker than to rate all of them."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng, 8, 2.0)
        numbers = rng.integers(0, 5, arena.n) if objective is gg.Parity else rng.integers(-3, 4, arena.m)
        solution, rated = gg.solve(gg.Game(arena, objective(numbers))), []
        for few in (1000, 0):
            monkeypatch.setattr("graphgames.core.solution.FEW", few)
            session = Session(adapter_for(replace(solution), start=0))
            for k in range(8):
                rated.append([(name, move.result, move.proved) for name, move in session.moves().items()])
                if session.ending is not None:
                    break
                session.play(rated[-1][k % len(rated[-1])][0])
        assert rated[: len(rated) // 2] == rated[len(rated) // 2 :]
