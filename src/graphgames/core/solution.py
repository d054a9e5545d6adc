"""What a solver gives back: who wins where, how, and why; and what the verifier says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import frozen
from graphgames.core.certificate import Certificate
from graphgames.core.drawing import Drawable
from graphgames.core.errors import MissingDependencyError
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW, RatedMove
from graphgames.games.parity.recurrence import Recurrence, recurrence

if TYPE_CHECKING:
    import pandas as pd
from graphgames.core.strategy import Strategy


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Drawable):
    """A solved game: an `Oracle` over its vertices, with the proof.

    Parameters
    ----------
    game : Game
        What was solved.
    winner : ndarray of uint8, shape (n,)
        0 or 1: the player who wins from there; 2 for a draw. On an impartial arena player 0 is whoever is to move, so
        that 0 marks N-positions and 1 marks P-positions.
    strategy : Strategy
        A winning move wherever the winner is to move.
    solver : str
        The name of the solver that found it.
    proof : Certificate or callable
        The certificate, or how to make it when it is first asked for.
    values : ndarray, callable or None
        A number for each vertex, as the objective has one: rank, remoteness, label.
    stats : mapping
        What the solver counted.
    """

    game: Game
    winner: NDArray[np.uint8]
    strategy: Strategy
    solver: str
    proof: Certificate | Callable[[], Certificate]
    values: NDArray[Any] | Callable[[], NDArray[Any]] | None = None
    stats: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "winner", frozen(self.winner, np.uint8))

    @cached_property
    def certificate(self) -> Certificate:
        """What proves the solution; made when first asked for."""
        return self.proof() if callable(self.proof) else self.proof

    @cached_property
    def value(self) -> NDArray[Any] | None:
        """A number for each vertex (rank, remoteness or label), shape (n,), or None."""
        return self.values() if callable(self.values) else self.values

    @cached_property
    def regions(self) -> tuple[NDArray[np.int64], ...]:
        """The vertices each player wins, ascending; the draws third where the objective has any."""
        count = 3 if self.game.objective.has_draws else 2
        return tuple(np.flatnonzero(self.winner == code) for code in range(count))

    @cached_property
    def _recurrence(self) -> Recurrence:
        """What plays of a parity game can come back to when the winners move by their strategies."""
        return recurrence(self, np.asarray(self.game.objective.priority))  # type: ignore[attr-defined]

    @property
    def won(self) -> tuple[int, ...]:
        """How many vertices each player wins, draws third where the objective has any."""
        count = 3 if self.game.objective.has_draws else 2
        return tuple(np.bincount(self.winner, minlength=count).tolist())

    def _mover(self, v: int) -> int:
        owner = self.game.arena.owner
        return 0 if owner is None else int(owner[v])

    def outcome(self, position: int) -> str:
        """Say ``"win"``, ``"draw"`` or ``"loss"`` for the player to move at a vertex."""
        winner = int(self.winner[position])
        return "draw" if winner == DRAW else "win" if winner == self._mover(position) else "loss"

    def best_moves(self, position: int) -> Sequence[RatedMove]:
        """Give every move from a vertex, best first for the player to move.

        A win comes before a draw and a draw before a loss; among wins the strategy's move and then the shorter, among
        losses the longer.
        """
        arena = self.game.arena
        mover, chosen = self._mover(position), int(self.strategy.moves[position])
        rated = []
        for w in dict.fromkeys(arena.successors_of(position).tolist()):
            winner = int(self.winner[w])
            if winner != DRAW and self.game.impartial:
                winner = 1 - winner  # what the next player wins, this one loses
            result = "draw" if winner == DRAW else "win" if winner == mover else "loss"
            distance = self._distance(w)
            haste = 0 if distance is None else distance if result == "win" else -distance
            key = (("win", "draw", "loss").index(result), w != chosen, haste, w)
            rated.append((key, RatedMove(w, w, result, distance)))
        return tuple(move for _, move in sorted(rated, key=lambda pair: pair[0]))

    def _distance(self, v: int) -> int | None:
        if not self.game.objective.counts_moves or self.value is None or int(self.value[v]) < 0:
            return None
        return int(self.value[v])

    def explain(self, position: int) -> str:
        """Say in one sentence which rule of the certificate makes this vertex what it is."""
        arena, winner = self.game.arena, int(self.winner[position])
        if winner == DRAW:
            who = "a draw"
        elif self.game.impartial:
            who = "won by the player to move" if winner == 0 else "won by the player who moved last"
        else:
            who = f"won by {self.game.players[winner]}"
        return f"{arena.label(position)} is {who}. {self.certificate.explain(self, position)}"

    def play(self, start: int, opponent: Callable[[int], int] | None = None, limit: int = 1000) -> list[int]:
        """Follow the strategy from a vertex until the play stops or a vertex comes again.

        Parameters
        ----------
        start : int
            Where to begin.
        opponent : callable, optional
            Gives the next vertex where the strategy has no move; by default the best of `best_moves`.
        limit : int
            At most so many moves.

        Returns
        -------
        list of int
            The vertices in order; if it ends with one that came before, the play has run into a cycle.
        """
        walk, seen = [start], {start}
        while len(walk) <= limit:
            v = walk[-1]
            move = self.strategy[v]
            if move is None:
                rated = self.best_moves(v)
                if not rated:
                    break
                move = opponent(v) if opponent is not None else int(rated[0].position)
            walk.append(move)
            if move in seen:
                break
            seen.add(move)
        return walk

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Give the solution as plain Python: numbers and, with ``full``, the arrays as lists."""
        game = self.game
        data: dict[str, Any] = {
            "solver": self.solver,
            "objective": game.objective.name,
            "vertices": game.arena.n,
            "edges": game.arena.m,
            "won": list(self.won),
        }
        if full:
            data["winner"] = self.winner.tolist()
            data["strategy"] = self.strategy.moves.tolist()
            data["value"] = None if self.value is None else self.value.tolist()
        return data

    def to_pandas(self) -> pd.DataFrame:
        """Give one row a vertex: label, owner, winner, move, value."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingDependencyError("pandas", "pandas") from None
        arena = self.game.arena
        columns: dict[str, Any] = {"winner": self.winner, "move": self.strategy.moves}
        if arena.labels is not None:
            columns = {"label": list(arena.labels)} | columns
        if arena.owner is not None:
            columns["owner"] = arena.owner
        if self.value is not None:
            columns["value"] = self.value
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        won = ", ".join(str(count) for count in self.won)
        return f"Solution({self.game!r}, won=({won}), solver={self.solver!r})"
