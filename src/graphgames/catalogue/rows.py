"""What a kind of game says of itself: a row of the catalogue, a `Kind`, with its solvers, games, formats and examples.

Each kind of game is a folder whose ``__init__`` holds one row, called ``KIND``; `graphgames.games` lists the folders. A
row names modules that are slow to import as ``"module:attribute"`` within its folder, and `Kind.load` imports them on
first use.
"""

from __future__ import annotations

from importlib import import_module

from graphgames.core.errors import SolverError, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from dataclasses import dataclass
    from typing import Any, Protocol

    class Input(Protocol):
        """An input that was opened (`graphgames.readers.source.Source`)."""

        name: str
        data: Any

        def to_bytes(self) -> bytes:
            """Return the data as ``bytes``."""


else:

    def dataclass(cls):
        """Give a class ``__init__`` as the standard library does, whose import would take longer than most inputs."""
        fields = cls.__annotations__
        needed = {name for name in fields if not hasattr(cls, name)}

        def __init__(self, *values, **named):  # noqa: N807
            given = dict(zip(fields, values, strict=False)) | named
            if not needed <= given.keys() <= fields.keys() or len(given) < len(values) + len(named):
                raise TypeError(f"a {cls.__name__} has other fields: {', '.join(fields)}")
            self.__dict__.update(given)
            if hasattr(cls, "__post_init__"):
                self.__post_init__()

        cls.__init__ = __init__
        return cls


@dataclass
class Solver:
    """One solver of a kind: the name that the user writes, and for people a summary, its complexity and its source."""

    name: str
    solves: tuple[str, ...]
    """Names of the objectives or problems of its kind; or, as ``"parity with chance"``, a form of games of another kind
    that no other solver fits (`Game.forms`)."""
    function: str
    """Where it is, as ``"module:function"`` in the folder of its kind: ``function(problem) -> Solution``."""
    summary: str
    complexity: str
    source: str
    engines: Mapping[str, str] = {}
    """From the name of each engine on which it runs beside this process to its function there, ``"module:function"``;
    `graphgames.engines.dispatch` says what such a function is given."""
    aliases: tuple[str, ...] = ()
    """Other names that the user may write, such as Oink's for the algorithm and for variants of it."""
    package: str = ""

    @property
    def runs_on(self) -> tuple[str, ...]:
        """The engines on which it runs, the default first: ``"local"`` is the process that calls it."""
        return ("local", *self.engines)

    def load(self, engine: str = "local") -> Callable[..., Any]:
        """Import the solver."""
        function: Callable[..., Any] = resolve(self.package, self.engines.get(engine, self.function))
        return function

    def on(self, engine: str, options: Mapping[str, Any]) -> Callable[..., Any]:
        """Import the solver, to be called on an engine and with these options.

        Raise `SolverError` if it does not run there or has no such option.
        """
        if not isinstance(engine, str) or engine not in self.runs_on:
            known = ", ".join(self.runs_on)
            raise SolverError(f"{self.name} does not run on the engine {shown(engine)}; its engines are: {known}")
        function = self.load(engine)
        refuse_unknown(options, function, self.name)
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
    for a person ``INPUT`` and ``OUTPUT``. Where it says ``MAPPED = True`` the data may be a memory map. It may have
    ``of_words(text) -> bytes | None``, the input for a size or a position that stands behind the name, and
    ``generate(SIZE, seed=0) -> str``, a random input; the name of the first parameter is what the size counts."""
    example: str
    """A small input of our own."""
    argument: str = ""
    """Passed to ``read`` as its third argument where several games share a module."""
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

    def open(self, source: Input) -> Any:
        """Read the exact input of the document from an open source; as `read`."""
        mapped = getattr(self.load(), "MAPPED", False)
        return self.read(source.data if mapped else source.to_bytes(), source.name)

    def of_words(self, text: str, source: str) -> Any:
        """Return what a size or a position behind the name of the game means, None where it has none but in a file."""
        made = getattr(self.load(), "of_words", lambda text: None)(text)
        return None if made is None else self.read(made, source)

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
    asked: bool = False
    """Whether what it holds is asked before there is anything to solve (`graphgames.catalogue.asking`)."""
    expressions: bool = False
    """Whether its states are named by expressions over variables and labels, not by their names."""
    dialect: str = ""
    attributes: bool = False
    """Whether its vertices and edges have attributes, of which a reader may be told what they are called."""
    columns: tuple[str, ...] = ()
    """Columns that no other format has, so that a reader who is told of one reads this."""
    mends: bool = False
    """Whether it holds numbers that may be rounded, of which a reader may be told how they are taken."""
    any_priorities: bool = False
    """Whether it holds priorities and marks as a game has them: of any convention, on vertices or on edges."""
    accepts: bool = False
    """Whether it names what player 1 wants, as an automaton does that accepts."""
    games_only: bool = False
    """Whether it holds a `Game` or the solution of one, and of no other problem."""
    objectives: tuple[str, ...] = ()
    """Where a file does not hold its objective: those that it is read with unless a reader is told another."""
    package: str = "graphgames.formats"

    def load(self) -> Any:
        """Import the format's module."""
        return import_module(f"{self.package}.{self.module}")


@dataclass
class Example:
    """A small example of a kind, as ``examples.toml`` in its folder has it."""

    name: str
    title: str
    summary: str
    group: str
    file: str
    """What its file could be called."""
    text: str = ""
    """What stands in the file; by default the example of the concrete game that the options name."""
    options: Mapping[str, str] = {}
    """How the text is read."""
    start: Any = None
    """Where a play begins."""


@dataclass
class CertificateFile:
    """What files for the proved checker say about a kind of certificate (`graphgames.formats.cert`)."""

    lines: str
    """``lines(solution) -> Lines``: what such a file says of a solution."""
    fields: Mapping[str, Collection[str]]
    """From the name of each objective, or problem, that it can be about to the fields of the objective that it says;
    ``"chance"`` where it says how chance moves. Other fields must be as they are by default."""


@dataclass
class AnswerFile:
    """Files of other tools with an answer, which are checked beside the text of what they answer, as controllers."""

    title: str
    """What they are, and in which formats, for the help of a command."""
    begins: Mapping[bytes, str]
    """From how such a file begins to what it is, and beside what it is checked."""
    texts: str
    """``texts(problem, answer, read) -> (bytes, bytes) | None``: what the reference checker is given of the two files,
    each an `Input`, where ``read(text)`` is the problem that a text means; None if the answer is not to that."""


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
    claims: Mapping[str, CertificateFile] = {}
    """From the ``kind`` of each certificate that the proved checker knows to what a certificate file says."""
    games: tuple[ConcreteGame, ...] = ()
    """The concrete games of this kind."""
    inputs: Mapping[str, str] = {}
    """From a name that says what is to be played with a file to ``read(source, name, priorities, format) -> problem``:
    for problems that are read from more than their document's exact input."""
    input_examples: Mapping[str, str] = {}
    """From such a name to a problem that is played where no file is given."""
    directories: Mapping[str, str] = {}
    """From the file by which a directory is known to the name in ``inputs`` with which that file is read."""
    stored: str = ""
    """``stored(directory) -> solution``: the solution that such a directory holds."""
    expected: str = ""
    """``expected(problem) -> str``: what solving a problem takes, in words, of kinds where that may be long."""
    unverified: str = ""
    """What is said beside what such a solution says: that it says so, and which command proves it; ``DIRECTORY`` stands
    for the directory."""
    formats: tuple[Format, ...] = ()
    """The formats that hold nothing but this kind."""
    answers: AnswerFile | None = None
    """The files of other tools with answers of this kind, of which no solution is made."""
    elsewhere: Mapping[str, str] = {}
    """From endings of files that only one command writes to how it is called, which the others say."""
    picture: str = ""
    """``picture(thing, **options) -> Picture`` of a problem or a solution that is drawn as a board or a plot."""
    graph_view: str = ""
    """``graph_view(thing, **options) -> GraphView`` of a problem or a solution that stands on an arena."""
    view: str = ""
    """``view(solution, test) -> View``: how a position of a play stands on an arena, for the page."""
    board: str = ""
    """``board(solution) -> Board``: how a position looks and where its moves are, for the page; None if as text. Where
    that needs no solution it takes the problem, too."""
    walkthrough: str = ""
    """``walkthrough(solution) -> Walkthrough | str``: an algorithm step by step, or why none."""
    player: str = ""
    """``player(solution, start, test, person) -> GameAdapter``: what a play needs to know."""
    codec: str = ""
    """``codec(problem) -> Codec``: how solutions are written and read (`graphgames.formats.codec`). Without one they
    are solutions of a `Game`."""
    commands: Mapping[str, tuple[str, str]] = {}
    """From the name of each command of the command line that this kind alone has to its module and what it does, in a
    line; the module has ``configure(parser)`` and ``run(arguments, console)`` (`graphgames.catalogue.console`)."""
    ask: str = ""
    """``ask(model, properties, constants, **how) -> answers``, one after the other: for what is asked by properties
    before there is anything to solve."""
    pose: str = ""
    """``pose(model, property, constants) -> game``: the game that a single property asks about."""
    avoiding: str = ""
    """``avoiding(states, player) -> property``: of how likely it is to keep away from states for ever."""
    bounded: str = ""
    """``bounded(property) -> (property, threshold) | None``: of a property that bounds how likely something bad is, how
    likely it is to stay safe, and which probability of that is enough."""
    walk: str = ""
    """``walk(model, steps, seed, constants) -> rows``: a random path of a model."""
    model: str = ""
    """The class of models, of which `_made_from` makes one of a table with actions, or of an environment."""
    by_chance: str = ""
    """``by_chance(rules, limit, objective, start) -> game``: the game of rules in which chance moves."""
    question: str = ""
    """An example of such a property."""
    named: str = ""
    """``named(name, start, up_to) -> problem``: what a name means where there is no file, such as the code of a heap
    game, for parts up to a size, if one is given; None for other names."""
    names: str = ""
    """An iterable of such names, to suggest the nearest one."""
    families: str = ""
    """A mapping from the name of each family of generated games to its function."""

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


def options_of(function: Callable[..., Any]) -> list[str]:
    """Return the names of the options of a function, which takes its subject first."""
    from inspect import signature

    parameters = signature(function, follow_wrapped=False).parameters.values()
    return [one.name for one in parameters if one.kind != one.VAR_KEYWORD][1:]


def refuse_unknown(options: Mapping[str, Any], function: Callable[..., Any], name: str) -> None:
    """Raise `SolverError` for options that a function of this name, which takes its subject first, does not have."""
    if options:
        known = options_of(function)
        for option in options:
            if option not in known:
                there = f"Its options are: {', '.join(known)}" if known else "It has none"
                suggestion = did_you_mean(option, known)
                raise SolverError(f"{name} has no option {option!r}{suggestion} {there}")


def resolve(package: str, reference: str) -> Any:
    """Import what ``"module:attribute"`` names within a package; a dot before the module is for the package above.

    >>> resolve("graphgames.games.parity", "objective:Parity").name
    'parity'
    """
    module, _, attribute = reference.partition(":")
    return getattr(import_module(f".{module}", package), attribute)
