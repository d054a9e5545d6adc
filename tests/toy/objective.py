"""Player 0 wants the play never to come to a trap; it has no dead ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames import Arena, ArenaSolution, Game
from graphgames import solve as solve_any
from graphgames.core.certificate import Certificate
from graphgames.core.ending import Ending
from graphgames.core.objective import Marking
from graphgames.core.strategy import Strategy
from graphgames.formats.solutions import parity_form


@dataclass(frozen=True, eq=False)
class Traps(Marking):
    """Player 0 wants the play never to come to a trap."""

    traps: ArrayLike
    name: ClassVar[str] = "traps"
    title: ClassVar[str] = "game about traps"
    data: ClassVar[str] = "traps"
    mark: ClassVar[str] = "trap"
    good: ClassVar[bool] = False
    has_parity_form: ClassVar[bool] = True

    @property
    def over(self) -> NDArray[np.bool_]:
        """The traps."""
        return self.mask

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        """Return that the play ends in a trap."""
        return Ending(1, f"{arena.label(v)} is a trap") if self.mask[v] else None

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that no trap came."""
        return Ending(0, "no trap on the way round")


def solve(game: Game) -> ArenaSolution:
    """Solve the game by its parity form."""
    form, stays = parity_form(game)
    solved = solve_any(form)
    moves = np.where(stays, np.int32(-1), solved.strategy.moves)
    return ArenaSolution(game, solved.winner, Strategy(moves), "toy", Certificate(), solved.winner.astype(np.int32))
