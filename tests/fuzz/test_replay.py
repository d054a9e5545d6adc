"""The inputs that fuzzing found to go new ways, and those that broke something once, run once more."""

from __future__ import annotations

import pytest

from graphgames import GraphGamesError
from tests.fuzz.targets import bare_targets, corpus, targets

REFUSED = {"guessed": 2, "checkpoint": 2}
"""Seeds that are there to be refused: lists of edges with words in them, which may be several formats, and other games'
checkpoints."""


@pytest.mark.parametrize("name", [name for name in targets() if corpus(name)])
def test_inputs_that_were_found(name: str) -> None:
    target = targets()[name]
    for data in corpus(name):
        target.run(data)


@pytest.mark.parametrize("name", bare_targets())
def test_valid_inputs_are_not_refused(name: str) -> None:
    """Otherwise a target would test its refusals alone."""
    refused, target, guarded = 0, bare_targets()[name], targets()[name]
    for data in target.seeds:
        try:
            target.run(data)
        except GraphGamesError:
            refused += 1
            guarded.run(data)
    assert refused == REFUSED.get(name, 0) < len(target.seeds)
