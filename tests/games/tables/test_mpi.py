"""Tables made by several processes are those of one, byte for byte; a build that was killed goes on with any number."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from graphgames.games.tables.breakthrough import Breakthrough
from graphgames.games.tables.build import build
from graphgames.games.tables.checker import check
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.games.tables.table import Table, open_table
from tests.games.tables.toys import Tangle
from tests.waiting import PATIENCE, until

pytest.importorskip("mpi4py")
MPIRUN = shutil.which("mpirun", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MPIRUN is None, reason="there is no mpirun")]
ROOT = Path(__file__).parents[3]


def under_mpi(processes: int, *command: str) -> list[str]:
    assert MPIRUN is not None
    return [MPIRUN, "--oversubscribe", "-n", str(processes), sys.executable, *command]


def environment() -> dict[str, str]:
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    path = os.pathsep.join([str(ROOT), *([os.environ["PYTHONPATH"]] if "PYTHONPATH" in os.environ else [])])
    return os.environ | root | {"PYTHONPATH": path}


def kill(job: subprocess.Popen[bytes]) -> None:
    """Kill mpirun, which leads a session, and all that it has started: they would go on for a moment without it."""
    numbers = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    for number in [job.pid, *numbers]:
        with suppress(ProcessLookupError):
            if os.getsid(number) == job.pid:
                os.kill(number, signal.SIGKILL)
    job.wait()


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


TANGLE = """
import sys
from graphgames.games.tables.build import build
from graphgames.engines.mpi import MpiTeam
from tests.games.tables.toys import Tangle
team = MpiTeam()
with team.abort_on_error():
    build(Tangle(), sys.argv[1], team=team, strategy=sys.argv[2])
"""


@pytest.fixture(scope="module")
def tangle(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return build(Tangle(), tmp_path_factory.mktemp("one") / "table")


def test_the_strategies_agree_on_a_game_of_many_blocks(tangle: Table, tmp_path: Path) -> None:
    assert check(tangle)
    for strategy in ("counters", "edges", "sweeps"):
        build(Tangle(), tmp_path / strategy, strategy=strategy)
        assert contents(tmp_path / strategy) == contents(tangle.path)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("processes", "strategy"),
    [(1, "counters"), (2, "counters"), (2, "edges"), (3, "sweeps"), (3, "edges"), (8, "counters")],
)
def test_a_game_with_cycles_is_the_same_for_any_number(
    processes: int, strategy: str, tangle: Table, tmp_path: Path
) -> None:
    command = under_mpi(processes, "-c", TANGLE, str(tmp_path / "table"), strategy)
    subprocess.run(command, env=environment(), check=True, timeout=300)
    assert contents(tmp_path / "table") == contents(tangle.path)


@pytest.mark.parametrize("processes", [2, pytest.param(3, marks=pytest.mark.nightly)])
def test_the_command_runs_on_all_processes(processes: int, tmp_path: Path) -> None:
    path = tmp_path / "table"
    words = ["-m", "graphgames", "table", "build", "connect-four", "--width", "4", "--height", "3", "-o", str(path)]
    made = subprocess.run(under_mpi(processes, *words), env=environment(), capture_output=True, text=True, timeout=300)
    assert made.returncode == 0 and made.stdout.count("12,031 positions") == 1, made.stderr
    build(ConnectFour(4, 3), tmp_path / "one")
    assert contents(path) == contents(tmp_path / "one")
    verify = under_mpi(processes, "-m", "graphgames", "table", "verify", str(path))
    if processes > 2:
        done = subprocess.run(verify, env=environment(), capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and done.stdout == f"{check(open_table(path))}\n", done.stderr
    data = bytearray((path / "tier-00009.table").read_bytes())
    data[50] ^= 1
    (path / "tier-00009.table").write_bytes(data)
    done = subprocess.run(verify, env=environment(), capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and "tier-00009.table: block 0 is damaged" in done.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("processes", [2, 3, 8])
def test_small_tiers_that_go_together_are_the_same_for_any_number(processes: int, tmp_path: Path) -> None:
    words = ["-m", "graphgames", "table", "build", "breakthrough", "--width", "2", "--height", "4", "-o"]
    subprocess.run(
        under_mpi(processes, *words, str(tmp_path / "table")), env=environment(), check=True, capture_output=True
    )
    build(Breakthrough(2, 4), tmp_path / "one")
    assert contents(tmp_path / "table") == contents(tmp_path / "one")


@pytest.mark.nightly
def test_a_build_that_was_killed_goes_on_with_another_number_of_processes(tmp_path: Path) -> None:
    path, rules = tmp_path / "table", ConnectFour(5, 4)
    words = ["-m", "graphgames", "table", "build", "connect-four", "--width", "5", "--height", "4", "-o", str(path)]
    process = subprocess.Popen(
        under_mpi(2, *words),
        env=environment(),
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert until(lambda: len(list(path.glob("tier-*.table"))) >= 5, process)
    kill(process)
    stayed = {name: data for name, data in contents(path).items() if name.startswith("tier-")}
    subprocess.run(
        under_mpi(3, *words, "--resume"), env=environment(), check=True, timeout=300, stdout=subprocess.DEVNULL
    )
    build(rules, tmp_path / "one")
    assert contents(path) == contents(tmp_path / "one")
    assert stayed.items() <= contents(path).items()
    assert open_table(path).statistics()["positions"] == 3_945_711


def test_a_fault_in_one_process_ends_all(tmp_path: Path) -> None:
    code = """
from graphgames.games.tables.build import build
from graphgames.engines.mpi import MpiTeam
from tests.games.tables.toys import Tangle
team = MpiTeam()

class Broken(Tangle):
    def expand(self, batch):
        if team.rank == 1 and batch.index.size > 60000:
            raise ValueError("broken")
        super().expand(batch)

with team.abort_on_error():
    build(Broken(), %r, team=team)
""" % str(tmp_path / "table")  # noqa: UP031
    done: Any = subprocess.run(
        under_mpi(2, "-c", code), env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode != 0 and "ValueError: broken" in done.stderr


LIMITED = """
import os, resource, sys
from pathlib import Path
from graphgames.games.tables.build import build
from graphgames.engines.mpi import MpiTeam
from tests.games.tables.toys import Tangle
team, rules = MpiTeam(), Tangle(12_000_017)
taken = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
resource.setrlimit(resource.RLIMIT_AS, (taken + 56_000_000, resource.RLIM_INFINITY))
with team.abort_on_error():
    build(rules, sys.argv[1], team=team, strategy=None)
"""


@pytest.mark.nightly
def test_four_processes_solve_under_a_limit_of_memory_what_one_cannot(tmp_path: Path) -> None:
    alone, four = (
        subprocess.run(
            under_mpi(many, "-c", LIMITED, str(tmp_path / str(many))),
            env=environment(),
            capture_output=True,
            text=True,
            timeout=600,
        )
        for many in (1, 4)
    )
    assert alone.returncode != 0 and "of memory" in alone.stderr and "mpirun -n 4" in alone.stderr, alone.stderr
    assert four.returncode == 0, four.stderr
    assert open_table(tmp_path / "4", Tangle(12_000_017)).positions == 24_000_034
