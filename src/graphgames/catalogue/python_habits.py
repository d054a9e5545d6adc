"""What there is for a name that people ask the package, or an object, for from habit.

A name may be that of a game, an objective, a solver, or an attribute of another class, which are all looked up; what
other tools call things stands here. What means the very same is returned; for other names the error says what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from graphgames.catalogue import find
from graphgames.core.errors import CallError, GameError, did_you_mean
from graphgames.core.unknown_attributes import FILM, SAME

_NIMBERS = "nimber(game, position) is the Grundy value; grundy_values(graph), heap_game(code), by_rule(moves) have many"
_PARTIZAN = "canonical_form(text) is the value of a game, as canonical_form('{1|-1}'), with its mean and thermograph"
_GRAPHS = "solve(graph, objective, owner=...) takes a NetworkX graph or a dictionary, and Arena.from_edges(edges) edges"
_NETWORKX = "arena.to_networkx() is a graph of NetworkX, which has such functions"
_MODELS = (
    "Model.from_table(rows) makes one of rows state, action, next, probability, reward, and read(path) reads a model"
)
_ASKED = "read(path) reads a model, and model.ask(text) answers a property such as 'Pmax=? [ F \"goal\" ]'"
_PLAYED = "solution.play(start) follows the best moves, and simulate(solution, plays) plays many times"
_GENERATE = "graphgames generate makes games of many families on the command line"
_COSTS = "solve(model, ExpectedReward(['goal']), owner=1) has the least expected sum of rewards until the goal"
_LTL = "synthesize(formula, outs=NAMES) takes a formula of LTL, and read(path) reads a file of one"
_CONTROLLER = "synthesize(read(path)) is a controller, and write(machine, path) writes it as HOA or AIGER"
_OCTAL = "heap_game(code) is a game of heaps by its octal code, and nimber(code, heaps) the Grundy value of heaps"
_OWN = "by_rule(moves) has the nimbers of a game given by its moves, and solve(rules, objective) solves Rules"
_WRITTEN = "write(thing, path) writes a game or a solution, and solution.draw(path) a picture"
_WON = "solution.winner_of(v) and solution.outcome(v) say who wins, and solution.won where"
_CREDIT = "solve(graph, Energy(weight, cap=...), owner=...) has the least credit as solution.value(v)"
_SHIELD = "shield(model, avoid=...) keeps all moves after which one can stay safe"
_ENVIRONMENT = "to_gymnasium(game) is an environment, and Model.from_gymnasium(environment) a model of one"
_EXERCISES = "graphgames show FILE --study STUDY -o OUT.html makes a page with exercises"
_WAYS = {
    "solve(game, MeanPayoff()) finds the average in the long run": "average averagereward longrunaverage",
    _COSTS: "cost mincost shortestpath",
    _GRAPHS: "digraph graph twagraph fromadjacency frommatrix fromedgelist",
    _NETWORKX: "scc stronglyconnectedcomponents topologicalsort toposort dijkstra longestpath predecessors",
    _MODELS: "stochasticgame dtmc smg",
    _ASKED: "parseprismprogram parsejanimodel buildmodel buildsparsemodel checkmodel modelchecking parseproperties "
    "property prob probability pmax pmin",
    "a number of steps stands in a property, Rmax=? [C<=10], which Model.ask(text) answers": "finitehorizon",
    _LTL: "ltl ltltogame formula translate",
    _CONTROLLER: "synth synthesis ltlsynt aiger toaiger realizable",
    _OCTAL: "hexadecimal heap heaps takeaway",
    _OWN: "takeandbreak impartial impartialgame position board state customgame",
    _NIMBERS: "mexvalue",
    _PARTIZAN: "number integer switch dyadic tiny miny nimheap",
    "canonical_form(text) has methods cool, heat and overheat": "cool cooling heat heating overheat",
    "read(path) reads a file": "fromcsv fromfile frompg frompgsolver open pgsolver",
    "game.draw(path) and solution.draw(path) draw": "draw plot show render visualize display animate",
    _WRITTEN: "export dump savefig topgsolver todot tocsv",
    _WON: "winner whowins firstplayerwins iswinning winningpositions losingpositions winningregion winningregions",
    "solution.best_moves(position) has the moves, best first": "bestmove legalmoves winningmove winningmoves",
    _PLAYED: "playgame selfplay rollout simulateplay",
    "solution.explain(position) says why": "explain counterexample reason hint",
    "verify(solution) proves an answer": "check certify prove verifysolution checksolution checkcertificate",
    _CREDIT: "credit battery capacity minimumcredit",
    "read(text) reads a text of several lines as the file it could be, and read(path) a file": "fromtext readtext",
    _SHIELD: "permissive permissivescheduler permissivestrategy",
    _ENVIRONMENT: "env environment gym togym",
    _EXERCISES: "exercise exercises quiz worksheet puzzle",
    _GENERATE: "generate generator randomarena randomdag randomgame randomgraph randomparity",
}
"""What there is instead, and for which names of habit."""
INSTEAD = {name: way for way, names in _WAYS.items() for name in names.split()} | {
    "energygame": "solve(graph, Energy(), owner=...)",
    "fromspot": "read(automaton) and synthesize(automaton, outs=['g']) take an automaton of Spot",
    "judge": "read(path, game=NAME) reads the input of a contest, and graphgames judge NAME answers it",
    "meanpayoffgame": "solve(graph, MeanPayoff(), owner=...)",
    "paritygame": "solve(graph, Parity(priorities), owner=...), or read(path) of a file",
    "parse": "read(path) reads a file, and canonical_form(text) a game in notation",
    "solvers": "graphgames solvers lists them on the command line, and solve(game, solver=NAME) uses one",
    "greenhackenbush": "green edges are g, as in hackenbush('ggg'), a stalk of three",
    "tame": "misere(code) has the genus of each position, and the genus says by its attribute tame whether it is",
    "stochasticparity": "where chance moves, solve(graph, Parity(priorities)) says who wins almost surely, and "
    "ParityProbability(priorities) with what probability",
    "strategy": "solution.strategy has the moves, and of a model solution.policy",
    "valueiteration": "solve(model, Discounted(discount)) has an exact answer",
    "version": "there is __version__",
    "whatif": "sensitivity(solution) says how much each probability matters; the effect of another number shows when "
    "the model is made again with it",
}
"""For names of the package what there is instead; without capitals and hyphens, as all names here."""

_ALL_NIMBERS = "grundynumbers loopynimber loopynimbers loopyvalues nimbers nimvalues"
_FUNCTIONS = {
    "GeneralizedBuchi": "generalisedbuchi",
    "Model": "markovdecisionprocess mdp",
    "Reach": "reachability",
    "Safe": "safety",
    "nim_product": "nimmul nimmult nimmultiply nimmultiplication",
    "nim_sum": "nimadd nimaddition nimsum",
    "nimber": "grundy grundynumber grundyvalue nimvalue sg spraguegrundy " + _ALL_NIMBERS,
    "heap_game": "octal octalgame subtraction subtractiongame " + _ALL_NIMBERS,
    "grundy_values": "grundy " + _ALL_NIMBERS,
    "read": "fromstring load loadgame loadpg loads parsehoa parsepgsolver readcsv readgraph readhoa readpg readstring",
    "write": "save",
}
"""Public names, and names of habit for the very same; of several the first one that a call fits counts."""
_NUMBERS = ("atomic_weight", "birthday", "left_stop", "mean", "right_stop", "temperature", "thermograph")
_OF_A_VALUE = {name.replace("_", ""): name for name in _NUMBERS} | {"outcomeclass": "outcome"}
"""Attributes of the value of a game in notation, by their names as functions."""
_VALUES = ("up", "down", "star")
"""Games that have a name in the notation of `canonical_form`."""

_ATTRIBUTES = {
    "from_edges from_table": "addaction addedge addedges addnode addstate addtransition addvertex setowner "
    "changeprobability setprobability setreward setweight updateprobability withprobability",
    "draw": "animate html picture png render svg tohtml tolatex topdf topng",
    "regions winner outcome solve": "attractor iswin iswinning losers losing losingpositions npositions ppositions "
    "win0 win1 winning winningpositions winningregion winningregions winningset wins",
    "best_moves": "bestmove legalmoves move moves nextmove q qvalue qvalues winningmove",
    "birthday": "birth",
    "confused_with": "compare confused fuzzy isfuzzy",
    "values value": "bound cost credit credits distance energy level rank ranks remoteness v",
    "value canonical_form": "canonicalform canonicalize",
    "genus": "istame iswild tame wild",
    "ask verify": "certify check checkproof isproved modelcheck",
    "successors_of": "children neighbors neighbours",
    "parts": "components games summands",
    "left_stop right_stop": "confusioninterval confusionregion stops",
    "cool": "cooled freeze",
    "to_networkx": "copy reverse subgraph",
    "explain": "counterexample reasons steps",
    "mover owner arena": "currentplayer owners player",
    "to_pandas": "df frame table",
    "write": "dump export save todot tofile topgsolver writepg",
    "arena names": "edges size",
    "from_pandas": "fromframe",
    "from_dict from_gymnasium from_table": "fromdict",
    "from_gymnasium": "fromgym",
    "from_arrays from_scipy": "fromadjacency frommatrix fromnumpyarray",
    "problem": "game objective",
    "winner_of solve": "getwinner winner",
    "arena to_networkx draw": "graph",
    "nimber value": "grundy grundynumber grundyvalue nimbers nimsum nimvalue sg",
    "values nimber": "grundyvalues nimsequence nimvalues",
    "stats": "info iterations runtime statistics time",
    "start initial problem": "initialstate initialstates source start startstate",
    "number": "isinteger isnumber",
    "left best_moves": "leftoptions",
    "states n": "n order",
    "names n arena": "nodes vertices",
    "m transitions": "numberofedges",
    "n states": "numberofnodes",
    "policy strategy": "policies policy scheduler strategies winningstrategy",
    "value values": "optimalvalue",
    "left right moves best_moves": "options",
    "outcome": "outcomeclass",
    "owner arena": "owner",
    "targets probability": "p t transitions",
    "play simulate": "path plays rollout run trace",
    "solve": "policyiteration valueiteration",
    "to_networkx to_scipy": "predecessors",
    "problem objective": "priorities",
    "misere_quotient": "misereform quotient",
    "rewards values": "r reward",
    "from_table with_objective": "replace",
    "to_gymnasium": "reset sample step",
    "right best_moves": "rightoptions",
    "save draw": "savefig",
    "draw save": "show",
    "names arena": "states",
    "successors_of targets": "successors",
    "temperature": "temp",
    "write_policy to_pandas": "tocsv",
    "to_dict": "tojson",
    "to_pandas write": "topandas",
    "svg draw": "tosvg",
    "targets probability to_scipy": "transitionmatrix",
    "winning_moves best_moves": "winningmoves",
}
"""What there is, and the names of habit for it."""
_NO_NIMBERS = {
    **dict.fromkeys(("cost", "credit", "credits", "energy"), _CREDIT),
    **dict.fromkeys(
        ("distance", "level", "rank", "ranks", "remoteness"),
        "solve(graph) has the remoteness of a vertex as solution.value(v), and of rules solve(expand(rules))",
    ),
}
"""Numbers that a solution of nimbers lacks, each with what has them."""
_FILMS = ("animate", "animation", "film", "frames", "gif", "movie", "steps", "togif")
ATTRIBUTES: Mapping[str, Sequence[str]] = {
    **SAME,
    **{name: ours.split() for ours, names in _ATTRIBUTES.items() for name in names.split()},
}
"""What other tools call attributes, each with ours; those that a class has are suggested."""


class Public(NamedTuple):
    """The public names with what they stand for, and those among them that users type."""

    named: Mapping[str, Any]
    typed: Sequence[str]


def _plain(name: str) -> str:
    """Return a name without capitals, hyphens and underscores."""
    return name.casefold().replace("_", "").replace("-", "")


def meant(name: str, public: Callable[[str], Any]) -> Any:
    """Return what a name of habit means in the package, whose public names are looked up by a function; None if none.

    It is a public name, a value of a game, the game of a name, which is a function of its size or position, or a
    solver, which is a function of a game, or of a graph and what its objective takes.
    """
    plain = _plain(name)
    if name[0].isupper() and find.objective_name(name) == "nimbers":  # an objective, as solve takes it by name
        return lambda: "nimbers"
    same = [public(ours) for ours, names in _FUNCTIONS.items() if plain in names.split()]
    if same:
        return partial(_fitting, same) if same[1:] else same[0]
    if plain in _VALUES:
        return public("canonical_form")(plain)
    if plain in _OF_A_VALUE:
        return lambda game: getattr(public("canonical_form")(game), _OF_A_VALUE[plain])
    if plain == "genus":
        return partial(_genus, public("misere"))
    game = next((game for game in find.names_of_kinds() if _plain(game) == plain), None)
    if game is not None:
        return partial(_played, public("solve"), game)
    named = () if plain in INSTEAD else find.solvers()
    solver = next((one for one in named if plain in map(_plain, (one.name, *one.aliases))), None)
    return solver and partial(_solved_by, public("solve"), solver)


def _genus(misere: Callable[..., Any], game: object, *at: Any) -> Any:
    """Return the genus of a position of a game in misère play."""
    if not at:
        raise CallError('genus needs a position, as in genus(".77", 5); graphgames heaps CODE --genus prints many')
    return misere(game).genus(*at)


def _fitting(functions: Sequence[Callable[..., Any]], *given: Any, **named: Any) -> Any:
    """Return what the first of some functions returns that a call fits, and a game alone if it knows such games."""
    *first, last = functions
    for function in first:
        with suppress(CallError, *() if given[1:] else (GameError,)):
            return function(*given, **named)
    return last(*given, **named)


def _played(solve: Callable[..., Any], name: str, *at: Any, **options: Any) -> Any:
    """Solve the game of a name, from a position or of a size, as in ``nim(3, 4, 5)`` and ``domineering(2, 3)``."""
    at = tuple(at[0]) if len(at) == 1 and isinstance(at[0], list | tuple) else at
    for mark in "x,":
        behind = mark.join(map(str, at))
        with suppress(GameError):  # it is not a position in these words
            if find.named(f"{name} {behind}".strip(), None) is not None:
                return solve(f"{name} {behind}".strip(), **options)
    return solve(name, start=at, **options)


def _solved_by(solve: Callable[..., Any], solver: Any, problem: object, *given: Any, **named: Any) -> Any:
    """Solve a game by a solver, as in ``attractor(arena, ["goal"])`` and ``policy_iteration(model, discount=0.9)``."""
    objective, made = solver.solves[0].partition(" with ")[0], given[:1]
    if objective not in find.objectives() and (given or named):
        raise CallError(
            f"{solver.name} solves what {find.problem_class(objective).__name__}(...) makes, and takes nothing else"
        )
    if given and not hasattr(given[0], "bind"):
        made = (find.objective_class(objective)(*given),)
    elif not given and named:
        made = (objective,)
    return solve(problem, *made, solver=solver.name, **named)


def in_package(name: str, public: Public) -> str:
    """Return the end of a sentence that says that the package has no such name: what there is instead."""
    plain = _plain(name)
    if plain in INSTEAD:
        return f"; {INSTEAD[plain]}"
    for game in find.names():
        if _plain(game) == plain:
            return _game(game)
    objectives = {_plain(objective): objective for objective in find.objectives()}
    objective = objectives.get(plain, find.objective_name(name))
    if objective in objectives.values():
        return f"; the objective is {find.objective_class(objective).__name__}(...)"
    known = [*public.named]
    likely = did_you_mean(name, known, 0.75).rstrip(".") or _elsewhere((name, *ATTRIBUTES.get(plain, ())), public)
    return likely or did_you_mean(name, known, 0.7).rstrip(".")


def _game(name: str) -> str:
    """Return how the game of a name is had: it has a document with an input of its own, or needs no file."""
    if find.document(name) is not None and name not in find.names_of_kinds():
        return f"; read(path, game={name!r}) reads the input of that game"
    return f"; solve({name!r}) solves the game of that name"


def on_class(owner: type, name: str, public: Public) -> str:
    """Return the end of a sentence that says that a class has no such attribute: what there is instead."""
    if name.startswith("_"):
        return ""
    known, meant = _own(owner), ATTRIBUTES.get(_plain(name), ())
    if "nimber" in meant and "nimber" not in known:  # its values are something else
        return f"; {_NIMBERS}"
    if "nimber" in known and _plain(name) in _NO_NIMBERS:
        return f"; its values are nimbers; {_NO_NIMBERS[_plain(name)]}"
    if _plain(name) in ("probability", "probabilities") and issubclass(owner, public.named["Solution"]):
        return "; solution.value(v) is one of the objectives ReachProbability(...) and ParityProbability(...)"
    if "write" in meant and "write" not in known and "draw" in known and not _is_written(owner, public):
        return "; draw().save(path) writes its picture"
    if _plain(name) in _FILMS and issubclass(owner, public.named["Solution"]):
        return f"; {FILM}"
    there = [one for one in meant if one in known]
    if there and name.startswith(("add", "change", "set", "update", "with_")):
        way = f"collect everything in a list, and call {owner.__name__}.{there[0]}(list)"
        if f"{owner.__name__}Builder" in public.named:
            way += f", or begin with graph = {owner.__name__}(), which has add_vertex and add_edge"
        return f"; an object of this class is made at once, and cannot be changed: {way}"
    if there:
        return f"; did you mean {' or '.join(map(repr, there))}?"
    for function in (name, *meant):
        if not isinstance(public.named.get(function, str), type):
            return f"; {function}(...) is a function of graphgames"
    other = "from_" if name.startswith("to_") else "to_"
    near = sorted(one for one in known if not one.startswith(other))
    return did_you_mean(name, near, 0.75).rstrip(".") or _elsewhere((name, *meant), public, owner)


def _is_written(owner: type, public: Public) -> bool:
    """Return whether files hold what a class stands for, as `write` wants it."""
    return issubclass(owner, (public.named["Game"], public.named["Solution"])) or hasattr(owner, "written_as")


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
