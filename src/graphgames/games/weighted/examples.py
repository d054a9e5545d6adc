"""Games with weights: small ones to begin with."""

from graphgames.catalogue.rows import Example

_ROBOT = """energy 7
0 0 1 -2,2 -1
1 0 3 -3,0 1
2 1 3 -2,4 -1
3 0 5 -1,1 0
4 1 2 1,6 -2
5 1 0 6,3 2
6 0 0 -1,5 -2
"""
_MARKET = """digraph market {
    a [player=0]; b [player=1]; c [player=0]; d [player=1]; e [player=0];
    a -> b [weight=4]; a -> c [weight=1]; b -> a [weight=-2]; b -> d [weight=0];
    c -> d [weight=3]; c -> e [weight=-1]; d -> a [weight=5]; d -> e [weight=2];
    e -> e [weight=1]; e -> c [weight=2];
}
"""
_PURSE = """digraph purse {
    a [player=0]; b [player=1]; c [player=0]; d [player=1]; e [player=0];
    a -> b [weight=4]; a -> c [weight=-1]; b -> a [weight=-4]; b -> d [weight=1]; c -> c [weight=0];
    c -> d [weight=3]; d -> b [weight=-1]; d -> e [weight=-2]; e -> e [weight=0]; e -> c [weight=-2];
}
"""
_LOAN = """digraph loan {
    a [player=0]; b [player=1]; c [player=0];
    a -> b [weight=1.5, discount=0.9]; a -> c [weight=-1, discount=0.95]; b -> a [weight=0.25, discount=0.9];
    b -> c [weight=-2, discount=0.8]; c -> b [weight=4, discount=0.9]; c -> c [weight=0.1, discount=0.95];
}
"""

EXAMPLES = (
    Example(
        "energy",
        "A robot and its battery",
        "Eve drives, Adam disturbs: how full must the battery be at the start so that it never runs out?",
        "Plays on a graph",
        _ROBOT,
        {},
        "robot.energy",
        0,
    ),
    Example(
        "mean-payoff",
        "Averages",
        "Eve wants a large average of the weights in the long run, Adam a small one.",
        "Plays on a graph",
        _MARKET,
        {"objective": "mean-payoff"},
        "market.dot",
    ),
    Example(
        "total-payoff",
        "A purse",
        "Eve wants the sum of the weights to be large in the long run, Adam a small one: who stops where?",
        "Plays on a graph",
        _PURSE,
        {"objective": "total-payoff"},
        "purse.dot",
    ),
    Example(
        "discounted",
        "Discounted payoffs",
        "What comes later counts less: every edge says by how much.",
        "Plays on a graph",
        _LOAN,
        {"objective": "discounted"},
        "loan.dot",
    ),
)
