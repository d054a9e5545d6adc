"""The problem of finding the values of a partizan game's positions, given by rules, by a name, or by its notation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, shown
from graphgames.core.rules import LIMIT
from graphgames.formats.priorities import Priorities
from graphgames.games.partizan.notation import is_written, parse
from graphgames.games.partizan.rulesets import ruleset
from graphgames.games.partizan.values import CanonicalForm, written
from graphgames.readers.source import Source


@dataclass(frozen=True, eq=False)
class PartizanProblem:
    """The problem of finding the canonical forms of positions of a partizan game in normal play.

    Parameters
    ----------
    rules : object
        It has ``left(position)`` and ``right(position)``: the positions after a move of Left, and of Right. It may have
        ``start``, ``components(position)``, ``render(position)`` and ``rule``.
    limit : int
        Stop with an error rather than value more positions than this.

    Raises
    ------
    GameError
        If it has no such methods.
    """

    kind: ClassVar[str] = "partizan"
    rules: Any
    limit: int = LIMIT

    def __post_init__(self) -> None:
        for name in ("left", "right"):
            if not callable(getattr(self.rules, name, None)):
                raise GameError(
                    f"{shown(self.rules)} has no method {name}(position); expected rules of a partizan game"
                )
        object.__setattr__(self, "limit", integer(self.limit, "the limit", 1))

    @property
    def start(self) -> Any:
        """The start of the rules, None if they have none."""
        return getattr(self.rules, "start", None)


class Forms:
    """The rules of a game in its notation: a position is a form as it is written, a move leads to an option."""

    rule = "A move leads to an option of the game."

    def __init__(self, game: CanonicalForm):
        self.start = written(game)

    def position(self, text: str) -> str:
        """Return a game as it is written here; raise `FormatError` if the text means none."""
        return written(parse(text))

    def left(self, position: str) -> list[str]:
        """Return the Left options."""
        return sorted(map(written, parse(position).left))

    def right(self, position: str) -> list[str]:
        """Return the Right options."""
        return sorted(map(written, parse(position).right))


def rules_of(
    left: Any,
    right: Callable[[Any], Iterable[Any]] | None = None,
    start: Hashable = None,
    components: Callable[[Any], Iterable[Any]] | None = None,
) -> Any:
    """Return rules as they are, those of a game of that name, or those that two functions make.

    Raise `GameError` if it is none of these.
    """
    if isinstance(left, str | CanonicalForm) and right is None:
        found = Forms(left) if isinstance(left, CanonicalForm) else ruleset(left) or Forms(parse(left))
        if start is not None:
            found.start = found.position(str(start))
        return found
    if hasattr(left, "left") and right is None:
        return left
    if not callable(left) or not callable(right):
        raise GameError(
            f"{shown(left)} is not a partizan game; expected two functions, from a position to the positions after a "
            "move of Left and of Right; an object with the methods left and right; or a name such as 'domineering 4x4'"
        )
    given = {"left": left, "right": right, "start": start, "components": components}
    return SimpleNamespace(**{name: value for name, value in given.items() if value is not None})


def read(
    source: Source, name: str = "partizan", priorities: Priorities | None = None, format: str | None = None
) -> PartizanProblem:
    """Read a game by its name and board, as ``domineering 4x4``, or in its notation, as ``{2|-1}``.

    Raise `FormatError` if it is neither.
    """
    return PartizanProblem(rules_of(source.to_bytes().decode("utf-8", "replace").strip()))


def named(name: str, start: str | None, up_to: int | None) -> PartizanProblem | None:
    """Return the game that a name means: ``domineering 4x4``, ``{2|-1}``; None if it means none."""
    parts = name.split(" + ")
    boards = [ruleset(part) is not None for part in parts]
    if len(parts) > 1 and any(boards):
        values = (
            f"partizan({part!r}).value()" if board else f"canonical_form({part!r})"
            for part, board in zip(parts, boards, strict=True)
        )
        raise GameError(f"boards are added by their values, in Python: {' + '.join(values)}")
    found = ruleset(name)
    if found is None:
        return PartizanProblem(Forms(parse(name))) if is_written(name) else None
    if start is not None:
        found.start = found.position(start)
    return PartizanProblem(found)
