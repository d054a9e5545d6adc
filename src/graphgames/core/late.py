"""Modules that are imported when something of them is first used: NumPy, fractions, and those not always there.

The import of NumPy takes longer than many a specification.

A module that answers specifications, and any module that it imports, takes ``np`` and ``NDArray`` from here; type
checkers see NumPy itself.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import ModuleType


class Late(ModuleType):
    """A module whose names are those of another one, which is imported when the first is asked for."""

    def __getattr__(self, name: str) -> Any:
        from importlib import import_module

        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        found = getattr(import_module(self.__name__), name)
        setattr(self, name, found)  # from then on it is as quick as the module itself
        return found


TYPE_CHECKING = False
if TYPE_CHECKING:
    import fractions
    from collections.abc import Iterator
    from typing import Any

    import numpy as np
    from numpy.typing import ArrayLike, NDArray
else:

    class NDArray:
        """`numpy.typing.NDArray`, where an annotation is evaluated."""

        def __class_getitem__(cls, item: Any) -> Any:
            import numpy.typing

            return numpy.typing.NDArray[item]

    ArrayLike = object
    fractions, np = map(Late, ("fractions", "numpy"))

__all__ = ["ArrayLike", "Late", "NDArray", "fractions", "is_array", "np", "optional", "put_off", "replaced", "without"]


def is_array(value: object) -> bool:
    """Return whether a value is an array of NumPy, of which there is none before its import.

    >>> is_array([1, 2]), is_array(np.arange(2))
    (False, True)
    """
    return "numpy" in sys.modules and isinstance(value, np.ndarray)


def optional(module: str, extra: str, library: str = "") -> Any:
    """Return a module of a library that only some functions need.

    Raise `MissingDependencyError`, which names the extra of graphgames that brings it, if it is not installed; the
    library is what the module stands in, where no other name is given.
    """
    from importlib import import_module

    from graphgames.core.errors import MissingDependencyError

    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError(library or module.partition(".")[0], extra) from None


def put_off(module: str) -> None:
    """Have a module that others import as a whole imported when something of it is first used."""
    sys.modules.setdefault(module, Late(module))


@contextmanager
def replaced(module: str, **names: Any) -> Iterator[None]:
    """Import a library with these names in place of a module that it imports, unless that is there already."""
    there = module in sys.modules
    if not there:
        sys.modules[module] = ModuleType(module)
        vars(sys.modules[module]).update(names)
    try:
        yield
    finally:
        if not there:
            del sys.modules[module]


@contextmanager
def without(module: str, *unused: str) -> Iterator[None]:
    """Import a library without another one that it imports if it is there, and that nothing here uses of it.

    What it always imports, and nothing here uses either, is put off. Only in the program ``graphgames``, which imports
    nothing for others, and if the other one is not there yet.
    """
    hidden = "graphgames.cli" in sys.modules and module not in sys.modules
    if hidden:
        sys.modules[module] = None  # type: ignore[assignment]  # its import fails, as where it is not installed
        for one in unused:
            put_off(one)
    try:
        yield
    finally:
        if hidden:
            del sys.modules[module]
