"""What there is instead of a name that people ask the package, or an object, for from habit.

A name may be that of a game, an objective, a solver, or an attribute of another class, which are all looked up; what
other tools call things stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from graphgames.catalogue import find
from graphgames.core.errors import did_you_mean

_NIMBERS = "nimber(game, position) is the Grundy value; grundy_values(graph), heap_game(code), by_rule(moves) have many"
_PARTIZAN = "canonical_form(text) is the value of a game, as canonical_form('^'), with its mean and thermograph"
_GRAPHS = "solve(graph, objective, owner=...) takes a NetworkX graph or a dictionary, and Arena.from_edges(edges) edges"
_MODELS = "Model.from_table(rows) makes one of rows state, action, next, probability, reward"
_PLAYED = "solution.play(start) follows the best moves, and simulate(solution, plays) plays many times"
_GENERATE = "graphgames generate makes games of many families on the command line"
_STEPS = "a number of steps stands in a property, Rmax=? [C<=10], which Model.ask(text) answers"
_AVERAGE = "solve(game, MeanPayoff()) finds the average in the long run"
_COSTS = "solve(model, ExpectedReward(['goal']), owner=1) has the least expected sum of rewards until the goal"
_LTL = "ltlsynt and ltl2tgba of Spot make HOA of a formula, which read(path) and graphgames synth take"
_SUBTRACTION = "heap_game([1, 3, 4]) is the game in which 1, 3 or 4 are taken"
INSTEAD = {
    "average": _AVERAGE,
    "averagereward": _AVERAGE,
    "cost": _COSTS,
    "digraph": _GRAPHS,
    "energygame": "solve(graph, Energy(), owner=...)",
    "finitehorizon": _STEPS,
    "fromspot": "read(path) reads the HOA text that Spot writes, and graphgames synth a specification in it",
    "generate": _GENERATE,
    "graph": _GRAPHS,
    "grundy": _NIMBERS,
    "judge": "read(path, game=NAME) reads the input of a contest, and graphgames judge NAME answers it",
    "load": "read(path) reads a file",
    "longrunaverage": _AVERAGE,
    "loadgame": "read(path) reads a file",
    "ltl": _LTL,
    "markovdecisionprocess": _MODELS,
    "mdp": _MODELS,
    "meanpayoffgame": "solve(graph, MeanPayoff(), owner=...)",
    "mincost": _COSTS,
    "muller": "EmersonLei.muller(sets) is the Muller condition",
    "nimadd": "nim_sum(a, b) adds nimbers",
    "nimmult": "nim_product(a, b) multiplies nimbers",
    "nimmultiply": "nim_product(a, b) multiplies nimbers",
    "octal": "heap_game(code) is a game of heaps by its octal code, and nimber(code, heaps) the Grundy value of heaps",
    "paritygame": "solve(graph, Parity(priorities), owner=...), or read(path) of a file",
    "parse": "read(path) reads a file, and canonical_form(text) a game in notation",
    "randomgame": _GENERATE,
    "policyiteration": "solve(model, Discounted(discount), solver='policy-iteration') has an exact answer",
    "shortestpath": _COSTS,
    "solvers": "graphgames solvers lists them on the command line, and solve(game, solver=NAME) uses one",
    "star": _PARTIZAN,
    "stochasticgame": _MODELS,
    "subtraction": _SUBTRACTION,
    "subtractiongame": _SUBTRACTION,
    "takeaway": _SUBTRACTION,
    "up": _PARTIZAN,
    "valueiteration": "solve(model, Discounted(discount)) has an exact answer",
}
"""For names of the package what there is instead; without capitals and hyphens, as all names here."""

_MADE = ("from_edges", "from_table")
_TABLE = ("to_pandas",)
_WON = ("regions", "winner", "outcome")
_RANKS = ("values", "value")
ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "addaction": _MADE,
    "addedge": _MADE,
    "addedges": _MADE,
    "addnode": _MADE,
    "addstate": _MADE,
    "addtransition": _MADE,
    "addvertex": _MADE,
    "animate": ("draw",),
    "birth": ("birthday",),
    "canonicalform": ("value", "canonical_form"),
    "canonicalize": ("canonical_form",),
    "frame": _TABLE,
    "fromdataframe": ("from_pandas",),
    "fromdf": ("from_pandas",),
    "fromdict": ("from_dict", "from_gymnasium", "from_table"),
    "fromframe": ("from_pandas",),
    "fromgym": ("from_gymnasium",),
    "fromlist": ("from_edges", "from_table"),
    "fromnumpy": ("from_arrays",),
    "fromnx": ("from_networkx",),
    "fromrows": ("from_table",),
    "grundy": ("nimber", "value"),
    "grundyvalue": ("nimber", "value"),
    "iswinning": _WON,
    "leftoptions": ("left", "best_moves"),
    "nimsequence": ("values",),
    "nimvalue": ("nimber", "value"),
    "nodes": ("names", "n", "arena"),
    "numberofedges": ("m", "transitions"),
    "numberofnodes": ("n", "states"),
    "numedges": ("m", "transitions"),
    "numstates": ("states", "n"),
    "numvertices": ("n", "states"),
    "optimalpolicy": ("policy", "strategy"),
    "options": ("left", "right", "moves", "best_moves"),
    "optimalvalue": ("value", "values"),
    "plot": ("draw",),
    "policy": ("policy", "strategy"),
    "predecessors": ("to_networkx", "to_scipy"),
    "q": ("best_moves",),
    "qvalue": ("best_moves",),
    "qvalues": ("best_moves",),
    "rank": _RANKS,
    "ranks": _RANKS,
    "remoteness": _RANKS,
    "render": ("draw",),
    "replace": ("from_table", "with_objective"),
    "rightoptions": ("right", "best_moves"),
    "savefig": ("save", "draw"),
    "save": ("write", "draw"),
    "setowner": _MADE,
    "show": ("draw", "save"),
    "states": ("names", "arena"),
    "steps": ("explain",),
    "stops": ("left_stop", "right_stop"),
    "temp": ("temperature",),
    "tocsv": ("write_policy", "to_pandas"),
    "successors": ("successors_of", "targets"),
    "todataframe": _TABLE,
    "todf": _TABLE,
    "toframe": _TABLE,
    "tojson": ("to_dict",),
    "tonx": ("to_networkx",),
    "topandas": ("to_pandas", "write"),
    "tosvg": ("svg", "draw"),
    "transitionmatrix": ("targets", "probability", "to_scipy"),
    "v": ("values", "value"),
    "vertices": ("names", "n", "arena"),
    "why": ("explain",),
    "win0": _WON,
    "win1": _WON,
    "winningmove": ("best_moves",),
    "winningmoves": ("winning_moves", "best_moves"),
    "winningregion": _WON,
    "winningset": _WON,
    "winningregions": _WON,
}
"""What other tools call attributes, each with ours; those that a class has are suggested."""


class Public(NamedTuple):
    """The public names with what they stand for, and those among them that users type."""

    named: Mapping[str, Any]
    typed: Sequence[str]


def _plain(name: str) -> str:
    """Return a name without capitals, hyphens and underscores."""
    return name.casefold().replace("_", "").replace("-", "")


def in_package(name: str, public: Public) -> str:
    """Return the end of a sentence that says that the package has no such name: what there is instead."""
    plain = _plain(name)
    if plain in INSTEAD:
        return f"; {INSTEAD[plain]}"
    for game in find.names():
        if _plain(game) == plain:
            return _game(game)
    objectives = {_plain(objective): objective for objective in find.objectives()}
    solvers = [solver.name for solver in find.solvers() if plain in map(_plain, (solver.name, *solver.aliases))]
    if solvers and plain not in objectives:
        return f"; solve(game, solver={solvers[0]!r}) solves with it"
    objective = objectives.get(plain, find.objective_name(name))
    if objective in objectives.values():
        return f"; the objective is {find.objective_class(objective).__name__}(...)"
    likely = did_you_mean(name, [*public.named], 0.75).rstrip(".")
    return (
        likely
        or _elsewhere((name, *ATTRIBUTES.get(plain, ())), public)
        or did_you_mean(name, [*public.named], 0.7).rstrip(".")
    )


def _game(name: str) -> str:
    """Return how the game of a name is had: it has a document with an input of its own, or needs no file."""
    if find.document(name) is not None and name not in _without_file():
        return f"; read(path, game={name!r}) reads the input of that game"
    return f"; solve({name!r}) solves the game of that name"


def _without_file() -> list[str]:
    return [name for kind in find.kinds() if kind.names for name in kind.load(kind.names)]


def on_class(owner: type, name: str, public: Public) -> str:
    """Return the end of a sentence that says that a class has no such attribute: what there is instead."""
    if name.startswith("_"):
        return ""
    known, meant = _own(owner), ATTRIBUTES.get(_plain(name), ())
    there = [one for one in meant if one in known]
    if there:
        return f"; did you mean {' or '.join(map(repr, there))}?"
    for function in (name, *meant):
        if not isinstance(public.named.get(function, str), type):
            return f"; {function}(...) is a function of graphgames"
    other = "from_" if name.startswith("to_") else "to_"
    near = sorted(one for one in known if not one.startswith(other))
    return did_you_mean(name, near, 0.75).rstrip(".") or _elsewhere((name, *meant), public, owner)


def _own(owner: type) -> set[str]:
    """Return the names of the attributes of a class and of its objects that are for users."""
    declared = (name for base in owner.__mro__ for name in vars(base).get("__annotations__", ()))
    return {name for name in (*dir(owner), *declared) if not name.startswith("_")}


def _elsewhere(names: Iterable[str], public: Public, owner: type | None = None) -> str:
    """Return which public classes have an attribute of one of the names, and which functions return their objects.

    In place of an attribute of a class, those count that are written in the same room, and for a solution other
    solutions that a function returns; what others call so is something else.
    """
    classes = [
        thing for thing in public.named.values() if isinstance(thing, type) and not issubclass(thing, BaseException)
    ]
    if owner is not None:
        room, solution = owner.__module__.rpartition(".")[0], public.named["Solution"]
        solved = [one for one in classes if issubclass(one, solution)] if issubclass(owner, solution) else []
        classes = [
            one for one in classes if one.__module__.startswith(f"{room}.") or (one in solved and _from(one, public))
        ]
    for name in names:
        have = [one for one in classes if name in _own(one)]
        have = [one for one in have if not any(other is not one and issubclass(one, other) for other in have)]
        if have:
            return f"; there is {_listed(f'{one.__name__}.{name}{_from(one, public)}' for one in have[:2])}"
    return ""


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _from(made: type, public: Public) -> str:
    """Return in words which public functions return objects of a class, by their annotations; "" if one makes them."""
    if made.__name__ in public.typed:
        return ""
    functions: list[Callable[..., Any]] = [thing for thing in public.named.values() if not isinstance(thing, type)]
    named = [
        f"{one.__name__}(...)"
        for one in functions
        if str(getattr(one, "__annotations__", {}).get("return", "")).partition("[")[0] == made.__name__
    ]
    return f" of what {' or '.join(named[:2])} returns" if named else ""
