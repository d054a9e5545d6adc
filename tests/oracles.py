"""What the solvers of every objective are held against: an oracle beside the tests of its kind.

``tests/games/<kind>/oracle.py`` has ``ORACLES``, from the name of each objective of the kind to its `Oracle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames import Game, Objective
from graphgames.catalogue.find import objectives
from graphgames.certificates import Certificate

ROOT = Path(__file__).parent.parent


class Spelled(NamedTuple):
    """How claims are made of plain lists (`tests.naive.Claimed`), for objectives whose checker is read word by word."""

    objective: Callable[[NDArray[Any]], Objective]
    """From a number for each vertex."""
    certificate: Callable[[Mapping[str, Any]], Certificate]
    """From the labels by their names."""
    claim: str
    """The class of the claim in the kind's checker."""


class Oracle(NamedTuple):
    """The definition of an objective, executed directly."""

    answers: Callable[[Game], Sequence[Any]]
    """The value of each vertex where the objective has exact values, else who wins from it, 2 for nobody."""
    game: Callable[[np.random.Generator], Game]
    """A random game, so small that the definition can be executed."""
    spelled: Spelled | None = None


def oracle(objective: str) -> Oracle:
    """Return the oracle of an objective; fail with a sentence if there is none."""
    folder = f"tests/games/{objectives()[objective].name}"
    known: dict[str, Oracle] = {}
    if (ROOT / folder / "oracle.py").exists():
        known = import_module(f"{folder.replace('/', '.')}.oracle").ORACLES
    assert objective in known, (
        f"no oracle knows the objective {objective}: write ORACLES[{objective!r}] in {folder}/oracle.py, a function "
        "that executes its definition and one that makes small games"
    )
    return known[objective]


def marked(make: Callable[[Any], Any], dead_ends: bool, share: float = 0.3) -> Callable[[np.random.Generator], Game]:
    """Return what makes small games of an objective that marks vertices."""
    from tests.arenas import random_arena, random_mask

    def game(rng: np.random.Generator) -> Game:
        arena = random_arena(rng, int(rng.integers(1, 9)), float(rng.uniform(1, 2.5)), dead_ends=dead_ends)
        return Game(arena, make(random_mask(rng, arena.n, share)))

    return game
