"""The catalogue: how a kind of game describes itself, and how the rest of the package finds it.

Each kind of game is a folder whose ``__init__`` holds one row, a `Kind`, called ``KIND``; `graphgames.games` lists the
folders. A row names modules that are slow to import as ``"module:attribute"`` within its folder, and `Kind.load`
imports them on first use. Whatever belongs to a problem or a solution is found by its class: the folder that the class,
or the nearest of its parents, was written in.
"""

from __future__ import annotations

from importlib import import_module

from graphgames.core.errors import GameError, SolverError, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from dataclasses import dataclass
    from functools import _SingleDispatchCallable
    from typing import Any

    from graphgames.core.certificate import Certificate
    from graphgames.core.objective import Objective
    from graphgames.core.report import Report
    from graphgames.formats.priorities import Priorities
    from graphgames.readers.source import Source
else:

    def dataclass(cls):
        """Give a class ``__init__`` as the standard library does, whose import would take longer than most inputs."""

        def __init__(self, *values, **named):  # noqa: N807
            given = dict(zip(cls.__annotations__, values, strict=False)) | named
            missing = {name for name in cls.__annotations__ if not hasattr(cls, name)} - given.keys()
            if missing or given.keys() - cls.__annotations__.keys() or len(given) < len(values) + len(named):
                raise TypeError(f"a {cls.__name__} has other fields: {', '.join(cls.__annotations__)}")
            self.__dict__.update(given)
            if hasattr(cls, "__post_init__"):
                self.__post_init__()

        cls.__init__ = __init__
        return cls


KINDS = "graphgames.games"
"""The package whose ``KINDS`` are the packages of the kinds, in order."""


@dataclass
class Solver:
    """One solver of a kind: the name that the user writes, and for people a summary, its complexity and its source."""

    name: str
    solves: tuple[str, ...]
    """Names of the objectives or problems of its kind."""
    function: str
    """Where it is, as ``"module:function"`` in the folder of its kind: ``function(problem) -> Solution``."""
    summary: str
    complexity: str
    source: str
    with_chance: tuple[str, ...] = ()
    """Names of objectives of other kinds that it solves where chance moves; no other solver then fits."""
    mpi: str = ""
    """The function for the engine ``"mpi"``, if it has one: of a game that is spread over processes."""
    package: str = ""

    @property
    def engines(self) -> tuple[str, ...]:
        """Where it can run, the default first: ``"local"`` is the process that calls it."""
        return ("local", "mpi") if self.mpi else ("local",)

    def load(self, engine: str = "local") -> Callable[..., Any]:
        """Import the solver."""
        function: Callable[..., Any] = resolve(self.package, self.mpi if engine == "mpi" else self.function)
        return function

    def on(self, engine: str, options: Mapping[str, Any]) -> Callable[..., Any]:
        """Import the solver, to be called on an engine and with these options.

        Raise `SolverError` if it does not run there or has no such option.
        """
        if not isinstance(engine, str) or engine not in self.engines:
            raise SolverError(
                f"{self.name} does not run on the engine {shown(engine)}; its engines are: {', '.join(self.engines)}"
            )
        function = self.load(engine)
        if options:
            from inspect import signature

            known = list(signature(function).parameters)[1:]
            for option in options:
                if option not in known:
                    there = f"its options are: {', '.join(known)}" if known else "it has none"
                    raise SolverError(f"{self.name} has no option {option!r}; {there}")
        return function


@dataclass
class ConcreteGame:
    """A concrete game of a kind, with the exact input and output of its document.

    It has the name that the user writes, the title that people call it, its rule in a line, and the document it is
    from.
    """

    name: str
    title: str
    summary: str
    source: str
    module: str
    """The module in the folder of its kind with ``read(data, source) -> problem`` and ``write(solution) -> str``, and
    for a person ``INPUT`` and ``OUTPUT``. Where it says ``MAPPED = True`` the data may be a memory map."""
    example: str
    """A small input of our own."""
    argument: str = ""
    """Passed to ``read`` as its third argument where several games share a module."""
    condition: str = ""
    """Where the checker of the kind asks for one: the condition on its answers, ``"module:function"``."""
    aliases: tuple[str, ...] = ()
    """Other names that the user may write."""
    package: str = ""

    def load(self) -> Any:
        """Import the game's module."""
        return import_module(f"{self.package}.{self.module}")

    def read(self, data: object, source: str = "<input>") -> Any:
        """Read the exact input of the document.

        Raise `FormatError` if the input is not as the document says; it names line and column.
        """
        return self.load().read(data, source, *([self.argument] if self.argument else []))

    def open(self, source: Source) -> Any:
        """Read the exact input of the document from an open source; as `read`."""
        mapped = getattr(self.load(), "MAPPED", False)
        return self.read(source.data if mapped else source.to_bytes(), source.name)

    def write(self, solution: object) -> str:
        """Return a solution as the exact output of the document."""
        text: str = self.load().write(solution)
        return text


@dataclass
class Format:
    """One format of files."""

    name: str
    title: str
    endings: tuple[str, ...]
    module: str
    reads: str = ""
    writes: str = ""
    """What it holds that can be read and written."""
    dialect: str = ""
    games_only: bool = False
    """Whether it holds a `Game` or the solution of one, and of no other problem."""
    package: str = "graphgames.formats"

    def load(self) -> Any:
        """Import the format's module."""
        return import_module(f"{self.package}.{self.module}")


@dataclass
class Example:
    """A small example of a kind, with a group and the text of its file."""

    name: str
    title: str
    summary: str
    group: str
    text: str
    options: Mapping[str, str]
    """How the text is read."""
    file: str = "example"
    """What it could be called."""
    start: Any = None
    """Where a play begins."""


@dataclass
class Kind:
    """One kind of game: its row of the catalogue."""

    package: str
    """The folder, as ``__name__`` of its ``__init__``."""
    title: str
    """The name for people."""
    objectives: Mapping[str, str] = {}
    """From the name of each objective to its class, ``"module:class"``."""
    problems: Mapping[str, str] = {}
    """The same for problems that are no `Game`."""
    solvers: tuple[Solver, ...] = ()
    """The default of each objective or problem first."""
    checkers: Mapping[str, str] = {}
    """From the ``kind`` of each certificate to its checker, ``"module:function"``."""
    certificates: Mapping[str, str] = {}
    """From the ``kind`` of each certificate, and of each part of one that has a kind, to its class."""
    games: tuple[ConcreteGame, ...] = ()
    """The concrete games of this kind."""
    inputs: Mapping[str, str] = {}
    """From a name that says what is to be played with a file to ``read(source, name, priorities, format) -> problem``:
    for problems that are read from more than their document's exact input."""
    directories: Mapping[str, str] = {}
    """From the file by which a directory is known to the name in ``inputs`` with which that file is read."""
    formats: tuple[Format, ...] = ()
    """The formats that hold nothing but this kind."""
    picture: str = ""
    """``picture(thing, **options) -> Picture`` of a problem or a solution that is drawn as a board or a plot."""
    sheet: str = ""
    """``sheet(thing, **options) -> GraphView`` of a problem or a solution that stands on an arena."""
    view: str = ""
    """``view(solution, test) -> View``: how a position of a play stands on an arena, for the page."""
    board: str = ""
    """``board(solution) -> Board``: how a position looks and where its moves are, for the page; None if as text. Where
    that needs no solution it takes the problem, too."""
    player: str = ""
    """``player(solution, start, test, person) -> GameAdapter``: what a play needs to know."""
    codec: str = ""
    """``codec(problem) -> Codec``: how solutions are written and read (`graphgames.formats.codec`). Without one they
    are solutions of a `Game`."""
    commands: Mapping[str, tuple[str, str]] = {}
    """From the name of each command of the command line that this kind alone has to its module and what it does, in a
    line; the module has ``configure(parser)`` and ``run(arguments, console)`` (`graphgames.core.console`)."""
    named: str = ""
    """``named(name, start, up_to) -> problem``: what a name means where there is no file, such as the code of a heap
    game, for parts up to a size, if one is given; None for other names."""
    names: str = ""
    """An iterable of such names, to suggest the nearest one."""
    families: str = ""
    """A mapping from the name of each family of generated games to its function."""
    examples: str = ""
    """A tuple of `Example`: small games to show, with how they are read."""

    def __post_init__(self) -> None:
        entries: tuple[Solver | ConcreteGame | Format, ...] = (*self.solvers, *self.games, *self.formats)
        for entry in entries:
            entry.package = self.package

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.package.rpartition(".")[2]

    def load(self, reference: str) -> Any:
        """Import what a reference of this row names."""
        return resolve(self.package, reference)

    def __repr__(self) -> str:
        return f"Kind({self.name!r})"


def resolve(package: str, reference: str) -> Any:
    """Import what ``"module:attribute"`` names within a package.

    Examples
    --------
    >>> resolve("graphgames.games.parity", "objective:Parity").name
    'parity'
    """
    module, _, attribute = reference.partition(":")
    return getattr(import_module(f"{package}.{module}"), attribute)


def kinds() -> Iterator[Kind]:
    """Yield the kinds of games, in order; each row is imported when it is reached."""
    for package in import_module(KINDS).KINDS:
        yield import_module(package).KIND


def kind_of(thing: object) -> Kind:
    """Return the kind of a problem, an objective or a solution, by its class.

    A `Game` is of the kind of its objective, or, where chance moves, of the kind that solves that; and a solution that
    several kinds share is of the kind of its problem. Raise `GameError` if it is of none.
    """
    seen = thing
    while seen is not None:
        if _chance_moves(seen):
            game: Any = getattr(seen, "problem", seen)
            name = getattr(getattr(game, "objective", None), "name", "")  # a strategy on an arena has none
            for row in kinds():
                if any(name in solver.with_chance for solver in row.solvers):
                    return row
        for parent in type(seen).__mro__:
            for package in import_module(KINDS).KINDS:
                if parent.__module__.startswith(package + "."):
                    kind: Kind = import_module(package).KIND
                    return kind
        seen = getattr(seen, "problem", None) or getattr(seen, "objective", None)
    raise GameError(f"a {type(thing).__name__} is not a kind of game that graphgames knows")


def function_for(thing: object, field: str) -> Callable[..., Any] | None:
    """Return the function that the row of a thing's kind names in a field, None if there is none for its class.

    Where a kind has several classes the function is made by `by_class`, and what it has for the class counts.
    """
    try:
        kind = kind_of(thing)
    except GameError:
        return None
    reference = getattr(kind, field)
    if not reference:
        return None
    function: Callable[..., Any] = kind.load(reference)
    if not hasattr(function, "dispatch"):
        return function
    found: Callable[..., Any] = function.dispatch(type(thing))
    return None if found is function.dispatch(object) else found


def by_class() -> _SingleDispatchCallable[Any]:
    """Return a function for a row, to which a kind registers one for each of its classes; others have none there."""
    from functools import singledispatch

    @singledispatch
    def refused(thing: Any, *rest: Any, **options: Any) -> Any:
        raise GameError(f"there is none for a {type(thing).__name__}")

    return refused


def solvers() -> tuple[Solver, ...]:
    """Return all solvers, kind by kind."""
    return tuple(solver for kind in kinds() for solver in kind.solvers)


def fitting(problem: str, chance: bool = False) -> tuple[Solver, ...]:
    """Return the solvers for an objective or a problem by its name, the default first; with chance, where it moves."""
    found = tuple(solver for solver in solvers() if problem in solver.with_chance) if chance else ()
    return found or tuple(solver for solver in solvers() if problem in solver.solves)


def solver_for(problem: Any, name: str | None = None, engine: str = "local") -> Solver:
    """Return the solver of that name, or the default, for a problem; raise `SolverError` as `choose` does."""
    kind = getattr(problem, "kind", None)
    if isinstance(kind, str):
        return choose(kind, name, engine=engine)
    return choose(problem.objective.name, name, _chance_moves(problem), engine)


def _chance_moves(problem: Any) -> bool:
    return getattr(getattr(problem, "arena", None), "probability", None) is not None


def choose(problem: str, name: str | None = None, chance: bool = False, engine: str = "local") -> Solver:
    """Return the solver of that name, or the default for the objective or problem: the first that has the engine.

    Raise `SolverError`, which names those that do, if there is no such solver or it does not fit.
    """
    fit = fitting(problem, chance)
    problem = f"{problem} games{' with chance' * any(problem in entry.with_chance for entry in fit)}"
    names = ", ".join(entry.name for entry in fit) or "none yet"
    if name is not None and not isinstance(name, str):
        raise SolverError(f"the solver is {shown(name)}; expected the name of one of: {names}")
    if name is None or name == "auto":
        if not fit:
            raise SolverError(f"there is no solver for {problem} yet")
        return next((entry for entry in fit if isinstance(engine, str) and engine in entry.engines), fit[0])
    for entry in fit:
        if entry.name == name:
            return entry
    known = {entry.name for entry in solvers()}
    if name in known:
        raise SolverError(f"solver {name!r} does not solve {problem}; these do: {names}")
    raise SolverError(
        f"there is no solver {name!r}{did_you_mean(name, sorted(known))} For {problem} there are: {names}"
    )


def checker(certificate: str) -> Callable[[Any], Report]:
    """Return the checker of certificates of a kind; raise `SolverError` if no checker knows them."""
    known = {name: (kind, reference) for kind in kinds() for name, reference in kind.checkers.items()}
    if certificate not in known:
        raise SolverError(
            f"no checker knows certificates of kind {certificate!r}; known are: {', '.join(sorted(known))}"
        )
    kind, reference = known[certificate]
    check: Callable[[Any], Report] = kind.load(reference)
    return check


def certificate_class(certificate: str) -> type[Certificate] | None:
    """Return the class of certificates of a kind, or None if there is none of that name."""
    for kind in kinds():
        if certificate in kind.certificates:
            found: type[Certificate] = kind.load(kind.certificates[certificate])
            return found
    return None


def objectives() -> dict[str, Kind]:
    """Return the names of all objectives, each with its kind."""
    return {name: kind for kind in kinds() for name in kind.objectives}


def objective_class(name: str) -> type[Objective]:
    """Return the class of an objective by its name; raise `GameError`, which names them all, if there is none."""
    known = objectives()
    if name not in known:
        hint = did_you_mean(name, list(known))
        raise GameError(f"there is no objective {shown(name)}{hint} The objectives are: {', '.join(known)}")
    found: type[Objective] = known[name].load(known[name].objectives[name])
    return found


def concrete_games() -> tuple[ConcreteGame, ...]:
    """Return all concrete games, kind by kind."""
    return tuple(game for kind in kinds() for game in kind.games)


def concrete_game(name: str) -> ConcreteGame:
    """Return the concrete game of that name; raise `GameError`, which names the games, if there is none."""
    game = document(name)
    if game is None:
        raise _no_game(name, [game.name for game in concrete_games()])
    return game


def document(name: str | None) -> ConcreteGame | None:
    """Return the concrete game of a name or alias, whose document is a format of its own, or None.

    Capitals do not matter, and a space is as good as a hyphen.
    """
    key = None if name is None else "-".join(name.casefold().split())
    return next((game for kind in kinds() for game in kind.games if key in (game.name, *game.aliases)), None)


def inputs() -> dict[str, Kind]:
    """Return the names that say what is to be played with a file, beside those of the concrete games."""
    return {name: kind for kind in kinds() for name in kind.inputs}


def inside(directory: str) -> tuple[str, str] | None:
    """Return the file by which a directory is read, and the name of that input; None for any other path."""
    if directory == "-":
        return None
    import os.path

    if not os.path.isdir(directory):  # noqa: PTH112, which would import pathlib
        return None
    from pathlib import Path

    known = ((Path(directory, file), name) for kind in kinds() for file, name in kind.directories.items())
    return next(((str(file), name) for file, name in known if file.exists()), None)


def named(name: str, start: str | None, up_to: int | None = None) -> Any:
    """Return the problem that a name means without a file, from a start position or its own; None if it means none.

    It asks for all parts up to a size, where one is given, and not only for those of the start.
    """
    for kind in kinds():
        found = kind.load(kind.named)(name, start, up_to) if kind.named else None
        if found is not None:
            return found
    return None


def names() -> list[str]:
    """Return the names of games that mean one without a file: of concrete games, and those that a kind knows."""
    known = [name for kind in kinds() if kind.names for name in kind.load(kind.names)]
    return [name for game in concrete_games() for name in (game.name, *game.aliases)] + known


def read_input(source: Source, name: str, priorities: Priorities | None = None, format: str | None = None) -> Any:
    """Read the input of a concrete game or of another name of `inputs`.

    Raise `GameError`, which names the games, if there is no such game; `FormatError` if it cannot be read.
    """
    known = inputs()
    if name in known:
        return known[name].load(known[name].inputs[name])(source, name, priorities, format)
    game = document(name)
    if game is None:
        raise _no_game(name, list(dict.fromkeys([*(game.name for game in concrete_games()), *known])))
    return game.open(source)


def _no_game(name: str, names: list[str]) -> GameError:
    return GameError(f"there is no game {name!r}{did_you_mean(name, names)} The games are: {', '.join(names)}")
