"""Tokens that stand on the vertices of a graph: meeples by colour, one token, stacks of stones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from graphgames.draw.pieces import DARK

COLOURS = ("#c8102e", DARK, "#00795c", "#8a4fbf")
NAMED = {"red": "#c8102e", "black": DARK, "green": "#00795c", "blue": "#0b5d94"}

Standing = Callable[[int], Sequence[tuple[str, str, str]]]
"""From a vertex to (colour, name, number) of all that stands there, as `GraphView` has it."""


def colour(name: str, number: int) -> str:
    """Return the colour of a token: that of its name, or else one by its number."""
    return NAMED.get(name, COLOURS[number % len(COLOURS)])


def meeples(names: Sequence[str], places: Sequence[int]) -> Standing:
    """Return what stands on a vertex when tokens of these names stand at these places."""

    def stand(v: int) -> Sequence[tuple[str, str, str]]:
        named = enumerate(zip(names, places, strict=True))
        return [(colour(name, k), name, "") for k, (name, place) in named if place == v]

    return stand


def on_vertex(at: int, name: str) -> Standing:
    """Return what stands on a vertex when there is one token, which is there."""
    return lambda v: [(COLOURS[0], name, "")] if v == at else []


def stacks(counts: Sequence[int] | Mapping[int, int]) -> Standing:
    """Return what stands on a vertex when there are so many stones on each."""
    return lambda v: [("#5b6470", f"stones: {counts[v]}", str(counts[v]))] if counts[v] else []
