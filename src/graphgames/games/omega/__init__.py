"""Acceptance beyond parity: the row of the catalogue."""

from graphgames.catalogue.rows import CertificateFile, Kind, Solver

KIND = Kind(
    __name__,
    "games of what is seen again and again",
    objectives={
        "generalized-buchi": "objective:GeneralizedBuchi",
        "generalized-cobuchi": "objective:GeneralizedCoBuchi",
        "gr1": "objective:GR1",
        "rabin": "objective:Rabin",
        "streett": "objective:Streett",
        "emerson-lei": "objective:EmersonLei",
    },
    solvers=(
        Solver(
            "goals",
            ("generalized-buchi", "generalized-cobuchi", "gr1"),
            "goals:goals",
            "attract to each guarantee, or to where an assumption can be missed; remove what is left",
            "O(a g n m), mostly O((a + g) (n + m)), a assumptions, g guarantees",
            "Piterman, Pnueli, Sa'ar, VMCAI 2006; Chatterjee et al., MFCS 2016",
        ),
        Solver(
            "recursion-or-tree",
            ("rabin", "streett", "emerson-lei"),
            "by_tree:recursion_or_tree",
            "zielonka-tree; where the tree has six leaves or more, recursion first, for at most twelve attractors",
            "that of zielonka-tree",
            "the sources of the two",
        ),
        Solver(
            "zielonka-tree",
            ("rabin", "streett", "emerson-lei"),
            "by_tree:zielonka_tree",
            "the parity game of the arena with the leaves of the condition's Zielonka tree; recursion if they are many",
            "that of a parity game l times as large, l leaves",
            "Zielonka 1998; Dziembowski, Jurdziński, Walukiewicz, LICS 1997; Casares et al., ICALP 2021",
        ),
        Solver(
            "recursion",
            ("rabin", "streett", "emerson-lei"),
            "recursion:recursion",
            "attractors on the arena itself, by recursion over the condition's Zielonka tree",
            "O(l n^h m), h levels of the tree, l leaves",
            "McNaughton 1993; Zielonka 1998; Dziembowski, Jurdziński, Walukiewicz, LICS 1997",
        ),
    ),
    checkers={
        "goal-ranks": "checker:check_ranks",
        "rabin-measures": "measures_checker:check",
        "remembered-moves": "checker:check_moves",
    },
    certificates={
        "goal-ranks": "certificate:GoalRanks",
        "rabin-measures": "certificate:RabinMeasures",
        "remembered-moves": "certificate:RememberedMoves",
    },
    claims={
        "goal-ranks": CertificateFile(
            "lines:lines",
            {
                "generalized-buchi": ["on", "sets"],
                "generalized-cobuchi": ["on", "sets"],
                "gr1": ["on", "assumptions", "guarantees"],
            },
        )
    },
    walkthrough="walkthrough:walkthrough",
)
