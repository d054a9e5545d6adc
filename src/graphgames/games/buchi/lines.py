"""What a certificate file says of a Büchi or co-Büchi game: alpha and beta."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from graphgames.formats.cert import Lines, arena_lines, as_column, optional

if TYPE_CHECKING:
    from graphgames.core.objective import Marking
    from graphgames.core.solution import ArenaSolution
    from graphgames.games.buchi.certificate import BuchiLabels


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines: of each vertex alpha or beta, as who wins there wants to see marked vertices again or not."""
    solution = solution.in_vertex_form
    n, objective, certificate = solution.arena.n, solution.problem.objective, cast("BuchiLabels", solution.certificate)
    alpha, beta = as_column(certificate.alpha, n), as_column(certificate.beta, n)
    label = optional(np.where(np.equal(solution.winner, certificate.player), alpha, beta), n)
    return arena_lines(solution, objective.name, certificate.kind, [cast("Marking", objective).mask], label)
