"""Ends of normal play where the game is over: named by the objective, or by the ``outcome`` of rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import Remoteness
from graphgames.explore import edits
from graphgames.explore.game_session import GameSession
from graphgames.play import Session, adapter_for, argument
from tests.arenas import random_arena
from tests.cli.test_cli import program
from tests.share import cases

LADDER = {3: [2, 1], 2: [1, 0], 1: [0, "top"], 0: [], "top": []}


class RandomRules:
    """Random rules without cycles; an end says who wins. With ``owned`` they say who moves, too."""

    def __init__(self, seed: int, owned: bool):
        rng = np.random.default_rng([seed, owned])
        self.start, n = 0, int(rng.integers(2, 30))
        self.after = [rng.integers(v + 1, n, rng.integers(0, 4)).tolist() if v < n - 1 else [] for v in range(n)]
        self.said = rng.choice(["win", "loss", "draw"], n, p=[0.5, 0.4, 0.1]).tolist()
        if owned:
            self.owner = rng.integers(0, 2, n).tolist()
            self.mover = self.owner.__getitem__

    def moves(self, position: int) -> Sequence[int]:
        return list(self.after[position])

    def outcome(self, position: int) -> str:
        return str(self.said[position])


def by_definition(rules: RandomRules, position: int) -> tuple[str, int]:
    """Outcome for the player to move, and how many moves are left: the winner hurries and the loser delays."""

    @cache
    def value(v: int) -> tuple[str, int]:
        if not rules.moves(v):
            return rules.outcome(v), 0
        again = [(w, hasattr(rules, "mover") and rules.mover(w) == rules.mover(v)) for w in rules.moves(v)]
        turned = {"win": "loss", "loss": "win", "draw": "draw"}
        ways = [(value(w)[0] if same else turned[value(w)[0]], value(w)[1] + 1) for w, same in again]
        wins, rest = [r for word, r in ways if word == "win"], [word for word, _ in ways]
        if wins:
            return "win", min(wins)
        return ("draw", -1) if "draw" in rest else ("loss", max(r for _, r in ways))

    word, moves = value(position)
    return word, -1 if word == "draw" else moves


@pytest.mark.parametrize("owned", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_random_rules_are_worth_what_recursion_finds(seed: int, owned: bool) -> None:
    rules = RandomRules(seed, owned)
    solution = gg.solve(rules)
    report = gg.verify(solution)
    assert report, report
    for position in solution.arena.names:
        found = str(solution.outcome(position)), solution.value(position)
        assert found == by_definition(rules, position), position


def test_no_vertex_is_added_to_the_positions() -> None:
    rules = RandomRules(1, False)
    seen = {rules.start}
    for position in range(len(rules.after)):
        seen |= set(rules.moves(position)) if position in seen else set()
    game = gg.expand(rules)
    assert set(game.arena.names) == seen
    assert isinstance(game.objective, gg.NormalPlay) and game.objective.won is not None
    won = {game.arena.label(v) for v in np.flatnonzero(game.objective.won).tolist()}
    assert won == {at for at in seen if not rules.moves(at) and rules.outcome(at) == "win"} != set()


@pytest.mark.slow
@pytest.mark.parametrize("owned", [False, True])
def test_faults_at_won_ends_are_found(owned: bool) -> None:
    """Another set of ends, the other winner of one, another remoteness: none is believed."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        arena = random_arena(rng, 12, 1.2, owned, dead_ends=True)
        ends = arena.dead_ends
        if not ends.size:
            continue
        solution = gg.solve(gg.Game(arena, gg.NormalPlay(ends[rng.random(ends.size) < 0.5])))
        assert gg.verify(solution), gg.verify(solution)
        for end in ends.tolist():
            others = {v for v in ends.tolist() if solution.winner[v] == solution.mover(v)} ^ {end}
            other = gg.Game(arena, gg.NormalPlay(np.array(sorted(others), np.int64)))
            assert not gg.verify(replace(solution, problem=other))
            winner = solution.winner.copy()
            winner[end] ^= 1
            assert not gg.verify(replace(solution, winner=winner))
            late = solution.values.copy()  # type: ignore[union-attr]
            late[end] = 1
            assert not gg.verify(replace(solution, numbers=late, proof=Remoteness(late)))


def test_the_checker_says_who_wins_there() -> None:
    solution = gg.solve(LADDER, gg.NormalPlay(won=["top"]))
    wrong = replace(solution, problem=gg.Game(solution.arena, gg.NormalPlay()))
    assert "at top, the player to move wins, but the play ends there and the player to move loses" in str(
        gg.verify(wrong)
    )
    wrong = replace(gg.solve(LADDER, gg.NormalPlay()), problem=solution.problem)
    assert "the play ends there and the player to move wins" in str(gg.verify(wrong))


def test_all_ends_won_is_misere_play_and_none_is_normal_play() -> None:
    rng = np.random.default_rng(8)
    for k in range(cases(40, 0.4)):
        arena = random_arena(rng, 15, 1.4, k % 2 == 0, dead_ends=True)
        for won, play in ((arena.dead_ends, gg.MiserePlay()), (arena.dead_ends[:0], gg.NormalPlay())):
            one, other = gg.solve(arena, gg.NormalPlay(won)), gg.solve(arena, play)
            assert one.winner.tolist() == other.winner.tolist()
            assert np.array_equal(np.array(one.values), np.array(other.values))


def test_ends_are_named_as_other_vertices_are() -> None:
    arena = gg.Game.from_graph(LADDER, gg.NormalPlay()).arena
    mask = np.arange(arena.n) == arena.vertex("top")
    for won in (["top"], {"top": True, 0: False}, lambda label: label == "top", mask):
        objective = gg.Game(arena, gg.NormalPlay(won)).objective
        assert objective.marked is not None and objective.marked.tolist() == mask.tolist()
    nothing: Any
    for nothing in (None, [], np.zeros(5, np.bool_)):
        assert gg.Game(arena, gg.NormalPlay(nothing)).objective.marked is None


@pytest.mark.parametrize(
    ("ends", "sentence"),
    [
        ({"lost": [2]}, "lost names 2, which has a move; expected vertices without one, where the game is over"),
        ({"drawn": [0]}, "drawn names 0, which has another move, or none; expected vertices whose only move is to the"),
        ({"drawn": [2]}, "drawn names 2"),
        ({"drawn": [4]}, "drawn names 4"),
        ({"won": ["top", 0], "lost": [0]}, "won and lost both name 0; keep it in one of them"),
    ],
)
def test_what_is_no_such_end_is_refused(ends: Any, sentence: str) -> None:
    with pytest.raises(gg.GameError, match=sentence):
        gg.solve(LADDER | {4: [3]}, gg.NormalPlay(**ends))


@pytest.mark.parametrize(
    ("won", "sentence"),
    [
        ([2], "won names 2, which has a move; expected vertices without one, where the game is over"),
        (["nobody"], "won names"),
        (np.ones(3, np.bool_), "won"),
        ("above", "won is"),
    ],
)
def test_what_is_no_end_is_refused(won: Any, sentence: str) -> None:
    with pytest.raises(gg.GameError, match=sentence):
        gg.solve(LADDER, gg.NormalPlay(won))


def test_rules_and_an_objective_do_not_both_say_it() -> None:
    with pytest.raises(gg.GameError, match="so does the objective normal; keep one"):
        gg.expand(RandomRules(0, False), objective=gg.NormalPlay(won=[3]))


def test_a_play_ends_there_and_says_so() -> None:
    solution = gg.solve(LADDER, gg.NormalPlay(won=["top"]))
    session = Session(adapter_for(solution, 1))
    session.play("top")
    assert session.ending == gg.play.Ending(1, "the game is over")
    assert session.moves() == {}
    said, path = "the game is over, and the player to move has won", gg.solve({2: [1], 1: [0]}, gg.NormalPlay([0]))
    assert said in solution.explain("top") and said in argument(path, 2)
    session = Session(adapter_for(solution, 1))
    session.play("0")
    assert str(session.ending) == str(gg.play.Ending(0, "Second cannot move"))


class Flags:
    """Take one or two of five flags; 0 is lost, -1 a draw and -2 won by the rules."""

    start = 5

    def moves(self, flags: int) -> list[int]:
        return {5: [4, 3], 4: [3, 2], 3: [2, 1], 2: [0, -1], 1: [0, -2]}.get(flags, [])

    def outcome(self, flags: int) -> str:
        return {0: "loss", -1: "draw", -2: "win"}[flags]


@pytest.mark.parametrize(
    ("path", "winner", "reason"),
    [
        ("4 2 0", 0, "The player to move loses from 0: the game is over, and the player to move has lost."),
        ("4 2 -1", None, "The play from -1 is a draw: the game is over, and nobody has won."),
        ("3 1 -2", 1, "The player to move wins from -2: the game is over, and the player to move has won."),
    ],
)
def test_a_game_by_rules_is_over_at_its_ends(path: str, winner: int | None, reason: str, tmp_path: Path) -> None:
    """No text says that a player cannot move where the rules say who has won: neither play, reason nor page."""
    solution, ends = gg.solve(Flags()), path.split()
    assert gg.verify(solution)
    assert solution.explain(int(ends[-1])) == reason and reason in argument(solution, int(ends[-1]))
    session = Session(adapter_for(solution))
    for move in ends:
        assert session.ending is None
        session.play(move)
    assert session.ending == gg.play.Ending(winner, "the game is over")
    with pytest.raises(gg.GameError, match="there is no move"):
        session.play("-1")
    name = "" if winner is None else ("First", "Second")[winner]
    page = solution.draw().to_bytes("html").decode()
    code = 2 if winner is None else winner
    assert f'"ends":[[{code},"the game is over",true,true,false]' in page
    assert '"aims":["to win","to win"]' in page
    gg.write(solution.problem, tmp_path / "flags.arena")
    done = program("play", tmp_path / "flags.arena", "--as", "both", stdin="\n".join(ends))
    assert "Both players want to win.\n" in done.stdout and "cannot move" not in done.stdout
    assert "comes back" not in done.stdout, "the only cycles are at ends"
    assert f"{name + ' wins' if name else 'A draw'}: the game is over.\n" in done.stdout
    desk = GameSession()
    desk.open_text((tmp_path / "flags.arena").read_text(), "flags.arena", {})
    desk.restart(persons=[0, 1])
    for move in ends:
        desk.move(move)
    ending = desk.view()["play"]["ending"]
    assert (ending["winner"], ending["reason"]) == (winner, "the game is over")


def test_a_draw_that_comes_to_an_end_does_not_go_on() -> None:
    class Two(Flags):
        def moves(self, flags: int) -> list[int]:
            return {5: [1], 1: [-1]}.get(flags, [])

    assert gg.solve(Two()).explain(5) == "The play from 5 is a draw: no move wins, and moving to 1 keeps the draw."


def test_pictures_mark_them_and_pages_say_how_a_play_ends() -> None:
    game = gg.Game.from_graph(LADDER, gg.NormalPlay(won=["top"]))
    assert "won by the player to move" in game.draw().svg
    assert "won by the player to move" not in gg.Game(game.arena, gg.NormalPlay()).draw().svg
    assert '"the game is over",true,true' in gg.solve(game).draw().to_bytes("html").decode()


def test_an_arena_file_holds_them_and_other_files_refuse(tmp_path: Path) -> None:
    owned = gg.Game.from_graph(LADDER, gg.NormalPlay(won=["top"]), owner={3: 0, 2: 1, 1: 0, 0: 1, "top": 0})
    plain = gg.Game(gg.Arena.from_edges([(1, 0), (2, 1), (2, 0)]), gg.NormalPlay(won=[0]))
    for game in (owned, plain):
        gg.write(game, tmp_path / "game.arena")
        again = gg.read(tmp_path / "game.arena")
        assert again.objective.won.tolist() == game.objective.won.tolist()  # type: ignore[attr-defined]
        with pytest.raises(gg.GameError, match="only normal play has ends"):
            gg.read(tmp_path / "game.arena", objective="misere")
        gg.write(gg.solve(game), tmp_path / "solution.json")
        assert gg.verify(gg.read_solution(again, tmp_path / "solution.json"))
        for ending in ("pg", "edges", "npz", "dot", "csv", "gml", "graphml", "edgelist", "adjlist", "pajek", "gexf"):
            with pytest.raises(gg.GameError):
                gg.write(game, tmp_path / f"other.{ending}")
    for ending in ("edges", "npz", "dot", "csv", "gml", "adjlist"):
        with pytest.raises(gg.GameError, match=r"only files in the format .arena hold them"):
            gg.write(gg.Game(plain.arena, plain.objective), tmp_path / f"other.{ending}")


def test_a_file_whose_won_vertex_has_a_move_is_refused_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "game.arena"
    gg.write(gg.Game(gg.Arena.from_edges([(1, 0)]), gg.NormalPlay(won=[0])), path)
    path.write_text(path.read_text().replace('"won":[0]', '"won":[1]'))
    with pytest.raises(gg.FormatError, match=r"game\.arena:\d+:\d+: won names 1, which has a move"):
        gg.read(path)


def test_edits_keep_them() -> None:
    game = gg.Game.from_graph(LADDER, gg.NormalPlay(won=["top"]))
    changed = edits.delete_vertex(game, 3).game
    assert changed.arena.label(int(np.flatnonzero(changed.objective.marked)[0])) == "top"  # type: ignore[arg-type]
    changed = edits.add_vertex(game, 0).game
    assert np.count_nonzero(changed.objective.marked) == 1  # type: ignore[arg-type]
    with pytest.raises(gg.GameError, match="won names top, which has a move"):
        edits.add_edge(game, "top", 3)


def test_nimbers_are_refused(tmp_path: Path) -> None:
    gg.write(gg.Game(gg.Arena.from_edges([(1, 0)]), gg.NormalPlay(won=[0])), tmp_path / "game.arena")
    with pytest.raises(gg.GameError, match="the player to move wins some ends, so it has no nimbers"):
        gg.read(tmp_path / "game.arena", game="nimbers")
