"""The problem of finding the values of a partizan game's positions, given by rules, by a name, or by its notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

from graphgames.core.arguments import integer
from graphgames.core.errors import FormatError, GameError, shown
from graphgames.core.naming import in_one_line
from graphgames.core.rules import LIMIT
from graphgames.formats.priorities import Priorities
from graphgames.games.partizan.notation import is_written, parse
from graphgames.games.partizan.rulesets import NAMES, ruleset
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
    example : str
        How the start is written, where nobody has chosen it; else empty.

    Raises
    ------
    GameError
        If it has no such methods.
    """

    kind: ClassVar[str] = "partizan"
    rules: Any
    limit: int = LIMIT
    example: str = ""

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


class Together:
    """The rules of a sum of games: a position has for each of them its number and where it stands."""

    rule = "A move is one in one of the games."

    def __init__(self, parts: Iterable[tuple[Any, Any]]):
        rules, starts = zip(*parts, strict=True)
        self.games: tuple[Any, ...] = rules
        self.start = tuple(enumerate(starts))

    def position(self, text: str) -> tuple[tuple[int, Any], ...]:
        """Return a position with ``+`` between those of all games; raise `GameError` if it is none."""
        parts = text.split(" + ")
        if len(parts) != len(self.games):
            raise GameError(f"{text!r} has {len(parts)} parts; expected one for each of the {len(self.games)} games")
        reads = (getattr(rules, "position", str) for rules in self.games)
        return tuple(enumerate(read(part) for read, part in zip(reads, parts, strict=True)))

    def left(self, position: tuple[tuple[int, Any], ...]) -> list[Any]:
        """Return the positions after a move of Left in one of the games."""
        return self._after("left", position)

    def right(self, position: tuple[tuple[int, Any], ...]) -> list[Any]:
        """Return the positions after a move of Right in one of the games."""
        return self._after("right", position)

    def _after(self, side: str, position: tuple[tuple[int, Any], ...]) -> list[Any]:
        return [
            (*position[:place], (k, after), *position[place + 1 :])
            for place, (k, at) in enumerate(position)
            for after in getattr(self.games[k], side)(at)
        ]

    def components(self, position: tuple[tuple[int, Any], ...]) -> list[Any]:
        """Return the games alone; of one that is alone the parts that it splits into."""
        if len(position) != 1:
            return [(one,) for one in position]
        k, at = position[0]
        split = getattr(self.games[k], "components", None)
        return [position] if split is None else [((k, part),) for part in split(at)]

    def move_name(self, position: tuple[tuple[int, Any], ...], after: tuple[tuple[int, Any], ...]) -> str:
        """Return what the move is called in the game where it is made, and which of them that is."""
        (k, here), (_, there) = next(both for both in zip(position, after, strict=True) if both[0] != both[1])
        rules = self.games[k]
        name = rules.move_name(here, there) if hasattr(rules, "move_name") else in_one_line(self._rendered(k, there))
        return f"{name} in game {k + 1}" if len(position) > 1 else name

    def render(self, position: tuple[tuple[int, Any], ...]) -> str:
        """Return the positions of the games with ``+`` between them."""
        return " + ".join(in_one_line(self._rendered(k, at)) for k, at in position)

    def _rendered(self, k: int, at: Any) -> str:
        return str(getattr(self.games[k], "render", str)(at))


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
        found = Forms(left) if isinstance(left, CanonicalForm) else _of_name(left) or Forms(_parsed(left))
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


def _of_name(text: str) -> Any:
    """Return the rules of a game with its board, or of a sum of some with ``+`` between; None for other texts."""
    parts = text.split(" + ")
    boards = [ruleset(part) for part in parts]
    if len(parts) == 1 or boards == [None] * len(parts):
        return boards[0]
    games, made = list[Any](), None
    for board, part in zip(boards, parts, strict=True):
        made = type(board) if board else made
        games.append(board or _summand(part, made))
    return Together((game, game.start) for game in games)


def _summand(text: str, before: Callable[[str], Any] | None) -> Any:
    """Return a game in its notation, or else a board of the game before it in a sum."""
    try:
        return Forms(_parsed(text))
    except (GameError, FormatError):
        if before is None:
            raise
    try:
        return before(text)
    except GameError as error:
        raise GameError(f"{error}; each summand of another game begins with the name of that game") from None


def _parsed(text: str) -> CanonicalForm:
    """Return a game in its notation; of a name that is none say which there are."""
    if re.fullmatch(r"[a-z]{3,}.*", text, re.I | re.S) and not is_written(text):
        raise GameError(
            f"{shown(text)} is not the name of a partizan game; expected {', '.join(NAMES)}, as in "
            "'domineering 4x4'. The rules of another one are two functions: partizan(left, right, start)"
        )
    return parse(text)


def read(
    source: Source, name: str = "partizan", priorities: Priorities | None = None, format: str | None = None
) -> PartizanProblem:
    """Read a game by its name and board, as ``domineering 4x4``, or in its notation, as ``{2|-1}``.

    Raise `FormatError` if it is neither.
    """
    return PartizanProblem(rules_of(source.to_bytes().decode("utf-8", "replace").strip()))


def named(name: str, start: str | None, up_to: int | None) -> PartizanProblem | None:
    """Return the game that a name means: ``domineering 4x4``, ``{2|-1}``; None if it means none."""
    found: Any = _of_name(name) or (Forms(_parsed(name)) if is_written(name) else None)
    if found is None:
        return None
    if start is not None:
        found.start = found.position(start)
    alone = start is None and name.casefold() in NAMES
    return PartizanProblem(found, example=found.start if alone else "")
