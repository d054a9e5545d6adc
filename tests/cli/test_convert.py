"""``graphgames convert``: what it writes and what it refuses, from a file or the standard input."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from tests.cli.test_cli import process, program
from tests.share import share

GAME = b"parity 1;\n1 1 1 0;\n0 2 0 1;\n"
ORDERED = "parity 1;\n0 2 0 1;\n1 1 1 0;\n"


def convert(*arguments: str | Path, stdin: bytes = b"") -> Any:
    return program("convert", *arguments, stdin=stdin)


@pytest.mark.slow
def test_from_standard_input_to_standard_output() -> None:
    done = process("convert", "-", "-", "--to", "pgsolver", stdin=GAME)
    assert (done.returncode, done.stdout, done.stderr) == (0, ORDERED, "")


@pytest.mark.slow
def test_packing_and_unpacking(tmp_path: Path) -> None:
    (tmp_path / "a.pg").write_bytes(GAME)
    done = convert(tmp_path / "a.pg", tmp_path / "b.pg.gz")
    assert done.returncode == 0 and done.stderr == f"{tmp_path}/b.pg.gz: parity game, 2 vertices, 2 edges\n"
    done = convert(tmp_path / "b.pg.gz", tmp_path / "c.gm", "--quiet", "--objective", "buchi", "--priorities", "1")
    assert done.returncode == 0 and not done.stdout + done.stderr
    assert (tmp_path / "c.gm").read_bytes() == b"parity 1;\n0 1 0 1;\n1 2 1 0;\n"


@pytest.mark.slow
def test_bad_input_leaves_no_file(tmp_path: Path) -> None:
    done = convert("-", tmp_path / "a.pg", stdin=b"parity 1;\n0 2 0 1;\n1 1 7 0;\n")
    assert done.returncode == 2 and not list(tmp_path.iterdir())
    assert done.stderr == (
        "graphgames: <stdin>:3:5: vertex 1 has owner 7\n    1 1 7 0;\n        ^\n    expected 0 (Even) or 1 (Odd)\n"
    )
    done = convert(tmp_path / "no.pg", "-")
    assert done.returncode == 2 and "no.pg: there is no such file" in done.stderr
    done = convert("-", tmp_path / "no" / "a.pg", stdin=GAME)
    assert done.returncode == 2 and "cannot be written: there is no folder" in done.stderr


@pytest.mark.slow
def test_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "a.pg").write_bytes(GAME)
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "graphgames", "convert", str(tmp_path / "a.pg"), "-"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "graphgames: <stdout>: this cannot be written: No space left on device\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kayles.pg", "kayles.csv", "kayles.npz", "kayles.pg.gz"])
def test_a_file_whose_ending_is_of_arenas_gets_no_problem_in_full(name: str, tmp_path: Path) -> None:
    refused = convert("kayles", tmp_path / name)
    assert refused.returncode == 2 and "a file .problem or .json holds it in full" in refused.stderr
    assert not (tmp_path / name).exists()
    assert convert("kayles", tmp_path / "kayles.json").returncode == 0
    assert '"graphgames-problem"' in (tmp_path / "kayles.json").read_text()


EDGES = """HOA: v1
States: 4
Start: 0
AP: 1 "a"
acc-name: parity min even 3
Acceptance: 3 Inf(0) | (Fin(1) & Inf(2))
spot-state-player: 0 1 1 0
--BODY--
State: 0
[0] 1 {1}
[!0] 2 {2}
[t] 3
State: 1
[0] 3 {0}
[!0] 0 {1}
State: 2
[0] 2 {1}
[!0] 0 {2}
State: 3
[0] 1 {1}
[!0] 3
--END--
"""
STATES = """HOA: v1
States: 3
Start: 0
AP: 0
Acceptance: 3 Inf(0) | (Fin(1) & Inf(2))
spot-state-player: 0 1 0
--BODY--
State: 0 {2}
[t] 1
[t] 2
State: 1 {1}
[t] 0
[t] 1
State: 2 {0}
[t] 0
[t] 2
--END--
"""
CONVENTIONS = ("max-even", "max-odd", "min-even", "min-odd")
SAID = ("dot", "graphml", "gml", "arena", "hoa")
"""Formats that say which convention their priorities follow."""


def _won(game: Any) -> list[tuple[Any, ...]]:
    """Return each pair of strategies of a game with vertices 0, 1, ... and who wins its play from each of these."""
    count = sum("->" not in str(name) for name in game.arena.names)
    game = game.vertex_form
    arena, names = game.arena, [str(name) for name in game.arena.names]
    priority = game.objective.priorities(arena)
    number = {name: v for v, name in enumerate(names)}
    found = []
    for moves in itertools.product(*([*arena.successors_of(v)] for v in range(arena.n))):
        winners = []
        for k in range(count):
            seen, v = [], number[str(k)]
            while v not in seen:
                seen.append(v)
                v = moves[v]
            winners.append(int(max(priority[w] for w in seen[seen.index(v) :])) % 2)
        ends = sorted(
            (name, names[w].split(" -> ")[-1]) for name, w in zip(names, moves, strict=True) if "->" not in name
        )
        found.append((*ends, *winners))
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize("given", CONVENTIONS)
@pytest.mark.parametrize("text", [EDGES, STATES], ids=["edges", "states"])
def test_a_game_in_another_convention_is_the_same_game(tmp_path: Path, text: str, given: str) -> None:
    (tmp_path / "a.hoa").write_text(text)
    plain: Any = gg.read(tmp_path / "a.hoa")
    first = tmp_path / "first.arena"
    rows = plain.arena
    arena = gg.Arena.from_arrays(rows.tails, rows.successors, rows.n, rows.owner)
    gg.write(gg.Game(arena, plain.objective.in_convention(given), plain.start), first)
    expected = _won(plain)
    assert _won(gg.read(first)) == expected
    gg.write(gg.read(first), tmp_path / "python.hoa")
    assert _won(gg.read(tmp_path / "python.hoa")) == expected
    ways = itertools.product((None, *CONVENTIONS), (*SAID, "pg", "csv", "gexf", "npz"))
    for convention, ending in share(ways, 1, f"{text} {given}", least=12):
        out = tmp_path / f"{convention}.{ending}"
        way = [] if convention is None else ["--to-convention", convention]
        done = convert(first, out, *way)
        if text is EDGES and ending == "npz":  # which has no names for the vertices on edges
            assert done.returncode == 2 and "--convention" not in done.stderr and not out.exists()
            continue
        assert done.returncode == 0, done.stderr
        read_as: dict[str, Any] = {} if convention is None or ending in SAID else {"convention": convention}
        again = gg.read(out, **read_as)
        assert _won(again) == expected, (convention, ending)
        noted = f"the marks are on edges; in {'PGSolver' if ending == 'pg' else f'the format {ending}'}"
        assert (noted in done.stderr) == (text is EDGES and ending not in ("arena", "hoa"))
        if ending == "hoa" and convention is not None:
            assert f"acc-name: parity {convention.replace('-', ' ')} " in out.read_text()
            assert done.stderr.endswith(f"; player 1 wants parity {convention.replace('-', ' ')}\n")


def test_automata_with_owners_hold_games_that_have_a_parity_form(tmp_path: Path) -> None:
    edges = [("a", "a"), ("a", "b"), ("b", "a"), ("b", "b"), ("b", "c"), ("c", "a")]
    owner = {"a": 0, "b": 1, "c": 0}
    arena = gg.Arena.from_edges(edges, owner=owner)
    marked = [gg.Reach(["b"]), gg.Safe(["a"]), gg.Buchi(["b"]), gg.CoBuchi(["b"]), gg.Buchi(accepting_edges=[1])]
    for objective in (*marked, gg.Buchi(accepting_edges=[4, 0]), gg.GeneralizedBuchi([["a"], ["c"]])):
        game = gg.Game(arena, objective, start="a")
        gg.write(game, tmp_path / "out.hoa", "game-hoa")
        again = gg.read(tmp_path / "out.hoa")
        assert gg.solve(again).winner[again.start] == gg.solve(game).winner_of("a"), objective
    with pytest.raises(gg.GameError, match="not a parity game"):
        gg.write(gg.Game(arena, gg.Energy([1] * 6)), tmp_path / "out.hoa", "game-hoa")


def test_words_of_spot_and_oink_do_what_they_say_or_are_noted(tmp_path: Path) -> None:
    (tmp_path / "a.hoa").write_text(EDGES)
    done = convert(tmp_path / "a.hoa", tmp_path / "b.hoa", "--parity=min odd")
    assert done.returncode == 0 and "acc-name: parity min odd " in (tmp_path / "b.hoa").read_text()
    assert "--parity min odd is read as --to-convention min-odd" in done.stderr
    (tmp_path / "a.pg").write_bytes(GAME)
    done = program("solve", tmp_path / "a.pg", "--paritysol")
    assert done.returncode == 0 and done.stdout.startswith("paritysol 1;\n")
