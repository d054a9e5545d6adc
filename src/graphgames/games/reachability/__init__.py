"""Reachability and safety games: the row of the catalogue."""

from graphgames.catalogue.rows import CertificateFile, Kind, Solver

KIND = Kind(
    __name__,
    "Reachability and safety games",
    objectives={"reach": "objective:Reach", "safe": "objective:Safe"},
    solvers=(
        Solver(
            "attractor",
            ("reach", "safe"),
            "attractor:attractor",
            "backward search with ranks",
            "O(n + m)",
            "Zielonka, TCS 200 (1998)",
            engines={"mpi": "mpi:attractor"},
        ),
    ),
    walkthrough="walkthrough:walkthrough",
    checkers={"attractor-ranks": "checker:check"},
    certificates={"attractor-ranks": "certificate:AttractorRanks"},
    claims={"attractor-ranks": CertificateFile("lines:lines", {"reach": ["target"], "safe": ["safe"]})},
)
