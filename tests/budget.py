"""A budget of processor time for each test, so that the tests stay quick whoever adds to them.

What counts is processor time, the test's own and that of the processes it waited for, never time on the clock: a busy
machine changes nothing. Left out are fixtures that several tests share and modules that are imported for the first
time. The report at the end lists the tests that took a multiple of their budget, more of it where the machine is slow,
as a fixed loop tells. How long a test takes is a reason to fail with ``--enforce-budget`` alone (`make budget`).

Three marks make the tiers: none, ``slow``, ``nightly``. At the end stand the seconds of each tier too, and of the tests
that took most.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from tests import share as sharing

BUDGETS = {"quick": 0.5, "slow": 4.0, "nightly": float("inf")}
"""Seconds of processor time for one test of each tier; ``slow(seconds=10)`` has its own."""

REFERENCE = 0.05
"""Seconds of processor time that `slowness` counts with on the machine for which the budgets are."""

TOLERANCE = 3.0
"""How many times its budget a test may take before it is listed, since processors that share a cache take longer."""

LISTED = 10
"""How many tests are listed at the end."""


ENFORCED = "--enforce-budget"


def add_option(parser: pytest.Parser) -> None:
    """Let a run fail for tests that are far over their budget."""
    parser.addoption(ENFORCED, action="store_true", help="fail if a test takes several times its processor time")


def spent() -> float:
    """Return the seconds of processor time of this process and of the children it waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@cache
def slowness() -> float:
    """Return how many times as long as on the reference machine a fixed loop takes here, at least 1."""

    def once() -> float:
        begun, total = time.process_time(), 0
        for i in range(10**6):
            total += i
        return time.process_time() - begun

    return max(1.0, min(once() for _ in range(3)) / REFERENCE)


def tier(item: pytest.Item) -> str:
    """Return the name of the tier that a test belongs to."""
    return next((name for name in ("nightly", "slow") if item.get_closest_marker(name)), "quick")


def exceeds(budget: float, seconds: float) -> bool:
    """Return whether so many seconds are far too many for this budget; an exhaustive run takes as long as it takes."""
    return not sharing.EXHAUSTIVE and seconds > TOLERANCE * budget and seconds > TOLERANCE * budget * slowness()


class Budget:
    """Counts the processor time of every test, and lists those that take far too much of it."""

    def __init__(self) -> None:
        self.aside = 0.0  # seconds since the test began that are not its own
        self.setting_aside = False
        self.times: list[tuple[float, str, str]] = []  # seconds, tier, name of each test, in the process that reports
        self.over: list[tuple[float, float, str]] = []  # seconds, budget, name of those far over their budget
        self.count_imports()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Count what is done here as no test's own; inside another such block it is counted there."""
        if self.setting_aside:
            yield
            return
        self.setting_aside, begun = True, spent()
        try:
            yield
        finally:
            self.setting_aside = False
            self.aside += spent() - begun

    def count_imports(self) -> None:
        """Set aside the import of modules that are not loaded yet."""
        machinery: Any = import_module("importlib._bootstrap")
        load = machinery._find_and_load

        def counted(name: str, importer: object) -> object:
            if name in sys.modules:
                return load(name, importer)
            with self.apart():
                return load(name, importer)

        machinery._find_and_load = counted

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        with self.apart():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.aside, self.begun = 0.0, spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        result = yield
        name, seconds = tier(item), spent() - self.begun - self.aside
        mark = item.get_closest_marker(name)
        budget = mark.kwargs.get("seconds", BUDGETS[name]) if mark else BUDGETS[name]
        item.user_properties.append(("processor", (seconds, name, budget if exceeds(budget, seconds) else None)))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            taken = dict(report.user_properties).get("processor")
            if isinstance(taken, (list, tuple)):  # a list where it came from another process
                seconds, name, budget = taken
                self.times.append((seconds, name, report.nodeid))
                if budget is not None:
                    self.over.append((seconds, budget, report.nodeid))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Let a run fail in which tests were far over their budget, where that was asked for."""
        if self.over and session.config.getoption(ENFORCED, False) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.times:
            return
        terminalreporter.section("seconds of processor time")
        for name in BUDGETS:
            if seconds := [taken for taken, mark, _ in self.times if mark == name]:
                terminalreporter.line(f"{sum(seconds):8.1f}  {len(seconds):,} {name} tests")
        for taken, _, test in sorted(self.times, reverse=True)[:LISTED]:
            terminalreporter.line(f"{taken:8.1f}  {test}")
        if self.over:
            terminalreporter.section("tests far over their budget: make them smaller, or mark them")
        for taken, budget, test in sorted(self.over, reverse=True):
            terminalreporter.line(f"{taken:8.1f} of {budget:g} s  {test}")


COUNTER = Budget()
"""That of this process."""
