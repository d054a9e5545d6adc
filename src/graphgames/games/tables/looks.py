"""How the positions of the games look: for each its board, with the places of its men and how these are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgames.draw import men, svg
from graphgames.draw.board import label
from graphgames.draw.men import DARK, LIGHT
from graphgames.draw.places import EDGE, SIDE, Place, PlaceBoard, alone, grid, square, squares
from graphgames.draw.style import BLANK, Key

if TYPE_CHECKING:
    from graphgames.games.tables.awari import Awari
    from graphgames.games.tables.chomp import Bar, Chomp
    from graphgames.games.tables.connect_four import ConnectFour
    from graphgames.games.tables.dobutsu_shogi import DobutsuShogi
    from graphgames.games.tables.dots_and_boxes import DotsAndBoxes
    from graphgames.games.tables.morris import Morris
    from graphgames.games.tables.squares import Men, Squares, Step
    from graphgames.games.tables.tic_tac_toe import TicTacToe

BLUE, RED = "#0b5d94", "#b24a00"
"""Of the first player and of the second."""

MILL = "#12875f"
"""Of Morris: a line of three."""

PIT, STORE = 72.0, 60.0
"""Of Awari: the side of a pit, and the width of a store."""

BOX, WIDE = 90.0, 22.0
"""Of Dots and Boxes: the side of a box, and the width of the place of a line."""

ON_WOOD = "#fff8ea"
"""Of words on dark wood, in every theme."""

OWNED = {"1": ("first", "#cfe5f5", BLUE), "2": ("second", "#fde6d3", RED), "?": ("", "#f0f0f0", "#5c5c5c")}
"""Of the boxes of each player, and of those of which it is not known whose they are: class, paper and ink."""


def chessmen(title: str, board: Squares, standing: Callable[[Any], Men], light: str, dark: str) -> PlaceBoard:
    """Return a board of squares in two colours, on which men of chess stand."""
    return PlaceBoard(
        title,
        grid(board.width, board.height),
        men=lambda position: {board.name(at): man for at, man in standing(position).items()},
        man=lambda man, place: alone(man, place, men.chess, man),
        ground=squares(board.width, board.height, light, dark),
    )


def tic_tac_toe(rules: TicTacToe) -> PlaceBoard:
    """Return nine cells between four lines."""
    lines = "".join(
        f"M{EDGE + k * SIDE:g} {EDGE:g}v{3 * SIDE:g}M{EDGE:g} {EDGE + k * SIDE:g}h{3 * SIDE:g}" for k in (1, 2)
    )
    return PlaceBoard(
        rules.title,
        grid(3, 3),
        men=lambda position: {square(i % 3, 2 - i // 3): sign for i, sign in enumerate(position) if sign != "."},
        man=lambda sign, place: alone(sign, place, *((men.cross, BLUE) if sign == "X" else (men.ring, RED))),
        row=lambda position: [square(i % 3, 2 - i // 3) for i in rules.line(position)],
        ground=[svg.element("path", class_="lines", d=lines, stroke="#8a9199", stroke_width=3, fill="none")],
    )


def connect_four(rules: ConnectFour) -> PlaceBoard:
    """Return a frame with a hole for each cell, behind which stones fall, and the columns to touch."""
    cells = grid(rules.width, rules.height, top=EDGE + 0.4 * SIDE)
    side, top, low = 0.1 * SIDE, EDGE + 0.3 * SIDE, EDGE + (rules.height + 0.5) * SIDE
    left, right = EDGE - side, EDGE + rules.width * SIDE + side
    frame = f"M{left:g} {top:g}L{right:g} {top:g}L{right:g} {low:g}L{left:g} {low:g}Z"
    holes = "".join(men.round_hole(*cell.middle, 0.44 * SIDE) for cell in cells.values())
    columns = {
        f"column-{c + 1}": Place(EDGE + c * SIDE, EDGE - 0.2 * SIDE, SIDE, (rules.height + 0.6) * SIDE, 8.0)
        for c in range(rules.width)
    }
    return PlaceBoard(
        rules.title,
        cells | columns,
        men=lambda position: {
            square(c, r): stone for c, column in enumerate(position) for r, stone in enumerate(column)
        },
        man=lambda stone, cell: alone(
            stone, cell, men.disc, *(("#d6382d", "#8f1d15", True) if stone == "X" else ("#f5c62f", "#a67c00"))
        ),
        touched=lambda position, after: [rules.move_name(position, after).replace(" ", "-")],
        row=lambda position: [square(*divmod(at, rules.height)) for at in rules.row(position)],
        front=[svg.element("path", class_="frame", d=frame + holes, fill="#2b62c4", fill_rule="evenodd")],
        falls=True,
    )


def chomp(rules: Chomp) -> PlaceBoard:
    """Return a bar of chocolate."""

    def touched(position: Bar, after: Bar) -> list[str]:
        row = next(row for row in range(rules.height) if position[row] != after[row])
        return [square(after[row], row)]

    return PlaceBoard(
        rules.title,
        grid(rules.width, rules.height),
        men=lambda position: {
            square(c, r): "chocolate" if c + r else "poison" for r, n in enumerate(position) for c in range(n)
        },
        man=_chocolate,
        ground=[
            svg.element("rect", class_="bar taken", x=x + 1.5, y=y + 1.5, width=51.0, height=51.0, rx=5, fill="#eceef0")
            for x, y, *_ in grid(rules.width, rules.height).values()
        ],
        touched=touched,
        glides=False,
    )


def _chocolate(look: str, place: Place) -> str:
    """Draw a square of the bar."""
    parts = []
    for inset, fill in ((1.5, "#5a3418"), (7.0, "#74471f")):
        side = place.width - 2 * inset
        parts.append(
            svg.element("rect", x=place.x + inset, y=place.y + inset, width=side, height=side, rx=5, fill=fill)
        )
    return "".join(parts) + (men.cross(*place.middle, 0.5 * place.r, "#ffd43b") if look == "poison" else "")


def morris(rules: Morris) -> PlaceBoard:
    """Return the lines of the board, and round men on their points."""
    points = rules.points
    places = {f"p{k + 1}": Place(EDGE + 54 * x, EDGE + 54 * y, 42, 42, 21) for k, (x, y) in enumerate(points.places)}
    ends = [[places[f"p{p + 1}"].middle for p in line] for line in sorted(points.lines)]
    lines = "".join(f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for a, b in ends)
    side = 54 * max(x for x, _ in points.places) + 42 + EDGE
    wood = svg.element("rect", class_="ground", x=EDGE / 2, y=EDGE / 2, width=side, height=side, rx=6, fill="#eadbb8")
    return PlaceBoard(
        rules.title,
        places,
        men=lambda position: {f"p{k + 1}": man for k, man in enumerate(position.split()[0]) if man != "."},
        man=lambda man, place: alone(man, place, men.disc, LIGHT if man == "X" else DARK, DARK, man == "X"),
        touched=lambda position, after: [f"p{p}" for p in re.split("[-x]", rules.move_name(position, after))],
        ground=[wood, svg.element("path", class_="lines", d=lines, stroke="#6b4e2e", stroke_width=3, fill="none")],
        captions=lambda position: _mills(position.split()[0], points.rows, places),
        keys=(Key("text", BLANK, "a man in a mill", "○", MILL),),
    )


def _mills(board: str, mills: Iterable[Sequence[int]], places: Mapping[str, Place]) -> Iterator[str]:
    """Yield rings around the men of each mill, and lines between them."""
    pen = {"fill": "none", "stroke": MILL, "stroke_width": 3}
    for mill in mills:
        if board[mill[0]] != "." and len({board[p] for p in mill}) == 1:
            middles = [np.array(places[f"p{p + 1}"].middle) for p in mill]
            parts = [svg.element("circle", cx=float(x), cy=float(y), r=18.0, **pen) for x, y in middles]
            for one, other in pairwise(middles):
                near = (other - one) * 18 / np.hypot(*(other - one))
                (a, b), (c, d) = one + near, other - near
                parts.append(svg.element("path", d=f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}", **pen))
            yield svg.element("g", svg.element("title", "a mill"), *parts, class_="mill")


def awari(rules: Awari) -> PlaceBoard:
    """Return two rows of pits, South's below, and a store for what each has captured."""
    pits = {f"pit-{k}": _pit(k if k < 6 else 11 - k, k < 6) for k in range(12)}
    stores = {"north": _store(0), "south": _store(1)}
    wood = {"x": 6, "y": 6, "width": 2 * EDGE + 6 * PIT + 2 * STORE - 12, "height": 2 * EDGE + 2 * PIT - 12}
    return PlaceBoard(
        rules.title,
        pits | stores,
        men=lambda at: dict(zip([*pits, "south", "north"], map(str, (*at[0], *at[1:3])), strict=True)),
        man=_seeds,
        touched=lambda position, after: [f"pit-{6 * position[3] + rules.pit_of(position, after)}"],
        ground=[
            svg.element("rect", class_="wood", rx=36, fill="#a8794a", **wood),
            *(
                svg.element("rect", class_="pit", fill="#7d5530", **place._asdict())
                for place in (pits | stores).values()
            ),
        ],
        size=(wood["width"] + 12, wood["height"] + 12),
        glides=False,
    )


def _pit(column: int, below: bool) -> Place:
    return Place(EDGE + STORE + column * PIT + 4, EDGE + below * PIT + 4, PIT - 8, PIT - 8, PIT / 2 - 4)


def _store(right: int) -> Place:
    return Place(EDGE + right * (STORE + 6 * PIT) + 4, EDGE + 8, STORE - 8, 2 * PIT - 16, 24.0)


def _seeds(count: str, place: Place) -> str:
    """Draw some seeds, in a spiral, and their number."""
    x, y = place.middle
    many, parts = int(count), []
    for k in range(min(many, 24)):
        turn, far = 2.4 * k, 0.15 * place.r * (k + 0.6) ** 0.5 * (1.6 if many < 9 else 1.15)
        at = {"cx": x + far * cos(turn), "cy": y - 5 + far * sin(turn)}
        parts.append(svg.element("circle", **at, r=4.6, fill="#efe3c8", stroke="#5a3d1f"))
    low = place.y + place.height - 6
    return "".join([*parts, label(x, low, count, "count bright", 13, fill=ON_WOOD, font_weight="bold")])


def dots_and_boxes(rules: DotsAndBoxes) -> PlaceBoard:
    """Return dots, the lines between them, and the boxes of each player."""
    places = {str(line): _side(*rules.begin(line)) for line in range(rules.lines)}
    across, down = (n * BOX for n in (rules.width, rules.height))
    rows = "".join(f"M{EDGE:g} {EDGE + r * BOX:g}h{across:g}" for r in range(rules.height + 1))
    columns = "".join(f"M{EDGE + c * BOX:g} {EDGE:g}v{down:g}" for c in range(rules.width + 1))
    dots = [
        svg.element("circle", class_="dot", cx=EDGE + c * BOX, cy=EDGE + r * BOX, r=7.0, fill="#5b6470")
        for r in range(rules.height + 1)
        for c in range(rules.width + 1)
    ]
    high = EDGE + down + EDGE
    return PlaceBoard(
        rules.title,
        places | {f"box-{k}": _box(*divmod(k, rules.width)) for k in range(len(rules.boxes))},
        men=lambda position: {str(line): "line" for line in range(rules.lines) if position[0] >> line & 1},
        man=_line_or_box,
        owned=rules.owners,
        ground=[svg.element("path", d=rows + columns, stroke="#c6cbd1", stroke_dasharray="2 5", fill="none")],
        front=dots,
        captions=lambda position: [
            label(EDGE, high + 4, f"boxes {position[1]} to {position[2]}", "count", 14, text_anchor="start")
        ],
        size=(2 * EDGE + rules.width * BOX, high + 16),
        glides=False,
        keys=[Key("text", BLANK, f"a box of {name}", mark) for name, mark in zip(rules.players, "12", strict=True)],
    )


def _side(row: int, column: int, down: bool) -> Place:
    """Return the place of a line."""
    x, y = EDGE + column * BOX, EDGE + row * BOX
    if down:
        return Place(x - WIDE / 2, y + WIDE / 2, WIDE, BOX - WIDE, WIDE / 2)
    return Place(x + WIDE / 2, y - WIDE / 2, BOX - WIDE, WIDE, WIDE / 2)


def _box(row: int, column: int) -> Place:
    return Place(EDGE + column * BOX + 13, EDGE + row * BOX + 13, BOX - 26, BOX - 26, 6.0)


def _line_or_box(look: str, place: Place) -> str:
    """Draw a line, or a box with the number of its owner."""
    x, y, width, height, rx = place
    if look == "line":
        thin = 7.0
        across = {"x": x - 8, "y": y + height / 2 - thin / 2, "width": width + 16, "height": thin}
        down = {"x": x + width / 2 - thin / 2, "y": y - 8, "width": thin, "height": height + 16}
        return svg.element("rect", class_="side", fill="#5b6470", **(across if width > height else down))
    owner, paper, ink = OWNED[look]
    box = svg.element("rect", class_=f"of {owner}", x=x, y=y, width=width, height=height, rx=rx, fill=paper)
    return box + label(x + width / 2, y + height / 2 + 9, look, f"of {owner}", 26, fill=ink, font_weight="bold")


def dobutsu_shogi(
    rules: DobutsuShogi, board: Squares, steps: Mapping[str, Sequence[Step]], read: Callable[[str], Any]
) -> PlaceBoard:
    """Return the board, its rows from above as in shōgi, and beside it the pieces in hand."""
    cells = {board.name(s): place for s, place in enumerate(grid(3, 4).values())}
    side = 4 * SIDE / 6
    hands = {f"{piece}-hand": Place(EDGE + 3.2 * SIDE, EDGE + side * k, side, side) for k, piece in enumerate("egcCEG")}

    def standing(position: str) -> dict[str, str]:
        pieces, hand, _ = read(position)
        held = {f"{piece}-hand": piece + "2" * (hand.count(piece) - 1) for piece in hand}
        return {board.name(s): piece for s, piece in pieces.items()} | held

    def touched(position: str, after: str) -> list[str]:
        said = rules.move_name(position, after)
        ends = re.findall("[abc][1-4]", said)
        piece = said[0] if read(position)[2] == "b" else said[0].lower()
        return [f"{piece}-hand", *ends] if "*" in said else ends

    return PlaceBoard(
        rules.title,
        cells | hands,
        men=standing,
        man=lambda look, place: _tile(look, place, steps[look[0].upper()]),
        touched=touched,
        ground=squares(3, 4, "#eadbb8", "#dcc48e", falling=True),
    )


def _tile(look: str, place: Place, steps: Sequence[Step]) -> str:
    """Draw a piece: a tile that points forward, its letter, and a dot for each direction in which it can go."""
    (x, y), r, piece = place.middle, 0.88 * place.r, look[0].upper()
    up, colour = (1, BLUE) if look[0].isupper() else (-1, RED)
    corners = [(0, -1), (0.82, -0.74), (0.94, 0.96), (-0.94, 0.96), (-0.82, -0.74)]
    path = "L".join(f"{svg.number(x + up * r * a)} {svg.number(y + up * r * b)}" for a, b in corners)
    pen = {"fill": "#fdf6e3", "stroke": colour, "stroke_width": 1.5, "stroke_linejoin": "round"}
    parts = [svg.element("path", d=f"M{path}Z", **pen)]
    for aside, forward in steps:
        at = {"cx": x + up * 0.66 * r * aside, "cy": y - up * 0.7 * r * forward}
        parts.append(svg.element("circle", **at, r=0.09 * r, fill=colour))
    parts.append(label(x, y + 0.32 * r, piece, "piece", round(0.9 * r), fill=colour))
    more = [label(place.x + place.width + 8, y + 4, f"\u00d7{look[1]}", "label", 12)] if look[1:] else []
    return "".join([*parts, *more])
