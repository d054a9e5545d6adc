"""What a certificate file says of a Büchi or co-Büchi game: alpha and beta."""

from __future__ import annotations

from typing import cast

import numpy as np

from graphgames.core.objective import Marking
from graphgames.core.solution import ArenaSolution
from graphgames.formats.cert import Lines, MisfitError, arena_lines, as_column, labels_shown, optional, require_player
from graphgames.games.buchi.certificate import BuchiLabels


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines: of each vertex alpha or beta, as who wins there wants to see marked vertices again or not."""
    own, solution = solution.arena.n, solution.in_vertex_form
    n, objective, certificate = solution.arena.n, solution.problem.objective, cast("BuchiLabels", solution.certificate)
    alpha, beta = as_column(certificate.alpha, n), as_column(certificate.beta, n)
    require_player(certificate.player, int(objective.name == "cobuchi"))
    forced = as_column(solution.winner, n) == certificate.player
    stray = np.flatnonzero(np.where(forced, beta, alpha) != -1)
    if stray.size:
        raise MisfitError(
            f"{solution.arena.label(int(stray[0]))} has both alpha and beta; expected the one that counts"
        )
    label = labels_shown(solution, np.where(forced, alpha, beta), "label", own)
    marks = [cast("Marking", objective).mask]
    return arena_lines(solution, objective.name, certificate.kind, marks, optional(label, n))
