"""Games whose states belong to players by Spot's header: against the definition, and the controllers made of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.synthesis.hoa import game_of, read_game
from graphgames.games.synthesis.owned import OwnedGame, folded
from tests.cli.test_cli import program
from tests.games.omega.oracle import mcnaughton
from tests.share import cases

Row = Sequence[tuple[int, str, list[int]]]
"""The edges of a state: where each leads, its label, and its acceptance sets."""

CONDITIONS = ("1 Inf(0)", "1 Fin(0)", "0 t", "3 Fin(2) & (Inf(1) | Fin(0))", "2 Inf(0) & Inf(1)", "2 Fin(0) | Inf(1)")


def text(rows: Sequence[Row], players: Sequence[int], acceptance: str, version: str = "v1", outputs: str = "") -> bytes:
    """The file, laid out as Spot does it."""
    header = "spot.state-player" if version == "v1.1" else "spot-state-player"
    lines = [f"HOA: {version}", f"States: {len(rows)}", "Start: 0", 'AP: 2 "a" "b"', f"Acceptance: {acceptance}"]
    lines += ["properties: trans-labels explicit-labels trans-acc", f"{header}: {' '.join(map(str, players))}"]
    lines += [f"controllable-AP: {outputs}"] * bool(outputs) + ["--BODY--"]
    for state, row in enumerate(rows):
        lines.append(f"State: {state}")
        lines += [f"[{label}] {to}" + f" {{{' '.join(map(str, sets))}}}" * bool(sets) for to, label, sets in row]
    return "\n".join([*lines, "--END--", ""]).encode()


def meant(rows: Sequence[Row], players: Sequence[int], acceptance: str) -> list[int]:
    """Which of Spot's players wins from each state: every edge is a vertex of an explicit game with its sets."""
    count = int(acceptance[0])
    edges, owner = list[tuple[int, int]](), list(players)
    sets: list[list[int]] = [[] for _ in range(count + 1)]  # the last one is where a play has stopped
    for state, row in enumerate(rows):
        moves = [(to, seen) for to, label, seen in row if label != "f"]
        for to, seen in moves or [(state, [count])]:
            between = len(rows) + len(edges) // 2
            owner.append(players[state])
            edges += [(state, between), (between, to)]
            for i in seen:
                sets[i].append(between)
    arena = gg.Arena.from_edges(edges, n=len(owner), owner=[1 - player for player in owner])
    formula = f"Fin({count}) & ({acceptance[2:]})"
    return [1 - winner for winner in mcnaughton(gg.Game(arena, gg.EmersonLei(sets, formula)))[: len(rows)]]


def random_rows(rng: np.random.Generator, n: int, sets: int) -> list[Row]:
    return [
        [
            (int(rng.integers(n)), str(rng.choice(["t", "0", "!1", "f"], p=[0.4, 0.3, 0.2, 0.1])), some(rng, sets))
            for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.1, 0.3, 0.4, 0.2])))
        ]
        for _ in range(n)
    ]


def some(rng: np.random.Generator, sets: int) -> list[int]:
    return [i for i in range(sets) if rng.random() < 0.4]


def winners(game: Any) -> list[int]:
    """The winner for each state that stands there, the first time."""
    solution = gg.solve(game)
    assert gg.verify(solution)
    found: dict[str, int] = {}
    for name, winner in zip(game.automaton.names, solution.winner.tolist(), strict=False):
        found.setdefault(name.split(" / ")[0], winner)
    return [found.get(str(state), -1) for state in range(1 + max(map(int, found)))]


@pytest.mark.slow
@pytest.mark.parametrize("acceptance", CONDITIONS)
def test_the_winner_of_each_state_is_that_of_the_definition(acceptance: str) -> None:
    """From where plays come; dead ends, edges without letters, several edges between two states, both versions."""
    rng = np.random.default_rng(len(acceptance))
    for k in range(cases(12, 10)):
        n = int(rng.integers(1, 4))
        rows, players = random_rows(rng, n, int(acceptance[0])), rng.integers(0, 2, n).tolist()
        game = read_game(text(rows, players, acceptance, ("v1", "v1.1")[k % 2]))
        assert isinstance(game, OwnedGame) and game.start == 0
        expected = meant(rows, players, acceptance)
        for state, winner in enumerate(winners(game)):
            assert winner in (-1, expected[state]), (rows, players, state)
        assert winners(game)[0] == expected[0]


def by_turns(rng: np.random.Generator, sets: int) -> tuple[list[Row], list[int]]:
    """A game in which player 0 reads ``a`` and player 1 answers by ``b``."""
    inputs, outputs = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    rows: list[Row] = []
    for state in range(inputs + outputs):
        reads, low, high = ("0", inputs, inputs + outputs) if state < inputs else ("1", 0, inputs)
        labels = [["t"], [reads, f"!{reads}"], [f"!{reads}"], []][int(rng.choice(4, p=[0.25, 0.6, 0.1, 0.05]))]
        rows.append([(int(rng.integers(low, high)), label, some(rng, sets)) for label in labels])
    return rows, [0] * inputs + [1] * outputs


@pytest.mark.slow
@pytest.mark.parametrize("acceptance", CONDITIONS)
def test_a_game_by_turns_makes_a_controller(acceptance: str) -> None:
    """The automaton over whole letters has the same winner, and its machine keeps to it."""
    rng, seen = np.random.default_rng(3), set()
    for _ in range(cases(12, 10)):
        rows, players = by_turns(rng, int(acceptance[0]))
        game: Any = read_game(text(rows, players, acceptance, outputs="1"))
        whole = game_of(folded(game.automaton))
        solution = gg.solve(whole)
        assert 1 - int(solution.winner[0]) == meant(rows, players, acceptance)[0], (rows, players)
        assert gg.verify(solution) and gg.verify_controller(gg.controller(solution), whole)
        seen.add(int(solution.winner[0]))
    assert seen == {0, 1}


GAME = [[(1, "!0", []), (2, "0", [0])], [(0, "1", [0]), (0, "!1", [])], [(0, "t", [0])]]


@pytest.mark.parametrize(
    ("rows", "players", "outputs", "said"),
    [
        (GAME, [1, 0, 0], "1", "begins with player 1"),
        ([[(0, "t", [0])]], [0], "1", "after state 0 player 0 moves twice"),
        (GAME, [0, 1, 1], "", "player 1 reads more than outputs"),
        ([[(1, "0", [0]), (1, "t", [])], [(0, "t", [])]], [0, 1], "1", "an input is on two edges of state 0"),
        ([[(1, "t", [])], [(0, "t", []), (0, "1", [0])]], [0, 1], "1", "an output is on two edges after state 0"),
    ],
)
def test_what_makes_no_controller_is_told(
    rows: Any, players: list[int], outputs: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.hoa"
    file.write_bytes(text(rows, players, "1 Inf(0)", outputs=outputs))
    done = program("synth", file)
    assert done.returncode == 2 and said in done.stderr
    assert program("solve", file).returncode == 0


@pytest.mark.parametrize(
    ("players", "said"),
    [([0, 1], "names 2 players, and there are 3 states"), ([0, 1, 2], "the player 2 of a state is none")],
)
def test_players_that_do_not_fit_are_refused(players: list[int], said: str) -> None:
    for data in (text(GAME, players, "1 Inf(0)"), text(GAME, players, "1 Inf(0)").replace(b"States: 3\n", b"")):
        with pytest.raises(gg.FormatError, match=said):
            read_game(data)


def test_a_wrong_number_of_players_is_told_at_the_header_with_all_other_faults() -> None:
    data = text(GAME, [0, 1], "1 Inf(0)").replace(b"[t] 0 {0}", b"[t] 0 {7}")
    for version in (data, data.replace(b"States: 3\n", b"")):
        with pytest.raises(gg.FormatError) as caught:
            read_game(version)
        told = [(fault.line, fault.message) for fault in caught.value.faults]
        header = 1 + version[: version.index(b"spot-state-player")].count(b"\n")
        assert told[0] == (header, "the header names 2 players, and there are 3 states")
        assert told[1][1] == "there is no acceptance set 7" and len(told) == 2


def test_the_commands_take_such_a_file(tmp_path: Path) -> None:
    file, out = tmp_path / "game.hoa", tmp_path / "out.aag"
    file.write_bytes(text(GAME, [0, 1, 1], "1 Inf(0)", outputs="1"))
    done = program("solve", file, "--verify", "--expect", "player 1")
    assert done.returncode == 0 and "player 1 wins" in done.stdout
    done = program("synth", file, "--verify", "--controller", out)
    assert done.returncode == 0 and done.stdout == "REALIZABLE\n" and out.read_text().startswith("aag ")
    parity = tmp_path / "game.pg"
    assert program("convert", file, parity, "--to", "parity").returncode == 0
    for path in (file, parity):
        assert gg.solve(gg.read(path)).winner.tolist()[:3] == [1, 1, 1]
    assert gg.read(file).move_note(0, 2) == "a"


def test_converting_to_a_format_without_names_keeps_the_numbers_of_the_players(tmp_path: Path) -> None:
    file = tmp_path / "game.hoa"
    file.write_bytes(text([[(1, "t", [0])], [(0, "t", [])]], [0, 1], "1 Inf(0)"))
    done = program("convert", file, tmp_path / "game.pg")
    assert done.returncode == 0 and "in PGSolver's format" not in done.stderr
    written: Any = gg.read(tmp_path / "game.pg")
    assert written.arena.owner.tolist() == [0, 1]


@pytest.mark.parametrize("on_edges", [False, True])
def test_a_parity_game_is_written_with_its_owners_and_read_as_it_was(on_edges: bool, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    for k in range(8):
        n = int(rng.integers(1, 6))
        rows = [(u, int(w)) for u in range(n) for w in rng.integers(0, n, rng.integers(1, 4))]
        arena = gg.Arena.from_edges(rows, n, rng.integers(0, 2, n), labels=[f'the "{v}"' for v in range(n)])
        priority = rng.integers(0, 5, len(rows) if on_edges else n)
        priority[0] = k % 2  # the least, which a reader begins with
        objective = gg.Parity(edge_priority=priority) if on_edges else gg.Parity(priority)
        game = gg.Game(arena, objective, start=f"#{n - 1}" if k else None)
        gg.write(game, tmp_path / "game.hoa")
        again: Any = gg.read(tmp_path / "game.hoa")
        assert again.arena.owner.tolist() == np.asarray(arena.owner).tolist() and again.start == game.start
        assert again.players == ("player 0", "player 1") and [*again.arena.names] == [*arena.names]
        assert gg.solve(again).winner.tolist() == gg.solve(game).winner.tolist()
        if not on_edges:
            assert again.objective.priority.tolist() == priority.tolist()
            assert {*zip(again.arena.tails.tolist(), again.arena.successors.tolist(), strict=True)} == {*rows}


def test_what_a_game_in_hoa_cannot_hold_is_refused(tmp_path: Path) -> None:
    for graph, objective, owner, says in (
        ({0: [0]}, gg.NormalPlay(), None, "needs an owner for each vertex"),
        ({0: [0]}, gg.Parity([1001]), [0], "the priority 1001 is too large for HOA; expected at most 1000"),
    ):
        with pytest.raises(gg.GameError, match=says):
            gg.write(gg.Game.from_graph(graph, objective, owner), tmp_path / "game.hoa")
