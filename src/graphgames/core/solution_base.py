"""The base class of solutions: the methods that solved problems of every kind have.

`graphgames judge` reads this file before it answers, so nothing here imports NumPy, ``typing``, ``enum`` or
``dataclasses``, which would take longer than most small inputs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from graphgames.core.arguments import integer, replies
from graphgames.core.drawing import Drawable
from graphgames.core.errors import CallError, GameError, shown
from graphgames.core.remembering import Remembering

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, ClassVar, Generic

    from anywidget import AnyWidget
    from typing_extensions import TypeVar  # with a default, which Python's own has from 3.13 on

    from graphgames.core.oracle import Outcome, RatedMove

    P = TypeVar("P", default=Any)

    class _OfPositions(Generic[P]):
        """A generic base class over a type of positions."""

else:
    P = None

    class _OfPositions:
        """What has positions of a type, which is not looked at while the program runs."""

        def __class_getitem__(cls, positions):
            return cls


SHOWN_ROWS = 60
"""A table of more rows than this helps nobody."""


def followed(
    position: P, memory: int, after: Callable[[P, int], tuple[P, int] | None], limit: int, closes: bool = True
) -> list[P]:
    """Return the positions of a play in order: until it stops, or has made so many moves.

    A play that ``closes`` also ends where both a position and the memory come again.
    """
    walk, seen = [position], {(position, memory)}
    while len(walk) <= limit and (found := after(position, memory)) is not None:
        position, memory = found
        walk.append(position)
        if closes and found in seen:
            break
        seen.add(found)
    return walk


class Solution(Drawable, Remembering, ABC, _OfPositions[P]):
    """A solved problem of any kind: an ``Oracle`` over its positions, with the proof.

    Attributes
    ----------
    problem : object
        The problem that was solved.
    solver : str
        The name of the solver that found it.
    certificate : Certificate
        The proof, computed on first use.
    engine : str
        Where the solver ran; ``"local"`` is the process that called it.
    stats : mapping
        The counts of the solver.

    Examples
    --------
    >>> import graphgames as gg
    >>> solution = gg.solve({"a": ["b", "c"], "b": ["c"], "c": []}, gg.NormalPlay())
    >>> isinstance(solution, gg.Solution), solution.outcome("a"), solution.best_moves("a")[0].move
    (True, 'win', 'c')
    """

    problem: Any
    solver: str
    names_game: bool = True
    """False of a solution from a file that does not say by a digest of which game it is."""
    engine: ClassVar[str] = "local"
    stats: Mapping[str, Any] = {}  # never written to
    if TYPE_CHECKING:

        @property
        def certificate(self) -> Any:
            """The proof of the solution."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """Return the outcome for the player to move at a position."""

    @abstractmethod
    def best_moves(self, position: P) -> Sequence[RatedMove]:
        """Return every move from a position, best first for the player to move."""

    def winning_moves(self, position: P | None = None) -> list[Any]:
        """Return the moves that win for the player to move at a position, by default the start, the best one first.

        >>> import graphgames as gg
        >>> gg.heap_game("nim", 9).winning_moves((3, 4, 6)), gg.by_rule(range, start=5).winning_moves()
        ([(2, 4, 6)], [0])
        """
        at: Any = position  # None is what most take for their start
        return [rated.move for rated in self.best_moves(at) if rated.result == "win"]

    @abstractmethod
    def explain(self, position: P | None = None) -> str:
        """Return the reason for the outcome of a position; without one, what is to be said of the whole solution."""

    @abstractmethod
    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the solution as plain Python; with ``full`` every answer and the certificate, too."""

    @property
    def claimed(self) -> Mapping[str, Any]:
        """What it says besides its certificate, by the names in JSON, as ``graphgames.core.claim`` declares it."""
        from graphgames.core.claim import answers_of

        return {name: getattr(self, name) for name in answers_of(self.problem)}

    if not TYPE_CHECKING:  # a type checker knows that there is none

        def __getitem__(self, position):
            """Return the nimber of a position, or those of a slice; of other solutions it could mean several things."""
            if hasattr(self, "nimber"):
                return self.values[position] if isinstance(position, slice) else self.nimber(position)
            at = repr(position)
            who = f"winner[{at}]" if hasattr(self, "winner") else f"outcome({at})"
            raise CallError(f"solution[{at}] could mean several things: value({at}) for its worth, {who} for who wins")

        def __iter__(self):
            """Refuse to be iterated, as numbers by vertex or as anything else."""
            there = [f"solution.{name}" for name in ("values", "winner") if hasattr(self, name)]
            which = f": {' and '.join(there)} can" if there else ""
            raise CallError(f"a {type(self).__name__} cannot be iterated{which}")

    def _position_or_start(self, position: Any) -> Any:
        """Return a position, and for None the start of the game; raise `GameError` if it has none."""
        if position is not None:
            return position
        start = getattr(self, "start", getattr(self.problem, "start", None))
        if start is None:
            raise GameError("the game has no start, so name a position")
        return start

    def mover(self, position: P) -> int:
        """Return the player to move; 0 where the players alternate and the position does not say who."""
        return 0

    def winner_of(self, position: P | None = None) -> int | None:
        """Return the player who wins from a position, by default the start; None for a draw.

        Where the players alternate, player 0 is whoever is to move.
        """
        position = self._position_or_start(position)
        outcome, mover = self.outcome(position), self.mover(position)
        return None if outcome == "draw" else mover if outcome == "win" else 1 - mover

    def value(self, position: P) -> Any:
        """Return the value of a position: a rank, a remoteness, a nimber; None if the kind has no such number."""
        return None

    def play(
        self, start: P | None = None, opponent: Callable[[P], P] | Mapping[P, P] | None = None, limit: int = 1000
    ) -> list[P]:
        """Follow the best moves from a position, by default the start, until the play stops or a position comes again.

        It has at most ``limit`` moves. Where the player to move does not win, the opponent, if there is one, says the
        next position: a function or a dictionary from positions to next positions. By default it is that of the first
        of `best_moves`. Return the positions in order; if they end with one that came before, the play has run into a
        cycle.
        """
        start = self._position_or_start(start)
        self.outcome(start)  # raises if there is no such position
        try:
            hash(start)
        except TypeError:
            raise GameError(f"the start is {shown(start)}; expected a position to hash, such as a tuple") from None
        reply = replies(opponent)

        def after(position: P, memory: int) -> tuple[P, int] | None:
            moves = self.best_moves(position)
            if not moves:
                return None
            return (moves[0].position if reply is None or moves[0].result == "win" else reply(position)), memory

        return followed(start, 0, after, integer(limit, "the limit"))

    def agent(self, blunder: object = 0, seed: int | None = None) -> Any:
        """Return a player who makes the best moves, and with the probability ``blunder`` any move, as likely as others.

        It is a policy, for `graphgames.evaluate` and as the opponent in `graphgames.to_gymnasium`. Its method
        ``move(position)`` draws, the same moves every time if there is a seed.
        """
        return Drawable.acting(self, blunder, seed)

    def explore(self, start: object = None, title: str | None = None, height: int = 560) -> AnyWidget:
        """Return the page of the explorer as a widget, for a cell of a notebook (extra ``notebook``).

        Parameters
        ----------
        start : object, optional
            Where the play begins, as in ``draw(start=...)``; by default where the game does.
        title : str, optional
            What the page is called.
        height : int
            In pixels.

        Returns
        -------
        graphgames.explore.notebook.Explorer
            Its ``selected`` is the label of the vertex that is chosen, its ``played`` the moves of the play; both
            can be read, observed and set.

        Raises
        ------
        MissingDependencyError
            If anywidget is not installed.
        """
        page: AnyWidget = Drawable.explorer(self, start, title, height)
        return page

    @property
    def tests(self) -> int:
        """The number of tests of an input that has many, which are solved one by one; else 1."""
        for count in (getattr(self.problem, "tests", None), getattr(self.problem, "graphs", None)):
            if isinstance(count, (int, tuple)):
                return count if isinstance(count, int) else len(count)
        return 1

    def asked(self, test: int) -> Iterable[Any]:
        """Return the starts that the input asks for in a test; None stands for the one that it fixes."""
        return (None,)

    def _summary(self) -> str:
        """Return what a notebook shows: the reason, or of an input with many tests a line about all of them."""
        return str(self) if self.tests > SHOWN_ROWS else self.explain()

    def _repr_html_(self) -> str:
        return Drawable._notebook(self)
