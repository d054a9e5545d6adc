"""How a row of the catalogue is found: by the class of a problem or a solution, or by a name that somebody writes.

Whatever belongs to a problem or a solution is found by its class: the folder that the class, or the nearest of its
parents, was written in.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module

from graphgames.catalogue.rows import ConcreteGame, Example, Kind, Solver
from graphgames.core.errors import GameError, GraphGamesError, SolverError, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from functools import _SingleDispatchCallable
    from typing import Any

    from graphgames.catalogue.rows import Input
    from graphgames.core.certificate import Certificate
    from graphgames.core.conventions import Priorities
    from graphgames.core.objective import Objective
    from graphgames.core.report import Report

KINDS = "graphgames.games"
"""The package whose ``KINDS`` are the packages of the kinds, in order."""


def kinds() -> Iterator[Kind]:
    """Yield the kinds of games, in order; each row is imported when it is reached."""
    yield from map(_row, import_module(KINDS).KINDS)


@cache
def _row(package: str) -> Kind:
    """Return the row of a package; it is imported once, since rows are looked up for every problem and solution."""
    kind: Kind = import_module(package).KIND
    return kind


@cache
def _written_in(module: str, packages: tuple[str, ...]) -> Kind | None:
    """Return the row of the package that a module lies in, or None."""
    return next((_row(package) for package in packages if module.startswith(package + ".")), None)


SOLVED_ONLY = "this game has a picture only when it is solved; solve it first"
"""How a kind refuses to draw what is not solved."""


def kind_of(thing: object) -> Kind:
    """Return the kind of a problem, an objective or a solution, by its class.

    A `Game` is of the kind of its objective, or, where chance moves, of the kind that solves that; and a solution that
    several kinds share is of the kind of its problem. Raise `GameError` if it is of none.
    """
    seen = thing
    while seen is not None:
        for parent in type(seen).__mro__:
            if kind := _written_in(parent.__module__, import_module(KINDS).KINDS):
                return kind
        for form in _forms(getattr(seen, "problem", seen))[:-1]:
            if kind := next((row for row in kinds() if any(form in one.solves for one in row.solvers)), None):
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


def by_class(refusal: str = "there is none for a {}") -> _SingleDispatchCallable[Any]:
    """Return a function for a row, to which a kind registers one for each of its classes; others are refused."""
    from functools import singledispatch

    @singledispatch
    def refused(thing: Any, *rest: Any, **options: Any) -> Any:
        raise GameError(refusal.format(type(thing).__name__))

    return refused


@cache
def solvers() -> tuple[Solver, ...]:
    """Return all solvers, kind by kind."""
    return tuple(solver for kind in kinds() for solver in kind.solvers)


def engines() -> tuple[str, ...]:
    """Return the names of all engines, the default first."""
    return tuple(dict.fromkeys(engine for solver in solvers() for engine in solver.runs_on))


@cache
def fitting(problem: str) -> tuple[Solver, ...]:
    """Return the solvers for an objective or a problem by its name, the default first."""
    return tuple(_fitting(problem))


def _fitting(problem: str) -> Iterator[Solver]:
    """Yield these solvers; rows of kinds are imported until they are found."""
    return (solver for kind in kinds() for solver in kind.solvers if problem in solver.solves)


def solver_for(problem: Any, name: str | None = None, engine: str = "local") -> Solver:
    """Return the solver of that name, or the default, for a problem; raise `SolverError` as `choose` does."""
    forms = _forms(problem)
    known = [form for form in forms if any(True for _ in _fitting(form))]
    if not known and callable(getattr(problem, "best_moves", None)):
        raise SolverError(f"{shown(problem)} is its own solution; ask its outcome, value, best_moves or explain")
    known = known or [forms[-1]]
    known = [form for form in known if " with " in form] or known  # a solver of the plain game would pass over chance
    if isinstance(name, str):
        known.sort(key=lambda form: not any(name in (one.name, *one.aliases) for one in fitting(form)))
    return choose(known[0], name, engine)


def _forms(problem: Any) -> tuple[str, ...]:
    """Return the names by which solvers of a problem are found, the nearest first."""
    kind = getattr(problem, "kind", None)
    forms: tuple[str, ...] = (kind,) if isinstance(kind, str) else getattr(problem, "forms", ())
    return forms


def choose(problem: str, name: str | None = None, engine: str = "local") -> Solver:
    """Return the solver of that name, or the default for the objective or problem: the first that has the engine.

    Raise `SolverError`, which names those that do, if there is no such solver or it does not fit.
    """
    if isinstance(name, str) and name == "auto":
        name = None
    if name is None and isinstance(engine, str):
        first = next((entry for entry in _fitting(problem) if engine in entry.runs_on), None)
        if first is not None:
            return first
    fit = fitting(problem)
    if name is None and fit:
        return fit[0]
    for entry in fit if isinstance(name, str) else ():
        if name in (entry.name, *entry.aliases):
            return entry
    plain, *more = problem.partition(" with ")
    problem = f"{plain} games{''.join(more)}"
    names = ", ".join(entry.name for entry in fit) or "none yet"
    if name is None:
        raise SolverError(f"there is no solver for {problem} yet")
    if not isinstance(name, str):
        raise SolverError(f"the solver is {shown(name)}; expected the name of one of: {names}")
    if any(name in (entry.name, *entry.aliases) for entry in solvers()):
        raise SolverError(f"solver {name!r} does not solve {problem}; these do: {names}")
    if name == "all":
        words = "graphgames solvers --compare FILE, with --property for a model"
        raise SolverError(f"one game is solved by all that fit by: {words}")
    nearest = did_you_mean(name, [entry.name for entry in fit])
    raise SolverError(f"there is no solver {name!r}{nearest} For {problem} there are: {names}")


@cache
def checker(certificate: str) -> Callable[[Any], Report]:
    """Return the checker of certificates of a kind; raise `SolverError` if no checker knows them.

    A checker with a parameter ``check_part`` gets the checkers of the solutions that its own rests on.
    """
    from inspect import signature

    known = {name: (kind, reference) for kind in kinds() for name, reference in kind.checkers.items()}
    if certificate not in known:
        names = ", ".join(sorted(known))
        raise SolverError(f"no checker knows certificates of kind {certificate!r}; known are: {names}")
    kind, reference = known[certificate]
    check: Callable[..., Report] = kind.load(reference)
    if "check_part" not in signature(check).parameters:
        return check
    return lambda solution: check(solution, check_part=lambda part: checker(part.certificate.kind)(part))


@lru_cache
def certificate_class(certificate: str) -> type[Certificate] | None:
    """Return the class of certificates of a kind, or None if there is none of that name."""
    known = (kind.load(kind.certificates[certificate]) for kind in kinds() if certificate in kind.certificates)
    return next(known, None)


def objectives() -> dict[str, Kind]:
    """Return the names of all objectives, each with its kind."""
    return {name: kind for kind in kinds() for name in kind.objectives}


CALLED = {
    "co-buchi": "cobuchi",
    "discount": "discounted",
    "generalised-buchi": "generalized-buchi",
    "grundy": "nimbers",
    "mean": "mean-payoff",
    "nim": "nimbers",
    "nim-values": "nimbers",
    "nimber": "nimbers",
    "reachability": "reach",
    "retrograde": "normal",
    "safety": "safe",
    "sprague-grundy": "nimbers",
    "total": "total-payoff",
    "win-lose-draw": "normal",
}
"""What people call some objectives."""


def objective_name(text: str) -> str:
    """Return the name of an objective for what people call it: in small letters, with hyphens between words."""
    name = text.casefold().replace("_", "-").replace("ü", "u")
    return CALLED.get(name, name)


def objective_class(name: str) -> type[Objective]:
    """Return the class of an objective by its name; raise `GameError`, which names them all, if there is none."""
    known = objectives()
    if name not in known:
        hint = did_you_mean(name, list(known))
        raise GameError(f"there is no objective {shown(name)}{hint} The objectives are: {', '.join(known)}")
    found: type[Objective] = known[name].load(known[name].objectives[name])
    return found


def problem_class(name: str) -> Any:
    """Return the class of the problems of a name that are no `Game`."""
    return next(kind.load(kind.problems[name]) for kind in kinds() if name in kind.problems)


def settings() -> set[str]:
    """Return the names of all settings that objectives have."""
    return {setting for name in objectives() for setting in objective_class(name).settings}


def concrete_games() -> tuple[ConcreteGame, ...]:
    """Return all concrete games, kind by kind."""
    return tuple(game for kind in kinds() for game in kind.games)


def concrete_game(name: str) -> ConcreteGame:
    """Return the concrete game of that name; raise `GameError`, which names the games, if there is none."""
    game = document(name)
    if game is None:
        raise _no_game(name, [game.name for game in concrete_games()])
    return game


def documents_of(data: bytes) -> list[ConcreteGame]:
    """Return the concrete games of which this may be an input: each of them reads it whole.

    >>> [game.name for game in documents_of(b"1 1  0 1 2  1 1 1")]
    ['gra-w-zielone']
    """
    found = []
    for game in concrete_games():
        with suppress(GraphGamesError):
            getattr(game.read(data), "check", int)()  # an input of many tests is read test by test
            found.append(game)
    return found


def document(name: str | None) -> ConcreteGame | None:
    """Return the concrete game of a name or alias, whose document is a format of its own, or None.

    Capitals, hyphens and blanks do not matter; a number such as uva11927 is that of its source.

    >>> document("StoneGame").name, document("uva 11927").name, document("stones")
    ('stone-game', 'games-are-important', None)
    """
    key = _letters(name or "")
    for game in concrete_games() if key else ():
        if key in (*map(_letters, (game.name, *game.aliases)), *_letters(game.source).split(",")):
            return game
    return None


def _letters(name: str) -> str:
    """Return a name without hyphens and blanks, in small letters."""
    return "".join(name.casefold().replace("_", " ").replace("-", " ").split())


@cache
def examples(package: str) -> tuple[Example, ...]:
    """Return the examples of the kind of a package: small games to show, with how they are read."""
    import tomllib
    from importlib.resources import files

    listed = files(package) / "examples.toml"
    entries = tomllib.loads(listed.read_text("utf-8"))["example"] if listed.is_file() else []
    for entry in entries:
        if "text" not in entry:  # then it is that of the game
            entry["text"] = concrete_game(entry["options"]["game"]).example
    return tuple(Example(**entry) for entry in entries)


def answers(data: Any = None) -> dict[bytes, tuple[str, Kind]]:
    """Return how files of other tools with answers begin, what they are, and their kind; of data, if that does.

    >>> [kind for _, kind in answers(b"HOA: v1").values()], answers(b"parity 0;")
    ([Kind('synthesis')], {})
    """
    known = {begins: (what, kind) for kind in kinds() if kind.answers for begins, what in kind.answers.begins.items()}
    if data is None:
        return known
    return {begins: found for begins, found in known.items() if bytes(data[:1024]).lstrip().startswith(begins)}


def elsewhere(ending: str) -> str:
    """Return how the one command that writes files of an ending is called, as the row of a kind says; else nothing."""
    return next((kind.elsewhere[ending] for kind in kinds() if ending in kind.elsewhere), "")


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


def stored(directory: str) -> Any:
    """Return the solution that a directory holds, None for any other path.

    Raise `GraphGamesError` if there is one that cannot be opened.
    """
    found = inside(directory)
    if found is None:
        return None
    kind = inputs()[found[1]]
    return kind.load(kind.stored)(directory)


def expected(problem: object) -> str:
    """Return what solving a problem takes, in words, where that is known before and may be long; else nothing."""
    kind = kind_of(problem)
    return str(kind.load(kind.expected)(problem)) if kind.expected else ""


def unverified(directory: str) -> str:
    """Return what is to be said beside what a stored solution says, by its kind."""
    found = inside(directory)
    assert found is not None
    return f"graphgames: {inputs()[found[1]].unverified.replace('DIRECTORY', directory)}"


def named(name: str, start: str | None, up_to: int | None = None) -> Any:
    """Return the problem that a name means without a file, from a start position or its own; None if it means none.

    It asks for all parts up to a size, where one is given, and not only for those of the start.
    """
    for spelt in _spellings(name):
        for kind in kinds():
            found = kind.load(kind.named)(spelt, start, up_to) if kind.named else None
            if found is not None:
                return found
        code, _, text = spelt.partition(" ")
        if game := document(code) if text else None:
            if start is not None:
                raise GameError(f"{name!r} is where the play begins; leave out the start {shown(start)}")
            return game.of_words(text, spelt)
    return None


def _spellings(name: str) -> Iterator[str]:
    """Make a name, and then that of a game which has other hyphens or blanks in its first words, if there is one."""
    yield name
    words = name.casefold().split()
    known = {} if "." in name else {one.replace("-", ""): one for one in names()}  # a name with a dot is a file's
    for k in range(len(words), 0, -1):
        spelt = known.get("".join(words[:k]).replace("-", ""))
        if spelt is not None:
            if (other := " ".join([spelt, *words[k:]])) != name:
                yield other
            return


def names() -> list[str]:
    """Return the names of games that mean one without a file: of concrete games, and those that a kind knows."""
    return [name for game in concrete_games() for name in (game.name, *game.aliases)] + names_of_kinds()


def names_of_kinds() -> list[str]:
    """Return the names that kinds know, each of a game that needs no file."""
    return [name for kind in kinds() if kind.names for name in kind.load(kind.names)]


def read_input(source: Input, name: str, priorities: Priorities | None = None, format: str | None = None) -> Any:
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
    known = [*names, *(alias for game in concrete_games() for alias in game.aliases)]
    if name in names_of_kinds():
        return GameError(
            f"{name} has no input of a contest; graphgames solve {name} solves it, in Python solve({name!r})"
        )
    return GameError(f"there is no game {name!r}{did_you_mean(name, known)} The games are: {', '.join(names)}")
