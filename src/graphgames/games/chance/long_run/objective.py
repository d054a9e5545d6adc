"""The objective of parity games whose value is the probability to win."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from graphgames.core.acceptance import Formula
from graphgames.core.arena import Arena
from graphgames.core.arrays import Vertices
from graphgames.core.errors import GameError
from graphgames.core.value import Bracket
from graphgames.games.chance.objective import Probability
from graphgames.games.parity.objective import Parity


@dataclass(frozen=True, eq=False)
class ParityProbability(Parity):
    """Player 0 wants to win a parity game with a large probability.

    With a priority of 2 at accepting vertices and 1 elsewhere it is the probability to visit these again and again.
    It is known where one player alone chooses as long as it is left to chance who wins, as in a Markov decision
    process.

    Attributes
    ----------
    priority, convention
        As in `Parity`.
    edge_priority
        None: the edges cannot have priorities here.

    Examples
    --------
    >>> from graphgames import Arena, ParityProbability, solve
    >>> ways = [("start", "toss"), ("toss", "good"), ("toss", "bad"), ("good", "good"), ("bad", "bad")]
    >>> arena = Arena.from_edges(ways, owner={"start": 0, "toss": 2, "good": 0, "bad": 0},
    ...                          probability=[None, "2/3", "1/3", None, None])
    >>> solution = solve(arena, ParityProbability({"start": 1, "toss": 1, "good": 2, "bad": 1}))
    >>> print(solution.value("start"), solution.winner_of("good"))
    2/3 0
    """

    name: ClassVar[str] = "parity-probability"
    edges: ClassVar[str] = ""
    has_parity_form: ClassVar[bool] = False
    has_draws: ClassVar[bool] = True
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Bracket)
    value_name: ClassVar[str] = "probability"

    value_text = Probability.value_text
    values_of_moves = Probability.values_of_moves
    answer = Probability.answer

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data as an array over the vertices; raise `GameError` for those of edges."""
        if self.edge_priority is not None:
            raise GameError("the probability to win is found for priorities of vertices; give those in place of edges")
        return super().bind(arena)

    def acceptance(self) -> tuple[Formula, tuple[Vertices, ...]]:
        """Raise `GameError`: a probability is not joined with other conditions."""
        raise GameError("a probability is not joined with other conditions; join them as parity objectives")
