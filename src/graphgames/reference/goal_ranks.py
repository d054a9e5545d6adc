"""``goal-ranks``: GR(1), generalised Büchi and generalised co-Büchi games, by ranks for each goal.

Player 0 wins a play if some *assumption* is seen only finitely often, or every *guarantee* again and again. A
generalised Büchi game has no assumption; a generalised co-Büchi game has one guarantee, which is never seen. The winner
waits for one thing at a time: player 0 for a guarantee, player 1 for an assumption; when the play leaves it, for the
next, and so round and round. The moves depend on what the winner waits for, and keep the play in his region.

*Player 0 wins her region.* Outside the guarantee j that she waits for, rank j never rises, and it stays the same only
outside the assumption ``rank mod a``. So either it falls until the guarantee comes; or from some time on it is the
same, and the play stays outside that one assumption. If the guarantees come round and round, each is seen again and
again.

*Player 1 wins his region.* The level never rises, so from some time on it is the same; it falls at the guarantee
``level mod g``, so that one is not seen any more. Then outside the assumption that he waits for the steps fall until it
comes; so they come round and round.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.arena_game import Game
from graphgames.reference.edge_sets import OfSets
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, RefusedError, integer, listing, table

Place = tuple[int, int]
"""A vertex, and the number of what the winner there waits for."""


class Ranks(OfSets):
    """Who wins, the moves for each guarantee and assumption, ranks, level and steps."""

    objectives = ("generalized-buchi", "generalized-cobuchi", "gr1")
    needs_moves = True
    assumptions: list[set[int]]
    guarantees: list[set[int]]
    rows: int

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, integer(0))
        if self.value is not None:
            raise RefusedError("the solution shows values, and its objective has none")
        a, g = self.rows, len(self.guarantees)
        count = len(self.assumptions)
        sets = self.split([*self.assumptions, *self.guarantees], range(count, count + g), range(count))
        self.assumptions, self.guarantees, n = sets[:count], sets[count:], len(self.vertices)
        self.rank = proof.take("rank", table(integer(-1, (n + 2) * a), g, n))
        self.level = proof.take("level", listing(integer(-1, (n + 1) * g), n))
        self.steps = proof.take("steps", table(integer(-1, n), a, n))

    def read_moves(self, answers: Fields) -> list[int]:
        """Return the moves for the first guarantee and assumption; a play begins with these."""
        n, name = self.game.n, self.game.objective
        *before, given = self.take_sets(*(("assumptions", "guarantees") if name == "gr1" else ("sets",)))
        self.assumptions, self.guarantees = before[0] if before else [], given
        if name == "generalized-cobuchi":
            self.assumptions, self.guarantees = given, [set()]
        if not given:
            raise RefusedError("the game has no set to visit")
        self.rows = max(len(self.assumptions), 1)
        self.moves = answers.take("strategy", table(integer(-1, n - 1), len(self.guarantees) * self.rows, n))
        return self.moves[0]

    def situations(self) -> Iterator[Place]:
        """Yield each vertex with all that the winner there may wait for."""
        return ((v, i) for v in self.vertices for i in range(self.rows if self.winner[v] else len(self.guarantees)))

    def rows_of(self, place: Place) -> list[int]:
        """Return the rows of moves for what the winner waits for, whatever the other might wait for."""
        v, i = place
        if self.winner[v] == 0:
            return list(range(i * self.rows, (i + 1) * self.rows))
        return list(range(i, len(self.moves), self.rows))

    def comes(self, place: Place) -> bool:
        """Return whether what the winner waits for is here."""
        v, i = place
        if self.winner[v] == 0:
            return v in self.guarantees[i]
        return i < len(self.assumptions) and v in self.assumptions[i]

    def ahead(self, place: Place) -> list[int]:
        """Return where the play may go when the winner keeps to the strategy."""
        move = self.moves[self.rows_of(place)[0]][place[0]]
        return self.after[place[0]] if move == -1 else [move]


def moves_stand_where_needed(c: Ranks, place: Place) -> bool:
    """There is a move where the player to move wins, along an edge, and nowhere else; it is what the winner waits for
    that decides it.
    """
    v, _ = place
    several = {c.moves[row][v] for row in c.rows_of(place)}
    move = min(several)
    return len(several) == 1 and (move in c.after[v] if c.mover_wins(v) else move == -1)


def regions_are_closed(c: Ranks, place: Place) -> bool:
    """The strategy's move, and every move of the loser, stays where the same player wins."""
    return all(c.winner[w] == c.winner[place[0]] for w in c.ahead(place))


def ranks_stand_where_needed(c: Ranks, place: Place) -> bool:
    """Where player 0 wins there are ranks alone, where player 1 wins a level and steps alone."""
    v, _ = place
    ranks, levels = [row[v] for row in c.rank], [c.level[v], *(row[v] for row in c.steps)]
    present, absent = (ranks, levels) if c.winner[v] == 0 else (levels, ranks)
    return min(present) >= 0 and all(one == -1 for one in absent)


def rank_falls(c: Ranks, place: Place) -> bool:
    """Outside the guarantee that player 0 waits for, the rank falls, or is the same outside assumption rank mod a."""
    v, goal = place
    if c.winner[v] == 1 or c.comes(place):
        return True
    rank, most, a = c.rank[goal][v], max(c.rank[goal][w] for w in c.ahead(place)), len(c.assumptions)
    return most < rank or (most == rank and a > 0 and v not in c.assumptions[rank % a])


def level_falls(c: Ranks, place: Place) -> bool:
    """Where player 1 wins, the level never rises, and falls at the guarantee level mod g."""
    v, _ = place
    if c.winner[v] == 0:
        return True
    named = v in c.guarantees[c.level[v] % len(c.guarantees)]
    return all(c.level[w] <= c.level[v] - named for w in c.ahead(place))


def steps_fall(c: Ranks, place: Place) -> bool:
    """Outside the assumption that player 1 waits for, the steps fall, unless the level does."""
    v, i = place
    if c.winner[v] == 0 or c.comes(place) or not c.assumptions:
        return True
    return all(c.level[w] < c.level[v] or c.steps[i][w] < c.steps[i][v] for w in c.ahead(place))


KIND = Kind(
    Ranks,
    "who wins from each vertex, both players' moves for all that they wait for, and the ranks",
    {
        "situations": (
            moves_stand_where_needed,
            regions_are_closed,
            ranks_stand_where_needed,
            rank_falls,
            level_falls,
            steps_fall,
        )
    },
)
