"""How positions of Domineering, Toads and Frogs, and Hackenbush look: cells, a row of cells, edges upon the ground."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from graphgames.draw import svg
from graphgames.draw.pieces import disc
from graphgames.draw.places import EDGE, SIDE, Place, PlaceBoard, alone, grid, square, squares
from graphgames.draw.style import REGIONS

_COLOURS = {"b": REGIONS[0].outline, "r": REGIONS[1].outline, "g": "#1a7f37"}
_DASHES = {"b": None, "r": "9 4", "g": "2 5"}
"""So that nobody needs to see the colours."""


@lru_cache
def domineering(width: int, height: int) -> PlaceBoard:
    """Return a board of cells, of which a move takes two: it is chosen by the upper or the left one."""
    names = [square(x, height - 1 - y) for y in range(height) for x in range(width)]

    def taken(position: str) -> list[str]:
        cells = position.replace("/", "")
        return [name for name, cell in zip(names, cells, strict=True) if cell == "#"]

    return PlaceBoard(
        "Domineering",
        grid(width, height),
        men=lambda position: dict.fromkeys(taken(position), "#"),
        man=lambda look, place: svg.element(
            "rect", x=place.x + 3, y=place.y + 3, width=SIDE - 6, height=SIDE - 6, rx=5, fill="#5b6470"
        ),
        touched=lambda before, after: [name for name in taken(after) if name not in taken(before)][:1],
        ground=squares(width, height, "#eef1f4", "#dde3e9"),
        glides=False,
    )


@lru_cache
def toads_and_frogs(length: int) -> PlaceBoard:
    """Return a row of cells, on which an animal that can go is chosen."""
    names = [square(x, 0) for x in range(length)]

    def men(position: str) -> dict[str, str]:
        return {name: animal for name, animal in zip(names, position, strict=True) if animal != "_"}

    def drawn(x: float, y: float, r: float, animal: str) -> str:
        look = REGIONS[animal == "F"]
        letter = svg.text(x, y + 5, animal, 15, fill=look.outline, font_weight="bold")
        return disc(x, y, r, look.paper, look.outline) + letter

    return PlaceBoard(
        "Toads and Frogs",
        grid(length, 1),
        men=men,
        man=lambda animal, place: alone(animal, place, drawn, animal),
        touched=lambda before, after: [name for name in men(before) if name not in men(after)],
        ground=squares(length, 1, "#eef1f4", "#dde3e9"),
    )


@lru_cache
def hackenbush(edges: str, cut: Callable[[str, str], Sequence[str]]) -> PlaceBoard:
    """Return edges that stand upon the ground; one is cut by choosing it, as ``cut`` says of positions."""
    ends = {name: re.split("[brg]", edge) for name, edge in named_edges(edges).items()}
    at = _places(list(ends.values()))
    shapes: dict[str, tuple[Place, str]] = {}
    beside: Counter[frozenset[str]] = Counter()
    for name, (one, other) in ends.items():
        (x, y), (right, top) = at.get(one, at.get(other, (EDGE, 0.0))), at.get(other, at.get(one, (EDGE, 0.0)))
        if "0" in (one, other):  # each edge has a foot of its own
            foot = (right if one == "0" else x, max(here[1] for here in at.values()) + SIDE)
            x, y, right, top = (*foot, right, top) if one == "0" else (x, y, *foot)
        number = beside[frozenset((one, other))]
        beside[frozenset((one, other))] += 1
        bend = (number + 1) // 2 * (1 if number % 2 else -1) * 22.0
        shapes[name] = _edge((x, y), (right, top), bend, one == other)
    floor = max((place.y + place.height for place, _ in shapes.values()), default=EDGE + SIDE)
    wide = max((place.x + place.width for place, _ in shapes.values()), default=EDGE + SIDE) + EDGE
    path = dict(shapes.values())

    def man(colour: str, place: Place) -> str:
        pen = {"fill": "none", "stroke_width": 6, "stroke_linecap": "round", "stroke_dasharray": _DASHES[colour]}
        return svg.element("path", d=path[place], stroke=_COLOURS[colour], **pen)

    ground = svg.element("path", d=f"M8 {svg.number(floor)}H{svg.number(wide - 8)}", stroke="#6b4e2e", stroke_width=5)
    dots = [svg.element("circle", cx=x, cy=y, r=5.0, fill="#5b6470") for x, y in at.values()]
    return PlaceBoard(
        "Hackenbush",
        {name: place for name, (place, _) in shapes.items()},
        men=lambda position: {name: re.sub(r"\d", "", edge)[0] for name, edge in named_edges(position).items()},
        man=man,
        touched=cut,
        ground=[ground],
        front=dots,
        size=(wide, floor + EDGE),
        glides=False,
    )


def named_edges(edges: str) -> dict[str, str]:
    """Return the edges of a position by their names; of several alike the later ones have a number."""
    seen: Counter[str] = Counter()
    found = {}
    for edge in edges.split():
        seen[edge] += 1
        found[edge if seen[edge] == 1 else f"{edge}.{seen[edge]}"] = edge
    return found


def _places(ends: list[list[str]]) -> dict[str, tuple[float, float]]:
    """Return where vertices are: as high as they are far from the ground, each over those that stand upon it."""
    far, order = {"0": 0}, ["0"]
    above: dict[str, list[str]] = {"0": []}
    for one in order:  # which grows meanwhile
        for edge in ends:
            for here, there in (edge, edge[::-1]):
                if here == one and there not in far:
                    far[there] = far[one] + 1
                    above[one].append(there)
                    above[there] = []
                    order.append(there)
    across: dict[str, float] = {}
    free = 0.0
    waiting = [("0", False)]
    while waiting:
        one, done = waiting.pop()
        if done:
            across[one] = sum(across[other] for other in above[one]) / len(above[one])
        elif above[one]:
            waiting += [(one, True), *((other, False) for other in reversed(above[one]))]
        else:
            across[one], free = free, free + 1
    top = max(far.values())
    spread = 1.6 * SIDE
    return {one: (2 * EDGE + across[one] * spread, EDGE + (top - far[one]) * SIDE) for one in order if one != "0"}


def _edge(begin: tuple[float, float], end: tuple[float, float], bend: float, loop: bool) -> tuple[Place, str]:
    """Return the rectangle in which an edge is touched, and its path."""
    (x, y), (right, low) = begin, end
    n = svg.number
    if loop:
        r = 14.0 + abs(bend) / 2
        return Place(x - r, y - 2 * r, 2 * r, 2 * r), f"M{n(x)} {n(y)}a{n(r)} {n(r)} 0 1 1 0.1 0"
    middle_x, middle_y = (x + right) / 2 + bend, (y + low) / 2 + (bend / 2 if y == low else 0)
    left, top = min(x, right, middle_x) - 9, min(y, low, middle_y) - 4
    wide, high = max(x, right, middle_x) + 9 - left, max(y, low, middle_y) + 4 - top
    control = f"Q{n(2 * middle_x - (x + right) / 2)} {n(2 * middle_y - (y + low) / 2)} "
    return Place(left, top, wide, high), f"M{n(x)} {n(y)}{control}{n(right)} {n(low)}"
