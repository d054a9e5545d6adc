"""Things that are computed once of a frozen object and kept with it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T")


class Remembering:
    """The parent of frozen objects of which others compute something once."""

    def remember(self, what: str, make: Callable[[], T]) -> T:
        """Return what was computed of this object under that name before, or compute and keep it."""
        known: dict[str, Any] = self.__dict__.setdefault("_known", {})
        if what not in known:
            known[what] = make()
        found: T = known[what]
        return found
