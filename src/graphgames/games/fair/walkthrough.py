"""Games with fair edges step by step: Zielonka's recursion on the parity game of their gadgets."""

from __future__ import annotations

from dataclasses import replace

from graphgames.core.arena import Arena
from graphgames.core.solution import ArenaSolution
from graphgames.core.walkthrough import Walkthrough
from graphgames.games.fair.gadget import as_parity
from graphgames.games.parity.walkthrough import ABOUT, recursion

_PARTS = (
    "At a vertex a with fair edges the other player first names a priority, such as 2; at “a, 2?” its owner chooses: "
    "to move as he likes, through “a, 2” where it is seen, or the one below is seen and the other takes a fair edge"
)


def walkthrough(solution: ArenaSolution) -> Walkthrough:
    """Return the recursion on the parity game that decides the game."""
    game, arena = solution.problem, solution.arena
    if arena.labels is None:  # the parts are called by the vertices
        arena = Arena.trusted(arena.indptr, arena.successors, arena.owner, [str(v) for v in range(arena.n)])
    made = as_parity(arena, game.objective, None, game.players).game
    made = replace(made, start=None)
    about = f"{_PARTS}. {ABOUT} (Hausmann, Piterman, Sağlam, Schmuck 2024; Zielonka 1998)."
    return Walkthrough("Zielonka's recursion on a parity game", about, lambda: recursion(made, arena.n))
