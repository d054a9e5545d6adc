"""Impartial games for a person: by their rules, as sums, by the values of an arena, by the code of a heap game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from graphgames.core.arena import Arena
from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.impartial import NimberProblem, NimberSolution
from graphgames.core.nimbers import Infinity, Nimber, nim_add, nim_outcome, nim_sum
from graphgames.core.oracle import RatedMove
from graphgames.core.rules import expand
from graphgames.games.heaps import HeapGame, HeapProblem
from graphgames.solvers.by_rule import ByRule
from graphgames.solvers.grundy import grundy, loopy_grundy
from graphgames.solvers.heaps import HeapSolution, sparse_space


class ImpartialGame(ABC):
    """A game by its rules, under normal play: write ``moves``, and perhaps ``components``, and ask.

    What is found out is remembered; nothing recurses, so plays may be millions of moves long. Class attributes set the
    ``limit`` of positions to remember, a ``progress`` function that is called with their number now and then, and a
    ``start``.

    Examples
    --------
    >>> class Kayles(ImpartialGame):
    ...     def moves(self, rows):
    ...         for i, n in enumerate(rows):
    ...             for left in [n - k for k in (1, 2) if k <= n]:
    ...                 for a in range(left // 2 + 1):
    ...                     yield tuple(sorted(r for r in (*rows[:i], a, left - a, *rows[i + 1:]) if r))
    ...     def components(self, rows):
    ...         return [(n,) for n in rows]
    >>> kayles = Kayles()
    >>> [kayles.nimber((n,)) for n in range(10)], kayles.outcome((3, 5, 6)), kayles.best_moves((2, 3))[0].move
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], 'win', (2, 2))
    """

    limit: ClassVar[int] = 10_000_000
    progress: Callable[[int], None] | None = None
    start: Any = None

    @abstractmethod
    def moves(self, position: Any) -> Iterable[Any]:
        """Give the positions that can be reached in one move; positions must be hashable."""

    @cached_property
    def solver(self) -> ByRule:
        """What answers the questions, and remembers."""
        return ByRule(self, limit=self.limit, progress=self.progress)

    def nimber(self, position: Any) -> int:
        """Give the Grundy value of a position.

        Raises
        ------
        CycleError
            If the play can come back to a position.
        LimitExceededError
            If more positions than ``limit`` would have to be remembered.
        """
        return self.solver.nimber(position)

    def loses(self, position: Any, heap: int = 0) -> bool:
        """Say whether the player to move loses a position with a nim heap beside it; raises as `nimber` does."""
        return self.solver.loses(position, heap)

    def outcome(self, position: Any) -> str:
        """Say ``"win"`` or ``"loss"`` for the player to move; often far cheaper than the nimber."""
        return self.solver.outcome(position)

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Give every move, winning ones first."""
        return self.solver.best_moves(position)

    def explain(self, position: Any) -> str:
        """Say what the components are worth and what to do."""
        return self.solver.explain(position)

    def expand(self, start: Any, limit: int = 10_000_000) -> Game:
        """Give all positions that can be reached from one, as an explicit game; vertex 0 is the start."""
        return expand(_Started(start, self.moves), limit)

    def at(self, position: Any) -> Sum:
        """Give the game at a position, to be added to others."""
        return Sum.of(self, position)


@dataclass(frozen=True)
class _Started:
    start: Any
    moves: Callable[[Any], Iterable[Any]]


class _ByFunction(ImpartialGame):
    def __init__(
        self, moves: Callable[[Any], Iterable[Any]], components: Callable[[Any], Iterable[Any]] | None, **options: Any
    ):
        self._moves = moves
        if components is not None:
            self.components = components
        for name, value in options.items():
            setattr(self, name, value)

    def moves(self, position: Any) -> Iterable[Any]:
        return self._moves(position)


def by_rule(
    moves: Callable[[Any], Iterable[Any]],
    components: Callable[[Any], Iterable[Any]] | None = None,
    limit: int = 10_000_000,
    progress: Callable[[int], None] | None = None,
) -> ImpartialGame:
    """Make an impartial game of a function from a position to the positions that can be reached.

    Parameters
    ----------
    moves : callable
        Positions must be hashable.
    components : callable, optional
        Gives the independent parts, themselves positions, that a position is the sum of.
    limit : int
        Stop with an error rather than remember more positions than this.
    progress : callable, optional
        Called now and then with the number of positions remembered.

    Examples
    --------
    >>> nim = by_rule(lambda heap: range(heap))
    >>> nim.nimber(7), nim.outcome(0), (nim.at(5) + 3 * nim.at(4)).nimber()
    (7, 'loss', 1)
    """
    return _ByFunction(moves, components, limit=limit, progress=progress)


@dataclass(frozen=True)
class Sum(Drawable):
    """A sum of games: in each turn a player moves in one of them, and who can move in none loses.

    Anything with ``nimber(position)`` and ``moves(position)`` can be a part: games by rule, heap games, solved arenas
    with or without cycles. Two equal parts of a game without cycles cancel and are never looked at.

    Parameters
    ----------
    parts : tuple of (game, position, count)
        Each pair of a game and a position once; made by `of`, ``+`` and ``*``.

    Examples
    --------
    >>> kayles, nim = heap_game(".77", 100), by_rule(range)
    >>> total = Sum.of(kayles, (5,)) + Sum.of(kayles, (6,)) + 3 * nim.at(2)
    >>> total.nimber(), total.outcome()
    (5, 'win')
    >>> game, before, after = total.best_moves()[0].move
    >>> before, after
    ((5,), (4,))
    """

    parts: tuple[tuple[Any, Any, int], ...] = ()

    @classmethod
    def of(cls, game: Any, position: Any) -> Sum:
        """Give one game at one position as a sum."""
        return cls(((game, position, 1),))

    def __add__(self, other: Sum) -> Sum:
        if not isinstance(other, Sum):
            return NotImplemented
        counts: dict[tuple[int, Any], int] = {}
        games = {id(game): game for game, _, _ in self.parts + other.parts}
        for game, position, count in self.parts + other.parts:
            counts[id(game), position] = counts.get((id(game), position), 0) + count
        return Sum(tuple((games[game], position, count) for (game, position), count in counts.items()))

    def __rmul__(self, count: int) -> Sum:
        if not isinstance(count, int):
            return NotImplemented
        if count < 0:
            raise GameError(f"a sum of {count} games is asked for; expected 0 or more")
        return Sum(tuple((game, position, count * times) for game, position, times in self.parts) if count else ())

    __mul__ = __rmul__

    def nimber(self) -> Nimber:
        """Give the value of the sum."""
        return nim_sum(_times(game, position, count) for game, position, count in self.parts)

    def outcome(self, hard: int | None = None) -> str:
        """Say ``"win"``, ``"draw"`` or ``"loss"`` for the player to move.

        The value of one part, if it is a game by rule, is never computed: the others are replaced by a nim heap of
        their nim-sum (Lemoine & Viennot, *Nimbers are inevitable*, 2012).

        Parameters
        ----------
        hard : int, optional
            The number of that part in ``parts``; by default the last game by rule.
        """
        odd = [i for i, (game, _, count) in enumerate(self.parts) if hasattr(game, "loses") and count % 2]
        if hard is None and odd:
            hard = odd[-1]
        if hard is None or hard not in odd:
            return nim_outcome(self.nimber())
        rest = nim_sum(_times(*part) for i, part in enumerate(self.parts) if i != hard)
        game, position, _ = self.parts[hard]
        if isinstance(rest, Infinity):
            return nim_outcome(nim_add(rest, game.nimber(position)))
        return "loss" if game.loses(position, rest) else "win"

    def best_moves(self) -> Sequence[RatedMove]:
        """Give every move, best first: its ``move`` is (game, position, position after), its ``position`` a sum."""
        turned = {"win": "loss", "draw": "draw", "loss": "win"}
        rated = []
        for i, (game, position, count) in enumerate(self.parts):
            rest = Sum((*self.parts[:i], *([(game, position, count - 1)] if count > 1 else []), *self.parts[i + 1 :]))
            others = rest.nimber()
            for after in dict.fromkeys(game.moves(position)):
                result = turned[nim_outcome(nim_add(others, game.nimber(after)))]
                rated.append(RatedMove((game, position, after), rest + Sum.of(game, after), result))
        return tuple(sorted(rated, key=lambda move: ("win", "draw", "loss").index(move.result)))

    def explain(self) -> str:
        """Say what the parts are worth, and what to do."""
        lines = [f"{count} x {position}: {_times(game, position, 1)}" for game, position, count in self.parts]
        outcome = self.outcome()
        lines.append(f"together {self.nimber()}: a {outcome} for the player to move")
        if outcome == "win":
            _, before, after = self.best_moves()[0].move
            lines.append(f"a winning move: {before} to {after}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return " + ".join(f"{count} x {position}" for _, position, count in self.parts) or "nothing"


def _times(game: Any, position: Any, count: int) -> Nimber:
    """Give the value of equal parts: by parity, unless they are infinite; an even number of finite games is nothing."""
    if count == 0 or (count % 2 == 0 and hasattr(game, "loses")):
        return 0
    value: Nimber = game.nimber(position)
    if isinstance(value, Infinity):
        return value if count == 1 else Infinity()
    return value if count % 2 else 0


def grundy_values(arena: Arena | Game, loopy: bool = False) -> NimberSolution:
    """Find the Grundy value of every vertex.

    Parameters
    ----------
    arena : Arena or Game
        Owners and objective, if there are any, do not matter: both players have the same moves.
    loopy : bool
        Allow cycles: the values are then numbers or infinite, and a play may be a draw.

    Returns
    -------
    NimberSolution
        Its ``values`` are an ``int32`` array of shape (n,), -1 for infinity.

    Raises
    ------
    CycleError
        If there is a cycle and ``loopy`` is not set; it names one.

    Notes
    -----
    O(n + m); with ``loopy`` O(k (n + m)), where k is the number of different values.

    Examples
    --------
    >>> grundy_values(Arena.from_edges([(1, 0), (2, 1), (2, 0)])).values
    array([0, 1, 2], dtype=int32)
    >>> solution = grundy_values(Arena.from_edges([(0, 1), (1, 0), (1, 2)]), loopy=True)
    >>> [str(solution.value(v)) for v in range(3)], solution.outcome(1)
    (['0', '1', '0'], 'win')
    """
    if isinstance(arena, Game):
        arena = arena.arena
    return (loopy_grundy if loopy else grundy)(NimberProblem(arena))


def heap_game(game: str | HeapGame, up_to: int = 10_000) -> HeapSolution:
    """Find the nim-values of a heap game up to a heap size, and their period.

    Parameters
    ----------
    game : str or HeapGame
        An octal or hexadecimal code such as ``.77`` or ``4.7``, a name such as ``kayles``, ``dawsons-chess``,
        ``treblecross`` or ``grundy``, or the rules.
    up_to : int
        The largest heap.

    Returns
    -------
    HeapSolution
        With ``values``, ``period`` and the manners of an oracle over tuples of heaps.

    Raises
    ------
    GameError
        If the code is none.

    Examples
    --------
    >>> print(heap_game(".137").period)
    pre-period 52, period 34 (proved for ever)
    >>> heap_game(HeapGame.subtraction({1, 3, 4}), 20).values.tolist()[:10]
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    """
    return sparse_space(HeapProblem(HeapGame.from_code(game) if isinstance(game, str) else game, up_to))
