"""Heap games by code: what may be taken from a heap, and into how many heaps the rest may be divided.

Digit k of the code (the one before the point is digit 0) is a sum of 1, 2, 4 and 8: taking k may leave no heap, one,
two, three. Octal codes have digits to 7 (Guy & Smith, *The G-values of various games*, 1956), hexadecimal ones to F.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue import find
from graphgames.core.arguments import function, instance, integer, integers
from graphgames.core.claim import Declared, Each, Integer
from graphgames.core.errors import Fault, FormatError, GameError, LimitExceededError, did_you_mean, shown
from graphgames.core.naming import either
from graphgames.core.unknown_attributes import Suggesting
from graphgames.formats.priorities import Priorities
from graphgames.games.impartial.problem import MisereProblem
from graphgames.readers.source import Source

Heaps = tuple[int, ...]

LARGEST = 100_000
"""The largest heap to play with."""

LARGEST_AMOUNT = 1_000_000
"""What can be taken at once; there is a digit for each amount."""

START = (3, 5, 7)
"""The heaps at the beginning of a play where nothing says others."""

NAMES = {
    "nim": ".3...",
    "kayles": ".77",
    "dawson": ".137",
    "dawsons-chess": ".137",
    "dawsons-kayles": ".07",
    "treblecross": ".007",
    "lasker": "4.3...",
    "lasker-nim": "4.3...",
    "grundy": "grundy",
}

BEYOND = {"treblecross": 2}
"""Names of games on strips, with how much larger than a strip the heap is that stands for it."""

TITLES = {
    ".77": "Kayles",
    ".137": "Dawson's Chess",
    ".07": "Dawson's Kayles",
    ".007": "Treblecross, a strip of n cells as a heap of n + 2",
    ".3...": "Nim",
    "4.3...": "Lasker's Nim",
}
"""What the games of those codes are called."""

_LONG = 20
"""A title leaves out a longer code, where it says all that may be taken."""


_AMOUNTS = re.compile(
    r"(?i)((?:(?:s|subtraction|take)\b ?=? ?)?[({]|(?:s|subtraction|take) )?([0-9]{1,99}(?: ?, ?[0-9]{1,99})*)[)}]?"
)
"""Amounts to take, with a word or a bracket in front or without."""


@dataclass(frozen=True)
class HeapGame(Suggesting):
    """The rules of a heap game; a position is a tuple of heap sizes in ascending order.

    Parameters
    ----------
    digits : tuple of int
        Digit k says what may be left when k are taken; digit 0 is 0 or allows only splits (4, 8 or 12).
    unequal : bool
        Heaps that a split leaves must differ (Grundy's game).
    start : tuple of int
        The heaps at the beginning.
    repeats : bool
        Whether the last digit holds for all larger amounts, too, as in Nim, ``.3...``.

    Examples
    --------
    >>> kayles = HeapGame.from_code(".77")
    >>> sorted(kayles.moves((3,)))
    [(1,), (1, 1), (2,)]
    >>> sorted(HeapGame.from_code("nim").moves((3,)))
    [(), (1,), (2,)]
    >>> HeapGame.subtraction({1, 3, 4}).code
    '.3033'
    """

    digits: tuple[int, ...]
    unequal: bool = False
    start: Heaps = ()
    repeats: bool = False
    beyond: ClassVar[int] = 0
    """How much larger a heap is than the strip that stands for it in the game of that name."""

    def __post_init__(self) -> None:
        code: Any = self.digits
        if isinstance(code, str):
            raise GameError(
                f"the digits are {shown(code)}; heap_game({code!r}) solves a code or name, HeapGame.from_code reads it"
            )
        object.__setattr__(self, "digits", integers(self.digits, "the digits", 0, 15) or (0,))
        object.__setattr__(self, "unequal", instance(self.unequal, bool, "unequal"))
        object.__setattr__(self, "repeats", instance(self.repeats, bool, "repeats"))
        if self.digits and self.digits[0] & 3:
            raise GameError(
                f"the digit before the point is {self.digits[0]:X}; without taking anything a heap can only be split, "
                "so expected 0, 4, 8 or C"
            )
        if self.unequal and any(digit & 8 for digit in self.digits):
            raise GameError("heaps that must differ are for splits in two; this code splits in three")
        if self.repeats and len(self.digits) == 1:
            raise GameError("the last digit is to repeat; expected one after the point")
        object.__setattr__(self, "repeats", self.repeats and self.digits[-1] > 0)
        object.__setattr__(self, "digits", _shortest(self.digits, self.repeats))
        object.__setattr__(self, "start", normal(integers(self.start, "the heaps")))

    @classmethod
    def from_code(cls, code: str, start: Iterable[int] = ()) -> HeapGame:
        """Read a code such as ``.77``, ``4.7`` or ``.8F``, a name such as ``kayles``, or amounts to take: ``1,3,4``.

        Amounts may stand in brackets, too, and behind a word: ``S={1,3,4}``, ``{1,3,4}``, ``subtraction 1,3,4``.

        Names are understood as people write them: ``Dawson's Kayles``, ``dawson kayles``.

        Three points at the end, as in ``.3...`` for Nim, repeat the last digit for ever. Raise `GameError` if it is no
        code.
        """
        instance(code, str, "the code")
        name = NAMES.get(code) or {_key(name): text for name, text in NAMES.items()}.get(_key(code))
        if name == "grundy":
            return cls((4,), unequal=True, start=integers(start, "the heaps"))  # a heap is split in two that differ
        amounts = _AMOUNTS.fullmatch(code)
        if amounts and (amounts[1] or "," in amounts[2]):
            return cls.subtraction(map(int, amounts[2].split(",")), start)
        text = name or code.replace("·", ".")
        if "|" in text:
            raise GameError(
                f"{code!r} is a partizan game, and heap games are impartial: graphgames solve {code!r}, in Python "
                f"canonical_form({code!r}), finds its value"
            )
        if name is None and _key(code) in map(_key, find.names_of_kinds()):
            raise GameError(f"{code!r} has no code as a heap game; graphgames solve {code!r} solves it")
        if not re.fullmatch(r"[0-9A-Fa-f]?\.(?:[0-9A-Fa-f]*|[0-9A-Fa-f]+\.\.\.)", text):
            raise GameError(
                f"{code!r} is not the code of a heap game{did_you_mean(code.casefold(), list(NAMES))} Expected one "
                f"such as '.77', '4.3' or '1,3,4', or one of {', '.join(NAMES)}; other rules are given in Python, "
                "by_rule(moves)"
            )
        before, _, after = text.removesuffix("...").partition(".")
        digits = tuple(int(digit, 16) for digit in (before or "0") + after)
        made = cls(digits, start=integers(start, "the heaps"), repeats=text.endswith("..."))
        strips = {_key(name): beyond for name, beyond in BEYOND.items()}
        object.__setattr__(made, "beyond", strips.get(_key(code), 0))
        return made

    @classmethod
    def subtraction(cls, amounts: Iterable[int], start: Iterable[int] = ()) -> HeapGame:
        """Make the game in which one of the given amounts is taken from a heap.

        Raise `GameError` if an amount is not at least 1.
        """
        allowed = set(integers(amounts, "the amounts", 1))
        if max(allowed, default=0) > LARGEST_AMOUNT:
            raise GameError(f"an amount of {max(allowed)} is too large; expected at most {LARGEST_AMOUNT}")
        digits = tuple(3 if k in allowed else 0 for k in range(max(allowed, default=0) + 1))
        return cls(digits, start=integers(start, "the heaps"))

    @property
    def code(self) -> str:
        """The code, in octal or hexadecimal digits; with three points where the last repeats."""
        text = "".join(f"{digit:X}" for digit in self.digits) + "..." * self.repeats
        return f"{text[0] if text[0] != '0' else ''}.{text[1:]}" + " (unequal heaps)" * self.unequal

    @property
    def hexadecimal(self) -> bool:
        """Whether a heap may be split in three."""
        return any(digit & 8 for digit in self.digits)

    def digits_to(self, heap: int) -> Iterator[int]:
        """Return the digits that matter to a heap: those for taking none, one, two and so on, at most all of it."""
        more = heap + 1 - len(self.digits) if self.repeats else 0
        return chain(self.digits[: heap + 1], repeat(self.digits[-1], max(0, more)))

    def digit_array(self, largest: int) -> NDArray[np.uint8]:
        """Return the digits of the code, those that repeat up to a heap, as an array for the kernels and checkers."""
        return np.array(self.digits + self.digits[-1:] * (self.repeats * largest), np.uint8)

    def options(self, heap: int) -> Iterator[Heaps]:
        """Return the options of one heap; some appear twice."""
        for taken, digit in enumerate(self.digits_to(heap)):
            yield from self._parts(heap - taken, digit)

    def parts(self, left: int, digit: int) -> Iterator[Heaps]:
        """Return the heaps that what is left of a heap may become, by the digit of what was taken."""
        return self._parts(left, digit)

    def _parts(self, left: int, digit: int) -> Iterator[Heaps]:
        if left == 0:
            yield from ((),) if digit & 1 else ()
            return
        if digit & 2:
            yield (left,)
        if digit & 4:
            yield from ((a, left - a) for a in range(1, left // 2 + 1) if not (self.unequal and 2 * a == left))
        if digit & 8:
            yield from ((a, b, left - a - b) for a in range(1, left // 3 + 1) for b in range(a, (left - a) // 2 + 1))

    def moves(self, position: Heaps | int | str) -> Iterator[Heaps]:
        """Return the options of a position, perhaps given as text, each once.

        Raise `GameError` if a heap is not a whole number from 0 on, `LimitExceededError` if one has too many moves to
        list.
        """
        position = heaps_of(position) if isinstance(position, str | int) else integers(position, "the heaps")
        many = self.repeats or any(digit & 12 for digit in self.digits)
        if many and max(position, default=0) > LARGEST_AMOUNT:
            raise LimitExceededError(
                f"a heap of {max(position)} has too many moves to list; expected at most {LARGEST_AMOUNT}. Values, "
                "outcomes and reasons are available for larger heaps"
            )
        seen: set[Heaps] = set()
        for i, heap in enumerate(position):
            if heap in position[:i]:
                continue
            for option in self.options(heap):
                after = normal((*position[:i], *position[i + 1 :], *option))
                if after not in seen:
                    seen.add(after)
                    yield after

    def standard(self, position: object) -> Heaps:
        """Return the heaps that somebody names: 5, [5, 3], "5,3"; ascending and without empty ones."""
        return heaps_of(position)

    def components(self, position: Heaps | int) -> list[Heaps]:
        """Return each heap alone."""
        return [
            (heap,) for heap in (heaps_of(position) if isinstance(position, int) else integers(position, "the heaps"))
        ]

    @property
    def rule(self) -> str:
        """Return what may be taken and left, in a sentence."""
        left = ("no heap", "one heap", "two heaps", "three heaps")
        by_digit: dict[int, list[int]] = {}
        for amount, digit in enumerate(self.digits):
            if digit:
                by_digit.setdefault(digit, []).append(amount)
        ways = []
        for digit, amounts in by_digit.items():
            take = "none" if amounts == [0] else amounts_of(amounts)
            if self.repeats and amounts[-1] == len(self.digits) - 1:
                take = "any number" if amounts == [1] else f"{take} or more"
            *most, last = (words for k, words in enumerate(left) if digit >> k & 1)
            heaps = f"{', '.join(most)} or {last}" if most else last
            ways.append(f"take {take}" if digit == 3 else f"take {take} and leave {heaps}")
        unequal = ", which must differ" if self.unequal else ""
        return f"From one heap {'; or '.join(ways) or 'nothing can be taken'}{unequal}."

    def render(self, position: Heaps) -> str:
        """Return the heaps as text."""
        return " + ".join(map(str, integers(position, "the heaps"))) or "no heap"


@dataclass(frozen=True)
class HeapProblem:
    """The problem of finding the nim-values of all heaps of a game up to a size.

    Parameters
    ----------
    game : HeapGame
        The game.
    up_to : int
        The largest heap.
    progress : callable, optional
        Called now and then with the number of heaps whose values are known; it begins anew if they outgrow their room.
    """

    kind: ClassVar[str] = "heaps"
    game: HeapGame
    up_to: int
    progress: Callable[[int], None] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        instance(self.game, HeapGame, "the game")
        object.__setattr__(self, "up_to", integer(self.up_to, "the largest heap", 0, 2**31 - 2))
        if self.game.repeats and self.up_to > LARGEST_AMOUNT:
            raise GameError(
                f"{self.game.code} allows any amount to be taken, so a heap of {self.up_to} is too large; expected at "
                f"most {LARGEST_AMOUNT}"
            )
        function(self.progress, "progress")

    @property
    def rules(self) -> HeapGame:
        """The game."""
        return self.game

    @property
    def in_misere(self) -> MisereProblem:
        """The problem of the outcomes of the same heaps where the player who moves last loses."""
        from graphgames.games.impartial.problem import MisereProblem

        return MisereProblem(self.game)

    answers: ClassVar[dict[str, Declared]] = {"values": Annotated[NDArray[np.int32], Each(Integer(0), "heaps")]}

    @property
    def extents(self) -> dict[str, int]:
        """The number of heaps, that of size 0 among them."""
        return {"heaps": self.up_to + 1}

    @property
    def title(self) -> str:
        """The name of the game with its code, or the code; of a game that takes any amount the name alone."""
        return title_of(self.game)

    @property
    def called(self) -> str:
        """The name of the game beside others in a sum: ``Kayles``, ``S(1,3,4)``, else its code."""
        title = re.split(r", a | \(", self.title)[0]
        amounts = ",".join(str(amount) for amount, digit in enumerate(self.game.digits) if digit)
        return f"S({amounts})" if title.startswith("Take ") else title


def title_of(game: HeapGame) -> str:
    """Return what a game is called.

    >>> title_of(HeapGame.from_code(".77")), title_of(HeapGame.from_code("nim"))
    ('Kayles (.77)', 'Nim')
    >>> title_of(HeapGame.subtraction({1, 3, 4}))
    'Take 1, 3 or 4 (.3033)'
    """
    if game.unequal:
        return "Grundy's game" if game.digits == (4,) else game.code
    if game.code in TITLES:
        return TITLES[game.code] + f" ({game.code})" * (not game.repeats)
    amounts = [amount for amount, digit in enumerate(game.digits) if digit]
    if game.repeats or not amounts or any(game.digits[amount] != 3 for amount in amounts):
        return game.code
    code = f" ({game.code})" if len(game.digits) <= _LONG else ""
    return f"Take {amounts_of(amounts)}{code}"


def _shortest(digits: tuple[int, ...], repeats: bool) -> tuple[int, ...]:
    """Return the digits without those at the end that the last one, or none, stands for."""
    end, goes_on = len(digits), digits[-1] if repeats else 0
    while end > 1 + repeats and digits[end - 1 - repeats] == goes_on:
        end -= 1
    return digits[:end]


def amounts_of(amounts: Sequence[int]) -> str:
    """Return ascending amounts as they are said: ``"1, 3 or 4"``, ``"1 to 5"``."""
    low, high = amounts[0], amounts[-1]
    return f"{low} to {high}" if high - low + 1 == len(amounts) > 2 else either([str(amount) for amount in amounts])


def _key(name: str) -> str:
    """Return a name without what people write differently: case, spaces, signs, and the s of a genitive."""
    plain = re.sub(r"[^a-z0-9.,]", "", re.sub("['’]s", "", name.casefold())).removesuffix("game")
    return re.sub("s(?!$)", "", plain)


def normal(heaps: Iterable[int]) -> Heaps:
    """Return heaps ascending and without empty ones."""
    return tuple(sorted(filter(None, heaps)))


def heaps_of(given: Any) -> Heaps:
    """Return the heaps of a position that somebody named by their sizes, perhaps as text: ``"3,5,7"``, ``"3 + 5"``.

    Raise `GameError` if they are none.
    """
    given = (given,) if isinstance(given, int | np.integer) and not isinstance(given, bool) else given
    try:
        return normal(integers([*map(int, re.split("[,+]", given))] if isinstance(given, str) else given, "the heaps"))
    except ValueError:  # a `GameError` among them
        raise GameError(f"{shown(given)} are not heaps; expected their sizes, such as 3,5,7") from None


def read(
    source: Source, name: str = "heaps", priorities: Priorities | None = None, format: str | None = None
) -> HeapProblem:
    """Read the code of a heap game and its heaps.

    Raise `FormatError` if there are no heaps; `GameError` if the code is none, or a heap is too large to play with.
    """
    words = re.split(r"\s+(?=[0-9])", source.to_bytes().decode("utf-8", "replace").strip(), maxsplit=1)
    sizes = [int(n) for n in re.findall(r"[0-9]{1,9}", " ".join(words[1:]))]
    if not sizes:
        fault = Fault.at(source.to_bytes(), 1 << 62, "there are no heaps", "a code and heaps, such as kayles 3,5,7")
        raise FormatError([fault], source.name)
    if max(sizes) > LARGEST:
        raise GameError(f"a heap of {max(sizes)} is too large to play with; expected at most {LARGEST}")
    return HeapProblem(HeapGame.from_code(words[0], sizes), max(sizes))


def named(name: str, start: str | None, up_to: int | None) -> HeapProblem | None:
    """Return the heap game of a code, with a start such as ``3,5,7``, by default that one; None if it is no code.

    The start may stand behind the code, as in ``nim 3,4,5``.

    Its heaps go to ``up_to``, by default to the largest of the start. Raise `GameError` if the start is no heaps.
    """
    try:
        HeapGame.from_code(name)
    except GameError:
        code, _, behind = name.partition(" ")
        heaps = ",".join(behind.replace("+", ",").replace(",", " ").split())
        strip = _key(code) in map(_key, BEYOND) and "," not in heaps  # which has another number of cells
        return named(code, heaps, up_to) if start is None and heaps.replace(",", "").isdecimal() and not strip else None
    sizes = [min(heap, LARGEST) for heap in (heaps_of(start) if start else START)]
    largest = max((up_to or 0, *sizes))
    rules = HeapGame.from_code(name, sizes)
    if start and rules.beyond:
        heaps = ",".join(str(cells + rules.beyond) for cells in sizes)
        raise GameError(
            f"{name} is played on strips, and a strip of n cells is a heap of n + {rules.beyond} of {rules.code}: "
            f"'{rules.code} {heaps}' is {'the sum of these' if sizes[1:] else 'this one'}"
        )
    return HeapProblem(rules, largest)
