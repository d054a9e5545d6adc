"""Games in which some edges are fair: the row of the catalogue."""

from graphgames.catalogue.rows import Kind, Solver

KIND = Kind(
    __name__,
    "games with fair edges",
    objectives={
        "fair-reach": "objective:FairReach",
        "fair-safe": "objective:FairSafe",
        "fair-buchi": "objective:FairBuchi",
        "fair-cobuchi": "objective:FairCoBuchi",
        "fair-parity": "objective:FairParity",
    },
    solvers=(
        Solver(
            "fair-gadget",
            ("fair-reach", "fair-safe", "fair-buchi", "fair-cobuchi", "fair-parity"),
            "gadget:fair_gadget",
            "the parity game with a few vertices for each that has fair edges",
            "that of a parity game with d/2 times as many vertices, d priorities",
            "Hausmann, Piterman, Sağlam, Schmuck, FoSSaCS 2024",
        ),
    ),
    walkthrough="walkthrough:walkthrough",
    checkers={"fair-moves": "checker:check"},
    certificates={"fair-moves": "certificate:FairMoves"},
)
