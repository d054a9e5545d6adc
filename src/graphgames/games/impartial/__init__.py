"""Impartial games by their Grundy values: the row of the catalogue."""

from graphgames.core.catalogue import Kind, Solver

KIND = Kind(
    __name__,
    "Impartial games by their Grundy values",
    problems={"nimbers": "problem:NimberProblem"},
    solvers=(
        Solver(
            "grundy",
            ("nimbers",),
            "grundy:grundy",
            "mex of the successors along a topological order",
            "O(n + m)",
            "Sprague 1935, Grundy 1939",
        ),
        Solver(
            "loopy-grundy",
            ("nimbers",),
            "grundy:loopy_grundy",
            "numbers or infinite values of an arena with cycles, one value after the other",
            "O(k (n + m)) for k different values",
            "Smith 1966; Fraenkel & Perl 1975; Fraenkel & Yesha 1986",
        ),
    ),
    picture="picture:picture",
    sheet="picture:sheet",
    player="play:player",
    checkers={"grundy-values": "checker:check", "loopy-values": "checker:check"},
)
