"""The game that a policy of one player leaves.

Where the policy says how likely it takes each edge, its player is replaced by chance; edges that it never takes are
left out.
"""

from __future__ import annotations

from fractions import Fraction

from graphgames.reference.arena_game import CHANCE, Game
from graphgames.reference.reading import Fields, RefusedError, text

BY_EDGE = ("weight", "reward", "discount", "edge_priority")
"""What an objective says of edges, a number for each."""


OF_EDGES = ("accepting_edges", "rejecting_edges")
"""What an objective says of edges by their numbers."""


def left(game: Game, player: int, share: list[int]) -> Game:
    """Return the game that a policy of a player leaves of one: chance moves in place of the player."""
    if len(share) != len(game.tail):
        raise RefusedError(f"a policy has {len(share)} entries for {len(game.tail)} edges")
    for v, out in enumerate(game.out):
        if any(share[e] for e in out) != (game.owner[v] == player and out != []):
            raise RefusedError(f"vertex {v}: a policy says what its player does there, and nowhere else")
    whole, many = ([sum(f(share[e]) for e in out) for out in game.out] for f in (int, bool))
    kept = [e for e, v in enumerate(game.tail) if share[e] or not whole[v]]
    owner = [CHANCE if many[v] > 1 else player for v, player in enumerate(game.owner)]
    objective = {
        key: [data[e] for e in kept] if key in BY_EDGE and isinstance(data, list) else data
        for key, data in game.data.given.items()
    }
    for key in set(objective).intersection(OF_EDGES):
        objective[key] = [k for k, e in enumerate(kept) if e in objective[key]]
    tail, head = ([ends[e] for e in kept] for ends in (game.tail, game.head))
    likely = [Fraction(share[e], whole[v]) if many[v] > 1 else game.likely[e] for e, v in zip(kept, tail, strict=True)]
    data = Fields(objective, game.data.where)
    return Game(game.n, owner, False, tail, head, likely, data.take("name", text), data)
