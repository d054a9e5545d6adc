"""Heap games by code: the row of the catalogue."""

from graphgames.catalogue.rows import Kind, Solver

KIND = Kind(
    __name__,
    "Heap games by code",
    problems={"heaps": "problem:HeapProblem", "misere-quotients": "misere:QuotientProblem"},
    solvers=(
        Solver(
            "sparse-space",
            ("heaps",),
            "sparse_space:sparse_space",
            "values of heaps by splits with a rare heap alone; stops at a proved period",
            "O(n r) for n heaps, r of them rare",
            "Berlekamp, Conway & Guy, Winning Ways, ch. 4; Gangolli & Plambeck 1989",
        ),
        Solver(
            "all-splits",
            ("heaps",),
            "sparse_space:all_splits",
            "values of heaps by trying every split",
            "O(n^2)",
            "Guy & Smith 1956",
        ),
        Solver(
            "misere-quotient",
            ("misere-quotients",),
            "misere:solve",
            "learns the quotient from outcomes, and proves it for all sums",
            "-",
            "Plambeck & Siegel 2008; Angluin 1987",
        ),
    ),
    picture="picture:picture",
    graph_view="picture:graph_view",
    board="picture:board",
    player="play:player",
    commands={"heaps": ("command", "find the nim-values of a heap game by its code, their period, and winning moves")},
    named="problem:named",
    names="problem:NAMES",
    checkers={"heap-values": "checker:check", "misere-quotient": "misere_checker:check"},
    certificates={"heap-values": "certificate:HeapValues", "misere-quotient": "certificate:QuotientTable"},
    codec="codec:codec",
    inputs={"heaps": "problem:read"},
)
