"""The inputs that fuzzing found to go new ways, and those that broke something once, run once more."""

from __future__ import annotations

import pytest

from tests.fuzz.targets import corpus, targets


@pytest.mark.parametrize("name", targets())
def test_inputs_that_were_found(name: str) -> None:
    target = targets()[name]
    for data in (*target.seeds, *corpus(name)):
        target.run(data)
