"""Every option of every command has an effect, or is refused; none is passed over in silence."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from graphgames import write
from graphgames.catalogue.find import concrete_game
from graphgames.cli.main import build, commands, run
from graphgames.games.random_games import random_game
from tests.games.synthesis.test_hoa import ARBITER, NO_GRANTS
from tests.share import share
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

UNSEEN = {
    "--quiet": "it is about progress at a terminal",
    "--jobs": "a limit",
    "--time": "a limit",
    "--limit": "a limit",
    "--nodes": "a limit",
    "--memory": "a limit",
    "--every": "how often",
    "--help": "an option of its own",
}
"""Options whose effect cannot be seen in what a small job prints and writes, and why."""

READING: dict[str, str | None] = {
    "--game": "nimbers",
    "--objective": "misere",
    "--priorities": "2",
    "--convention": "min-odd",
    "--format": "edges",
}

READING |= {"--property": "true", "--const": "N=1", "--misere": None}
SETTING = READING | {"--set": "threshold=1", "--target": "#3", "--accepting": "#3"}
SETTING |= {"--safe": "#3", "--rejecting": "#3", "--avoid": "#3", "--base": "1"}
SETTING |= {"--column": "owner=who", "--exact": "simplest", "--normalize": None}

CASES: dict[str, tuple[list[str], dict[str, str | None]]] = {
    "solve": (
        ["game.pg"],
        SETTING
        | {"--solver": "measures", "--start": "#3", "--expect": "draw", "--test": "2", "--solution": "out.sol"}
        | {"--property": "true", "--properties": "game.props", "--const": "N=1", "--precision": "1"}
        | {"--checkpoint": "kept", "--strategy": "out.csv"}
        | dict.fromkeys(("--verify", "--json", "--full", "--explain", "--trace", "--counterexample")),
    ),
    "convert": (
        ["game.pg", "-"],
        SETTING
        | {"--to": "dot", "--start": "#3", "--output": "out.gm", "--to-convention": "min-odd", "--reward": "cost"},
    ),
    "verify": (["game.pg", "game.sol"], SETTING | {"--objective": "energy", "--json": None, "--reference": None}),
    "show": (
        ["small.pg"],
        SETTING
        | {
            "--to": "dot",
            "--around": "#3",
            "--radius": "1",
            "--collapse": "regions",
            "--play": "3",
            "--start": "#4",
            "--test": "2",
            "--up-to": "50",
            "--unsolved": None,
            "--label": "#3=three",
            "--players": "Ann,Bob",
            "--const": "N=1",
        }
        | {"--solver": "measures", "--output": "out.svg", "--title": "A title", "--no-legend": None}
        | {"--size": "80mm", "--theme": "print", "--font": "Times", "--study": "lessons.md", "--verify": None},
    ),
    "play": (
        ["game.pg", "--as", "none"],
        SETTING | {"--start": "#3", "--test": "2", "--players": "Ann,Bob", "--two-players": None},
    ),
    "simulate": (
        ["dice.dot", "dice.json", "--objective", "reach-probability", "--target", "win"],
        SETTING
        | {"--plays": "70", "--seed": "5", "--opponent": "uniform", "--start": "#3", "--steps": "1", "--json": None}
        | {"--path": "3", "--output": "out.txt", "--policy": "uniform"},
    ),
    "evaluate": (
        ["robot.csv", "uniform", "--target", "goal"],
        {name: value for name, value in SETTING.items() if name not in ("--exact", "--normalize")}
        | {"--player": "1", "--against": "uniform", "--start": "rim", "--draw": "1/2", "--output": "out.csv"}
        | dict.fromkeys(("--verify", "--json", "--full")),
    ),
    "shield": (
        ["robot.csv", "--avoid", "pit"],
        {name: value for name, value in SETTING.items() if name not in ("--exact", "--normalize")}
        | {"--output": "out.csv", "--avoid": "ice", "--threshold": "1/2", "--factor": "2/3", "--horizon": "2"}
        | dict.fromkeys(("--verify", "--json")),
    ),
    "explain": (
        ["game.pg"],
        SETTING | {"--start": "#3", "--test": "2", "--depth": "1", "--players": "Ann,Bob"},
    ),
    "generate": (
        ["random", "9"],
        {"--output": "out.pg", "--to": "dot", "--seed": "5", "--priorities": "9", "--degrees": "2-3", "--degree": "2"}
        | {"--vertices": "9", "--falling": "2", "--share": "0.1", "--objective": "parity", "--count": "2"}
        | dict.fromkeys(("--list", "--json", "--bipartite", "--solved"))
        | {"--long": "random", "--title": "Sheet"},
    ),
    "judge": (["gra-w-zielone", "green.in"], {"--explain": None, "--expect": "green.in"}),
    "heaps": (
        [".77"],
        {"--up-to": "14", "--position": "3,4", "--picture": "out.svg"}
        | dict.fromkeys(("--verify", "--json", "--full", "--misere", "--genus")),
    ),
    "sensitivity": (
        ["dice.dot"],
        SETTING
        | {"--objective": "avoid-probability", "--priorities": "3", "--start": "again", "--picture": "out.svg"}
        | {"--set": "unreached=zero", "--format": "pgsolver"}
        | dict.fromkeys(("--verify", "--json")),
    ),
    "geography": (
        ["graph.edges"],
        {"--game": "vertex-geography", "--format": "pgsolver", "--start": "1", "--solver": "geography-proof-number"}
        | {"--words": "words.txt", "--checkpoint": "found.npz", "--proof": "out.json", "--check": "proof.json"}
        | dict.fromkeys(("--verify", "--json")),
    ),
    "synth": (
        ["bad.hoa"],
        {"--controller": "out.hoa", "--picture": "out.svg", "--ins": "r", "--outs": "g", "-f": "G g", "--to": "aiger"}
        | dict.fromkeys(("--verify", "--why", "--json")),
    ),
    "games": ([], {"--long": "treblecross", "--json": None}),
    "solvers": ([], SETTING | {"--long": "zielonka", "--json": None, "--compare": "game.pg"}),
    "manual": ([], {"--markdown": None}),
    "completion": (["bash"], {}),
    "explore": ([], SETTING | {"--players": "Ann,Bob"}),
    "table": (["probe", "none"], {}),
}
"""For each command what it is called with, and a value for each option that has an effect by itself or is refused."""

DICE = """digraph {
  node [priority=0, weight=1, discount=0.5]; edge [weight=1, discount=0.5];
  roll [player=2, start=true, priority=1]; win [player=0, priority=2];
  lose [player=0, priority=1]; again [player=0, priority=3];
  roll -> win [probability="1/2"]; roll -> again [probability="1/3"]; roll -> lose [probability="1/6"];
  again -> roll; win -> win; lose -> lose;
}
"""

ROBOT = """state,action,next,probability
ice,east,rim,9/10
ice,east,pit,1/10
ice,wait,ice,1
rim,jump,goal,1/2
rim,jump,pit,1/2
rim,back,ice,3/4
rim,back,pit,1/4
goal,wait,goal,1
pit,wait,pit,1
"""

NO_TEXT = {
    ("solve", "--engine"),
    ("show", "--solved"),  # as it is without
    ("generate", "--unsolved"),
    ("generate", "--contested"),  # as most random games are
    ("verify", "--engine"),
    ("verify", "--proved"),  # needs the checker that `make prove` builds
    ("judge", "--solver"),
    ("judge", "--verify"),
    ("play", "--solver"),
    ("explain", "--solver"),
    ("explain", "--full"),  # a short argument is whole without it
    ("synth", "--solver"),
    ("play", "--as"),
    ("shield", "--exact"),  # the numbers of the table are exact
    ("shield", "--normalize"),
    ("evaluate", "--exact"),
    ("evaluate", "--normalize"),
}
"""Options that change how an answer is found or proved and not the answer, which is printed alone."""
NO_TEXT |= {  # names, where some stand
    (command, "--players")
    for command in ("solve", "convert", "verify", "simulate", "evaluate", "shield", "solvers", "sensitivity")
}
NO_TEXT |= {("heaps", "--solver")} | {
    ("explore", option) for option in ("--port", "--no-browser", "--time-limit", "--upload-limit", "--memory")
}


EXACT = {
    "solve": {"--avoid --precision", "--json --full"},
    "explain": {"--safe --depth"},
    "show": {"--to --players", "--to --verify", "--no-legend --verify", "--collapse --solver"},
}
"""Pairs of which one has no effect beside the other: the answer is exact, all of a small game stands in its JSON, the
argument is short, a picture has no legend, which says what is proved, or groups show no moves, in which solvers differ.
"""


class Seen(NamedTuple):
    """What a command did: its exit code, what it printed, with times taken out, and what it wrote."""

    code: int
    text: str
    files: dict[str, bytes]


def options_of(command: str) -> set[str]:
    parser = build(command).commands[command]
    return {action.option_strings[-1] for action in parser._actions if action.option_strings}


def words(options: dict[str, str | None], *chosen: str) -> list[str]:
    return [word for name in chosen for word in (name, options[name]) if word is not None]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    game = random_game(70, "parity", (1, 3), seed=1, priorities=5)
    write(game, tmp_path / "game.pg")
    write(random_game(12, "parity", (1, 3), seed=15, priorities=5), tmp_path / "small.pg")
    monkeypatch.chdir(tmp_path)
    files = {
        "green.in": concrete_game("gra-w-zielone").example,
        "graph.edges": "0 1\n1 2\n2 0\n2 3\n",
        "words.txt": "ab\nbc\nca\n",
        "lessons.md": "# Lessons\n\n## The first\nWho wins here?\n",
        "good.hoa": ARBITER.decode(),
        "bad.hoa": NO_GRANTS.decode(),
        "dice.dot": DICE,
        "robot.csv": ROBOT,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert run(["solve", "game.pg", "--solution", "game.sol", "--quiet"]) == 0
    dice = ["dice.dot", "--objective", "reach-probability", "--target", "win"]
    assert run(["solve", *dice, "--solution", "dice.json", "--quiet"]) == 0
    assert run(["geography", "graph.edges", "--proof", "proof.json", "--quiet"]) == 0
    return tmp_path


def seen(argv: list[str], folder: Path, capfd: pytest.CaptureFixture[str]) -> Seen:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    capfd.readouterr()
    code = run(argv)
    out, err = capfd.readouterr()
    assert "Traceback" not in err, argv
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path not in before}
    for path in folder.iterdir():
        if path not in before:
            path.unlink()
    if code == 2:
        assert err.strip() and not files, argv
    text = re.sub(r"[0-9]+\.[0-9]+( s\b)?|e-[0-9]+", "T", out + err)
    return Seen(code, text, {name: b"" if name.endswith(".npz") else data for name, data in files.items()})


def test_no_option_is_forgotten() -> None:
    assert CASES.keys() == commands().keys()
    for command, (_, options) in CASES.items():
        unseen = {*UNSEEN, *(option for name, option in NO_TEXT if name == command)}
        assert options_of(command) - unseen == set(options), command


@pytest.mark.parametrize("command", CASES)
def test_an_option_has_an_effect_or_is_refused(command: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    base, options = CASES[command]
    plain = Seen(0, "", {}) if command == "explore" else seen([command, *base], folder, capfd)
    alone = {name: seen([command, *base, *words(options, name)], folder, capfd) for name in options}
    silent = [name for name, did in alone.items() if did == plain]
    pairs = list(combinations(options, 2))
    for one, other in share(pairs, 60 / len(pairs) if pairs else 1):
        both = seen([command, *base, *words(options, one, other)], folder, capfd)
        if both.code != 2 and both in (alone[one], alone[other]):
            silent.append(f"{one} {other}")
    assert set(silent) <= EXACT.get(command, set())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("slove game.pg", "there is no command 'slove'; did you mean 'solve'?"),
        ("--quiet solve game.pg", "found --quiet where a command is expected"),
        ("solve game.pg --objectve buchi", "there is no option --objectve; did you mean '--objective'?"),
        ("solve game.pg --objective bucki", "argument --objective: 'bucki' is not a choice; did you mean 'buchi'?"),
        ("convert game.pg - x", "unexpected: x"),
        ("solve --quiet --explain", "--explain has no effect with --quiet"),
        ("solve game.pg --quiet --explain", "--explain has no effect with --quiet"),
        ("solve --solver", "argument --solver: expected one argument"),
        ("show game.pg --radius 2", "--radius has no effect without --around"),
        ("generate --list ladder", "FAMILY has no effect with --list"),
        (
            "solve nim --solution a.json --strategy a.csv",
            "--strategy is for models and for games on graphs; --json prints what others have",
        ),
        (
            "solve robot.csv --property true --strategy a.csv",
            "--strategy need one P, R or S, in continuous time without a bound on the time",
        ),
        ("synth good.hoa --jsno", "there is no option --jsno; did you mean '--json'?"),
        ("solve game.pg --\x1b[2J", r"there is no option --\x1b[2J"),
        ("games --long treblecros", "there is no 'treblecros' in this list; did you mean 'treblecross'?"),
        (
            "solve game.pg --game green-game --objective buchi",
            "the input of green-game says everything about the game; leave out the option",
        ),
        (
            "solve game.pg --objective nimbers --set loopy=yes",
            "the input of nimbers says everything about the game; leave out what is set: loopy=yes",
        ),
        (
            "convert game.pg - --game nimbers --const N=1",
            "the input of nimbers says everything about the game; leave out what is set: N=1",
        ),
        ("explain game.pg --game nimbers --test 2", "there is no test 2; the input has 1"),
    ],
)
def test_a_wrong_word_gets_the_nearest_right_one_and_not_the_whole_usage(
    line: str, said: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    did = seen(line.split(" "), folder, capfd)
    assert did.code == 2 and said in did.text, did.text
    assert "usage:" not in did.text.lower() and len(did.text.splitlines()) <= 2


@pytest.mark.parametrize("line", ["solvers", "games", "generate --list"])
@pytest.mark.parametrize("width", [80, 200])
def test_a_list_has_one_line_each(
    line: str, width: int, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    rows = seen([*line.split(), "--json"], folder, capfd).text.splitlines()
    text = seen(line.split(), folder, capfd).text
    assert max(map(len, text.splitlines())) <= width and f"{len(rows)} in all" in text
    names = {next(iter(json.loads(row).values())) for row in rows}
    listed = [row for row in text.splitlines() if row.split()[:1] and row.split()[0] in names]
    assert len(listed) == len(rows)
    long = seen([*line.split(), "--long"], folder, capfd).text
    assert len(long.splitlines()) > 2 * len(rows) and not re.search(r"\w\.\.\.( |$)", long, re.MULTILINE)


def test_long_tables_say_what_they_leave_out(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    short, full = (seen(["solve", "game.pg", *more], folder, capfd).text for more in ([], ["--full"]))
    assert "... 60 more rows; --full shows all" in short and len(full.splitlines()) == len(short.splitlines()) + 59
    assert "... 10 more lines; --full shows all" in seen(["solve", "game.pg", "--explain"], folder, capfd).text


def test_the_summary_of_a_game_of_last_moves(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "a.edges").write_text("2 1\n1 0\n3 0\n4 5\n5 4\n")
    assert "  2 N-positions, 2 P-positions, 2 draws\n" in seen(["solve", "a.edges"], folder, capfd).text.replace(
        "1 N", "1 N"
    )


def test_what_a_cyclic_graph_is_told_that_wants_nimbers(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    did = seen(["solve", "graph.edges", "--objective", "nimbers", "--solver", "grundy"], folder, capfd)
    assert did.code == 2 and "loopy-grundy" in did.text
    did = seen(["solve", "graph.edges", "--objective", "nimbers"], folder, capfd)
    assert did.code == 0 and "solved by loopy-grundy" in did.text


def test_other_names_of_games(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert seen(["judge", "green-game", "green.in"], folder, capfd) == seen(
        ["judge", "gra-w-zielone", "green.in"], folder, capfd
    )
    for name in ("nim", "dawson", "kayles", "treblecross", "lasker-nim"):
        assert seen(["heaps", name, "--to", "20", "--verify"], folder, capfd).code == 0
        assert seen(["play", name, "--as", "none"], folder, capfd).code == 0 or name == "treblecross"
    assert "0 1 2 3 4 5 6 7 8 9 10" in seen(["heaps", "nim", "--to", "20"], folder, capfd).text
    assert "0 1 2 4 3 5 6 8 7 9 10 12" in seen(["heaps", "lasker-nim", "--to", "20"], folder, capfd).text
    assert seen(["heaps", "nim", "--to", "2000000"], folder, capfd).code == 2
    assert '"code": ".3..."' in seen(["heaps", "nim", "--to", "2000", "--json"], folder, capfd).text
    assert "heaps 0 to 1000" in seen(["heaps", ".9"], folder, capfd).text


@pytest.fixture
def terminal() -> Iterator[int]:
    """A pseudo-terminal, as a person has it, where the input is ended at once."""
    if not hasattr(os, "openpty"):
        pytest.skip("there are no pseudo-terminals")
    near, far = os.openpty()
    os.write(near, b"\x04")
    yield far
    os.close(near)
    os.close(far)


@pytest.mark.parametrize(
    "line", ["judge gra-w-zielone", "solve -", "convert - out.pg", "verify - game.sol", "geography", "synth -"]
)
def test_a_terminal_is_told_what_is_waited_for(
    line: str, terminal: int, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(terminal, closefd=False) as person:
        monkeypatch.setattr("sys.stdin", person)
        assert "reading from the terminal; end the input with Ctrl-D" in seen(line.split(), folder, capfd).text


def test_a_terminal_gets_no_picture(terminal: int, folder: Path) -> None:
    command = [sys.executable, "-m", "graphgames", "show", "game.pg"]
    done = subprocess.run(command, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert "say where to write it, as -o game.svg" in done.stderr


def test_a_terminal_is_shown_how_to_get_the_controller(terminal: int, tmp_path: Path) -> None:
    header = 'HOA: v1 States: 1 Start: 0 AP: 1 "g" controllable-AP: 0 acc-name: all Acceptance: 0 t'
    (tmp_path / "a.hoa").write_text(f"{header} --BODY-- State: 0 [0] 0 --END--")
    command = [sys.executable, "-m", "graphgames", "synth", str(tmp_path / "a.hoa")]
    for out, shown in ((terminal, True), (subprocess.DEVNULL, False)):
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        assert done.returncode == 0 and ("writes the controller" in done.stderr) == shown


def numeric(command: str) -> list[str]:
    """The options of a command that take a number, by what they do with a word that is none."""
    found = []
    for action in build(command).commands[command]._actions:
        if action.option_strings and action.type is not None:
            with contextlib.suppress(argparse.ArgumentTypeError, ValueError):
                action.type("no-number")  # type: ignore[operator]
                continue
            found.append(action.option_strings[-1])
    return found


def test_the_options_with_numbers_are_known() -> None:
    found: dict[str, Any] = {command: numeric(command) for command in commands()}
    assert (
        found["solve"] == ["--test", "--jobs", "--every", "--base"]
        and "--every" in found["geography"]
        and "--port" in found["explore"]
    )
