"""What holds for all tests: their budget of processor time, their tiers, and Ctrl-C.

Ctrl-C reaches the programs that the tests start, even where a shell in the background has it ignored by all.
"""

from __future__ import annotations

import signal

import pytest

from tests.budget import Budget, tier

signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Budget(), "budget")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out with ``-m "not slow"`` what is marked nightly, too."""
    for item in items:
        if tier(item) == "nightly":
            item.add_marker("slow")
