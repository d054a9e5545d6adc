"""What is public stays as it is: every name, what it takes, and what its objects offer, held against a list.

A change here is a change for users: say it in CHANGELOG.md, and choose the next version by it (a name or an argument
that is gone or must now be given: the next major one, from 1.0 on). Then write the list anew:
``python -m tests.core.test_public_signatures``.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import graphgames

LISTED = Path(__file__).with_name("public_signatures.txt")


def parameters(thing: Any) -> str:
    """Return the arguments by name; with a default they end in ``=``."""
    marks: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    words, keyword = [], False
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not keyword:
            keyword = True
            words.append("*")
        default = "=" * (parameter.default is not inspect.Parameter.empty)
        words.append(f"{marks.get(parameter.kind, '')}{parameter.name}{default}")
    return f"({', '.join(words)})"


def offered(kind: type) -> Iterator[str]:
    """Return the public methods and attributes of a class, our own and inherited from ours."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("graphgames"):
            found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
            found |= {name: None for name in vars(base).get("__annotations__", {}) if not name.startswith("_")}
    for name in sorted(found):
        value = inspect.getattr_static(kind, name, None)
        value = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        yield f"{name}{parameters(value)}" if inspect.isfunction(value) else name


def public() -> Iterator[str]:
    """Return the lines of the list."""
    for name in graphgames.__all__:
        thing = getattr(graphgames, name)
        if not inspect.isclass(thing):
            yield f"{name}{parameters(thing)}" if callable(thing) else name
            continue
        error = issubclass(thing, BaseException) and "__init__" not in vars(thing)
        yield name if error or getattr(thing, "_is_protocol", False) else f"{name}{parameters(thing)}"
        yield from (f"    .{line}" for line in offered(thing))


def test_what_is_public_is_what_is_listed() -> None:
    assert list(public()) == LISTED.read_text().splitlines(), __doc__


UNKNOWN = 23
"""So many public arguments and results are of any type: mostly solutions of any problem, and data of edges that may be
given in several forms. A new one should say what it is; who makes one precise lowers this."""


def of_any_type() -> Iterator[str]:
    """Return where a public function, method or field is annotated with no more than Any."""
    for name in graphgames.__all__:
        thing = getattr(graphgames, name)
        if not inspect.isclass(thing):
            for what, kind in getattr(thing, "__annotations__", {}).items():
                yield from [f"{name}: {what}"] * (kind == "Any")
            continue
        for base in thing.__mro__:
            for what, kind in vars(base).get("__annotations__", {}).items():
                yield from [f"{base.__qualname__}: {what}"] * (kind == "Any" and not what.startswith("_"))
            for method in [value for key, value in vars(base).items() if not key.startswith("_")]:
                function = getattr(method, "fget", None) or getattr(method, "func", None) or method
                function = getattr(function, "__func__", function)
                for what, kind in getattr(function, "__annotations__", {}).items() if callable(function) else ():
                    yield from [f"{function.__qualname__}: {what}"] * (kind == "Any")


def test_public_functions_say_their_types() -> None:
    found = sorted(set(of_any_type()))
    assert len(found) <= UNKNOWN, "\n".join(found)


if __name__ == "__main__":
    LISTED.write_text("".join(f"{line}\n" for line in public()))
