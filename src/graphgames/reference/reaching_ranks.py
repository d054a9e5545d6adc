"""``reaching-ranks``: the probability to reach a target, where chance moves. A value is a bracket from low to high.

Max wants to reach the target: player 0, or player 1 where player 0 wants to avoid something; then low and high are
those of 1 less the value. Min is the other player.

*Not more than high.* Let Min keep to his moves. High is 1 at the target, nowhere negative, and nowhere less than what
the next step is worth. The probabilities that are left are the least numbers of which that is true (Knaster, Tarski).

*Not less than low.* Let Max keep to her moves and Min play as he likes best, which leaves a Markov chain. Look at the
vertices where low exceeds the probability by most, and suppose it does exceed it. There low is positive, and the play
is not over. Low is at most the mean of the next low, and the probability is the mean of the next ones; so the next
vertices all exceed by as much, and the step gains nothing. So the rank falls towards one of them: for ever, which
cannot be.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from graphgames.reference.arena_game import CHANCE, Claim, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Exact, Fields, Infinite, RefusedError, bracket, listing, rank


class Reaching(Claim):
    """The values as Max sees them, the moves, and where a play is decided."""

    objectives: tuple[str, ...] = ("reach-probability", "avoid-probability")
    with_chance = True
    draws = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, bracket)
        self.max = 1 if game.objective == "avoid-probability" else 0
        self.target = game.marked("avoid" if self.max else "target", game.n)
        within = game.marked("within", game.n) if "within" in game.data else set(self.vertices)
        self.lost = set(self.vertices) - within - self.target
        self.read_values()
        self.read_proof(proof)

    def read_values(self) -> None:
        """Read the values as Max sees them."""
        if self.value is None:
            raise RefusedError("the solution shows no values, and they are what the certificate is about")
        ends = [(probability(low), probability(high)) for low, high in self.value]
        self.low = [1 - high if self.max else low for low, high in ends]
        self.high = [1 - low if self.max else high for low, high in ends]
        self.exact = self.low == self.high

    def read_proof(self, proof: Fields) -> None:
        """Read the ranks."""
        self.rank = proof.take("rank", listing(rank, self.game.n))

    def over(self, v: int) -> bool:
        """Return whether the play is at the target, where it may not be, or at a dead end."""
        return v in self.target or v in self.lost or not self.after[v]

    @cache  # noqa: B019
    def gains(self, v: int, end: int) -> int:
        """Return the sign of what chance gains at v, of low for 0, of high for 1; the same where they are the same."""
        if end and self.exact:
            return self.gains(v, 0)
        numbers = self.high if end else self.low
        return self.game.gains(v, numbers[v], numbers)

    def follows(self, v: int, player: int, good: Callable[[int], bool]) -> bool:
        """Return whether a player can only go to good vertices: by the strategy's move, or whatever the other does."""
        return all(good(w) for w in ([self.move[v]] if self.owner[v] == player else self.after[v]) if w is not None)


def probability(value: Exact | Infinite) -> Exact:
    """Return a value that is a probability."""
    if isinstance(value, Infinite) or not 0 <= value <= 1:
        raise RefusedError(f"the value {value} is not a probability")
    return value


def players_have_moves(c: Reaching, v: int) -> bool:
    """There is a move, along an edge, where a player is to move and the play is not over, and nowhere else."""
    return c.move[v] is None if c.over(v) or c.owner[v] == CHANCE else c.move[v] in c.after[v]


def winners_are_certain(c: Reaching, v: int) -> bool:
    """A player is said to win where he does with probability 1; where neither does, the winner is 2."""
    return c.winner[v] == (c.max if c.low[v] == 1 else 1 - c.max if c.high[v] == 0 else 2)


def ends_are_right(c: Reaching, v: int) -> bool:
    """High is 1 at the target, and low is 0 where the play is over otherwise."""
    return not c.over(v) or (c.high[v] == 1 if v in c.target else c.low[v] == 0)


def high_is_enough(c: Reaching, v: int) -> bool:
    """No step is worth more than high: Min's move, all of Max's, and the mean of chance."""
    if c.over(v):
        return True
    if c.owner[v] == CHANCE:
        return c.gains(v, 1) <= 0
    return c.follows(v, 1 - c.max, lambda w: c.high[w] <= c.high[v])


def low_is_kept(c: Reaching, v: int) -> bool:
    """Where low is positive, no step loses of it: Max's move, all of Min's, the mean; what gains nothing lowers the
    rank (where chance moves, to one of the next).
    """
    if c.over(v) or c.low[v] == 0:
        return True
    if c.owner[v] == CHANCE:
        gain = c.gains(v, 0)
        return gain > 0 or (gain == 0 and any(c.rank[w] < c.rank[v] for w in c.after[v]))
    return c.follows(v, c.max, lambda w: c.low[w] > c.low[v] or (c.low[w] == c.low[v] and c.rank[w] < c.rank[v]))


KIND = Kind(
    Reaching,
    "the probability at each vertex or the bracket around it, who wins for certain, and both players' moves",
    {"vertices": (players_have_moves, winners_are_certain, ends_are_right, high_is_enough, low_is_kept)},
)
