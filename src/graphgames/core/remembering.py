"""Frozen objects that keep computed values, and whose copies are frozen, too."""

from __future__ import annotations

from graphgames.core.unknown_attributes import Suggesting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T")


class ReadOnly(Suggesting):
    """The base class of objects whose arrays stay read-only when they are copied or unpickled."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the attributes of the object that was copied."""
        for value in state.values():
            flags = getattr(value, "flags", None)
            if flags is not None:
                flags.writeable = False
        self.__dict__.update(state)


class Remembering(ReadOnly):
    """The base class of frozen objects that cache computed values; copies start with an empty cache."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes that a copy gets."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_known", "_proved")}

    def remember(self, what: str, make: Callable[[], T]) -> T:
        """Return the cached value of a name, computed at the first call."""
        known: dict[str, Any] = self.__dict__.setdefault("_known", {})
        if what not in known:
            known[what] = make()
        found: T = known[what]
        return found
