"""Long work shows that it goes on, and stops cleanly on Ctrl-C with nothing half-written."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from graphgames import write
from graphgames.games.buchi.families import buchi_ladder
from tests.waiting import PATIENCE, at_work, until

PROGRAM = [sys.executable, "-m", "graphgames"]


@pytest.mark.slow
def test_a_bar_appears_on_a_terminal_after_a_second_and_goes_away() -> None:
    terminal, end = pty.openpty()
    command = [*PROGRAM, "judge", "gra-w-zielone"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=end) as child:
        os.close(end)
        assert child.stdin is not None and child.stdout is not None
        seen = b""
        start = time.monotonic()
        while b"reading" not in seen and time.monotonic() - start < PATIENCE:
            seen += os.read(terminal, 4096)
        child.stdin.write(b"1 1 1 1 2 0 1 1")
        child.stdin.close()
        assert child.stdout.read() == b"2\n1\n2\n"
    os.close(terminal)
    assert b"reading" in seen and child.returncode == 0


@pytest.mark.slow
def test_values_of_heaps_say_how_far_they_are_and_stop_cleanly() -> None:
    terminal, end = pty.openpty()
    termios.tcsetwinsize(end, (24, 80))
    with subprocess.Popen([*PROGRAM, "heaps", ".9", "--to", "20000"], stdout=subprocess.PIPE, stderr=end) as child:
        os.close(end)
        seen = b""
        start = time.monotonic()
        while b" left" not in seen and time.monotonic() - start < PATIENCE:
            seen += os.read(terminal, 4096)
        child.send_signal(signal.SIGINT)
        while b"stopped" not in seen:
            seen += os.read(terminal, 4096)
    os.close(terminal)
    assert re.search(rb"solve: [\d,]+ of 20,001 heaps, about .* left", seen) and child.returncode == 130
    assert seen.rstrip().endswith(b"\r\x1b[Kgraphgames: stopped")


@pytest.mark.slow
def test_nothing_is_drawn_where_stderr_is_no_terminal() -> None:
    with subprocess.Popen(
        [*PROGRAM, "judge", "gra-w-zielone"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdin is not None and child.stderr is not None
        time.sleep(1.5)
        child.stdin.write(b"0 0")
        child.stdin.close()
        assert child.stderr.read() == b""


@pytest.mark.slow
def test_ctrl_c_while_a_solver_runs_ends_with_130_and_writes_nothing(tmp_path: Path) -> None:
    """Lifting raises the labels of a ladder one by one, half a thousand million times here."""
    path, solution = tmp_path / "slow.pg", tmp_path / "slow.json"
    write(buchi_ladder(30_000), path)
    command = [*PROGRAM, "solve", str(path), "--objective", "buchi", "--solution", str(solution)]
    with subprocess.Popen([*command, "--solver", "buchi-lifting"], stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        assert at_work(child, 1), "it was done before it could be stopped"
        child.send_signal(signal.SIGINT)
        said = child.stderr.read()
    assert child.returncode == 130 and said == "graphgames: stopped\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_a_file_is_written_leaves_the_old_one(kind: signal.Signals, code: int, tmp_path: Path) -> None:
    out = tmp_path / "game.pg.bz2"
    out.write_text("what was there before")
    command = [*PROGRAM, "generate", "random-parity", "3000000", "--seed", "1", "-o", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        assert until(lambda: len(list(tmp_path.iterdir())) > 1, child)
        child.send_signal(kind)
        said = child.stderr.read()
    assert (child.returncode, said) == (code, "graphgames: stopped\n")
    assert list(tmp_path.iterdir()) == [out] and out.read_text() == "what was there before"


def test_a_signal_that_an_import_would_swallow_waits_for_its_end() -> None:
    """A compiled module tells ``collections.abc`` of its arrays as it loads, and goes on whatever that raises."""
    swallowing = """
import sys, time

class Swallowing:
    def find_spec(self, name, *rest):
        if name == "graphgames.cli.main":
            print("!", flush=True)
            try:
                time.sleep(0.3)
            except BaseException:
                pass
            print("imported", flush=True)

sys.meta_path.insert(0, Swallowing())
sys.argv = ["graphgames", "solve", "-"]
from graphgames.__main__ import main
sys.exit(main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", swallowing],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline() == "!\n"
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "imported\n"
        assert child.stderr.read() == "graphgames: stopped\n"
    assert child.returncode == 130


@pytest.mark.slow
@pytest.mark.parametrize("error", ["KeyboardInterrupt", "ImportError"])
def test_a_signal_in_the_middle_of_an_import_is_one_line_too(error: str) -> None:
    """NumPy, stopped while it loads, raises an ImportError that says to look at the installation."""
    slow = f"""
import sys, time

class Slow:
    def find_spec(self, name, *rest):
        if name == "graphgames.cli.main":
            print("!", flush=True)
            try:
                time.sleep(60)
            except KeyboardInterrupt:
                raise {error}

sys.meta_path.insert(0, Slow())
sys.argv = ["graphgames", "solve", "-"]
import graphgames.__main__
graphgames.__main__.MAX_DELAYS = 20
sys.exit(graphgames.__main__.main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", slow], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline() == "!\n"
        child.send_signal(signal.SIGTERM)
        assert child.stderr.read() == "graphgames: stopped\n"
    assert child.returncode == 143


def test_a_second_signal_to_stop_does_not_disturb_the_first() -> None:
    ending = """
import os, signal, sys
import graphgames.__main__ as program
from graphgames.cli import guard

def stopped(error, before=guard.stopped):
    os.kill(os.getpid(), signal.SIGTERM)
    return before(error)

def work():
    print("!", flush=True)
    signal.pause()
    return 0

guard.stopped = stopped
program.command = lambda: guard.guarded(work)
sys.exit(program.main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", ending], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline() == "!\n"
        child.send_signal(signal.SIGTERM)
        assert child.stderr.read() == "graphgames: stopped\n"
    assert child.returncode == 143
