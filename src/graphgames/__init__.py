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

``graphgames.play`` plays games, ``graphgames.games`` reads the inputs of concrete games, and the program
``graphgames --help`` does all this from the command line. Errors are `GraphGamesError`.
"""

from __future__ import annotations

import os

if "GRAPHGAMES_PURE" in os.environ:
    import graphgames.core.compiled  # noqa: F401  # the sources of kernels are found from here on

# The public names; ``__init__.pyi`` lists them for type checkers. Each is imported on first use, so that ``import
# graphgames`` is fast and a program that only needs the version never loads NumPy.
from graphgames._version import __version__
from graphgames.core.acceptance import Joinable
from graphgames.core.drawing import Drawable

_HOME = {
    "graphgames.api": (
        "read",
        "read_solution",
        "solve",
        "verify",
        "write",
    ),
    "graphgames.catalogue.problems": ("expand",),
    "graphgames.core.arena": ("Arena",),
    "graphgames.core.errors": (
        "ArenaError",
        "CycleError",
        "FormatError",
        "GameError",
        "GraphGamesError",
        "LimitExceededError",
        "MissingDependencyError",
        "SolverError",
    ),
    "graphgames.core.game": ("Game",),
    "graphgames.core.objective": ("Objective",),
    "graphgames.core.oracle": (
        "Outcome",
        "RatedMove",
    ),
    "graphgames.core.report": ("Report",),
    "graphgames.core.rules": ("Rules",),
    "graphgames.core.solution": (
        "ArenaSolution",
        "Solution",
    ),
    "graphgames.core.strategy": ("FiniteMemoryStrategy", "Strategy"),
    "graphgames.core.value": (
        "Bracket",
        "INFINITY",
    ),
    "graphgames.draw.picture": ("Picture",),
    "graphgames.games.buchi.objective": (
        "Buchi",
        "CoBuchi",
    ),
    "graphgames.games.chance.long_run.objective": ("ParityProbability",),
    "graphgames.games.chance.rewards.objective": ("ExpectedReward",),
    "graphgames.games.chance.objective": (
        "AvoidProbability",
        "BoundedReachProbability",
        "ReachProbability",
    ),
    "graphgames.games.chance.sensitivity": (
        "Sensitivity",
        "sensitivity",
    ),
    "graphgames.games.fair.objective": (
        "FairBuchi",
        "FairCoBuchi",
        "FairParity",
        "FairReach",
        "FairSafe",
    ),
    "graphgames.games.geography.problem": ("Geography",),
    "graphgames.games.geography.solution": ("GeographySolution",),
    "graphgames.games.grid.problem": ("BlockedGrid",),
    "graphgames.games.grid.solution": ("GridSolution",),
    "graphgames.games.heaps.misere": (
        "MisereQuotient",
        "misere_quotient",
    ),
    "graphgames.games.heaps.problem": ("HeapGame",),
    "graphgames.games.heaps.solution": ("HeapSolution",),
    "graphgames.games.heaps.sparse_space": ("heap_game",),
    "graphgames.games.impartial.by_rule": (
        "ByRule",
        "by_rule",
    ),
    "graphgames.games.impartial.grundy": ("grundy_values",),
    "graphgames.games.impartial.misere": (
        "MisereSolution",
        "misere",
    ),
    "graphgames.games.impartial.nimbers": (
        "LoopyNimber",
        "mex",
        "nim_sum",
    ),
    "graphgames.games.impartial.solution": ("NimberSolution",),
    "graphgames.games.impartial.sum": ("Sum",),
    "graphgames.games.lastmove.objective": (
        "MiserePlay",
        "NormalPlay",
    ),
    "graphgames.games.models.game": ("ModelGame",),
    "graphgames.games.models.model": ("Model",),
    "graphgames.games.models.solution": ("ModelSolution",),
    "graphgames.games.omega.objective": (
        "EmersonLei",
        "GR1",
        "GeneralizedBuchi",
        "GeneralizedCoBuchi",
        "Rabin",
        "Streett",
    ),
    "graphgames.games.parity.objective": ("Parity",),
    "graphgames.games.races.problem": ("Race",),
    "graphgames.games.races.solution": ("RaceSolution",),
    "graphgames.games.reachability.objective": (
        "Reach",
        "Safe",
    ),
    "graphgames.games.synthesis.automata": ("Machine",),
    "graphgames.games.synthesis.controllers": (
        "controller",
        "verify_controller",
    ),
    "graphgames.games.synthesis.synthesize": ("synthesize",),
    "graphgames.games.synthesis.hoa": ("HoaGame",),
    "graphgames.games.synthesis.reasons": ("Reasons", "why"),
    "graphgames.games.synthesis.spec": ("Spec",),
    "graphgames.games.synthesis.spec_solution": ("SpecSolution",),
    "graphgames.games.tables.indexed_rules": ("IndexedRules",),
    "graphgames.games.tables.table": (
        "Table",
        "open_table",
    ),
    "graphgames.games.weighted.objective": ("Energy",),
    "graphgames.games.weighted.payoff": (
        "Discounted",
        "MeanPayoff",
        "TotalPayoff",
    ),
    "graphgames.play.steps": ("argument",),
    "graphgames.policies.agents": ("Agent",),
    "graphgames.policies.environments": ("to_gymnasium", "to_pettingzoo"),
    "graphgames.policies.marks": ("Evaluation", "evaluate"),
    "graphgames.policies.memories": ("MemoryPolicy",),
    "graphgames.policies.openspiel": ("from_openspiel",),
    "graphgames.policies.saved_marks": ("SavedMarks", "read_marks"),
    "graphgames.policies.shields": ("Shield", "TemplateShield", "shield"),
    "graphgames.policies.simulation": ("Simulation", "simulate"),
}
_MODULES = ("certificates",)
_WHERE = {name: module for module, names in _HOME.items() for name in names} | dict.fromkeys(_MODULES, "graphgames")

_NIMBERS = "grundy_values(graph), by_rule(moves) and heap_game(code) have nimber(position)"
_PARTIZAN = "values of partizan games are not computed here: CGSuite does"
_INSTEAD = {
    "MDP": "Model.from_table(rows) makes one of rows state, action, next, probability, reward",
    "Muller": "EmersonLei.muller(sets) is the Muller condition",
    "canonical_form": _PARTIZAN,
    "grundy": _NIMBERS,
    "load": "read(path) reads a file",
    "nimber": _NIMBERS,
    "star": _PARTIZAN,
    "thermograph": _PARTIZAN,
    "up": _PARTIZAN,
}
"""What people ask for from habit, each with what there is instead."""

__all__ = ["__version__", *sorted(_WHERE)]


def __getattr__(name: str) -> object:
    """Import a public name from its home when it is first asked for (PEP 562)."""
    if name not in _WHERE:
        way = f"; {_INSTEAD[name]}" if name in _INSTEAD else ""
        raise AttributeError(f"module 'graphgames' has no attribute {name!r}{way}")
    from importlib import import_module

    home = import_module(f"{_WHERE[name]}.{name}" if name in _MODULES else _WHERE[name])
    value = home if name in _MODULES else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _paint(thing: object, **options: object) -> object:
    """Draw something, and load what draws only now."""
    from graphgames.draw import picture

    return picture(thing, **options)


def _simulate(solution: object, *how: object, **options: object) -> object:
    """Play a solution many times, and load what plays only now."""
    from graphgames.policies.simulation import simulate

    return simulate(solution, *how, **options)


def _agent(solution: object, *how: object) -> object:
    """Make an agent of a solution, and load what acts only now."""
    from graphgames.policies.agents import Agent

    return Agent(solution, *how)  # type: ignore[arg-type]


def _notebook(solution: object) -> str:
    """Return what a notebook shows of a solution."""
    from graphgames.draw.html import notebook

    return notebook(solution)


def _explore(solution: object, *how: object) -> object:
    """Make the page in a cell of a notebook, and load what answers it only now."""
    from graphgames.core.errors import MissingDependencyError

    try:
        from graphgames.explore.notebook import Explorer
    except ImportError as error:
        raise MissingDependencyError(str(error.name), "notebook") from None
    return Explorer(solution, *how)  # type: ignore[arg-type]


def _joined(how: str, *objectives: object) -> object:
    """Join objectives, and load what joins them only now."""
    from graphgames.games.omega.joining import joined

    return joined(how, *objectives)


Drawable.simulator = staticmethod(_simulate)
Drawable.painter = staticmethod(_paint)
Drawable.acting = staticmethod(_agent)
Drawable.explorer = staticmethod(_explore)
Joinable.joiner = staticmethod(_joined)
Drawable._notebook = staticmethod(_notebook)
