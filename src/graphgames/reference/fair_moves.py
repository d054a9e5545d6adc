"""``fair-moves``: games with fair edges, by the strategies, which take some edges in turn.

A player is unfair if a play comes again and again to a vertex of his and takes one of its fair edges only finitely
often. Player 0 wins if she is fair, and player 1 is not or the play is what she wants: to visit the target, never to
leave the safe vertices, or that the largest priority seen again and again is even. Parallel edges count as one.

Where edges are taken in turn (``turns`` is 1), the winner, whose vertex it is, takes one after the other. Elsewhere he
makes his move. What a play sees again and again is a *round*: vertices of which each can be reached from each other by
the edges taken again and again. It holds all moves that the winner makes in turn at its vertices, and if the other is
fair, all fair edges of his. So the winner wins each play if

- no round has a vertex of his where he leaves out a fair edge. A round in which player 1 is unfair as well counts
  against player 0, since she loses then; against player 1, rounds count in which player 0 is fair;
- in no round in which the other is fair is the largest priority one that the other wants.

*How rounds are looked for.* In a component, a vertex from which a move leads outside that must be in the round is in
none, and what is left falls into components again. If nothing is left to remove, the component is a round, and all
rounds are inside such ones. If the largest priority of one is not the loser's, rounds are looked for without it.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.arena_game import Claim, Game, moves_are_edges, moves_stand_where_needed
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, integer, listing, nothing
from graphgames.reference.strategy_pair import components_of, priorities

MARKS = {
    "fair-reach": ("target", 1, 2),
    "fair-safe": ("safe", 1, 0),
    "fair-buchi": ("accepting", 1, 2),
    "fair-cobuchi": ("rejecting", 0, 1),
}
"""The field of the marked vertices, the priority of the others, and that of the marked ones."""


class FairMoves(Claim):
    """Who wins, the moves, and which are made in turn."""

    objectives = (*MARKS, "fair-parity")

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        m = len(game.tail)
        turns = proof.take("turns", listing(integer(0, 1), m))
        self.needs_moves = game.objective not in ("fair-reach", "fair-safe")
        super().__init__(game, answers, nothing)
        ends = {(game.tail[e], game.head[e]) for e in game.marked("fair", m)}
        fair = {e for e in range(m) if (game.tail[e], game.head[e]) in ends}
        game.data.given["fair"] = sorted(fair)  # edges side by side are fair together, also for the digest
        self.decided = set[int]()
        if game.objective == "fair-parity":
            self.priority = priorities(self)
        else:
            field, low, high = MARKS[game.objective]
            marked = game.marked(field, game.n)
            self.priority = [high if v in marked else low for v in self.vertices]
            if not self.needs_moves:
                self.decided = {v for v in self.vertices if (v in marked) == (game.objective == "fair-reach")}
        self.fair = [{game.head[e] for e in out if e in fair} for out in game.out]
        self.turns = [{game.head[e] for e in out if turns[e]} for out in game.out]
        self.lacking = {game.tail[e] for e in fair if not turns[e]}

    def over(self, v: int) -> bool:
        """Return whether the play is decided at a vertex."""
        return not self.after[v] or v in self.decided

    def ahead(self, v: int) -> list[int]:
        """Return where the play may go when the winner keeps to the strategy, nowhere where it is decided."""
        if self.over(v):
            return []
        move = self.move[v]
        return self.after[v] if move is None else sorted({move, *self.turns[v]})

    def leaves_out(self, v: int) -> bool:
        """Return whether the winner moves at a vertex and leaves out a fair edge."""
        return self.mover_wins(v) and not self.over(v) and not self.fair[v] <= set(self.ahead(v))

    def needed(self, v: int, fair: bool) -> set[int]:
        """Return the moves that are in each round with a vertex; ``fair`` says whether the loser is."""
        if self.over(v):
            return set()
        return set(self.ahead(v)) if self.mover_wins(v) else self.fair[v] if fair else set()

    def rounds(self, part: list[int], fair: bool) -> Iterator[list[int]]:
        """Yield the largest rounds within a part."""
        parts = [part]
        while parts:
            for component in components_of(parts.pop(), self.ahead):
                left = [v for v in component if self.needed(v, fair) <= set(component)]
                if len(left) == len(component):
                    yield component
                else:
                    parts.append(left)

    def players(self) -> tuple[int, int]:
        """Return both players."""
        return 0, 1

    def region(self, winner: int) -> list[int]:
        """Return the vertices from which a player wins."""
        return [v for v in self.vertices if self.winner[v] == winner]


def regions_are_closed(c: FairMoves, v: int) -> bool:
    """The strategy's moves, and every move of the loser, stay where the same player wins."""
    return all(c.winner[w] == c.winner[v] for w in c.ahead(v))


def turns_are_fair(c: FairMoves, v: int) -> bool:
    """Where moves are made in turn there is a move, it is one of them, and so are all fair edges."""
    return not c.turns[v] or (c.move[v] in c.turns[v] and v not in c.lacking)


def the_winner_of_the_end_wins(c: FairMoves, v: int) -> bool:
    """Where the play is decided, whoever wins there wins."""
    return not c.over(v) or c.priority[v] % 2 == c.winner[v]


def winner_is_fair(c: FairMoves, winner: int) -> bool:
    """No round has a vertex where the winner leaves out a fair edge."""
    found = c.rounds(c.region(winner), winner == 1)
    return not any(c.leaves_out(v) for one in found for v in one)


def no_round_for_the_loser(c: FairMoves, winner: int) -> bool:
    """In no round in which the loser is fair does he want the largest priority."""
    parts = [c.region(winner)]
    while parts:
        for one in c.rounds(parts.pop(), True):
            largest = max(c.priority[v] for v in one)
            if largest % 2 != winner:
                return False
            parts.append([v for v in one if c.priority[v] < largest])
    return True


KIND = Kind(
    FairMoves,
    "who wins from each vertex, and both players' moves, of which some are made in turn",
    {
        "vertices": (
            moves_stand_where_needed,
            moves_are_edges,
            regions_are_closed,
            turns_are_fair,
            the_winner_of_the_end_wins,
        ),
        "players": (winner_is_fair, no_round_for_the_loser),
    },
)
