"""Packages whose import takes longer than many a specification: NumPy when it is first used, and oxidd unwrapped.

A module that answers specifications, and any module that it imports, takes ``np`` and ``NDArray`` from here; type
checkers see NumPy itself.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from graphgames.core.errors import MissingDependencyError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
else:

    class _Late(ModuleType):
        """A module whose names are those of another one, which is imported when the first is asked for."""

        def __getattr__(self, name: str) -> Any:
            from importlib import import_module

            found = getattr(import_module(self.__name__), name)
            setattr(self, name, found)  # from then on it is as quick as the module itself
            return found

    class NDArray:
        """`numpy.typing.NDArray`, where an annotation is evaluated."""

        def __class_getitem__(cls, item: Any) -> Any:
            import numpy.typing

            return numpy.typing.NDArray[item]

    ArrayLike = Any
    np = _Late("numpy")

__all__ = ["ArrayLike", "NDArray", "is_array", "np", "oxidd"]


def is_array(value: object) -> bool:
    """Return whether a value is an array of NumPy, of which there is none before its import.

    Examples
    --------
    >>> is_array([1, 2]), is_array(np.arange(2))
    (False, True)
    """
    return "numpy" in sys.modules and isinstance(value, np.ndarray)


def oxidd(extra: str) -> Any:
    """Return the compiled part of oxidd; raise `MissingDependencyError` if it, which an extra installs, is not there.

    The package around it looks up its own version first, which takes longer than the rest.
    """
    package, name = find_spec("oxidd"), "oxidd._oxidd"
    found = package and PathFinder.find_spec(name, package.submodule_search_locations)
    if found is None or found.loader is None:
        raise MissingDependencyError("oxidd", extra)
    if name not in sys.modules:
        sys.modules[name] = made = module_from_spec(found)
        found.loader.exec_module(made)
    return sys.modules[name]
