"""Long work shows that it goes on, and stops cleanly on Ctrl-C with nothing half-written."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

from graphgames import write
from graphgames.generate import buchi_ladder

PROGRAM = [sys.executable, "-m", "graphgames"]


def test_a_bar_appears_on_a_terminal_after_a_second_and_goes_away() -> None:
    terminal, end = pty.openpty()
    command = [*PROGRAM, "judge", "gra-w-zielone"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=end) as child:
        os.close(end)
        assert child.stdin is not None and child.stdout is not None
        seen = b""
        start = time.monotonic()
        while b"reading" not in seen and time.monotonic() - start < 30:
            seen += os.read(terminal, 4096)
        child.stdin.write(b"1 1 1 1 2 0 1 1")
        child.stdin.close()
        assert child.stdout.read() == b"2\n1\n2\n"
    os.close(terminal)
    assert b"reading" in seen and child.returncode == 0


def test_nothing_is_drawn_where_stderr_is_no_terminal() -> None:
    with subprocess.Popen(
        [*PROGRAM, "judge", "gra-w-zielone"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdin is not None and child.stderr is not None
        time.sleep(1.5)
        child.stdin.write(b"0 0")
        child.stdin.close()
        assert child.stderr.read() == b""


def test_ctrl_c_while_a_solver_runs_ends_with_130_and_writes_nothing(tmp_path: Path) -> None:
    """Lifting raises the labels of a ladder one by one, half a thousand million times here."""
    path, solution = tmp_path / "slow.pg", tmp_path / "slow.json"
    write(buchi_ladder(30_000), path)
    command = [*PROGRAM, "solve", str(path), "--objective", "buchi", "--solution", str(solution)]
    with subprocess.Popen([*command, "--solver", "buchi-lifting"], stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        time.sleep(2.5)
        assert child.poll() is None, "it was done before it could be stopped"
        child.send_signal(signal.SIGINT)
        start = time.monotonic()
        said = child.stderr.read()
    assert time.monotonic() - start < 10
    assert child.returncode == 130 and said == "graphgames: stopped\n"
    assert list(tmp_path.iterdir()) == [path]
