"""Büchi and co-Büchi games: the row of the catalogue."""

from graphgames.catalogue.rows import CertificateFile, ConcreteGame, Kind, Solver

KIND = Kind(
    __name__,
    "Büchi and co-Büchi games",
    objectives={"buchi": "objective:Buchi", "cobuchi": "objective:CoBuchi"},
    solvers=(
        Solver(
            "buchi-auto",
            ("buchi", "cobuchi"),
            "auto:buchi_auto",
            "traps, and the hierarchy if they look at more than n^2 edges",
            "O(n^2), mostly O(n + m)",
            "as the two",
        ),
        Solver(
            "buchi-traps",
            ("buchi", "cobuchi"),
            "traps:buchi_traps",
            "repeated removal of traps, rebuilding only what was touched",
            "O(n m)",
            "McNaughton 1993; Chatterjee, Jurdziński, Henzinger, CSL 2003",
            engines={"mpi": "mpi:buchi_traps"},
        ),
        Solver(
            "buchi-lifting",
            ("buchi", "cobuchi"),
            "lifting:buchi_lifting",
            "lifting of the labelling beta",
            "O(k m), k accepting",
            "Green Game, Polish OI VIII (2001); Jurdziński, STACS 2000",
        ),
        Solver(
            "buchi-n2",
            ("buchi", "cobuchi"),
            "hierarchy:buchi_n2",
            "hierarchical graph decomposition",
            "O(n^2)",
            "Chatterjee & Henzinger, J. ACM 61(3), 2014",
        ),
    ),
    families="families:FAMILIES",
    walkthrough="walkthrough:walkthrough",
    checkers={"buchi-labels": "checker:check"},
    certificates={"buchi-labels": "certificate:BuchiLabels"},
    claims={
        "buchi-labels": CertificateFile(
            "lines:lines", {"buchi": ["accepting", "accepting_edges"], "cobuchi": ["rejecting", "rejecting_edges"]}
        )
    },
    games=(
        ConcreteGame(
            "gra-w-zielone",
            "The Green Game",
            "a pawn on a two-sided board; Ania wants the loop it runs into to hold a green field",
            "8th Polish Olympiad in Informatics, 2000/2001, Gra w zielone",
            "gra_w_zielone",
            "4 4\n1 2 7 8\n0 2 5 7\n1 2 7 8\n1 2 5 6\n0 2 2 3\n0 2 1 3\n0 2 2 3\n0 2 3 4\n",
            aliases=("green-game", "zielone"),
        ),
    ),
)
