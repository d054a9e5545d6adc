"""What policies are marked on: a game on an arena whose values are numbers, also where chance moves.

A game by rules becomes one whose values say how good an end is for a player; a game for which only who wins counts
becomes one for a probability.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.catalogue.problems import expand
from graphgames.core.arena import Arena, Vertex
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, LimitExceededError, shown
from graphgames.core.game import Game
from graphgames.core.memory import Automaton, Product, product
from graphgames.core.oracle import Outcome
from graphgames.core.rules import LIMIT, plain_rules
from graphgames.core.value import number
from graphgames.policies.given import Name


@dataclass(frozen=True)
class Board:
    """A game whose values are numbers, with names for its moves.

    Attributes
    ----------
    game : Game
        The game; its objective allows chance unless ``numeric`` is false.
    start : int
        The vertex where plays begin.
    player : int
        The player on the arena whose policy is marked.
    name : callable
        What the move along an edge is called.
    numeric : bool
        Whether its solutions have values; else only who wins is known.
    """

    game: Game
    start: int
    player: int
    name: Name
    numeric: bool = True

    def remembering(self, automaton: Automaton) -> tuple[Board, Product]:
        """Return the board of the pairs of a vertex and what a policy remembers, and how these were made."""
        game = self.game
        made = product(game.arena, automaton, [self.start])
        start, name = int(made.start[0]), self.name
        objective = of_edges(game.objective, game.arena, made.edge, made.vertex)
        pairs = Game(made.arena, objective, Vertex(start), game.players)
        return Board(pairs, start, self.player, lambda e: name(int(made.edge[e])), self.numeric), made

    def under(self, share: NDArray[np.int64]) -> Game:
        """Return the game in which this is how likely a policy takes each edge, where the share is positive.

        Edges of vertices at which the policy takes none stay with their owner.
        """
        arena, game = self.game.arena, self.game
        assert arena.owner is not None
        decided = np.bincount(arena.tails, share, arena.n) > 0
        kept = (share > 0) | ~decided[arena.tails]
        degree = np.bincount(arena.tails[kept], minlength=arena.n)
        owner = np.where(decided & (degree > 1), CHANCE, arena.owner).astype(np.uint8)
        weight = np.where(decided[arena.tails], share, 0 if arena.probability is None else arena.probability)
        weight = np.where((owner == CHANCE)[arena.tails], weight, 0)[kept]
        made = Arena(
            np.append(0, np.cumsum(degree)), arena.successors[kept], owner, arena.labels,
            probability=weight if (owner == CHANCE).any() else None,
        )  # fmt: skip
        return Game(made, of_edges(game.objective, arena, np.flatnonzero(kept)), Vertex(self.start), game.players)


def of_edges(objective: Any, arena: Arena, kept: NDArray[np.int64], vertices: NDArray[np.int64] | None = None) -> Any:
    """Return an objective with the data of some edges, and of some vertices, in place of those of an arena."""
    per_edge = {"weight", "reward", "discount", objective.edges}
    found = {}
    for name, row in objective.arrays.items():
        if name in per_edge and row.size == arena.m:
            found[name] = row[kept]
        elif vertices is not None and row.size == arena.n:
            found[name] = row[vertices]
    return replace(objective, **found)


def board_of(problem: Any, player: int, start: Any, draw: Any, limit: int) -> Board:
    """Return the board of a game, of rules, of a table or of a solution; raise `GameError` if it is none of these."""
    rules = getattr(problem, "problem", problem)
    if isinstance(rules, Game):
        return _of_game(rules, player, start, draw)
    if callable(getattr(rules, "moves", None)):
        objective = getattr(rules, "objective", None)
        if objective is not None and objective.name not in ("normal", "misere"):
            return _of_game(expand(rules, limit, start=start), player, None, draw)
        return _of_rules(plain_rules(rules), player, start, draw, limit)
    raise GameError(f"{shown(problem)} is not a game; expected a game on an arena, a model with an objective, or rules")


def _of_game(game: Game, player: int, start: Any, draw: Any) -> Board:
    """Return the board of a game on an arena."""
    arena, objective = game.arena, cast("Any", game.objective)
    if start is None and game.start is None:
        raise GameError("the game names no start, so say where plays begin: start=...")
    begin = arena.vertex(game.start if start is None else start)
    if objective.name in ("normal", "misere"):
        return _of_rules(_ArenaRules(game, begin), player, begin, draw, LIMIT)
    if arena.owner is None:
        raise GameError("the vertices have no owners, so nobody can have a policy")
    source, own = game, player ^ bool(getattr(game, "costs", False))
    form = objective.chance_form
    if form:
        kind: Any = objective_class(form)
        marks = objective.mask if kind.data == objective.data else ~objective.mask
        game = Game(arena, kind(marks), Vertex(begin), game.players)
    if game.memory is not None:
        raise GameError(f"policies of {game.objective.name} games are not marked, since the past decides what is best")
    return Board(game, begin, own, _names(source, arena), bool(game.objective.value_types))


def _names(game: Any, arena: Arena) -> Name:
    """Return what moves are called, by the edges: by where they lead, or by the actions of a model."""
    staged = getattr(game, "staged", None)
    made = np.full(arena.m, -1) if staged is None else staged.edge_of
    return lambda e: game.model.action(int(made[e])) if made[e] >= 0 else arena.label(int(arena.successors[e]))


class _ArenaRules:
    """A game for the last move as rules over the numbers of its vertices."""

    def __init__(self, game: Game, start: int):
        self.game, self.start = game, start
        if game.arena.owner is not None:
            self.mover = lambda v: int(game.arena.owner[v])  # type: ignore[index]

    def moves(self, v: int) -> list[int]:
        """Return the successors, none where a draw goes round for ever."""
        drawn = getattr(self.game.objective, "drawn", None)
        if drawn is not None and drawn[v]:
            return []
        found: list[int] = self.game.arena.successors_of(v).tolist()
        return found

    def outcome(self, v: int) -> str:
        """Return who wins at an end."""
        objective: Any = self.game.objective
        for name, word in (("won", "win"), ("drawn", "draw"), ("lost", "loss")):
            row = getattr(objective, name, None)
            if row is not None and row[v]:
                return word
        return "loss" if objective.name == "normal" else "win"

    def label(self, v: int) -> Any:
        """Return the label of a vertex."""
        return self.game.arena.label(v)


def _of_rules(rules: Any, player: int, start: Any, draw: Any, limit: int) -> Board:
    """Return the board of rules: the player is player 0 on its arena, and wants a good end."""
    found = _explored(rules, start, limit)
    owner, ends = found.owner, found.ends
    arena = Arena(
        found.offsets, found.heads, np.where(owner == CHANCE, CHANCE, owner ^ player), found.labels,
        probability=found.weight if (owner == CHANCE).any() else None,
    )  # fmt: skip
    score = {0: Fraction(1), 1: Fraction(0), 2: Fraction(number(str(draw) if isinstance(draw, float) else draw))}
    worth = [(v, score[code if code == 2 else code ^ player]) for v, code in ends.items()]
    if not 0 <= score[2] <= 1:
        raise GameError(f"draw is {draw}; expected what a draw is worth, from 0 to 1")
    players = ("the player", "the opponent")
    objective = _for_ends(arena, worth, score[2])
    return Board(Game(arena, objective, Vertex(0), players), 0, 0, found.name)


def _for_ends(arena: Arena, worth: list[tuple[int, Fraction]], draw: Fraction) -> Any:
    """Return the objective whose value is what an end is worth on average; a play without end is a draw."""
    if draw == 1:
        lost = np.array([v for v, one in worth if one == 0], np.int64)
        return objective_class("avoid-probability")(lost)  # type: ignore[call-arg]
    if draw == 0:
        won = np.array([v for v, one in worth if one == 1], np.int64)
        return objective_class("reach-probability")(won)  # type: ignore[call-arg]
    gain = np.zeros(arena.n, object)
    gain[:] = Fraction(0)
    for v, one in worth:
        gain[v] = one
    target = np.array([v for v, _ in worth], np.int64)
    kind: Any = objective_class("expected-reward")
    return kind(target, gain[arena.successors], unreached="continue")


@dataclass(frozen=True)
class _Explored:
    """The positions that rules lead to."""

    offsets: NDArray[np.int64]
    heads: NDArray[np.int32]
    owner: NDArray[np.uint8]
    weight: NDArray[np.int64]
    labels: list[Any]
    ends: dict[int, int]
    """From each end to the player who has won there, 2 for a draw."""
    name: Name


def _explored(rules: Any, start: Any, limit: int) -> _Explored:
    """Return the positions that can be reached, each with the player to move."""
    start = getattr(rules, "start", None) if start is None else start
    if start is None:
        raise GameError("the rules have no start, so say where plays begin: start=...")
    mover: Callable[[Any], int] | None = getattr(rules, "mover", None)
    chances: Any = getattr(rules, "chances", None)
    first = (start, 0 if mover is None else mover(start))
    places: list[tuple[Hashable, int]] = [first]
    number_of = {first: 0}
    heads, offsets, weight, ends = array("i"), array("q", [0]), array("q"), {}
    for v, (position, turn) in enumerate(places):
        if turn == CHANCE:
            pairs = list(chances(position))
            common = [Fraction(number(str(p) if isinstance(p, float) else p)) for _, p in pairs]
            whole = np.lcm.reduce(np.array([p.denominator for p in common], object))
            moves = [(after, int(p * whole)) for (after, _), p in zip(pairs, common, strict=True)]
        else:
            moves = [(after, 0) for after in rules.moves(position)]
        for after, share in moves:
            key = (after, 1 - turn if mover is None else mover(after))
            w = number_of.setdefault(key, len(places))
            if w == len(places):
                if w >= limit:
                    raise LimitExceededError(f"the game has more than {limit:,} positions; raise the limit")
                places.append(key)
            heads.append(w)
            weight.append(share)
        if not moves:
            ends[v] = _winner(rules, position, turn)
        offsets.append(len(heads))
    label = getattr(rules, "label", lambda position: position)
    names = getattr(rules, "move_of", None)
    labels = [label(position) for position, _ in places]
    ends_of = np.array(offsets, np.int64)
    tails = np.repeat(np.arange(len(places)), ends_of[1:] - ends_of[:-1])

    def name(e: int) -> Any:
        to = labels[heads[e]]
        return to if names is None else names(labels[int(tails[e])], to)

    return _Explored(
        np.frombuffer(offsets, np.int64),
        np.frombuffer(heads, np.int32) if heads else np.empty(0, np.int32),
        np.array([turn for _, turn in places], np.uint8),
        np.frombuffer(weight, np.int64) if weight else np.empty(0, np.int64),
        labels,
        ends,
        name,
    )


def _winner(rules: Any, position: Any, turn: int) -> int:
    """Return who has won at an end with a player to move, 2 for a draw."""
    if not hasattr(rules, "outcome"):
        misere = getattr(getattr(rules, "objective", None), "name", "") == "misere"
        return turn if misere else 1 - turn
    outcome = Outcome(rules.outcome(position))
    return 2 if outcome == "draw" else turn if outcome == "win" else 1 - turn
