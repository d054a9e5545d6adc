"""Calls that do not fit what is called: an argument by a name of habit is taken, and else the error says what is meant.

Public functions, constructors and class methods are made to answer so when they are first asked for
(``graphgames.__getattr__``), and methods when their class is made
(`graphgames.core.unknown_attributes.Suggesting`), which needs no word in any of them.
"""

from __future__ import annotations

import sys
from functools import partial, wraps

from graphgames.core.errors import CallError, counted, did_you_mean

TYPE_CHECKING = False  # as `typing.TYPE_CHECKING`, whose import would be a good part of the time of a small job
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

FUNCTION = type(wraps)
_CALLED = {
    "cap": "battery battery_capacity bound capacity max_battery max_charge max_energy upper_bound",
    "constants": "const",
    "discount": "discount_factor gamma",
    "heads": "dst targets",
    "ins": "inputs",
    "n": "nodes num_vertices vertices",
    "outs": "outputs",
    "precision": "accuracy eps epsilon tol tolerance",
    "progress": "verbose",
    "plays": "episodes n runs samples trials",
    "rewards": "R",
    "seed": "random_state",
    "solver": "algorithm method",
    "steps": "horizon length max_steps",
    "tails": "src sources",
    "target": "goal goals",
    "transitions": "P T",
    "up_to": "heaps max max_heap n to",
}
"""What some arguments and settings are called elsewhere; a plural means the same everywhere."""
SYNONYMS = {word: ours for ours in ("cap", "discount") for word in _CALLED[ours].split()}
"""Of settings, with what they are called here."""
_CREDIT = "the least credit to begin with is the answer: solution.value(v)"
_MARKS = "what player 0 wants is part of the objective, as in Buchi(['a', 'c']) or Energy(weight='cost')"
_COSTS = (
    "player 1 minimises, and owner=1 gives that player all states of a model: solve(model, Discounted('9/10'), owner=1)"
)
_STEPS = "a number of steps is part of a property of a model: model.ask('Rmax=? [C<=10]')"
ANSWERS = {
    "accepting": _MARKS,
    "costs": _COSTS,
    "dpi": "the size of a picture, in pixels or mm, is that of its drawing: solution.draw(size='300x200mm').save(path)",
    "credit": _CREDIT,
    "exact": "answers are exact where no precision is asked for, as by precision=1e-6",
    "horizon": _STEPS,
    "initial": _CREDIT,
    "initial_charge": _CREDIT,
    "initial_credit": _CREDIT,
    "lang": "all texts are in English; players=('Ann', 'Bob') names the players",
    "language": "all texts are in English; players=('Ann', 'Bob') names the players",
    "minimise": _COSTS,
    "minimize": _COSTS,
    "misere": "misere(rules) has the misère play of rules or of a code, as misere('kayles'), and "
    "solve(graph, MiserePlay()) that of a graph",
    "player": "the objective is that of player 0; to make it that of player 1, swap 0 and 1 in owner=",
    "priorities": _MARKS.replace("Buchi(['a', 'c'])", "Parity([0, 1, 2])"),
    "target": _MARKS.replace("Buchi(['a', 'c'])", "Reach(['goal'])"),
    "weight": _MARKS,
    "weights": _MARKS,
}
"""For arguments of habit that nothing like them is taken for: what there is instead."""


SURPLUS = {
    "Sum.of": "; several positions stand in a tuple: Sum.of(game, (1, 3))",
    "nimber": "; nim_sum(3, 5, 7) adds heaps of Nim",
    "verify": "; a solution in a file is read by read_solution(game, path)",
}
"""For functions that are given too much from habit, what there is instead."""


def answering(thing: Any) -> Any:
    """Return a function that answers calls that do not fit; a class answers so itself from then on.

    >>> import graphgames as gg
    >>> gg.Energy(capacity=5).cap
    5
    >>> gg.Energy(weigth="cost")
    Traceback (most recent call last):
        ...
    graphgames.core.errors.CallError: Energy takes no argument 'weigth'; did you mean 'weight'? It takes weight,
    vertex_weight, dead_ends, cap
    """
    if isinstance(thing, FUNCTION):
        wrapped = _answering(thing, thing.__name__)
        setattr(sys.modules[thing.__module__], thing.__name__, wrapped)  # one function by one name, as pickle wants it
        return wrapped
    if isinstance(thing, type) and not issubclass(thing, BaseException):
        for name, method in list(vars(thing).items()):
            if name == "__init__" and isinstance(method, FUNCTION):
                setattr(thing, name, _answering(method, thing.__name__, 1, partial(_ways, thing)))
            elif (name == "of" or name.startswith("from_")) and isinstance(method, classmethod):
                function = _answering(method.__func__, f"{thing.__name__}.{name}", 1, partial(_ways, thing, name))
                setattr(thing, name, classmethod(function))
    return thing


def answering_methods(cls: type) -> None:
    """Let the public methods that a class defines answer calls that do not fit."""
    for name, method in list(vars(cls).items()):
        if not name.startswith("_") and isinstance(method, FUNCTION):
            setattr(cls, name, _answering(method, f".{name}", 1))


def _ways(thing: type, but: str = "") -> str:
    """Return the end of a sentence that names the methods that make objects of a class, but for one."""
    named = [f"{thing.__name__}.{name}" for name in dir(thing) if name.startswith("from_") and name != but]
    return f"; there is also {', '.join(named)}" if named else ""


def _answering(
    function: Callable[..., Any], name: str, own: int = 0, ways: Callable[[], str] = str
) -> Callable[..., Any]:
    """Return a function that answers so; of its arguments the first ``own`` are not the caller's.

    A name with a point in front is that of a method, which follows the name of the object's class.

    What else there is, ``ways``, is found and said where arguments are missing.
    """
    depth, within = 0, function
    while hasattr(within, "__wrapped__"):  # in which Python calls it
        depth, within = depth + 1, within.__wrapped__

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except TypeError as error:
            at = error.__traceback__
            for _ in range(depth):
                at = at and at.tb_next
            if at is None or at.tb_next is not None:  # the call itself was right
                raise
            whose = type(given[0]).__name__ if name[0] == "." and given else ""
            misfit = _misfit(function, f"{whose}{name}", given, named, own, ways)
            if not misfit:
                raise
            made_from = getattr(given[0], "_made_from", None) if function.__name__ == "__init__" else None
            if made_from is not None and len(given) > own and not _misfit(made_from, "", given[own:], named, 0, ways):
                given[0].__dict__.update(made_from(*given[own:], **named).__dict__)
                return None
            meant = renamed(named, _by_name(function, own))
        if meant != named:
            return called(*given, **meant)
        raise CallError(misfit)

    return called


def renamed(given: Mapping[str, Any], takes: Sequence[str]) -> dict[str, Any]:
    """Return arguments by the names that they have here, where they were given by names of habit.

    >>> renamed({"capacity": 5, "weights": "cost", "credit": 3}, ["weight", "cap"])
    {'credit': 3, 'cap': 5, 'weight': 'cost'}
    """
    found = dict(given)
    for word in [word for word in given if word not in takes]:
        meant = [
            one
            for one in set(takes).difference(found)
            if _singular(word) == one or word in _CALLED.get(one, "").split()
        ]
        if len(meant) == 1:
            found[meant[0]] = found.pop(word)
    return found


def _singular(word: str) -> str:
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")


def _by_name(function: Callable[..., Any], own: int) -> list[str]:
    """Return the names of the arguments that a function takes by name, but for the first ones."""
    import inspect  # which most processes do without

    takes = list(inspect.signature(function).parameters.values())[own:]
    return [one.name for one in takes if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]


def _misfit(
    function: Callable[..., Any],
    name: str,
    given: Sequence[Any],
    named: Mapping[str, Any],
    own: int,
    ways: Callable[[], str],
) -> str:
    """Return in a sentence why a call does not fit; empty if it does."""
    import inspect  # which most processes do without

    takes = list(inspect.signature(function).parameters.values())[own:]
    if any(one.kind is one.VAR_KEYWORD for one in takes):
        named = {}
    by_name = _by_name(function, own)
    there = f"It takes {', '.join(by_name)}" if by_name else "It takes none"
    for word in named:
        if word not in by_name:
            meant = did_you_mean(SYNONYMS.get(word, word), by_name)
            if meant == "." and word in ANSWERS:
                meant = f"; {ANSWERS[word]}."
            return f"{name} takes no argument {word!r}{meant} {there}"
    in_order = [one for one in takes if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    several = len(given) - own
    if several > len(in_order) and not any(one.kind is one.VAR_POSITIONAL for one in takes):
        most = counted(len(in_order), "argument") + " without " + ("its name" if len(in_order) == 1 else "their names")
        return f"{name} takes at most {most}, and {several} are given. {there}{SURPLUS.get(name, '')}"
    twice = [one.name for one in in_order[:several] if one.name in named]
    if twice:
        return f"{name} is given {twice[0]!r} twice, by position and by name. {there}, in this order"
    filled = {one.name for one in in_order[:several]} | set(named)
    missing = [one.name for one in takes if one.default is one.empty and one.name in by_name and one.name not in filled]
    if not missing:
        return ""
    others = ways()
    if any(isinstance(one, str) for one in given[own:]) and others:
        others += "; solve(text) solves the game that a name or a notation means, and read(path) reads a file"
    return f"{name} needs {' and '.join(missing)}. {there}{others or _example(function, name)}"


def _example(function: Callable[..., Any], name: str) -> str:
    """Return the end of a sentence with the first call in the examples of a function, "" if there is none."""
    import inspect
    import re

    found = re.search(rf">>> .*?\b({re.escape(name)}\((?:[^()\n]|\([^()\n]*\))*\))", inspect.getdoc(function) or "")
    return f", as in {found[1]}" if found else ""
