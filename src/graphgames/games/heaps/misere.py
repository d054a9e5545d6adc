"""Misère play of impartial games, who cannot move wins: outcomes, genus, and the misère quotient of a heap game.

Conway, *On Numbers and Games*, ch. 12 (genus); Plambeck & Siegel, *Misère quotients for impartial games*, JCTA 115
(2008). The quotient is learned from outcomes like an automaton (Angluin 1987) and then proved for all sums at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphgames.core.errors import LimitExceededError
from graphgames.core.oracle import Outcome
from graphgames.games.heaps.misere_certificate import QuotientTable
from graphgames.games.heaps.problem import HeapGame, Heaps, normal
from graphgames.games.impartial.by_rule import ByRule
from graphgames.games.impartial.nimbers import mex

Element = int


@dataclass(frozen=True)
class Genus:
    """The genus of a position: its nimber, and its misère nimbers with 0, 1, 2, ... heaps of 2 beside it.

    Attributes
    ----------
    normal : int
        The Grundy value under normal play.
    misere : tuple of int
        The misère Grundy values; behind the last two, those two alternate for ever.

    Examples
    --------
    >>> from graphgames import genus, HeapGame
    >>> [str(genus(HeapGame.from_code(".77"), (n,))) for n in (0, 1, 2, 5)]
    ['0^120', '1^031', '2^20', '4^146']
    """

    normal: int
    misere: tuple[int, ...]

    def value(self, twos: int) -> int:
        """Return the misère Grundy value with so many heaps of 2 beside the position."""
        last = len(self.misere)
        return self.misere[twos] if twos < last else self.misere[last - 2 + (twos - last) % 2]

    @property
    def outcome(self) -> Outcome:
        """Return the outcome for the player to move under misère play."""
        return Outcome.WIN if self.misere[0] else Outcome.LOSS

    def __str__(self) -> str:
        separator = "." if max(self.misere) > 9 else ""
        return f"{self.normal}^{separator.join(map(str, self.misere))}"


def genus(rules: Any, position: Any, limit: int = 1_000_000) -> Genus:
    """Find the genus of a position by its definition, from those of all positions below it.

    Parameters
    ----------
    rules : object with ``moves(position)``
        The game; its components do not help, since a sum is not determined by the genus of its parts.
    position : hashable
        Any of its positions.
    limit : int
        Stop with an error rather than look at more positions than this.

    Raises
    ------
    LimitExceededError
        If there are more positions than the limit.
    """
    known: dict[Any, Genus] = {}
    frames: list[tuple[Any, list[Any]]] = [(position, list(rules.moves(position)))]
    while frames:
        at, options = frames[-1]
        missing = next((option for option in options if option not in known), None)
        if missing is not None:
            if len(known) + len(frames) > limit:
                raise LimitExceededError(
                    f"the game has more than {limit} positions; raise the limit or ask a smaller one"
                )
            frames.append((missing, list(rules.moves(missing))))
            continue
        known[at] = _genus_of({known[option] for option in options})
        frames.pop()
    return known[position]


def _genus_of(options: set[Genus]) -> Genus:
    """Find a genus from those of the options: beside heaps of 2, one of them may also become a heap of 1, or go."""
    settled = max((len(option.misere) for option in options), default=0)
    values: list[int] = [mex(option.misere[0] for option in options) if options else 1]
    while len(values) < settled + 4 or values[-1] != values[-3] or values[-2] != values[-4]:
        before, twos = values[-1], len(values)
        values.append(mex({before, before ^ 1} | {option.value(twos) for option in options}))
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return Genus(mex(option.normal for option in options), tuple(values))


class Misere:
    """Rules under which normal play is misère play: at the end of the game there is one move more.

    Parameters
    ----------
    rules : object with ``moves(position)``
        The game.
    """

    OVER = ("the game is over",)

    def __init__(self, rules: Any):
        self.rules = rules

    def moves(self, position: Any) -> Iterator[Any]:
        """Return the moves of the game; from its end to `OVER`, and from there none."""
        if position is not self.OVER:
            found = False
            for option in self.rules.moves(position):
                found = True
                yield option
            if not found:
                yield self.OVER


def misere_outcome(rules: Any, position: Any, limit: int = 10_000_000) -> Outcome:
    """Return the outcome for the player to move, where who cannot move wins.

    Raises
    ------
    CycleError
        If the play can come back to a position.
    LimitExceededError
        If more positions than the limit would have to be remembered.

    Examples
    --------
    >>> misere_outcome(HeapGame.from_code(".333"), (1, 1, 1)), misere_outcome(HeapGame.from_code(".333"), (2, 2))
    ('loss', 'loss')
    """
    return ByRule(Misere(rules), limit=limit).outcome(position)


@dataclass(frozen=True, eq=False)
class MisereQuotient:
    """The finite misère quotient of a heap game with heaps up to a size: what each heap is as good as, in any sum.

    Attributes
    ----------
    game : HeapGame
        The game.
    elements : tuple of tuple of int
        A sum of heaps that stands for each element; the first is the empty sum, the identity.
    product : tuple of tuple of int
        The multiplication table, by element numbers.
    losing : frozenset of int
        The elements whose sums are lost by the player to move.
    heaps : tuple of int
        The element of each heap, from heap 0 on.
    """

    game: HeapGame
    elements: tuple[Heaps, ...]
    product: tuple[tuple[Element, ...], ...]
    losing: frozenset[Element]
    heaps: tuple[Element, ...]

    def __len__(self) -> int:
        return len(self.elements)

    def element(self, heaps: Iterable[int]) -> Element:
        """Return the element of a sum of heaps."""
        total = 0
        for heap in heaps:
            total = self.product[total][self.heaps[heap]]
        return total

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Return the outcome for the player to move at a sum of any number of heaps under misère play."""
        return Outcome.LOSS if self.element(heaps) in self.losing else Outcome.WIN

    def best_moves(self, heaps: Heaps) -> list[Heaps]:
        """Return the winning moves from a sum of heaps."""
        return [after for after in self.game.moves(heaps) if self.element(after) in self.losing]

    @cached_property
    def _options(self) -> tuple[int, ...]:
        """For each heap the set of the elements of its options, as bits."""
        return tuple(
            sum({1 << self.element(option) for option in self.game.options(heap)}) for heap in range(len(self.heaps))
        )

    def counterexample(self, limit: int) -> Heaps | None:
        """Return a sum whose outcome the table contradicts by its options, None if there is none: then it is proved.

        A sum has an element and a set of elements of its options; these pairs multiply, (x, E)(y, F) = (xy, xF + Ey),
        and there are finitely many. In each but that of the empty sum the element must be lost exactly if no option is.

        Raises
        ------
        LimitExceededError
            If there are more pairs than the limit.
        """
        seen: dict[tuple[Element, int], Heaps] = {(0, 0): ()}
        queue = [(0, 0)]
        generators = {(self.heaps[n], self._options[n]): n for n in range(len(self.heaps) - 1, 0, -1)}
        lost = sum(1 << x for x in self.losing)
        if 0 in self.losing:
            return ()
        for x, options in queue:  # the list grows while it is walked
            for (y, more), heap in generators.items():
                pair = (self.product[x][y], self._times(x, more) | self._times(y, options))
                if pair in seen:
                    continue
                seen[pair] = normal((*seen[x, options], heap))
                # heaps without a move do not end the game otherwise than the empty sum does
                lost_here = bool(pair[1]) and not pair[1] & lost
                if (pair[0] in self.losing) != lost_here:
                    return seen[pair]
                if len(seen) > limit:
                    raise LimitExceededError(
                        f"the proof of the quotient needs more than {limit} pairs; raise the limit"
                    )
                queue.append(pair)
        return None

    def _times(self, x: Element, elements: int) -> int:
        row, total = self.product[x], 0
        while elements:
            y = elements & -elements
            total |= 1 << row[y.bit_length() - 1]
            elements ^= y
        return total

    @property
    def certificate(self) -> QuotientTable:
        """What proves the quotient."""
        losing = np.zeros(len(self), np.bool_)
        losing[list(self.losing)] = True
        product = np.array(self.product, np.int64)
        return QuotientTable(product, losing, np.array(self.heaps, np.int64), self.elements)

    def __str__(self) -> str:
        return f"misère quotient of {self.game.code} to heap {len(self.heaps) - 1}: order {len(self)}"


def misere_quotient(game: HeapGame, up_to: int, limit: int = 100_000) -> MisereQuotient:
    """Find and prove the misère quotient of a heap game with heaps up to a size, if it is finite and small.

    Two sums are the same element if no third sum beside them tells them apart. The elements are told apart by a growing
    set of tests; whatever the proof finds wrong becomes a new test.

    Parameters
    ----------
    game : HeapGame
        The game.
    up_to : int
        The largest heap.
    limit : int
        Stop with an error rather than make a table, or a proof, of more entries than this.

    Raises
    ------
    LimitExceededError
        If the quotient is infinite, or too large for the limit.

    Examples
    --------
    >>> quotient = misere_quotient(HeapGame.from_code(".333"), 3)
    >>> print(quotient)
    misère quotient of .333 to heap 3: order 6
    >>> quotient.outcome((1, 2, 3)), quotient.outcome([1] * 10**6 + [2])
    ('loss', 'win')
    """
    solver = ByRule(Misere(game), limit=max(limit, 1_000_000))
    tests: list[Heaps] = [()]
    while True:
        quotient = _table(game, up_to, tests, solver.loses, limit)
        wrong = quotient.counterexample(limit)
        if wrong is None:
            return quotient
        for heaps in (wrong, *game.moves(wrong)):
            if (quotient.outcome(heaps) == Outcome.LOSS) != solver.loses(heaps):
                tests += [test for i in range(len(heaps)) if (test := heaps[i:]) not in tests]
                break


def _table(game: HeapGame, up_to: int, tests: list[Heaps], loses: Callable[[Any], bool], limit: int) -> MisereQuotient:
    """Make the table of the elements that the tests tell apart; where the heaps do not commute, with more tests."""
    while True:
        elements, action = _actions(game, up_to, tests, loses, limit)
        more = _clash(elements, action, tests, loses)
        if not more:
            break
        tests += more
    product = tuple(tuple(_act(action, x, heaps) for heaps in elements) for x in range(len(elements)))
    losing = frozenset(x for x, heaps in enumerate(elements) if loses(heaps))
    return MisereQuotient(game, tuple(elements), product, losing, tuple(action[0]))


def _actions(
    game: HeapGame, up_to: int, tests: list[Heaps], loses: Callable[[Any], bool], limit: int
) -> tuple[list[Heaps], list[list[Element]]]:
    """Return a sum for each element, and for each element and heap the element that the heap added makes."""
    number: dict[tuple[bool, ...], int] = {}
    elements: list[Heaps] = []

    def find(heaps: Heaps) -> Element:
        signature = tuple(loses(normal((*heaps, *test))) for test in tests)
        if signature not in number:
            number[signature] = len(elements)
            elements.append(heaps)
        return number[signature]

    find(())
    action: list[list[Element]] = []
    for x, heaps in enumerate(elements):  # the list grows while it is walked
        action.append([x, *(find(normal((*heaps, heap))) for heap in range(1, up_to + 1))])
        if len(action) * (up_to + len(tests)) > limit:
            raise LimitExceededError(
                f"the misère quotient of {game.code} to heap {up_to} has more than {len(action)} elements, or is "
                "infinite; raise the limit or ask for smaller heaps"
            )
    return elements, action


def _clash(
    elements: list[Heaps], action: list[list[Element]], tests: list[Heaps], loses: Callable[[Any], bool]
) -> list[Heaps]:
    """Find two heaps that do not commute at some element; give the tests, one of which splits an element."""
    for row in action:
        for a in range(1, len(row)):
            for b in range(1, a):
                one, two = action[row[a]][b], action[row[b]][a]
                if one != two:
                    told = next(
                        test
                        for test in tests
                        if loses(normal((*elements[one], *test))) != loses(normal((*elements[two], *test)))
                    )
                    return [normal((a, *told)), normal((b, *told))]
    return []


def _act(action: list[list[Element]], x: Element, heaps: Heaps) -> Element:
    """Add heaps to an element, one after the other."""
    for heap in heaps:
        x = action[x][heap]
    return x
