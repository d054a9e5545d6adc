"""What ``help()`` says of public names: every one has an example that runs, and every argument is explained."""

from __future__ import annotations

import doctest
import inspect
import re
import sys
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue.find import objective_class, objectives

NAMES = [name for name in gg.__all__ if name != "__version__"]


@pytest.mark.parametrize("name", NAMES)
def test_help_of_every_public_name_has_an_example_of_its_own_that_runs(name: str) -> None:
    thing: Any = getattr(gg, name)
    text = inspect.cleandoc(thing.__doc__ or "")
    there = dict(vars(sys.modules[thing.__module__])) if hasattr(thing, "__module__") else {}
    found = doctest.DocTestParser().get_doctest(text, there, name, None, 0)
    assert any(one.want for one in found.examples), f"help({name}) shows no result"
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(found, out=said.append)
    assert not runner.failures, "".join(said)


@pytest.mark.parametrize("name", objectives())
def test_help_of_every_objective_explains_its_arguments(name: str) -> None:
    kind = objective_class(name)
    text = inspect.getdoc(kind) or ""
    unexplained = [
        one for one in inspect.signature(kind).parameters if not re.search(rf"^.*\b{one}\b.*\n  ", text, re.M)
    ]
    assert not unexplained
