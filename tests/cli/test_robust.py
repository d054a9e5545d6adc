"""Over all commands: full and closed outputs, names that command a terminal, and numbers out of proportion."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from graphgames.catalogue.find import concrete_game
from graphgames.cli.main import commands, run
from graphgames.games.tables.build import build
from graphgames.games.tables.tic_tac_toe import TicTacToe
from tests.cli.test_cli import program
from tests.cli.test_options import DICE, ROBOT, numeric
from tests.games.synthesis.test_hoa import ARBITER
from tests.share import share
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

EVIL = "a\x1b[2J\u202e\nproved"
GAME = f'parity 1;\nstart 0;\n0 0 0 1 "{EVIL}";\n1 1 1 0 "b";\n'
DICE_ASKED = "--objective reach-probability --target win"
LINES = {
    "solve": "evil.pg --explain",
    "verify": "evil.pg evil.sol",
    "judge": "gra-w-zielone green.in",
    "play": "evil.pg --as none",
    "simulate": f"dice.dot dice.json {DICE_ASKED} --plays 9",
    "evaluate": "evil.pg uniform",
    "shield": "robot.csv --avoid pit",
    "explain": "evil.pg --depth 3",
    "explore": "nothing.pg",
    "show": "evil.pg",
    "convert": "evil.pg -",
    "generate": "--list",
    "synth": "good.hoa",
    "heaps": ".77 --to 50",
    "sensitivity": "dice.dot",
    "geography": "evil.dot",
    "table": "stats board",
    "games": "",
    "solvers": "",
    "completion": "bash",
    "manual": "",
}
"""For each command a line that prints something on standard output, but for the page, which prints on the other."""
FOR_PROGRAMS = {"convert", "show", "completion", "manual"}
"""What these print is read by programs, which get the bytes as they are."""

SECONDS, MEMORY = 20, 2 << 30
ABSURD = ("99999999999999999999", "-1", "0", "nan")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("robust")
    (path / "evil.pg").write_text(GAME)
    (path / "evil.sol").write_text("paritysol 1;\n0 1;\n1 1 0;\n")
    (path / "evil.dot").write_text(f'digraph {{ "{EVIL}" -> b -> "{EVIL}" }}\n')
    (path / "green.in").write_text(concrete_game("gra-w-zielone").example)
    (path / "dice.dot").write_text(DICE)
    (path / "robot.csv").write_text(ROBOT)
    dice = ["solve", str(path / "dice.dot"), *DICE_ASKED.split(), "--solution", str(path / "dice.json"), "--quiet"]
    assert run(dice) == 0
    (path / "good.hoa").write_bytes(ARBITER)
    (path / "graph.edges").write_text("0 1\n1 2\n2 0\n")
    build(TicTacToe(), path / "board")
    return path


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m graphgames {line}"
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE, cwd=folder)


def test_no_command_is_forgotten() -> None:
    assert LINES.keys() == commands().keys()


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", list(share(sorted(LINES.keys() - {"explore"}), 0.15)))
@pytest.mark.parametrize("to", ["> /dev/full", ">&-", "--help > /dev/full"])
def test_an_output_that_takes_nothing_is_said(command: str, to: str, folder: Path) -> None:
    done = shell(folder, f"{command} {to}" if "help" in to else f"{command} {LINES[command]} {to}")
    assert done.returncode == 2 and "cannot be written" in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) <= 2 and "Traceback" not in done.stderr and "Exception" not in done.stderr


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("command", list(share(sorted(LINES.keys() - {"explore"}), 0.15)))
def test_a_reader_that_leaves_and_notes_that_nobody_gets_are_no_fault(command: str, folder: Path) -> None:
    line = f"({sys.executable} -m graphgames {command} {LINES[command]}; echo code $? >&2) | true"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=PATIENCE, cwd=folder)
    assert done.stderr.endswith("code 0\n") and "Traceback" not in done.stderr, done.stderr
    for to in ("2> /dev/full", "2>&-"):
        assert shell(folder, f"{command} {LINES[command]} {to}").returncode == 0
        assert shell(folder, f"{command} --nonsense {to}").returncode == 2


@pytest.mark.parametrize("command", sorted(LINES.keys() - FOR_PROGRAMS))
def test_no_name_commands_the_terminal(command: str, folder: Path) -> None:
    line = LINES[command].split()
    for words in (line, [*line, EVIL], ["--start", EVIL, *line], ["--no" + EVIL]):
        done = program(command, *words, cwd=folder)
        printed = done.stdout + done.stderr
        assert "\x1b" not in printed and "\u202e" not in printed and "Traceback" not in printed, printed
        assert not any(row.startswith("proved") for row in printed.splitlines()), printed


ONE_BY_ONE = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (%d, %d))
from graphgames.cli.main import run
for line in sys.stdin:
    begun = time.process_time()
    code = run(json.loads(line))
    sys.stdout.flush()
    print("DONE", code, time.process_time() - begun, file=sys.stderr, flush=True)
""" % (MEMORY, MEMORY)  # noqa: UP031


def absurd(command: str) -> list[list[str]]:
    """Every numeric option of a command with every absurd value, and the arguments that are numbers."""
    base = {"solve": ["evil.pg"], "play": ["evil.pg", "--as", "none"], "show": ["evil.pg", "--around", "b"]}
    base |= {"generate": ["random-parity", "5"], "heaps": [".77"], "geography": ["graph.edges", "--checkpoint", "c"]}
    words = base.get(command, LINES[command].split())
    found = [[command, *words, f"{option}={value}"] for option in numeric(command) for value in ABSURD]
    if command == "generate":
        from graphgames.cli.generate import families

        found += [[command, family, value] for family in families() for value in (*ABSURD, "2147483646")]
    if command == "heaps":
        found += [[command, value] for value in ABSURD] + [[command, f"1,{value}"] for value in ABSURD]
    return found


@pytest.mark.share(0.6)
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")
@pytest.mark.parametrize("command", [command for command in LINES if absurd(command)])
def test_numbers_out_of_proportion(command: str, folder: Path) -> None:
    """Each ends soon and within two gigabytes: in a sentence and exit code 2, or in an answer."""
    cases = absurd(command)
    text = "\n".join(map(json.dumps, cases))
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE], input=text, capture_output=True, text=True, timeout=2 * PATIENCE, cwd=folder
    )
    results = [row.split()[1:] for row in done.stderr.splitlines() if row.startswith("DONE")]
    assert len(results) == len(cases) and "Traceback" not in done.stderr, (
        cases[len(results) :][:1],
        done.stderr[-500:],
    )
    for case, (code, seconds) in zip(cases, results, strict=True):
        assert code in ("0", "2") and float(seconds) < SECONDS, (case, code, seconds)
    assert resource.getrlimit(resource.RLIMIT_AS)
