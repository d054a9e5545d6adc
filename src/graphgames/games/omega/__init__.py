"""Acceptance beyond parity: the row of the catalogue."""

from graphgames.catalogue.rows import Kind, Solver

KIND = Kind(
    __name__,
    "games of several sets to visit again and again",
    objectives={"generalized-buchi": "objective:GeneralizedBuchi"},
    solvers=(
        Solver(
            "counter",
            ("generalized-buchi",),
            "counter:counter",
            "a Büchi game with a counter of the set to visit next",
            "O(n^2 k^2), mostly O(k (n + m)), k sets",
            "Fijalkow et al., Games on Graphs (2023), section 2.4",
        ),
    ),
    checkers={"counter-labels": "checker:check"},
    certificates={"counter-labels": "certificate:CounterLabels"},
    examples="examples:EXAMPLES",
)
