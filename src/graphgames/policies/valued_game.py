"""What policies are marked on: a game on an arena whose values are numbers, also where chance moves.

A game by rules becomes one whose values say how good an end is for a player; a game for which only who wins counts
becomes one for a probability.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.catalogue.problems import game_of_rules
from graphgames.core.arena import Arena, Vertex, owners
from graphgames.core.arguments import integer
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, LimitExceededError, shown
from graphgames.core.game import Game
from graphgames.core.memory import Automaton, product
from graphgames.core.rules import check_memory, plain_rules
from graphgames.core.solution import OnArena
from graphgames.core.turns import Place, Turns
from graphgames.core.value import decimal
from graphgames.formats.json_ import codec_of
from graphgames.games.chance.long_run.objective import ParityProbability
from graphgames.games.chance.objective import AvoidProbability, ReachProbability
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.policies.given import UNIFORM, Name, as_function, is_called, taken_at


@dataclass(frozen=True)
class Board:
    """A game whose values are numbers, with names for its moves."""

    game: Game
    """The game; its objective allows chance unless ``numeric`` is false."""
    start: int
    """The vertex where plays begin."""
    player: int
    """The player on the arena whose policy is marked."""
    name: Name
    """What the move along an edge is called."""
    numeric: bool = True
    """Whether its solutions have values; else only who wins is known."""
    rests_on: Any = None
    """What says who wins from the ends behind which the game is left out; None where nothing was left out."""
    memory: Mapping[str, Any] | None = None
    """What policies remember, if positions are pairs with that: the ``names`` of its states, how many moves are
    ``left`` in each if the game counts them, and the state ``after`` each state and edge."""
    draw: Fraction | None = None
    """Of rules the value of a draw to the player."""
    losses: bool = False
    """Whether the game counts what is lost, of which the opposite is shown."""
    against: NDArray[np.int64] | None = None
    """The policy of the other player that is part of the game, as shares of the edges before."""
    states: NDArray[np.bool_] | None = None
    """Of a model which vertices are its states; the others are actions, of which nobody speaks, shape (n,),
    optional."""
    asked: Mapping[str, Any] | None = None
    """Of a model what was asked, as the files of solutions say it."""
    pace: int = 1
    """How many moves a decision takes: 2 in models of which averages are asked, where the weights are doubled."""

    def facing(self, share: NDArray[np.int64]) -> Board:
        """Return the board of the game that is left once the other player has this policy."""
        kept, name = np.flatnonzero(self.kept(share)), self.name
        return replace(self, game=self.under(share), name=lambda e: name(int(kept[e])), against=share)

    @property
    def settled(self) -> NDArray[np.bool_]:
        """Where it does not matter what a player does: plays are over, or stay for ever and all moves add the same."""
        arena, objective = self.game.arena, cast("Any", self.game.objective)
        first, moves = arena.indptr[arena.tails], arena.successors != arena.tails
        for row in (getattr(objective, name, None) for name in ("weight", "reward")):
            if isinstance(row, np.ndarray) and row.size == arena.m:
                moves = moves | np.asarray(row != row[first], np.bool_)
        stays = np.bincount(arena.tails[moves], minlength=arena.n) == 0
        return np.asarray(stays if objective.over is None else stays | objective.over)

    def kept(self, share: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return the edges that a policy with these shares leaves, shape (m,)."""
        decided = np.bincount(self.game.arena.tails, share, self.game.arena.n) > 0
        return np.asarray((share > 0) | ~decided[self.game.arena.tails])

    def remembering(self, automaton: Automaton, left: Callable[[NDArray[np.int64]], Any]) -> Board:
        """Return the board of the pairs of a vertex and what is remembered.

        Where the game counts moves ``left`` says of states of the memory how many there are.
        """
        game: Any = self.game
        made = product(game.arena, automaton, [self.start])
        start, name = int(made.start[0]), self.name
        if game.memory is None:
            objective = of_edges(game.objective, game.arena, made.edge, made.vertex)
        else:
            objective = game.objective.counted_down(made.vertex, left(made.memory))
        pairs = Game(made.arena, objective, Vertex(start), game.players)
        states = None if self.states is None else self.states[made.vertex]
        return replace(self, game=pairs, start=start, name=lambda e: name(int(made.edge[e])), states=states)

    def under(self, share: NDArray[np.int64]) -> Game:
        """Return the game in which this is how likely a policy takes each edge, where the share is positive.

        Edges of vertices at which the policy takes none stay with their owner.
        """
        arena, game = self.game.arena, self.game
        decided, kept = np.bincount(arena.tails, share, arena.n) > 0, self.kept(share)
        degree = np.bincount(arena.tails[kept], minlength=arena.n)
        owner = np.where(decided & (degree > 1), CHANCE, owners(arena)).astype(np.uint8)
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


def board_of(problem: Any, player: int, start: Any, draw: Any, limit: int, policy: Any = None) -> Board:
    """Return the board of a game, of rules, of a table or of a solution; raise `GameError` if it is none of these.

    With a policy of the player the board of a table goes no further than that leads: positions behind other moves are
    ends there, of which the table says who wins, and on which the board then rests.
    """
    given = board_or_turns(problem, player, start, limit)
    if isinstance(given, Board):
        return given
    if hasattr(given.rules, "reward") and not hasattr(given.rules, "outcome"):
        raise GameError(
            "the rules have rewards and do not say how they count; give them an objective, such as "
            "objective = Discounted(discount='9/10') or ExpectedReward([position])"
        )
    solved = hasattr(problem, "best_moves") and not isinstance(problem, OnArena)
    if policy is None or is_called(policy, UNIFORM) or not solved:
        return _of_turns(given, player, draw, explored(given, limit), given.winner)
    inner = _led_to(given, player, as_function(policy), limit)

    def winner(place: Place) -> int:
        return given.winner(place) if place in inner else given.won(place, problem.outcome(place[0]))

    found = explored(given, limit, inner)
    board = _of_turns(given, player, draw, found, winner)
    return replace(board, rests_on=problem) if len(found.places) > len(inner) else board


def board_or_turns(problem: Any, player: int, start: Any, limit: int) -> Board | Turns:
    """Return the board of a game whose plays have a worth, and the rules of one whose ends say who has won."""
    rules, limit = getattr(problem, "problem", problem), integer(limit, "the limit", 1)
    if isinstance(rules, Game):
        return _of_game(rules, player, start)
    if callable(getattr(rules, "moves", None)):
        objective = getattr(rules, "objective", None)
        if objective is not None and not objective.last_move:
            return _of_game(game_of_rules(rules, limit, start=start), player, None)
        return Turns(plain_rules(rules), start)
    if hasattr(rules, "with_objective"):
        raise GameError(
            "a model alone has no values; expected one with an objective, as model.with_objective(Discounted('9/10'))"
        )
    named = getattr(rules, "kind", None)
    what = (
        f"a policy of {named} cannot be evaluated or played"
        if isinstance(named, str)
        else f"{shown(problem)} is not a game"
    )
    raise GameError(f"{what}; expected a game on an arena, a model with an objective, or rules")


def beginning(game: Game, start: Any) -> int:
    """Return the vertex where plays begin: that given, else the one that the game names."""
    begin = game.start if start is None else game.arena.vertex(start)
    if begin is None:
        raise GameError("the game names no start, so say where plays begin: start=...")
    return int(begin)


def _of_game(game: Game, player: int, start: Any) -> Board | Turns:
    """Return the board of a game on an arena, or its rules if it is one for the last move."""
    arena, objective, begin = game.arena, cast("Any", game.objective), beginning(game, start)
    if objective.last_move:
        return Turns(_ArenaRules(game), begin)
    if arena.owner is None:
        raise GameError("the vertices have no owners, so neither player can have a policy")
    source, own = game, player ^ bool(getattr(game, "costs", False))
    if objective.chance_form:
        made_objective: Any = objective_class(objective.chance_form)
        game = Game(arena, made_objective(objective.marked), Vertex(begin), game.players)
    if objective.by_priority and not objective.value_types and game.split is None:
        chances = ParityProbability(objective.priorities(arena))
        game = Game(arena, chances, Vertex(begin), game.players)
    if hasattr(objective, "fair"):
        raise GameError(f"a policy of a {objective.name} game cannot be evaluated, since it need not be fair")
    if game.remembers and not hasattr(game.objective, "counted_down"):
        raise GameError(
            f"a policy of a {game.objective.name} game cannot be evaluated, since the best move depends on the play"
        )
    names, losses = _names(source, arena), bool(getattr(source, "costs", False))
    many = getattr(source, "states", None)
    states = None if many is None else np.arange(arena.n) < many
    pace = 1 + (many is not None and game.objective.counted == "mean")
    asked, numeric = codec_of(source).asked(), bool(game.objective.value_types)
    return Board(game, begin, own, names, numeric, losses=losses, states=states, asked=asked, pace=pace)


def _names(game: Any, arena: Arena) -> Name:
    """Return what moves are called, by the edges: by where they lead, or by the actions of a model."""
    staged = getattr(game, "staged", None)
    made = np.full(arena.m, -1) if staged is None else staged.edge_of
    return lambda e: game.model.action(int(made[e])) if made[e] >= 0 else arena.label(int(arena.successors[e]))


class _ArenaRules:
    """A game for the last move as rules over the numbers of its vertices."""

    def __init__(self, game: Game):
        self.game, self.players = game, game.players
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


def _led_to(turns: Turns, player: int, ask: Callable[[Any], Any], limit: int) -> set[Place]:
    """Return the places that a policy of a player leads to, whatever the other player and chance do."""
    seen, places = {turns.start}, [turns.start]
    for place in places:  # the list grows while it is walked
        moves = [after for after, _ in turns.after(place)]
        if place[1] == player and len(moves) > 1:
            names, heads = [turns.name(place, after) for after in moves], [turns.label(after) for after in moves]
            moves = [moves[k] for k in taken_at(turns.label(place), ask, names, heads, mend=True)]
        fresh = [after for after in dict.fromkeys(moves) if after not in seen]
        check_memory(len(seen) + len(fresh), limit)
        seen.update(fresh)
        places += fresh
    return seen


def _of_turns(turns: Turns, player: int, draw: Any, found: Explored, winner: Callable[[Place], int]) -> Board:
    """Return the board of rules: the player is player 0 on its arena, and wants a good end."""
    owner = np.array([turn for _, turn in found.places], np.uint8)
    arena = Arena(
        found.offsets, found.heads, np.where(owner == CHANCE, CHANCE, owner ^ player),
        [turns.label(place) for place in found.places],
        probability=found.weight if (owner == CHANCE).any() else None,
    )  # fmt: skip
    score = {0: Fraction(1), 1: Fraction(0), 2: Fraction(decimal(draw))}
    ends = {v: winner(found.places[v]) for v in arena.dead_ends.tolist()}
    values = [(v, score[code if code == 2 else code ^ player]) for v, code in ends.items()]
    if not 0 <= score[2] <= 1:
        raise GameError(f"draw is {draw}; expected what a draw is worth, from 0 to 1")
    players = ("the player", "the opponent")
    objective = _for_ends(arena, values, score[2])

    def name(e: int) -> Any:
        return turns.name(found.places[arena.tail(e)], found.places[int(arena.successors[e])])

    return Board(Game(arena, objective, Vertex(0), players), 0, 0, name, draw=score[2])


def _for_ends(arena: Arena, values: list[tuple[int, Fraction]], draw: Fraction) -> Any:
    """Return the objective whose value is what an end is worth on average; a play without end is a draw."""
    if draw in (0, 1):
        ends = np.array([v for v, one in values if one == 1 - draw], np.int64)
        return ReachProbability(ends) if draw == 0 else AvoidProbability(ends)
    gain = np.zeros(arena.n, object)
    gain[:] = Fraction(0)
    for v, one in values:
        gain[v] = one
    target = np.array([v for v, _ in values], np.int64)
    return ExpectedReward(target, gain[arena.successors], unreached="continue")


@dataclass(frozen=True)
class Explored:
    """The places that rules lead to, with the moves between them in compressed rows."""

    places: list[Place]
    offsets: NDArray[np.int64]
    heads: NDArray[np.int32]
    weight: NDArray[np.int64]
    """In proportion to the probability of each move of chance, 0 for the others."""


def explored(turns: Turns, limit: int, inner: Collection[Place] | None = None) -> Explored:
    """Return the places that can be reached; raise `LimitExceededError` if there are more than the limit.

    Of others than the ``inner`` places, where these are given, the moves are left out.
    """
    places = [turns.start]
    number_of = {turns.start: 0}
    heads, offsets, weight = array("i"), array("q", [0]), array("q")
    for place in places:  # the list grows while it is walked
        moves = turns.after(place) if inner is None or place in inner else []
        whole = lcm(*(likely.denominator for _, likely in moves))
        for after, likely in moves:
            w = number_of.setdefault(after, len(places))
            if w == len(places):
                if w >= limit:
                    raise LimitExceededError(f"the game has more than {limit:,} positions; raise the limit")
                places.append(after)
            heads.append(w)
            weight.append(int(likely * whole))
        offsets.append(len(heads))
    return Explored(places, np.asarray(offsets), np.asarray(heads), np.asarray(weight))
