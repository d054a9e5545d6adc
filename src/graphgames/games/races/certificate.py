"""The certificate of a race: how far each token is from home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Each, Integer, Record


@dataclass(frozen=True, eq=False)
class RaceDistances(Certificate):
    """For each token, each of its turns in the schedule and each vertex: its own moves until it is home.

    Attributes
    ----------
    moves : tuple of ndarray of int32, each of shape (turns of the token in the schedule, n)
        0 on the goal. Elsewhere one more than the least (where the mover wants the token home) or the largest (where
        he does not) number at the token's next turn among the successors; -1, which stands for infinity, where the
        token need never come home. On an acyclic graph these equations have one solution.
    """

    kind: ClassVar[str] = "race-distances"
    proves: ClassVar[Mapping[str, str]] = {
        "arrival": "_acyclic _equations _arrivals",
        "winner": "_winner",
    }
    moves: Annotated[tuple[NDArray[np.int32], ...], Each(Each(Integer(-1), "turns", "n"), "tokens")]


@dataclass(frozen=True, eq=False)
class RacesDistances(Certificate):
    """The distances of many races that were solved together, in their order."""

    kind: ClassVar[str] = "races-distances"
    proves: ClassVar[Mapping[str, str]] = {
        "value": "_acyclic _equations",
        "winner": "_arrivals _winner",
    }
    races: Annotated[tuple[RaceDistances, ...], Each(Record(), "tests")]
