"""Partizan games that everybody knows: Domineering, Toads and Frogs, Hackenbush (Berlekamp, Conway, Guy).

A position is a text, as people draw it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from graphgames.core.errors import GameError, LimitExceededError
from graphgames.draw.places import PlaceBoard
from graphgames.games.partizan import boards

NAMES = ("domineering", "hackenbush", "toads-and-frogs")

_MOST = 64


class Domineering:
    """Left places upright dominoes, Right level ones, on a board: ``.`` is free, ``#`` is not, ``/`` ends a row."""

    rule = "Left places upright dominoes, Right level ones, each on two free cells."

    def __init__(self, board: str):
        self.start = _trimmed(self.position(board).split("/"))

    def position(self, text: str) -> str:
        """Return the board that a person has written, blanks left out, or the empty one of a size.

        Raise `GameError` if it is none, `LimitExceededError` if it is too large.
        """
        size = re.fullmatch(r"(\d+)\s*[x×]\s*(\d+)", text.strip())
        if size is not None:
            rows, columns = int(size[1]), int(size[2])
            if not 0 < rows * columns <= _MOST:
                raise LimitExceededError(f"a board of {text} is too large or empty; expected 1 to {_MOST} cells")
            return "/".join(["." * columns] * rows)
        board = "/".join(text.split()).replace("///", "/") if "\n" in text else text.replace(" ", "")
        lines = board.split("/")
        if not re.fullmatch(r"[.#/]+", board) or len({len(line) for line in lines}) > 1 or not lines[0]:
            raise GameError(
                f"{text!r} is not a board; expected a size such as 2x3, rows by columns, or rows such as ../.#"
            )
        return board

    def left(self, position: str) -> list[str]:
        """Return the boards after an upright domino."""
        return [_turned(after) for after in self.right(_turned(position))]

    def right(self, position: str) -> list[str]:
        """Return the boards after a level domino."""
        places = (one.start() for one in re.finditer(r"\.(?=\.)", position))
        return [f"{position[:at]}##{position[at + 2 :]}" for at in places]

    def components(self, position: str) -> list[str]:
        """Return the regions of free cells that have room for a domino, each on a board of its own."""
        rows = position.split("/")
        free = {(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "."}
        found = []
        while free:
            region, waiting = set(), [free.pop()]
            while waiting:
                y, x = waiting.pop()
                region.add((y, x))
                near = {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)} & free
                free -= near
                waiting += near
            if len(region) > 1:
                lines = ["".join(".#"[(y, x) not in region] for x in range(len(rows[0]))) for y in range(len(rows))]
                found.append(_trimmed(lines))
        return sorted(found)

    def move_name(self, position: str, after: str) -> str:
        """Return the cells of the domino, rows counted from the top."""
        width = position.index("/") + 1 if "/" in position else len(position) + 1
        (row, column), (low, right) = (divmod(k, width) for k in range(len(after)) if after[k] != position[k])
        if row == low:
            return f"row {row + 1}, columns {column + 1} and {right + 1}"
        return f"rows {row + 1} and {low + 1}, column {column + 1}"

    def render(self, position: str) -> str:
        """Return the board, row by row."""
        return position.replace("/", "\n")

    def board(self, position: str) -> PlaceBoard:
        """Return how positions like this one look."""
        rows = position.split("/")
        return boards.domineering(len(rows[0]), len(rows))


def _turned(board: str) -> str:
    """Return a board with rows and columns exchanged."""
    return "/".join(map("".join, zip(*board.split("/"), strict=True)))


def _trimmed(rows: list[str]) -> str:
    """Return a board without full rows and columns at its edges."""
    for _ in range(2):
        while len(rows) > 1 and set(rows[0]) == {"#"}:
            rows = rows[1:]
        while len(rows) > 1 and set(rows[-1]) == {"#"}:
            rows = rows[:-1]
        rows = list(map("".join, zip(*rows, strict=True)))
    return "/".join(rows)


class ToadsAndFrogs:
    """Left moves a toad ``T`` to the right, Right a frog ``F`` to the left: to a free ``_``, or over one other."""

    rule = "A toad goes right, a frog left: one step to a free place, or a jump over one of the others to the next."

    def __init__(self, board: str):
        self.start = board.strip().upper().replace(".", "_")
        if not re.fullmatch("[TF_]+", self.start) or len(self.start) > _MOST:
            raise GameError(
                f"{board!r} is not a row of toads and frogs; expected one such as TT_FF, up to {_MOST} places"
            )

    def position(self, text: str) -> str:
        """Return the row that a person has written; raise `GameError` if it is none."""
        return ToadsAndFrogs(text).start

    def left(self, position: str) -> list[str]:
        """Return the rows after a move of a toad."""
        steps = ((one.start(), 2, "_T") for one in re.finditer("T_", position))
        jumps = ((one.start(), 3, "_FT") for one in re.finditer("TF_", position))
        return [position[:at] + after + position[at + size :] for at, size, after in (*steps, *jumps)]

    def right(self, position: str) -> list[str]:
        """Return the rows after a move of a frog."""
        return [_exchanged(after) for after in self.left(_exchanged(position))]

    def components(self, position: str) -> list[str]:
        """Return the row without what can never move again: toads at its right end and frogs at its left end."""
        moving = re.sub("^F+", "", re.sub("T+$", "", position))
        return [position] if moving == position else [moving] * bool(moving)

    def move_name(self, position: str, after: str) -> str:
        """Return the places between which an animal goes, counted from the left."""
        begin, end = sorted((k for k in range(len(after)) if after[k] != position[k]), key=lambda k: after[k] != "_")
        return f"{'toad' if after[end] == 'T' else 'frog'} from {begin + 1} to {end + 1}"

    def board(self, position: str) -> PlaceBoard:
        """Return how positions like this one look."""
        return boards.toads_and_frogs(len(position))


def _exchanged(row: str) -> str:
    """Return a row with toads and frogs exchanged and turned round."""
    return row[::-1].translate(str.maketrans("TF", "FT"))


class Hackenbush:
    """Left cuts blue edges, Right red ones, both green ones; what hangs no longer together with the ground 0 falls.

    An edge is its colour (``b``, ``r``, ``g``) between its ends: ``0b1 1r2 0g3``. Colours alone, ``bbr``, are a stalk
    that grows from the ground; ``L`` is blue, too, as in ``LLR``.
    """

    rule = "Left cuts a blue edge, Right a red one, either a green one; what loses the ground falls."

    def __init__(self, edges: str):
        words = edges.lower().replace("l", "b").replace(",", " ").split()
        if len(words) == 1 and re.fullmatch("[brg]+", words[0]):
            words = [f"{k}{colour}{k + 1}" for k, colour in enumerate(words[0])]
        for word in words:
            if not re.fullmatch(r"\d{1,4}[brg]\d{1,4}", word):
                raise GameError(
                    f"{word!r} is not an edge; expected one such as 0b1, its colour b, r or g between its ends (0: the "
                    "ground), or a stalk such as bbr"
                )
        self.start = standing(words)

    def position(self, text: str) -> str:
        """Return the edges that a person has written, of which those stand that hang together with the ground.

        Raise `GameError` if they are none.
        """
        return "" if text == self.render("") else Hackenbush(text).start

    def left(self, position: str) -> list[str]:
        """Return what stands after a blue or green edge is cut."""
        return _cut(position, "bg")

    def right(self, position: str) -> list[str]:
        """Return what stands after a red or green edge is cut."""
        return _cut(position, "rg")

    def components(self, position: str) -> list[str]:
        """Return the parts that hang together only by the ground."""
        left, found = position.split(), []
        while left:
            part = _hanging(left, _ends(left[0]) - {"0"}) or left[:1]
            found.append(standing(part))
            for edge in part:
                left.remove(edge)
        return sorted(found)

    def move_name(self, position: str, after: str) -> str:
        """Return the edge that is cut."""
        return f"cut {' '.join(_which(position, after))}"

    def render(self, position: str) -> str:
        """Return the edges, or that there is nothing."""
        return position or "nothing stands"

    def board(self, position: str) -> PlaceBoard:
        """Return how positions like this one look: the start's picture with what still stands of it."""
        within = not Counter(position.split()) - Counter(self.start.split())
        return boards.hackenbush(self.start if within else position, _which)


def _cut(position: str, colours: str) -> list[str]:
    """Return what stands after each edge of some colours is cut, each once."""
    edges = position.split()
    kept = (edges[:k] + edges[k + 1 :] for k, edge in enumerate(edges) if set(edge) & set(colours))
    return list(dict.fromkeys(map(standing, kept)))


def _which(before: str, after: str) -> list[str]:
    """Return the edge that was cut: the one without which just those of the position after the move still stand."""
    edges = boards.named_edges(before)
    for name in edges:
        rest = [edge for other, edge in edges.items() if other != name]
        if standing(rest) == after:
            return [name]
    return []


def standing(edges: list[str]) -> str:
    """Return the edges that hang together with the ground, in order."""
    return " ".join(sorted(_hanging(edges, {"0"})))


def _hanging(edges: list[str], ends: set[str]) -> list[str]:
    """Return the edges that hang together with some vertices otherwise than by the ground."""
    found: list[str] = []
    while near := [edge for edge in edges if ends & _ends(edge)]:
        found += near
        edges = [edge for edge in edges if edge not in near]
        ends = set().union(*map(_ends, near)) - {"0"}
    return found


def _ends(edge: str) -> set[str]:
    return {*re.split("[brg]", edge)}


_RULESETS: dict[str, Any] = {
    "domineering": (Domineering, "4x4"),
    "hackenbush": (Hackenbush, "bbr"),
    "toads-and-frogs": (ToadsAndFrogs, "TT_FF"),
}


def ruleset(text: str) -> Any:
    """Return the game of a name with its board, ``toads-and-frogs TT_FF``, or one of ours; None for other names.

    Raise `GameError` if the board is none.
    """
    words = re.match(
        r"(domineering|hackenbush|toads(?:[ -]?(?:and|&)[ -]?)frogs)\b[ :-]*(.*)", text.strip(), re.I | re.S
    )
    if words is None:
        return None
    name = words[1].lower() if words[1].lower() in _RULESETS else "toads-and-frogs"
    made, board = _RULESETS[name]
    return made(words[2].strip() or board)
