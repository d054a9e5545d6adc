"""Games of chance: stochastic games and Markov decision processes; the row of the catalogue."""

from graphgames.catalogue.rows import CertificateFile, Format, Kind, Solver

_BOTH = ("reach-probability", "avoid-probability")

KIND = Kind(
    __name__,
    "Games of chance",
    objectives={
        "reach-probability": "objective:ReachProbability",
        "bounded-reach-probability": "objective:BoundedReachProbability",
        "avoid-probability": "objective:AvoidProbability",
        "expected-reward": "rewards.objective:ExpectedReward",
        "parity-probability": "long_run.objective:ParityProbability",
    },
    solvers=(
        Solver(
            "exact-or-bracketed",
            _BOTH,
            "reaching.portfolio:exact_or_bracketed",
            "exact values where linear equations allow it, otherwise brackets",
            "as the two below",
            "the sources of the two below",
        ),
        Solver(
            "strategy-improvement",
            _BOTH,
            "reaching.improvement:strategy_improvement",
            "strategies that are best in rounded numbers, improved over fractions",
            "a system of sparse linear equations a pair of strategies; exponentially many at worst, mostly a few",
            "Hoffman, Karp 1966; Condon 1993; Dixon 1982",
        ),
        Solver(
            "interval-iteration",
            _BOTH,
            "reaching.intervals:interval_iteration",
            "lower bounds from 0 and upper bounds from 1 until they are close, rounded away from the values",
            "O(m) a sweep; as many sweeps as the play takes steps to mix, times the digits",
            "Haddad, Monmege 2014; Kelmendi, Kraemer, Kretinsky, Weininger 2018",
        ),
        Solver(
            "optimistic-iteration",
            _BOTH,
            "reaching.optimistic:optimistic_iteration",
            "lower bounds from 0, then guessed upper bounds that are proved; where players can go round, the one above",
            "O(m) a sweep; as many sweeps as the play takes steps to mix, times the digits",
            "Hartmanns, Kaminski 2020; Azeem, Evangelidis, Kretinsky, Slivinskiy, Weininger 2022",
        ),
        Solver(
            "reward-improvement",
            ("expected-reward",),
            "rewards.layered:expected_reward",
            "a strategy of Min that keeps the expectation finite, improved over fractions against Max's best answer",
            "a system of sparse linear equations a pair of strategies; exponentially many at worst, mostly a few",
            "Bertsekas, Tsitsiklis 1991; Chen, Forejt, Kwiatkowska, Parker, Simaitis 2013",
        ),
        Solver(
            "backward-induction",
            ("bounded-reach-probability",),
            "bounded.induction:backward_induction",
            "the values with no move left, one, two, ...",
            "O(m) for each step",
            "Bellman 1957",
        ),
        Solver(
            "almost-sure",
            ("parity with chance", "buchi with chance", "cobuchi with chance"),
            "long_run.almost_sure:almost_sure",
            "two parity games, for what each player wins almost surely, with gadgets in place of chance",
            "parity games with O(d m) edges for d priorities",
            "Chatterjee, Jurdziński, Henzinger, CSL 2003",
        ),
        Solver(
            "winning-chances",
            ("parity-probability",),
            "long_run.chances:winning_chances",
            "who wins almost surely by three parity games, then the probability to come there",
            "as of parity games with O(d m) edges, and of probabilities to reach a set",
            "Courcoubetis, Yannakakis 1995; Chatterjee, Jurdziński, Henzinger 2004",
        ),
        Solver(
            "discounted-chance",
            ("discounted with chance",),
            "long_run.discounting:discounted_chance",
            "strategies that are best in rounded numbers, improved over fractions; otherwise brackets",
            "a system of sparse linear equations a pair of strategies, seldom more than a few",
            "Shapley 1953; Hoffman, Karp 1966",
        ),
        Solver(
            "long-run-average",
            ("mean-payoff with chance",),
            "long_run.averages:long_run_average",
            "better moves by gain and by bias, over fractions, for most games; otherwise brackets",
            "a few systems of sparse linear equations a pair of strategies; exponentially many at worst",
            "Howard 1960; Puterman 1994",
        ),
    ),
    formats=(Format("ssg", "simple stochastic games (Rudich's benchmark)", (".ssg",), "ssg_text", "game", "game"),),
    picture="picture:picture",
    walkthrough="walkthrough:walkthrough",
    player="play:player",
    families="families:GENERATED",
    checkers={
        "reaching-ranks": "reaching.checker:check_reaching",
        "reward-ranks": "rewards.checker:check_rewards",
        "reward-layers": "rewards.layer_checker:check_layers",
        "steps": "bounded.checker:check_steps",
        "priority-counts": "long_run.counts_checker:check_counts",
        "winning-chances": "long_run.chances_checker:check_chances",
        "gain-bias": "long_run.gain_checker:check_gains",
    },
    claims={
        "reaching-ranks": CertificateFile(
            "reaching.lines:lines",
            {"reach-probability": ["target", "within", "chance"], "avoid-probability": ["avoid", "chance"]},
        )
    },
    certificates={
        "reaching-ranks": "certificate:ReachingRanks",
        "reward-ranks": "certificate:RewardRanks",
        "reward-layers": "certificate:RewardLayers",
        "steps": "certificate:StepValues",
        "priority-counts": "certificate:PriorityCounts",
        "winning-chances": "certificate:WinningChances",
        "gain-bias": "certificate:GainBias",
    },
)
