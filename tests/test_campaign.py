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

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tools_{name}", TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


campaign: Any = tool("campaign")


@pytest.mark.parametrize("name", campaign.OBJECTIVES)
def test_a_batch_of_each_objective(name: str) -> None:
    tally = campaign.Tally()
    for seed in (7, 8, 9):
        campaign.OBJECTIVES[name](np.random.default_rng(seed), tally)
    assert 0 <= tally.rejected <= tally.planted


def test_every_module_of_the_verifier_is_mutated() -> None:
    mutate: Any = tool("mutate")
    modules = {
        module.name.removeprefix("graphgames.")
        for module in pkgutil.walk_packages(graphgames.__path__, "graphgames.")
        if module.name.endswith("check" + "er") or module.name == "graphgames.core.checking"
    }
    assert set(mutate.TESTS) == modules
    source = "def check(a, b):\n    if a < 0:\n        raise ValueError\n    return 0 <= a < b and b != 7\n"
    whats = [mutant.what for mutant in mutate.mutants(source)]
    assert len(whats) == 6 and "never: a < 0" in whats and "without part 2: 0 <= a < b and b != 7" in whats
