"""Games with weights: energy, mean payoff, total payoff, discounted payoff; the row of the catalogue."""

from graphgames.catalogue.rows import CertificateFile, Format, Kind, Solver

WEIGHTED = "weight", "vertex_weight", "dead_ends"

KIND = Kind(
    __name__,
    "Games with weights",
    objectives={
        "mean-payoff": "payoff:MeanPayoff",
        "energy": "objective:Energy",
        "total-payoff": "payoff:TotalPayoff",
        "discounted": "payoff:Discounted",
    },
    solvers=(
        Solver(
            "fast-iteration",
            ("energy",),
            "energy:fast_iteration",
            "potentials rise by shortest paths to where the energy falls",
            "O(m + n log n) a round; as many rounds as the largest credit at worst, a few dozen on most games",
            "Casares, Ohlmann 2021; Benerecetti, Dell'Erba, Mogavero, TACAS 2020; Cadilhac et al., TACAS 2025",
        ),
        Solver(
            "credit-measures",
            ("energy",),
            "measures:credit_measures",
            "lift credits, vertex by vertex and one by one, to their least fixpoint",
            "O(m n W) for weights up to W, O(m C) for a cap C",
            "Brim, Chaloupka, Doyen, Gentilini, Raskin 2011",
        ),
        Solver(
            "credit-improvement",
            ("energy",),
            "credits:credit_improvement",
            "better moves for both players where player 1 may stop the play",
            "O(n + m) a pair of strategies; exponentially many at worst, a few hundred on most games",
            "Björklund, Vorobyov 2007",
        ),
        Solver(
            "improvement",
            ("mean-payoff",),
            "mean:improvement",
            "better moves for both players, by value and by bias; energy games where that does not end",
            "O(n + m) a pair of strategies; exponentially many at worst, a few hundred on most games",
            "Hoffman, Karp 1966; Cochet-Terrasson, Gaubert, Gunawardena 1999",
        ),
        Solver(
            "dichotomy",
            ("mean-payoff",),
            "mean:dichotomy",
            "split the game by two energy games in the middle of what the values can be",
            "O(log(n W)) energy games one after the other",
            "Zwick, Paterson 1996; Brim et al. 2011",
        ),
        Solver(
            "total-improvement",
            ("total-payoff",),
            "total:total_improvement",
            "energy games for the infinite values, then better moves for player 1 against player 0's best answer",
            "an energy game with one player a strategy; exponentially many at worst, a few on most games",
            "Gimbert, Zielonka 2004; Hoffman, Karp 1966",
        ),
        Solver(
            "discounted-improvement",
            ("discounted",),
            "discounted:discounted_improvement",
            "strategies that are best in rounded numbers, improved exactly",
            "O(n + m) operations on fractions a pair of strategies, seldom more than a few",
            "Hoffman, Karp 1966",
        ),
        Solver(
            "value-iteration",
            ("discounted",),
            "discounted:value_iteration",
            "value iteration with so many digits that the strategies are exact",
            "O(m / (1 - d)) operations a digit for discounts up to d",
            "Shapley 1953; Zwick, Paterson 1996",
        ),
    ),
    formats=(
        Format(
            "energy",
            "games with weights on edges (Oink's solvers of energy games)",
            (".energy", ".nrg"),
            "energy_text",
            "game",
            "game",
        ),
    ),
    walkthrough="walkthrough:walkthrough",
    player="play:player",
    families="families:GENERATED",
    checkers={
        "energy-bounds": "checker:check_energy",
        "energy-layers": "checker:check_layers",
        "energy-lifts": "checker:check_lifts",
        "mean-potentials": "checker:check_mean",
        "total-ranks": "total_checker:check_total",
        "bellman-equations": "checker:check_discounted",
    },
    claims={
        "energy-bounds": CertificateFile("lines:lines", {"energy": WEIGHTED}),
        "mean-potentials": CertificateFile("lines:lines", {"mean-payoff": [*WEIGHTED, "threshold"]}),
        "total-ranks": CertificateFile("lines:lines", {"total-payoff": [*WEIGHTED, "threshold"]}),
        "bellman-equations": CertificateFile("lines:lines", {"discounted": [*WEIGHTED, "discount", "threshold"]}),
    },
    certificates={
        "energy-bounds": "certificate:EnergyBounds",
        "energy-layers": "certificate:EnergyLayers",
        "energy-lifts": "certificate:EnergyLifts",
        "mean-potentials": "certificate:MeanPotentials",
        "total-ranks": "certificate:TotalRanks",
        "bellman-equations": "certificate:BellmanEquations",
    },
)
