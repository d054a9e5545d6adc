"""The search behind impartial games by rule: nimbers and outcomes, remembered, and without recursion.

A position that splits into components is worth their nim-sum (Sprague, Grundy). The search decides couples, each a
position and a nim heap: the heap stands for all components but one, whose own value is then never needed (Lemoine &
Viennot, *Nimbers are inevitable*, 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain
from typing import Any

from graphgames.core.errors import CycleError, GameError
from graphgames.core.rules import EVERY, check_memory, moves_of
from graphgames.games.impartial.problem import RulesProblem

Position = Hashable
Couple = tuple[Position, int]
"""A position with a nim heap beside it."""


class Search:
    """What was found out of a game by rules, and how more is; `ByRule` has the answers.

    It is no public class, whose attributes can have names of habit: to read those takes Python three times as long.
    """

    def __init__(self, problem: RulesProblem, known: Callable[[Any], int | None] | None):
        self.rules, self.limit, self.progress, self.known = problem.rules, problem.limit, problem.progress, known
        self.components: Callable[[Any], Iterable[Any]] | None = getattr(problem.rules, "components", None)
        self.nimbers: dict[Position, int] = {}
        self.couples: dict[Couple, bool] = {}
        self.order = bytearray()  # 1 for a couple and 0 for a nimber, in the order in which they were found out

    def nimber(self, position: Position) -> int:
        """Return the Grundy value of a position."""
        if (value := self._recall(position)) is not None:
            return value
        again: tuple[Any, ...] = ()
        frames = [(position, again, *self._below(position))]
        opened, known = {position}, self.nimbers.get
        while frames:
            at, again, below, is_sum, total = frames.pop()
            for child in chain(again, below):
                value = known(child)
                if value is None and (self.known is None or (value := self._recall(child)) is None):
                    frames.append((at, (child,), below, is_sum, total))
                    if child in opened:
                        raise circle([frame[0] for frame in frames], child)
                    frames.append((child, (), *self._below(child)))
                    opened.add(child)
                    self._check_limit(len(opened))
                    break
                total = total ^ value if is_sum else total | 1 << value
            else:
                value = total if is_sum else (~total & (total + 1)).bit_length() - 1
                self.nimbers[at] = value
                self.order.append(0)
                self._check_limit()
                opened.discard(at)
        return self.nimbers[position]

    def loses(self, position: Position, heap: int) -> bool:
        """Return whether the player to move loses the sum of a position and a nim heap."""
        lost, couple = self._reduce(position, heap)
        if couple is None:
            return lost
        frames: list[tuple[Couple, tuple[Couple, ...], Iterator[Couple]]] = [(couple, (), self._moves_from(couple))]
        opened = {couple}
        while frames:
            at, again, below = frames.pop()
            lost, unknown = True, None
            for child in chain(again, below):
                answer, unknown = self._reduce(*child)
                if unknown is not None or answer:
                    lost = False
                    break
            if unknown is None:
                opened.discard(at)
                self.settle(at, lost)
                continue
            frames.append((at, (child,), below))
            if unknown in opened:
                raise circle([frame[0] for frame in frames], unknown, _couple_in_words)
            frames.append((unknown, (), self._moves_from(unknown)))
            opened.add(unknown)
            self._check_limit(len(opened))
        return lost

    def _moves_from(self, couple: Couple) -> Iterator[Couple]:
        """Return the couples after a move: first those of the position, then those of the heap."""
        position, heap = couple
        options = moves_of(self.rules, position)
        return chain(((after, heap) for after in options), ((position, less) for less in range(heap)))

    def _recall(self, position: Position) -> int | None:
        value = self.nimbers.get(position)
        if value is None and self.known is not None and self._splits(position) is None:
            return self.known(position)
        return value

    def _splits(self, position: Position) -> list[Any] | None:
        """Return the components of a position, None if it does not split."""
        if self.components is None:
            return None
        parts = list(self.components(position))
        if len(parts) == 1 and parts[0] == position:
            return None
        if position in parts:
            raise GameError(f"components({position!r}) has the position itself among {len(parts)} parts")
        return parts

    def _below(self, position: Position) -> tuple[Iterator[Any], bool, int]:
        """Open a position: its parts to add, or its options to take the mex of."""
        parts = self._splits(position)
        return (moves_of(self.rules, position), False, 0) if parts is None else (iter(parts), True, 0)

    def _check_limit(self, depth: int = 0) -> None:
        size = len(self.nimbers) + len(self.couples) + depth
        check_memory(size, self.limit, depth)
        if self.progress is not None and size % EVERY == 0:
            self.progress(size)

    def _reduce(self, position: Position, heap: int) -> tuple[bool, Couple | None]:
        """Bring a couple to one component with a heap: the answer at once, or the couple that has it."""
        parts, unknown = self._splits(position), []
        for part in [position] if parts is None else parts:
            value = self._recall(part)
            if value is None:
                unknown.append(part)
            else:
                heap ^= value
        while unknown:
            value = self._recall(unknown[0])  # an earlier part may have found it
            if value is None:
                if len(unknown) == 1 and self._splits(unknown[0]) is None:
                    break
                value = self.nimber(unknown[0])
            heap ^= value
            del unknown[0]
        if not unknown:
            return heap == 0, None
        couple = (unknown[0], heap)
        if couple in self.couples:
            return self.couples[couple], None
        return False, couple

    def settle(self, couple: Couple, lost: bool) -> None:
        """Remember whether a couple is lost; then its position has the nimber of its heap."""
        self.couples[couple] = lost
        self.order.append(1)
        if lost:
            self.nimbers[couple[0]] = couple[1]
            self.order.append(0)
        self._check_limit()


def circle(path: list[Any], again: Any, name: Callable[[Any], str] = repr) -> CycleError:
    """Return the error for a line of play that comes back to one of its positions."""
    cycle = path[path.index(again) :]
    what = "the play must come to an end (expand makes a game in which it need not)"
    return CycleError(range(len(cycle)), what, labels=[name(position) for position in cycle])


def _couple_in_words(couple: Couple) -> str:
    position, heap = couple
    return f"{position!r} beside a heap of {heap}" if heap else repr(position)
