"""The real program on real processes: the same files for any number of them, a limit of memory, faults."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.random_games import random_game
from tests.games.tables.test_mpi import MPIRUN, environment, kill, under_mpi
from tests.waiting import PATIENCE, until

pytest.importorskip("mpi4py")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MPIRUN is None, reason="there is no mpirun")]


def run(processes: int, *words: str) -> Any:
    command = under_mpi(processes, *words)
    return subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=300)


@pytest.mark.nightly
@pytest.mark.parametrize("objective", ["reach", "safe", "buchi", "cobuchi", "normal", "misere"])
def test_the_command_writes_the_same_for_any_number_of_processes(objective: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pg"
    gg.write(random_game(3000, "buchi", degrees=(1, 3), share=0.2, seed=5), path)
    read = gg.read(path, objective=objective)
    one = gg.solve(read)
    for processes in (1, 2, 3, 8):
        out = tmp_path / f"{processes}.npz"
        words = ("-m", "graphgames", "solve", str(path), "--objective", objective, "--start", "7", "--json", "--verify")
        done = run(processes, *words, "--engine", "mpi", "--solution", str(out))
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        assert said["verified"] and said["won"] == list(one.won) and said["processes"] == processes
        assert said["start"]["outcome"] == one.outcome(7)
        assert out.read_bytes() == (tmp_path / "1.npz").read_bytes()
    found = gg.read_solution(read, tmp_path / "8.npz")
    assert found.winner.tolist() == one.winner.tolist() and gg.verify(found)
    done = run(3, "-m", "graphgames", "verify", str(path), str(tmp_path / "2.npz"), "--objective", objective)
    assert done.returncode == 0 and "proved" in done.stdout and done.stdout.count("\n") == 1, done.stderr
    damaged = dict(np.load(tmp_path / "2.npz"))
    damaged["winner"][17] ^= 1
    np.savez(tmp_path / "bad.npz", **damaged)
    done = run(3, "-m", "graphgames", "verify", str(path), str(tmp_path / "bad.npz"), "--objective", objective)
    assert done.returncode == 1 and "vertex 17" in done.stdout, (done.stdout, done.stderr)


PYTHON = """
import sys
import graphgames as gg
whole = gg.solve(gg.read(sys.argv[1], objective="reach"), engine="mpi")
part = gg.solve(gg.read(sys.argv[1], objective="reach", engine="mpi"))
assert gg.verify(whole) and gg.verify(part)
print(whole.won, part.won, part.outcome(3), whole.outcome(3))
"""


@pytest.mark.nightly
def test_it_is_the_same_from_python(tmp_path: Path) -> None:
    path = tmp_path / "game.npz"
    game = random_game(500, "reach", share=0.1, seed=1)
    gg.write(game, path)
    one = gg.solve(game)
    done = run(3, "-c", PYTHON, str(path))
    line = f"{one.won} {one.won} {one.outcome(3)} {one.outcome(3)}"
    assert done.returncode == 0 and done.stdout.splitlines() == [line] * 3, done.stderr


@pytest.mark.share(0.5)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("no-such.pg",), "there is no such file"),
        (("bad.pg",), "edge to 7"),
        (("good.pg", "good.pg"), "one file, and there are 2"),
        (("good.pg", "--start", "x"), "is not a vertex"),
        (("good.pg", "--solution", "out.json"), "ends in .npz"),
        (("good.pg", "--objective", "parity"), "does not run on the engine 'mpi'"),
    ],
)
def test_what_is_wrong_is_said_once(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    (tmp_path / "good.pg").write_text("parity 1;\n0 0 0 1;\n1 0 1 0;\n")
    (tmp_path / "bad.pg").write_text("parity 1;\n0 0 0 7;\n1 0 1 0;\n")
    more = () if "--objective" in words else ("--objective", "reach")
    command = under_mpi(2, "-m", "graphgames", "solve", *words, *more)
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path)
    assert done.returncode != 0 and message in done.stderr and "Traceback" not in done.stderr, done.stderr


LIMITED = """
import os, resource, sys
from pathlib import Path
import graphgames as gg
import graphgames.core.checking, graphgames.engines.reading_in_parts, graphgames.games.lastmove.mpi
from graphgames.engines.mpi import MpiTeam
team = MpiTeam()
taken = int(Path("/proc/self/statm").read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")
resource.setrlimit(resource.RLIMIT_DATA, (taken + 64_000_000, resource.RLIM_INFINITY))
with team.abort_on_error():
    solution = gg.solve(gg.read(sys.argv[1], objective="normal", engine="mpi"))
    report = gg.verify(solution)
    if team.rank == 0:
        print(solution.won, report)
    else:
        solution.won
    gg.write(solution, sys.argv[2])
"""


@pytest.mark.nightly
def test_four_processes_solve_under_a_limit_of_memory_what_one_cannot(tmp_path: Path) -> None:
    path = tmp_path / "game.npz"
    game = random_game(1_500_000, "normal", degrees=(0, 3), seed=3)
    gg.write(game, path)
    one = gg.solve(game)
    alone, four = (run(many, "-c", LIMITED, str(path), str(tmp_path / f"{many}.npz")) for many in (1, 4))
    assert alone.returncode != 0 and "MemoryError" in alone.stderr, alone.stderr
    assert four.returncode == 0, four.stderr
    assert four.stdout.startswith(f"{one.won} proved:"), four.stdout
    found = np.load(tmp_path / "4.npz")
    assert one.values is not None and found["value"].tolist() == one.values.tolist()
    assert np.array_equal(found["winner"], one.winner)


@pytest.mark.nightly
def test_a_job_that_was_killed_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path, kept, n = tmp_path / "path.npz", tmp_path / "kept", 6_000
    gg.write(gg.Game(gg.Arena.from_edges([(i + 1, i) for i in range(n)]), gg.NormalPlay()), path)
    words = ["-m", "graphgames", "solve", str(path), "--objective", "normal", "--engine", "mpi", "--json", "--verify"]
    keeping = ["--checkpoint", str(kept), "--every", "0.2"]
    process = subprocess.Popen(
        under_mpi(2, *words, *keeping), env=environment(), start_new_session=True, stdout=subprocess.DEVNULL
    )
    assert until(kept.exists, process)
    kill(process)
    done = json.loads(kept.read_bytes()[:512])["state"]["layer"]
    assert 0 < done < n
    out = tmp_path / "solved.npz"
    ended = run(3, *words, *keeping, "--solution", str(out))
    assert ended.returncode == 0 and json.loads(ended.stdout)["verified"], ended.stderr
    assert not kept.exists()
    assert np.load(out)["value"].tolist() == list(range(n + 1))
