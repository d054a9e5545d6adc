"""The facade: read a game, solve it, verify the solution, write it to a file."""

from __future__ import annotations

from contextlib import suppress
from os import PathLike, fspath
from os.path import isfile, splitext

from graphgames import formats
from graphgames.catalogue import find
from graphgames.core.calling import ANSWERS, SYNONYMS, renamed
from graphgames.core.compiled import PURE, notice
from graphgames.core.errors import FormatError, GameError, shown, warn_caller
from graphgames.engines import dispatch
from graphgames.engines.progress import Progress, wanted
from graphgames.readers.source import Source, open_source

_SHORT = 1 << 20
"""Of texts up to this length it is tried which concrete game reads them."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing NumPy would be most of the time of a small job that needs no arena
    import os
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from typing import Any, TypeGuard, overload

    from graphgames.catalogue.rows import ConcreteGame
    from graphgames.core.arrays import ByVertex
    from graphgames.core.game import Game
    from graphgames.core.objective import Objective
    from graphgames.core.report import Report
    from graphgames.core.solution import ArenaSolution
    from graphgames.formats.priorities import Priorities

if TYPE_CHECKING:

    @overload
    def solve(problem: Game, *, solver: str | None = None, **options: Any) -> ArenaSolution: ...
    @overload
    def solve(problem: object, objective: Objective, *, solver: str | None = None, **options: Any) -> ArenaSolution: ...
    @overload
    def solve(problem: object, objective: str = ..., *, solver: str | None = None, **options: Any) -> Any: ...


def solve(
    problem: object,
    objective: Objective | str | None = None,
    *,
    solver: str | None = None,
    engine: str | None = None,
    owner: str | ByVertex | None = None,
    players: tuple[str, str] | None = None,
    start: Hashable = None,
    progress: bool | Callable[..., None] | None = None,
    **options: Any,
) -> Any:
    """Solve a game: who wins from where, how, and why.

    Parameters
    ----------
    problem : Game, graph, Rules, or a concrete game's problem
        A game on an arena; or an arena, a dictionary of successors, lists of them, a list of edges or a NetworkX graph,
        together with an objective; or an object with ``start`` and ``moves(position)``, which is expanded; or what one
        of `graphgames.games` reads; or an automaton of Spot (``twa_graph``), whose states have players; or the name of
        a game that needs no file, as ``"kayles"``, ``"domineering 3x3"`` or ``"chomp width=4"``, or a game in notation;
        or the name of a file with its ending, as for `read`, of which ``game``, ``format``, ``convention``, ``base``,
        ``columns`` and ``normalize`` may say how it is read.
    objective : Objective or str, optional
        What player 0 wants, for a graph or for rules; by default `NormalPlay`, where whoever cannot move loses. A
        graph with owners needs one. The name of one, as ``"reach"``, takes its arguments by name, as ``target=["a"]``;
        ``"nimbers"`` asks for those of all vertices, as `grundy_values` does.
    solver : str, optional
        A name from the table of solvers; by default the best that fits.
    engine : str, optional
        Where the solver runs: ``"local"`` is this process, ``"mpi"`` all processes that ``mpirun`` has started, each of
        which makes the same calls. By default where the problem was read.
    owner, players : optional
        Who moves where in a graph, as in `Game.from_graph`.
    start : label or position, optional
        Where the play begins.
    progress : bool or callable, optional
        Whether a bar is shown once the work takes longer than a second; by default in a notebook and in an interactive
        session. A function is called by solvers that say how far they are, as those of tables.
        Ctrl-C stops the work.
    **options
        Passed on to the solver.

    Returns
    -------
    ArenaSolution
        For concrete games whose positions are too many for an arena, and for games that were read in parts, an object
        with the same interface.

    Raises
    ------
    GameError
        If this is no problem, or its objective is missing or does not fit.
    SolverError
        If there is no such solver or it does not fit the problem, or it has no such engine or option.

    Warns
    -----
    RuntimeWarning
        Once, if the kernels were not compiled when the package was installed, and so are slow.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay, Reach
    >>> solve(Game(Arena.from_edges([(2, 1), (1, 0), (2, 0)]), NormalPlay())).winner
    array([1, 0, 0], dtype=uint8)
    >>> solution = solve({"hill": ["mill", "lake"], "mill": [], "lake": ["lake"]}, Reach(["mill"]), owner=lambda v: 0)
    >>> solution.outcome("hill"), solution.best_moves("hill")[0].move
    ('win', 'mill')
    >>> solve([("a", "b", 2), ("b", "a", -1)], "discounted", discount=0.5, owner={"a": 0, "b": 1}).value("a")
    2
    """
    if options:
        given = {"objective": objective, "solver": solver, "engine": engine, "owner": owner, "players": players}
        free = [name for name, value in {**given, "progress": progress}.items() if value is None]
        meant = renamed(options, [*free, "precision"])
        if meant != options:
            return solve(problem, **{**given, "start": start, "progress": progress, **meant})
    slow = "" if PURE else notice()
    if slow:
        from graphgames.core.errors import warn_caller

        warn_caller(slow, RuntimeWarning)
    at: Any = objective
    if isinstance(problem, str) and isinstance(at, int | tuple | list) and start is None:
        objective, start = None, tuple(at) if isinstance(at, list) else at
    if objective is None:
        objective = _asked_by(options)
    if _is_file(problem):
        problem = read(problem, **{name: options.pop(name) for name in _READING if name in options})
        problem = problem if objective is None else getattr(problem, "arena", problem)
    if isinstance(objective, str):
        problem, objective, options = _asked(problem, objective, options)
    elif objective is not None and options and hasattr(objective, "bind") and not isinstance(objective, type):
        given, options = _fields_of(objective, options)
        if given:
            from dataclasses import replace

            objective = replace(objective, **given)
    if callable(getattr(problem, "to_str", None)):  # an automaton of Spot
        problem = formats.game_in(open_source(problem))  # type: ignore[arg-type]
    if isinstance(problem, str):
        at = ",".join(map(str, start)) if isinstance(start, tuple) else start
        meant = find.named(problem, None if at is None else str(at))
        if meant is None and at is not None and find.named(problem, None) is not None:
            raise GameError(f"{problem!r} is where the play begins; leave out the start {shown(start)}")
        problem, start = (problem, start) if meant is None else (meant, None)
    _refuse_misspelt(options)
    called, bar = (progress, False) if callable(progress) else (None, progress)
    with Progress("solving", wanted(bar)):
        kind = getattr(problem, "kind", None)
        asks = any(given is not None for given in (objective, owner, players)) or hasattr(problem, "with_objective")
        if not isinstance(kind, str) or isinstance(problem, type) or asks:
            from graphgames.catalogue.problems import problem_of

            problem = problem_of(problem, objective, owner, players, start)
        elif start is not None:
            options["start"] = start
        return dispatch.solve(problem, solver, engine, called, **options)


_READING = ("game", "format", "convention", "base", "columns", "normalize")
"""What `solve` hands to `read` beside the name of a file."""


def _is_file(given: object) -> TypeGuard[str | PathLike[str]]:
    """Return whether something is the name of a file that is there, with an ending."""
    return isinstance(given, str | PathLike) and splitext(given)[1] != "" and isfile(given)  # noqa: PTH113, PTH122


def _asked_by(options: dict[str, Any]) -> str | None:
    """Return the name of the objective that an option asks for, as ``discount`` does, and ``misere``; else None."""
    if options.pop("misere", False):
        return "misere"
    if not options:  # the settings of all objectives are not looked up, whose modules import NumPy
        return None
    asked = {*renamed(options, [*SYNONYMS.values()])}.intersection(SYNONYMS.values())
    return next((name for name in find.objectives() if asked.intersection(find.objective_class(name).settings)), None)


def _asked(problem: Any, text: str, options: dict[str, Any]) -> tuple[Any, Objective | None, dict[str, Any]]:
    """Return a problem, and its objective, that a text names, with the options that this does not take by name."""
    from graphgames.core.game import attributes_of

    name = find.objective_name(text)
    if name == "nimbers":
        from graphgames.catalogue.problems import arena_for_both

        return find.problem_class(name)(arena_for_both(problem)), None, options
    if name in find.objectives():
        made = find.objective_class(name)
        given, options = _fields_of(made, options)
        if not made.edges and made.data in attributes_of(problem)[1]:
            given = {made.data: made.data} | given
        try:
            return problem, made(**given), options
        except TypeError:
            raise GameError(f"the objective is {text!r}; expected {made.__name__}(...)") from None
    if hasattr(problem, "with_property") and "[" in text:
        options = renamed(options, ["constants"])
        return problem.with_property(text, options.pop("constants", None)), None, options
    if hasattr(problem, "ask"):
        raise GameError(f"a property is asked by model.ask({text!r}); solve takes an objective")
    expected = "expected one such as Reach([0]) or NormalPlay(); the name of a solver is given as"
    raise GameError(f"the objective is {text!r}; {expected} solver={text!r}")


def _fields_of(objective: Any, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return those of some options that an objective, or its class, takes by name, and the others."""
    from dataclasses import fields

    own = [field.name for field in fields(objective) if field.init]
    options = renamed(options, own)
    return {name: options.pop(name) for name in own if name in options}, options


def _refuse_misspelt(options: Mapping[str, object]) -> None:
    """Raise `CallError` for ``base``, which `read` takes, and what people give from habit."""
    for option in options:
        meant = "read(path, base=1) is for a file whose vertices are numbered from 1" if option == "base" else ""
        if meant := meant or ANSWERS.get(option, ""):
            from graphgames.core.errors import CallError

            raise CallError(f"solve takes no argument {option!r}; {meant}")


def verify(
    solution: object, *, engine: str | None = None, progress: bool | Callable[..., None] | None = None
) -> Report:
    """Check a solution by its certificate, with code that shares nothing with the solvers.

    ``engine`` and ``progress`` as for `solve`; a shield or a mark, which rests on solutions, is checked here.

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
    if not hasattr(solution, "certificate") or isinstance(solution, type):
        return _verify_by_itself(solution, engine, progress)
    called, shown = (progress, False) if callable(progress) else (None, progress)
    with Progress("verifying", wanted(shown)):
        if not isinstance(getattr(solution.certificate, "kind", None), str):
            from graphgames.core.report import Failure, Report

            given = "nothing" if solution.certificate is None else f"a {type(solution.certificate).__name__}"
            return Report(1, (Failure(None, f"there is {given} in place of a certificate"),), 1)
        report = dispatch.verify(solution, engine, called)
    if hasattr(solution, "__dict__"):
        vars(solution)["_proved"] = dict(getattr(solution, "stats", {})) if report.ok else None  # pictures say so
    return report


def _verify_by_itself(found: object, engine: str | None, progress: bool | Callable[..., None] | None) -> Report:
    """Return what is found by a shield, or a mark of a policy, that checks itself with the solutions it rests on."""
    check: Callable[[], Report] | None = getattr(found, "verify", None)
    if check is None or isinstance(found, type):
        raise GameError(f"{shown(found)} is not a solution; expected what solve, shield or evaluate returns")
    if engine not in (None, "local"):
        raise GameError(f"{type(found).__name__} is checked by the engine local alone; leave engine={engine!r} out")
    with Progress("verifying", wanted(False if callable(progress) else progress)):
        return check()


if TYPE_CHECKING:

    @overload
    def read(
        source: str | os.PathLike[str] | Source,
        *,
        game: None = None,
        objective: str | Objective | None = None,
        priorities: Priorities | None = None,
        convention: str | None = None,
        settings: Mapping[str, Any] | None = None,
        format: str | None = None,
    ) -> Game: ...
    @overload
    def read(
        source: str | os.PathLike[str] | Source,
        *,
        game: str | None = None,
        objective: str | Objective | None = None,
        priorities: Priorities | None = None,
        convention: str | None = None,
        settings: Mapping[str, Any] | None = None,
        marks: Mapping[str, Sequence[Any]] | None = None,
        columns: Mapping[str, str] | None = None,
        players: tuple[str, str] | None = None,
        base: int | None = None,
        exact: str | None = None,
        normalize: bool = False,
        property: str | None = None,
        constants: Mapping[str, Any] | str | None = None,
        format: str | None = None,
        engine: str = "local",
    ) -> Any: ...


def read(
    source: str | os.PathLike[str] | Source,
    *,
    game: str | None = None,
    objective: str | Objective | None = None,
    priorities: Priorities | None = None,
    convention: str | None = None,
    settings: Mapping[str, Any] | None = None,
    marks: Mapping[str, Sequence[Any]] | None = None,
    columns: Mapping[str, str] | None = None,
    players: tuple[str, str] | None = None,
    base: int | None = None,
    exact: str | None = None,
    normalize: bool = False,
    property: str | None = None,
    constants: Mapping[str, Any] | str | None = None,
    format: str | None = None,
    engine: str = "local",
) -> Any:
    """Read a game, or the problem of a concrete game; gzip and bzip2 are unpacked.

    Parameters
    ----------
    source : str, path or Source
        A file; ``-`` for standard input; or what was opened before. A table is read by its directory. The text of a
        file, in several lines, and an automaton of Spot's library are read as their files would be.
    game : str, optional
        What is to be played with it: a concrete game's name from the table of `graphgames.games`, whose input it is, by
        default the only one that reads it, if no format fits;
        one of geography, on a graph in any format; ``word-chains``, with a list of words; ``heaps``, for a code and
        heaps, as ``kayles 3,5,7``.
    objective : str or Objective, optional
        What a game file is read as: ``Discounted("9/10")``, or by name ``parity``, ``reach``, ``safe``, ``buchi``,
        ``cobuchi``, ``normal`` or ``misere``; by default what its format is made for. ``nimbers`` asks for the nimber
        of every vertex.
    priorities : str, int or iterable of int, optional
        Which priorities make the target, safe, accepting or rejecting vertices, as ``"2,4-6"`` or as integers; by
        default what is even is good for player 0.
    convention : str, optional
        What the priorities mean: ``max-even``, ``max-odd``, ``min-even`` or ``min-odd``. The largest or the smallest of
        those seen infinitely often decides, and even or odd ones are good for player 0; by default ``max-even``, unless
        the file says another.
    settings : dict, optional
        Numbers and words of the objective by name, such as ``{"threshold": "7/3"}`` or ``{"discount": "9/10"}``.
    marks : dict, optional
        The marked vertices of a file without priorities: ``{"target": ["home"]}``, or ``accepting``, ``rejecting``,
        ``safe`` or ``avoid``.
    columns : dict, optional
        What the file calls ``owner``, ``weight``, ``reward``, ``probability``, ``priority``, ``source`` or ``target``,
        if it is a table, or another graph with attributes: ``{"weight": "cost"}``.
    players : pair of str, optional
        The names of player 0 and player 1, by which the file may call the owners of vertices.
    base : int, optional
        The number of the first vertex of an edge list: 0 or 1; by default 1, or 0 where 0 occurs.
    exact, normalize : optional
        Of the table of a model, of ``.drn`` and ``.tra``, how rounded numbers are taken, as for `Model.from_table`:
        ``exact="simplest"`` takes 0.33333 for 1/3, ``normalize=True`` mends probabilities that miss 1 by rounding.
    property : str, optional
        Of a model the property that is asked, such as ``'Pmax=? [ F "goal" ]'``: what is read is its game.
    constants : dict or str, optional
        A value for each constant that a model, or the property that is asked of it, leaves open.
    format : str, optional
        A name from the table in `graphgames.formats`; by default the name's ending and the contents tell. A concrete
        game's name stands for the exact input of its document.
    engine : str
        ``"mpi"`` for a game on an arena that is read in parts by all processes that ``mpirun`` has started: each has
        some of the vertices, by their numbers.

    Returns
    -------
    Game, or another problem
        For `solve`.

    Raises
    ------
    FormatError
        If it cannot be read; it says where and why, several faults together.
    GameError
        If there is no such game, objective, convention or format, or an option has no meaning together with another.

    Examples
    --------
    >>> import tempfile
    >>> from graphgames import Arena, Buchi, Game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Buchi([1])), f"{folder}/small.pg.gz")
    ...     read(f"{folder}/small.pg.gz", objective="buchi")
    Game(Arena(n=2, m=2, owned), buchi)
    """
    if isinstance(source, (str, PathLike)) and (found := find.inside(fspath(source))):
        source, game = found[0], game or found[1]
    given_to_readers: dict[str, Any] = {
        "settings": settings,
        "marks": marks,
        "columns": columns,
        "players": players,
        "base": base,
    }
    mending = {name: given for name, given in (("exact", exact), ("normalize", normalize)) if given}
    given_to_readers["mending"] = mending or None
    if convention is not None or any(value is not None for value in given_to_readers.values()):
        from graphgames.formats.priorities import meant

        priorities = meant(convention, priorities, **given_to_readers)
    named, made = (objective, None) if isinstance(objective, str) else (None, objective)
    if isinstance(where := dispatch.host(engine), dispatch.SharedHost):
        _alone("a game that is read in parts", game=game, format=format, objective=made, **given_to_readers)
        return where.read(source, named, priorities)
    opened = source if isinstance(source, Source) else open_source(source)
    if base is not None and format is None:
        format = "edges"  # in which vertices have nothing but numbers
    if game is None and named is not None and named in find.inputs():
        game, objective = named, None
    asked = {"property": property, "constants": constants}
    if format is not None and (concrete := find.document(format)) is not None:
        _alone(format, game=game, objective=objective, priorities=priorities, **asked, **given_to_readers)
        return concrete.open(opened)
    if game is not None:
        graph = game in find.inputs()  # in which vertices have a first number
        _alone(game, objective=objective, **asked, **given_to_readers | ({"base": None} if graph else {}))
        if not graph:
            _alone(game, priorities=priorities, format=format)
        return find.read_input(opened, game, priorities, format)
    try:
        read: Any = formats.game_in(opened, named, priorities, format)
    except FormatError:
        contest = None if format or objective or priorities is not None else _contest(opened)
        if contest is None:
            raise
        read = contest.open(opened)
        warn_caller(
            f"{opened.name} is read as an input of {contest.name}, {contest.title}; no other game and no format fits"
        )
    if made is not None:
        from graphgames.catalogue.problems import problem_of

        read = problem_of(getattr(read, "arena", read), made, start=getattr(read, "start", None))
    if property is not None:
        from graphgames.catalogue.asking import Askable

        if not isinstance(read, Askable):
            raise GameError(f"{opened.name} holds a game with an objective of its own; properties are for models")
        return read.with_property(property, constants)
    if constants:
        read = _with_constants(read, constants, opened.name)
    if not settings:
        return read
    from graphgames.formats.priorities import with_settings

    return with_settings(read, settings)


def _contest(source: Source) -> ConcreteGame | None:
    """Return the only concrete game of which a short text, whose format nobody knows, may be an input."""
    with suppress(FormatError):
        formats.guess(source)
        return None
    games = find.documents_of(bytes(source.data)) if len(source.data) <= _SHORT else []
    return games[0] if len(games) == 1 else None


def _with_constants(model: Any, constants: Mapping[str, Any] | str, name: str) -> Any:
    """Return the states of a model whose constants have these values; raise `GameError` if it has none."""
    from graphgames.catalogue.asking import constants_of

    if not hasattr(model, "build"):
        raise GameError(f"{name} has no constants; leave out constants (--const)")
    return model.build(constants_of(constants))


def _alone(document: str, /, **options: Any) -> None:
    """Raise `GameError` for options that say what the input of a game says itself."""
    for name, value in options.items():
        if value or (name == "base" and value is not None):
            written = ",".join(map(str, value)) if isinstance(value, list | tuple) else repr(value)
            given = f"the option {name}, which is {written}"
            if name in ("settings", "columns", "marks", "mending", "constants"):
                given = f"what is set: {', '.join(f'{key}={setting}' for key, setting in value.items())}"
            raise GameError(f"the input of {document} says everything about the game; leave out {given}")


if TYPE_CHECKING:

    @overload
    def read_solution(
        problem: Game, source: str | os.PathLike[str] | Source, format: str | None = None
    ) -> ArenaSolution: ...
    @overload
    def read_solution(problem: object, source: str | os.PathLike[str] | Source, format: str | None = None) -> Any: ...


def read_solution(problem: object, source: str | os.PathLike[str] | Source, format: str | None = None) -> Any:
    """Read a solution of a problem from a file, ours or another tool's, to `verify` it.

    Parameters
    ----------
    problem : Game, another problem, or the name of a file with its ending
        The problem that it should solve.
    source : str, path or Source
        A file; ``-`` for standard input; gzip and bzip2 are unpacked; or what was opened before.
    format : str, optional
        A name from the table in `graphgames.formats`; by default the name's ending and the contents tell.

    Returns
    -------
    Solution
        A file that holds no certificate gives one to be proved by the two strategies alone; if the objective is
        reachability or safety, it is one of the game's parity form (``graphgames.formats.solutions.parity_form``).

    Raises
    ------
    FormatError
        If the file cannot be read or does not fit the problem.
    GameError
        If the objective needs a certificate and the file holds none.

    Examples
    --------
    >>> import tempfile
    >>> import graphgames as gg
    >>> game = gg.Game.from_graph({"a": ["b"], "b": ["a"]}, gg.Parity({"a": 2, "b": 1}), owner={"a": 0, "b": 1})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gg.write(gg.solve(game), f"{folder}/game.sol")
    ...     print(gg.verify(gg.read_solution(game, f"{folder}/game.sol")))
    proved: 6 conditions hold
    """
    problem = read(problem) if _is_file(problem) else problem
    if isinstance(where := dispatch.host(dispatch.home(problem)), dispatch.SharedHost):
        return where.read_solution(problem, source)
    return formats.solution_in(source if isinstance(source, Source) else open_source(source), problem, format)


def write(thing: object, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write something to a file, which appears whole or not at all, or to standard output for ``-``.

    Parameters
    ----------
    thing : Game, Solution, Spec or Machine
        What to write: a game on an arena; a solution of any kind, as JSON with its certificate; a specification, for
        Slugs; a controller, as HOA text or as AIGER.
    path : str or path
        Where to; the ending chooses the format, and ``.gz`` or ``.bz2`` behind it packs.
    format : str, optional
        A name from the table in `graphgames.formats`. A concrete game's name stands for the exact output of its
        document.

    Raises
    ------
    FormatError
        If the file cannot be written.
    GameError
        If the format cannot hold the thing.

    Examples
    --------
    >>> import tempfile
    >>> import graphgames as gg
    >>> game = gg.Game.from_graph({"a": ["b"], "b": ["a"]}, gg.Buchi(["a"]), owner={"a": 0, "b": 1})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gg.write(game, f"{folder}/game.dot")
    ...     gg.write(gg.solve(game), f"{folder}/solution.json")
    ...     gg.verify(gg.read_solution(game, f"{folder}/solution.json")).ok
    True
    """
    concrete = None if format is None else find.document(format)
    if isinstance(where := dispatch.host(dispatch.home(thing)), dispatch.SharedHost):
        where.write(thing, path)
        return
    if concrete is None:
        formats.write(thing, path, format)
        return
    answer = concrete.write(thing)
    if path == "-":
        import sys

        sys.stdout.write(answer)
        return
    from graphgames.readers.atomic import atomic_write

    with atomic_write(path) as file:
        file.write(answer.encode())
