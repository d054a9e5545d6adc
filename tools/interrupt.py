"""Ctrl-C and SIGTERM at random moments: nothing half-written, no temporary file, no process left, one clear line.

    python tools/interrupt.py [COMMAND...] [--times 10] [--seed 1]

Each command runs once to the end, then again and again, with a signal after a random part of that time. Half of the
time its output file is there already and must stay as it was, or be the new one as a whole. The exit code is 130 after
Ctrl-C, 143 after SIGTERM, and 0 if the signal came too late. Python itself cannot be stopped cleanly while it starts,
before a line of ours runs: a signal comes no sooner than that.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 60
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
OLD = b"what was there before\n"
START = "import sys; from graphgames.__main__ import main; print('!', file=sys.stderr, flush=True); sys.exit(main())"


def commands(folder: Path) -> dict[str, list[str]]:
    """Return command lines over inputs that are made here; ``OUT`` stands for the output file."""
    for name, words in {
        "parity.pg": ["random-parity", "300000"],
        "buchi.pg": ["buchi-ladder", "3000"],
        "hard.edges": ["out-regular", "40", "--degree", "3"],
    }.items():
        program(["generate", *words, "-o", str(folder / name)] + ["--seed", "1"] * (name != "buchi.pg"))
    program(["solve", str(folder / "parity.pg"), "--solution", str(folder / "parity.json")])
    count = 20
    board = "\n".join(["30000 29999", "1 1", *(f"{v} {v + 1}" for v in range(1, 30000))])
    (folder / "race.txt").write_text("\n".join([str(count), *[board] * count]))
    states = [
        f"State: {s} [0 & {s % 7 + 1}] {(s * 5 + 1) % 300} {{{s % 3}}} [!0] {(s * 3 + 2) % 300}" for s in range(300)
    ]
    names = " ".join(f'"p{i}"' for i in range(9))
    head = f"HOA: v1 States: 300 Start: 0 AP: 9 {names} controllable-AP: 1 2 3 4 5 6 7 8 "
    acceptance = "Acceptance: 3 Fin(2) & (Inf(1) | Fin(0)) --BODY--\n"
    (folder / "spec.hoa").write_text(head + acceptance + "\n".join(states) + "\n--END--\n")
    parity, buchi = str(folder / "parity.pg"), str(folder / "buchi.pg")
    return {
        "solve": ["solve", parity, "--solution", "OUT.json"],
        "lifting": ["solve", buchi, "--objective", "buchi", "--solver", "buchi-lifting", "--solution", "OUT.json"],
        "tangles": ["solve", parity, "--solver", "tangles", "--solution", "OUT.sol"],
        "batch": ["solve", parity, buchi, parity, "--jobs", "3", "--verify"],
        "generate": ["generate", "random-parity", "300000", "--seed", "1", "-o", "OUT.pg.gz"],
        "convert": ["convert", parity, "OUT.pg"],
        "verify": ["verify", parity, str(folder / "parity.json")],
        "judge": ["judge", "great-game", str(folder / "race.txt")],
        "synth": ["synth", str(folder / "spec.hoa"), "--controller", "OUT.aag"],
        "heaps": ["heaps", ".007", "--to", "60000", "--picture", "OUT.svg"],
        "geography": ["geography", str(folder / "hard.edges"), "--nodes", "400000", "--proof", "OUT.json"],
    }


def program(words: list[str]) -> None:
    """Run the program to its end."""
    done = subprocess.run([sys.executable, "-m", "graphgames", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def stopped(words: list[str], delay: float, kind: signal.Signals, output: Path) -> tuple[int, str]:
    """Run the program, send it a signal a while after its first line, and give its exit code and what it said."""
    with subprocess.Popen(
        [sys.executable, "-c", START, *(word.replace("OUT", str(output)) for word in words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        assert child.stderr is not None
        child.stderr.readline()
        time.sleep(delay)
        child.send_signal(kind)
        try:
            said = child.communicate(timeout=PATIENCE)[1].decode()
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return -1, "it does not stop"
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
        said += "\na process is left"
    return child.returncode, said


def fault(code: int, said: str, kind: signal.Signals, folder: Path, whole: dict[str, bytes], old: bool) -> str:
    """Say what is wrong with how a run ended, if anything."""
    there = {path.name: path.read_bytes() for path in folder.iterdir()}
    if code == 0:
        return "" if there == whole and "Traceback" not in said else f"it ends well, but leaves {sorted(there)}: {said}"
    if code not in (CODES[kind], 130 if "stopped by Ctrl-C" in said else code) or code not in CODES.values():
        return f"exit code {code}: {said[-500:]}"
    lines = said.strip().splitlines()
    if "Traceback" in said or "left" in said or len(lines) > 1:
        return f"it says {said[-500:]}"
    before = dict.fromkeys(whole, OLD) if old else {}
    return "" if there in (before, whole) else f"it leaves {sorted(there)}"


def main() -> int:
    """Stop every command some times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng, faults = random.Random(arguments.seed), 0
    with tempfile.TemporaryDirectory() as name:
        known = commands(Path(name))
        for command in arguments.commands or known:
            words = known[command]
            whole, begin = Path(name) / f"{command}.whole", time.monotonic()
            whole.mkdir()
            program([word.replace("OUT", str(whole / "out")) for word in words])
            last = time.monotonic() - begin
            files = {path.name: path.read_bytes() for path in whole.iterdir()}
            codes: dict[int, int] = {}
            for k in range(arguments.times):
                folder, old, kind = Path(name) / f"{command}.{k}", bool(k & 1), list(CODES)[k >> 1 & 1]
                folder.mkdir()
                for file in files if old else ():
                    (folder / file).write_bytes(OLD)
                code, said = stopped(words, rng.uniform(0, last), kind, folder / "out")
                codes[code] = codes.get(code, 0) + 1
                wrong = fault(code, said, kind, folder, files, old)
                if wrong:
                    faults += 1
                    print(f"{command}, run {k}, {kind.name}: {wrong}", flush=True)
            print(f"{command:16} {arguments.times} signals within {last:.1f} s; exit codes {codes}", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
