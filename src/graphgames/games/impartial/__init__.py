"""Impartial games by their Grundy values: the row of the catalogue."""

from graphgames.catalogue.rows import Kind, Solver

KIND = Kind(
    __name__,
    "Impartial games by their Grundy values",
    problems={
        "nimbers": "problem:NimberProblem",
        "rules": "problem:RulesProblem",
        "misere-rules": "misere:MisereProblem",
    },
    solvers=(
        Solver(
            "nimbers-auto",
            ("nimbers",),
            "grundy:nimbers_auto",
            "grundy, or loopy-grundy if there is a cycle",
            "O(n + m); with cycles O(k (n + m)) for k different values",
            "",
        ),
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
        Solver(
            "by-rule",
            ("rules",),
            "by_rule:solve",
            "nimbers and outcomes of single positions on demand; one part of a sum is never valued",
            "O(n + m) for the n positions that are needed",
            "Lemoine & Viennot 2012",
        ),
        Solver(
            "misere-by-rule",
            ("misere-rules",),
            "misere:solve",
            "misère outcomes and genera of single positions on demand",
            "O(n + m) for the n positions that are needed",
            "Conway 1976",
        ),
    ),
    picture="picture:picture",
    graph_view="picture:graph_view",
    steps="steps:steps",
    player="play:player",
    checkers={
        "grundy-values": "checker:check",
        "loopy-values": "checker:check",
        "position-values": "rules_checker:check",
        "misere-values": "misere_checker:check",
        "sum-values": "sum_checker:check",
    },
    certificates={
        "grundy-values": "certificate:GrundyValues",
        "loopy-values": "certificate:LoopyValues",
        "position-values": "certificate:PositionValues",
        "misere-values": "certificate:MisereValues",
        "sum-values": "certificate:SumValues",
    },
    claims={"grundy-values": "lines:lines", "loopy-values": "lines:lines"},
    codec="codec:codec",
    inputs={"nimbers": "problem:read"},
)
