"""A pawn among impassable cells: the row of the catalogue."""

from graphgames.catalogue.rows import ConcreteGame, Kind, Solver

KIND = Kind(
    __name__,
    "A pawn among impassable cells",
    problems={"grid": "problem:BlockedGrid", "gridgame": "gridgame:GridGame"},
    solvers=(
        Solver(
            "grid-sweep",
            ("grid",),
            "sweep:grid_sweep",
            "losing cells as diagonal segments, by a sweep over the rows",
            "O(N log N) for N impassable cells",
            "GRIDGAME, CodeChef",
        ),
        Solver(
            "gridgame",
            ("gridgame",),
            "sweep:gridgame",
            "all tests and queries in one pass over their text",
            "O((N + Q) log N)",
            "GRIDGAME, CodeChef",
        ),
    ),
    picture="picture:picture",
    board="picture:board",
    player="play:player",
    checkers={"losing-segments": "checker:check", "grids-segments": "checker:check"},
    certificates={"losing-segments": "certificate:LosingSegments", "grids-segments": "certificate:GridsSegments"},
    codec="codec:codec",
    games=(
        ConcreteGame(
            "gridgame",
            "GRIDGAME",
            "a pawn goes any distance left or down, not past impassable cells; who cannot move loses",
            "CodeChef, GRIDGAME",
            "gridgame",
            "1\n4\n1 1\n4 2\n2 6\n7 4\n1\n9 7\n",
            aliases=("blocked-grid",),
        ),
    ),
)
