"""What a certificate file says of normal and misère play: the remoteness."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from graphgames.core.solution import ArenaSolution
from graphgames.formats.cert import Lines, arena_lines, labels_shown, optional
from graphgames.games.lastmove.certificate import Remoteness


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines: in normal play the dead ends are marked that the player to move has won."""
    n, objective, certificate = solution.arena.n, solution.problem.objective, cast("Remoteness", solution.certificate)
    marks = []
    if objective.name == "normal":
        won = cast("Any", objective).won
        marks.append(np.zeros(n, np.bool_) if won is None else won)
    name = f"impartial-{objective.name}" if solution.problem.impartial else objective.name
    remoteness = labels_shown(solution, certificate.remoteness, "remoteness")
    return arena_lines(solution, name, certificate.kind, marks, optional(remoteness, n))
