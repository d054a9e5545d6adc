"""Impartial games that have names and no octal codes: coins that are turned, two heaps, and sums of named games.

The games of coins are those of Winning Ways, ch. 14: in a row of coins some are turned, of which the rightmost goes
from heads to tails. A position is the sum of its heads, each alone. Wythoff's game is from Nieuw Archief voor Wiskunde
7 (1907); the game of Euclid is that of Cole and Davie, Mathematical Gazette 53 (1969).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from graphgames.catalogue import find
from graphgames.core.errors import GameError
from graphgames.engines.dispatch import solve
from graphgames.games.impartial.problem import RulesProblem
from graphgames.games.impartial.sum import Sum

Heaps = tuple[int, int]


def _wythoff(heaps: Heaps) -> Iterator[Heaps]:
    """Take any number from one heap, or as many from both."""
    a, b = heaps
    for k in range(1, max(heaps) + 1):
        taken = ((a - k, b), (a, b - k), (a - k, b - k))
        yield from (left for left in taken if min(left) >= 0)


def _euclid(heaps: Heaps) -> Iterator[Heaps]:
    """Take a multiple of the smaller heap from the larger one."""
    low, high = sorted(heaps)
    if low:
        yield from ((low, high - k) for k in range(low, high + 1, low))


def _turned(most: int, least: int = 0) -> Callable[[int, int], Iterator[Iterable[int]]]:
    """Return the ways to turn ``least`` to ``most`` coins to the left of one that is turned."""
    return lambda coin, first: (
        others for count in range(least, most + 1) for others in combinations(range(first, coin), count)
    )


_TWO_HEAPS = {"wythoff": _wythoff, "euclid": _euclid}
_COINS: dict[str, tuple[int, Callable[[int, int], Iterator[Iterable[int]]]]] = {
    "turning-turtles": (1, _turned(1)),
    "twins": (0, _turned(1, 1)),
    "mock-turtles": (0, _turned(2)),
    "triplets": (0, _turned(2, 2)),
    "ruler": (1, lambda coin, first: (range(left, coin) for left in range(first, coin + 1))),
}
"""The number of the first coin, and the coins that may be turned with a later one, as Winning Ways has them."""
NAMES = (*_TWO_HEAPS, *_COINS)
_LONGEST = 40
"""So many coins are shown as letters."""
_EXAMPLES = {"wythoff": "3,5", "euclid": "3,5"}


class NamedRules:
    """The rules of a game that has a name, with a position to start from."""

    def __init__(self, name: str, start: str):
        self.name = name
        if name in _COINS:
            self.first, self._others = _COINS[name]
            self.components, self.render = self._heads, self._row
        self.start: tuple[int, ...] = self.position(start)

    def read(self, position: Any) -> tuple[int, ...]:
        """Return a position that is given as text, a number or several."""
        several = isinstance(position, Iterable) and not isinstance(position, str)
        return self.position(",".join(map(str, position)) if several else str(position))

    def position(self, text: str) -> tuple[int, ...]:
        """Return two heaps, or the numbers of the coins that show heads, also of a row such as ``THTH``."""
        if self.name in _COINS and re.fullmatch("[HTht]+", text):
            return tuple(k for k, side in enumerate(text.upper(), self.first) if side == "H")
        words = text.replace(",", " ").strip(" ()").split()
        if not all(word.isdecimal() and len(word) < 10 for word in words):
            raise GameError(
                f"{text!r} is not a position of {self.name}; expected numbers, such as {_example(self.name)}"
            )
        numbers = tuple(map(int, words))
        if self.name in _TWO_HEAPS and len(numbers) != 2:
            raise GameError(f"{self.name} is played with two heaps, such as {_example(self.name)}")
        if self.name in _COINS and any(coin < self.first for coin in numbers):
            raise GameError(f"the first coin of {self.name} has number {self.first}")
        return tuple(coin for coin in sorted({*numbers}) if numbers.count(coin) % 2) if self.name in _COINS else numbers

    def moves(self, position: Any) -> Iterable[Any]:
        """Yield the positions after a move."""
        if self.name in _TWO_HEAPS:
            return _TWO_HEAPS[self.name](position)
        return (
            tuple(sorted({*position} ^ {coin, *others}))
            for coin in position
            for others in self._others(coin, self.first)
        )

    def _heads(self, position: Sequence[int]) -> list[tuple[int, ...]]:
        return [(coin,) for coin in position]

    def _row(self, position: Sequence[int]) -> str:
        """Return a row of coins as it lies, THT; of a long one the numbers of the heads."""
        last = max((*self.start, *position), default=self.first)
        if last >= _LONGEST:
            return str(tuple(position))
        return "".join("TH"[coin in position] for coin in range(self.first, last + 1))


def _example(name: str) -> str:
    return _EXAMPLES.get(name, "2,5,8")


def named(name: str, start: str | None, up_to: int | None = None) -> Any:
    """Return the game of a name, such as ``wythoff 3,5`` or ``mock-turtles THTH``, or a sum, ``kayles 5 + nim 3``.

    None if it means neither.
    """
    game, _, behind = name.strip().partition(" ")
    if start is None and "+" in name:
        return _sum(name)
    if game not in NAMES or re.fullmatch("[0-9]+x[0-9]+", behind):  # no board
        return None
    return RulesProblem(NamedRules(game, start or behind or _example(game)))


def _sum(text: str) -> Sum | None:
    """Return a sum of named games at their positions; a position alone is one more of the game before it."""
    total, game = Sum(), ""
    for part in map(str.strip, text.split("+")):
        first, _, behind = part.partition(" ")
        alone = game and (not behind or first.isdecimal())
        game, word = (game, part) if alone else (first, behind)
        problem = find.named(f"{game} {word}", None) if game and word else None
        rules: Any = getattr(problem, "rules", getattr(problem, "game", None))
        if not hasattr(rules, "start") or not hasattr(rules, "moves"):
            return None
        total += Sum.of(solve(problem), rules.start)
    return total
