"""What the reference checker reads, and that it needs nothing but the standard library."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
import graphgames.reference as reference
from graphgames.cli.main import run
from graphgames.readers.source import Source
from graphgames.reference.__main__ import main
from graphgames.reference.check import check
from graphgames.reference.reading import (
    Fields,
    Infinite,
    RefusedError,
    bracket,
    choice,
    document,
    exact,
    extended,
    integer,
    listing,
    whole,
)
from tests.reference.claims import (
    by_fast_checker,
    by_reference,
    game_file,
    leaves,
    other_spellings,
    solution_file,
    with_entry,
)
from tests.reference.claims import exact as said
from tests.reference.games import of_chance, with_marks, with_weights
from tests.share import each, share

FOLDER = Path(reference.__file__).parent


def test_the_order_of_a_set_does_not_matter() -> None:
    """A set of vertices or edges is the same game in any order, and if one of them is named twice."""
    seen = set[str]()
    for game in with_marks(np.random.default_rng(5), 6):
        file, document = json.loads(game_file(game)), solution_file(gg.solve(game))
        for key, value in file["objective"].items():
            if not isinstance(value, list) or len(value) < 2 or "priority" in key:
                continue
            some = [one[::-1] + one[:1] for one in value] if isinstance(value[0], list) else value[::-1] + value[:1]
            other = json.dumps(with_entry(file, ("objective", key), some)).encode()
            read: Any = gg.read(Source(other, "other.arena"))
            assert by_fast_checker(read, document) and by_reference(other, document), (game.objective.name, key)
            seen.add(key)
    arena = gg.Arena.from_edges([(0, 1), (0, 1), (0, 1), (1, 0)], owner=[0, 1])
    game = gg.Game(arena, gg.FairBuchi([0], fair=np.arange(4) < 3))
    file, document = json.loads(game_file(game)), solution_file(gg.solve(game))
    one = json.dumps(with_entry(file, ("objective", "fair"), [1])).encode()  # edges side by side are fair together
    assert by_fast_checker(gg.read(Source(one, "one.arena")), document) and by_reference(one, document)
    assert seen >= {"accepting", "rejecting", "rejecting_edges", "fair", "safe", "sets", "pairs", "guarantees"}


@pytest.mark.slow
def test_it_imports_the_standard_library_alone() -> None:
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                own = name.startswith("graphgames.reference")
                assert own or name.split(".")[0] in sys.stdlib_module_names, (file.name, name)


@each(
    "reader, given",
    [
        *((integer(0, 3), given) for given in (-1, 4, True, 1.0, "1", None, [1])),
        *((exact, given) for given in (1.5, "1/0", "1/-2", "inf", "", "1e3", True, " 1", "1_0", "١")),
        *((extended, given) for given in ("+inf", "infinity", "nan", float("inf"), None, ["inf"])),
        *((whole, given) for given in ("12", "0x", "0xG", "0X1", "0x1f", "0x7fffffffffffffff", 1.0, False)),
        (listing(integer(0, 3), 2), [1]),
        (listing(integer(0, 3)), {"0": 1}),
        (choice(1), True),
        (choice(1), 1.0),
        (choice("a"), "b"),
        *((bracket, given) for given in ("[inf, 3]", "[3, -inf]", "[inf, -inf]", "[1/2, 1/3]", "[1, 2, 3]", "[1 2]")),
    ],
)
def test_what_is_refused(reader: Any, given: Any) -> None:
    with pytest.raises(RefusedError, match="here"):
        reader(given, "here")


def test_what_is_read() -> None:
    assert [exact(given, "") for given in (3, "-7/3", "0.25", "12345678901234567890")] == [
        3,
        Fraction(-7, 3),
        Fraction(1, 4),
        12345678901234567890,
    ]
    assert extended("-inf", "") is Infinite.MINUS and whole(hex(-(10**20)), "") == -(10**20)
    with pytest.raises(TypeError):
        _ = extended("inf", "") < extended(3, "")  # type: ignore[operator]
    assert document("[" + "1" * 5000 + "]") == [int("1" * 4000) * 10**1000 + int("1" * 1000)]


@pytest.mark.parametrize("text", ["", "{", '{"a":1,"a":2}', "[NaN]", "[Infinity]", "[" * 10**5, b"\xff", "{} {}"])
def test_what_is_no_document(text: str | bytes) -> None:
    with pytest.raises(RefusedError):
        document(text)


def test_an_object_is_read_to_the_end() -> None:
    fields = Fields({"a": 1, "b": 2}, "here")
    assert fields.take("a", integer()) == 1
    with pytest.raises(RefusedError, match="here has b"):
        fields.end()
    with pytest.raises(RefusedError, match='here has no "c"'):
        fields.take("c", integer())


GAME = '{"format": "graphgames-arena", "version": 1, "vertices": 2, "owner": [0, 1], "edges": [[0, 1], [1, 0]], %s}'
REACH = '"objective": {"name": "reach", "target": [1]}'


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("[]", "game is []"),
        (GAME.replace("[1, 0]]", "[1, -1]]") % REACH, "-1; expected an integer from 0 to 1"),
        (GAME.replace("[0, 1], [1, 0]", "[1, 0], [0, 1]") % REACH, "ascending order of tails"),
        (GAME.replace('"owner": [0, 1]', '"owner": [0, 2]') % REACH, "not positive with the sum 1"),
        (GAME.replace('"owner": [0, 1],', "") % REACH, "no owners"),
        (GAME % REACH.replace("1]", '1], "colour": 3'), "colour, which no condition uses"),
        (GAME % '"objective": {"name": "buchi", "accepting": [1]}', "nothing about the objective buchi"),
        (GAME % '"objective": {"name": "reach", "target": [2]}', "2; expected an integer from 0 to 1"),
        (GAME % '"start": 0', 'no "objective"'),
    ],
)
def test_a_game_that_cannot_be(game: str, said: str) -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
    from tests.reference.claims import solution_file

    solution = str(solution_file(gg.solve(gg.Game(arena, gg.Reach([1]))))).replace("'", '"')
    assert check(GAME % REACH, solution).ok
    report = check(game, solution)
    assert not report.ok and said in str(report)


def files(folder: Path) -> tuple[Path, Path, Path]:
    """Write a game in two formats, and its solution."""
    game = gg.Game(gg.Arena.from_edges([(0, 1), (1, 0), (1, 1)], owner=[0, 1]), gg.Parity([0, 1]))
    paths = folder / "game.pg", folder / "game.arena", folder / "solution.json"
    gg.write(game, paths[0])
    gg.write(game, paths[1])
    gg.write(gg.solve(game), paths[2])
    return paths


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, game, solution = files(tmp_path)
    for path in (text, game):
        assert run(["verify", "--reference", str(path), str(solution)]) == 0
        said = capsys.readouterr().out
        assert "proved by the reference checker: " in said and "not checked: solver" in said
    solution.write_text(solution.read_text().replace('"winner": [1,1]', '"winner": [0,1]'))
    assert run(["verify", "--reference", "--json", str(game), str(solution)]) == 1
    assert '"checker": "reference"' in capsys.readouterr().out


@pytest.mark.slow
def test_the_module_by_itself(tmp_path: Path) -> None:
    """It runs as a program, and imports neither NumPy nor anything of ours but the names of the package."""
    _, game, solution = files(tmp_path)
    code = (
        "import runpy, sys; sys.argv[1:] = sys.argv[1:]\n"
        "try: runpy.run_module('graphgames.reference', run_name='__main__')\n"
        "except SystemExit as end: code = end.code\n"
        "assert not {'numpy', 'scipy', 'graphgames.api', 'graphgames.games'} & sys.modules.keys()\n"
        "sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code, game, solution], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "proved by the reference checker" in done.stdout, done.stderr
    for arguments in ([game], [tmp_path / "no.arena", solution]):
        wrong = subprocess.run(
            [sys.executable, "-m", "graphgames.reference", *arguments], capture_output=True, text=True, check=False
        )
        assert wrong.returncode == 2 and "Traceback" not in wrong.stderr


def test_a_game_larger_than_the_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused as others that cannot be, in a sentence."""
    game = gg.Game(gg.Arena.from_edges([(0, 0)]), gg.NormalPlay())
    names = [tmp_path / "game.arena", tmp_path / "solution.json"]
    names[0].write_bytes(game_file(game).replace(b'"vertices": 1', b'"vertices": 1' + b"0" * 17))
    names[1].write_text(json.dumps(solution_file(gg.solve(game))))
    assert main([*map(str, names)]) == 1
    assert "the files do not have the form of their kind" in capsys.readouterr().out


def test_what_the_command_does_not_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, game, solution = files(tmp_path)
    solution.write_text("paritysol 1;\n0 1 0;\n1 1;\n")
    assert run(["verify", "--reference", str(game), str(solution)]) == 2
    assert "is not JSON, which alone the reference checker reads" in capsys.readouterr().err
    assert run(["verify", "--reference", "--engine", "mpi", str(game), str(solution)]) == 2
    assert "leave out --engine mpi" in capsys.readouterr().err


def test_a_problem_in_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A problem that is no game on an arena is written in full, and is enough for the reference checker alone."""
    text, problem, solution = tmp_path / "kayles.in", tmp_path / "kayles.json", tmp_path / "solution.json"
    text.write_text(".77 9\n")
    assert run(["solve", str(text), "--game", "heaps", "--solution", str(solution), "--quiet"]) == 0
    assert run(["convert", str(text), str(problem), "--game", "heaps", "--quiet"]) == 0
    assert run(["verify", "--reference", str(text), str(solution), "--game", "heaps"]) == 0
    assert check(problem.read_bytes(), solution.read_bytes()).ok
    capsys.readouterr()
    assert run(["convert", str(text), str(problem), "--game", "heaps", "--to", "pgsolver"]) == 2
    assert "is written in full, as JSON" in capsys.readouterr().err


@pytest.mark.slow
def test_both_checkers_read_the_same_numbers_of_a_game() -> None:
    """Numbers of a game in other spellings, as floats, or another: both believe the solution, or neither does."""
    rng = np.random.default_rng(3)
    for game in share([*with_marks(rng, 4), *with_weights(rng, 4), *of_chance(rng, 4)], 0.3):
        file, document = json.loads(game_file(game)), solution_file(gg.solve(game))
        for path, value in share([*leaves(file)], 0.05):
            number = said(value)
            if number is None or path[0] in ("players", "start"):
                continue
            for other in (*other_spellings(value), float(number), f"{value}.5", [value], None):
                text = json.dumps(with_entry(file, path, other))
                try:
                    fast = by_fast_checker(gg.read(Source(text.encode(), "game.arena")), document)
                except gg.GraphGamesError:
                    fast = False
                assert check(text, json.dumps(document)).ok == fast, (path, other, text)


@pytest.mark.parametrize(
    ("objective", "message"),
    [
        ('{"name": "mean-payoff", "weight": [1.5]}', "1.5 is not an exact number"),
        ('{"name": "mean-payoff", "weight": [1], "threshold": "+1"}', '"+1" is not an exact number'),
        ('{"name": "buchi", "accepting": ["0"]}', '"0" is not the number of a vertex or an edge'),
        ('{"name": "generalized-buchi", "sets": [["00"], [0]]}', '"00" is not the number of a vertex or an edge'),
    ],
)
def test_a_number_of_a_game_that_is_not_written_plainly(objective: str, message: str) -> None:
    arena = '"format": "graphgames-arena", "version": 1, "vertices": 1, "owner": [0], "edges": [[0,0]]'
    text = f'{{{arena}, "objective": {objective}}}'
    with pytest.raises(gg.GraphGamesError, match=re.escape(message)):
        gg.read(Source(text.encode(), "game.arena"))


@pytest.mark.parametrize("bottoms", [(3, 5, 7, 11), (3, 3, 9, 9)])
def test_discounted_values_of_several_denominators(bottoms: tuple[int, ...]) -> None:
    """A choice between loops worth 4/3, 6/5, 8/7: where their common denominator is long, each step has its own."""
    n = len(bottoms)
    arena = gg.Arena.from_edges([*((v, v) for v in range(n)), *((n, v) for v in range(n))], owner=[0] * (n + 1))
    discount = [*(f"1/{bottom + 1}" for bottom in bottoms), *["1/2"] * n]
    solution = gg.solve(gg.Game(arena, gg.Discounted([1] * (2 * n), discount=discount)))
    game, file = game_file(solution.problem), solution_file(solution)
    right = [*(f"{bottom + 1}/{bottom}" for bottom in bottoms), "5/3"]
    assert file["value"] == right and by_reference(game, file)
    for v in range(n + 1):
        assert not by_reference(game, file | {"value": [*right[:v], "2/1", *right[v + 1 :]]})
