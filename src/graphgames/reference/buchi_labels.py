"""``buchi-labels``: Büchi and co-Büchi games, by two labellings.

Let E be the player who wants to see marked vertices again and again: player 0 and the accepting ones, or player 1 and
the rejecting ones. Let A be the other. When the winner keeps to the strategy, the play stays in his region.

*E wins his region.* At a vertex that is not marked, alpha is one more than the largest alpha ahead: it falls at every
step until a marked vertex comes, again and again.

*A wins his region.* Beta never rises along the play, and at each marked vertex it falls: so at most beta of them come.
(A loop at a vertex is left out of the equation for beta. It changes nothing there, and no loop of a marked vertex may
be taken.)
"""

from __future__ import annotations

from graphgames.reference.arena_game import Claim, Game, moves_are_edges, moves_stand_where_needed, regions_are_closed
from graphgames.reference.edge_marks import marks_on_vertices
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, choice, integer, listing


class Labels(Claim):
    """Who wins, the moves, and both labels, None on the other player's region."""

    objectives = ("buchi", "cobuchi")
    needs_moves = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, integer(0))
        self.player = proof.take("player", choice(int(game.objective == "cobuchi")))
        self.marked = marked_vertices(self)
        size = len(self.vertices)
        label = listing(integer(-1, size), size)
        self.alpha = [None if x == -1 else x for x in proof.take("alpha", label)]
        self.beta = [None if x == -1 else x for x in proof.take("beta", label)]


def marked_vertices(c: Claim) -> set[int]:
    """Return the accepting or rejecting vertices; edges so marked have become vertices."""
    key, sign = ("accepting", 1) if c.game.objective == "buchi" else ("rejecting", -1)
    if key in c.game.data:
        return c.game.marked(key, c.game.n)
    edges = c.game.marked(f"{key}_edges", len(c.game.tail))
    marks = marks_on_vertices(c, [int(e in edges) for e in range(len(c.game.tail))], 0, lambda mark: sign * mark)
    return {v for v in c.vertices if marks[v]}


def alpha_counts_down(c: Labels, v: int) -> bool:
    """Where E wins, alpha is 0 at marked vertices, at others one more than the largest alpha ahead; else none."""
    if c.winner[v] != c.player:
        return c.alpha[v] is None
    ahead = [x for x in (c.alpha[w] for w in c.next(v)) if x is not None]
    return c.alpha[v] == (0 if v in c.marked else 1 + max(ahead, default=-1))


def beta_counts_marks(c: Labels, v: int) -> bool:
    """Where A wins, beta is the largest beta ahead but for v, and one more at marked vertices; else none."""
    if c.winner[v] == c.player:
        return c.beta[v] is None
    ahead = [x for x in (c.beta[w] for w in c.next(v) if w != v) if x is not None]
    return c.beta[v] == max(ahead, default=0) + (v in c.marked)


def no_marked_loop(c: Labels, v: int) -> bool:
    """Where A wins, the play never goes from a marked vertex to itself."""
    return c.winner[v] == c.player or v not in c.marked or v not in c.next(v)


def value_is_label(c: Labels, v: int) -> bool:
    """The number that the solution shows, if it shows any, is alpha where E wins and beta where A wins."""
    return c.value is None or v >= len(c.value) or c.value[v] in (c.alpha[v], c.beta[v])


KIND = Kind(
    Labels,
    "who wins from each vertex, both players' moves, and the labels",
    {
        "vertices": (
            moves_stand_where_needed,
            moves_are_edges,
            regions_are_closed,
            alpha_counts_down,
            beta_counts_marks,
            no_marked_loop,
            value_is_label,
        )
    },
)
