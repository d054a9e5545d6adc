"""The examples that are shown, as test cases."""

from __future__ import annotations

from typing import Any

import pytest

from graphgames.explore import gallery


def shown_examples(*slow: str) -> list[Any]:
    """Return a test case for each example; those of these names are slow."""
    marks = {name: [pytest.mark.slow] for name in slow}
    return [pytest.param(one, id=one.name, marks=marks.get(one.name, [])) for one in gallery.examples()]
