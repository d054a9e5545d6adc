"""The certificate of games with fair edges: the strategies, which take some edges in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate, by_moves
from graphgames.core.claim import Integer, PerEdge
from graphgames.core.naming import fulfils, quoted_label
from graphgames.core.strategy import InTurn


@dataclass(frozen=True, eq=False)
class FairMoves(Certificate):
    """The edges that the strategies take in turn: no fair play that they leave is as the loser wants it.

    Attributes
    ----------
    turns : ndarray of int8, shape (m,)
        1 for each of these edges, 0 for the others. At a vertex with such edges the winner, whose vertex it is, takes
        them one after the other, beginning with the strategy's move, and all over again; all its fair edges are among
        them.
    """

    kind: ClassVar[str] = "fair-moves"
    proves: ClassVar[Mapping[str, str]] = by_moves("turns_are_fair winner_is_fair no_round_for_the_loser")
    turns: Annotated[NDArray[np.int8], PerEdge(Integer(0, 1))]

    def played(self, game: Any, moves: NDArray[np.int32]) -> InTurn:
        """Return the strategy with these moves that takes the edges in turn."""
        return InTurn(moves, game.arena, turns=self.turns.astype(np.bool_))

    def explain(self, solution: Any, v: int) -> str:
        game, move, winner = solution.problem, solution.strategy.first(v), int(solution.winner[v])
        arena = game.arena
        over = game.objective.over
        if (over is not None and over[v]) or not arena.successors_of(v).size:
            return "the play is decided here"
        others = arena.successors_of(v)[self.turns[arena.indptr[v] : arena.indptr[v + 1]] > 0]
        heads = list(dict.fromkeys([] if move is None else [move, *others.tolist()]))
        named = [quoted_label(arena.display_name(w)) for w in heads]
        if not named:
            how = f"whatever {game.players[1 - winner]} does,"
        elif len(named) == 1:
            how = f"move to {named[0]}, and"
        else:
            how = f"move to {', '.join(named[:-1])} and {named[-1]} in turn, and"
        so = fulfils(game, winner, game.objective.plain.aims_in_words)
        return f"{how} every play that follows the strategy and is fair {so}"
