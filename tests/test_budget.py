"""Tests of the tests: a test that takes far too much processor time is listed, and shares of enumerations are fixed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import budget
from tests import share as sharing
from tests.budget import BUDGETS, ENFORCED, TOLERANCE, Budget, exceeds
from tests.share import cases, left_out, share, spread

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.skipif(sharing.EXHAUSTIVE, reason="then all is looked at, and takes as long as it takes")

BURNING = """
import pathlib, subprocess, sys, time
import pytest

def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

@pytest.fixture(scope="module")
def prepared():
    burn(0.15)

def test_itself():
    burn(0.15)

def test_its_child():
    subprocess.run([sys.executable, "-c", "import time\\nwhile time.process_time() < 0.15: pass"], check=True)

def test_asleep():
    time.sleep(0.2)

def test_after_what_is_shared(prepared):
    pass

def test_that_imports():
    end = time.process_time() + 0.15
    pathlib.Path("imported.py").write_text(f"import time\\nwhile time.process_time() < {end}: pass")
    import imported

@pytest.mark.slow
def test_slow():
    burn(0.15)

@pytest.mark.slow(seconds=0.01)
def test_with_a_budget_of_its_own():
    burn(0.1)

@pytest.mark.nightly
def test_nightly():
    burn(0.2)
"""
CONFTEST = """
from tests import budget
budget.BUDGETS.update(quick=0.03, slow=0.2)
budget.slowness = lambda: 1.0
pytest_addoption = budget.add_option

def pytest_configure(config):
    config.pluginmanager.register(budget.COUNTER)
"""


@pytest.mark.parametrize("name", list(BUDGETS))
def test_a_test_has_several_times_its_budget_and_no_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "slowness", lambda: 1.0)
    assert not exceeds(BUDGETS[name], TOLERANCE * min(BUDGETS[name], 1e9))
    assert exceeds(BUDGETS[name], TOLERANCE * BUDGETS[name] + 0.1) == (name != "nightly")
    monkeypatch.setattr(budget, "slowness", lambda: 2.0)
    assert not exceeds(BUDGETS[name], TOLERANCE * BUDGETS[name] + 0.1)


@pytest.mark.slow
def test_processor_time_counts_and_not_the_clock(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(BURNING)
    pytester.makeini("[pytest]\nmarkers = slow\n nightly")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-q", ENFORCED)
    result.assert_outcomes(passed=8)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*5 quick tests", "*2 slow tests", "*tests far over their budget*", "* of 0.03 s *"])
    listed = {line.split("::")[1].split()[0] for line in result.outlines if " s  " in line and " of " in line}
    assert listed == {"test_itself", "test_its_child", "test_with_a_budget_of_its_own"}


@pytest.mark.parametrize("enforced", [False, True])
@pytest.mark.parametrize("over", [[], [(2.0, 0.5, "test_slow")]])
def test_a_run_fails_for_its_budget_only_where_that_is_asked(enforced: bool, over: list[Any]) -> None:
    config = SimpleNamespace(getoption=lambda name, otherwise: enforced if name == ENFORCED else otherwise)
    session: Any = SimpleNamespace(config=config, exitstatus=pytest.ExitCode.OK)
    counter: Any = SimpleNamespace(over=over)
    Budget.pytest_sessionfinish(counter, session)
    assert (session.exitstatus == pytest.ExitCode.TESTS_FAILED) == bool(enforced and over)


def test_a_share_is_always_the_same_and_all_in_an_exhaustive_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "SHARE", 1.0)
    some = list(share(range(1000), 0.1))
    assert some == list(share(range(1000), 0.1)) and 50 < len(some) < 150
    monkeypatch.setattr(sharing, "EXHAUSTIVE", True)
    assert list(share(range(1000), 0.1)) == list(range(1000))
    assert not exceeds(0.5, 100)


def test_a_share_is_never_less_than_what_shows_what_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "SHARE", 1e-9)
    assert len(list(share(range(1000), 0.1))) == cases(1000, 0.1) == 1 and not list(share([], 0.1))
    some = list(share(range(1000), 0.1, least=7))
    assert len(set(some)) == cases(1000, 0.1, least=7) == 7 and some == sorted(some)
    assert list(share(range(3), 0.1, least=7)) == [0, 1, 2]


def test_a_share_of_cases_is_spread_over_them_and_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    for count in (1, 2, 9, 62):
        places = sorted(spread(count, 0.3, "a test"))
        assert len(places) == max(1, round(count * 0.3)) and places == sorted(spread(count, 0.3, "a test"))
        gaps = {b - a for a, b in zip(places, [*places[1:], places[0] + count], strict=True)}
        assert places[-1] < count and max(gaps) - min(gaps) <= 1
    mark = SimpleNamespace(args=(0.3,))
    monkeypatch.setattr(sharing, "SHARE", 1.0)

    def item(name: str, shared: bool) -> Any:
        return SimpleNamespace(
            nodeid=name, get_closest_marker=lambda word: mark if shared and word == "share" else None
        )

    items: list[Any] = [item(f"test_a[{k}]", True) for k in range(10)] + [item(f"test_b[{k}]", False) for k in range(5)]
    out = [items[k].nodeid for k in left_out(items)]
    assert len(out) == 7 and all(name.startswith("test_a") for name in out)
    few = [items[k].nodeid.partition("[")[0] for k in left_out(items, 2)]
    assert (few.count("test_a"), few.count("test_b")) == (8, 3)
    monkeypatch.setattr(sharing, "EXHAUSTIVE", True)
    assert not left_out(items)
