"""Rules with an index: games whose positions are numbered, so that a table of them needs no object for a position.

A game is a class with `IndexedRules` as its base. It says its rules twice: plainly, for a single position (``moves``),
and for a batch of positions at once, by their numbers (``expand``). A check on a sample compares the two before every
long computation (`graphgames.games.tables.sample`).
"""

from __future__ import annotations

import operator
import re
from abc import ABC, abstractmethod
from ast import literal_eval
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.drawing import Drawable
from graphgames.core.ending import FIRST_SECOND
from graphgames.core.errors import GameError, shown
from graphgames.core.rules import P
from graphgames.games.tables.index import Ints
from graphgames.games.tables.space import Space, Tier, listed

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, which Python's own has from 3.13 on

    from graphgames.draw.places import PlaceBoard

    T = TypeVar("T", default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")

OPEN, LOSS, DRAW, WIN, UNUSED = 0, 1, 2, 3, 4
"""The codes of what a position is for the player to move; an open one has not ended."""

CODES = {"loss": LOSS, "draw": DRAW, "win": WIN, "win in 1": 4 + WIN}
"""The codes of ends: as labels, 4 * remoteness and the outcome."""


def code_of(outcome: Any, method: str) -> int:
    """Return the code of an outcome in words."""
    if outcome not in CODES:
        raise GameError(
            f"{method} says that the game ends with {shown(outcome)}; expected 'win', 'win in 1', 'draw' or 'loss'"
        )
    return CODES[outcome]


def by_lead(lead: int) -> str:
    """Return the outcome for a player who has so much more than the other."""
    return "win" if lead > 0 else "loss" if lead < 0 else "draw"


def group_by_tier(keys: Ints, where: Any) -> Iterator[tuple[int, Ints]]:
    """Yield each number among some keys, where a mask holds, and the rows that have it; such as tiers to move to.

    Examples
    --------
    >>> keys, where = np.array([7, 5, 7, 8]), np.array([True, True, True, False])
    >>> [(key, rows.tolist()) for key, rows in group_by_tier(keys, where)]
    [(5, [1]), (7, [0, 2])]
    """
    for key in np.unique(keys[where]).tolist():
        yield key, np.flatnonzero(where & (keys == key))


class Batch:
    """Some positions of a tier, and what the rules say of them: ``expand`` of the rules fills it in.

    Attributes
    ----------
    tier : hashable
        The tier of the positions.
    index : ndarray of int64, shape (k,)
        Their numbers in the tier.
    code : ndarray of uint8, shape (k,)
        ``OPEN``, or how the game has ended there for the player to move, or ``UNUSED``.
    columns : list of ndarray of int64, shape (k,)
        For each move the numbers of the positions it leads to, counted through all tiers; -1 where it is not possible.
    again : list of bool
        For each column whether the same player moves again.
    """

    def __init__(self, space: Space, tier: Tier, index: Ints):
        self.space, self.index = space, index
        self.tier: Any = tier
        self.code = np.zeros(index.size, np.uint8)
        self.columns: list[Ints] = []
        self.again: list[bool] = []
        self._rows: dict[bool, tuple[Ints, Ints]] = {}
        self._closed = False

    def end(self, outcome: str, where: Any) -> None:
        """Say where the game has ended, with a ``"win"``, ``"draw"`` or ``"loss"`` for the player to move.

        A ``"win in 1"`` is a move that ends the game and leads to no position of the table, such as taking the king.
        The first that is said of a position counts.
        """
        self.code[where & (self.code == OPEN)] = code_of(outcome, "expand")

    def score(self, lead: Ints, where: Any = True) -> None:
        """Say where the game has ended, by how much the player to move has more than the other."""
        ended = np.flatnonzero(where & (self.code == OPEN))
        self.code[ended] = DRAW + np.sign(lead[ended])

    def unused(self, where: Any) -> None:
        """Say which numbers belong to no legal position."""
        self.code[where] = UNUSED

    def move(self, tier: Tier, index: Any, where: Any = True, again: bool = False) -> None:
        """Add a move.

        Parameters
        ----------
        tier : hashable
            The tier that it leads to.
        index : ndarray of int64, shape (k,)
            The numbers there; they may be anything where the move is not possible.
        where : ndarray of bool, shape (k,), or of int64
            Where it is possible: a mask, or the rows of the batch that ``index`` is of. Moves of some rows each share
            columns; those with a mask have one of their own.
        again : bool
            Whether the same player moves again.
        """
        numbers = np.add(index, self.space.offset[tier], dtype=np.int64)
        if where is not True and where.dtype != np.bool_:
            self._add(numbers, where, again)
            return
        self.columns.append(numbers if where is True else np.where(where, numbers, -1))
        self.again.append(again)

    def moves(self, numbers: NDArray[np.int64]) -> None:
        """Take all moves from a kernel, a row for each column, with -1 also where the game has ended."""
        self.columns, self.again, self._closed = list(numbers), [False] * len(numbers), True

    def _add(self, numbers: Ints, rows: Ints, again: bool) -> None:
        """Write the numbers of some rows, each to the first place of its row that is free."""
        if not rows.size:
            return
        matrix, used = self._rows.get(again) or (
            np.full((8, self.index.size), -1, np.int64),
            np.zeros(self.index.size, np.int64),
        )
        place = used[rows]
        used[rows] = place + 1
        if (most := int(place.max())) >= len(matrix):
            matrix = np.concatenate([matrix, np.full((most, self.index.size), -1, np.int64)])
        matrix[place, rows] = numbers
        self._rows[again] = matrix, used

    def close(self) -> Batch:
        """Put the columns together, and take the moves of positions away where the game has ended."""
        for again, (matrix, used) in self._rows.items():
            some = int(used.max())
            self.columns += list(matrix[:some])
            self.again += [again] * some
        self._rows.clear()
        over = self.code != OPEN
        if not self._closed and over.any():
            for column in self.columns:
                np.putmask(column, over, -1)
        return self


class IndexedRules(Drawable, Generic[P, T], ABC):
    """The base of games that ``graphgames table build`` can turn into a table.

    A subclass is a frozen dataclass whose fields are the options of the game (made by ``option``), and has

    - ``name``, ``title``: what the user writes, and what people call the game;
    - ``start``: the position where the play begins;
    - ``moves(position)``, and ``outcome(position)`` for the ends if whoever cannot move does not lose there, for single
      positions, as plain `Rules`;
    - ``render(position)``: the position as text, several lines if it is a board;
    - ``rank`` and ``unrank``, ``size``, ``children`` and ``expand``, described below.

    It may also have

    - ``mover(position)``: 0 or 1, who is to move; needed if a player can move twice;
    - ``retract(batch)``: backward moves inside a tier, which make tiers with cycles quicker. As `expand`, with the
      moves that lead *to* the positions of the batch: their ``tier`` is the same, ``index`` is where they come from;
    - ``move_name(position, after)``: a short name of a move;
    - ``rule``, ``players``, ``aims``: what the players do and who wins, in a few sentences for people; what the
      players are called, and what each wants;
    - ``written``: what the parts of a position are, in the order in which one types them;
    - ``ends``: why the game is over, where somebody has won and where it is a draw; or ``reason(position, drawn)``,
      where that depends on the position;
    - ``board()``: how a position looks, and where moves are chosen on it (``graphgames.draw.places.PlaceBoard``);
    - ``passed(position)``: the same position with the other player to move, where both could move there.

    With ``whole = True`` a table holds every legal position, otherwise those that can be reached from the start.

    Positions lie in tiers. No play comes back to a tier that it has left, and so the tiers can be solved one after the
    other; inside a tier it may go round.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import graphgames as gg
    >>> from graphgames.games.tables.indexed_rules import option
    >>> @dataclass(frozen=True)
    ... class OneHeap(gg.IndexedRules):
    ...     name = "one-heap"
    ...     title = "Matches"
    ...     rule = "A player takes one or two matches; whoever cannot move loses."
    ...     largest: int = option(9, 1, 1000, "matches at the start")
    ...     @property
    ...     def start(self):
    ...         return self.largest
    ...     def moves(self, matches):
    ...         return [matches - k for k in (1, 2) if matches >= k]
    ...     def children(self, tier):  # a tier has so many matches
    ...         return [tier - k for k in (1, 2) if tier >= k]
    ...     def size(self, tier):
    ...         return 1
    ...     def rank(self, matches):
    ...         return matches, 0
    ...     def unrank(self, tier, index):
    ...         return tier
    ...     def expand(self, batch):
    ...         for k in (1, 2):
    ...             if batch.tier >= k:
    ...                 batch.move(batch.tier - k, batch.index)
    >>> str(gg.solve(OneHeap()).outcome(9)), gg.solve(OneHeap()).best_moves(8)[0].position
    ('loss', 6)
    """

    kind: ClassVar[str] = "table"
    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    written: ClassVar[str] = ""
    players: ClassVar[tuple[str, str]] = FIRST_SECOND
    aims: ClassVar[tuple[str, str]] = ("to win", "to win")
    ends: ClassVar[tuple[str, str]] = ("the game is over", "the game is over")
    whole: ClassVar[bool] = False
    start: P
    asked: Hashable = None
    """The position that a person asks about; None for the start."""

    def asking(self, given: P | str) -> Self:
        """Return these rules with a question about a position, perhaps as text; raise `GameError` if it is none."""
        rules = copy(self)
        object.__setattr__(rules, "asked", self.position(given))
        return rules

    def reason(self, position: P, drawn: bool) -> str:
        """Return why the game is over in a position."""
        return self.ends[drawn]

    stored: ClassVar[Path | None] = None
    """The directory of a table of the game, if it was read from one."""

    @abstractmethod
    def children(self, tier: T) -> Iterable[T]:
        """Return the tiers that a move from a tier can lead to; the tier itself among them if it can stay there."""

    @abstractmethod
    def size(self, tier: T) -> int:
        """Return how many numbers the positions of a tier have: 0 to size - 1. Not all need be in use."""

    @abstractmethod
    def rank(self, position: P) -> tuple[T, int]:
        """Return the tier and the number of a position."""

    @abstractmethod
    def unrank(self, tier: T, index: int) -> P:
        """Return the position of a tier that has a number."""

    def expand(self, batch: Batch) -> None:
        """Say of a batch of positions, all of ``batch.tier``, where the game has ended and which moves there are.

        Without a method of its own a game is expanded by its plain rules, one position after the other.
        """
        mover = getattr(self, "mover", None)
        outcome = getattr(self, "outcome", lambda position: "loss")
        found: dict[tuple[int, Tier, bool], list[tuple[int, int]]] = {}
        for row, index in enumerate(batch.index.tolist()):
            position = self.unrank(batch.tier, index)
            try:
                self.rank(position)
            except ValueError:
                batch.code[row] = UNUSED
                continue
            after = listed(self.moves(position), f"moves({position!r})")
            if not after:
                batch.code[row] = code_of(outcome(position), f"outcome({position!r})")
            for slot, target in enumerate(after):
                again = mover is not None and mover(target) == mover(position)
                tier, number = self.rank(target)
                found.setdefault((slot, tier, again), []).append((row, number))
        for (_, tier, again), moves in found.items():
            rows, numbers = np.array(moves, np.int64).T
            batch.move(tier, numbers, rows, again)

    @abstractmethod
    def moves(self, position: P) -> Sequence[P]:
        """Return the positions after each move."""

    def first_tiers(self) -> Iterable[T]:
        """Return the tiers from which all others are reached: by default that of the start."""
        return [self.rank(self.start)[0]]

    def render(self, position: P) -> str:
        """Return a position as text."""
        return str(position)

    def turn(self, position: P) -> str:
        """Return who is to move, as a line below a position; the rules have ``mover``."""
        player: str = self.players[self.mover(position)]  # type: ignore[attr-defined]
        return f"{player[0].upper()}{player[1:]} to move"

    def board(self) -> PlaceBoard | None:
        """Return how a position looks; by default, with None, as its text."""
        return None

    def text(self, position: P) -> str:
        """Return a position as a person types it, so that `parse` understands it."""
        return position if isinstance(position, str) else repr(position)

    def parse(self, text: str) -> Any:
        """Return the position that a person has typed; raise `ValueError` if it cannot be read."""
        if isinstance(getattr(self, "start", None), str):
            return text
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            return literal_eval(text)
        return text

    def position(self, given: P | str | None = None) -> P:
        """Return the position that a person means, perhaps as text; without one the start.

        Raise `GameError` if it is none.
        """
        if given is None:
            return self.start
        with self._asked(given):
            at: P = self.parse(given) if isinstance(given, str) else given
            self.rank(at)
            return at

    def place(self, position: P) -> tuple[T, int]:
        """Return the tier and the number of a position; raise `GameError` if it is none."""
        with self._asked(position):
            tier, number = self.rank(position)
            return tier, operator.index(number)

    @contextmanager
    def _asked(self, position: object) -> Iterator[None]:
        """Turn the failure of a method into a sentence: what is asked for is no position."""
        try:
            yield
        except GameError:
            raise
        except (LookupError, TypeError, ValueError, AttributeError):
            raise GameError(f"{shown(position)} is not a position of {self.title}{self.such_as}") from None

    @property
    def such_as(self) -> str:
        """An example of a position, for a person whose own is none."""
        start = getattr(self, "start", None)
        parts = f": {self.written}" if self.written else ""
        return "" if start is None else f"; expected one such as {self.text(start)}{parts}"

    def move_name(self, position: P, after: P) -> str:
        """Return a short name of a move, by the positions before and after it."""
        return " / ".join(self.render(after).splitlines())

    @cached_property
    def space(self) -> Space:
        """The tiers in order, and the numbers of their positions."""
        return Space(self)

    def batch(self, tier: T, index: ArrayLike) -> Batch:
        """Return what the rules say of positions of a tier, by their numbers there."""
        batch = Batch(self.space, tier, np.asarray(index, np.int64))
        if batch.index.size:
            self.expand(batch)
        return batch.close()

    def batch_before(self, tier: T, index: Ints) -> Batch:
        """Return the backward moves from positions of a tier, by their numbers there; the game has ``retract``."""
        batch = Batch(self.space, tier, index)
        self.retract(batch)  # type: ignore[attr-defined]
        return batch.close()

    def options(self) -> dict[str, Any]:
        """Return the options of the game by name."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self) if entry.init}  # type: ignore[arg-type]


def option(default: int, least: int, most: int, help: str) -> Any:
    """Return a field of a game's class that is an option of the command line, a whole number in a range."""
    return field(default=default, metadata={"least": least, "most": most, "help": help})


def word(default: str, pattern: str, help: str) -> Any:
    """Return a field of a game's class that is an option of the command line, a word of the form of a pattern."""
    return field(default=default, metadata={"pattern": pattern, "help": help})


def check_options(rules: IndexedRules) -> None:
    """Raise `GameError` if an option of the rules is out of its range."""
    for entry in fields(rules):  # type: ignore[arg-type]
        value, limits = getattr(rules, entry.name), entry.metadata
        if "least" in limits and not (type(value) is int and limits["least"] <= value <= limits["most"]):
            expected = f"a whole number from {limits['least']} to {limits['most']}"
        elif "pattern" in limits and not (isinstance(value, str) and re.fullmatch(limits["pattern"], value)):
            expected = limits["help"]
        else:
            continue
        raise GameError(f"{rules.title} has {entry.name} = {value!r}; expected {expected}")
