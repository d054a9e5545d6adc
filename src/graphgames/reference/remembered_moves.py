"""``remembered-moves``: Rabin, Streett and Emerson-Lei games, by the two strategies and their memory.

Player 0 wins a play if a condition on the sets that it sees again and again is true, as ``acceptance`` has it.

The memory is a state that goes on when the play leaves a vertex, by a table; the moves depend on it. A play in which
the winner keeps to them stays in his region. What it sees again and again is a *knot*: a set of vertices with states
where each can be reached from each other. So the winner wins every such play if no knot makes the loser's condition
true.

*How knots are looked for.* In a component, the sets that it lacks are not seen by any knot in it. If the condition is
true of all that the component sees, it is a knot that the loser wants. Else, if the condition is one or another, each
is looked for by itself. If a set must not be seen (its ``fin`` stands alone in a conjunction), no knot that is looked
for has a vertex of that; the rest falls into components. If ``fin`` stands only below an ``or``, there are two cases
for that set: it is not seen; or it may be, and then its ``fin`` is taken to be false. If there is no ``fin`` at all,
fewer vertices make the condition no truer, and there is none.
"""

from __future__ import annotations

from typing import Protocol

from graphgames.reference.acceptance_text import Condition, atoms, opposite, parsed, put, unseen
from graphgames.reference.arena_game import Game
from graphgames.reference.edge_sets import OfSets
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, RefusedError, integer, nothing, table, text
from graphgames.reference.strategy_pair import components_of

Place = tuple[int, int]
"""A vertex, and the state of the memory."""


class Places(Protocol):
    """Where a play may be, which of the sets see it there, and where it may go next."""

    sets: list[set[int]]

    def ahead(self, place: Place) -> list[Place]:
        """Return where the play may go."""


class Moves(OfSets):
    """Who wins, the moves in each state of the memory, and how it goes on."""

    objectives = ("rabin", "streett", "emerson-lei")
    needs_moves = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, nothing)
        name = game.objective
        (sets,) = self.take_sets("sets" if name == "emerson-lei" else "pairs")
        if name == "emerson-lei":
            self.condition = put(parsed(game.data.maybe("formula", text, "Inf(0)"), len(sets)), {})
        else:
            inner, outer = ("and", "or") if name == "rabin" else ("or", "and")
            pairs = range(0, len(sets) - 1, 2)
            self.condition = put((outer, *((inner, ("fin", i), ("inf", i + 1)) for i in pairs)), {})
        if not sets or (name != "emerson-lei" and len(sets) % 2):
            raise RefusedError("the game has no sets, or a pair without a second set")
        self.sets = self.split(sets, atoms(self.condition, "inf"), atoms(self.condition, "fin"))
        self.update = proof.take("update", table(integer(0, self.states - 1), self.states, len(self.vertices)))

    def read_moves(self, answers: Fields) -> list[int]:
        """Return the moves in the first state; a play begins with that."""
        n = self.game.n
        self.moves = answers.take("strategy", table(integer(-1, n - 1), None, n))
        self.states = len(self.moves)
        if not self.states:
            raise RefusedError("the memory has no state")
        return self.moves[0]

    def situations(self) -> list[Place]:
        """Return each vertex with each state."""
        return [(v, state) for state in range(self.states) for v in self.vertices]

    def ahead(self, place: Place) -> list[Place]:
        """Return where the play may go when the winner keeps to the strategy."""
        v, state = place
        move = self.moves[state][v]
        return [(w, self.update[state][v]) for w in (self.after[v] if move == -1 else [move])]

    def players(self) -> tuple[int, int]:
        """Return both players."""
        return 0, 1


def has_knot(c: Places, condition: Condition, part: list[Place]) -> bool:
    """Return whether a knot among these places makes a condition true."""
    return bool(find_knot(c, condition, part))


def find_knot(c: Places, condition: Condition, part: list[Place]) -> list[Place]:
    """Return a knot among these places that makes a condition true; none if there is no such knot."""
    found = (within(c, condition, one) for one in components_of(part, c.ahead))
    return next((one for one in found if one), [])


def within(c: Places, condition: Condition, component: list[Place]) -> list[Place]:
    """Return a knot in a component that makes a condition true; none if there is no such knot."""
    there = {i for i, one in enumerate(c.sets) if any(v in one for v, _ in component)}
    condition = put(condition, unseen(set(range(len(c.sets))) - there))
    if condition == ("or",):
        return []
    if put(condition, {(sign, i): sign == "inf" for i in there for sign in ("inf", "fin")}) == ("and",):
        return component
    sign, *parts = condition
    if sign == "or":
        return next((knot for one in parts if (knot := within(c, one, component))), [])
    missed = {one[1] for one in (parts if sign == "and" else [condition]) if one[0] == "fin"}
    if not missed:
        missed = set(sorted(atoms(condition))[:1])
        if not missed:
            return []
        if seen := within(c, put(condition, {("fin", i): False for i in missed}), component):
            return seen
    left = [place for place in component if not any(place[0] in c.sets[i] for i in missed)]
    return find_knot(c, put(condition, unseen(missed)), left)


def moves_stand_where_needed(c: Moves, place: Place) -> bool:
    """There is a move where the player to move wins, along an edge, and nowhere else."""
    v, state = place
    move = c.moves[state][v]
    return move in c.after[v] if c.mover_wins(v) else move == -1


def regions_are_closed(c: Moves, place: Place) -> bool:
    """The strategy's move, and every move of the loser, stays where the same player wins."""
    return all(c.winner[w] == c.winner[place[0]] for w, _ in c.ahead(place))


def no_knot_for_the_loser(c: Moves, winner: int) -> bool:
    """Where a player wins, what the strategies leave has no knot that makes the other's condition true."""
    region = [place for place in c.situations() if c.winner[place[0]] == winner]
    return not has_knot(c, opposite(c.condition) if winner == 0 else c.condition, region)


KIND = Kind(
    Moves,
    "who wins from each vertex, and both players' moves in each state of their memory",
    {"situations": (moves_stand_where_needed, regions_are_closed), "players": (no_knot_for_the_loser,)},
)
