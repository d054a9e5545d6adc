"""Calls that do not fit what is called: the error says which argument was meant, or which is missing.

Public functions, constructors and the class methods ``of`` and ``from_...`` are made to answer so when they are first
asked for (``graphgames.__getattr__``), which needs no word in any of them.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from graphgames.core.errors import CallError, did_you_mean

SYNONYMS = {"capacity": "cap", "discount_factor": "discount", "gamma": "discount"}
"""What arguments and settings are called elsewhere."""
_ANSWERS = {"initial": "the least credit to begin with is the answer: solution.value(v)"}


def answering(thing: Any) -> Any:
    """Return a function that answers calls that do not fit; a class answers so itself from then on.

    >>> import graphgames as gg
    >>> gg.Energy(capacity=5)
    Traceback (most recent call last):
        ...
    graphgames.core.errors.CallError: Energy takes no argument 'capacity'; did you mean 'cap'? It takes weight,
    vertex_weight, dead_ends, cap
    """
    if inspect.isfunction(thing):
        wrapped = _answering(thing, thing.__name__)
        setattr(sys.modules[thing.__module__], thing.__name__, wrapped)  # one function by one name, as pickle wants it
        return wrapped
    if isinstance(thing, type) and not issubclass(thing, BaseException):
        for name, method in list(vars(thing).items()):
            if name == "__init__" and inspect.isfunction(method):
                setattr(thing, name, _answering(method, thing.__name__, 1, partial(_ways, thing)))
            elif (name == "of" or name.startswith("from_")) and isinstance(method, classmethod):
                function = _answering(method.__func__, f"{thing.__name__}.{name}", 1, partial(_ways, thing, name))
                setattr(thing, name, classmethod(function))
    return thing


def _ways(thing: type, but: str = "") -> str:
    """Return the end of a sentence that names the methods that make objects of a class, but for one."""
    named = [f"{thing.__name__}.{name}" for name in dir(thing) if name.startswith("from_") and name != but]
    return f"; there is also {', '.join(named)}" if named else ""


def _answering(
    function: Callable[..., Any], name: str, own: int = 0, ways: Callable[[], str] = str
) -> Callable[..., Any]:
    """Return a function that answers so; of its arguments the first ``own`` are not the caller's.

    What else there is, ``ways``, is found and said where arguments are missing.
    """

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:  # the call itself was right
                raise
            misfit = _misfit(function, name, given, named, own, ways)
            if not misfit:
                raise
        raise CallError(misfit)

    return called


def _misfit(
    function: Callable[..., Any],
    name: str,
    given: Sequence[Any],
    named: Mapping[str, Any],
    own: int,
    ways: Callable[[], str],
) -> str:
    """Return in a sentence why a call does not fit; empty if it does."""
    takes = list(inspect.signature(function).parameters.values())[own:]
    if any(one.kind is one.VAR_KEYWORD for one in takes):
        named = {}
    by_name = [one.name for one in takes if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    there = f"It takes {', '.join(by_name)}" if by_name else "It takes none"
    for word in named:
        if word not in by_name:
            if word in _ANSWERS and "cap" in by_name:
                return f"{name} takes no argument {word!r}; {_ANSWERS[word]}. {there}"
            meant = did_you_mean(SYNONYMS.get(word, word), by_name)
            return f"{name} takes no argument {word!r}{meant} {there}"
    in_order = [one for one in takes if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    several = len(given) - own
    if several > len(in_order) and not any(one.kind is one.VAR_POSITIONAL for one in takes):
        return f"{name} takes at most {len(in_order)} arguments without their names, and {several} are given. {there}"
    twice = [one.name for one in in_order[:several] if one.name in named]
    if twice:
        return f"{name} is given {twice[0]!r} twice, by its place and by its name"
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
    found = re.search(rf">>> .*?\b({re.escape(name)}\((?:[^()\n]|\([^()\n]*\))*\))", inspect.getdoc(function) or "")
    return f", as in {found[1]}" if found else ""
