"""An algorithm step by step, for people who look at a small game: what each step finds, and where.

The column ``steps`` of the row of a kind names ``steps(solution) -> Course | None``. A course follows the algorithm of
the textbooks in plain Python, or the layers that the certificate holds; solvers are faster, and go other ways to the
same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from graphgames.core.arena import Arena

OPEN = 3
"""Among the winners of a step: nobody knows yet."""

_NAMED = 6


class Step(NamedTuple):
    """What a step finds."""

    says: str
    winner: Sequence[int]
    """For each vertex who wins, as far as that is known: 0, 1, 2 for a draw, `OPEN`."""
    lit: Sequence[int] = ()
    """The vertices that this step is about, or adds."""
    notes: Mapping[int, str] = MappingProxyType({})
    """What stands at vertices now: a number, a bracket."""
    among: Collection[int] | None = None
    """The part of the game that is looked at; None for all of it."""
    depth: int = 0
    """How deep in the recursion."""


@dataclass(frozen=True)
class Course:
    """The steps of an algorithm on one game, made anew for each who goes through them.

    Attributes
    ----------
    title : str
        What the algorithm is called.
    about : str
        What its steps are, what the notes mean, and where it is from.
    steps : callable
        Gives the steps.
    """

    title: str
    about: str
    steps: Callable[[], Iterator[Step]]

    def __iter__(self) -> Iterator[Step]:
        return self.steps()


def few(arena: Arena, vertices: Iterable[int]) -> str:
    """Return the names of vertices, the first few of many."""
    found = sorted(vertices)
    names = ", ".join(str(arena.display_name(v)) for v in found[:_NAMED])
    return f"{names} and {len(found) - _NAMED} more" if len(found) > _NAMED else names


def layers(
    arena: Arena, owner: Sequence[int], among: Collection[int], into: Collection[int], player: int
) -> Iterator[list[int]]:
    """Yield the layers of the attractor by which a player forces the play into a set, within a part of the game.

    O(n + m) a layer.
    """
    region, left = set(into), set(among) - set(into)
    while True:
        fresh = []
        for v in sorted(left):
            ahead = [w in region for w in arena.successors_of(v).tolist() if w in among]
            if ahead and (any(ahead) if owner[v] == player else all(ahead)):
                fresh.append(v)
        if not fresh:
            return
        yield fresh
        region.update(fresh)
        left.difference_update(fresh)


def sweeps(most: int = 1000) -> Iterator[tuple[int, bool]]:
    """Yield the numbers of sweeps from 1 on, and whether each is shown: the first ones, then ever fewer."""
    for k in range(1, most + 1):
        yield k, k <= 16 or k % (1 << (k.bit_length() - 3)) == 0
