"""Random graphs for geography."""

from __future__ import annotations

import numpy as np
import pytest

from graphgames import GameError
from graphgames.games.geography.families import out_regular


def test_out_regular() -> None:
    for n, degree in ((1, 0), (4, 3), (9, 3), (30, 5)):
        arena = out_regular(n, degree, seed=n)
        assert np.diff(arena.indptr).tolist() == [degree] * n
        for v in range(n):
            heads = arena.successors_of(v).tolist()
            assert len(set(heads)) == degree and v not in heads
    assert np.array_equal(out_regular(20, 3, 1).successors, out_regular(20, 3, 1).successors)
    with pytest.raises(GameError, match="need more than 3"):
        out_regular(3, 3)
