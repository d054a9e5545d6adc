"""Tables: small boards to begin with."""

from graphgames.core.catalogue import Example

EXAMPLES = (
    Example(
        "tic-tac-toe-table",
        "Tic-tac-toe",
        "Three in a row on three by three cells: all 5,478 positions.",
        "Board games",
        "tic-tac-toe\n",
        {"game": "table"},
        "tic-tac-toe.table",
    ),
)
