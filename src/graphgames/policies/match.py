"""A play in an environment: numbered actions, observations, pictures; chance and opponents move by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arguments import function, integer
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, shown
from graphgames.core.late import optional
from graphgames.policies.course import Course, Move
from graphgames.policies.given import taken_at

MODES = ("ansi", "rgb_array")
_MOST = 1_000_000  # actions

Reply = Callable[[Any], Any]
"""From a position to what a policy says there."""


class Actions:
    """The numbers of moves: each is the place of a name, or where moves have no names the place among the moves."""

    def __init__(self, given: Any):
        if isinstance(given, str | bytes) or not isinstance(given, int | Sequence):
            expected = "expected the names of all moves, or how many there are at most"
            raise GameError(f"actions is {shown(given)}; {expected}")
        self.names: list[Any] | None = None if isinstance(given, int) else list(given)
        self.count = integer(given, "the number of actions", 1, _MOST) if self.names is None else len(self.names)
        try:
            self._number = {name: k for k, name in enumerate(self.names or ())}
        except TypeError:
            raise GameError(
                f"actions is {shown(given)}; expected the names of all moves, which can be hashed"
            ) from None

    def moves(self, moves: Sequence[Move], position: Any) -> dict[int, Move]:
        """Return the moves at a position by their numbers; raise `GameError` if one has no number."""
        if self.names is None:
            if len(moves) > self.count:
                raise GameError(f"at {shown(position)} there are {len(moves)} moves, but {self.count} actions")
            return dict(enumerate(moves))
        for move in moves:
            if move.name not in self._number:
                raise GameError(
                    f"at {shown(position)} there is the move {shown(move.name)}, which is not among the {self.count} "
                    "actions; give the names of all moves, or how many there are at most: actions=..."
                )
        return {self._number[move.name]: move for move in moves}


class Match:
    """A play that is going on, and what is seen of it: chance and the players who have a policy move by themselves."""

    def __init__(
        self,
        course: Course,
        actions: Sequence[Any] | int | None,
        replies: Mapping[int, Reply],
        steps: int,
        observe: Callable[[Any], Any] | None,
        render_mode: str | None,
    ):
        self.course, self.actions = course, Actions(course.actions if actions is None else actions)
        self.replies, self.steps = replies, integer(steps, "the number of steps", 1)
        if render_mode is not None and not (isinstance(render_mode, str) and render_mode in MODES):
            raise GameError(f"render_mode is {shown(render_mode)}; expected one of {', '.join(map(repr, MODES))}")
        self.observe, self.render_mode = function(observe, "observe"), render_mode
        self.begin(np.random.default_rng(0))

    def begin(self, rng: np.random.Generator) -> None:
        """Begin a new play."""
        self._rng, self.made, self.gained = rng, 0, 0.0
        self.place: Any = self.course.start
        self._go_on()

    def take(self, action: int) -> None:
        """Make the move of a number, and go on until a player without a policy is to move."""
        self.made += 1
        self._make(self.moves[action])
        self._go_on()

    def collect(self) -> float:
        """Return what was gained since it was last asked for, for player 0."""
        gained, self.gained = self.gained, 0.0
        return gained

    @property
    def position(self) -> Any:
        """The position, as policies know it."""
        return self.course.position(self.place)

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.course.mover(self.place)

    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for each action that is possible, shape (actions,)."""
        mask = np.zeros(self.actions.count, np.int8)
        mask[list(self.moves)] = 1
        return mask

    @cached_property
    def spaces(self) -> tuple[Any, Any]:
        """The space of observations, and that of actions."""
        from gymnasium import spaces

        actions, positions = spaces.Discrete(self.actions.count), self.course.positions
        if self.observe is None and isinstance(positions, int):
            return spaces.Discrete(positions), actions
        return spaces.Box(-np.inf, np.inf, np.shape(self.observation), np.float32), actions

    @property
    def observation(self) -> Any:
        """The observation of the position."""
        found = self.course.observed(self.place) if self.observe is None else self.observe(self.position)
        return np.int64(found) if isinstance(found, int) else np.array(found, np.float32)

    def _make(self, move: Move) -> None:
        self.gained += move.gain
        self.place = move.place

    def _go_on(self) -> None:
        """Let chance and the policies move; in the end the moves are known, or the play is over or cut off."""
        course, thrown, moves = self.course, 0, self.course.moves(self.place)
        while moves:
            mover = course.mover(self.place)
            if thrown == self.steps if mover == CHANCE else self.made == self.steps or mover not in self.replies:
                break
            if mover == CHANCE:
                thrown, odds = thrown + 1, _shares([move.likely for move in moves])
            else:
                thrown, self.made, odds = 0, self.made + 1, self._odds(self.replies[mover], moves)
            self._make(moves[int(self._rng.choice(len(moves), p=odds))])
            moves = course.moves(self.place)
        self.over = not moves
        self.cut = not self.over and (self.made == self.steps or self.mover == CHANCE)
        self.moves: dict[int, Move] = {}
        if self.over or self.cut:
            self.gained += course.ending(self.place, self.cut)
        else:
            self.moves = self.actions.moves(moves, self.position)

    def _odds(self, reply: Reply, moves: Sequence[Move]) -> NDArray[np.float64]:
        """Return how likely a policy takes each move."""
        names, heads = [move.name for move in moves], [move.position for move in moves]
        found = taken_at(self.position, reply, names, heads, mend=True)
        odds = np.zeros(len(moves))
        odds[list(found)] = [float(share) for share in found.values()]
        return _shares(odds)


def _shares(given: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers divided by their sum; alike where all are 0, as behind an action without chance."""
    odds = np.asarray(given, np.float64)
    total = odds.sum()
    return odds / total if total else np.full(odds.size, 1 / odds.size)


class Environment:
    """What the environments of either library offer besides what it asks for."""

    def show(self, match: Match) -> None:
        """Take the match that is played."""
        self.match, self.render_mode = match, match.render_mode

    @property
    def actions(self) -> list[Any] | None:
        """The names of the moves by their numbers; None where a number is a place among the moves of a position."""
        return self.match.actions.names

    @property
    def position(self) -> Any:
        """The position, as policies know it."""
        return self.match.position

    @property
    def moves(self) -> dict[int, Any]:
        """The names of the possible moves, by action."""
        return {action: move.name for action, move in self.match.moves.items()}

    def picture(self) -> Any:
        """Return the picture of the position."""
        return self.match.course.picture(self.match.place)

    def render(self) -> Any:
        """Return the position as text, or its picture as an array of pixels."""
        if self.render_mode == "ansi":
            return self.match.course.drawn(self.match.place)
        return None if self.render_mode is None else self.picture().pixels()


def library(name: str, module: str) -> Any:
    """Return the module of the classes for a library."""
    optional(name, "rl")
    return import_module(f"graphgames.policies.{module}")
