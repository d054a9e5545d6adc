"""The additions that the documentation walks through: each diff is applied to a copy of the package, and must work.

What an addition costs is counted from the diff itself: files that are new, and lines that change in files that were
there before.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphgames
from tests.share import EXHAUSTIVE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DIFFS = ROOT / "docs" / "howto" / "additions"

COSTS = {"parity-solver": (1, 1), "engine": (1, 1), "kind": (None, 1), "memory": (None, 1)}
"""For each addition how many files are new (None: one folder) and how many lines change elsewhere."""

TOUCHED = {"parity-solver": "parity", "engine": "reachability", "kind": "euclid", "memory": "tours"}
"""The kind that each addition changes or is."""

WORKS = {
    "parity-solver": """
from graphgames.games.random_games import random_game
for seed in range(200):
    game = random_game(1 + seed % 9, "parity", degrees=(1, 3), seed=seed)
    solution = gg.solve(game, solver="recursive")
    assert gg.verify(solution) and (solution.winner == gg.solve(game).winner).all()
""",
    "engine": """
import sys, pytest
from graphgames.catalogue import find
from graphgames.cli import main
from graphgames.engines import dispatch
from graphgames.games.random_games import random_game
from graphgames.games.reachability import threads
pools = []
class Counted(threads.ThreadPoolExecutor):
    def __init__(self, workers):
        pools.append(workers)
        super().__init__(workers)
threads.ThreadPoolExecutor = Counted
assert find.engines() == ("local", "mpi", "threads")
for seed in range(60):
    game = random_game(1 + seed % 30, ("reach", "safe")[seed % 2], degrees=(1, 3), seed=seed)
    solution, usual = gg.solve(game, engine="threads", workers=1 + seed % 3), gg.solve(game)
    assert (solution.winner == usual.winner).all() and solution.to_dict()["value"] == usual.to_dict()["value"]
    assert gg.verify(solution) and gg.verify(solution, engine="threads")
assert pools == [1 + seed % 3 for seed in range(60)]
refused = "zielonka does not run on the engine 'threads'; its engines are: local"
with pytest.raises(gg.SolverError, match=refused):
    gg.solve({"a": ["a"]}, gg.Parity([1]), owner={"a": 0}, engine="threads", solver="zielonka")
with pytest.raises(gg.SolverError, match=r"attractor has no option 'pieces'\\. Its options are: workers"):
    gg.solve({"a": ["a"]}, gg.Reach(["a"]), owner={"a": 0}, engine="threads", pieces=3)
with pytest.raises(gg.SolverError, match="there is no engine 'cluster'; the engines are: local, mpi, threads"):
    dispatch.host("cluster")
gg.write(gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), gg.Parity([1, 2])), "small.pg")
command = ["solve", "small.pg", "--objective", "reach", "--engine", "threads", "--verify"]
assert main.run(command) == 0 and len(pools) == 61
assert main.run([*command[:-2], "thread"]) == 2
""",
    "kind": """
from dataclasses import replace
from graphgames.games.euclid.problem import Euclid
for a in range(20):
    for b in range(a + 1):
        solution, general = gg.solve(Euclid((a, b))), gg.solve(gg.expand(Euclid((a, b))))
        assert gg.verify(solution) and not gg.verify(replace(solution, wins=not solution.wins))
        assert solution.outcome((a, b)) == general.outcome((a, b))
""",
    "memory": """
import numpy as np
from dataclasses import replace
from graphgames.games.random_games import random_game
from graphgames.games.tours.objective import Tour
for seed in range(150):
    arena = random_game(1 + seed % 7, "parity", degrees=(1, 3), seed=seed).arena
    stops = list(np.random.default_rng(seed).random((1 + seed % 3, arena.n)) < 0.4)
    solution, usual = (gg.solve(gg.Game(arena, cls(stops))) for cls in (Tour, gg.GeneralizedBuchi))
    assert gg.verify(solution) and (solution.winner == usual.winner).all()
    for v in range(arena.n):
        lie = solution.winner.copy()
        lie[v] ^= 1
        assert not gg.verify(replace(solution, winner=lie))
""",
}
"""A program that uses what was added."""

SUBSTANCE = {"memory": 200}
"""So many lines at most are added, blank ones left out."""


def parts(name: str) -> dict[str, list[str]]:
    """Return the lines of a diff's hunks for each file it changes."""
    files: dict[str, list[str]] = {}
    for line in (DIFFS / f"{name}.diff").read_text(encoding="utf-8").splitlines():
        if line.startswith("+++ b/"):
            files[line.removeprefix("+++ b/")] = current = []
        elif not re.match(r"diff |index |--- |new file|\\", line):
            current.append(line)
    return files


def applied(lines: list[str], before: str) -> str:
    """Return a file after the hunks of a diff; each hunk's old lines must stand in the file once."""
    text = before
    for hunk in re.split(r"^@@.*\n", "\n".join(lines) + "\n", flags=re.MULTILINE)[1:]:
        old = "".join(line[1:] + "\n" for line in hunk.splitlines() if line[:1] in (" ", "-", ""))
        new = "".join(line[1:] + "\n" for line in hunk.splitlines() if line[:1] in (" ", "+", ""))
        assert not old or text.count(old) == 1, f"the diff does not fit:\n{old}"
        text = text.replace(old, new) if old else new
    return text


@pytest.mark.parametrize("name", sorted(path.stem for path in DIFFS.glob("*.diff")))
def test_an_addition_costs_what_it_should_and_works(name: str, tmp_path: Path) -> None:
    copied(tmp_path)
    new, changed = [], 0
    for file, lines in parts(name).items():
        path = tmp_path / file
        if path.exists():
            changed += sum(line.startswith("+") for line in lines)
            path.write_text(applied(lines, path.read_text()), encoding="utf-8")
        else:
            new.append(file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(applied(lines, ""), encoding="utf-8")
    files, rows = COSTS[name]
    assert changed == rows
    added = [line for lines in parts(name).values() for line in lines if line.startswith("+") and line[1:].strip()]
    assert len(added) <= SUBSTANCE.get(name, len(added))
    assert len(new) == files if files is not None else len({str(Path(file).parent) for file in new}) == 1
    program = f"import graphgames as gg\n{WORKS[name]}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert name != "engine" or (b"proved" in done.stdout and b"did you mean 'threads'" in done.stderr)
    assert complete(tmp_path, TOUCHED[name]).returncode == 0


def complete(folder: Path, kind: str) -> subprocess.CompletedProcess[str]:
    """Hold a changed copy of the package against what the catalogue demands of all kinds together, and of one."""
    chosen = [] if EXHAUSTIVE else ["-k", f"[{kind}] or every_folder or no_toolkit"]
    suite = ROOT / "tests" / "contract" / "test_catalogue.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *chosen, str(suite)],
        check=False,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    return done


def copied(folder: Path) -> Path:
    """Copy the package, and what Python has compiled of it."""
    source = folder / "src" / "graphgames"
    shutil.copytree(Path(graphgames.__file__).parent, source)
    return source


@pytest.mark.nightly
def test_treblecross_is_one_file_and_one_entry(tmp_path: Path) -> None:
    """Without its file and its entry everything else works; so these two are what it takes to add it."""
    source = copied(tmp_path)
    (source / "games" / "sums" / "treblecross.py").unlink()
    row = r"    _game\(\n        \"treblecross\",.*?\n    \),\n"
    shown = r"\[\[example\]\]\nname = \"treblecross\"\n.*?\n\n"  # on the page
    for file, entry in (("__init__.py", row), ("examples.toml", shown)):
        path = source / "games" / "sums" / file
        without, entries = re.subn(entry, "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert entries == 1
        path.write_text(without, encoding="utf-8")
    assert "treblecross" not in complete(tmp_path, "sums").stdout
    program = "import graphgames as gg; gg.read('-', game='treblecross')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "there is no game 'treblecross'" in done.stderr


def test_every_addition_is_shown_in_the_documentation() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in DIFFS.parent.glob("add-*.md"))
    for name in COSTS:
        assert f"additions/{name}.diff" in pages, name
