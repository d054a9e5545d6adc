"""Games by rule at scale, as tables on disk: the row of the catalogue."""

from graphgames.core.catalogue import Kind

KIND = Kind(
    __name__,
    "Tables of games by rule, on disk",
    commands={"table": ("command", "solve a board game and keep every position's outcome, proved, in a table on disk")},
)
