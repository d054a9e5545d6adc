"""``counter-labels``: generalised Büchi games, by two labellings of the vertices with the set to visit next.

A counter holds a set, and goes on to the next one when the play leaves a vertex of it. While it holds a set that is not
visited any more it stays; if it goes on for ever, then round and round. So player 0 wins a play just if the counter
goes on again and again. The strategy knows the counter. When the winner keeps to it, the play stays in his region.

*Player 0 wins her region.* Where the counter does not go on, alpha is one more than the largest alpha ahead: it falls
at every step until the counter goes on, again and again.

*Player 1 wins his region.* Beta never rises along the play, and where the counter goes on it falls. (A step that
changes nothing is left out of the equation for beta, and none may be taken where the counter goes on.)
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.arena import Claim, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, RefusedError, integer, listing, table

Place = tuple[int, int]
"""A vertex, and the set that the counter holds."""


class Counter(Claim):
    """Who wins, the moves for each set, and both labels."""

    objectives = ("generalized-buchi",)
    needs_moves = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, integer(0))
        if self.value is not None:
            raise RefusedError("the solution shows values, and its objective has none")
        label = table(integer(-1, self.count * game.n), self.count, game.n)
        self.alpha, self.beta = proof.take("alpha", label), proof.take("beta", label)

    def read_moves(self, answers: Fields) -> list[int]:
        """Return the moves for the first set; a play begins with that."""
        n = self.game.n
        self.sets = [set(one) for one in self.game.data.take("sets", listing(listing(integer(0, n - 1))))]
        self.count = len(self.sets)
        if not self.count:
            raise RefusedError("the game has no set to visit")
        self.moves = answers.take("strategy", table(integer(-1, n - 1), self.count, n))
        return self.moves[0]

    def situations(self) -> Iterator[Place]:
        """Yield each vertex with each set."""
        return ((v, goal) for goal in range(self.count) for v in self.vertices)

    def goes_on(self, place: Place) -> bool:
        """Return whether the counter goes on when the play leaves."""
        v, goal = place
        return v in self.sets[goal]

    def ahead(self, place: Place) -> list[Place]:
        """Return where the play may go when the winner keeps to the strategy."""
        v, goal = place
        move = self.moves[goal][v]
        after = (goal + self.goes_on(place)) % self.count
        return [(w, after) for w in (self.after[v] if move == -1 else [move])]


def moves_stand_where_needed(c: Counter, place: Place) -> bool:
    """There is a move where the player to move wins, along an edge, and nowhere else."""
    v, goal = place
    move = c.moves[goal][v]
    return move in c.after[v] if c.mover_wins(v) else move == -1


def regions_are_closed(c: Counter, place: Place) -> bool:
    """The strategy's move, and every move of the loser, stays where the same player wins."""
    return all(c.winner[w] == c.winner[place[0]] for w, _ in c.ahead(place))


def alpha_counts_down(c: Counter, place: Place) -> bool:
    """Where player 0 wins, alpha is 0 where the counter goes on, else one more than the largest ahead; elsewhere -1."""
    v, goal = place
    if c.winner[v] == 1:
        return c.alpha[goal][v] == -1
    return c.alpha[goal][v] == (0 if c.goes_on(place) else 1 + max(c.alpha[q][w] for w, q in c.ahead(place)))


def beta_counts_sets(c: Counter, place: Place) -> bool:
    """Where player 1 wins, beta is the largest ahead, and one more where the counter goes on; elsewhere -1."""
    v, goal = place
    if c.winner[v] == 0:
        return c.beta[goal][v] == -1
    others = [c.beta[q][w] for w, q in c.ahead(place) if (w, q) != place]
    return c.beta[goal][v] == max(others, default=0) + c.goes_on(place)


def no_loop_goes_on(c: Counter, place: Place) -> bool:
    """Where player 1 wins, a step that changes nothing is taken only where the counter does not go on."""
    return c.winner[place[0]] == 0 or not c.goes_on(place) or place not in c.ahead(place)


KIND = Kind(
    Counter,
    "who wins from each vertex, both players' moves for each set to visit next, and the labels",
    {
        "situations": (
            moves_stand_where_needed,
            regions_are_closed,
            alpha_counts_down,
            beta_counts_sets,
            no_loop_goes_on,
        )
    },
)
