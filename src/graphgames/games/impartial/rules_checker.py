"""Checks claims about the positions of a game by rules, entry by entry, each by the moves of its position.

An entry may rest on those before it and on nothing else, so no claim rests on itself. A nimber is the mex of the
options', or the nim-sum of the components' (Sprague, Grundy). A couple of a position and a nim heap is lost if all
moves in both are won, and won if one of them is lost. Components are part of the rules and are trusted.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import chain
from operator import xor
from typing import TYPE_CHECKING, Any

from graphgames.core.checking import asking_rules, checks, report
from graphgames.core.report import Failure, Report
from graphgames.core.rules import moves_of

if TYPE_CHECKING:
    from graphgames.games.impartial.certificate import PositionValues


@checks("position-values")
def check(solution: Any, proof: PositionValues) -> Report:
    """Check the nimbers and couples of a game by rules under normal play."""
    proved, faults = _Proved(solution.problem.rules), list[str]()
    with asking_rules(faults):
        for entry in zip(proof.positions, proof.heaps, proof.values, strict=True):
            faults += proved.add(*entry)
    otherwise = "for the solution, but not for its certificate"
    for position, value in solution.nimbers.items():
        if proved.nimbers.get(position) != value:
            faults.append(f"{position!r} has nimber {value} {otherwise}")
    for (position, heap), lost in solution.couples.items():
        if proved.status(position, heap) is not lost:
            faults.append(f"{position!r} is {'lost' if lost else 'won'} with a heap of {heap} {otherwise}")
    claims = len(proof.values) + len(solution.nimbers) + len(solution.couples)
    return report(claims, [Failure(None, fault) for fault in faults])


class _Proved:
    """The entries checked so far."""

    def __init__(self, rules: Any):
        self.rules = rules
        self.nimbers: dict[Any, int] = {}
        self.lost: dict[tuple[Any, int], bool] = {}

    def add(self, position: Any, heap: int | None, value: int) -> list[str]:
        """Return the fault of an entry, if any, and count it among those that later ones may rest on."""
        if heap is None:
            where, fault = repr(position), self._nimber_fault(position, value)
            self.nimbers[position] = value
        else:
            where, fault = f"{position!r} with a heap of {heap}", self._couple_fault(position, heap, bool(value))
            fault = fault if value < 2 else f"says {value}, which is neither won, 1, nor lost, 0"
            self.lost[position, heap] = not value
            if not value:
                self.nimbers[position] = heap
        return [f"{where} {fault}"] if fault else []

    def parts(self, position: Any) -> list[Any]:
        """Return the components of a position, the position alone if it does not split."""
        components = getattr(self.rules, "components", None)
        return [position] if components is None else list(components(position))

    def status(self, position: Any, heap: int) -> bool | None:
        """Return whether a couple is lost, None if the entries so far do not decide it."""
        unknown = []
        for part in self.parts(position):
            if part in self.nimbers:
                heap ^= self.nimbers[part]
            else:
                unknown.append(part)
        if not unknown:
            return heap == 0
        return self.lost.get((unknown[0], heap)) if len(unknown) == 1 else None

    def _nimber_fault(self, position: Any, value: int) -> str:
        parts = self.parts(position)
        splits = parts != [position]
        below = parts if splits else list(moves_of(self.rules, position))
        for after in below:
            if after not in self.nimbers:
                return f"depends on {after!r}, whose nimber is not proved before it"
        values = [self.nimbers[after] for after in below]
        if (reduce(xor, values, 0) if splits else mex(values)) == value:
            return ""
        whose = "its components" if splits else "its options"
        return f"has nimber {value}, but {whose} have the nimbers {shown(values)}"

    def _couple_fault(self, position: Any, heap: int, wins: bool) -> str:
        if self.parts(position) != [position]:
            return "splits, so the proof needs its components instead"
        after = [(option, heap) for option in moves_of(self.rules, position)]
        statuses = (self.status(*couple) for couple in chain(after, ((position, less) for less in range(heap))))
        if wins:
            fine, fault = any(status is True for status in statuses), "is won, but no move to a lost position is proved"
        else:
            fine, fault = all(status is False for status in statuses), "is lost, but not every move is proved to be won"
        return "" if fine else fault


def mex(values: Iterable[int]) -> int:
    """Return the least number that is not among the values."""
    seen = set(values)
    return next(least for least in range(len(seen) + 1) if least not in seen)


def shown(values: Iterable[int]) -> str:
    """Return the first few of some different values."""
    different = sorted(set(values))
    return ", ".join(map(str, different[:8])) + (", ..." if len(different) > 8 else "") or "none"
