"""``remoteness``: normal and misère play, in which the last move decides and an endless play is a draw.

*Where the player to move wins, he does so within r moves, r the remoteness.* At a dead end the rules decide. Else the
strategy goes where he keeps the win and the remoteness is one less, and where he is to lose *every* move goes where the
other wins and the remoteness is less. So it falls along the play, which ends at a dead end, won. It takes r moves if
both play well: no winning move shortens the way by more than one, and the loser has a move that shortens it by one.

*At a draw* nobody can win: the player to move has a move to a draw, so he need not lose, and no move that wins, so the
other need not lose either.

Where vertices have no owners the players alternate; player 0 is whoever is to move, so "player 1 wins" there says that
the player to move loses.
"""

from __future__ import annotations

from graphgames.reference.arena_game import DRAW, Claim, Game, moves_are_edges, moves_stand_where_needed
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, RefusedError, integer, listing


class Remoteness(Claim):
    """Who wins or that it is a draw, the moves, and the remoteness of each vertex, None at draws."""

    objectives = ("normal", "misere")
    draws = True
    needs_owners = False

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        number = integer(-1, game.n)
        super().__init__(game, answers, number)
        self.remoteness = [None if r == -1 else r for r in proof.take("remoteness", listing(number, game.n))]
        ends = {key: game.marked(key, game.n) if key in game.data else set() for key in ("won", "lost", "drawn")}
        for v in ends["won"] | ends["lost"]:
            if self.after[v] or v in ends["won"] & ends["lost"]:
                raise RefusedError(f"the game is not over at vertex {v}, or both won and lost")
        for v in ends["drawn"]:
            if self.after[v] != [v]:
                raise RefusedError(f"vertex {v} is drawn; expected one move, to itself")
        self.won = set(self.vertices) if game.objective == "misere" else ends["won"]

    def mover_loses(self, v: int) -> bool:
        """Return whether the player who moves at a vertex loses there."""
        return self.winner[v] != DRAW and not self.mover_wins(v)

    def wins_by(self, v: int, w: int) -> bool:
        """Return whether a move from v to w wins for who makes it; where players alternate, the other moves next."""
        return self.winner[w] == (1 if self.game.alternate else self.owner[v])

    def winning(self, v: int) -> list[int]:
        """Return the successors where the player who moves from v wins."""
        return [w for w in self.after[v] if self.wins_by(v, w)]


def dead_ends_are_decided(c: Remoteness, v: int) -> bool:
    """Who cannot move wins in misère play and where the rules say so, and else loses; the remoteness is 0."""
    return bool(c.after[v]) or ((c.mover_wins if v in c.won else c.mover_loses)(v) and c.remoteness[v] == 0)


def wins_hurry(c: Remoteness, v: int) -> bool:
    """Where the player to move wins, the remoteness is one more than the least after a winning move."""
    if not c.mover_wins(v) or not c.after[v]:
        return True
    ahead = [r for r in (c.remoteness[w] for w in c.winning(v)) if r is not None]
    return bool(ahead) and c.remoteness[v] == 1 + min(ahead)


def losses_delay(c: Remoteness, v: int) -> bool:
    """Where the player to move loses, no move wins or draws, and the remoteness is one more than the largest ahead."""
    if not c.mover_loses(v) or not c.after[v]:
        return True
    ahead = [r for r in (c.remoteness[w] for w in c.after[v]) if r is not None]
    lost = not c.winning(v) and all(c.winner[w] != DRAW for w in c.after[v])
    return lost and len(ahead) == len(c.after[v]) and c.remoteness[v] == 1 + max(ahead)


def draws_hold(c: Remoteness, v: int) -> bool:
    """At a draw there is a move to a draw and none that wins; it has no remoteness."""
    ahead = [c.winner[w] for w in c.after[v]]
    return c.winner[v] != DRAW or (DRAW in ahead and not c.winning(v) and c.remoteness[v] is None)


def strategy_hurries(c: Remoteness, v: int) -> bool:
    """The strategy's move wins, and the remoteness is one less there."""
    move, here = c.move[v], c.remoteness[v]
    return move is None or (here is not None and c.wins_by(v, move) and c.remoteness[move] == here - 1)


def value_is_remoteness(c: Remoteness, v: int) -> bool:
    """The number that the solution shows, if it shows any, is the remoteness, -1 for none."""
    return c.value is None or c.value[v] == (-1 if c.remoteness[v] is None else c.remoteness[v])


KIND = Kind(
    Remoteness,
    "who wins from each vertex or that it is a draw, the winner's moves, and the remoteness",
    {
        "vertices": (
            moves_stand_where_needed,
            moves_are_edges,
            dead_ends_are_decided,
            wins_hurry,
            losses_delay,
            draws_hold,
            strategy_hurries,
            value_is_remoteness,
        )
    },
)
