"""The command: what it says, what it refuses, and that nothing is left of it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from graphgames import api
from graphgames.cli.options import READING
from graphgames.explore import run
from graphgames.explore.loaded_game import OPTIONS, read_problem
from tests.cli.test_cli import program
from tests.explore.serving import started
from tests.waiting import PATIENCE, until

GAME = "parity 1;\n0 2 0 1;\n1 1 1 0;\n"


def get(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def first_game(address: str) -> object:
    """Return the key of the game that a page begins with."""
    headers = {"origin": address.rstrip("/"), "content-type": "application/json"}
    question = urllib.request.Request(f"{address}api/games", b'{"first": true}', headers)
    with urllib.request.urlopen(question, timeout=PATIENCE) as answer:
        return json.load(answer)["id"]


def children(pid: int) -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.add(int(stat.parent.name))
    return found


def listening(address: str) -> list[str]:
    """Return where something listens at the port of an address."""
    port = int(address.rstrip("/").rpartition(":")[2])
    lines = map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
    return [line[1] for line in lines if line[3] == "0A" and line[1].endswith(f":{port:04X}")]


def gone(pids: set[int]) -> bool:
    return until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))


@pytest.mark.slow
def test_a_game_is_served_on_the_loopback_alone_until_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "ring.pg"
    path.write_text(GAME)
    process, address = started(str(path), "--objective", "buchi")
    assert [place.partition(":")[0] for place in listening(address)] == ["0100007F"]
    key = first_game(address)
    while (state := get(f"{address}api/games/{key}"))["state"] == "busy":
        time.sleep(0.05)
    assert state["state"] == "ready" and state["name"] == "ring.pg" and state["options"] == {"objective": "buchi"}
    workers = children(process.pid)
    assert workers
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert errors.strip() == "graphgames explore: stopped"
    assert gone(workers)


@pytest.mark.slow
def test_workers_end_with_a_server_that_was_killed() -> None:
    process, address = started()
    get(f"{address}api/start")
    workers = children(process.pid)
    assert workers
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert gone(workers)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.pg"], r"none\.pg: there is no such file"),
        (["--time-limit", "0"], r"0. is not a number from 0.001"),
        (["--port", "99999"], r"99999. is not a whole number from 0 to 65535"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(arguments: list[str], words: str) -> None:
    done = program("explore", "--no-browser", *arguments)
    assert done.returncode == 2 and re.search(words, done.stderr)


@pytest.mark.slow
def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = program("explore", "--no-browser", "--port", port)
    assert done.returncode == 2 and "Address already in use" in done.stderr


def test_without_its_libraries_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ImportError('hidden', name='uvicorn')\n")
    command = [sys.executable, "-m", "graphgames", "explore", "--no-browser"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment)
    assert done.returncode == 2
    assert (
        "this needs uvicorn, which is not installed; install it with: pip install 'graphgames[explore]'" in done.stderr
    )


@pytest.mark.slow
def test_the_program_starts_without_the_web() -> None:
    names = "[name for name in ('starlette', 'uvicorn') if name in sys.modules]"
    code = f"import sys, graphgames.cli.main as main; main.build(); print({names})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.strip() == "[]"


def test_answers_are_sent_at_once() -> None:
    with run.listening(0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # what asyncio asks before it sets TCP_NODELAY


def test_the_page_reads_with_the_options_of_the_command_line() -> None:
    assert set(OPTIONS) == {*READING, "property", "constants"}
    told = {"objective": "reach", "marks": {"target": ["a"]}, "players": ["Ann", "Bob"]}
    reach = read_problem(b"digraph { b [owner=0]; a [owner=1]; b -> a; a -> a }", "r.dot", told)
    assert (reach.objective.target.tolist(), reach.players) == ([False, True], ("Ann", "Bob"))
    game = read_problem(b"parity 1; 0 1 0 1; 1 2 1 0;", "ring.pg", {"convention": "min-odd"})
    assert game.objective.convention == "min-odd" and api.solve(game).won == (2, 0)
