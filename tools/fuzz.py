"""Coverage-guided fuzzing of every reader with atheris; the targets are those of `tests/fuzz/targets.py`.

    python tools/fuzz.py run [TARGET...] [--seconds 60] [--seed 1] [--compiled]    look for new inputs
    python tools/fuzz.py replay     run all that were found by the build that is installed
    python tools/fuzz.py keep       put a sample of what was found into tests/fuzz/corpus

``run`` needs ``pip install atheris``. It runs one target after the other in a process of its own. The kernels run as
plain Python unless ``--compiled`` is given, so that their lines count as coverage, too; ``replay`` then shows what the
compiled ones make of the same inputs, best once more on kernels compiled with ``GRAPHGAMES_BOUNDS_CHECK=1``. What is
found lies in ``build/fuzz``: an input in a file each, and inputs that break a target in ``build/fuzz/broken``.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOUND = ROOT / "build" / "fuzz"
LONGEST, MEMORY, PATIENCE = 1500, 2500, 20
"""Bytes of an input, megabytes of a process, seconds of an input."""


def main() -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["run", "replay", "keep", "one"])
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiled", action="store_true", help="with the kernels as they are installed")
    parser.add_argument("--rest", default="", help="further options of libFuzzer")
    arguments = parser.parse_args()
    if arguments.command == "one":  # in a process of its own, started by ``run`` and ``keep``
        return one(arguments.targets[0], arguments.rest.split(), arguments.compiled)
    sys.path.insert(0, str(ROOT))
    from tests.fuzz.targets import targets

    unknown = set(arguments.targets) - set(targets())
    if unknown:
        parser.error(f"there is no target {unknown.pop()}; there are {', '.join(targets())}")
    names = arguments.targets or list(targets())
    if arguments.command == "run":
        return sum(run(name, arguments.seconds, arguments.seed, arguments.compiled) for name in names) and 1
    return sum(replay(name) for name in names) and 1 if arguments.command == "replay" else keep(names)


def uncompiled() -> Path:
    """Copy the package without its compiled modules, so that what is imported is Python that can be instrumented."""
    copy = FOUND / "package"
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "src" / "graphgames", copy / "graphgames", ignore=ignored, dirs_exist_ok=True)
    return copy


def one(name: str, options: list[str], compiled: bool) -> int:
    """Let libFuzzer drive one target in this process."""
    import atheris  # type: ignore[import-untyped, unused-ignore]

    sys.path.insert(0, str(ROOT))
    if not compiled:
        sys.path.insert(0, str(FOUND / "package"))
    with atheris.instrument_imports(include=["graphgames"]):
        from tests.fuzz.targets import targets

        target = targets()[name]
        for seed in target.seeds:  # what is imported late is imported here
            target.run(seed)
    atheris.Setup([sys.argv[0], *options], target.run)
    atheris.Fuzz()
    return 0


def fuzzer(name: str, options: list[str], compiled: bool) -> subprocess.CompletedProcess[str]:
    """Start a process for one target and wait for it."""
    command = [sys.executable, __file__, "one", name, f"--rest={' '.join(options)}"]
    return subprocess.run(command + ["--compiled"] * compiled, capture_output=True, text=True, cwd=ROOT)


def folder(name: str) -> Path:
    """Return the folder of what was found for a target, with its seeds and the inputs that are kept in it."""
    from tests.fuzz.targets import corpus, targets

    path = FOUND / name
    path.mkdir(parents=True, exist_ok=True)
    for data in (*targets()[name].seeds, *corpus(name)):
        (path / hashlib.sha1(data).hexdigest()).write_bytes(data)
    return path


def run(name: str, most: int, seed: int, compiled: bool) -> bool:
    """Fuzz one target for some seconds and say what came of it; true if something breaks it."""
    broken, begin = FOUND / "broken", time.monotonic()
    broken.mkdir(parents=True, exist_ok=True)
    uncompiled()
    options = [f"-max_total_time={most}", f"-seed={seed}", f"-max_len={LONGEST}", f"-rss_limit_mb={MEMORY}"]
    options += [f"-timeout={PATIENCE}", f"-artifact_prefix={broken}/{name}-", "-print_final_stats=1", str(folder(name))]
    done = fuzzer(name, options, compiled)
    log = done.stdout + done.stderr
    (FOUND / f"{name}.log").write_text(log)
    executed = re.search(r"number_of_executed_units: (\d+)", log)
    ways = re.findall(r"cov: (\d+) ft: (\d+)", log)
    runs = int(executed[1]) if executed else 0
    found = len(list(folder(name).iterdir()))
    said = "ok" if done.returncode == 0 else f"BROKEN: {FOUND / name}.log"
    seconds = round(time.monotonic() - begin)
    covered = "/".join(ways[-1]) if ways else "?"
    print(f"{name:28} {runs:9} runs {seconds:5} s {covered:>10} ways {found:5} inputs  {said}", flush=True)
    return done.returncode != 0


def replay(name: str) -> bool:
    """Run everything that was found for a target in this process; true if something breaks it."""
    from tests.fuzz.targets import targets

    broken = count = 0
    for path in sorted([*folder(name).iterdir(), *(FOUND / "broken").glob(f"{name}-*")]):
        count += 1
        try:
            targets()[name].run(path.read_bytes())
        except Exception as error:
            broken += 1
            print(f"{name}: {path}: {type(error).__name__}: {error}")
    print(f"{name:28} {count:6} inputs, {broken} break it", flush=True)
    return broken > 0


def keep(names: list[str], most: int = 24, longest: int = 300) -> int:
    """Keep a sample of what was found, evenly by length, and all that broke something; each went a new way once."""
    from tests.fuzz.targets import CORPUS, corpus, targets

    CORPUS.mkdir(exist_ok=True)
    for name in names:
        found = {path.read_bytes() for path in folder(name).iterdir()} - set(targets()[name].seeds)
        inputs = sorted((data for data in found if len(data) <= longest), key=lambda data: (len(data), data))
        broken = {path.read_bytes() for path in (FOUND / "broken").glob(f"{name}-*")}
        chosen = {*inputs[:: max(1, -(-len(inputs) // most))], *broken, *corpus(name)}
        (CORPUS / f"{name}.txt").write_text("".join(f"{data!r}\n" for data in sorted(chosen)))
        print(f"{name:28} {len(found):6} found, {len(chosen)} kept", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
