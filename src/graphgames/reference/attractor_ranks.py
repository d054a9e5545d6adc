"""``attractor-ranks``: reachability and safety games.

Let P be the player who wants the play to come to the goal: player 0 and the target, or player 1 and the vertices that
are not safe. Let Q be the other.

*Where the rank is r >= 0, P wins within r moves.* If r is 0 the play is in the goal. Else P's move leads to rank r - 1,
for that is one less and the strategy goes there, and every move of Q leads to a smaller rank, for r is one more than
the largest. Ranks are whole numbers, so after at most r moves the play is in the goal. Less is not enough: no move of P
lowers the rank by more than one, and Q has a move that lowers it by one.

*Where there is no rank, Q wins.* The vertex is not in the goal, and P has no move to a vertex with a rank. Q stays
without a rank: by the move of the strategy, or because the play is over at a dead end. So the play never comes to the
goal.
"""

from __future__ import annotations

from graphgames.reference.arena_game import Claim, Game, moves_are_edges, moves_stand_where_needed
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, choice, integer, listing


class Ranks(Claim):
    """Who wins, the moves, and the rank of each vertex, None outside the attractor."""

    objectives = ("reach", "safe")

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        rank = integer(-1, game.n)
        super().__init__(game, answers, rank)
        self.player = proof.take("player", choice(int(game.objective == "safe")))
        self.rank = [None if r == -1 else r for r in proof.take("rank", listing(rank, game.n))]
        named = game.marked("target" if game.objective == "reach" else "safe", game.n)
        self.goal = named if self.player == 0 else set(self.vertices) - named

    def over(self, v: int) -> bool:
        """Return whether the play is in the goal or cannot go on."""
        return v in self.goal or not self.after[v]


def goal_has_rank_zero(c: Ranks, v: int) -> bool:
    """The goal has rank 0."""
    return v not in c.goal or c.rank[v] == 0


def one_more_than_the_least(c: Ranks, v: int) -> bool:
    """Where P moves, outside the goal, the rank is one more than the least ahead; there is none if none is ahead."""
    ranks = [r for r in (c.rank[w] for w in c.after[v]) if r is not None]
    return v in c.goal or c.owner[v] != c.player or c.rank[v] == (1 + min(ranks) if ranks else None)


def one_more_than_the_largest(c: Ranks, v: int) -> bool:
    """Where Q moves, it is one more than the largest ahead; there is none if a successor has none, or at a dead end."""
    ranks = [r for r in (c.rank[w] for w in c.after[v]) if r is not None]
    forced = c.after[v] and len(ranks) == len(c.after[v])
    return v in c.goal or c.owner[v] == c.player or c.rank[v] == (1 + max(ranks) if forced else None)


def winner_follows_rank(c: Ranks, v: int) -> bool:
    """P wins where there is a rank, Q where there is none."""
    return c.winner[v] == (1 - c.player if c.rank[v] is None else c.player)


def strategy_follows_rank(c: Ranks, v: int) -> bool:
    """P's move lowers the rank by one; Q's move leads to a vertex without a rank."""
    move, rank = c.move[v], c.rank[v]
    return move is None or c.rank[move] == (None if rank is None else rank - 1)


def value_is_rank(c: Ranks, v: int) -> bool:
    """The number that the solution shows, if it shows any, is the rank, -1 for none."""
    return c.value is None or c.value[v] == (-1 if c.rank[v] is None else c.rank[v])


KIND = Kind(
    Ranks,
    "who wins from each vertex, both players' moves, and in how many moves the goal can be forced",
    {
        "vertices": (
            moves_stand_where_needed,
            moves_are_edges,
            goal_has_rank_zero,
            one_more_than_the_least,
            one_more_than_the_largest,
            winner_follows_rank,
            strategy_follows_rank,
            value_is_rank,
        )
    },
)
