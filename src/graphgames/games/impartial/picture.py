"""What there is to see of the Grundy values of an arena."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw.scene import GraphView, size
from graphgames.draw.style import BLANK, Key
from graphgames.games.impartial.solution import NimberSolution


@singledispatch
def sheet(thing: Any) -> GraphView:
    """Return what there is to see of a thing of this kind on an arena."""
    raise GameError(f"there is no picture of {type(thing).__name__} as a graph")


@sheet.register
def nimber_sheet(solution: NimberSolution) -> GraphView:
    """Return what there is to see of the Grundy values of an arena."""
    arena, values = solution.problem.arena, solution.values
    meanings = ("the player to move wins", "the player who moved last wins", "draw")
    codes = {"win": 0, "loss": 1, "draw": 2}

    def chosen(v: int) -> int:
        return (
            int(solution.numbered.best_moves(v)[0].position)
            if values[v] and solution.numbered.outcome(v) == "win"
            else -1
        )

    def note(v: int) -> str:
        return "∞" if values[v] < 0 else str(values[v])

    positive, zero = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values == 0))
    infinite = values.size - positive - zero
    used = range(3 if infinite else 2)
    numbers = Key("text", BLANK, "below the name: Grundy value", "n")
    return GraphView(
        arena,
        f"Grundy values, {size(arena)}",
        region=lambda v: codes[solution.numbered.outcome(v)],
        note=note,
        why=solution.numbered.explain,
        chosen=chosen,
        keys=(*(Key("circle", k, meanings[k]) for k in used), Key("edge", 0, "a winning move"), numbers),
        charts=lambda: [("Grundy values", values[values >= 0])],
        regions=lambda: [("above 0", positive), ("0", zero), ("infinite", infinite)][: len(used)],
    )
