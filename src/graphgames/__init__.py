"""Two-player games on graphs: solved, with strategies, and with a certificate for every answer.

The public names, nothing else. They are imported when first used, so that ``import graphgames`` costs nothing and a
program that only asks for the version never loads NumPy.

>>> import graphgames as gg
>>> arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
>>> solution = gg.solve(gg.Game(arena, gg.Buchi([2])))
>>> solution.winner.tolist(), gg.verify(solution).ok
([1, 1, 0], True)
"""

from __future__ import annotations

from graphgames._version import __version__
from graphgames.core.drawing import Drawable

TYPE_CHECKING = False  # as `typing.TYPE_CHECKING`, whose import would be a good part of the time of a small job
if TYPE_CHECKING:
    from typing import Any

    from graphgames.api import read, read_solution, solve, verify, write
    from graphgames.core.arena import Arena
    from graphgames.core.certificates import AttractorRanks, BuchiLabels, Certificate, Remoteness, StrategyPair
    from graphgames.core.errors import (
        ArenaError,
        CycleError,
        FormatError,
        GameError,
        GraphGamesError,
        LimitExceededError,
        MissingDependencyError,
        SolverError,
    )
    from graphgames.core.game import Game
    from graphgames.core.geography import Geography, GeographySolution
    from graphgames.core.grid import BlockedGrid, GridSolution, GridsSegments, LosingSegments
    from graphgames.core.heaps import HeapPeriod, HeapValues
    from graphgames.core.impartial import GrundyValues, LoopyValues, NimberProblem, NimberSolution
    from graphgames.core.nimbers import Infinity
    from graphgames.core.objectives import (
        Buchi,
        CoBuchi,
        MiserePlay,
        NormalPlay,
        Objective,
        Parity,
        Reach,
        Safe,
    )
    from graphgames.core.oracle import Oracle, RatedMove
    from graphgames.core.race import Race, RaceDistances, RacesDistances, RaceSolution
    from graphgames.core.rules import Rules, expand
    from graphgames.core.solution import Report, Solution, Strategy
    from graphgames.draw.picture import Picture
    from graphgames.games.heaps import HeapGame, HeapProblem
    from graphgames.impartial import ImpartialGame, Sum, by_rule, grundy_values, heap_game
    from graphgames.solvers.misere import Genus, MisereQuotient, genus, misere_outcome, misere_quotient

_HOME = {
    "graphgames.api": ("read", "read_solution", "solve", "verify", "write"),
    "graphgames.core.arena": ("Arena",),
    "graphgames.core.certificates": ("AttractorRanks", "BuchiLabels", "Certificate", "Remoteness", "StrategyPair"),
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
    "graphgames.core.heaps": ("HeapPeriod", "HeapValues"),
    "graphgames.core.impartial": ("GrundyValues", "LoopyValues", "NimberProblem", "NimberSolution"),
    "graphgames.core.nimbers": ("Infinity",),
    "graphgames.core.geography": ("Geography", "GeographySolution"),
    "graphgames.core.objectives": (
        "Buchi",
        "CoBuchi",
        "MiserePlay",
        "NormalPlay",
        "Objective",
        "Parity",
        "Reach",
        "Safe",
    ),
    "graphgames.core.oracle": ("Oracle", "RatedMove"),
    "graphgames.core.grid": ("BlockedGrid", "GridSolution", "GridsSegments", "LosingSegments"),
    "graphgames.core.race": ("Race", "RaceDistances", "RaceSolution", "RacesDistances"),
    "graphgames.core.rules": ("Rules", "expand"),
    "graphgames.core.solution": ("Report", "Solution", "Strategy"),
    "graphgames.draw.picture": ("Picture",),
    "graphgames.games.heaps": ("HeapGame", "HeapProblem"),
    "graphgames.solvers.misere": ("Genus", "MisereQuotient", "genus", "misere_outcome", "misere_quotient"),
    "graphgames.impartial": ("ImpartialGame", "Sum", "by_rule", "grundy_values", "heap_game"),
}
_WHERE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Arena",
    "ArenaError",
    "AttractorRanks",
    "BlockedGrid",
    "Buchi",
    "BuchiLabels",
    "Certificate",
    "CoBuchi",
    "CycleError",
    "FormatError",
    "Game",
    "GameError",
    "Genus",
    "Geography",
    "GeographySolution",
    "GraphGamesError",
    "GridSolution",
    "GridsSegments",
    "GrundyValues",
    "HeapGame",
    "HeapPeriod",
    "HeapProblem",
    "HeapValues",
    "ImpartialGame",
    "Infinity",
    "LimitExceededError",
    "LoopyValues",
    "LosingSegments",
    "MiserePlay",
    "MisereQuotient",
    "MissingDependencyError",
    "NimberProblem",
    "NimberSolution",
    "NormalPlay",
    "Objective",
    "Oracle",
    "Parity",
    "Picture",
    "Race",
    "RaceDistances",
    "RaceSolution",
    "RacesDistances",
    "RatedMove",
    "Reach",
    "Remoteness",
    "Report",
    "Rules",
    "Safe",
    "Solution",
    "SolverError",
    "Strategy",
    "StrategyPair",
    "Sum",
    "__version__",
    "by_rule",
    "expand",
    "genus",
    "grundy_values",
    "heap_game",
    "misere_outcome",
    "misere_quotient",
    "read",
    "read_solution",
    "solve",
    "verify",
    "write",
]


def __getattr__(name: str) -> object:
    """Import a public name from its home when it is first asked for (PEP 562)."""
    if name not in _WHERE:
        raise AttributeError(f"module 'graphgames' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _paint(thing: Any, **options: Any) -> Picture:
    """Draw something, and load what draws only now."""
    from graphgames.draw import picture

    return picture(thing, **options)


Drawable.painter = staticmethod(_paint)
