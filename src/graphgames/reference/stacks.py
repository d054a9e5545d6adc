"""The five games of ``stack-nimbers``: into which parts a test falls, and what each part is worth.

*Stones on a graph* (``games-are-important``): a stone's nimber is that of its vertex, as for ``grundy-values``; two
stones on one vertex cancel.

Halving piles and boxes are worth what ``stones`` proves; of ``treblecross`` and of strips of X and O the runs of empty
cells are, by ``strips``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from graphgames.reference.grundy_values import Nimbers
from graphgames.reference.heap_code import LARGEST, Code
from graphgames.reference.heap_values import Values
from graphgames.reference.problem import Graph
from graphgames.reference.reading import Fields, choice, integer, listing, nothing, optional, text, whole
from graphgames.reference.stones import box, pile
from graphgames.reference.strips import finishing, free_runs, marked_runs, run


class OfHeaps(Values):
    """The values of heaps of .007."""

    def __init__(self, proof: Fields):
        proof.take("code", choice(".007"))
        proof.take("mask", integer(0, 2**62 - 1))  # a help for other checkers
        proof.take("period", optional(nothing))
        self.code, self.value = Code(".007"), proof.take("values", listing(integer(0, LARGEST)))
        self.heaps = range(len(self.value))


class Piles:
    """Piles of which at most half may be taken; the other games say what is different in them."""

    test: Any = staticmethod(listing(whole))
    """Reads a test."""
    proof = ""
    """The kind of the certificate in which values are looked up, if there is one."""
    values: list[int]

    def parts(self, test: Any) -> list[Any]:
        """Return the parts of a test."""
        return list(test)

    def value(self, part: Any) -> int:
        """Return the nimber of a part."""
        return pile(part)

    def fits(self, test: Any) -> bool:
        """Return whether a test is one of this game."""
        return all(size >= 0 for size in test)

    def looked_up(self, proof: Fields) -> Any:
        """Read the certificate of the values."""


class Boxes(Piles):
    """Boxes with so much room and so many stones."""

    test: Any = staticmethod(listing(listing(whole, 2)))

    def value(self, part: Any) -> int:
        return box(*part)

    def fits(self, test: Any) -> bool:
        return all(0 <= stones <= size for size, stones in test)


class Stones(Piles):
    """Stones on the vertices of graphs, which stand side by side; a part is a vertex and how many are there."""

    test, proof = staticmethod(Fields), "grundy-values"

    def __init__(self) -> None:
        self.after: list[list[int]] = []

    def parts(self, test: Any) -> list[Any]:
        graph, offset = Graph(test), len(self.after)
        self.after += [[offset + w for w in after] for after in graph.after]
        stones = test.take("stones", listing(integer(0), graph.n))
        test.end()
        return [(offset + v, count) for v, count in enumerate(stones)]

    def value(self, part: Any) -> int:
        return self.values[int(part[0])] if part[1] % 2 else 0

    def fits(self, test: Any) -> bool:
        return True

    def looked_up(self, proof: Fields) -> Nimbers:
        return Nimbers(self.after, proof)


class Strips(Piles):
    """Strips of X and O; a part is a run of empty cells and the marks at its ends."""

    test = staticmethod(text)

    def parts(self, test: Any) -> list[Any]:
        return [*marked_runs(test)]

    def value(self, part: Any) -> int:
        return run(part)

    def fits(self, test: Any) -> bool:
        return set(test) <= set(".XO") and not any(a == b != "." for a, b in pairwise(test))


class Crosses(Piles):
    """Strips of X; a part is the length of a run of cells with no X within two."""

    test, proof = staticmethod(text), "heap-values"

    def parts(self, test: Any) -> list[Any]:
        return [] if finishing(test) else [length for _, length in free_runs(test)]

    def value(self, part: Any) -> int:
        return self.values[int(part) + 2]

    def fits(self, test: Any) -> bool:
        return set(test) <= {".", "X"} and len(test) >= 3 and "XXX" not in test and len(self.values) >= len(test) + 3

    def looked_up(self, proof: Fields) -> OfHeaps:
        return OfHeaps(proof)


GAMES: dict[str, type[Piles]] = {
    "games-are-important": Stones,
    "playing-with-stones": Piles,
    "stone-game": Boxes,
    "treblecross": Crosses,
    "say-goodbye-to-tic-tac-toe": Strips,
}
