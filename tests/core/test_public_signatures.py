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


if __name__ == "__main__":
    LISTED.write_text("".join(f"{line}\n" for line in public()))
