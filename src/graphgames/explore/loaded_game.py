"""Read and solve a game, with everything that the first answer about it needs; an open game never changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import signature
from types import MappingProxyType
from typing import Any

from graphgames import api
from graphgames.catalogue.asking import Askable, questions
from graphgames.catalogue.find import expected, solver_for
from graphgames.core.arena import Vertex
from graphgames.core.errors import GameError, require_test
from graphgames.core.game import Game
from graphgames.draw import board_of, view_of
from graphgames.draw.board import Board, View, text_board
from graphgames.draw.edge_paths import Drawn
from graphgames.draw.graph import is_small
from graphgames.draw.links import Links
from graphgames.explore.overview import Overview, Rows
from graphgames.graphs.order import reverse_of
from graphgames.play import adapter_for
from graphgames.play.adapter import GameAdapter
from graphgames.readers.source import Data, Source, unpacked

OPTIONS = ("game", "objective", "priorities", "convention", "property", "constants", "format")
"""What can be said of how a file is read."""


@dataclass(frozen=True)
class LoadedGame:
    """A game that was read and solved.

    ``title`` is the name of its file, ``seconds`` how long the solver took, if it ran now, and ``test``, from 0, the
    one that is shown of an input of many tests. A position is ``shown`` on a graph or as a ``board``; ``asked`` is the
    model that it came of; ``drawn`` are the last few pieces of the graph, with their places.
    """

    title: str
    solution: Any
    seconds: float | None
    test: int
    shown: View | None
    board: Board | None
    asked: Askable | None = None
    drawn: dict[tuple[Any, ...], Drawn] = field(default_factory=dict, compare=False)

    @cached_property
    def links(self) -> Links:
        """What links sentences with vertices."""
        return Links(self.solution)

    @cached_property
    def overview(self) -> Overview:
        """The whole graph in groups."""
        return Overview(self.view.graph_view)

    @cached_property
    def rows(self) -> Rows:
        """The vertices as a list."""
        values = getattr(self.solution, "values", None)  # where it is a method, it is not about vertices
        return Rows(self.view.graph_view, None if callable(values) else values)

    @property
    def view(self) -> View:
        """Return the view of a position on a graph."""
        if self.shown is None:
            raise GameError("this game is not on a graph")
        return self.shown

    @property
    def game(self) -> Game | None:
        """The game on an arena, which can be changed; None where the problem is another one."""
        problem = self.solution.problem
        return problem if isinstance(problem, Game) else None

    @property
    def tests(self) -> int:
        """How many tests the input has; 1 where it has none."""
        return int(self.solution.tests)

    @property
    def startable(self) -> bool:
        """Whether a play can begin at any vertex."""
        return self.shown is not None and self.shown.position is not None

    def of_test(self, test: Any) -> LoadedGame:
        """Return the same game, another test of it shown; raise `GameError` if there is none of that number."""
        if test is None or test == self.test:
            return self
        number = require_test(test, self.tests)
        return replace(self, test=number, shown=view_of(self.solution, number), drawn={})

    def vertex(self, v: Any) -> int:
        """Return the number of a vertex that the page names; raise `ArenaError` if there is none."""
        return self.view.graph_view.arena.vertex(by_number(v))

    def adapter(self, start: Any, person: int | None) -> GameAdapter:
        """Return what a play needs that begins at a vertex by its number, or at what the game calls a start."""
        if start is None:
            return adapter_for(self.solution, None, self.test, person)
        return adapter_for(self.solution, Vertex(self.vertex(start)) if self.startable else start, self.test)


def by_number(v: Any) -> Any:
    """Return a vertex that the page names by its number as a `Vertex`, any other name as it is."""
    return Vertex(v) if type(v) is int else v


def opened(
    problem: Any,
    title: str,
    test: int,
    tell: Callable[[str], None],
    asked: Askable | None = None,
    hints: Mapping[str, Any] = MappingProxyType({}),
) -> LoadedGame:
    """Solve a game, which a model was perhaps asked about, and get everything ready that the first answer needs.

    Of the hints those count that are options of its solver.
    """
    tell("solving")
    cost = expected(problem)
    if cost:
        tell(f"solving: {cost}")
    begin = time.perf_counter()
    known = signature(solver_for(problem).load()).parameters if hints else {}
    solution = api.solve(problem, **{name: hint for name, hint in hints.items() if name in known})
    return replace(loaded(solution, title, test, tell, time.perf_counter() - begin), asked=asked)


def loaded(
    solution: Any, title: str, test: int, tell: Callable[[str], None], seconds: float | None = None
) -> LoadedGame:
    """Get everything ready that the first answer about a solution needs; without a picture it is shown as text."""
    tell("drawing")
    number = 0 if solution.tests <= test else test
    shown, board = view_of(solution, number), board_of(solution)
    if shown is None and board is None:
        adapter = adapter_for(solution, None, number)
        board = text_board(title, lambda position: adapter.drawn(position).split("\n"))
    if shown is not None and not is_small(shown.graph_view.arena):
        reverse_of(shown.graph_view.arena)  # once, so that no later answer waits for it
    model = getattr(solution.problem, "model", None)
    return LoadedGame(title, solution, seconds, number, shown, board, model if isinstance(model, Askable) else None)


def read_problem(data: Data, name: str, options: Mapping[str, Any]) -> Any:
    """Return the game of `read_asked` alone.

    Examples
    --------
    >>> read_problem(b"parity 1; 0 0 0 1; 1 1 1 0;", "ring.pg", {"objective": "buchi"})
    Game(Arena(n=2, m=2, owned), buchi)
    """
    return read_asked(data, name, options)[0]


def read_asked(data: Data, name: str, options: Mapping[str, Any]) -> tuple[Any, Askable | None]:
    """Read a game from the bytes of a file, unpacked if need be; its name is for messages and for its ending.

    The options are those of `graphgames.read`; of `OPTIONS` an empty text says nothing. Return the game and, of a
    model, that which can be asked other things. Raise `FormatError` if it cannot be read, with where and why;
    `GameError` if there is no such game, objective or format, or nothing is asked of a model.
    """
    how = {**options, **{option: options.get(option) or None for option in OPTIONS}}
    if how["property"] is None:
        found = api.read(Source(unpacked(data, name), name), **how)
        if isinstance(found, Askable):
            raise GameError(f"{name} is a model; say what to ask of it as its property, such as {questions()[0]}")
        return found, None
    asked = api.read(Source(unpacked(data, name), name), format=how["format"])
    if not isinstance(asked, Askable):
        return api.read(Source(unpacked(data, name), name), **how), None
    return asked.with_property(how["property"], how["constants"]), asked
