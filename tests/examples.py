"""The examples that are shown, as test cases."""

from __future__ import annotations

from typing import Any

import pytest

from graphgames.explore import gallery


def shown_examples() -> list[Any]:
    """Return a test case for each example; tables take seconds."""
    slow = {one.name: [pytest.mark.slow] for one in gallery.examples() if one.name.endswith("-table")}
    return [pytest.param(one, id=one.name, marks=slow.get(one.name, [])) for one in gallery.examples()]
