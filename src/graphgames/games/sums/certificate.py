"""The certificate of sums: the nimber of every part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Each, Integer, Maybe, Record


@dataclass(frozen=True, eq=False)
class StackNimbers(Certificate):
    """The nimbers of the parts of many sums: test after test, part after part."""

    kind: ClassVar[str] = "stack-nimbers"
    proves: ClassVar[Mapping[str, str]] = {
        "wins": "_compare",
        "nimbers": "_compare",
        "winning_cells": "_treblecross_answers",
    }
    nimbers: Annotated[NDArray[Any], Each(Integer(0, any_size=True))]
    """``int64``, or Python numbers where they are larger, shape (parts,)."""
    first: Annotated[NDArray[np.int64], Each(Integer(0, "nimbers"), "tests+1")]
    """The parts of test i are numbers ``first[i]`` to ``first[i + 1] - 1``, shape (tests + 1,)."""
    proof: Annotated[Certificate | None, Maybe(Record())] = None
    """What the nimbers are taken from: the values of an arena's vertices, or of a heap game's heaps. Without it they
    follow a closed form that the checker knows."""
