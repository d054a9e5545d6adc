"""What holds for all tests: their budget of processor time, their tiers, no limits by the clock, and Ctrl-C.

The processes of a run share the work of rewriting the test files, which each of them collects and pytest keeps.

Temporary folders are in memory where there is room, or where ``TMPDIR`` says: to make one, write a file into it and
delete it takes about a quarter of the processor time that it takes on a disk, and many tests do so.

Ctrl-C reaches the programs that the tests start, even where a shell in the background has it ignored by all.

The garbage collector passes over the ten thousand collected tests and what they imported, which live to the end.
"""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Generator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from tests.budget import COUNTER, add_option, tier
from tests.share import EXHAUSTIVE, left_out

WAIT_AS_LONG_AS_IT_TAKES = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("other examples each time", WAIT_AS_LONG_AS_IT_TAKES)
settings.register_profile("the same each time", WAIT_AS_LONG_AS_IT_TAKES, derandomize=True, max_examples=40)
settings.load_profile("other examples each time" if EXHAUSTIVE else "the same each time")
if not EXHAUSTIVE:  # with no constants of the modules that a process has read, which takes seconds, and differs
    vars(providers)["_get_local_constants"] = lambda: providers._local_constants
signal.signal(signal.SIGINT, signal.default_int_handler)

IN_MEMORY = "/dev/shm"
if "TMPDIR" not in os.environ and Path(IN_MEMORY).is_dir() and os.access(IN_MEMORY, os.W_OK):
    disk = os.statvfs(IN_MEMORY)
    if disk.f_bavail * disk.f_frsize > 2**30 and not disk.f_flag & os.ST_NOEXEC:  # some tests run what they write
        tempfile.tempdir = os.environ["TMPDIR"] = IN_MEMORY


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run look at few cases of each test, or fail for tests that are far over their budget."""
    parser.addoption("--few", action="store_true", help="run two cases of each test, spread over all of them")
    add_option(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Count the processor time of every test."""
    config.pluginmanager.register(COUNTER, "budget")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect no garbage while tests are collected, and none of what is there by then later."""
    gc.disable()
    try:
        import_part(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000)  # objects that are new
        gc.enable()


def import_part(config: pytest.Config) -> None:
    """Import every k-th test file if this is one of k processes, so that the others find it rewritten.

    A file whose import fails is left to the collection, which tells of it.
    """
    given: dict[str, Any] = getattr(config, "workerinput", {})
    if given and config.args == config.getini("testpaths"):
        place, of = int(given["workerid"].removeprefix("gw")), given["workercount"]
        for path in sorted(config.rootpath.glob("tests/**/test_*.py"))[place::of]:
            with suppress(Exception):
                import_module(".".join(path.relative_to(config.rootpath).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in docstrings only where there are some, and not in the tests themselves."""
    found = yield
    if file_path.name.startswith("test_") or ">>>" not in file_path.read_text(errors="replace"):
        return [collector for collector in found if type(collector) is pytest.Module]
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs a browser, ``context``, as nightly but for the smoke tests, and what is nightly as slow, too.

    Of a test with the mark ``share`` its share alone is run, of each with ``--few`` two cases, unless someone names
    its cases.
    """
    for item in items:
        if "context" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("smoke"):
            item.add_marker("nightly")
        if tier(item) == "nightly":
            item.add_marker("slow")
    named = any("[" in argument for argument in config.args) or config.option.keyword
    out = set() if named else left_out(items, 2 if config.option.few else None)
    config.hook.pytest_deselected(items=[item for place, item in enumerate(items) if place in out])
    items[:] = [item for place, item in enumerate(items) if place not in out]
