"""Games of chance: stochastic games and Markov decision processes; the row of the catalogue."""

from graphgames.core.catalogue import Format, Kind, Solver

_BOTH = ("reach-probability", "avoid-probability")

KIND = Kind(
    __name__,
    "Games of chance",
    objectives={
        "reach-probability": "objective:ReachProbability",
        "avoid-probability": "objective:AvoidProbability",
        "expected-reward": "objective:ExpectedReward",
    },
    solvers=(
        Solver(
            "exact-or-bracketed",
            _BOTH,
            "portfolio:exact_or_bracketed",
            "exact values where linear equations allow it, otherwise brackets",
            "as the two below",
            "the sources of the two below",
        ),
        Solver(
            "strategy-improvement",
            _BOTH,
            "improvement:strategy_improvement",
            "strategies that are best in rounded numbers, improved over fractions",
            "a system of sparse linear equations a pair of strategies; exponentially many at worst, mostly a few",
            "Hoffman, Karp 1966; Condon 1993; Dixon 1982",
        ),
        Solver(
            "interval-iteration",
            _BOTH,
            "intervals:interval_iteration",
            "lower bounds from 0 and upper bounds from 1 until they are close, rounded away from the values",
            "O(m) a sweep; as many sweeps as the play takes steps to mix, times the digits",
            "Haddad, Monmege 2014; Kelmendi, Kraemer, Kretinsky, Weininger 2018",
        ),
        Solver(
            "reward-improvement",
            ("expected-reward",),
            "rewards:expected_reward",
            "a strategy of Min that keeps the expectation finite, improved over fractions against Max's best answer",
            "a system of sparse linear equations a pair of strategies; exponentially many at worst, mostly a few",
            "Bertsekas, Tsitsiklis 1991; Chen, Forejt, Kwiatkowska, Parker, Simaitis 2013",
        ),
        Solver(
            "almost-sure",
            (),
            "almost_sure:almost_sure",
            "two parity games, for what each player wins almost surely, with gadgets in place of chance",
            "parity games with O(d m) edges for d priorities",
            "Chatterjee, Jurdziński, Henzinger, CSL 2003",
            with_chance=("parity", "buchi", "cobuchi"),
        ),
        Solver(
            "discounted-chance",
            (),
            "discounting:discounted_chance",
            "strategies that are best in rounded numbers, improved over fractions",
            "a system of sparse linear equations a pair of strategies, seldom more than a few",
            "Shapley 1953; Hoffman, Karp 1966",
            with_chance=("discounted",),
        ),
        Solver(
            "long-run-average",
            (),
            "averages:long_run_average",
            "better moves by gain and by bias, over fractions; for one player, and for many games of two",
            "a few systems of sparse linear equations a pair of strategies; exponentially many at worst",
            "Howard 1960; Puterman 1994",
            with_chance=("mean-payoff",),
        ),
    ),
    formats=(
        Format(
            "ssg",
            "simple stochastic games (Rudich's benchmark)",
            (".ssg",),
            "ssg_text",
            "game",
            "game",
        ),
        Format("prism", "models in the PRISM language", (".prism", ".nm", ".pm", ".smg"), "prism.language", "model"),
        Format("umb", "models as arrays (UMB, the unified Markov binary format)", (".umb",), "prism.umb", "model"),
        Format("tra", "models as lists of transitions (PRISM)", (".tra",), "prism.explicit", "model"),
    ),
    families="families:GENERATED",
    examples="examples:EXAMPLES",
    checkers={
        "reaching-ranks": "checker:check_reaching",
        "reward-ranks": "reward_checker:check_rewards",
        "priority-counts": "counts_checker:check_counts",
        "gain-bias": "gain_checker:check_gains",
    },
    certificates={
        "reaching-ranks": "certificate:ReachingRanks",
        "reward-ranks": "certificate:RewardRanks",
        "priority-counts": "certificate:PriorityCounts",
        "gain-bias": "certificate:GainBias",
    },
)
