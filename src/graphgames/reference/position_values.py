"""``position-values``: games by rules in normal play, entry by entry.

An entry rests on those before it and on nothing else, so none rests on itself. A nimber is the mex of the options', or
the nim-sum of the parts into which a position splits (Sprague, Grundy). An entry may instead say who wins the sum of a
position and a nim heap: it is lost if all moves, in the position and in the heap, lead to sums that are won, and won if
one leads to a lost sum. Where it is lost the position has the nimber of the heap.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.kind import Kind
from graphgames.reference.listed_rules import Moves, Position, read_positions
from graphgames.reference.problem import Problem, expect, mex, nim_sum, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing, optional


class Entries:
    """The entries of the certificate, and what those before the one that is looked at say."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "rules")
        self.game, self.moves = problem, Moves(problem)
        position = read_positions(proof, "positions", self.moves)
        heap = proof.take("heaps", listing(optional(integer(0)), len(position)))
        value = proof.take("values", listing(integer(0), len(position)))
        self.entry = list(zip(position, heap, value, strict=True))
        self.nimber: dict[Position, int] = {}
        self.lost: dict[tuple[Position, int], bool] = {}
        with_nimber = {here for here, heap, value in self.entry if heap is None or value == 0}
        answers.take("nimbers", choice(len(with_nimber)))
        answers.take("couples", choice(len([heap for heap in heap if heap is not None])))
        if len({*zip(position, heap, strict=True)}) < len(position):
            raise RefusedError("a position is listed twice, alone or with one heap")

    def entries(self) -> Iterator[tuple[Position, int | None, int]]:
        """Yield each entry before it is counted among those that later ones may rest on."""
        for here, heap, value in self.entry:
            yield here, heap, value
            if heap is None:
                self.nimber[here] = value
            else:
                self.lost[here, heap] = value == 0
                if value == 0:
                    self.nimber[here] = heap

    def is_lost(self, here: Position, heap: int) -> bool | None:
        """Return whether the sum of a position and a heap is lost, None if the entries so far do not say it."""
        unknown = []
        for part in self.moves.parts[self.moves.known(here)]:
            if part in self.nimber:
                heap ^= self.nimber[part]
            else:
                unknown.append(part)
        if not unknown:
            return heap == 0
        return self.lost.get((unknown[0], heap)) if len(unknown) == 1 else None


def entry_follows(c: Entries, entry: tuple[Position, int | None, int]) -> bool:
    """A nimber is the mex of the options', or the nim-sum of the parts'; a sum with a heap that does not split is lost
    if all its moves are won, and won if one of them is lost.
    """
    here, heap, value = entry
    options, parts = c.moves.options[here], c.moves.parts[here]
    splits = parts != [here]
    if heap is None:
        below = parts if splits else options
        if not all(after in c.nimber for after in below):
            return False
        return value == (nim_sum(c.nimber[part] for part in parts) if splits else mex({c.nimber[w] for w in options}))
    lost = [c.is_lost(after, heap) for after in options] + [c.is_lost(here, less) for less in range(heap)]
    return not splits and (
        any(one is True for one in lost) if value == 1 else value == 0 and not any(one is not False for one in lost)
    )


KIND = Kind(
    Entries,
    "the nimbers of the positions listed, and who wins with a heap beside them (by the moves that the file lists)",
    {"entries": (entry_follows,)},
    read_problem,
)
