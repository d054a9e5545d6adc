"""Games on arenas: the file of the game, and what a solution of one claims at each vertex.

A play moves along edges from vertex to vertex; the owner of a vertex chooses the edge. Vertices are numbers from 0 on.
The solution says of each vertex who wins from there, ``winner``; the move of its owner where he wins and has something
left to do, ``strategy`` (the next vertex, or -1); and perhaps a number, ``value``. One strategy serves both players,
since each vertex has one owner.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from graphgames.reference.reading import (
    Exact,
    Fields,
    Reader,
    RefusedError,
    choice,
    exact,
    integer,
    listing,
    optional,
    pairs,
    text,
)

CHANCE = 2
DRAW = 2


@dataclass
class Game:
    """A game on an arena, as the file holds it."""

    n: int
    """How many vertices there are."""
    owner: list[int]
    """The player who moves at each vertex."""
    alternate: bool
    """Whether vertices have no owners, and the players alternate; then player 0 is whoever is to move."""
    tail: list[int]
    head: list[int]
    """The two ends of each edge, by ascending tails."""
    likely: list[Exact]
    """How likely chance takes each edge; 0 where a player moves."""
    objective: str
    """The name of what player 0 wants."""
    data: Fields
    """What the file says of it besides, still to be read."""
    model: Any = None
    """The model with actions that the game is made of, if it is one."""

    def __post_init__(self) -> None:
        self.after: list[list[int]] = [[] for _ in range(self.n)]
        self.out: list[list[int]] = [[] for _ in range(self.n)]
        for e, (tail, head) in enumerate(zip(self.tail, self.head, strict=True)):
            self.after[tail].append(head)
            self.out[tail].append(e)
        self.share, self.whole = [0] * len(self.tail), [1] * self.n  # chance takes an edge so often of so many times
        for v, out in enumerate(self.out):
            likely = [self.likely[e] for e in out]
            if self.owner[v] != CHANCE:
                if any(likely):
                    raise RefusedError(f"vertex {v} is a player's, and its edges have probabilities")
                continue
            whole = self.whole[v] = lcm(*(p.denominator for p in likely))
            for e, p in zip(out, likely, strict=True):
                self.share[e] = p.numerator * (whole // p.denominator)
            if min(likely, default=0) <= 0 or sum(self.share[e] for e in out) != whole:
                raise RefusedError(f"the probabilities of the edges from vertex {v} are not positive with the sum 1")

    def gains(self, v: int, here: Exact, numbers: Sequence[Exact]) -> int:
        """Return the sign of what chance gains at v on average: of the mean of the next numbers, less the one here.

        It is the difference times a common denominator; integers are quicker than fractions in lowest terms.
        """
        after = [numbers[self.head[e]] for e in self.out[v]]
        scale = lcm(here.denominator, *{number.denominator for number in after})
        ahead = [number.numerator * (scale // number.denominator) for number in after]
        mean = sum(self.share[e] * number for e, number in zip(self.out[v], ahead, strict=True))
        return mean - self.whole[v] * here.numerator * (scale // here.denominator)

    def marked(self, key: str, size: int) -> set[int]:
        """Return the vertices or edges, of so many, that the objective lists under a key."""
        return set(self.data.take(key, listing(integer(0, size - 1))))


def read_game(given: object) -> Game:
    """Return the game that the document holds, a file of the format ``graphgames-arena``."""
    file = Fields(given, "game")
    file.take("format", choice("graphgames-arena"))
    file.take("version", choice(1))
    n = file.take("vertices", integer(0))
    alternate = "owner" not in file
    owner = [0] * n if alternate else file.take("owner", listing(integer(0, CHANCE), n))
    tail, head = file.take("edges", pairs(integer(0, n - 1)))
    if tail != sorted(tail):
        raise RefusedError("the edges of the game are not in ascending order of tails")
    no_chance: list[Exact | None] = [None] * len(tail)
    given_likely = file.maybe("probability", listing(optional(exact), len(tail)), no_chance)
    likely = [p or 0 for p in given_likely]
    data = file.fields("objective")
    game = Game(n, owner, alternate, tail, head, likely, data.take("name", text), data)
    file.end(allowed=("labels", "start", "players", "edge_data", "vertex_data"))  # names, and data that nobody uses
    return game


class Claim:
    """What a solution claims; each kind of certificate adds its own entries."""

    objectives: Collection[str] = ()
    """The objectives of which the certificate can prove something."""
    draws = False
    """Whether a vertex can be a draw."""
    needs_owners = True
    """Whether each vertex must have an owner."""
    needs_moves = False
    """Whether each vertex must have a move, since a play that stops has no meaning."""
    with_chance = False
    """Whether the certificate proves something where chance moves."""
    undecided_by_chance = False
    """Whether a vertex can be left to chance, or undecided, where chance moves: the winner is then 2 as at a draw."""

    def __init__(self, game: Game, answers: Fields, value: Reader[Any]):
        if game.objective not in self.objectives:
            raise RefusedError(f"the certificate proves nothing about the objective {game.objective}")
        if game.n and game.alternate and self.needs_owners:
            raise RefusedError(f"the vertices have no owners, which the objective {game.objective} needs")
        if CHANCE in game.owner and not self.with_chance:
            raise RefusedError("the certificate proves nothing about chance")
        self.draws = self.draws or (self.undecided_by_chance and CHANCE in game.owner)
        if self.needs_moves and [] in game.after:
            raise RefusedError(f"vertex {game.after.index([])} has no move, which the objective {game.objective} needs")
        self.game, self.after, self.owner = game, game.after, game.owner
        self.vertices = range(game.n)
        if game.model is None and "states" in answers:
            raise RefusedError(
                "the solution is of a model; give it in full, as graphgames convert IN OUT.problem writes it"
            )
        answers.take("vertices", choice(game.n))
        answers.take("edges", choice(len(game.tail)))
        self.winner: list[int] = answers.take("winner", listing(integer(0, 1 + self.draws), game.n))
        self.move = [None if move == -1 else move for move in self.read_moves(answers)]
        self.value = answers.take("value", optional(listing(value, game.n)))
        won = None if game.model else answers.take("won", listing(integer(0)))
        if won is not None and won != [self.winner.count(player) for player in range(2 + self.draws)]:
            raise RefusedError(f"solution.won is {won}, which is not how often each player wins")

    def read_moves(self, answers: Fields) -> list[int]:
        """Return the move at each vertex, or -1, by which a play begins there."""
        n = self.game.n
        return answers.take("strategy", listing(integer(-1, n - 1), n))

    def over(self, v: int) -> bool:
        """Return whether nothing is left to do at a vertex: at dead ends, and where a kind says so."""
        return not self.after[v]

    def mover_wins(self, v: int) -> bool:
        """Return whether the player who moves at a vertex wins there."""
        return self.winner[v] == self.owner[v]

    def next(self, v: int) -> Sequence[int]:
        """Return where the play may go when the winner keeps to the strategy: along it, or along all edges."""
        move = self.move[v]
        return self.after[v] if move is None else [move]


def moves_stand_where_needed(c: Claim, v: int) -> bool:
    """There is a move where the player to move wins and something is left to do, and nowhere else."""
    return (c.move[v] is not None) == (c.mover_wins(v) and not c.over(v))


def moves_are_edges(c: Claim, v: int) -> bool:
    """The move of the strategy is an edge."""
    return c.move[v] is None or c.move[v] in c.after[v]


def regions_are_closed(c: Claim, v: int) -> bool:
    """The strategy's move, and every move of the loser, stays where the same player wins."""
    return all(c.winner[w] == c.winner[v] for w in c.next(v))
