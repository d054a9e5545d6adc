"""``steps``: the probability to reach a target within a number of moves, where chance may move.

By induction on the moves that are left: with none the probability is 1 at the target and 0 elsewhere; with one more it
is the best of what the next vertices have with one less, or their mean where chance moves. There is nothing else to
prove. The certificate lists the values, and the strategy the moves by which they are reached, for each number of moves
left.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.arena_game import CHANCE
from graphgames.reference.kind import Kind
from graphgames.reference.reaching_ranks import Reaching
from graphgames.reference.reading import Fields, count, exact, integer, listing, table


class Steps(Reaching):
    """The values and moves for each number of moves that are left."""

    objectives = ("bounded-reach-probability",)

    def read_proof(self, proof: Fields) -> None:
        """Read the values."""
        self.row = proof.take("values", listing(listing(exact, self.game.n), self.most + 1))

    def read_moves(self, answers: Fields) -> list[int]:
        """Return the moves with all moves left, of those for each number of moves left."""
        n, self.most = self.game.n, self.game.data.take("steps", count)
        self.moves = answers.take("strategy", table(integer(-1, n - 1), self.most + 1, n))
        return self.moves[-1]

    def situations(self) -> Iterator[tuple[int, int]]:
        """Yield each vertex with each number of moves left."""
        return ((v, left) for left in range(self.most + 1) for v in self.vertices)


def the_last_values_are_shown(c: Steps, v: int) -> bool:
    """The values that the solution shows are those with all moves left; the winners are the certain ones."""
    value, winner = c.row[-1][v], c.winner[v]
    return c.low[v] == c.high[v] == value and winner == (0 if value == 1 else 1 if value == 0 else 2)


def value_follows(c: Steps, place: tuple[int, int]) -> bool:
    """The target has 1. Elsewhere, where the play is over or no move is left, it is 0; there are no moves. Else chance
    makes the mean of the next values, and a player's move leads to the best of them, largest for player 0.
    """
    v, left = place
    value, move = c.row[left][v], c.moves[left][v]
    if c.over(v) or left == 0:
        return move == -1 and value == (1 if v in c.target else 0)
    ahead = c.row[left - 1]
    if c.owner[v] == CHANCE:
        return move == -1 and c.game.gains(v, value, ahead) == 0
    best = (max if c.owner[v] == 0 else min)(ahead[w] for w in c.after[v])
    return move in c.after[v] and value == best == ahead[move]


KIND = Kind(
    Steps,
    "the probability at each vertex within the moves given, and the best moves for each number of moves left",
    {"situations": (value_follows,), "vertices": (the_last_values_are_shown,)},
)
