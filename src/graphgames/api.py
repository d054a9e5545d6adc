"""The facade: read a game, solve it, verify the solution, write it down."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from graphgames import games, solvers, verifier
from graphgames.core.game import Game
from graphgames.core.rules import expand
from graphgames.core.solution import Report


def solve(problem: Any, solver: str | None = None, **options: Any) -> Any:
    """Solve a game: who wins from where, how, and why.

    Parameters
    ----------
    problem : Game, Rules, or a concrete game's problem
        A game on an arena; or an object with ``start`` and ``moves(position)``, which is expanded; or what one of
        `graphgames.games` reads.
    solver : str, optional
        A name from the table of solvers; by default the best that fits.
    **options
        Passed on to the solver.

    Returns
    -------
    Solution
        For concrete games whose positions are too many for an arena, an object of the same manners.

    Raises
    ------
    SolverError
        If there is no such solver or it does not fit the problem.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay
    >>> solve(Game(Arena.from_edges([(2, 1), (1, 0), (2, 0)]), NormalPlay())).winner
    array([1, 0, 0], dtype=uint8)
    """
    kind = getattr(problem, "kind", None)
    if kind is None and not isinstance(problem, Game):
        problem = expand(problem)
    entry = solvers.choose(kind if kind is not None else problem.objective.name, solver)
    return entry.load()(problem, **options)


def verify(solution: Any) -> Report:
    """Check a solution by its certificate, with code that shares nothing with the solvers.

    Returns
    -------
    Report
        True in a boolean context if the solution is proved; otherwise it names the vertices at fault.

    Examples
    --------
    >>> from graphgames import Arena, Game, Reach
    >>> verify(solve(Game(Arena.from_edges([(0, 1)], owner=[0, 1]), Reach([1])))).ok
    True
    """
    return verifier.check(solution)


def read_concrete(name: str, path: str) -> Any:
    """Read the exact input of a concrete game's document.

    Parameters
    ----------
    name : str
        The game's name in the table of `graphgames.games`.
    path : str
        The file, or ``-`` for stdin.

    Returns
    -------
    problem
        For `solve`: a `Game`, or an object of that game's own.

    Raises
    ------
    GameError
        If there is no such game.
    FormatError
        If the input is not as the document says; it names line and column.
    """
    game = games.find(name).load()
    if path == "-":
        data, source = sys.stdin.buffer.read(), "<stdin>"
    else:
        data, source = Path(path).read_bytes(), path
    return game.read(data, source)


def write_concrete(name: str, solution: Any) -> str:
    """Give a solution as the exact output of a concrete game's document."""
    text: str = games.find(name).load().write(solution)
    return text


def read(path: Any, **options: Any) -> Any:
    """To come with the formats."""
    raise NotImplementedError


def write(thing: Any, path: Any, **options: Any) -> None:
    """To come with the formats."""
    raise NotImplementedError
