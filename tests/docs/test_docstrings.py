"""What ``help()`` says of public names: every one has an example that runs, and every argument is explained."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from types import FunctionType
from typing import Any

import graphgames as gg
from graphgames.catalogue.find import objective_class, objectives
from tests.share import each

NAMES = [name for name in gg.__all__ if name != "__version__"]


@each("name", NAMES)
def test_help_of_every_public_name_has_an_example_of_its_own_that_runs(name: str) -> None:
    thing: Any = getattr(gg, name)
    text = inspect.cleandoc(thing.__doc__ or "")
    there = dict(vars(sys.modules[thing.__module__])) if hasattr(thing, "__module__") else {}
    found = doctest.DocTestParser().get_doctest(text, there, name, None, 0)
    assert any(one.want for one in found.examples), f"help({name}) shows no result"
    if there.get(getattr(thing, "__name__", "")) is thing:  # it is run with those of its module
        return
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(found, out=said.append)
    assert not runner.failures, "".join(said)


@each("name", objectives())
def test_help_of_every_objective_explains_its_arguments(name: str) -> None:
    kind = objective_class(name)
    text = inspect.getdoc(kind) or ""
    unexplained = [
        one for one in inspect.signature(kind).parameters if not re.search(rf"^.*\b{one}\b.*\n  ", text, re.M)
    ]
    assert not unexplained


def unexplained(module: str) -> Iterator[str]:
    """Yield the public methods and properties of a module's classes that say nothing, nor does what they override."""
    for kind in vars(import_module(module)).values():
        if not inspect.isclass(kind) or kind.__module__ != module or kind.__name__.startswith("_"):
            continue
        for name, member in vars(kind).items():
            shown = isinstance(member, FunctionType | classmethod | staticmethod | property | cached_property)
            said = any(getattr(vars(base).get(name), "__doc__", None) for base in kind.__mro__)
            field = name in vars(kind).get("__annotations__", {})
            if shown and not (said or field or name.startswith("_")):
                yield f"{module}.{kind.__qualname__}.{name}"


def test_every_method_is_explained_where_it_stands_or_where_it_is_inherited_from() -> None:
    there = [one.name for one in pkgutil.walk_packages(gg.__path__, "graphgames.")]
    needs_more = ("__main__", ".gymnasium_", ".pettingzoo_")  # libraries that need not be there
    read = [name for name in there if not name.endswith(needs_more) and ".kernels" not in name]
    assert len(read) > 400
    assert not [one for name in read for one in unexplained(name)]
