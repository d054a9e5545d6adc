"""Decision diagrams as lists of nodes: how sets of states go from one package to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

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


def listed(roots: Sequence[Node], order: Sequence[tuple[str, int]], true: Node, false: Node) -> tuple[Any, list[int]]:
    """Return diagrams as lists of nodes, and the numbers of some roots."""
    rows, numbers = numbered(roots, true, false)
    return Diagrams(tuple(order), np.array(rows, np.int64).reshape(-1, 3)), numbers


def numbered(roots: Sequence[Node], true: Node, false: Node) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return the nodes of diagrams, each with its level and the numbers of its children, and the numbers of the roots.

    A node stands behind its children; the first has number 2.
    """
    number: dict[Node, int] = {false: 0, true: 1}
    rows: list[tuple[int, int, int]] = []
    for root in roots:
        stack = [root]
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
            number[node] = len(rows) + 2
            rows.append((node.node_level(), number[low], number[high]))
            stack.pop()
    return rows, [number[root] for root in roots]
