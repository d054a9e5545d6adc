"""An algorithm step by step, for people who look at a small game: what each step finds, and where.

The column ``walkthrough`` of the row of a kind names ``walkthrough(solution) -> Walkthrough | str``, where a text says
why there is nothing to go through. A walkthrough follows the algorithm of the textbooks in plain Python, the layers
that the certificate holds, or the strategies that a solver tries; most solvers are faster, and go other ways to the
same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from graphgames.core.arena import Arena
from graphgames.core.value import in_words

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
class Walkthrough:
    """The steps of an algorithm on one game, made anew for each who goes through them."""

    title: str
    """What the algorithm is called."""
    about: str
    """What its steps are, what the notes mean, and where it is from."""
    steps: Callable[[], Iterator[Step]]
    """Gives the steps."""

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


def within(steps: Iterable[Step], arena: Arena, n: int) -> Iterator[Step]:
    """Yield the steps on an arena, behind whose first n vertices, which are shown, there are vertices for their edges.

    Where these are lit, that vertex is from which a play came there.
    """
    stands, waiting = {v: v for v in range(n)}, list(range(n))
    for v in waiting:  # which grows meanwhile
        fresh = [w for w in arena.successors_of(v).tolist() if w not in stands]
        stands |= dict.fromkeys(fresh, stands[v])
        waiting += dict.fromkeys(fresh)
    for step in steps:
        lit = sorted({stands[v] for v in step.lit if v in stands})
        notes = {v: note for v, note in step.notes.items() if v < n}
        among = None if step.among is None else [v for v in step.among if v < n]
        yield step._replace(winner=step.winner[:n], lit=lit, notes=notes, among=among)


def by_strategies(
    arena: Arena, tried: Iterable[Sequence[Any]], players: Sequence[str], winner: Sequence[int]
) -> Iterator[Step]:
    """Yield a step for each strategy that is tried, with the values under it, and in the end who wins."""
    before: Sequence[Any] = ()
    notes: dict[int, str] = {}
    for values in tried:
        notes = {v: in_words(value) for v, value in enumerate(values)}
        lit = [v for v in range(arena.n) if before and values[v] != before[v]]
        rise, fall = ([v for v in lit if (values[v] > before[v]) is up] for up in (True, False))
        more = [f"{players[0]} chooses better moves; values rise at {few(arena, rise)}."] * bool(rise)
        more += [f"{players[1]} chooses better moves; values fall at {few(arena, fall)}."] * bool(fall)
        says = " ".join(more) or "Some moves change, but no value does."
        yield Step(says if before else "A first strategy is chosen and evaluated.", [OPEN] * arena.n, lit, notes)
        before = values
    yield Step("No move can be improved: these are the values.", winner, (), notes)


def sweeps(most: int = 1000) -> Iterator[tuple[int, bool]]:
    """Yield the numbers of sweeps from 1 on, and whether each is shown: the first ones, then ever fewer."""
    for k in range(1, most + 1):
        yield k, k <= 16 or k % (1 << (k.bit_length() - 3)) == 0
