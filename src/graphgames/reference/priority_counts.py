"""``priority-counts``: parity, Büchi and co-Büchi games where chance moves: who wins almost surely, and where neither.

Let a player keep to his moves and the other to whatever memoryless strategy is best against them; that leaves a Markov
chain, in which a play comes to a set of vertices that it goes on to visit all, for ever. Let q be the largest priority
there, and suppose that it is bad for the player.

*Almost surely.* No play leaves his region, so that set is inside. The count of q rises there by no move, and by a throw
of chance only if the throw may lower it as well. Where it is least in the set it cannot fall, so chance leads only to
where it is least, too: all of the set is of that kind. But where q is seen the count falls, or may fall: a
contradiction.

*With positive probability.* By the moves the play stays where it is left to chance, or comes to where he wins almost
surely; and so it does with positive probability unless chance always stays as well. At each vertex of chance look at
the counts of priorities no less than its own, the largest first: the first that may change there may fall. If a throw
may leave towards the other, the largest count must be among them wherever it is left to chance. So where that is least,
of what a play comes to, no throw leads out, and a play stays. The counts of lesser priorities down to q follow in the
same way, one by one: each is constant on a set that a play stays in. But where q is seen its count, or a larger one,
falls or may fall: a contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphgames.reference.arena_game import CHANCE, DRAW, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, RefusedError, integer, listing, rank
from graphgames.reference.strategy_pair import Pair


class Counts(Pair):
    """Who wins almost surely, the moves, and for each priority, larger ones first, its counts and whose they are."""

    with_chance = True
    undecided_by_chance = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, proof)
        self.read_counts(proof)

    def read_counts(self, proof: Fields) -> None:
        """Read the counts."""
        size = len(self.vertices)
        level = proof.take("level", listing(integer(0, 2**63 - 1)))
        count = proof.take("count", listing(listing(rank, size), len(level)))
        if len(set(level)) < len(level):
            raise RefusedError("a priority has two rows of counts")
        self.rows = sorted(zip(level, count, strict=True), reverse=True)
        self.largest_open = max((self.priority[v] for v in self.vertices if self.winner[v] == DRAW), default=-1)

    def bad(self, v: int, player: int) -> bool:
        """Return whether the priority of a vertex is bad for a player."""
        return self.priority[v] % 2 != player

    def rows_of(self, player: int) -> list[tuple[int, list[int]]]:
        """Return the priorities that are bad for a player, the largest first, with the counts."""
        return [(level, count) for level, count in self.rows if level % 2 != player]

    def taken(self, v: int, player: int) -> Sequence[int]:
        """Return where the play may go from v when a player keeps to his moves."""
        move = self.move[v]
        return [move] if self.owner[v] == player and move is not None else self.after[v]

    def counted(self, v: int, player: int) -> bool:
        """Return whether the priority of a vertex is good for a player, or has counts."""
        return not self.bad(v, player) or any(level == self.priority[v] for level, _ in self.rows)


def moves_stand_where_needed(c: Counts, v: int) -> bool:
    """There is a move, along an edge, where the winner is to move and where it is left to chance, and nowhere else."""
    needed = c.owner[v] != CHANCE and c.winner[v] in (c.owner[v], DRAW)
    return c.move[v] in c.after[v] if needed else c.move[v] is None


def regions_are_closed(c: Counts, v: int) -> bool:
    """No play leaves its winner's region; where it is left to chance, no player's move goes where the other wins."""
    if c.winner[v] != DRAW:
        return all(c.winner[w] == c.winner[v] for w in c.taken(v, c.winner[v]))
    if c.owner[v] == CHANCE:
        return True
    return all(c.winner[w] != 1 - player for player in (0, 1) for w in c.taken(v, player))


def counts_fall_surely(c: Counts, v: int) -> bool:
    """Where a player wins almost surely, each count of a priority that is bad for him and no less than the one here
    does not rise, and falls if it is seen here; a throw of chance may raise it, or see it, if the throw may lower it,
    too.
    """
    player = c.winner[v]
    return player == DRAW or falls_surely(c, v, player, c.taken(v, player))


def falls_surely(c: Counts, v: int, player: int, ahead: Sequence[int]) -> bool:
    """Return whether what this condition says is true for a player and where a play may go."""
    for level, count in c.rows_of(player):
        if c.priority[v] <= level and ahead:
            change = [count[w] - count[v] for w in ahead]
            falls = (min if c.owner[v] == CHANCE else max)(change) < 0
            if not falls and (max(change) > 0 or c.priority[v] == level):
                return False
    return c.counted(v, player)


def counts_may_fall(c: Counts, v: int) -> bool:
    """Where it is left to chance: for each player the same of his moves that stay there; and where chance moves and no
    throw leads where he wins, the largest count that may change may fall, and one must if a bad priority is seen.
    """
    return c.winner[v] != DRAW or all(c.counted(v, player) and may_fall(c, v, player) for player in (0, 1))


def may_fall(c: Counts, v: int, player: int) -> bool:
    """Return whether what the last condition says is true for a player."""
    ahead = [w for w in c.taken(v, player) if c.winner[w] == DRAW]
    asked = [(level, count) for level, count in c.rows_of(player) if c.priority[v] <= level]
    if c.owner[v] != CHANCE:
        return all(
            count[w] < count[v] or (count[w] == count[v] and c.priority[v] != level)
            for level, count in asked
            for w in ahead
        )
    if any(c.winner[w] == player for w in c.after[v]):
        return True
    out = any(c.winner[w] == 1 - player for w in c.after[v])
    if out and max((level for level, _ in c.rows_of(player)), default=-1) < c.largest_open:
        return False
    for _, count in asked:
        change = [count[w] - count[v] for w in ahead]
        if out or any(change):
            return min(change, default=0) < 0
    return not c.bad(v, player)


KIND = Kind(
    Counts,
    "who wins almost surely from each vertex or that it is left to chance, and both players' moves",
    {"vertices": (moves_stand_where_needed, regions_are_closed, counts_fall_surely, counts_may_fall)},
)
