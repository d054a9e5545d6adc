"""Attributes that an object or its class does not have: the error says what there is instead.

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


class UnknownAttributeError(AttributeError):
    """An attribute is not there; shown it names the one that was meant, or where there is one of that name."""

    instead: ClassVar[Callable[[type | None, str], str]]
    """From a class, or None for the package, and a name to the end of the sentence; set by the package."""

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
            raise UnknownAttributeError(cls, name)


class Suggesting(metaclass=SuggestingType):
    """The base of public classes: they and their objects suggest an attribute for one that they lack.

    >>> import graphgames as gg
    >>> gg.Arena.from_edges([(0, 1)]).nodes
    Traceback (most recent call last):
        ...
    graphgames.core.unknown.UnknownAttributeError: Arena has no attribute 'nodes'; did you mean 'names' or 'n'?
    """

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if not name.startswith("__") and hasattr(type(self), name):  # a property that failed in itself
                return object.__getattribute__(self, name)
            raise UnknownAttributeError(type(self), name)


class _Room(ModuleType):
    """A module that is called like a verb, and says so where it is called as a function."""

    def __call__(self, *given: object, **named: object) -> object:
        from graphgames.core.errors import CallError

        raise CallError(
            f"{self.__name__} is a module{UnknownAttributeError.instead(None, self.__name__.split('.')[-1])}"
        )


def not_a_function(module: str) -> None:
    """Let a module answer calls with what there is instead."""
    sys.modules[module].__class__ = _Room
