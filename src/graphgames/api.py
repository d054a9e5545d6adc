"""The facade: read a game, solve it, verify the solution, write it down."""

from __future__ import annotations

from graphgames import formats
from graphgames.core import catalogue
from graphgames.core.compiled import PURE, notice
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.readers.source import open_source

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing NumPy would be most of the time of a small job that needs no arena
    import os
    from typing import Any, overload

    from graphgames.core.game import Game
    from graphgames.core.report import Report
    from graphgames.core.solution import ArenaSolution
    from graphgames.formats.priorities import Priorities
    from graphgames.games.geography.problem import Geography
    from graphgames.games.geography.words import WordList
    from graphgames.games.synthesis.automata import Machine
    from graphgames.games.synthesis.problem import HoaGame

if TYPE_CHECKING:

    @overload
    def solve(problem: Game, solver: str | None = None, **options: Any) -> ArenaSolution: ...
    @overload
    def solve(problem: Any, solver: str | None = None, **options: Any) -> Any: ...


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
    ArenaSolution
        For concrete games whose positions are too many for an arena, an object of the same manners.

    Raises
    ------
    SolverError
        If there is no such solver or it does not fit the problem.

    Warns
    -----
    RuntimeWarning
        Once, if the kernels were not compiled when the package was installed, and so are slow.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay
    >>> solve(Game(Arena.from_edges([(2, 1), (1, 0), (2, 0)]), NormalPlay())).winner
    array([1, 0, 0], dtype=uint8)
    """
    slow = "" if PURE else notice()
    if slow:
        import warnings

        warnings.warn(slow, RuntimeWarning, stacklevel=2)
    kind = getattr(problem, "kind", None)
    if kind is None:
        from graphgames.core.game import Game
        from graphgames.core.rules import expand

        if not isinstance(problem, Game):
            problem = expand(problem)
        kind = problem.objective.name
    return catalogue.choose(kind, solver).load()(problem, **options)


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
    kind = getattr(solution.certificate, "kind", None)
    if not isinstance(kind, str):
        from graphgames.core.report import Failure, Report

        given = "nothing" if solution.certificate is None else f"a {type(solution.certificate).__name__}"
        return Report(1, (Failure(None, f"there is {given} in place of a certificate"),), 1)
    return catalogue.checker(kind)(solution)


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
    game = catalogue.concrete_game(name)
    source = open_source(path)
    data = source.data if getattr(game.load(), "MAPPED", False) else source.to_bytes()
    return game.read(data, source.name)


def read_geography(path: str | os.PathLike[str], kind: str = "edge-geography", format: str | None = None) -> Geography:
    """Read a graph for geography: Haskell lists, an edge list, or what NetworkX reads.

    Parameters
    ----------
    path : str or path
        The file, or ``-`` for standard input; gzip and bzip2 are unpacked.
    kind : str
        ``edge-geography``, ``vertex-geography``, ``undirected-edge-geography`` or ``undirected-vertex-geography``.
    format : str, optional
        A name from the table in `graphgames.formats`; by default the contents and the name's ending tell.

    Raises
    ------
    FormatError
        If it cannot be read; it says where and why.
    """
    from graphgames.games.geography.graph_files import read_graphs

    return read_graphs(open_source(path), kind, format)


def read_words(path: str | os.PathLike[str]) -> WordList:
    """Read a list of words, one a line, to play word chains with (`graphgames.games.geography.words`).

    Parameters
    ----------
    path : str or path
        The file, or ``-`` for standard input; gzip and bzip2 are unpacked.

    Raises
    ------
    FormatError
        If it cannot be read; it says where and why.
    """
    from graphgames.games.geography.words import read as read_list

    source = open_source(path)
    return read_list(source.to_bytes(), source.name)


def write_concrete(name: str, solution: Any) -> str:
    """Return a solution as the exact output of a concrete game's document."""
    return catalogue.concrete_game(name).write(solution)


def read(
    path: str | os.PathLike[str],
    objective: str | None = None,
    priorities: Priorities | None = None,
    format: str | None = None,
) -> Game:
    """Read a game from a file, or from standard input for ``-``; gzip and bzip2 are unpacked.

    Parameters
    ----------
    path : str or path
        What to read.
    objective : str, optional
        What the file is read as: ``parity``, ``reach``, ``safe``, ``buchi``, ``cobuchi``, ``normal`` or ``misere``; by
        default what its format is made for.
    priorities : str or iterable of int, optional
        Which priorities make the target, safe, accepting or rejecting vertices, as ``"2,4-6"`` or as integers; by
        default what is even is good for player 0.
    format : str, optional
        A name from the table in `graphgames.formats`; by default the name's ending and the contents tell.

    Returns
    -------
    Game

    Raises
    ------
    FormatError
        If the file cannot be read; it says where and why, several faults in one go.
    GameError
        If there is no such objective or format.

    Examples
    --------
    >>> import tempfile
    >>> from graphgames import Arena, Buchi, Game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Buchi([1])), f"{folder}/small.pg.gz")
    ...     read(f"{folder}/small.pg.gz", objective="buchi")
    Game(Arena(n=2, m=2, owned), buchi)
    """
    return formats.read_game(path, objective, priorities, format)


def read_solution(game: Game, path: str | os.PathLike[str], format: str | None = None) -> ArenaSolution:
    """Read a solution of a game from a file, ours or another tool's, to `verify` it.

    Parameters
    ----------
    game : Game or Geography
        The game it should solve. A proof of geography is JSON as `write` writes it.
    path : str or path
        The file, or ``-`` for standard input; gzip and bzip2 are unpacked.
    format : str, optional
        A name from the table in `graphgames.formats`; by default the name's ending and the contents tell.

    Returns
    -------
    ArenaSolution
        A file that holds no certificate gives one to be proved by the two strategies alone; if the objective is
        reachability or safety, it is one of the game's parity form (``graphgames.graphs.parity_form``).

    Raises
    ------
    FormatError
        If the file cannot be read or does not fit the game.
    GameError
        If the objective needs a certificate and the file holds none.
    """
    if getattr(game, "kind", None) in GEOGRAPHY:
        from typing import cast

        from graphgames.games.geography.proofs import read_proof
        from graphgames.games.geography.solver import play_on

        source, problem = open_source(path), cast("Any", game)
        solution: ArenaSolution = cast("Any", read_proof(source.data, source.name, problem, play_on))
        return solution
    return formats.read_solution(path, game, format)


def write(thing: Game | ArenaSolution, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write a game or a solution to a file, which appears whole or not at all, or to standard output for ``-``.

    Parameters
    ----------
    thing : Game, ArenaSolution or GeographySolution
        What to write; a solution of geography with its proof, as JSON.
    path : str or path
        Where to; the ending chooses the format, and ``.gz`` or ``.bz2`` behind it packs.
    format : str, optional
        A name from the table in `graphgames.formats`.

    Raises
    ------
    FormatError
        If the file cannot be written.
    GameError
        If the format cannot hold the thing.
    """
    if getattr(getattr(thing, "problem", None), "kind", None) in GEOGRAPHY:
        from typing import cast

        from graphgames.games.geography.proofs import write_proof
        from graphgames.readers.atomic import atomic_write

        with atomic_write(path) as file:
            write_proof(cast("Any", thing), file)
        return
    formats.write(thing, path, format)


def controller(solution: ArenaSolution) -> Machine:
    """Return the machine of who wins a game of synthesis: the controller's, or the environment's if there is none.

    Parameters
    ----------
    solution : ArenaSolution
        Of a game that was read from a HOA file, with an initial state.

    Raises
    ------
    GameError
        If the game is no such game.
    """
    from graphgames.games.synthesis import controllers

    return controllers.controller(solution)


def verify_controller(machine: Machine, game: HoaGame) -> Report:
    """Check a machine against the automaton of its game, without the game's arena or a solver.

    Raises
    ------
    GameError
        If the game has no automaton.
    """
    from graphgames.core.errors import GameError
    from graphgames.games.synthesis.checker import check_machine

    if game.automaton is None:
        raise GameError("the game has no automaton to run beside the machine")
    return check_machine(machine, game.automaton)


def write_controller(machine: Machine, path: str | os.PathLike[str]) -> None:
    """Write a machine as HOA text, or as AIGER where the name ends with ``.aag``; ``-`` is standard output.

    Raises
    ------
    FormatError
        If the file cannot be written.
    """
    from graphgames.games.synthesis import machines

    machines.write(machine, path)
