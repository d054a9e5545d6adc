"""Attributes that an object or its class does not have: a name of habit is understood, or the error says what there is.

The words are found only when the error is shown, so that ``hasattr`` costs little.
"""

from __future__ import annotations

import sys
from abc import ABCMeta
from types import ModuleType

from graphgames.core.calling import answering_methods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


_SAME = {
    "action": "bestaction bestmove move optimalaction",
    "add_edge": "addtransition",
    "add_vertex": "addnode addstate",
    "best_moves": "rankedmoves",
    "draw": "plot savefig visualize",
    "explain": "explanation reason why",
    "from_arrays": "frommatrices fromnumpy fromscipy fromtransitionmatrices fromtransitions",
    "from_edges": "fromedgelist fromlist",
    "from_gymnasium": "fromdict",
    "from_networkx": "fromgraph fromnx",
    "from_pandas": "fromdataframe fromdf",
    "from_table": "fromlist fromrows",
    "left": "leftoptions",
    "losing": "pportion",
    "m": "edgecount nedges numedges",
    "n": "numvertices nvertices vertexcount",
    "nimber": "grundy grundynumber grundyvalue nimvalue sg spraguegrundy",
    "policy": "optimalpolicy",
    "right": "rightoptions",
    "states": "nstates numstates",
    "to_networkx": "tonx",
    "to_pandas": "todataframe todf toframe",
    "value": "canonicalform canonicalize",
    "values": "grundyvalues nimsequence nimvalues",
    "write_policy": "exportpolicy savepolicy tocsv",
    "winning_region": "region regionof winningset wonby",
}
"""What there is, and names of habit for the very same, without capitals and underscores."""
SAME: dict[str, list[str]] = {}
"""The names of habit, each with what there is."""
for _ours, _habits in _SAME.items():
    for _habit in _habits.split():
        SAME.setdefault(_habit, []).append(_ours)
_BESIDE = {"values": "nimber", "value": "forms"}
"""What an object must have as well, where ours means this only to some: values that are nimbers, or games."""
_CALLED = {"animate": "animate", "animation": "animate", "film": "animate"}
_CALLED |= {"save": "write", "sensitivity": "sensitivity", "solve": "solve", "verify": "verify"}
"""The functions that are called as methods, too, by a name of habit: those of the package, and draw(play=20)."""


FILM = "draw(play=N) draws the best play, saved as an SVG that moves, or into a folder, DIR/, as a picture per position"
"""What there is instead of a film of a solution."""


class UnknownAttributeError(AttributeError):
    """An attribute is not there; shown it names the one that was meant, or where there is one of that name."""

    instead: ClassVar[Callable[[type | None, str], str]]
    """From a class, or None for the package, and a name to the end of the sentence; set by the package."""
    called: ClassVar[Callable[[object, str], Any]]
    """From an object and the name of a function of the package to this function of it, or None; set by the package."""

    def __init__(self, owner: type | None, name: str):
        super().__init__(owner, name)
        self.name = name  # without ``obj``, for which Python would add a suggestion of its own

    def __str__(self) -> str:
        owner, name = self.args
        where = "module 'graphgames'" if owner is None else owner.__name__
        return f"{where} has no attribute {name!r}{UnknownAttributeError.instead(owner, name)}"


class SuggestingType(ABCMeta):
    """The type of classes that suggest an attribute for one that they lack, and whose methods say what they take."""

    def __init__(cls, *made: Any, **how: Any):
        super().__init__(*made, **how)
        if cls.__module__.startswith("graphgames."):  # what users derive from these is as they wrote it
            answering_methods(cls)

    if not TYPE_CHECKING:  # a type checker would take any attribute for one that is there

        def __getattr__(cls, name):
            for ours in _meant(name):
                if ours in dir(cls):
                    return getattr(cls, ours)
            raise UnknownAttributeError(cls, name)


def _meant(name: str) -> list[str]:
    """Return what an attribute by a name of habit may be called here."""
    return [] if name.startswith("_") else SAME.get(name.replace("_", "").lower(), [])


class Suggesting(metaclass=SuggestingType):
    """The base of public classes: they and their objects find, or suggest, an attribute for one that they lack.

    >>> import graphgames as gg
    >>> arena = gg.Arena.from_edges([(0, 1)])
    >>> arena.num_vertices == arena.n
    True
    >>> arena.label_
    Traceback (most recent call last):
        ...
    graphgames.core.unknown_attributes.UnknownAttributeError: Arena has no attribute 'label_'; did you mean 'label'?
    """

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            own = any(name in vars(base) for base in type(self).__mro__)
            if own and not name.startswith("__"):  # a property that failed in itself
                return object.__getattribute__(self, name)
            for ours in _meant(name):
                if {ours, _BESIDE.get(ours, ours)} <= {*dir(self)}:
                    return getattr(self, ours)
            if name in _CALLED and (method := UnknownAttributeError.called(self, _CALLED[name])):
                return method
            raise UnknownAttributeError(type(self), name)


class _Room(ModuleType):
    """A module that is called like a verb: called as a function it does what its function of that name does, or says
    that it is none.
    """

    def __call__(self, *given: object, **named: object) -> object:
        if (function := vars(self).get("called")) is not None:
            return function(*given, **named)
        from graphgames.core.errors import CallError

        raise CallError(
            f"{self.__name__} is a module{UnknownAttributeError.instead(None, self.__name__.split('.')[-1])}"
        )


def not_a_function(module: str) -> None:
    """Let a module answer calls with what there is instead."""
    sys.modules[module].__class__ = _Room
