"""Normal and misère play step by step: backwards from the ends, as the certificate counts the moves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphgames.core.certificate import in_moves
from graphgames.core.oracle import Outcome
from graphgames.core.solution import ArenaSolution
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, few
from graphgames.games.lastmove.certificate import Remoteness


def walkthrough(solution: ArenaSolution) -> Walkthrough:
    """Return the positions of a solution by how far they are from the end, which its checker proves."""
    about = "Each step decides the positions that are one move farther from the end; the notes count the moves"
    return Walkthrough(
        "Backwards from the ends", f"{about}. The checker proves them (Smith 1966).", lambda: _back(solution)
    )


def _back(solution: ArenaSolution) -> Iterator[Step]:
    proof, arena = solution.certificate, solution.arena
    assert isinstance(proof, Remoteness)
    remoteness, winner = np.asarray(proof.remoteness), np.full(solution.arena.n, OPEN)
    why = {Outcome.WIN: "a move leads to where the other player loses", Outcome.LOSS: "every move lets the other win"}
    for r in range(int(remoteness.max(initial=-1)) + 1):
        lit = np.flatnonzero(remoteness == r).tolist()
        winner[lit] = solution.winner[lit]
        sentences = []
        for outcome, reason in why.items():
            those = [v for v in lit if solution.numbered.outcome(v) is outcome]
            verb = "has won" if r == 0 else "wins"
            verb = verb if outcome is Outcome.WIN else verb.replace("won", "lost").replace("wins", "loses")
            how = "" if r == 0 else f" within {in_moves(r)}, since {reason}"
            sentences += [f"The player to move at {few(arena, those)} {verb}{how}."] * bool(those)
        notes = {v: str(remoteness[v]) for v in np.flatnonzero((remoteness >= 0) & (remoteness <= r)).tolist()}
        yield Step(" ".join(sentences), winner.tolist(), lit, notes)
    rest = np.flatnonzero(remoteness < 0).tolist()
    if rest:
        notes = {v: str(remoteness[v]) for v in np.flatnonzero(remoteness >= 0).tolist()}
        says = f"Nothing decides {few(arena, rest)}: neither player can force the end there."
        yield Step(says, solution.winner.tolist(), rest, notes)
