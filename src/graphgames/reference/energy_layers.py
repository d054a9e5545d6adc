"""``energy-layers``: energy games with a cap, by layers.

*A credit suffices*, as for ``energy-bounds``; the cap takes nothing away, for no credit is above it.

*Less does not.* In a layer there is a bound for each vertex, as for ``energy-bounds``: player 1 keeps the bound less
the scale times the energy rising, until the energy falls below 0, or the play comes to a vertex of a layer before. (The
cap can only help him.) The vertices of the layers but the last all have an infinite credit: their bound is above the
scale times the cap, so by induction on the layer no energy that can be stored is enough. In the last layer the bound
shows for a finite credit that less is too little, since no layer before is of any help to player 0.

There are vertices where one move of player 1 wins with much energy and another one with little. The strategy has no
move there; in each layer some move must do.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.arena_game import Game, moves_are_edges
from graphgames.reference.energy_bounds import PROVES, Credits, credits_suffice, read_scale, winner_has_a_credit
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, RefusedError, integer, listing, whole
from graphgames.reference.weights import Edge, guaranteed


class Layers(Credits):
    """Who wins, the moves and the credits, None where they are infinite; the layer of each vertex, and the bounds."""

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers)
        if self.cap is None:
            raise RefusedError("the certificate proves nothing about a game without a cap")
        self.full = self.cap
        self.scale = read_scale(proof)
        self.bound = proof.take("bound", listing(listing(whole, game.n)))
        self.last = len(self.bound) - 1
        self.layer = proof.take("layer", listing(integer(0, self.last), game.n))

    def situations(self) -> Iterator[tuple[int, int]]:
        """Yield each vertex of a layer, and of those behind, with the layer."""
        return ((v, k) for k in range(self.last + 1) for v in self.vertices if self.layer[v] >= k)


def bound_proves_the_credit(c: Layers, v: int) -> bool:
    """Where the credit is infinite, the bound in the layer of the vertex is above the scale times the cap. Else this is
    the last layer, and where the credit is positive, the bound is above the scale times one less.
    """
    credit, bound = c.credit[v], c.bound[c.layer[v]][v]
    if credit is None:
        return bound > c.scale * c.full
    return c.layer[v] == c.last and (credit == 0 or bound > c.scale * (credit - 1))


def bounds_rise(c: Layers, place: tuple[int, int]) -> bool:
    """Where the bound is positive, player 1's move and all of player 0's raise it by more than the scale times the
    weight, or lead to a layer before.
    """
    v, k = place
    bound = c.bound[k]

    def good(e: Edge) -> bool:
        return c.layer[e.head] < k or bound[v] < bound[e.head] - c.scale * e.weight

    if bound[v] <= 0:
        return True
    if c.owner[v] == 1 and c.after[v] and c.move[v] is None:
        return any(good(edge) for edge in c.edges[v])
    return guaranteed(c, v, 1, good)


KIND = Kind(
    Layers,
    PROVES,
    {
        "vertices": (moves_are_edges, winner_has_a_credit, credits_suffice, bound_proves_the_credit),
        "situations": (bounds_rise,),
    },
)
