"""Two-player games on graphs: solved, with strategies, and with a certificate for every answer.

>>> import graphgames as gg
>>> roads = {"home": ["hill", "lake"], "hill": ["home", "mill"], "lake": ["lake"], "mill": ["home"]}
>>> solution = gg.solve(roads, gg.Buchi(["mill"]), owner=lambda place: 0)
>>> print(solution.explain("home"))
Eve wins from home: move to hill, and an accepting vertex comes within 2 moves, and so on for ever.
>>> gg.verify(solution).ok
True

What there is, each with its own help (``help(gg.solve)``):

A game       a dictionary of successors, a NetworkX graph, an `Arena`, or `Rules` written in Python; with an objective:
             `Reach`, `Safe`, `Buchi`, `CoBuchi`, `GeneralizedBuchi`, `Parity`, `NormalPlay`,
             `MiserePlay`. Or ``read(path)``.
Other kinds  `heap_game` (Nim, Kayles, octal codes), `by_rule` and `grundy_values` (nimbers), `Sum`, `misere`,
             `Race`, `Geography`, `BlockedGrid`; `synthesize` for specifications; `IndexedRules` and `open_table` for
             board games of up to billions of positions
Solve it     ``solve(game)``, ``solve(game, solver="...")``
Ask it       ``solution.outcome(p)``, ``value(p)``, ``best_moves(p)``, ``explain(p)``, ``play(p)``;
             ``argument(solution, p)``
Prove it     ``verify(solution)``; what proves each kind of answer is in ``graphgames.certificates``
Show it      ``solution.draw().save("game.svg")``; in a notebook solutions show themselves
Keep it      ``write(solution, path)``, ``read_solution(game, path)``, ``solution.to_pandas()``, ``to_networkx()``
Less often   `expand`, `simulate`, `sensitivity`, `why`, `controller`, `verify_controller`, `read_marks`,
             `from_openspiel`, `to_gymnasium`, `to_pettingzoo`, `mex`, `nim_sum`, `nim_product`, `misere_quotient`:
             not in ``dir()``, but imported in the same way

``graphgames.play`` plays games, ``graphgames.games`` reads the inputs of concrete games, and the program
``graphgames --help`` does all this from the command line. Errors are `GraphGamesError`.
"""

from __future__ import annotations

import os

if "GRAPHGAMES_PURE" in os.environ:
    import graphgames.core.compiled  # noqa: F401  # the sources of kernels are found from here on

# ``__init__.pyi`` lists the public names and their homes, for type checkers, too: first what users type most, which
# `dir` lists, then the rest, and the classes of what all these return and raise. Each is imported on first use, so that
# ``import graphgames`` is fast and a program that only needs the version never loads NumPy.
from graphgames._version import __version__
from graphgames.core.drawing import Drawable
from graphgames.core.joining import Joinable
from graphgames.core.unknown_attributes import UnknownAttributeError

with open(f"{__file__}i", encoding="utf-8") as _stub:  # noqa: PTH123, which would import pathlib
    _BOTH = _stub.read().split("# isort: split")
_PARTS = [[line.split() for line in part.splitlines() if line.startswith("from ")] for part in _BOTH]
_WHERE = {name: home for part in _PARTS for _, home, _, name, *_ in part if name != "__version__"}

__all__ = ["__version__", *sorted(_WHERE)]


def __getattr__(name: str) -> object:
    """Import a public name from its home when it is first asked for (PEP 562)."""
    if name not in _WHERE:
        if any(map(os.path.exists, (f"{__path__[0]}/{name}/__init__.py", f"{__path__[0]}/{name}.py"))):
            return __import__(f"{__name__}.{name}").__dict__[name]
        from graphgames.catalogue.python_habits import meant

        found = None if name.startswith("_") else meant(name, __getattr__)
        if found is None:
            raise UnknownAttributeError(None, name)
        return found
    from importlib import import_module

    module = _WHERE[name] == __name__
    if module:
        value = import_module(f"{__name__}.{name}")
    else:
        from graphgames.core.calling import answering

        value = answering(getattr(import_module(_WHERE[name]), name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(name for _, _, _, name, *_ in _PARTS[0])


def _instead(owner: type | None, name: str) -> str:
    """Return what there is instead of a name that the package or a class does not have."""
    if name.startswith("_"):
        return ""
    from graphgames.catalogue import python_habits

    named = {known: globals()[known] if known in globals() else __getattr__(known) for known in _WHERE}
    public = python_habits.Public(named, __dir__())
    return python_habits.in_package(name, public) if owner is None else python_habits.on_class(owner, name, public)


def _called(thing: object, name: str) -> object:
    """Return a function of the package as a method of an object that it takes, or None."""
    from functools import partial

    from graphgames.core.solution_base import Solution

    solved, game = isinstance(thing, Solution), hasattr(thing, "objective")
    if name == "animate":
        return partial(thing.draw, play=20) if isinstance(thing, Solution) else None
    if name == "solve":
        fits = not solved and (game or hasattr(thing, "indptr") or hasattr(thing, "with_objective"))
    else:
        fits = solved or (game and name == "write")
    return partial(__getattr__(name), thing) if fits else None


def _late(module: str, name: str) -> object:
    """Return a function of a higher layer, which is imported when it is first called."""

    def called(*given: object, **options: object) -> object:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{module}"), name)(*given, **options)

    return staticmethod(called)


def _explore(solution: object, *how: object) -> object:
    """Make the page in a cell of a notebook, and load what answers it only now."""
    from graphgames.core.errors import MissingDependencyError

    try:
        from graphgames.explore.notebook import Explorer
    except ImportError as error:
        raise MissingDependencyError(str(error.name), "notebook") from None
    return Explorer(solution, *how)  # type: ignore[arg-type]


UnknownAttributeError.instead = staticmethod(_instead)
UnknownAttributeError.called = staticmethod(_called)
Drawable.simulator = _late("policies.simulation", "simulate")
Drawable.painter = _late("draw", "picture")
Drawable.acting = _late("policies.agents", "Agent")
Drawable.explorer = staticmethod(_explore)
Drawable._opener = _late("explore.proof", "everywhere")
Drawable._notebook = _late("draw.html", "notebook")
Joinable.joiner = _late("games.omega.joining", "joined")
