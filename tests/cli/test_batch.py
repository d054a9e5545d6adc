"""Many files in one call: side by side, in order, past faults, and stopped by Ctrl-C."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.batch import in_order
from graphgames.cli.main import run
from graphgames.cli.start import start_of
from graphgames.games.buchi.families import buchi_ladder
from graphgames.games.parity.families import random_parity
from tests.cli.test_cli import GAME, program
from tests.waiting import PATIENCE, at_work


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Games of quite different sizes, the largest first, so that results come in another order than they are made."""
    paths = []
    for i, n in enumerate((20_000, 5, 300, 7, 2000, 3)):
        paths.append(tmp_path / f"{i}.pg")
        gg.write(random_parity(n, 5, seed=i), paths[-1])
    return paths


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_a_line_each_in_order_and_one_for_all(files: list[Path], jobs: int) -> None:
    done = program("solve", *files, "--jobs", str(jobs), "--verify")
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    for file, line in zip(files, lines, strict=True):
        game = gg.read(file)
        even, odd = gg.solve(game).won
        assert line.startswith(f"{file}: parity game, ") and line.endswith(" s; proved")
        first, second = game.region_names  # of three vertices all may be one player's
        assert f"; {first} {even:,} (" in line and f", {second} {odd:,} (" in line and "; portfolio, " in line
    assert re.fullmatch(r"6 files: 6 solved, 6 proved; \d+\.\d{3} s of work in \d+\.\d{3} s", last)


def test_faults_do_not_stop_the_rest(files: list[Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.pg"
    bad.write_text("parity 1;\n0 0 0 5;\n")
    done = program("solve", files[0], bad, files[1], tmp_path / "none.pg", files[2], "--jobs", "2")
    assert done.returncode == 2
    *lines, last = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [str(file) for file in files[:3]]
    assert last.startswith("5 files: 3 solved, 2 failed; ")
    faults = [line for line in done.stderr.splitlines() if line.startswith("graphgames: ")]
    assert len(faults) == 2 and f"{bad}:2:7" in faults[0] and "none.pg" in faults[1]
    done = program("solve", files[1], files[2], "--solver", "magic")
    assert done.returncode == 2 and done.stderr.count("there is no solver 'magic'") == 2


def test_a_fault_of_ours_does_not_stop_the_rest(
    files: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = start_of

    def fails(solution: Any, given: str | None, test: int = 0) -> Any:
        if solution.problem.arena.n == 7:
            raise TypeError("'>=' not supported")
        return sound(solution, given, test)

    monkeypatch.setattr("graphgames.cli.solve.start_of", fails)
    code = run(["solve", *map(str, files[2:])])
    said = capsys.readouterr()
    assert code == 2 and "'>=' not supported" in said.err and "this is a bug in graphgames" in said.err
    assert said.out.count("parity game") == 3 and "4 files: 3 solved, 1 failed" in said.out


@pytest.mark.slow
def test_json_quiet_and_explain(files: list[Path], tmp_path: Path) -> None:
    done = program("solve", *files, "--json", "--full", "--jobs", "2")
    data = [json.loads(line) for line in done.stdout.splitlines()]
    assert [entry["file"] for entry in data] == [str(file) for file in files]
    assert [len(entry["winner"]) for entry in data] == [20_000, 5, 300, 7, 2000, 3]
    done = program("solve", *files, "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    small = tmp_path / "small.pg"
    small.write_text(GAME)
    done = program("solve", small, files[1], "--explain")
    assert done.stdout.count(" wins from ") == 9 and done.stdout.splitlines()[-1].startswith("2 files: 2 solved; ")


def test_jobs_that_make_no_sense(files: list[Path]) -> None:
    done = program("solve", *files, "--jobs", "0")
    assert done.returncode == 2 and "argument --jobs: '0' is not a whole number from 1" in done.stderr


def test_what_is_raised_comes_out_and_stops_the_others() -> None:
    begun: list[str] = []

    def work(name: str) -> str:
        begun.append(name)
        if name == "b":
            raise ValueError(name)
        time.sleep(0.01)
        return name

    with pytest.raises(ValueError, match="b"):
        list(in_order(work, ["a", "b", *["c"] * 500], 2))
    assert len(begun) < 400
    assert threading.active_count() < 4


@pytest.mark.slow
def test_ctrl_c_while_two_files_are_being_solved(files: list[Path], tmp_path: Path) -> None:
    slow = [tmp_path / f"slow{i}.pg" for i in range(3)]
    for path in slow:
        gg.write(buchi_ladder(30_000), path)
    command = [sys.executable, "-m", "graphgames", "solve", *map(str, (files[1], *slow))]
    command += ["--objective", "buchi", "--solver", "buchi-lifting", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline().startswith(f"{files[1]}: buchi game, 5 vertices")
        assert at_work(child, 1), "it was done before it could be stopped"
        child.send_signal(signal.SIGINT)
        said = child.stderr.read()
    assert child.returncode == 130 and said == "graphgames: stopped\n"


def test_a_thread_that_never_wakes_does_not_hold_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that waits for the lock of an import that was stopped."""
    monkeypatch.setattr("graphgames.cli.batch._STOP_SECONDS", 0.2)
    asleep, never = threading.Event(), threading.Lock()
    never.acquire()

    def work(name: str) -> str:
        if name == "sleeper":
            asleep.set()
            never.acquire()
        asleep.wait()
        return name

    results = in_order(work, ["quick", "sleeper"], 2)
    assert next(results) == ("quick", "quick")
    waking = threading.Timer(PATIENCE, never.release)  # who waits for the sleeper would wait for ever
    waking.start()
    with pytest.raises(KeyboardInterrupt):
        results.throw(KeyboardInterrupt())
    assert never.locked()
    waking.cancel()
    never.release()
