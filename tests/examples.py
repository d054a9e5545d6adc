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
from graphgames.explore.loaded_game import read_problem
from tests.budget import COUNTER
from tests.share import EXHAUSTIVE, spread


def examples(kind: Kind) -> Iterator[tuple[str, Any]]:
    """Return the examples of a kind, each by its name as the problem that it is read as."""
    for game in kind.games:
        yield game.name, game.read(game.example.encode())
    for example in find.examples(kind.package):
        yield shown_as(example), read_problem(example.text.encode(), example.file, example.options)


@cache
def problems() -> dict[str, dict[str, Any]]:
    """Return the examples of each kind by their names."""
    return {kind.name: dict(examples(kind)) for kind in kinds()}


@cache
def solution_of(kind: str, name: str) -> Any:
    """Return the solution of an example; what it takes counts for no test, since any may be the first."""
    with COUNTER.apart():
        return gg.solve(problems()[kind][name])


def looked_at(kind: Kind) -> list[str]:
    """Return the names of the examples of a kind, of those that are so large as to be stored a share."""
    names = [game.name for game in kind.games] + [shown_as(one) for one in find.examples(kind.package)]
    return [names[k] for k in sorted(spread(len(names), 1 if EXHAUSTIVE or not kind.stored else 0.4, kind.name))]


def solved_examples(kind: Kind) -> Iterator[tuple[str, Any, Any]]:
    """Return the examples of a kind that are looked at: name, problem and solution."""
    return ((name, problems()[kind.name][name], solution_of(kind.name, name)) for name in looked_at(kind))


def shown_as(example: Example) -> str:
    """Return the name of an example that is shown, among all of its kind."""
    return f"{example.name} (shown)"


def solved(example: Example) -> Any:
    """Return the solution of a shown example."""
    name = shown_as(example)
    return solution_of(next(kind for kind, found in problems().items() if name in found), name)


def shown() -> list[Example]:
    """Return the shown examples that are looked at."""
    names = {name for kind in kinds() for name in looked_at(kind)}
    return [one for one in gallery.examples() if shown_as(one) in names]


def shown_examples() -> list[Any]:
    """Return a test case for each of them; tables take seconds."""
    return [pytest.param(one, id=one.name, marks=[pytest.mark.slow] * one.name.endswith("-table")) for one in shown()]
