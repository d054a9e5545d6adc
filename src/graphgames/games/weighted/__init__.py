"""Games with weights: energy, mean payoff, total payoff, discounted payoff; the row of the catalogue."""

from graphgames.core.catalogue import Format, Kind, Solver

KIND = Kind(
    __name__,
    "Games with weights",
    objectives={
        "mean-payoff": "objective:MeanPayoff",
        "energy": "objective:Energy",
        "total-payoff": "objective:TotalPayoff",
        "discounted": "objective:Discounted",
    },
    solvers=(
        Solver(
            "fast-iteration",
            ("energy",),
            "energy:fast_iteration",
            "potentials rise by shortest paths to where the energy falls",
            "O(m + n log n) a round; as many rounds as the largest credit at worst, a few dozen on most games",
            "Ohlmann 2022; Cadilhac, Casares, Ohlmann, TACAS 2025",
        ),
        Solver(
            "credit-measures",
            ("energy",),
            "measures:credit_measures",
            "lift credits, vertex by vertex, to their least fixpoint; with a cap, too",
            "O(m n W) for weights up to W",
            "Brim, Chaloupka, Doyen, Gentilini, Raskin 2011",
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
            "nested-iteration",
            ("total-payoff",),
            "total:nested_iteration",
            "energy games for the infinite values, then iteration in which player 1 may stop, again and again",
            "O(m) a step; O(n^3 W^2) steps at worst, about as many as the largest value on most games",
            "Brihaye, Geeraerts, Haddad, Monmege 2015",
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
    player="play:player",
    families="families:GENERATED",
    examples="examples:EXAMPLES",
    checkers={
        "energy-bounds": "checker:check_energy",
        "energy-lifts": "checker:check_lifts",
        "mean-potentials": "checker:check_mean",
        "total-ranks": "total_checker:check_total",
        "bellman-equations": "checker:check_discounted",
    },
    certificates={
        "energy-bounds": "certificate:EnergyBounds",
        "energy-lifts": "certificate:EnergyLifts",
        "mean-potentials": "certificate:MeanPotentials",
        "total-ranks": "certificate:TotalRanks",
        "bellman-equations": "certificate:BellmanEquations",
    },
)
