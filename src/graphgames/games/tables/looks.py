"""How the positions of the games look: for each its board, with the places of its men and how these are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgames.draw import men, svg
from graphgames.draw.board import label
from graphgames.draw.men import DARK, LIGHT
from graphgames.draw.places import EDGE, SIDE, Place, PlaceBoard, alone, grid, square, squares
from graphgames.draw.style import BLANK, Key
from graphgames.games.tables.squares import Squares

if TYPE_CHECKING:
    from graphgames.games.tables.awari import Awari
    from graphgames.games.tables.breakthrough import Breakthrough
    from graphgames.games.tables.chess import Chess
    from graphgames.games.tables.chomp import Bar, Chomp
    from graphgames.games.tables.connect_four import ConnectFour
    from graphgames.games.tables.dobutsu_shogi import DobutsuShogi
    from graphgames.games.tables.dots_and_boxes import DotsAndBoxes
    from graphgames.games.tables.edge_geography import EdgeGeography
    from graphgames.games.tables.gridgame import GridGame
    from graphgames.games.tables.morris import Morris
    from graphgames.games.tables.squares import Men, Step
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


def chess(rules: Chess) -> PlaceBoard:
    """Return 64 squares in two colours, and the men."""
    board = Squares(8, 8)
    return chessmen(rules.title, board, lambda position: board.men(position.split()[0]), "#f0dcb8", "#b98d62")


def breakthrough(rules: Breakthrough) -> PlaceBoard:
    """Return squares in two colours, on which pawns stand."""

    def standing(position: Sequence[str]) -> Men:
        cells = "".join(position[1:])
        return {at: "P" if man == "w" else "p" for at, man in enumerate(cells) if man != "."}

    return chessmen(rules.title, rules.squares, standing, "#eadbb8", "#a9bd86")


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
        touched=lambda position, after: [f"pit-{6 * position[3] + int(rules.move_name(position, after)[4:]) - 1}"],
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
        owned=lambda positions: _owners(rules.boxes, positions),
        ground=[svg.element("path", d=rows + columns, stroke="#c6cbd1", stroke_dasharray="2 5", fill="none")],
        front=dots,
        captions=lambda position: [
            label(EDGE, high + 4, f"boxes {position[1]} to {position[2]}", "count", 14, text_anchor="start")
        ],
        size=(2 * EDGE + rules.width * BOX, high + 16),
        glides=False,
        keys=[Key("text", BLANK, f"a box of {name}", mark) for name, mark in zip(rules.players, "12", strict=True)],
    )


def _owners(boxes: Sequence[int], positions: Sequence[Any]) -> dict[str, str]:
    """Return whose each finished box is, by who has drawn its last line in a play."""
    owner: dict[str, str] = {}
    for before, after in zip((None, *positions), positions, strict=False):
        for k, box in enumerate(boxes):
            if after[0] & box == box and f"box-{k}" not in owner:
                known = [str(1 + player) for player in (0, 1) if not after[2 - player]]  # the other owns none
                owner[f"box-{k}"] = str(before[3] + 1) if before else known[0] if known else "?"
    return owner


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


def dobutsu_shogi(rules: DobutsuShogi) -> PlaceBoard:
    """Return the board, its rows from above as in shōgi, and beside it the pieces in hand."""
    board = Squares(3, 4, falling=True)
    cells = {board.name(s): place for s, place in enumerate(grid(3, 4).values())}
    side = 4 * SIDE / 6
    hands = {f"{piece}-hand": Place(EDGE + 3.2 * SIDE, EDGE + side * k, side, side) for k, piece in enumerate("egcCEG")}

    def standing(position: str) -> dict[str, str]:
        rows, _, hand = position.split()
        held = {f"{piece}-hand": piece + "2" * (hand.count(piece) - 1) for piece in hand.strip("-")}
        return {board.name(s): piece for s, piece in board.men(rows).items()} | held

    def touched(position: str, after: str) -> list[str]:
        said = rules.move_name(position, after)
        ends = re.findall("[abc][1-4]", said)
        piece = said[0] if position.split()[1] == "b" else said[0].lower()
        return [f"{piece}-hand", *ends] if "*" in said else ends

    return PlaceBoard(
        rules.title,
        cells | hands,
        men=standing,
        man=lambda look, place: _tile(look, place, rules.steps[look[0].upper()]),
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


def edge_geography(rules: EdgeGeography) -> PlaceBoard:
    """Return a map: vertices around a circle, the arcs that are left, and the token."""
    many = len(rules.labels)
    far = max(80.0, 68.0 * many / (2 * pi))
    spots = [EDGE + 44 + far * np.array([1 + sin(t), 1 - cos(t)]) for t in np.arange(many) * 2 * pi / many]
    vertices = {str(v): _round(spot, 19) for v, spot in zip(rules.labels, spots, strict=True)}
    names, drawn = list(vertices), [_arc(spots, *arc) for arc in rules.arcs]
    arcs = {f"arc-{e}": _round(middle, 6) for e, (_, middle) in enumerate(drawn)}

    def standing(position: tuple[int, int]) -> dict[str, str]:
        v, used = position
        left = {f"arc-{e}": str(e) for e in range(len(arcs)) if not used >> e & 1}
        return left | ({names[v]: "token"} if v >= 0 else {})

    def man(look: str, place: Place) -> str:
        return alone(look, place, men.disc, "#c8102e", "#7d0a1d") if look == "token" else drawn[int(look)][0]

    return PlaceBoard(
        rules.title,
        vertices | arcs,
        men=standing,
        man=man,
        touched=lambda position, after: [names[after[0]]],
        ground=[
            svg.element("circle", class_="vertex", cx=x, cy=y, r=19.0, fill="#ffffff", stroke="#5b6470")
            + label(x + 27 * sin(t), y - 27 * cos(t) + 4, name)
            for name, t, (x, y) in zip(names, np.arange(many) * 2 * pi / many, np.array(spots).tolist(), strict=True)
        ],
        size=(2 * (EDGE + 44 + far),) * 2,
    )


def _round(middle: Any, r: float) -> Place:
    x, y = middle.tolist()
    return Place(x - r, y - r, 2 * r, 2 * r, r)


def _arc(spots: Sequence[Any], u: int, w: int, earlier: int) -> tuple[str, Any]:
    """Return the drawing of an arc between vertices, bent the more, the more there are beside it; and its middle."""
    bend = 16.0 + 14 * earlier.bit_count()
    a, b = spots[u], spots[w]
    if u == w:
        out = a - np.mean(spots, axis=0)
        out = out / (np.hypot(*out) or 1.0)
        aside = np.array([-out[1], out[0]])
        begin, end = a + 17 * (out + 0.6 * aside) / 1.17, a + 17 * (out - 0.6 * aside) / 1.17
        one, other = (a + (20 + 2 * bend) * out + sign * 24 * aside for sign in (1, -1))
    else:
        along = (b - a) / np.hypot(*(b - a))
        aside = np.array([-along[1], along[0]])
        one, other = a + (b - a) / 3 + bend * aside, b - (b - a) / 3 + bend * aside
        begin, end = (p + 21 * (q - p) / np.hypot(*(q - p)) for p, q in ((a, one), (b, other)))
    tip = (end - other) / np.hypot(*(end - other))
    back, wide = end - 9 * tip, 4.5 * np.array([-tip[1], tip[0]])
    curve = "M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}".format(*begin, *one, *other, *back)
    head = "M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z".format(*end, *(back + wide), *(back - wide))
    pen = svg.element("path", d=curve, fill="none", stroke="#5b6470", stroke_width=2)
    return pen + svg.element("path", d=head, fill="#5b6470"), (begin + 3 * one + 3 * other + end) / 8


def gridgame(rules: GridGame, walls: Iterable[Sequence[int]]) -> PlaceBoard:
    """Return the cells, the impassable ones dark, and the pawn."""
    side = min(SIDE, max(16.0, 640 / max(rules.width, rules.height)))
    cells = {
        f"{x},{y}": Place(EDGE + x * side, EDGE + (rules.height - 1 - y) * side, side, side)
        for x in range(rules.width)
        for y in range(rules.height)
    }
    closed = {f"{x},{y}" for x, y in walls}
    low = EDGE + rules.height * side
    pen = {"stroke": "#c6cbd1", "stroke_width": 1}
    return PlaceBoard(
        rules.title,
        cells,
        men=lambda position: {f"{position[0]},{position[1]}": "pawn"},
        man=lambda look, place: alone(look, place, men.disc, "#c8102e", "#7d0a1d"),
        touched=lambda position, after: [f"{after[0]},{after[1]}"],
        ground=[
            svg.element(
                "rect",
                class_="wall" if name in closed else "cell",
                fill="#3a3f45" if name in closed else "#ffffff",
                **place._replace(rx=0)._asdict(),
                **pen,
            )
            for name, place in cells.items()
        ]
        + [label(EDGE + (x + 0.5) * side, low + 15, str(x)) for x in range(rules.width)]
        + [label(EDGE - 12, low - (y + 0.5) * side + 4, str(y)) for y in range(rules.height)],
    )
