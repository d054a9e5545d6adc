"""Decision diagrams as lists of nodes: how sets of states go from one package to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from graphgames.core.certificate import Unchanging
from graphgames.core.claim import Each, Integer, Row, Word
from graphgames.core.late import NDArray, np
from graphgames.games.synthesis.spec import Node


@dataclass(frozen=True, eq=False)
class Diagrams(Unchanging):
    """Nodes of diagrams, children first: number 0 is false, 1 is true, and k + 2 is row k."""

    order: Annotated[tuple[tuple[str, int], ...], Each(Row((Word(), Integer(0))))]
    """The bits of the variables, by name and number, in the order of the diagrams. Level 2k is bit k now, level 2k + 1
    the same bit after the step."""
    nodes: Annotated[NDArray[np.int64], Each(Integer(0), None, 3)]
    """For each node its level, and its children where the bit is 0 and where it is 1, shape (count, 3)."""


class Listing:
    """Nodes of diagrams, each with its level and the numbers of its children, as sets are added to them.

    A node stands behind its children; the first has number 2.
    """

    def __init__(self, true: Node, false: Node):
        self.rows: list[tuple[int, int, int]] = []
        self._number: dict[Node, int] = {false: 0, true: 1}

    def add(self, root: Node) -> int:
        """Return the number of a set, whose nodes are listed from now on."""
        number, stack = self._number, [root]
        while stack:
            node = stack[-1]
            if node in number:
                stack.pop()
                continue
            high, low = node.cofactors()
            waiting = [one for one in (low, high) if one not in number]
            if waiting:
                stack += waiting
                continue
            number[node] = len(self.rows) + 2
            self.rows.append((node.node_level(), number[low], number[high]))
            stack.pop()
        return number[root]

    def diagrams(self, order: Sequence[tuple[str, int]]) -> Diagrams:
        """Return the nodes so far, with the order of their bits."""
        return Diagrams(tuple(order), np.array(self.rows, np.int64).reshape(-1, 3))
