"""Reachability step by step: the layers of the attractor, as the certificate holds them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphgames.core.certificate import in_moves
from graphgames.core.naming import with_article
from graphgames.core.solution import ArenaSolution
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, few
from graphgames.games.reachability.certificate import AttractorRanks


def walkthrough(solution: ArenaSolution) -> Walkthrough:
    """Return the layers of a solution's attractor, which its checker proves."""
    about = (
        "Each step adds the vertices that are one move farther away; the notes count the moves. The checker proves them"
    )
    return Walkthrough("The attractor, layer by layer", f"{about} (Zielonka 1998).", lambda: _layers(solution))


def _layers(solution: ArenaSolution) -> Iterator[Step]:
    game, proof = solution.problem, solution.certificate
    assert isinstance(proof, AttractorRanks)
    rank, goal = np.asarray(proof.rank), f"{with_article(game.objective.mark)} vertex"
    who, other = game.players[proof.player], game.players[1 - proof.player]
    winner = np.full(game.arena.n, OPEN)
    for r in range(int(rank.max(initial=-1)) + 1):
        lit = np.flatnonzero(rank == r).tolist()
        winner[lit] = proof.player
        found = few(game.arena, lit)
        says = f"{found}: {goal}." if r == 0 else f"From {found} {who} can force {goal} within {in_moves(r)}."
        notes = {v: str(rank[v]) for v in np.flatnonzero((rank >= 0) & (rank <= r)).tolist()}
        yield Step(says, winner.tolist(), lit, notes)
    rest = np.flatnonzero(rank < 0).tolist()
    winner[rest] = 1 - proof.player
    notes = {v: str(rank[v]) for v in np.flatnonzero(rank >= 0).tolist()}
    says = f"No more are added: {other} keeps the play away for ever from {few(game.arena, rest)}."
    yield Step(says if rest else f"That is every vertex: {who} wins everywhere.", winner.tolist(), rest, notes)
