"""What a certificate file says of a reachability or safety game: the ranks of the attractor."""

from __future__ import annotations

from typing import cast

from graphgames.core.objective import Marking
from graphgames.core.solution import ArenaSolution
from graphgames.formats.cert import Lines, arena_lines, labels_shown, optional, require_player
from graphgames.games.reachability.certificate import AttractorRanks


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines: the target or the safe vertices are marked, and a rank stands where there is one."""
    objective, certificate = solution.problem.objective, cast("AttractorRanks", solution.certificate)
    require_player(certificate.player, int(objective.name == "safe"))
    ranks = optional(labels_shown(solution, certificate.rank, "rank"), solution.arena.n)
    return arena_lines(solution, objective.name, certificate.kind, [cast("Marking", objective).mask], ranks)
