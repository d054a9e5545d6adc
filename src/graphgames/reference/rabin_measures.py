"""``rabin-measures``: Rabin and Streett games, by numbers that are compared along each edge.

A condition is one of *pairs* if one player wants, for some pair of sets of vertices, that the first one, what to
avoid, is seen only finitely often and the second one again and again. So the other wants, for each pair, that the
first one is seen again and again or the second one only finitely often. The winner's moves keep the play in his
region.

*The player with the pairs* needs no memory. A vertex has a row of numbers, its measure. A number names the pair
``number mod k``, of k pairs. Along an edge the rows are compared number by number, from the first on. A number that
falls ends the comparison. One that stays must not name a pair of whose first set the vertex is; it ends the
comparison if the vertex is in the second set of the pair. No number rises, and the rows do not end before the
comparison does. So the numbers that are compared for ever stay the same from some time on, the first one first. If
the comparison went on beyond each of them for ever, it would not end. So it ends again and again at the last of them,
in the second set of a pair of which the first set is not seen any more.

*The other player* has a rank for each pair and each state of the memory. Outside the first set it never rises, and it
falls in the second one. So if the first set is not seen any more, then from some time on neither is the second.
"""

from __future__ import annotations

from graphgames.reference.acceptance_text import Condition, opposite
from graphgames.reference.arena_game import Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, RefusedError, integer, table
from graphgames.reference.remembered_moves import Moves, Place, moves_stand_where_needed, regions_are_closed

Pair = tuple[set[int], set[int]]
NUMBER = integer(-1, 2**31 - 1)


class Measures(Moves):
    """Who wins, the moves in each state of the memory, how it goes on, the measure and the ranks."""

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, proof)
        forms = [self.pairs_of(condition) for condition in (self.condition, opposite(self.condition))]
        self.player, self.pairs = min(enumerate(forms), key=lambda one: (not one[1], len(one[1])))
        if not self.pairs:
            raise RefusedError("the condition is not one of pairs of sets")
        n = len(self.vertices)
        self.measure = proof.take("measure", table(NUMBER, None, n))
        self.rank = proof.take("rank", table(NUMBER, len(self.pairs) * self.states, n))

    def pairs_of(self, condition: Condition) -> list[Pair]:
        """Return the pairs of a condition, none if it has another form."""
        sign, *parts = condition
        if sign == "inf":
            return [(set(), self.sets[parts[0]])]
        if sign == "or":
            inner = [self.pairs_of(part) for part in parts]
            return [pair for pairs in inner for pair in pairs] if all(inner) else []
        parts = [condition] if sign == "fin" else parts
        avoided = set[int]().union(*(self.sets[part[1]] for part in parts if part[0] == "fin"))
        others = [self.pairs_of(part) for part in parts if part[0] != "fin"] or [[(set[int](), set(self.vertices))]]
        return [(avoided | first, second) for first, second in others[0]] if len(others) == 1 else []

    def ranks(self, place: Place) -> list[int]:
        """Return the rank of a place for each pair."""
        v, state = place
        return [row[v] for row in self.rank[state :: self.states]]


def numbers_stand_where_needed(c: Measures, place: Place) -> bool:
    """Where the player with the pairs wins there is a measure alone, and the same moves in all states; else ranks."""
    measure, ranks = [row[place[0]] for row in c.measure], [row[place[0]] for row in c.rank]
    if c.winner[place[0]] == c.player:
        return min(measure, default=0) >= 0 > max(ranks) and c.moves[place[1]][place[0]] == c.moves[0][place[0]]
    return max(measure, default=-1) < 0 <= min(ranks)


def numbers_fall(c: Measures, place: Place) -> bool:
    """The measure, or each rank, goes on to a smaller one, or to what may follow in the sets of the pairs."""
    v, _ = place
    if c.winner[v] == c.player:
        return all(goes_on(c, v, w) for w, _ in c.ahead(place))
    ahead = [c.ranks(one) for one in c.ahead(place)]
    return all(
        v in first or all(after[i] <= here - (v in second) for after in ahead)
        for i, ((first, second), here) in enumerate(zip(c.pairs, c.ranks(place), strict=True))
    )


def goes_on(c: Measures, v: int, w: int) -> bool:
    """Return whether the measure of w may come next after that of v."""
    for row in c.measure:
        first, second = c.pairs[row[v] % len(c.pairs)]
        if row[w] < row[v]:
            return True
        if row[w] > row[v] or v in first:
            return False
        if v in second:
            return True
    return False


KIND = Kind(
    Measures,
    "who wins from each vertex, and both players' moves in each state of their memory",
    {
        "situations": (
            moves_stand_where_needed,
            regions_are_closed,
            numbers_stand_where_needed,
            numbers_fall,
        )
    },
)
