"""The package of decision diagrams, without what surrounds it; its work can be stopped at any moment."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from threading import Thread, current_thread, main_thread
from types import SimpleNamespace
from typing import Any, TypeVar

from graphgames.core.errors import MissingDependencyError

T = TypeVar("T")


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


def attended(work: Callable[[], T]) -> T:
    """Return what a function returns, which works with diagrams, and may be stopped by a signal at any moment.

    Python handles signals between two operations in the main thread, and one on diagrams may last for minutes, but
    leaves other threads their time. So the work is done in another thread, which ends after its operation.
    """
    if current_thread() is not main_thread():
        return work()
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:  # which the main thread raises
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        import ctypes

        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
        raise
    if failed:
        raise failed.pop()
    return found.pop()
