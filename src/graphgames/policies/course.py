"""Games to be stepped through, one move after the other: whose turn it is, the moves by name, what they add, the end.

A course has places; what they are only it knows. On an arena they are vertices, and of rules positions with the player
to move. Nothing is enumerated beforehand, unless positions are to be numbered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.chance import CHANCE
from graphgames.core.turns import Turns
from graphgames.play.adapter import arena_board
from graphgames.policies.play_payoff import payoff_on
from graphgames.policies.valued_game import Board, board_or_turns, explored

_KEPT = 1 << 14
"""Of so many places the moves are kept."""


class Move(NamedTuple):
    """A move: its name, the position that it leads to, the place there, and what it adds to the worth of a play."""

    name: Any
    position: Any
    place: Any
    gain: float = 0.0
    likely: float = 1.0
    """In proportion to its probability, where chance moves."""


def course_of(problem: Any, start: Any, limit: int) -> Course:
    """Return the course of a game, of rules, of a table or of a solution; raise `GameError` if it is none of these."""
    given = board_or_turns(problem, 0, start, limit)
    if isinstance(given, Board):
        return OnArena(given, getattr(problem, "problem", problem))
    return ByRules(given, limit)


class OnArena:
    """A game on an arena; of a model the states alone are seen, and chance moves at ``~v`` once an action is taken."""

    def __init__(self, board: Board, source: Any):
        self.board, self.source = board, source
        game, self.start = board.game, board.start
        self._arena, self._model = game.arena, hasattr(source, "staged")
        self._sign = -1.0 if getattr(source, "costs", False) else 1.0
        self._states: int = source.states if self._model else self._arena.n
        payoff = payoff_on(self._arena, game.objective)
        self._good, self._gain = payoff.good, payoff.gain * self._sign / board.pace
        if self._model and self._arena is source.arena:
            self._gain = self._gain * source.at_once
        self._over = payoff.over
        self._owner = owners(self._arena).copy()
        likely = self._arena.probability
        self._odds = np.ones(self._arena.m) if likely is None else likely.astype(np.float64)
        if self._model:
            self._owner[: self._states] = source.chooser
            self._owner[self._states :] = CHANCE
        if self._sign < 0:
            self._owner = np.array([1, 0, CHANCE], np.uint8)[self._owner]
        self._moves = lru_cache(_KEPT)(self._found)  # their names take longer than all else of a step

    def mover(self, place: int) -> int:
        """Return the player to move, 2 where chance does."""
        return CHANCE if place < 0 else int(self._owner[place])

    def moves(self, place: int) -> Sequence[Move]:
        """Return the edges, none where a play is over; in a state of a model its actions."""
        return self._moves(place)

    def _found(self, place: int) -> Sequence[Move]:
        arena, v = self._arena, place if place >= 0 else ~place
        if place >= 0 and self._over[v]:
            return []
        edges, label, name = range(int(arena.indptr[v]), int(arena.indptr[v + 1])), arena.label, self.board.name
        if self._model and 0 <= place < self._states and arena.owner is not None and arena.owner[v] == CHANCE:
            return [Move(name(edges[0]), label(v), ~v)]
        heads = arena.successors[edges.start : edges.stop].tolist()
        gains = self._gain[edges.start : edges.stop].tolist()
        odds = self._odds[edges.start : edges.stop].tolist()
        return [
            Move(name(e), label(w), w, gain, likely)
            for e, w, gain, likely in zip(edges, heads, gains, odds, strict=True)
        ]

    def ending(self, place: int, cut: bool) -> float:
        """Return what a play that ends here, or is cut off, is worth to player 0 besides what its moves added."""
        return 0.0 if self._good is None else self._sign * float(self._good[place if place >= 0 else ~place])

    def position(self, place: int) -> Any:
        """Return the label of a vertex, as policies know it."""
        return self._arena.label(place if place >= 0 else ~place)

    def drawn(self, place: int) -> str:
        """Return the name of a state, or the arena with a mark where the pawn stands."""
        return str(self.position(place)) if self._model else arena_board(self._arena, {place: ">"})

    def picture(self, place: int) -> Any:
        """Return the graph with a pawn on the vertex."""
        return self._standing(place)

    @cached_property
    def _standing(self) -> Callable[[int], Any]:
        from graphgames.draw.film import standing

        return standing(self.source)

    @property
    def movers(self) -> list[int]:
        """The owners of vertices."""
        return [player for player in (0, 1) if (self._owner == player).any()]

    @cached_property
    def actions(self) -> list[Any] | int:
        """The names of the actions of a model; else how many edges a vertex, or actions a state, has at most."""
        if not self._model:
            return int(self._arena.out_degree.max(initial=1))
        model = self.source.model
        if model.actions is None or not any(one != "" for one in model.actions):
            return int(np.diff(model.choices).max(initial=1))
        names = list(dict.fromkeys(model.action(c) for c in range(int(model.choices[-1]))))
        return sorted(names) if all(type(name) is int for name in names) else names

    @property
    def positions(self) -> int:
        """How many vertices, or states, there are."""
        return self._states

    def observed(self, place: int) -> int:
        """Return the number of a vertex, or of a state."""
        return place if place >= 0 else ~place


class ByRules:
    """A game by rules, whose ends say who has won: 1 for player 0, -1 for player 1, 0 for a draw."""

    def __init__(self, turns: Turns, limit: int):
        self.turns, self.limit, self.start = turns, limit, turns.start
        self._rules = turns.rules

    def mover(self, place: Any) -> int:
        """Return the player to move, 2 where chance does."""
        return int(place[1])

    def moves(self, place: Any) -> Sequence[Move]:
        """Return the moves of the rules."""
        turns = self.turns
        name = turns.name if place[1] != CHANCE else lambda _, after: turns.label(after)
        return [
            Move(name(place, after), turns.label(after), after, 0.0, float(likely))
            for after, likely in turns.after(place)
        ]

    def ending(self, place: Any, cut: bool) -> float:
        """Return who has won, 0 where a play is cut off."""
        return (1.0, -1.0, 0.0)[2 if cut else self.turns.winner(place)]

    def position(self, place: Any) -> Any:
        """Return what the place is called, as policies know it."""
        return self.turns.label(place)

    def drawn(self, place: Any) -> str:
        """Return the position as the rules render it."""
        render: Callable[[Any], str] = getattr(self._rules, "render", str)
        return render(place[0])

    def picture(self, place: Any) -> Any:
        """Return the picture of the position, on its board if the rules have one."""
        if hasattr(self._rules, "draw"):
            return self._rules.draw(start=place[0])
        from graphgames.draw.board import Track, text_board

        return text_board("", lambda _: self.drawn(place).split("\n")).paint(Track([place]))

    @property
    def movers(self) -> list[int]:
        """Both players."""
        return [0, 1]

    @cached_property
    def actions(self) -> list[Any] | int:
        """The moves that the rules number, or those at the start if they name them; else how many there are at most."""
        if hasattr(self._rules, "action_count"):
            return list(range(self._rules.action_count))
        if hasattr(self._rules, "move_name"):
            return [move.name for move in self.moves(self.start)]
        return max(1, int(np.diff(self._all[1]).max(initial=1)))

    @cached_property
    def _all(self) -> tuple[dict[Hashable, int], NDArray[np.int64]]:
        """The number of each place, and the offsets of its moves among those of all."""
        found = explored(self.turns, self.limit)
        return {place: k for k, place in enumerate(found.places)}, found.offsets

    @cached_property
    def positions(self) -> int | tuple[int, ...]:
        """How many positions there are, or the shape of the array by which the rules describe one."""
        rules = self._rules
        if hasattr(rules, "described"):
            return tuple(rules.described(self.start[0]).shape)
        return int(rules.space.starts[-1]) if hasattr(rules, "space") else len(self._all[0])

    def observed(self, place: Any) -> Any:
        """Return the number of a position, or the array by which the rules describe it."""
        rules = self._rules
        if hasattr(rules, "described"):
            return rules.described(place[0])
        if not hasattr(rules, "space"):
            return self._all[0][place]
        return int(rules.space.number(place[0]))


Course = OnArena | ByRules
"""A game that is stepped through: places, of which it says whose turn it is, the moves, and what an end is worth.

``start`` is the first place. ``movers`` are the players who can have a move; ``actions`` the names of all moves, or how
many there are at most where each is known by its place in the list; ``positions`` how many there are, or the shape of
the array that describes one.
"""
