"""The base of objectives that can be joined; every start of the program loads it, so it imports nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


class Joinable:
    """What can be joined by ``&``, ``|`` and ``>>`` (implies), and negated by ``~``: objectives over infinite plays.

    >>> import graphgames as gg
    >>> gg.Buchi(["request"]) >> gg.Buchi(["grant"])
    GR1(on='vertices', assumptions=(['request'],), guarantees=(['grant'],))
    """

    joiner: ClassVar[Callable[..., Any]]
    """Joins them; the package says how when it is imported."""

    def __and__(self, other: object) -> Any:
        """Return the objective of player 0 to reach both."""
        return Joinable.joiner("and", self, other)

    def __or__(self, other: object) -> Any:
        """Return the objective of player 0 to reach one or the other."""
        return Joinable.joiner("or", self, other)

    def __rshift__(self, other: object) -> Any:
        """Return the objective of player 0 to reach the other wherever this one is reached."""
        return Joinable.joiner("implies", self, other)

    def __invert__(self) -> Any:
        """Return the objective of player 0 that this one is missed."""
        return Joinable.joiner("not", self)
