"""What every benchmark shares: timing, compiling the C++ references, tables that remember their numbers, one header.

Each script beside this file is one benchmark: it makes its inputs from seeds, runs us and the peers in turn in one run,
and gives tables by parts. `report` is the one place where a script's options, its header and its output are said: a
Markdown page on standard output, and with ``--json FILE`` the same numbers with every repeat.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from compileall import compile_dir
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from threading import Timer
from typing import Any

_HERE = Path(__file__).resolve().parent.parent
REFERENCES = _HERE / "benchmarks" / "reference"


class Measured(float):
    """A quantity measured several times: as a number it is the median (or what is given), and it keeps every repeat.

    Examples
    --------
    >>> took = Measured([0.3, 0.1, 0.2])
    >>> took + 0, took.samples
    (0.2, (0.3, 0.1, 0.2))
    """

    samples: tuple[float, ...]

    def __new__(cls, samples: Iterable[float], value: float | None = None) -> Measured:
        found = tuple(samples)
        made = super().__new__(cls, median(found) if value is None else value)
        made.samples = found
        return made


@dataclass(frozen=True)
class Run:
    """One measured process: wall seconds (median), peak memory in MB (the largest), what it printed."""

    seconds: Measured
    megabytes: Measured
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
    seconds, megabytes, output = [], [], b""
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
        megabytes.append(float(kilobytes) / 1024)
    return Run(Measured(seconds), Measured(megabytes, max(megabytes)), output)


def processor(commands: Sequence[Sequence[str | Path]], repeat: int, limit: int) -> list[Measured | None]:
    """Return the seconds of the processor that each of some programs takes, run in turn; None beyond the limit."""
    took: list[list[float]] = [[] for _ in commands]
    late: set[int] = set()
    for _ in range(repeat):
        for k, command in enumerate(commands):
            if k not in late:
                child = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                stop = Timer(limit, child.kill)
                stop.start()
                _, status, usage = os.wait4(child.pid, 0)
                stop.cancel()
                child.returncode = os.waitstatus_to_exitcode(status)
                if child.returncode:
                    late.add(k)
                took[k].append(usage.ru_utime + usage.ru_stime)
    return [None if k in late else Measured(one, min(one)) for k, one in enumerate(took)]


def seconds(work: Callable[[], object], repeat: int = 3, clock: Callable[[], float] = time.perf_counter) -> Measured:
    """Return the median time of a function call by a clock: by default on the wall."""
    times = []
    for _ in range(repeat):
        start = clock()
        work()
        times.append(clock() - start)
    return Measured(times)


def reference(name: str, folder: Path, *defined: str) -> Path:
    """Compile ``reference/NAME.cpp`` with -O3 and some macros into a folder and give the program."""
    program = folder / "-".join((name, *defined))
    how = ["-O3", "-march=native", "-std=c++17", *(f"-D{macro}" for macro in defined)]
    subprocess.run(["g++", *how, "-o", program, REFERENCES / f"{name}.cpp"], check=True)
    return program


def mpirun(processes: int) -> list[str]:
    """Return what stands before a command that is to run in so many processes, also where root runs it."""
    program = shutil.which("mpirun", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if program is None:
        raise SystemExit("there is no mpirun; install the extra mpi")
    allowed = ["OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"]
    return ["env", *allowed, program, "--oversubscribe", "-n", str(processes)]


def peak_megabytes() -> float:
    """Return this process's own peak memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Table(str):
    """A Markdown table that still knows its caption, a note above it, its head and the cells of its rows."""

    caption: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return what is written as JSON: every measured cell with its repeats, to six digits."""
        return {
            "title": self.caption,
            "head": list(self.head),
            "rows": [[_plain(cell) for cell in row] for row in self.rows],
        }


def table(head: Sequence[str], rows: Iterable[Sequence[object]], title: str = "", note: str = "") -> Table:
    """Return a Markdown table; floats with three significant digits.

    Examples
    --------
    >>> print(table(("game", "s"), [("ladder", Measured([0.25, 0.12341]))]))
    | game | s |
    |---|---|
    | ladder | 0.187 |
    """

    def cell(value: object) -> str:
        if isinstance(value, float):
            return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
        return str(value)

    kept = tuple(tuple(row) for row in rows)
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    made = Table("\n".join([*lines, *("| " + " | ".join(map(cell, row)) + " |" for row in kept)]))
    made.note, made.caption, made.head, made.rows = note, title, tuple(head), kept
    return made


def _plain(cell: object) -> Any:
    if isinstance(cell, Measured):
        numbers = {"median": median(cell.samples), "least": min(cell.samples), "most": max(cell.samples)}
        short = {name: _rounded(number) for name, number in numbers.items()}
        return {"value": _rounded(cell), **short, "samples": [_rounded(sample) for sample in cell.samples]}
    return _rounded(cell) if isinstance(cell, float) else cell if isinstance(cell, int) else str(cell)


def _rounded(number: float) -> float:
    return float(f"{number:.6g}")


def circumstances() -> dict[str, Any]:
    """Say where, when and with what this is measured."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.processor())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    libraries = {name: version(name) for name in ("graphgames", "numpy", "scipy")}
    return {
        "date": time.strftime("%Y-%m-%d %H:%M", time.gmtime()) + " UTC",
        "machine": {"cpu": model, "cores": os.cpu_count(), "memory_gb": round(memory, 1), "system": platform.system()},
        "load": round(os.getloadavg()[0], 1),
        "versions": {"python": platform.python_version(), **libraries},
    }


def machine() -> str:
    """Say in one line where, when and with what this was measured."""
    return told(circumstances())


def told(known: Mapping[str, Any]) -> str:
    """Return `circumstances` as one line.

    Examples
    --------
    >>> machine = {"cpu": "Z80", "cores": 1, "memory_gb": 0.1}
    >>> told({"date": "1976-07-01", "machine": machine, "load": 0.0, "versions": {"python": "3.11"}})
    '1976-07-01; Z80, 1 cores, 0.1 GB, load 0.0; Python 3.11'
    """
    host, names = known["machine"], {"python": "Python", "numpy": "NumPy", "scipy": "SciPy"}
    where = f"{host['cpu']}, {host['cores']} cores, {host['memory_gb']} GB, load {known['load']}"
    return f"{known['date']}; {where}; " + ", ".join(f"{names.get(k, k)} {v}" for k, v in known["versions"].items())


def fingerprint(program: Path | None) -> str | None:
    """Tell one build of a peer from another: the first digits of the program's SHA-256; None if there is no peer."""
    return None if program is None else hashlib.sha256(program.read_bytes()).hexdigest()[:12]


Part = Callable[[argparse.Namespace], "Table | Iterable[Table]"]


def report(
    purpose: str | None,
    parts: Mapping[str, Part],
    arguments: Callable[[argparse.ArgumentParser], object] = lambda _: None,
    unasked: Sequence[str] = (),
    argv: Sequence[str] | None = None,
) -> None:
    """Run a benchmark's parts and print their tables under one header.

    Parameters
    ----------
    purpose : str
        The script's docstring.
    parts : mapping
        What can be asked for with ``--part``; each takes the options, among them ``folder`` for files that do not
        stay, and gives one table or several.
    arguments : callable
        Adds the script's own options.
    unasked : sequence of str
        Parts that run only when they are named.
    """
    parser = argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments(parser)
    parser.add_argument("--part", nargs="+", choices=tuple(parts), help="only these tables")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every number there, too")
    options = parser.parse_args(argv)
    compile_dir(_HERE / "src" / "graphgames", quiet=2)  # as an installation from a wheel has it
    known, found = circumstances(), list[Table]()
    words = [Path(sys.argv[0]).name, *(sys.argv[1:] if argv is None else argv)]
    print(f"{told(known)}; `{_without_json(words)}`", flush=True)
    with tempfile.TemporaryDirectory() as name:
        options.folder = Path(name)
        for part in options.part or [part for part in parts if part not in unasked]:
            made = parts[part](options)
            for one in [made] if isinstance(made, Table) else made:
                above = [f"{one.caption}:"] * bool(one.caption) + [one.note] * bool(one.note)
                print("\n" + "\n\n".join([*above, one]), flush=True)
                found.append(one)
    if options.json is not None:
        options.json.write_text(json.dumps(known | {"tables": [one.to_dict() for one in found]}, indent=1) + "\n")


def _without_json(words: Sequence[str]) -> str:
    """Return a command as a reader would type it: without where the numbers went, and no folders before a program."""
    kept = [word for k, word in enumerate(words) if word != "--json" and (k == 0 or words[k - 1] != "--json")]
    return " ".join(Path(word).name if word.startswith("/") else word for word in kept)
