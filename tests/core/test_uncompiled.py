"""Where the kernels were not compiled, who solves is told so once, and everything works."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

import graphgames as gg
from graphgames.cli.guard import guarded
from graphgames.core import compiled as kernels


def solve() -> gg.ArenaSolution:
    return gg.solve(gg.Game(gg.Arena.from_edges([(0, 1)]), gg.NormalPlay()))


def test_a_library_user_is_warned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_pending", kernels.SLOW)
    with pytest.warns(RuntimeWarning, match="were not compiled.*then graphgames again") as seen:
        assert solve().won == (1, 1, 0)
        solve()
    assert len(seen) == 1 and seen[0].filename == __file__


@pytest.mark.parametrize("quiet", [False, True])
def test_the_program_says_it_in_one_line(
    quiet: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernels, "_pending", kernels.SLOW)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert guarded(lambda: solve().won[0] - 1, quiet) == 0
    assert capsys.readouterr().err == ("" if quiet else f"graphgames: {kernels.SLOW}\n")


@pytest.mark.slow
def test_the_library_says_nothing_when_it_is_so_on_purpose() -> None:
    code = (
        "import graphgames as gg; from graphgames.core import compiled as kernels; assert not kernels.compiled();"
        "assert gg.solve(gg.Game(gg.Arena.from_edges([(0, 1)]), gg.NormalPlay())).won == (1, 1, 0)"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, env={"GRAPHGAMES_PURE": "1"})


@pytest.mark.slow
def test_every_kernel_is_plain_python_whichever_is_imported_first() -> None:
    code = (
        "from graphgames.graphs.kernels import csr; import graphgames as gg; assert csr.__file__.endswith('.py');"
        "arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0]);"
        "assert gg.solve(gg.Game(arena, gg.Parity([2, 0, 1])), solver='zielonka').won == (0, 3)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"GRAPHGAMES_PURE": "1"})
