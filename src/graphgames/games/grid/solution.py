"""The solved grid, as an oracle over all its cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.arrays import plain_array
from graphgames.core.errors import GameError, shown
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import Solution
from graphgames.games.grid.certificate import LosingSegments
from graphgames.games.grid.kernels.grid import losing
from graphgames.games.grid.problem import BlockedGrid, Cell

SHOWN = 200
"""`GridSolution.best_moves` gives at most so many moves that lose."""


@dataclass(frozen=True, eq=False, repr=False)
class GridSolution(Solution[Cell]):
    """The solved grid: an ``Oracle`` over all its cells.

    Examples
    --------
    >>> from graphgames import BlockedGrid, solve
    >>> solution = solve(BlockedGrid([(1, 1), (4, 2)], start=(2, 2)))
    >>> solution.outcome((2, 2)), solution.best_moves((2, 2))[0].move
    ('win', (1, 2))
    """

    problem: BlockedGrid
    certificate: LosingSegments
    solver: str = "grid-sweep"

    def outcome(self, position: Cell | None = None) -> Outcome:
        """Return the outcome for the player to move, by default at the start.

        Raises
        ------
        GameError
            If the cell is impassable or outside.
        """
        position = self._position_or_start(position)
        self.problem.require(position)
        return Outcome.LOSS if self.certificate.holds(position) else Outcome.WIN

    def losing(self, cells: ArrayLike) -> NDArray[np.bool_]:
        """Return for each cell whether the player to move loses there; O(log N) each.

        Parameters
        ----------
        cells : array_like of int64, shape (k, 2)
            Column and row of each; none of them impassable.

        Returns
        -------
        ndarray of bool, shape (k,)

        Examples
        --------
        >>> from graphgames import solve
        >>> solve(BlockedGrid([(1, 1), (4, 2)])).losing([(2, 2), (1, 2), (3, 4), (6, 5)])
        array([False,  True, False,  True])
        """
        asked = plain_array(cells, "the cells")
        asked = asked.reshape(-1, 2) if not asked.size else asked
        if asked.ndim != 2 or asked.shape[1] != 2 or (asked.size and asked.dtype.kind not in "iu"):
            raise GameError(f"the cells are {shown(cells)}; expected pairs of whole numbers")
        asked = asked.astype(np.int64)
        segments = np.stack([self.certificate.x, self.certificate.y, self.certificate.length])
        answers = np.zeros(len(asked), np.uint8)
        losing(segments, asked[:, 0].copy(), asked[:, 1].copy(), answers)
        return answers.view(np.bool_)

    def winning_moves(self, position: Cell | None = None) -> list[Cell]:
        """Return the losing cells that the pawn can go to: at most one leftwards and one downwards; O(N)."""
        position = self._position_or_start(position)
        if self.outcome(position) == Outcome.LOSS:
            return []
        (x, y), (left, down) = position, self.problem.reach(position)
        column, row = self.certificate.in_row(y, left, x - 1), self.certificate.in_column(x, down, y - 1)
        return ([] if column is None else [(column, y)]) + ([] if row is None else [(x, row)])

    def best_moves(self, position: Cell | None = None) -> tuple[RatedMove, ...]:
        """Return the moves, by default from the start, the winning ones first.

        Of those that lose it returns the 200 nearest, since there may be 10^9.
        """
        position = self._position_or_start(position)
        winning = self.winning_moves(position)
        rated = [RatedMove(cell, cell, Outcome.WIN) for cell in winning]
        for cell in self.problem.moves(position):
            if len(rated) >= SHOWN + len(winning):
                break
            if cell not in winning:
                rated.append(RatedMove(cell, cell, Outcome.LOSS))
        return tuple(rated)

    def explain(self, position: Cell | None = None) -> str:
        """Return who wins from a cell, and by which move or for what reason."""
        position = self.problem.start if position is None else position
        if self.outcome(position) == Outcome.WIN:
            ways = " or ".join(map(str, self.winning_moves(position)))
            return f"The player to move wins from {position}: go to {ways}, a losing cell."
        if self.problem.reach(position) == position:
            return f"The player to move loses from {position}: there is no move."
        segment = self.certificate.up_to(*position)
        x, y, length = (int(a[segment]) for a in (self.certificate.x, self.certificate.y, self.certificate.length))
        last = f"to ({x + length - 1}, {y + length - 1})" if length else "without end"
        losing = f"; it is on the diagonal of losing cells from ({x}, {y}) {last}" if length != 1 else ""
        return f"The player to move loses from {position}: no losing cell is in reach{losing}."

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the solution as plain Python; with ``full`` the segments, too."""
        data: dict[str, Any] = {
            "solver": self.solver,
            "kind": self.problem.kind,
            "impassable": len(self.problem.impassable),
            "segments": self.certificate.x.size,
        }
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def __repr__(self) -> str:
        return f"GridSolution({self.problem!r}, {self.certificate.x.size} segments, solver={self.solver!r})"
