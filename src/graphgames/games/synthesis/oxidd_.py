"""The package of decision diagrams, without what surrounds it."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import SimpleNamespace
from typing import Any

from graphgames.core.errors import MissingDependencyError


def oxidd(extra: str) -> Any:
    """Return the module of oxidd that has its managers of diagrams.

    The package around it looks up its own version first, which takes longer than the rest; so its compiled part is
    loaded alone where it is called as in version 0.13.

    Raise `MissingDependencyError` if the package, which an extra of ours installs, is not there.
    """
    package, name = find_spec("oxidd"), "oxidd._oxidd"
    if package is None:
        raise MissingDependencyError("oxidd", extra)
    found = PathFinder.find_spec(name, package.submodule_search_locations)
    if found is None or found.loader is None:
        return SimpleNamespace(**vars(import_module("oxidd.util")) | vars(import_module("oxidd.bdd")))
    if name not in sys.modules:
        sys.modules[name] = made = module_from_spec(found)
        found.loader.exec_module(made)
    return sys.modules[name]
