"""The examples of the catalogue, each solved once for all tests of a process; those that are shown, as test cases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.catalogue.find import kinds
from graphgames.catalogue.rows import Example, Kind
from graphgames.explore import gallery
from graphgames.explore.opened import read_problem
from tests.budget import COUNTER
from tests.share import EXHAUSTIVE, spread


def examples(kind: Kind) -> Iterator[tuple[str, Any]]:
    """Return the examples of a kind, each by its name as the problem that it is read as."""
    for game in kind.games:
        yield game.name, game.read(game.example.encode())
    for example in find.examples(kind.package):
        yield f"{example.name} (shown)", read_problem(example.text.encode(), example.file, example.options)


@cache
def problems() -> dict[str, dict[str, Any]]:
    """Return the examples of each kind by their names."""
    return {kind.name: dict(examples(kind)) for kind in kinds()}


@cache
def solution_of(kind: str, name: str) -> Any:
    """Return the solution of an example; what it takes counts for no test, since any may be the first."""
    with COUNTER.apart():
        return gg.solve(problems()[kind][name])


def solved_examples(kind: Kind) -> Iterator[tuple[str, Any, Any]]:
    """Return the examples of a kind: name, problem and solution; a share of those that are so large as to be stored."""
    found = list(problems()[kind.name].items())
    some = spread(len(found), 1 if EXHAUSTIVE or not kind.stored else 0.4, kind.name)
    return ((name, problem, solution_of(kind.name, name)) for k, (name, problem) in enumerate(found) if k in some)


def solved(example: Example) -> Any:
    """Return the solution of a shown example."""
    name = f"{example.name} (shown)"
    return solution_of(next(kind for kind, found in problems().items() if name in found), name)


def shown_examples() -> list[Any]:
    """Return a test case for each example; tables take seconds."""
    slow = {one.name: [pytest.mark.slow] for one in gallery.examples() if one.name.endswith("-table")}
    return [pytest.param(one, id=one.name, marks=slow.get(one.name, [])) for one in gallery.examples()]
