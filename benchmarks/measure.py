"""What every benchmark shares: timing whole processes, compiling the C++ references, printing a table with the machine.

Each script beside this file is one benchmark: it makes its inputs from seeds, runs us and the peers in turn in one run,
and prints a Markdown table. A peer's path is an argument; without it that column stays empty.
"""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

REFERENCES = Path(__file__).parent / "reference"


@dataclass(frozen=True)
class Run:
    """One measured process: wall seconds, peak memory in MB, what it printed."""

    seconds: float
    megabytes: float
    output: bytes


_WRAPPER = """
import os, sys, time
start = time.perf_counter()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
took = time.perf_counter() - start
os.write(int(sys.argv[1]), f"{took} {usage.ru_maxrss} {os.waitstatus_to_exitcode(status)}".encode())
"""
"""Starts the process that is measured: one's peak memory is never less than that of who started it."""


def process(command: Sequence[str | Path], stdin: Path | None = None, repeat: int = 3, timeout: float = 600) -> Run:
    """Run a command several times and give the median wall time and the peak memory of all runs.

    The peak is never less than the 10 MB of the small process that starts the command.
    """
    seconds, output = [], b""
    peak = 0.0
    for _ in range(repeat):
        told, tell = os.pipe()
        wrapped = [sys.executable, "-I", "-S", "-c", _WRAPPER, str(tell), *map(str, command)]
        with (stdin or Path(os.devnull)).open("rb") as source:
            done = subprocess.run(wrapped, stdin=source, stdout=subprocess.PIPE, pass_fds=[tell], timeout=timeout)
        os.close(tell)
        with os.fdopen(told) as answer:
            took, kilobytes, code = answer.read().split()
        if int(code) not in (0, 1):
            raise RuntimeError(f"{command[0]} ended with {code}")
        output = done.stdout
        seconds.append(float(took))
        peak = max(peak, float(kilobytes))
    return Run(median(seconds), peak / 1024, output)


def seconds(work: Callable[[], object], repeat: int = 3) -> float:
    """Give the median wall time of a function call."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def reference(name: str, folder: Path) -> Path:
    """Compile ``reference/NAME.cpp`` with -O3 into a folder and give the program."""
    program = folder / name
    subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", "-o", program, REFERENCES / f"{name}.cpp"], check=True)
    return program


def machine() -> str:
    """Say in one line where and when this was measured."""
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.processor(),
    )
    load = os.getloadavg()[0]
    here = f"{model}, {os.cpu_count()} cores, load {load:.1f}, Python {platform.python_version()}"
    return f"{time.strftime('%Y-%m-%d')}, {here}"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Give a Markdown table; floats with three significant digits."""

    def cell(value: object) -> str:
        return f"{value:.3g}" if isinstance(value, float) else str(value)

    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(map(cell, row)) + " |" for row in rows)])


def peak_megabytes() -> float:
    """Give this process's own peak memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
