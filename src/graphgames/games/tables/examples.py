"""Tables: small boards to begin with."""

from collections.abc import Mapping

from graphgames.catalogue.rows import Example


def _board(name: str, title: str, summary: str, options: Mapping[str, object] = {}) -> Example:
    words = " ".join([name, *(f"{option}={value}" for option, value in options.items())])
    return Example(f"{name}-table", title, summary, "Board games", f"{words}\n", {"game": "table"}, f"{name}.table")


EXAMPLES = (
    _board("tic-tac-toe", "Tic-tac-toe", "Three in a row on three by three cells: all 5,478 positions."),
    _board(
        "connect-four",
        "Connect Four, 4 x 4",
        "A stone falls to the lowest free cell of a column; four in a row win.",
        {"width": 4, "height": 4},
    ),
    _board(
        "dots-and-boxes",
        "Dots and Boxes, 2 x 2",
        "Who draws the last side of a box owns it and draws again; more boxes win.",
    ),
    _board(
        "chomp",
        "Chomp",
        "Bite a square of the bar and all above it and to its right; who is left the poisoned one loses.",
        {"width": 6, "height": 4},
    ),
    _board(
        "breakthrough",
        "Breakthrough, 3 x 4",
        "Pawns go forward and take diagonally; the first in the last row wins.",
        {"width": 3, "height": 4},
    ),
    _board(
        "awari",
        "Awari with 6 seeds",
        "Sow the seeds of a pit, and capture twos and threes on the other side; more than half win.",
        {"seeds": 6},
    ),
    _board(
        "nine-mens-morris",
        "Three Men's Morris",
        "Place three men each, then move them along the lines; three in a line win.",
        {"variant": "three", "men": 3, "flying": 0},
    ),
    _board(
        "chess",
        "King and queen against king",
        "The queen drives the king to the edge: mate in seven moves.",
        {"men": "KQK"},
    ),
)
