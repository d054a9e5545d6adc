"""A batch of each objective of the campaign in `tools/campaign.py`, which runs thousands of them by hand."""

from __future__ import annotations

import importlib.util
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import graphgames
from graphgames.core.report import Failure, Report
from graphgames.games.geography.names import GEOGRAPHY

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tools_{name}", TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


campaign: Any = tool("campaign")


STONES = ("games-are-important", "playing-with-stones", "stone-game", "treblecross", "say-goodbye-to-tic-tac-toe")

AT_LEAST: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("reach", "safe", "buchi", "cobuchi", "parity"), (72, 10)),
    **dict.fromkeys(("normal", "misere"), (49, 10)),
    "nimbers": (72, 5),
    "loopy-values": (72, 3),
    **dict.fromkeys(STONES, (72, 21)),
    "heaps": (3, 3),
    "misere-heaps": (24, 0),
    "misere-quotients": (3, 3),
    "sums": (9, 0),
    "race": (3, 2),
    "great-game": (72, 3),
    "gridgame": (72, 5),
    **dict.fromkeys(GEOGRAPHY, (72, 3)),
    "synthesis": (3, 0),
}
"""How many games three batches play and how many planted faults the verifier rejects; 0 where none is planted."""


@pytest.mark.share(1)
@pytest.mark.parametrize("name", campaign.OBJECTIVES)
def test_a_batch_of_each_objective(name: str) -> None:
    tally = campaign.Tally()
    for seed in (7, 8, 9):
        campaign.OBJECTIVES[name](np.random.default_rng(seed), tally)
    games, rejected = AT_LEAST[name]
    assert tally.games >= games and tally.rejected >= rejected
    assert (tally.planted > 0) == (rejected > 0)


def test_what_the_verifier_accepts_must_be_true() -> None:
    tally = campaign.Tally()
    tally.plant(Report(1, (Failure(0, "a fault"),), 1), lambda: False)
    tally.plant(Report(1), lambda: True)
    assert (tally.planted, tally.rejected) == (2, 1)
    with pytest.raises(AssertionError, match="accepts a false claim"):
        tally.plant(Report(1), lambda: False)


TOOLKIT = ("graphgames.core.checking", "graphgames.core.exact", "graphgames.policies.saved_marks")
"""What checkers rely on, and what checks though its name does not say so."""


def test_every_module_of_the_verifier_is_mutated() -> None:
    mutate: Any = tool("mutate")
    modules = {
        module.name.removeprefix("graphgames.")
        for module in pkgutil.walk_packages(graphgames.__path__, "graphgames.")
        if module.name.endswith("check" + "er") or module.name in TOOLKIT
    }
    assert set(mutate.TESTS) == modules
    source = "def check(a, b):\n    if a < 0:\n        raise ValueError\n    return 0 <= a < b and b != 7\n"
    whats = [mutant.what for mutant in mutate.mutants(source)]
    assert len(whats) == 6 and "never: a < 0" in whats and "without part 2: 0 <= a < b and b != 7" in whats
