"""Parity games: the row of the catalogue."""

from graphgames.catalogue.rows import Kind, Solver

KIND = Kind(
    __name__,
    "Parity games",
    objectives={"parity": "objective:Parity"},
    solvers=(
        Solver(
            "portfolio",
            ("parity",),
            "portfolio:portfolio",
            "Zielonka's algorithm first; where it is slow, four other solvers in turn with it",
            "about four times the quickest of zielonka, tangles and promotion, n^O(log n) at worst",
            "the sources of the five",
        ),
        Solver(
            "zielonka",
            ("parity",),
            "zielonka:zielonka",
            "attract the highest priority, solve the rest, repair what is lost",
            "exponential in the priorities at worst, close to O(m) on most games",
            "McNaughton 1993, Zielonka 1998",
        ),
        Solver(
            "tangles",
            ("parity",),
            "tangles:tangles",
            "learn closed parts of regions and attract them as a whole",
            "exponential at worst; O(m) a round, and what the tangles add",
            "van Dijk, CAV 2018",
        ),
        Solver(
            "recursive-tangles",
            ("parity",),
            "recursive_tangles:recursive_tangles",
            "learn tangles inside regions as well, and inside what is left of those",
            "exponential at worst; polynomial on the two counters that are hard for the others",
            "van Dijk, CAV 2018, and his program Oink",
        ),
        Solver(
            "measures",
            ("parity",),
            "measures:measures",
            "lift small progress measures to their least fixpoint",
            "O(d m (n / k)^k) for d priorities, k of them odd",
            "Jurdziński, STACS 2000",
        ),
        Solver(
            "promotion",
            ("parity",),
            "promotion:promotion",
            "closed regions are taken in by the higher ones that they lead to",
            "exponential in the priorities at worst; O(m) a region",
            "Benerecetti, Dell'Erba, Mogavero, CAV 2016",
        ),
        Solver(
            "quasipoly",
            ("parity",),
            "quasipoly:quasipoly",
            "recursion whose calls look for dominions of half the size, all but one",
            "n^O(log n)",
            "Parys, MFCS 2019",
        ),
    ),
    families="families:GENERATED",
    examples="examples:EXAMPLES",
    checkers={"strategy-pair": "checker:check"},
    certificates={"strategy-pair": "certificate:StrategyPair"},
    claims={"strategy-pair": "lines:lines"},
)
