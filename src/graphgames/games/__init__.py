"""The kinds of games, a folder each: the problem, its solution, solvers, checker, pictures, formats, concrete games.

A new kind is a folder here, whose ``__init__`` holds its row of the catalogue (`graphgames.catalogue.find`), and a line
in `KINDS`.
"""

KINDS = (
    "graphgames.games.reachability",
    "graphgames.games.lastmove",
    "graphgames.games.buchi",
    "graphgames.games.parity",
    "graphgames.games.fair",
    "graphgames.games.omega",
    "graphgames.games.synthesis",
    "graphgames.games.weighted",
    "graphgames.games.chance",
    "graphgames.games.models",
    "graphgames.games.impartial",
    "graphgames.games.heaps",
    "graphgames.games.partizan",
    "graphgames.games.sums",
    "graphgames.games.races",
    "graphgames.games.grid",
    "graphgames.games.geography",
    "graphgames.games.tables",
)
"""The packages of all kinds, in the order in which people see them."""
